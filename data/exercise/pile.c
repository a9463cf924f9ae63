#include "data/exercise/pile.h"

#include <math.h>

#include "data/exercise/scenario.h"

// Both ends of the range must be logs that a tree has.
static bool check_kind(const struct dat_pile_kind *kind, const struct dat_value *length) {
    const double diameters[] = {kind->thin, kind->thick};
    for (int i = 0; i < 2; i++) {
        struct ter_stem stem;
        const struct dat_scenario_log log = {
            .species = kind->species, .length = kind->length, .mid_diameter = diameters[i]};
        if (dat_scenario_log_stem(&log, &stem))
            continue;
        dat_yaml_error(length->node,
                       "no %s yields a log of %g m with %g cm in its middle, expected a shorter or "
                       "thicker one",
                       ter_species_name(kind->species), kind->length, 100.0 * diameters[i]);
        return false;
    }
    return true;
}

static bool read_kind(const struct dat_node *item, struct dat_pile *pile) {
    struct dat_scenario_pile_logs keys;
    if (pile->kinds == DAT_PILE_KINDS) {
        dat_yaml_error(item, "more than %d kinds of logs in a pile", DAT_PILE_KINDS);
        return false;
    }
    struct dat_pile_kind *kind = &pile->kind[pile->kinds++];
    bool complete = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_PILE_LOGS, item, &keys);
    complete = dat_find_species(&keys.species, &kind->species) && complete;
    kind->length = keys.length.number[0];
    kind->thin = keys.mid_diameter_cm.number[0];
    kind->thick = keys.mid_diameter_cm.number[1];
    kind->count = (int)keys.count.number[0];
    return complete && check_kind(kind, &keys.length);
}

bool dat_read_pile(const struct dat_node *item, struct dat_pile *pile) {
    struct dat_scenario_pile keys;
    bool complete = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_PILE, item, &keys);
    *pile = (struct dat_pile){.x = keys.position.number[0],
                              .y = keys.position.number[1],
                              .heading = keys.heading_deg.number[0],
                              .crossing = keys.crossing_deg.number[0],
                              .width = keys.width.number[0],
                              .uneven = keys.uneven.number[0],
                              .seed = (uint64_t)keys.seed.number[0],
                              .place = dat_place_of(item)};
    for (const struct dat_node *k = dat_keys_items(&keys.logs); k != NULL; k = k->next)
        complete = read_kind(k, pile) && complete;
    if (complete && pile->kinds == 0) {
        dat_yaml_error(keys.logs.node, "the pile is empty, expected at least one kind of logs");
        return false;
    }
    return complete;
}

int dat_pile_logs(const struct dat_pile *pile) {
    int count = 0;
    for (int k = 0; k < pile->kinds; k++)
        count += pile->kind[k].count;
    return count;
}

double dat_pile_longest(const struct dat_pile *pile) {
    double longest = 0.0;
    for (int k = 0; k < pile->kinds; k++)
        longest = fmax(longest, pile->kind[k].length);
    return longest;
}
