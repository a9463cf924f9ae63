// A machine of the library with other numbers in its file: what docs/modelling.md says about it.
#include <sys/stat.h>
#include <unistd.h>

#include "tests/data/machine_stand.h"
#include "tests/scratch.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/head.h"

static struct tests_scratch scratch;
static struct veh_machine_def usual, changed;
static struct dat_diagnostics d;

// Reads the machine with one line of its file replaced, beside a link to the library's parts.
static void change(const char *machine, const char *line, const char *other) {
    const char *root = getenv("KRANICH_ROOT");
    char path[1024], here[512], machines[800];
    static char text[65536], edited[65536];
    machine_load(machine, &usual);
    tests_scratch_create(&scratch);
    assert_non_null(getcwd(here, sizeof here));
    (void)snprintf(machines, sizeof machines, "%s/data/library/machines",
                   root != NULL ? root : here);
    (void)snprintf(path, sizeof path, "%s/parts", machines);
    assert_int_equal(symlink(path, tests_scratch_path(&scratch, "parts")), 0);
    (void)snprintf(path, sizeof path, "%s/%s.yaml", machines, machine);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char *at = strstr(text, line);
    assert_non_null(at);
    (void)snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, other,
                   at + strlen(line));
    tests_scratch_write(&scratch, "changed.yaml", edited);
    if (!dat_load_model(tests_scratch_path(&scratch, "changed.yaml"), &changed, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
}

static void finish(void) {
    assert_int_equal(unlink(tests_scratch_path(&scratch, "parts")), 0);
    tests_scratch_remove(&scratch);
    veh_machine_def_finish(&usual);
    veh_machine_def_finish(&changed);
}

static double height_of(const struct veh_machine_def *def, const char *body) {
    return def->model.bodies[sim_model_find_body(&def->model, body)].pose.p.z;
}

static double mass_of(const struct veh_machine_def *def, const char *prefix) {
    double mass = 0.0;
    for (int i = 0; i < def->model.body_count; i++)
        if (strncmp(def->model.bodies[i].name, prefix, strlen(prefix)) == 0)
            mass += sim_model_body_mass(&def->model, &def->model.bodies[i]).mass;
    return mass;
}

// [m/s] of the rim with the lever full out.
static double rim_speed(const struct veh_machine_def *def, double radius) {
    for (int i = 0; i < def->model.differential_count; i++)
        if (strcmp(def->model.differentials[i].name, "carrier.front_axle") == 0)
            return 0.5 * def->model.differentials[i].input_scale * radius;
    fail();
    return 0.0;
}

// 600/55-26.5 instead of 710/45-26.5: 11 mm higher, as fast.
static void another_tyre_is_a_radius(void **state) {
    (void)state;
    static const char *const raised[] = {"carrier.front", "carrier.bogie_rl.beam", "crane.boom",
                                         "crane.grapple.base"};
    change("forwarder", "tyre_radius: 0.656", "tyre_radius: 0.667");
    for (size_t i = 0; i < sizeof raised / sizeof raised[0]; i++)
        assert_near(height_of(&changed, raised[i]) - height_of(&usual, raised[i]), 0.011, 1e-9);
    assert_near(rim_speed(&changed, 0.667), rim_speed(&usual, 0.656), 1e-9);
    finish();
}

static void another_head_is_the_largest_stem(void **state) {
    (void)state;
    change("harvester", "    mount: {parent: crane.telescope_2",
           "    parameters: {cut: 0.44}\n    mount: {parent: crane.telescope_2");
    assert_near(mass_of(&usual, "head."), 1200.0, 1.0);
    assert_near(mass_of(&changed, "head.") / 600.0, 1.0, 0.03);
    assert_near(veh_head_def(&changed)->saw.bar / veh_head_def(&usual)->saw.bar, 0.8, 1e-9);
    finish();
}

// An option: the machine's file mounts it on the frame of its head.
static void a_top_saw_is_mounted_on_the_head(void **state) {
    (void)state;
    change("harvester", "\nsensors:",
           "  - name: top_saw\n    file: parts/top-saw.yaml\n"
           "    position: [10.6210, 0, '${axles + 1.954}']\n"
           "    mount: {parent: head.frame, child: case}\n\nsensors:");
    assert_null(veh_top_saw_def(&usual));
    const struct veh_saw_def *top = veh_top_saw_def(&changed);
    assert_non_null(top);
    assert_near(top->place, 1.4, 1e-9);
    assert_near(mass_of(&changed, "top_saw."), 60.0, 1e-9);
    assert_true(sim_model_find_input(&changed.model, "top_saw") >= 0);
    // The plane of its bar is that far above the saw's.
    const double below = height_of(&changed, "head.saw_bar");
    assert_near(height_of(&changed, "top_saw.bar") - below, top->place, 1e-9);
    finish();
}

// The heaviest harvester's, as wide as its head.
static void a_shipped_head_has_a_top_saw(void **state) {
    (void)state;
    machine_load("harvester-8w", &usual);
    const struct veh_saw_def *top = veh_top_saw_def(&usual);
    assert_non_null(top);
    assert_near(top->place, 1.4 * 0.62 / 0.55, 1e-9);
    assert_near(height_of(&usual, "top_saw.bar") - height_of(&usual, "head.saw_bar"), top->place,
                1e-9);
    // With it the head weighs what heads of its size weigh.
    assert_near(mass_of(&usual, "head.") + mass_of(&usual, "top_saw."), 1350.0, 1.0);
    veh_machine_def_finish(&usual);
}

static void another_grapple_is_its_area(void **state) {
    (void)state;
    change("forwarder", "grapple_area: 0.28", "grapple_area: 0.36");
    // Masses of plates grow with the area.
    assert_near(mass_of(&changed, "crane.grapple.") / mass_of(&usual, "crane.grapple."),
                0.36 / 0.28, 1e-9);
    finish();
}

// Put down on level ground the machine stays where it is: its file has the axles as high as the
// tyres leave them, also below the weight of tracks.
static void tracks_begin_at_their_height(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "harvester-thinning", "harvester-8w",
                                           "forwarder", "forwarder-18t"};
    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++) {
        change(machines[m], "tracks: 0", "tracks: 1");
        struct machine_stand stand = {0};
        machine_stand_ground(&stand);
        assert_int_equal(veh_worksite_add_machine(&stand.site, &changed, 0.0, 0.0, 0.0), 0);
        const struct sim_vec3 from = veh_machine_pose(&stand.site, 0).p;
        machine_stand_run(&stand, 6.0);
        assert_near(veh_machine_pose(&stand.site, 0).p.z - from.z, 0.0, 0.01);
        veh_worksite_finish(&stand.site);
        ter_ground_finish(&stand.ground);
        finish();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_tyre_is_a_radius),
        cmocka_unit_test(another_head_is_the_largest_stem),
        cmocka_unit_test(a_top_saw_is_mounted_on_the_head),
        cmocka_unit_test(a_shipped_head_has_a_top_saw),
        cmocka_unit_test(another_grapple_is_its_area),
        cmocka_unit_test(tracks_begin_at_their_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
