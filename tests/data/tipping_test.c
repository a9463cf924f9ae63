// Slopes on which the shipped machines tip over, against statics: three cranes,
// each in several positions and on slopes in several directions; empty, and
// with a load that is too heavy to lift, with the levers let go and held.
#include <string.h>

#include "tests/data/machine_stand.h"
#include "vehicles/operator/crane_control.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double gravity = 9.81;                 // [m/s^2]
static const double tilting = 2.0 * SIM_PI / 180.0; // [rad/s]
static const double lifted = 0.003;                 // of the load, on the wheels uphill

static struct veh_machine_def def;
static struct veh_rig rig;
static struct sim_body_id burden; // hangs at the tip
static double burden_mass;        // [kg], 0: there is none

static void load(const char *machine) {
    machine_load(machine, &def);
}

// A tool hangs in the direction of gravity, wherever that is: its weight acts
// at the tip.
static bool hangs(const char *body) {
    static const char *const tools[] = {"head.", "crane.link", "crane.rotor", "crane.grapple"};
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        if (strncmp(body, tools[i], strlen(tools[i])) == 0)
            return true;
    return false;
}

// [m] Centre of all masses but the burden.
static struct sim_vec3 centre(double *mass) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    *mass = 0.0;
    for (int i = 0; i < def.model.body_count; i++) {
        const struct sim_body_id body = veh_rig_body(&rig, i);
        const double m = sim_body_mass(rig.site.world, body);
        const struct sim_vec3 at = hangs(def.model.bodies[i].name)
                                       ? veh_rig_tip(&rig)
                                       : sim_body_centre(rig.site.world, body);
        sum = sim_add_scaled(sum, at, m);
        *mass += m;
    }
    return sim_scale(sum, 1.0 / *mass);
}

// ---- statics ----

// A rigid machine on springs that only push, on a slope: x, y in the ground, z
// up from it.
struct standing {
    double mass, burden;                                  // [kg]
    struct sim_vec3 centre, tip;                          // [m] where they are
    struct sim_vec3 uphill;                               // unit, in the ground
    double stiffness;                                     // [N/m] of a spring
    struct sim_vec3 point[SIM_MAX_POINTS * VEH_MAX_LIST]; // z: how deep it is pressed [m]
    int count;
};

static struct standing look(struct sim_vec3 down, double tyre_stiffness) {
    struct standing x = {.uphill = sim_neg(down),
                         .stiffness = 0.5 * tyre_stiffness,
                         .burden = burden_mass,
                         .tip = veh_rig_tip(&rig)};
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(rig.site.world, &contacts);
    x.centre = centre(&x.mass);
    for (int i = 0; i < count; i++) {
        x.point[x.count] = contacts[i].point.position;
        x.point[x.count++].z = contacts[i].point.depth;
    }
    return x;
}

// The machine has moved by u: up [m], turned about x and y [rad]. Returns force
// and moments of the springs, and of the weight, which pulls downhill, too;
// share: of the force that is uphill.
static struct sim_vec3 unbalanced(const struct standing *x, struct sim_vec3 u, double angle,
                                  struct sim_mat3 *slope, double *share) {
    const double weight = gravity * (x->mass + x->burden);
    const double normal = weight * cos(angle), along = weight * sin(angle);
    const struct sim_vec3 at = sim_scale(
        sim_add_scaled(sim_scale(x->centre, x->mass), x->tip, x->burden), gravity / weight);
    const struct sim_vec3 c = sim_add(at, sim_cross(sim_vec3(u.y, u.z, 0.0), at));
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    double uphill = 0.0;
    *slope = sim_mat3_diag(0.0, 0.0, 0.0);
    for (int i = 0; i < x->count; i++) {
        const struct sim_vec3 p = x->point[i], lever = {1.0, p.y, -p.x};
        const double depth = p.z - sim_dot(lever, u);
        if (depth <= 0.0)
            continue;
        const double force = x->stiffness * depth;
        sum = sim_add_scaled(sum, lever, force);
        uphill += sim_dot(p, x->uphill) > 0.0 ? force : 0.0;
        const double l[3] = {lever.x, lever.y, lever.z};
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++)
                slope->m[r][k] += x->stiffness * l[r] * l[k];
    }
    *share = uphill / sum.x;
    sum.x -= normal;
    sum.y -= normal * c.y - along * c.z * x->uphill.y;
    sum.z -= -normal * c.x + along * c.z * x->uphill.x;
    return sum;
}

// Share of the load that the wheels uphill carry on a slope of that angle
// [rad].
static double carried_uphill(const struct standing *x, double angle) {
    struct sim_vec3 u = {0.0, 0.0, 0.0};
    double share = 0.0;
    for (int i = 0; i < 200; i++) {
        struct sim_mat3 slope;
        const struct sim_vec3 sum = unbalanced(x, u, angle, &slope, &share);
        const struct sim_mat3 inverse = sim_mat3_inverse(&slope);
        u = sim_add_scaled(u, sim_mat3_mul(&inverse, sum), 0.5);
        if (!(sim_length(u) < 1.0))
            return 0.0; // it has fallen over
    }
    return share;
}

static double tipping_angle(const struct standing *x) {
    double low = 0.0, high = 1.2;
    while (high - low > 1e-4) {
        const double angle = 0.5 * (low + high);
        *(carried_uphill(x, angle) > lifted ? &low : &high) = angle;
    }
    return low * 180.0 / SIM_PI;
}

// [kg] Of the burden with which it tips over on a slope of that angle [deg].
static double tipping_burden(struct standing x, double angle_deg) {
    double low = 0.0, high = 1e4;
    while (high - low > 0.1) {
        x.burden = 0.5 * (low + high);
        *(carried_uphill(&x, angle_deg * SIM_PI / 180.0) > lifted ? &low : &high) = x.burden;
    }
    return low;
}

// ---- on the rig ----

static double share_uphill(struct sim_vec3 down) {
    const struct veh_list *wheels = &veh_drive_def(&def)->wheels;
    double uphill = 0.0, all = 0.0;
    for (int i = 0; i < wheels->count; i++) {
        const struct sim_body_id wheel = veh_rig_body(&rig, wheels->index[i]);
        const double load = veh_rig_support(&rig, wheels->index[i]);
        all += load;
        uphill += sim_dot(sim_body_centre(rig.site.world, wheel), down) < 0.0 ? load : 0.0;
    }
    return uphill / all;
}

static void hang_up(double mass) {
    const struct sim_vec3 tip = veh_rig_tip(&rig);
    const struct sim_shape ball = {
        .kind = SIM_SHAPE_SPHERE, .pose = sim_pose_identity(), .radius = {0.1, 0.1}, .mass = mass};
    struct sim_body_def body = sim_default_body_def();
    body.pose.p = tip;
    body.shapes = &ball;
    body.shape_count = 1;
    struct sim_joint_def joint = sim_default_joint_def();
    joint.kind = SIM_JOINT_BALL;
    joint.a = veh_rig_body(&rig, veh_crane_def(&def)->tip_body);
    joint.b = burden = sim_body_create(rig.site.world, &body);
    joint.anchor = tip;
    (void)sim_joint_create(rig.site.world, &joint);
    burden_mass = mass;
}

// [deg]
static double tilt(struct sim_vec3 down) {
    const double h = sim_world_step_size(rig.site.world);
    double angle = 0.0;
    for (; angle < 1.2 && share_uphill(down) > lifted; angle += tilting * h) {
        rig.lean = sim_scale(down, gravity * sim_sin(angle));
        rig.lean.z = gravity * (1.0 - sim_cos(angle));
        if (burden_mass > 0.0)
            sim_body_apply(rig.site.world, burden, sim_scale(rig.lean, burden_mass),
                           sim_vec3(0.0, 0.0, 0.0), sim_body_centre(rig.site.world, burden));
        veh_rig_step(&rig);
    }
    return angle * 180.0 / SIM_PI;
}

struct position {
    double radius, direction_deg, height; // [m] of the tip
    double slope_deg;                     // direction in which the ground falls
};

static void start(const struct position *p) {
    burden_mass = 0.0;
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &def, .grip = true}));
    (void)veh_rig_reach_out(&rig, p->radius, p->direction_deg * SIM_PI / 180.0, p->height);
}

static struct standing stand(const struct position *p, double tyre_stiffness,
                             struct sim_vec3 *down) {
    const double a = p->slope_deg * SIM_PI / 180.0;
    *down = sim_vec3(cos(a), sin(a), 0.0);
    return look(*down, tyre_stiffness);
}

// Nothing but the tool hangs at the crane, and the levers are let go.
static void check_empty(double tyre_stiffness) {
    static const struct position positions[] = {{4.0, 90.0, 3.0, 90.0},  {5.5, 90.0, 3.0, 90.0},
                                                {7.0, 90.0, 3.0, 90.0},  {7.0, 60.0, 4.0, 90.0},
                                                {6.0, 120.0, 2.5, 90.0}, {6.0, -90.0, 3.0, -90.0},
                                                {5.0, 0.0, 3.0, 0.0},    {7.0, 0.0, 3.0, 0.0}};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct sim_vec3 down;
        start(&positions[i]);
        const struct standing x = stand(&positions[i], tyre_stiffness, &down);
        const double expected = tipping_angle(&x);
        assert_near(tilt(down) / expected, 1.0, 0.05);
        veh_rig_finish(&rig);
    }
}

// The burden is about the most that the crane lifts; the lever that lifts is held, or let go.
struct loaded {
    struct position position;
    double burden; // [kg]
};

static void check_loaded(const struct loaded *loaded, bool held, double tyre_stiffness) {
    struct veh_crane_control control;
    struct sim_vec3 down;
    start(&loaded->position);
    (void)veh_crane_control_init(&control, &rig.site, 0);
    hang_up(loaded->burden);
    rig.levers.value[veh_crane_lifting_axis(&control)->lever] = held;
    veh_rig_run(&rig, 5.0);
    const struct standing x = stand(&loaded->position, tyre_stiffness, &down);
    const double angle = tilt(down);
    assert_true(angle > 1.0);
    assert_near(tipping_burden(x, angle) / loaded->burden, 1.0, 0.05);
    veh_rig_finish(&rig);
}

static void check(const char *machine, const struct loaded loaded[3]) {
    static struct veh_sheet sheet;
    load(machine);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_loads.measure(&def, &sheet));
    const double tyre_stiffness = 1e6 * sheet.figure[VEH_FIGURE_TYRE];
    check_empty(tyre_stiffness);
    for (int i = 0; i < 3; i++) {
        check_loaded(&loaded[i], false, tyre_stiffness);
        check_loaded(&loaded[i], true, tyre_stiffness);
    }
    veh_machine_def_finish(&def);
}

static void a_plain_crane_tips_the_harvester(void **state) {
    (void)state;
    check("harvester", (struct loaded[]){{{5.5, 90.0, 3.0, 90.0}, 2200.0},
                                         {{5.5, 60.0, 3.0, 90.0}, 2200.0},
                                         {{7.0, 60.0, 3.0, 90.0}, 1400.0}});
}

static void a_parallel_crane_tips_the_harvester(void **state) {
    (void)state;
    check("harvester-8w", (struct loaded[]){{{8.5, -15.0, 3.0, -15.0}, 2000.0},
                                            {{9.3, 20.0, 3.0, 20.0}, 1900.0},
                                            {{9.3, 0.0, 3.0, 0.0}, 1800.0}});
}

static void a_forwarders_crane_tips_it(void **state) {
    (void)state;
    check("forwarder", (struct loaded[]){{{5.5, 90.0, 3.0, 90.0}, 1350.0},
                                         {{7.0, 90.0, 3.0, 90.0}, 1000.0},
                                         {{6.0, 75.0, 3.0, 90.0}, 1200.0}});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_crane_tips_the_harvester),
        cmocka_unit_test(a_parallel_crane_tips_the_harvester),
        cmocka_unit_test(a_forwarders_crane_tips_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
