// Machines that nobody touches stand still.
#include <stdio.h>
#include <stdlib.h>

#include "data/exercise/exercise.h"
#include "data/model/read.h"
#include "tests/near.h"
#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

static struct veh_machine_def machine;
static struct dat_exercise exercise;

static void library_path(char *path, size_t size, const char *name) {
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, size, "%s/data/library/%s", root ? root : ".", name);
}

// How far a machine may move [m] and turn [deg] from where it has been put down.
struct slack {
    double way, turn;
};
// On a slope of 20 % its soft tyres give way under the weight, more so on the lower side; measured
// 3.9 cm and 0.72 degrees.
static const struct slack put_down = {0.045, 0.8};
// An exercise begins when that is over.
static const struct slack at_rest = {0.002, 0.04};

// After 2 s to settle on the tyres the machine moves less than 1 cm and 0.1 degrees at any time of
// 60 s; measured 1.2 mm and 0.09 degrees.
static void watch(struct veh_worksite *site, const struct slack *slack) {
    const struct veh_controls hands_off[VEH_MAX_MACHINES] = {0};
    const struct sim_pose start = veh_machine_pose(site, 0);
    struct sim_pose settled = start;
    double way = 0.0, turn = 0.0;
    for (int i = 1; i <= 6200; i++) {
        veh_worksite_step(site, hands_off);
        const struct sim_pose now = veh_machine_pose(site, 0);
        if (i == 200)
            settled = now;
        if (i <= 200)
            continue;
        way = fmax(way, sim_length(sim_sub(now.p, settled.p)));
        turn = fmax(turn, sim_length(sim_quat_log(sim_quat_mul(now.q, sim_quat_conj(settled.q)))));
    }
    const struct sim_pose end = veh_machine_pose(site, 0);
    const struct sim_vec3 all = sim_quat_log(sim_quat_mul(end.q, sim_quat_conj(start.q)));
    assert_near(way, 0.0, 0.01);
    assert_near(turn * 180.0 / SIM_PI, 0.0, 0.1);
    assert_near(sim_length(sim_sub(end.p, start.p)), 0.0, slack->way);
    assert_near(sim_length(all) * 180.0 / SIM_PI, 0.0, slack->turn);
    assert_near(site->max_joint_error, 0.0, 0.01);
}

static void take_locks_off(struct veh_machine_def *def) {
    int kept = 0;
    for (int i = 0; i < def->part_count; i++)
        if (def->parts[i].kind == &veh_part_lock)
            free(def->parts[i].def);
        else
            def->parts[kept++] = def->parts[i];
    def->part_count = kept;
}

// On a plane that rises by rise_x and rise_y per metre.
static void stand(const char *name, double rise_x, double rise_y, bool locks) {
    char path[512];
    struct dat_diagnostics d;
    library_path(path, sizeof path, name);
    assert_true(dat_load_model(path, &machine, &d));
    if (!locks)
        take_locks_off(&machine);
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 61, 61, -30.0, -30.0, 1.0));
    for (int r = 0; r < 61; r++)
        for (int c = 0; c < 61; c++)
            ground.heights[r * 61 + c] = rise_x * (c - 30.0) + rise_y * (r - 30.0);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &ground;
    struct veh_worksite site;
    assert_true(veh_worksite_init(&site, &def));
    assert_int_equal(veh_worksite_add_machine(&site, &machine, 0.0, 0.0, 0.0), 0);
    watch(&site, &put_down);
    veh_worksite_finish(&site);
    ter_ground_finish(&ground);
    veh_machine_def_finish(&machine);
}

// A plane that rises along x comes on top of the site.
static void tilt(double slope) {
    struct ter_ground *g = &exercise.site.ground;
    for (int i = 0; i < g->field.rows * g->field.columns; i++)
        g->heights[i] += slope * g->field.spacing * (i % g->field.columns);
    for (int i = 0; i < exercise.site.stand.count; i++) {
        struct ter_tree *tree = &exercise.site.stand.trees[i];
        tree->position.z += slope * (tree->position.x - g->field.x0);
    }
}

// Where the exercise begins: on the road of the site, which then rises along x by that per metre.
static void stand_on_site(const char *name, bool locks, double slope) {
    char path[512], file[64];
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct veh_worksite site;
    (void)snprintf(file, sizeof file, "exercises/%s.yaml", name);
    library_path(path, sizeof path, file);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    tilt(slope);
    if (!locks)
        take_locks_off(&exercise.machine);
    assert_true(dat_exercise_start(&exercise, &site, &problem));
    watch(&site, &at_rest);
    veh_worksite_finish(&site);
    dat_exercise_finish(&exercise);
}

static void harvester_stands_on_the_level(void **state) {
    (void)state;
    stand("machines/harvester.yaml", 0.0, 0.0, true);
}
static void harvester_stands_on_a_side_slope(void **state) {
    (void)state;
    stand("machines/harvester.yaml", 0.0, 0.2, true);
}
static void harvester_stands_uphill_without_locks(void **state) {
    (void)state;
    stand("machines/harvester.yaml", 0.2, 0.0, false);
}
static void forwarder_stands_on_the_level(void **state) {
    (void)state;
    stand("machines/forwarder.yaml", 0.0, 0.0, true);
}
static void forwarder_stands_on_a_side_slope_without_locks(void **state) {
    (void)state;
    stand("machines/forwarder.yaml", 0.0, 0.2, false);
}

static void harvester_stands_downhill(void **state) {
    (void)state;
    stand("machines/harvester.yaml", -0.2, 0.0, true);
}
static void forwarder_stands_uphill(void **state) {
    (void)state;
    stand("machines/forwarder.yaml", 0.2, 0.0, true);
}
static void harvester_stands_on_the_road(void **state) {
    (void)state;
    stand_on_site("first-harvest", true, 0.0);
    stand_on_site("first-harvest", false, 0.0);
    stand_on_site("first-harvest", true, 0.2);
}
static void forwarder_stands_on_the_road(void **state) {
    (void)state;
    stand_on_site("first-load", true, 0.0);
    stand_on_site("first-load", false, 0.0);
    stand_on_site("first-load", true, 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harvester_stands_on_the_level),
        cmocka_unit_test(harvester_stands_on_a_side_slope),
        cmocka_unit_test(harvester_stands_uphill_without_locks),
        cmocka_unit_test(forwarder_stands_on_the_level),
        cmocka_unit_test(forwarder_stands_on_a_side_slope_without_locks),
        cmocka_unit_test(harvester_stands_downhill),
        cmocka_unit_test(forwarder_stands_uphill),
        cmocka_unit_test(harvester_stands_on_the_road),
        cmocka_unit_test(forwarder_stands_on_the_road),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
