// How the shipped machines pull on the rig, against Brixius's equations.

#include "tests/data/machine_stand.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/tyre.h"
#include "vehicles/rig/rig.h"

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
        machine_load(machines[m], &def);
        for (double share = 0.8; share > 0.5; share -= 0.2) {
            check_pull(&def, 800e3, share);
            check_pull(&def, 500e3, share);
        }
        veh_machine_def_finish(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_pull_no_more_than_brixius_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
