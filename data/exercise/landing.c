#include "data/exercise/landing.h"

#include <math.h>

#include "data/exercise/scenario_read.h"

bool dat_read_landing(const struct dat_node *item, struct dat_landing *landing) {
    // In the order of the choices of `straight`.
    static const unsigned ends[] = {0, VEH_ENDS_FRONT, VEH_ENDS_REAR,
                                    VEH_ENDS_FRONT | VEH_ENDS_REAR};
    struct dat_scenario_landing_keys keys;
    const bool complete = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_LANDING, item, &keys);
    *landing = (struct dat_landing){
        .x = keys.position.number[0],
        .y = keys.position.number[1],
        .heading = keys.heading_deg.number[0],
        .length = keys.length.number[0],
        .width = keys.width.number[0],
        .bearer = keys.bearer_cm.number[0],
        .max_height = keys.max_height.node != NULL ? keys.max_height.number[0] : (double)INFINITY,
        .straight = ends[keys.straight.choice],
        .place = dat_place_of(item),
        .assortment_place = dat_place_of(keys.assortment.node)};
    dat_read_text(&keys.assortment, landing->assortment, sizeof landing->assortment);
    return complete;
}
