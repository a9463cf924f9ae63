// Only the trees near a machine are bodies (Jung 6.1.2). Each machine has a small box that moves
// with it and a large one that stays. When the small one leaves the large one, the large one is put
// around it again, and the trees that touch it become bodies.
#include <stdlib.h>

#include "vehicles/site.h"

static const double outer_margin = 10.0; // [m] of the large box around the small one

static void inner_box(const struct veh_worksite *site, int machine, struct sim_vec3 *low,
                      struct sim_vec3 *high) {
    const struct veh_machine_def *def = site->machines[machine].def;
    const struct sim_pose pose = veh_machine_pose(site, machine);
    *low = *high = pose.p;
    for (int corner = 0; corner < 4; corner++) {
        const struct sim_vec3 c = {corner & 1 ? def->activation_high.x : def->activation_low.x,
                                   corner & 2 ? def->activation_high.y : def->activation_low.y,
                                   0.0};
        const struct sim_vec3 p = sim_pose_point(pose, c);
        *low = sim_vec3(fmin(low->x, p.x), fmin(low->y, p.y), 0.0);
        *high = sim_vec3(fmax(high->x, p.x), fmax(high->y, p.y), 0.0);
    }
}

static bool in_any_box(const struct veh_worksite *site, const struct ter_tree *tree) {
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        const double r = ter_tree_radius(tree);
        if (machine->activated && tree->position.x + r >= machine->activated_low.x &&
            tree->position.x - r <= machine->activated_high.x &&
            tree->position.y + r >= machine->activated_low.y &&
            tree->position.y - r <= machine->activated_high.y)
            return true;
    }
    return false;
}

static void deactivate_far(struct veh_worksite *site) {
    for (int i = 0; i < site->stem_count; i++) {
        const struct veh_stem *s = &site->stems[i];
        if (!s->used || s->kind != VEH_STEM_STANDING ||
            in_any_box(site, &site->stand.trees[s->tree]))
            continue;
        site->tree_stem[s->tree] = -1;
        veh_stem_destroy(site, i);
    }
}

static void activate_near(struct veh_worksite *site, const struct veh_machine *machine) {
    const struct sim_vec3 low = machine->activated_low, high = machine->activated_high;
    const int count = ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, NULL, 0);
    int *found = malloc((size_t)(count + 1) * sizeof *found);
    if (found == NULL)
        return;
    ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, found, count);
    for (int i = 0; i < count; i++) {
        if (site->tree_stem[found[i]] >= 0)
            continue;
        const struct ter_tree *tree = &site->stand.trees[found[i]];
        const struct ter_stem stem = ter_tree_stem(tree);
        site->tree_stem[found[i]] =
            veh_stem_create(site, &stem, ter_tree_stem_pose(tree), VEH_STEM_STANDING, found[i]);
    }
    free(found);
}

void veh_activate_trees(struct veh_worksite *site) {
    if (site->stand.count == 0)
        return;
    bool moved = false;
    for (int m = 0; m < site->machine_count; m++) {
        struct veh_machine *machine = &site->machines[m];
        struct sim_vec3 low, high;
        inner_box(site, m, &low, &high);
        if (machine->activated && low.x >= machine->activated_low.x &&
            low.y >= machine->activated_low.y && high.x <= machine->activated_high.x &&
            high.y <= machine->activated_high.y)
            continue;
        machine->activated = true;
        machine->activated_low = sim_vec3(low.x - outer_margin, low.y - outer_margin, 0.0);
        machine->activated_high = sim_vec3(high.x + outer_margin, high.y + outer_margin, 0.0);
        moved = true;
    }
    if (!moved)
        return;
    deactivate_far(site);
    for (int m = 0; m < site->machine_count; m++)
        activate_near(site, &site->machines[m]);
}
