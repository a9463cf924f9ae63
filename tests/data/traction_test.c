// What the library's machines pull: the whole machine against Brixius's equations for the loads
// that its wheels have, and against statics on slopes.
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/data/machine_stand.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/tyre.h"
#include "vehicles/rig/rig.h"

static const char *const machines[] = {"forwarder", "forwarder-18t", "harvester", "harvester-8w",
                                       "harvester-thinning"};
enum { MACHINES = sizeof machines / sizeof machines[0] };
static const double gravity = 9.81;
static const double hitch = 0.7;  // [m] above the ground
static const double axle = 0.62;  // [m] above the ground
static const double rubber = 0.8; // friction of the tyres' material on the ground

static struct veh_machine_def def;
static struct veh_rig rig;

static void load_machine(const char *machine) {
    machine_load(machine, &def);
}

// A machine of the library with other words instead of some in its file.
static void load_changed(const char *machine, const char *words, const char *other) {
    enum { SIZE = 1 << 16 };
    static char text[SIZE], changed[SIZE];
    const char *root = getenv("KRANICH_ROOT");
    char folder[400], path[512];
    struct dat_diagnostics d;
    (void)snprintf(folder, sizeof folder, "%s/data/library/machines", root != NULL ? root : ".");
    (void)snprintf(path, sizeof path, "%s/%s.yaml", folder, machine);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char *found = strstr(text, words);
    assert_non_null(found);
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(found - text), text, other,
                   found + strlen(words));
    dat_diagnostics_init(&d, path, changed);
    if (!dat_read_model(changed, path, folder, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
}

// More mass [kg] for one of the body's shapes.
static void add_mass(const char *body, int shape, double mass) {
    const int index = sim_model_find_body(&def.model, body);
    assert_true(index >= 0 && shape < def.model.bodies[index].shape_count);
    def.model.shapes[def.model.bodies[index].first_shape + shape].mass += mass;
}

static void load_evenly(void) {
    add_mass("carrier.front", 0, 5.3e3);
    add_mass("carrier.rear", 3, 8.3e3);
}

// On soil of that cone index [Pa], 0: hard ground.
static void start(const char *machine, double cone_index, double slope, bool loaded) {
    load_machine(machine);
    if (loaded)
        load_evenly();
    assert_true(veh_rig_init(
        &rig, &(struct veh_rig_def){.machine = &def, .cone_index = cone_index, .slope = slope}));
}

static void finish(void) {
    veh_rig_finish(&rig);
    veh_machine_def_finish(&def);
}

// At the rear frame, along the ground.
static struct veh_chain hook(double slope) {
    const struct veh_drive_def *drive = veh_drive_def(&def);
    const struct sim_body_id frame =
        veh_rig_body(&rig, def.model.joints[drive->steer_joint].parent);
    struct sim_vec3 point = sim_body_centre(rig.site.world, frame);
    const double length = sqrt(1.0 + slope * slope);
    point.z = slope * point.x + hitch * length;
    return veh_rig_chain(&rig, frame, point, sim_vec3(-1.0 / length, 0.0, -slope / length));
}

static double weight(void) {
    double mass = 0.0;
    for (int i = 0; i < def.model.body_count; i++)
        mass += sim_body_mass(rig.site.world, veh_rig_body(&rig, i));
    return gravity * mass;
}

// What all wheels together have, by Brixius's equations for their loads [N].
struct wheels {
    double slip;       // mean
    double load;       // [N]
    double brixius;    // [N] net pull, all at a slip of a fifth
    double gross;      // [N] each at its own slip, as far as friction holds
    double resistance; // [N] each at its own slip
    double front;      // [N] load of the wheels ahead of the steering joint
};

static void add_tyre(struct wheels *w, const struct veh_part *part, double cone_index) {
    const struct veh_tyre_def *tyre = part->def;
    const struct ter_tyre size = {.width = tyre->width,
                                  .diameter = tyre->diameter,
                                  .section_height = tyre->section_height,
                                  .pressure = 1e3 * tyre->pressure_kpa};
    const double load = veh_part_tyre.measures[VEH_TYRE_LOAD].value(&rig.site, part);
    const double slip = fabs(veh_part_tyre.measures[VEH_TYRE_SLIP].value(&rig.site, part));
    w->slip += slip;
    w->load += load;
    w->front += def.model.bodies[tyre->wheel].pose.p.x > 0.0 ? load : 0.0;
    if (!(load > 0.0))
        return;
    const double mobility = ter_mobility_number(&size, load, cone_index);
    w->brixius += load * (ter_gross_traction(mobility, 0.2) - ter_motion_resistance(mobility, 0.2));
    w->gross += load * fmin(ter_gross_traction(mobility, slip), rubber);
    w->resistance += load * ter_motion_resistance(mobility, slip);
}

static struct wheels look(double cone_index) {
    const struct veh_machine *m = veh_rig_machine(&rig);
    struct wheels w = {0};
    int count = 0;
    for (int i = 0; i < m->part_count; i++) {
        if (m->parts[i].kind != &veh_part_tyre)
            continue;
        add_tyre(&w, &m->parts[i], cone_index);
        count++;
    }
    w.slip /= count;
    return w;
}

// ---- pull at a slip of a fifth ----

// Shares of the weight.
struct pull {
    double measured, brixius, slip;
};

// The chain gets out so fast that the wheels slip by a fifth: the mean of 6 s.
static struct pull pull_of(const char *machine, double cone_index, bool loaded) {
    enum { PIECES = 200, MEAN = 60 };
    start(machine, cone_index, 0.0, loaded);
    rig.levers.value[VEH_DRIVE] = 0.35;
    veh_rig_run(&rig, 6.0);
    const struct veh_chain chain = hook(0.0);
    double out = veh_machine_speed(&rig.site, 0);
    struct pull pull = {0};
    for (int i = 0; i < PIECES; i++) {
        const struct wheels w = look(cone_index);
        out *= 1.0 + 0.1 * (w.slip - 0.2);
        veh_chain_let_out(&rig, chain, out);
        const double force = veh_chain_mean(&rig, chain, 0.1), share = 1.0 / (MEAN * weight());
        if (i < PIECES - MEAN)
            continue;
        pull.measured += share * force;
        pull.brixius += share * w.brixius;
        pull.slip += w.slip / MEAN;
    }
    finish();
    return pull;
}

// The bogies balance the wheels' loads, and the shaft between the axles their speeds.
static void pull_is_that_of_the_wheels_loads(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++)
        for (int soft = 0; soft < 2; soft++) {
            const struct pull pull = pull_of(machines[m], soft ? 500e3 : 800e3, false);
            assert_near(pull.slip, 0.2, 0.01);
            assert_near(pull.measured, pull.brixius, 0.02);
        }
}

// Brixius's figures for 18 t and for 32 t on eight equal wheels. A real load lies behind the
// steering joint; here it is spread over the frames such that all wheels bear the same.
static void pull_of_equal_wheels_is_published(void **state) {
    (void)state;
    static const struct {
        bool loaded;
        double kpa, published;
    } row[] = {
        {false, 800.0, 0.57}, {false, 500.0, 0.46}, {true, 800.0, 0.43}, {true, 500.0, 0.26}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const struct pull pull = pull_of("forwarder-18t", 1e3 * row[i].kpa, row[i].loaded);
        assert_near(pull.measured, row[i].published, 0.05);
    }
}

// ---- statics on slopes ----

static const double slopes[] = {-0.3, -0.15, 0.0, 0.15, 0.3};
enum { SLOPES = sizeof slopes / sizeof slopes[0] };

// [N] Load of the front wheels where forces [N] pull backwards along the slope, each at its height
// [m]: the balance of moments about the rear wheels.
static double front_load(double slope, const double force[2], const double height[2]) {
    const double length = sqrt(1.0 + slope * slope);
    double moment = 0.0, x[2] = {0.0, 0.0};
    int count[2] = {0, 0};
    const struct veh_list *wheels = &veh_drive_def(&def)->wheels;
    for (int i = 0; i < wheels->count; i++) {
        const struct sim_vec3 p =
            sim_body_pose(rig.site.world, veh_rig_body(&rig, wheels->index[i])).p;
        const int side = def.model.bodies[wheels->index[i]].pose.p.x > 0.0 ? 0 : 1;
        x[side] += (p.x + slope * p.z) / length;
        count[side]++;
    }
    const double front = x[0] / count[0], rear = x[1] / count[1];
    for (int i = 0; i < def.model.body_count; i++) {
        const struct sim_body_id body = veh_rig_body(&rig, i);
        const struct sim_vec3 p = sim_body_centre(rig.site.world, body);
        const double along = (p.x + slope * p.z) / length, up = (p.z - slope * p.x) / length;
        moment +=
            gravity * sim_body_mass(rig.site.world, body) / length * (along - rear - slope * up);
    }
    for (int i = 0; i < 2; i++)
        moment -= force[i] * height[i];
    return moment / (front - rear);
}

// Uphill a levelled crane is nearer to the ground, on which its head must not rest.
static void settle(void) {
    rig.levers.value[VEH_BOOM] = 1.0;
    veh_rig_run(&rig, 2.5);
    rig.levers.value[VEH_BOOM] = 0.0;
    veh_rig_run(&rig, 3.0);
}

// Drives against the chain, which gets out slowly: tractive force, motion resistance and weight are
// in balance, and the weight rests on the axles as the moments have it.
static void check_driven(const char *machine, double slope) {
    const double length = sqrt(1.0 + slope * slope);
    start(machine, veh_forest_soil, slope, false);
    settle();
    rig.levers.value[VEH_DRIVE] = 1.0;
    veh_rig_run(&rig, 1.0);
    const struct veh_chain chain = hook(slope);
    veh_chain_let_out(&rig, chain, 0.3);
    veh_rig_run(&rig, 6.0);
    const double force = veh_chain_mean(&rig, chain, 2.0);
    const struct wheels w = look(veh_forest_soil);
    const double statics = w.gross - w.resistance - weight() * slope / length;
    const double front =
        front_load(slope, (double[]){force, w.resistance}, (double[]){hitch, axle});
    assert_near(force / statics, 1.0, 0.05);
    assert_near(w.load * length / weight(), 1.0, 0.01);
    assert_near(w.front / front, 1.0, 0.05);
    finish();
}

// Drags the parked machine backwards: rubber on hard ground and a motion resistance of 0.04.
static void check_parked(const char *machine, double slope) {
    const double length = sqrt(1.0 + slope * slope);
    start(machine, 0.0, slope, false);
    rig.levers.value[VEH_BRAKE] = 1.0;
    settle();
    const struct veh_chain chain = hook(slope);
    veh_chain_let_out(&rig, chain, -0.15);
    veh_rig_run(&rig, 6.0);
    const double force = veh_chain_mean(&rig, chain, 2.0);
    const double statics = weight() * (rubber + 0.04 - slope) / length;
    assert_near(force / statics, 1.0, 0.05);
    finish();
}

// Each machine on two of the slopes, each slope under two of the machines; with
// KRANICH_TRACTION=all all pairs, which take half a minute.
static bool is_tried(int machine, int slope) {
    const int turn = (slope - machine % SLOPES + SLOPES) % SLOPES;
    return turn == 0 || turn == 2 || getenv("KRANICH_TRACTION") != NULL;
}

static void limits_on_slopes_are_those_of_statics(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++)
        for (int s = 0; s < SLOPES; s++)
            if (is_tried(m, s)) {
                check_driven(machines[m], slopes[s]);
                check_parked(machines[m], slopes[s]);
            }
}

// ---- power ----

// At full lever, from a chain that hardly holds back to one that does not give way.
static void wheels_have_three_quarters_of_the_engines_power(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        start(machines[m], veh_forest_soil, 0.0, false);
        rig.levers.value[VEH_DRIVE] = 1.0;
        veh_rig_run(&rig, 8.0);
        const struct veh_chain chain = hook(0.0);
        const double speed = veh_machine_speed(&rig.site, 0);
        for (double out = 0.95; out > -0.01; out -= 0.19) {
            enum { STEPS = 200 };
            double wheels = 0.0, engine = 0.0;
            veh_chain_let_out(&rig, chain, out * speed);
            veh_rig_run(&rig, 3.0);
            for (int i = 0; i < STEPS; i++) {
                veh_rig_step(&rig);
                wheels +=
                    veh_machine_measure(&rig.site, 0, &veh_part_drive, VEH_DRIVE_POWER) / STEPS;
                engine +=
                    veh_machine_measure(&rig.site, 0, &veh_part_engine, VEH_ENGINE_POWER) / STEPS;
            }
            assert_true(wheels > 0.0 && wheels <= 0.75 * engine);
        }
        finish();
    }
}

// ---- soft soil ----

// [Pa] Cone index of firm soil that is a bog beyond the edge [m].
static void make_bog(struct ter_ground *soil, double edge, double cone_index) {
    enum { COLUMNS = 81, ROWS = 3 };
    assert_true(ter_ground_init(soil, COLUMNS, ROWS, -20.0, -30.0, 0.5));
    for (int i = 0; i < COLUMNS * ROWS; i++)
        soil->heights[i] = -20.0 + 0.5 * (i % COLUMNS) < edge ? veh_forest_soil : cone_index;
}

// Drives on with the differentials locked until its frame's joint is at x [m] or for that time.
static void drive_to(double x, double lever, double seconds) {
    rig.levers.value[VEH_DRIVE] = lever;
    for (double t = 0.0; t < seconds && veh_machine_pose(&rig.site, 0).p.x < x; t += 0.1)
        veh_rig_run(&rig, 0.1);
}

// It turns back while the rear axle is still on firm ground, and comes out; with the lever held the
// wheels spin and dig, and within two minutes it is stuck.
static void a_machine_backs_out_in_time_or_is_stuck(void **state) {
    (void)state;
    const double edge = 6.0, far = 1e3; // [m]
    struct ter_ground soil;
    make_bog(&soil, edge, 80e3);
    for (int m = 0; m < MACHINES; m++) {
        start(machines[m], veh_forest_soil, 0.0, false);
        rig.site.def.soil.map = &soil;
        rig.levers.value[VEH_DIFF_LOCK] = 1.0;
        veh_rig_run(&rig, 2.0);
        drive_to(edge - 1.8, 0.4, 30.0);
        rig.levers.value[VEH_DRIVE] = -0.4;
        veh_rig_run(&rig, 20.0);
        assert_true(veh_machine_pose(&rig.site, 0).p.x < edge - 10.0);
        drive_to(far, 0.4, 120.0);
        const double stuck = veh_machine_pose(&rig.site, 0).p.x;
        veh_rig_run(&rig, 5.0);
        assert_near(veh_machine_pose(&rig.site, 0).p.x, stuck, 0.1);
        assert_true(look(veh_forest_soil).slip > 0.9);
        finish();
    }
    ter_ground_finish(&soil);
}

// ---- tracks ----

static double mass(void) {
    return weight() / gravity;
}

// [m] How far a loaded forwarder drives into the bog in a minute, and its mass [kg].
static double way_into(const struct ter_ground *soil, double edge, const char *tracks, double *kg) {
    load_changed("forwarder", "tracks: 0", tracks);
    load_evenly();
    assert_true(
        veh_rig_init(&rig, &(struct veh_rig_def){.machine = &def, .cone_index = veh_forest_soil}));
    *kg = mass();
    rig.site.def.soil.map = soil;
    rig.levers.value[VEH_DIFF_LOCK] = 1.0;
    veh_rig_run(&rig, 2.0);
    drive_to(edge + 20.0, 0.4, 60.0);
    const double x = veh_machine_pose(&rig.site, 0).p.x;
    finish();
    return x - edge;
}

// At 220 kPa the loaded wheels have a mobility number of 4.2: 0.31 of traction at a slip of 0.3
// against 0.35 of resistance. Those with tracks have one of 6.5: 0.42 against 0.28.
static void tracks_carry_a_load_through_a_bog(void **state) {
    (void)state;
    const double edge = 6.0; // [m]
    struct ter_ground soil;
    double bare, tracked;
    make_bog(&soil, edge, 220e3);
    assert_true(way_into(&soil, edge, "tracks: 0", &bare) < 8.0);
    assert_true(way_into(&soil, edge, "tracks: 1", &tracked) >= 20.0);
    assert_near(tracked - bare, 4e3, 1.0); // four tracks of a ton
    ter_ground_finish(&soil);
}

// ---- pressure ----

// [N/m] By the loads and flattenings of the standing machine's tyres.
static double stiffness_of_tyres(const char *pressure) {
    double load = 0.0, flat = 0.0;
    load_changed("forwarder", "pressure_kpa: 0", pressure);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &def}));
    veh_rig_run(&rig, 5.0);
    const struct veh_machine *m = veh_rig_machine(&rig);
    for (int i = 0; i < m->part_count; i++)
        if (m->parts[i].kind == &veh_part_tyre) {
            const struct veh_tyre_state *tyre = m->parts[i].state;
            load += tyre->load;
            flat += tyre->flat;
        }
    finish();
    return load / flat;
}

// 1000 / (0.365 + 170 / p) kN/m, Saarilahti 2002, except for the ground in series with the tyre.
static void tyres_are_as_stiff_as_their_pressure(void **state) {
    (void)state;
    assert_near(stiffness_of_tyres("pressure_kpa: 0") / 571e3, 1.0, 0.01);
    assert_near(stiffness_of_tyres("pressure_kpa: 250") / 957e3, 1.0, 0.06);
    assert_near(stiffness_of_tyres("pressure_kpa: 400") / 1266e3, 1.0, 0.06);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pull_is_that_of_the_wheels_loads),
        cmocka_unit_test(pull_of_equal_wheels_is_published),
        cmocka_unit_test(limits_on_slopes_are_those_of_statics),
        cmocka_unit_test(wheels_have_three_quarters_of_the_engines_power),
        cmocka_unit_test(a_machine_backs_out_in_time_or_is_stuck),
        cmocka_unit_test(tracks_carry_a_load_through_a_bog),
        cmocka_unit_test(tyres_are_as_stiff_as_their_pressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
