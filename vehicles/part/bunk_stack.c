// The logs of a layer are spread over the whole width, those of the next one lie in the gaps
// between two of them and point the other way. Where two logs of opposite taper touch, the distance
// of their axes is the largest sum of their radii along them.
#include "vehicles/part/bunk_stack.h"

#include <assert.h>

#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double play = 0.004;      // [m] between two logs
static const double side_play = 0.12;  // [m] on either side: the stakes are in the loading space
static const double floor_play = 0.07; // [m] by which the loading space begins below its floor
static const double head_play = 0.03;  // [m] between the logs' ends and the headboard

struct layers {
    double length, thick;     // [m] of the logs: their butts' diameter
    double across, up;        // [m] between the axes of neighbours, of layers
    double left, bottom, top; // [m] in the bunk's frame: limits of the axes
    double rear;              // [m] of the logs' rear ends
    int wide;                 // logs in the lowest layer
};

// [m] between the axes of two logs that touch and point in opposite directions.
static double opposite_distance(const struct ter_stem *stem) {
    enum { SAMPLES = 8 };
    const double length = ter_stem_length(stem);
    double most = 0.0;
    for (int i = 0; i <= SAMPLES; i++) {
        const double z = length * i / SAMPLES;
        most = fmax(most, ter_stem_diameter(stem, z) + ter_stem_diameter(stem, length - z));
    }
    return 0.5 * most + play;
}

static struct layers plan(const struct veh_bunk_def *bunk, const struct ter_stem *stem,
                          double height) {
    const struct sim_vec3 half = sim_scale(bunk->size, 0.5);
    struct layers l = {.length = ter_stem_length(stem), .thick = ter_stem_diameter(stem, 0.0)};
    const double between = opposite_distance(stem), room = 2.0 * (half.y - side_play) - l.thick;
    const int gaps = (int)(room / (l.thick + play));
    l.wide = gaps + 1;
    l.across = room / fmax(gaps, 1); // the stakes hold the outermost
    l.up = sqrt(fmax(between * between - 0.25 * l.across * l.across, 0.25 * between * between));
    l.bottom = bunk->centre.z - half.z + floor_play + height + 0.5 * l.thick;
    l.top = bunk->centre.z + half.z;
    l.rear = bunk->centre.x + half.x - head_play - l.length;
    l.left = bunk->centre.y + 0.5 * (l.wide - 1) * l.across;
    return l;
}

// Frame of log i of a layer against the bunk: z of a stem points from its butt to its top.
static struct sim_pose place(const struct layers *l, int layer, int i) {
    const bool butt_in_front = layer % 2 == 0;
    const struct sim_vec3 along = {butt_in_front ? -1.0 : 1.0, 0.0, 0.0};
    return (struct sim_pose){{butt_in_front ? l->rear + l->length : l->rear,
                              l->left - (i + 0.5 * (layer % 2)) * l->across,
                              l->bottom + layer * l->up},
                             sim_quat_between(sim_vec3(0.0, 0.0, 1.0), along)};
}

// Part of the load from now on.
static void lay(struct veh_worksite *site, int machine, struct sim_body_id bunk, int log) {
    struct veh_stem *s = &site->stems.items[log];
    const struct sim_vec3 centre = sim_body_centre(site->world, s->body);
    sim_body_set_velocity(site->world, s->body, sim_body_point_velocity(site->world, bunk, centre),
                          sim_body_angular_velocity(site->world, bunk));
    veh_stem_hold(site, log, bunk);
    s->load.bunk = s->load.carried = machine;
    s->load.hauled = true;
}

static bool fits(const struct veh_bunk_def *bunk, const struct ter_stem *stem) {
    return ter_stem_length(stem) <= bunk->size.x &&
           2.0 * (0.5 * bunk->size.y - side_play) >= ter_stem_diameter(stem, 0.0);
}

int veh_bunk_room(const struct veh_bunk_def *bunk, const struct ter_stem *stem) {
    if (!fits(bunk, stem))
        return 0;
    const struct layers l = plan(bunk, stem, 0.0);
    int room = 0;
    for (int layer = 0; l.bottom + layer * l.up <= l.top; layer++)
        room += l.wide - layer % 2;
    return room;
}

int veh_bunk_stack(struct veh_worksite *site, int machine, const struct ter_stem *stem, int count,
                   double *height) {
    assert(machine >= 0 && machine < site->machine_count && count >= 0 && *height >= 0.0);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    if (bunk == NULL || !fits(bunk, stem))
        return 0;
    const struct layers l = plan(bunk, stem, *height);
    const struct sim_body_id body = m->instance.bodies[bunk->body];
    const struct sim_pose frame = sim_body_pose(site->world, body);
    double top = *height;
    int laid = 0;
    for (int layer = 0; laid < count && l.bottom + layer * l.up <= l.top; layer++) {
        for (int i = 0; i < l.wide - layer % 2 && laid < count; i++, laid++) {
            const struct sim_pose pose = sim_pose_mul(frame, place(&l, layer, i));
            lay(site, machine, body, veh_stem_create(site, stem, pose, VEH_STEM_LOG, -1));
        }
        top = *height + l.thick + layer * l.up + play;
    }
    *height = top;
    return laid;
}
