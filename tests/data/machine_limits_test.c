// The shipped machines on the rig against statics and Brixius's equations: where they tip over with
// the crane at the side, and how they pull.
// (tests/data/crane_hydraulics_test.c does the same for what their cranes lift.)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/tyre.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static void load(const char *machine, struct veh_machine_def *def) {
    const char *root = getenv("KRANICH_ROOT");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/data/library/machines/%s.yaml", root != NULL ? root : ".",
                   machine);
    struct dat_diagnostics d;
    if (!dat_load_model(path, def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
}

// A tool hangs in the direction of gravity, wherever that is: its weight acts at the tip.
static bool hangs(const char *body) {
    static const char *const tools[] = {"head.", "crane.link", "crane.rotor", "crane.grapple"};
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        if (strncmp(body, tools[i], strlen(tools[i])) == 0)
            return true;
    return false;
}

// [m] Centre of all masses.
static struct sim_vec3 centre(const struct veh_rig *rig, double *mass) {
    const struct sim_model *model = &veh_rig_machine(rig)->def->model;
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    *mass = 0.0;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_body_id body = veh_rig_body(rig, i);
        const double m = sim_body_mass(rig->site.world, body);
        sum = sim_add_scaled(sum,
                             hangs(model->bodies[i].name) ? veh_rig_tip(rig)
                                                          : sim_body_centre(rig->site.world, body),
                             m);
        *mass += m;
    }
    return sim_scale(sum, 1.0 / *mass);
}

// Once the wheels uphill carry nothing, each point downhill is pressed in proportion to its
// distance from the innermost point uphill, and the weight acts where these forces do. By then the
// machine has rolled by so much that its centre has moved there. y grows downhill.
static double tipping_angle(const struct veh_rig *rig, double tyre_stiffness) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(rig->site.world, &contacts);
    double mass, inner = -(double)INFINITY, presses = 0.0, moment = 0.0;
    const struct sim_vec3 c = centre(rig, &mass);
    for (int i = 0; i < count; i++)
        if (contacts[i].point.position.y < 0.0)
            inner = fmax(inner, contacts[i].point.position.y);
    for (int i = 0; i < count; i++) {
        const double y = contacts[i].point.position.y;
        presses += y > 0.0 ? y - inner : 0.0;
        moment += y > 0.0 ? (y - inner) * y : 0.0;
    }
    const double edge = moment / presses;
    double angle = atan((edge - c.y) / c.z);
    const double roll = 9.81 * mass * cos(angle) / (0.5 * tyre_stiffness * presses);
    const struct sim_vec3 side =
        sim_rotate(veh_machine_pose(&rig->site, 0).q, sim_vec3(0.0, 1.0, 0.0));
    const double rolled = -side.z; // at rest, under the crane
    angle = atan((edge - c.y - c.z * (roll - rolled)) / c.z);
    return angle * 180.0 / SIM_PI;
}

static void statics_say_where_machines_tip(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "forwarder"};
    for (int m = 0; m < 2; m++) {
        static struct veh_machine_def def;
        static struct veh_sheet sheet;
        load(machines[m], &def);
        veh_sheet_init(&sheet);
        assert_true(veh_measure_loads.measure(&def, &sheet) &&
                    veh_measure_tip.measure(&def, &sheet));
        const struct veh_curve *curve = &sheet.curve[VEH_CURVE_TIP];
        assert_int_equal(curve->count, 3);
        for (int i = 0; i < curve->count; i++) {
            struct veh_rig rig;
            assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &def}));
            (void)veh_rig_reach_out(&rig, curve->x[i], 0.5 * SIM_PI, 3.0);
            const double expected = tipping_angle(&rig, 1e6 * sheet.figure[VEH_FIGURE_TYRE]);
            assert_near(curve->y[i], expected, 0.05 * expected);
            veh_rig_finish(&rig);
        }
        veh_machine_def_finish(&def);
    }
}

// [N] Net traction of all tyres by Brixius, with the loads and slips that they have now.
static double brixius(const struct veh_rig *rig, double cone_index) {
    const struct veh_machine *machine = veh_rig_machine(rig);
    double traction = 0.0;
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part *part = &machine->parts[i];
        if (part->kind != &veh_part_tyre)
            continue;
        const struct veh_tyre_def *tyre = part->def;
        const struct ter_tyre size = {.width = tyre->width,
                                      .diameter = tyre->diameter,
                                      .section_height = tyre->section_height,
                                      .pressure = 1e3 * tyre->pressure_kpa};
        const double load = veh_rig_support(rig, tyre->wheel);
        const double slip = veh_part_tyre.measures[VEH_TYRE_SLIP].value(&rig->site, part);
        const double mobility = ter_mobility_number(&size, load, cone_index);
        traction += load * (ter_gross_traction(mobility, fabs(slip)) -
                            ter_motion_resistance(mobility, fabs(slip)));
    }
    return traction;
}

// A chain holds the machine back to that share of its speed.
static void check_pull(const struct veh_machine_def *def, double cone_index, double share) {
    struct veh_rig rig;
    assert_true(
        veh_rig_init(&rig, &(struct veh_rig_def){.machine = def, .cone_index = cone_index}));
    rig.levers.value[VEH_DRIVE] = 0.35;
    veh_rig_run(&rig, 6.0);
    const int rear = def->model.joints[veh_drive_def(def)->steer_joint].parent;
    struct sim_vec3 hitch = sim_body_centre(rig.site.world, veh_rig_body(&rig, rear));
    hitch.z = 0.7;
    const struct veh_chain chain =
        veh_rig_chain(&rig, veh_rig_body(&rig, rear), hitch, sim_vec3(-1.0, 0.0, 0.0));
    veh_chain_let_out(&rig, chain, share * veh_machine_speed(&rig.site, 0));
    veh_rig_run(&rig, 4.0);
    double force = 0.0, expected = 0.0;
    for (int i = 0; i < 200; i++) {
        force += veh_chain_mean(&rig, chain, sim_world_step_size(rig.site.world)) / 200.0;
        expected += brixius(&rig, cone_index) / 200.0;
    }
    // No more than the tyres can. The torque of the front axle still chatters from step to step,
    // because each axle gets what the others left in the last one; that costs up to a quarter.
    assert_true(force < 1.05 * expected && force > 0.72 * expected);
    veh_rig_finish(&rig);
}

static void machines_pull_no_more_than_brixius_says(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "forwarder"};
    for (int m = 0; m < 2; m++) {
        static struct veh_machine_def def;
        load(machines[m], &def);
        for (double share = 0.8; share > 0.5; share -= 0.2) {
            check_pull(&def, 800e3, share);
            check_pull(&def, 500e3, share);
        }
        veh_machine_def_finish(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statics_say_where_machines_tip),
        cmocka_unit_test(machines_pull_no_more_than_brixius_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
