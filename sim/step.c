// One step (Jung 5.2), as a table of contents.
#include "sim/world_impl.h"

static void count(struct sim_world *world) {
    struct sim_step_stats *s = &world->stats;
    s->groups = world->group_count;
    s->clusters = world->cluster_count;
    s->contacts = world->contact_count;
    s->bodies = world->enabled_bodies;
}

void sim_step_once(struct sim_world *world) {
    struct sim_profile *profile = world->profile;
    sim_reconfigure(world);
    if (!world->frames_known)
        sim_joint_frames(world);
    sim_profile_lap(profile, SIM_STAGE_RECONFIGURE);
    sim_find_contacts(world);
    sim_profile_lap(profile, SIM_STAGE_COLLIDE);
    sim_find_clusters(world);
    sim_find_levels(world);
    sim_sort_clusters(world);
    sim_impacts(world);
    sim_profile_lap(profile, SIM_STAGE_CLUSTERS);
    sim_move_clusters(world);
    count(world);
    world->stats.parts++;
}

void sim_world_step(struct sim_world *world) {
    if (world->fault[0])
        return;
    world->stats = (struct sim_step_stats){0};
    sim_profile_begin(world->profile);
    sim_magnets_act(world);
    if (world->def.deepest > 0.0)
        sim_step_divided(world);
    else
        sim_step_once(world);
    world->steps++;
    world->time = (double)world->steps * world->def.step;
}
