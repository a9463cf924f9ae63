// The five criteria (Jung 6.2.2) and two more by which a load is fused.
#include "vehicles/part/bunk_criteria.h"

#include <assert.h>

#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double still_speed = 0.05; // [m/s] of both ends against the bunk
static const double tilt_sine = 0.2;    // of the angle between the log and the floor of the bunk
static const double highest_heap = 1.0; // [m] above the loading space
enum { GRAPPLE_PATH = 2 };              // contacts: the log's neighbour is touched
static const double parked_time = 2.0;  // [s] the grapple lies still, levers let go

static const char *const names[VEH_LOAD_OBSTACLES] = {"outside", "in_air",   "moving", "grapple",
                                                      "tilted",  "slipping", "struck"};

const char *veh_load_obstacle_name(int bit) {
    assert(bit >= 0 && bit < VEH_LOAD_OBSTACLES);
    return names[bit];
}

// ---- grapple ----

const struct veh_bunk_state *veh_bunk_state(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_bunk)->state;
}

bool veh_load_grapple_parked(const struct veh_machine *machine) {
    return veh_bunk_state(machine)->grapple_rest >= parked_time;
}

int veh_load_loader(const struct veh_worksite *site, int machine) {
    if (veh_machine_part(&site->machines[machine], &veh_part_grapple) != NULL)
        return machine;
    for (int m = 0; m < site->machine_count; m++)
        if (veh_machine_part(&site->machines[m], &veh_part_grapple) != NULL)
            return m;
    return -1;
}

static bool touches_anything(const struct veh_worksite *site, const struct sim_body_id *bodies,
                             int count) {
    const struct sim_contact *contacts;
    const int contact_count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < contact_count; i++)
        for (int b = 0; b < count; b++)
            if (contacts[i].a.index == bodies[b].index || contacts[i].b.index == bodies[b].index)
                return true;
    return false;
}

struct veh_load_paths veh_load_paths(const struct veh_worksite *site, int machine) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int loader = veh_load_loader(site, machine);
    const int count = loader >= 0 ? veh_grapple_bodies(&site->machines[loader], bodies) : 0;
    if (!touches_anything(site, bodies, count)) // nearly always
        return (struct veh_load_paths){0};
    return (struct veh_load_paths){
        .length = sim_world_contact_paths(site->world, bodies, count, GRAPPLE_PATH, false),
        .count = sim_world_body_capacity(site->world)};
}

int veh_load_path(const struct veh_load_paths *p, struct sim_body_id body) {
    return (int)body.index < p->count ? p->length[body.index] : -1;
}

bool veh_load_gripped(const struct veh_worksite *site, int stem, int machine) {
    return machine >= 0 && site->stems.items[stem].load.grapples >> machine & 1;
}

// ---- criteria ----

// Two reference points, a tenth of the length from either end, lie in the box of the loading space
// (Jung 6.2.2).
bool veh_load_inside(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(&site->stems.items[stem].stem);
    const struct sim_vec3 half = sim_scale(bunk->size, 0.5);
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p =
            sim_pose_point(pose, sim_vec3(0.0, 0.0, (i == 0 ? 0.1 : 0.9) * length));
        const struct sim_vec3 d = sim_sub(sim_pose_local(frame, p), bunk->centre);
        if (fabs(d.x) > half.x || fabs(d.y) > half.y || fabs(d.z) > half.z)
            return false;
    }
    return true;
}

// A grapple that is parked on the load is part of it, and logs below it ride with the rest. A log
// that hangs in it does not lie on the load.
static bool left_alone(const struct veh_worksite *site, int stem, int machine) {
    return veh_load_grapple_parked(&site->machines[machine]) &&
           site->stems.items[stem].touch.load == machine;
}

static double speed_against(const struct veh_worksite *site, int stem, struct sim_body_id bunk) {
    const struct veh_stem *s = &site->stems.items[stem];
    const struct sim_pose pose = veh_stem_pose(site, stem);
    double most = 0.0;
    for (int i = 0; i < 2; i++) {
        const double z = i == 0 ? 0.0 : ter_stem_length(&s->stem);
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, z));
        const struct sim_vec3 v = sim_sub(sim_body_point_velocity(site->world, s->body, p),
                                          sim_body_point_velocity(site->world, bunk, p));
        most = fmax(most, sim_length(v));
    }
    return most;
}

static bool tilted(const struct veh_worksite *site, int stem, struct sim_body_id bunk) {
    const struct sim_vec3 z = {0.0, 0.0, 1.0};
    const struct sim_vec3 along = sim_rotate(veh_stem_pose(site, stem).q, z);
    const struct sim_vec3 up = sim_rotate(sim_body_pose(site->world, bunk).q, z);
    return fabs(sim_dot(along, up)) > tilt_sine;
}

unsigned veh_load_obstacles(const struct veh_worksite *site, int stem, int machine,
                            const struct veh_load_paths *paths) {
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_body_id bunk = m->instance.bodies[veh_bunk_def(m->def)->body];
    unsigned found = 0;
    if (!veh_load_inside(site, stem, machine))
        found |= VEH_LOAD_OUTSIDE;
    if (!site->stems.items[stem].touch.pressed)
        found |= VEH_LOAD_IN_AIR;
    if (speed_against(site, stem, bunk) > still_speed)
        found |= VEH_LOAD_MOVING;
    if ((veh_load_path(paths, site->stems.items[stem].body) >= 0 ||
         veh_load_gripped(site, stem, veh_load_loader(site, machine))) &&
        !left_alone(site, stem, machine))
        found |= VEH_LOAD_GRAPPLED;
    if (tilted(site, stem, bunk))
        found |= VEH_LOAD_TILTED;
    if (veh_bunk_state(&site->machines[machine])->slips)
        found |= VEH_LOAD_SLIPPING;
    if (site->stems.items[stem].touch.hit)
        found |= VEH_LOAD_HIT;
    return found;
}

bool veh_load_carried(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_vec3 d =
        sim_sub(sim_pose_local(frame, veh_stem_centre(site, stem)), bunk->centre);
    return fabs(d.x) <= 0.5 * bunk->size.x && fabs(d.y) <= 0.5 * bunk->size.y &&
           d.z >= -0.5 * bunk->size.z && d.z <= 0.5 * bunk->size.z + highest_heap;
}

bool veh_load_lifted_off(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const double above = veh_stem_centre(site, stem).z - sim_pose_point(frame, bunk->centre).z;
    return above > 0.5 * bunk->size.z + highest_heap;
}

int veh_load_bunk_of(const struct veh_worksite *site, int stem) {
    int first = -1;
    for (int m = 0; m < site->machine_count; m++) {
        if (veh_machine_part(&site->machines[m], &veh_part_bunk) == NULL)
            continue;
        if (veh_load_carried(site, stem, m))
            return m;
        first = first < 0 ? m : first;
    }
    const int carried = site->stems.items[stem].load.carried;
    return carried >= 0 ? carried : first;
}
