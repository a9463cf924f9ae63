// One step (Jung 5.2), as a table of contents.
#include "sim/step.h"

#include "sim/cluster.h"
#include "sim/contact/contact_impl.h"
#include "sim/contact/impact.h"
#include "sim/dynamics.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/frames.h"
#include "sim/joint/load.h"
#include "sim/reconfigure.h"

static void count(struct sim_world *world) {
    struct sim_step_stats *s = &world->stats;
    s->groups = world->groups.count;
    s->clusters = world->clusters.count;
    s->contacts = world->contacts.count;
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
    sim_joints_break(world);
    sim_differentials_break(world);
    count(world);
    world->stats.parts++;
}
