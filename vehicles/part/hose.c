#include "vehicles/part/hose.h"

static const struct veh_key keys[] = {
    VEH_KEY(hose, from_body, BODY, NULL, "the body at its first end"),
    VEH_KEY_RANGE(hose, from, POINT, "m", NULL, -100, 100,
                  "place of that end in this body's frame"),
    VEH_KEY(hose, to_body, BODY, NULL, "the body at its last end"),
    VEH_KEY_RANGE(hose, to, POINT, "m", NULL, -100, 100, "place of that end in this body's frame"),
    VEH_KEY_RANGE(hose, aside, POINT, "", "[0, 0, 0]", -100, 100,
                  "direction in the first body's frame in which its stiffness bends it, as much as "
                  "its weight does where the direction's length is 1"),
    VEH_KEY_RANGE(hose, length, NUMBER, "m", NULL, 0.01, 100,
                  "its length; where its ends are farther apart it is straight"),
    VEH_KEY_RANGE(hose, thickness, NUMBER, "m", "0.035", 0.001, 1, "its diameter"),
};

// Length of a parabola over a chord, whose middle is rise [m] off it: the integral's closed form.
static double parabola_length(double chord, double rise) {
    const double slope = 4.0 * rise / chord;
    const double root = sqrt(1.0 + slope * slope);
    // asinh(x) / x goes to 1 with x.
    const double part = slope < 1e-6 ? 1.0 : sim_log(slope + root) / slope;
    return 0.5 * chord * (root + part);
}

static const double least = 1e-3; // [m] of a chord, which needs a direction

double veh_hose_rise(const struct veh_hose_def *def, double chord) {
    enum { HALVINGS = 40 };
    double low = 0.0, high = def->length; // a parabola is longer than twice its rise
    if (chord >= def->length)
        return 0.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(parabola_length(fmax(chord, least), middle) < def->length ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

struct sim_vec3 veh_hose_pull(const struct veh_hose_def *def, struct sim_pose from_body) {
    return sim_add(sim_vec3(0.0, 0.0, -1.0), sim_rotate(from_body.q, def->aside));
}

void veh_hose_points(const struct veh_hose_def *def, struct sim_pose from_body,
                     struct sim_pose to_body, struct sim_vec3 pull,
                     struct sim_vec3 point[VEH_HOSE_POINTS]) {
    const struct sim_vec3 a = sim_pose_point(from_body, def->from);
    const struct sim_vec3 b = sim_pose_point(to_body, def->to), way = sim_sub(b, a);
    const struct sim_vec3 down = sim_vec3(0.0, 0.0, -1.0);
    const struct sim_vec3 along = sim_unit_or(way, down);
    const struct sim_vec3 off = sim_add_scaled(pull, along, -sim_dot(pull, along));
    const struct sim_vec3 bent = sim_unit_or(off, sim_vec3(0.0, 0.0, 0.0));
    const double rise = veh_hose_rise(def, sim_length(way));
    for (int i = 0; i < VEH_HOSE_POINTS; i++) {
        const double u = (double)i / (VEH_HOSE_POINTS - 1);
        point[i] = sim_add_scaled(sim_add_scaled(a, way, u), bent, 4.0 * u * (1.0 - u) * rise);
    }
}

const struct veh_part_kind veh_part_hose = {
    .id = VEH_PART_HOSE,
    .role = "hoses between bodies, for the picture",
    .title = "a hose",
    .help = "A hose that hangs between two bodies and pulls at neither. Its shape follows from "
            "where they are; "
            "one that swings by itself is a rope.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_hose_def),
};
