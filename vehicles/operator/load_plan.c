// The demonstrator of loading: which logs it grips, on the ground and in the bunk.
#include <stdlib.h>

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double narrowest_in_bunk = 0.45; // [rad]; less gets no hold of logs that lie close
static const double moment_most = 3000.0;     // [kg m] of a grip about the pillar
static const double mass_most = 650.0;        // [kg] of a grip
static const double area_most = 0.20;         // [m^2] of the logs' sections in a grip
// Of a grip in the bunk, where the logs hang level, and are lifted near the pillar. The area is per
// square of the tongs' length.
static const double bunk_moment_most = 6000.0; // [kg m]
static const double bunk_mass_most = 1200.0;   // [kg]
static const double bunk_area_most = 0.33;
static const double on_bearers_most = 0.25; // [m^2] of a bundle that does not roll apart on them
static const double sight = 11.0;           // [m] from the pillar to a log's middle
static const double side_room = 1.9;        // [m] from the machine's middle to a grip
static const double beyond_stakes = 0.35;   // [m] of a tip that passes between them
static const double stake_height = 0.5;     // [m] of a shape that stands beside the load, at least
static const double stake_width = 0.4;      // [m] of it across the bunk, at most
static const double crevice = 0.05;         // [m] between two logs that the jaws part
static const double prise_depth = 0.3;      // [m] that the tips go down there
static const double sticks_out = 0.15;      // [m] of an end farther out than the loading space
static const double heap = 1.0; // [m] above the loading space at which a log still rides

enum { ALONE_MOST = 3 }; // logs for a pile that are too few for bundles

// [m] of the log's middle from that of the loading space, in its frame.
static struct sim_vec3 place_in_bunk(const struct veh_load *load, const struct veh_worksite *site,
                                     int stem) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    return sim_sub(sim_pose_local(veh_load_bunk_pose(load, site), veh_stem_centre(site, stem)),
                   bunk->centre);
}

// Assortments that are to be unloaded each onto a pile of its own are loaded in layers.
static bool is_its_turn(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    return load->turn == load->kind_count || veh_load_kind_of(load, site, stem) == load->turn;
}

bool veh_load_wants(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0 ||
        !is_its_turn(load, site, stem) || veh_load_piled(load, site, stem) ||
        (load->landing_count > 0 && load->landings[0].kind < 0 && load->base.task.unload > 0 &&
         veh_load_landing_of(load, site, stem) < 0))
        return false;
    // A log on the load, settled or not, is not fetched again.
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at = place_in_bunk(load, site, stem);
    return fabs(at.x) > 0.5 * bunk->size.x || fabs(at.y) > 0.5 * bunk->size.y ||
           at.z < -0.5 * bunk->size.z - 0.2;
}

bool veh_load_aboard(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind != VEH_STEM_LOG)
        return false;
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at = place_in_bunk(load, site, stem);
    return s->load.bunk == load->base.task.machine ||
           (fabs(at.x) < 0.5 * bunk->size.x && fabs(at.y) < 0.5 * bunk->size.y &&
            at.z > -0.5 * bunk->size.z - 0.2 && at.z < 0.5 * bunk->size.z + heap);
}

int veh_load_count_aboard(const struct veh_load *load, const struct veh_worksite *site) {
    int count = 0;
    for (int i = 0; i < site->stems.count; i++)
        count += veh_load_aboard(load, site, i);
    return count;
}

bool veh_load_astray(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem_load *s = &site->stems.items[stem].load;
    return s->bunk < 0 && s->grapples == 0 && (s->obstacles & VEH_LOAD_OUTSIDE) != 0 &&
           veh_load_aboard(load, site, stem);
}

bool veh_load_is_alone(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const int landing = veh_load_landing_of(load, site, stem);
    int count = 0;
    for (int i = 0; i < site->stems.count && count <= ALONE_MOST; i++)
        count += veh_load_aboard(load, site, i) && veh_load_landing_of(load, site, i) == landing;
    return count <= ALONE_MOST;
}

bool veh_load_sticks_out(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0 || s->load.grapples != 0)
        return false;
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_pose frame = veh_load_bunk_pose(load, site), pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(&s->stem);
    bool over = false, out = false;
    for (int i = 0; i < 3; i++) { // its ends and its middle
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, 0.5 * i * length));
        const struct sim_vec3 at = sim_sub(sim_pose_local(frame, p), bunk->centre);
        over |= fabs(at.x) < 0.5 * bunk->size.x && fabs(at.y) < 0.5 * bunk->size.y &&
                at.z > -0.5 * bunk->size.z;
        out |= fabs(at.y) > 0.5 * bunk->size.y + sticks_out;
    }
    return over && out;
}

// ---- planning ----

static struct veh_grip_log look_at(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(s);
    return (struct veh_grip_log){.stem = stem,
                                 .butt = pose.p,
                                 .tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, length)),
                                 .centre = sim_length(sim_sub(veh_stem_centre(site, stem), pose.p)),
                                 .radius = 0.5 * ter_stem_diameter(s, 0.5 * length),
                                 .mass = veh_stem_mass(site, stem)};
}

// All that lies around the machine, felled stems and tops too.
static struct veh_grip_log *look_around(const struct veh_load *load,
                                        const struct veh_worksite *site, int *count) {
    struct veh_grip_log *logs = calloc((size_t)site->stems.count + 1, sizeof *logs);
    *count = 0;
    for (int i = 0; i < site->stems.count && logs != NULL; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (s->used && s->kind != VEH_STEM_STANDING && s->load.bunk < 0 &&
            veh_crane_radius(&load->base.crane, site, veh_stem_centre(site, i)) < sight)
            logs[(*count)++] = look_at(site, i);
    }
    return logs;
}

static struct veh_grip_scene scene_of(const struct veh_load *load, const struct veh_worksite *site,
                                      struct sim_vec3 pillar, struct sim_pose pose) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    return (struct veh_grip_scene){.jaws = &load->jaws,
                                   .ground = site->def.ground,
                                   .failures = load->failures,
                                   .failure_count = load->failure_count,
                                   .pillar = pillar,
                                   .reach_low = veh_load_reach_low,
                                   .reach_high = veh_load_reach_high,
                                   .machine = pose,
                                   .machine_front = (double)INFINITY, // not over the cab
                                   .machine_back = bunk->centre.x - 0.5 * bunk->size.x - 0.5,
                                   .machine_side = side_room,
                                   .mass_most = mass_most / (1 + load->misses),
                                   .moment_most = moment_most / (1 + load->misses),
                                   .area_most = area_most};
}

bool veh_load_reaches(const struct veh_load *load, const struct veh_worksite *site,
                      struct sim_vec3 pillar, struct sim_pose bunk, struct sim_vec3 p,
                      double *radius) {
    const struct veh_grip_scene scene = scene_of(load, site, pillar, bunk);
    return veh_grip_reaches(&scene, p, radius);
}

bool veh_load_plan_ground_grip(struct veh_load *load, const struct veh_worksite *site,
                               bool (*wanted)(const struct veh_load *, const struct veh_worksite *,
                                              int stem),
                               bool pure, double least) {
    struct veh_grip_scene scene =
        scene_of(load, site, veh_demo_slew_base(&load->base, site), veh_load_bunk_pose(load, site));
    struct veh_grip_log *logs = look_around(load, site, &scene.count);
    for (int i = 0; i < scene.count && logs != NULL; i++)
        logs[i].wanted = wanted(load, site, logs[i].stem);
    scene.logs = logs;
    scene.pure = pure;
    scene.least = least;
    scene.narrowest = load->narrowest;
    scene.widest = load->widest;
    const bool found = logs != NULL && veh_grip_plan(&scene, &load->grip);
    free(logs);
    load->from_bunk = load->prises = false;
    return found;
}

bool veh_load_plan_grip(struct veh_load *load, const struct veh_worksite *site, double least) {
    return veh_load_plan_ground_grip(load, site, veh_load_wants, false, least);
}

static bool has_strayed(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const int landing = veh_load_landing_of(load, site, stem);
    return veh_log_lies_free(&site->stems.items[stem]) && !veh_load_aboard(load, site, stem) &&
           site->stems.items[stem].load.hauled && landing >= 0 &&
           veh_load_reaches_landing(load, site, landing) && !veh_load_lies_right(load, site, stem);
}

static bool is_in_vain(const struct veh_load *load, int stem) {
    for (int i = 0; i < load->vain_count; i++)
        if (load->vain[i] == stem)
            return true;
    return false;
}

static bool is_mixed_in(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    return has_strayed(load, site, stem) && veh_load_lies_wrong(load, site, stem) &&
           !is_in_vain(load, stem);
}

bool veh_load_plan_sorting_grip(struct veh_load *load, const struct veh_worksite *site) {
    return veh_load_plan_ground_grip(load, site, is_mixed_in, true, 0.0);
}

bool veh_load_plan_stray_grip(struct veh_load *load, const struct veh_worksite *site) {
    return veh_load_plan_ground_grip(load, site, has_strayed, true, 0.0) ||
           veh_load_plan_ground_grip(load, site, has_strayed, false, 0.0);
}

// ---- in the bunk ----

// In the middle of the bunk's floor.
struct sim_pose veh_load_floor(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    struct sim_pose pose = veh_load_bunk_pose(load, site);
    const double z = bunk->centre.z - 0.5 * bunk->size.z + load->floor;
    pose.p = sim_pose_point(pose, sim_vec3(bunk->centre.x, bunk->centre.y, z));
    return pose;
}

void veh_load_find_floor(struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, m->instance.bodies[bunk->body], &shapes);
    load->floor = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_aabb box = sim_shape_bounds(&shapes[i], &shapes[i].pose, 0.0);
        const struct sim_vec3 c = bunk->centre;
        if (shapes[i].collides && box.low.x < c.x && box.high.x > c.x && box.low.y < c.y &&
            box.high.y > c.y && box.high.z < c.z)
            load->floor = fmax(load->floor, box.high.z - (c.z - 0.5 * bunk->size.z));
    }
}

// The stakes on the body of the bunk, to the left and the right of the load.
static void find_stakes(const struct veh_load *load, const struct veh_worksite *site,
                        struct sim_pose floor, struct veh_grip_scene *scene) {
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_body_id body = m->instance.bodies[bunk->body];
    const struct sim_pose pose =
        sim_pose_mul(sim_pose_inverse(floor), sim_body_pose(site->world, body));
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, body, &shapes);
    for (int i = 0; i < count && scene->stake_count < VEH_GRIP_STAKES; i++) {
        const struct sim_pose at = sim_pose_mul(pose, shapes[i].pose);
        const struct sim_aabb box = sim_shape_bounds(&shapes[i], &at, 0.0);
        if (shapes[i].collides && box.high.z > stake_height &&
            box.high.y - box.low.y < stake_width &&
            fmax(box.high.y, -box.low.y) > 0.5 * bunk->size.y - stake_width)
            scene->stakes[scene->stake_count++] = sim_scale(sim_add(box.low, box.high), 0.5);
    }
}

// Whether logs are laid onto bearers within reach: on those they roll.
static bool lays_on_bearers(const struct veh_load *load, const struct veh_worksite *site) {
    for (int k = 0; k < load->landing_count; k++)
        for (int i = 0; i < site->stems.count && veh_load_reaches_landing(load, site, k); i++) {
            const struct veh_stem *s = &site->stems.items[i];
            if (!s->used || s->kind != VEH_STEM_BEARER)
                continue;
            const struct sim_vec3 middle = veh_stem_centre(site, i);
            if (veh_landing_contains(&load->landings[k].area, middle.x, middle.y, 0.0))
                return true;
        }
    return false;
}

static struct veh_grip_scene bunk_scene(const struct veh_load *load,
                                        const struct veh_worksite *site, struct sim_pose floor) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    struct veh_grip_scene scene =
        scene_of(load, site, veh_demo_slew_base(&load->base, site), floor);
    scene.ground = NULL;
    scene.narrowest = narrowest_in_bunk;
    scene.mass_most = bunk_mass_most / (1 + load->misses);
    scene.moment_most = bunk_moment_most / (1 + load->misses);
    scene.area_most = bunk_area_most * load->jaws.tip_z * load->jaws.tip_z;
    if (lays_on_bearers(load, site))
        scene.area_most = fmin(scene.area_most, on_bearers_most);
    scene.wall = 0.5 * bunk->size.y + beyond_stakes;
    find_stakes(load, site, floor, &scene);
    scene.pillar = sim_pose_local(floor, scene.pillar);
    scene.machine = sim_pose_identity();
    scene.machine_side = 0.0;
    return scene;
}

// All logs on the machine, in the frame of the bunk's floor.
static struct veh_grip_log *look_aboard(const struct veh_load *load,
                                        const struct veh_worksite *site, struct sim_pose floor,
                                        int *count) {
    struct veh_grip_log *logs = calloc((size_t)site->stems.count + 1, sizeof *logs);
    *count = 0;
    for (int i = 0; i < site->stems.count && logs != NULL; i++) {
        if (!veh_load_aboard(load, site, i))
            continue;
        struct veh_grip_log *log = &logs[(*count)++];
        *log = look_at(site, i);
        log->butt = sim_pose_local(floor, log->butt);
        log->tip = sim_pose_local(floor, log->tip);
    }
    return logs;
}

bool veh_load_plan_bunk_grip(struct veh_load *load, const struct veh_worksite *site,
                             bool (*wanted)(const struct veh_load *, const struct veh_worksite *,
                                            int stem),
                             bool pure, double least) {
    const struct sim_pose floor = veh_load_floor(load, site);
    struct veh_grip_scene scene = bunk_scene(load, site, floor);
    struct veh_grip_log *logs = look_aboard(load, site, floor, &scene.count);
    struct veh_grip grip;
    for (int i = 0; i < scene.count && logs != NULL; i++) {
        logs[i].wanted = wanted(load, site, logs[i].stem);
        logs[i].alone = load->unloading && veh_load_is_alone(load, site, logs[i].stem);
    }
    scene.logs = logs;
    scene.pure = pure;
    scene.least = least;
    const bool found = logs != NULL && veh_grip_plan(&scene, &grip);
    free(logs);
    if (!found)
        return false;
    const struct sim_vec3 top = {grip.point.x, grip.point.y, grip.top};
    grip.top = sim_pose_point(floor, top).z;
    grip.point = sim_pose_point(floor, grip.point);
    grip.along = sim_rotate(floor.q, grip.along);
    load->grip = grip;
    load->from_bunk = true;
    load->prises = false;
    return true;
}

// ---- prising ----

// Whether two logs of the same layer lie side by side, nothing on them; a is higher or as high.
static bool is_crevice(const struct veh_grip_log *a, const struct veh_grip_log *b) {
    const double apart = fabs(a->butt.y + a->tip.y - b->butt.y - b->tip.y) * 0.5;
    const double rise = 0.5 * fabs(a->butt.z + a->tip.z - b->butt.z - b->tip.z);
    const double touch = a->radius + b->radius;
    return apart > 0.6 * touch && apart < touch + crevice && rise < 0.6 * touch;
}

static bool lies_on(const struct veh_grip_log *above, const struct veh_grip_log *log) {
    const double rise = 0.5 * (above->butt.z + above->tip.z - log->butt.z - log->tip.z);
    const double aside = 0.5 * fabs(above->butt.y + above->tip.y - log->butt.y - log->tip.y);
    return rise > 0.6 * (above->radius + log->radius) && aside < above->radius + log->radius;
}

static bool is_covered(const struct veh_grip_log *logs, int count, int k) {
    for (int i = 0; i < count; i++)
        if (i != k && lies_on(&logs[i], &logs[k]))
            return true;
    return false;
}

// The highest of all crevices that were not tried, in the bunk's frame; prised counts those.
static bool find_crevice(const struct veh_grip_log *logs, int count, int skip,
                         struct sim_vec3 *place) {
    double below = (double)INFINITY;
    for (int turn = 0; turn <= skip; turn++) {
        double best = -(double)INFINITY;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < count && !is_covered(logs, count, i); k++) {
                const double z = 0.5 * (logs[i].butt.z + logs[i].tip.z);
                if (k == i || z <= best || z >= below || is_covered(logs, count, k) ||
                    !is_crevice(&logs[i], &logs[k]))
                    continue;
                best = z;
                *place = sim_scale(
                    sim_add(sim_add(logs[i].butt, logs[i].tip), sim_add(logs[k].butt, logs[k].tip)),
                    0.25);
                place->z += logs[i].radius;
            }
        }
        if (!isfinite(best))
            return false;
        below = best;
    }
    return true;
}

bool veh_load_plan_prising(struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose floor = veh_load_floor(load, site);
    int count;
    struct veh_grip_log *logs = look_aboard(load, site, floor, &count);
    struct sim_vec3 place = {0.0, 0.0, 0.0};
    const bool found = logs != NULL && find_crevice(logs, count, load->prised, &place);
    free(logs);
    if (!found)
        return false;
    const struct sim_vec3 top = sim_pose_point(floor, place);
    load->grip = (struct veh_grip){.along = veh_load_bunk_direction(load, site),
                                   .point = top,
                                   .top = top.z,
                                   .above = fmax(place.z - prise_depth, 0.05)};
    load->prised++;
    load->from_bunk = load->prises = true;
    return true;
}
