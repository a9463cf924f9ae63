// Damage to trees that stay: bark that stems strike, crowns that falling trees tear.
#include <assert.h>

#include "vehicles/site.h"

static const double bark_force = 8000.0; // [N] of a stem on a standing tree

const char *veh_damage_name(enum ter_damage damage) {
    switch (damage) {
    case TER_DAMAGE_BARK:
        return "bark";
    case TER_DAMAGE_CROWN:
        return "crown";
    case TER_DAMAGE_TOP:
        return "top";
    case TER_DAMAGE_ROOTS:
        return "roots";
    }
    return "";
}

void veh_tree_damage(struct veh_worksite *site, int tree, enum ter_damage damage, int stem,
                     double force) {
    assert(tree >= 0 && tree < site->stand.count);
    uint8_t *kept = &site->stand.trees[tree].damage;
    const bool first = *kept == 0;
    *kept |= (uint8_t)damage;
    if (first)
        veh_site_event(site, NULL,
                       (struct veh_event){.kind = VEH_EVENT_TREE_DAMAGED,
                                          .machine = -1,
                                          .stem = stem,
                                          .tree = tree,
                                          .number = {force},
                                          .text = veh_damage_name(damage)});
}

// The standing tree that the contact's other stem strikes, -1: none.
static int struck_tree(const struct veh_worksite *site, const struct sim_contact *c,
                       int *striking) {
    const int a = veh_stem_of_body(site, c->a), b = veh_stem_of_body(site, c->b);
    if (a < 0 || b < 0)
        return -1;
    const struct veh_stem *sa = &site->stems.items[a], *sb = &site->stems.items[b];
    const bool a_stands = sa->kind == VEH_STEM_STANDING, b_stands = sb->kind == VEH_STEM_STANDING;
    if (a_stands == b_stands)
        return -1;
    *striking = a_stands ? b : a;
    return a_stands ? sa->tree : sb->tree;
}

void veh_watch_damage(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        int stem;
        const int tree =
            contacts[i].force > bark_force ? struck_tree(site, &contacts[i], &stem) : -1;
        if (tree >= 0)
            veh_tree_damage(site, tree, TER_DAMAGE_BARK, stem, contacts[i].force);
    }
}
