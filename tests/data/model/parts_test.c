// Parts of parts: where their files are found, how their places and parameters are handed on, and
// which files are refused.
#include "data/model/read.h"
#include "tests/data/bad_input.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_diagnostics d;
static struct veh_machine_def def;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return mkdir(tests_scratch_path(&scratch, "parts"), 0700);
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static const char wheel[] = "kind: part\nname: wheel\nparameters: {radius: 0.5, width: 0.2}\n"
                            "bodies:\n  - name: rim\n    position: [0, '${width}', 0]\n"
                            "    mass: ${100 * width}\n    shapes:\n      - sphere: ${radius}\n";
// Its wheels are as far apart as its width says; the file of the wheel is beside it.
static const char axle[] =
    "kind: part\nname: axle\nparameters: {width: 2, radius: 0.4}\nparts:\n"
    "  - {name: left, file: wheel.yaml, position: [0, '${width / 2}', 0],\n"
    "     parameters: {radius: '${radius}'}}\n"
    "  - {name: right, file: wheel.yaml, mirror: true, position: [0, '${-width / 2}', 0],\n"
    "     parameters: {radius: '${2 * radius}', width: '${radius / 4}'}}\n";

static bool load(const char *name) {
    return dat_load_model(tests_scratch_path(&scratch, name), &def, &d);
}

static void must_load(const char *name) {
    if (!load(name)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the file was refused");
    }
}

static struct sim_vec3 place_of(const char *body) {
    const int index = sim_model_find_body(&def.model, body);
    assert_true(index >= 0);
    return def.model.bodies[index].pose.p;
}

static double radius_of(const char *body) {
    const int index = sim_model_find_body(&def.model, body);
    assert_true(index >= 0);
    return def.model.shapes[def.model.bodies[index].first_shape].radius[0];
}

static void assert_place(struct sim_vec3 p, double x, double y, double z) {
    assert_near(sim_length(sim_sub(p, sim_vec3(x, y, z))), 0.0, 1e-12);
}

// Each use of a file has its own values; an expression is one of the file that it is written in,
// where width is the axle's and not the wheel's.
static void parameters_are_handed_on(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "parts/wheel.yaml", wheel);
    tests_scratch_write(&scratch, "parts/axle.yaml", axle);
    tests_scratch_write(&scratch, "cart.yaml",
                        "kind: model\nname: cart\nparameters: {size: 3, radius: 7}\nparts:\n"
                        "  - {name: front, file: parts/axle.yaml, position: [1, 0, 0],\n"
                        "     parameters: {width: '${2 * size}'}}\n"
                        "  - {name: rear, file: parts/axle.yaml, rotation_deg: [0, 0, 90],\n"
                        "     mirror: true, parameters: {radius: '${size / 10}'}}\n");
    must_load("cart.yaml");
    assert_int_equal(def.model.body_count, 4);
    assert_near(radius_of("front.left.rim"), 0.4, 1e-12);
    assert_near(radius_of("front.right.rim"), 0.8, 1e-12);
    assert_near(radius_of("rear.left.rim"), 0.3, 1e-12);
    assert_near(radius_of("rear.right.rim"), 0.6, 1e-12);
    const int narrow = sim_model_find_body(&def.model, "front.right.rim");
    assert_near(def.model.shapes[def.model.bodies[narrow].first_shape].mass, 10.0, 1e-12);
    // The rim is beside its wheel's origin, to the other side in a mirrored one. The rear axle is
    // mirrored, so its left is where the front one's right is, and then turned.
    assert_place(place_of("front.left.rim"), 1.0, 3.0 + 0.2, 0.0);
    assert_place(place_of("front.right.rim"), 1.0, -3.0 - 0.1, 0.0);
    assert_place(place_of("rear.left.rim"), 1.0 + 0.2, 0.0, 0.0);
    assert_place(place_of("rear.right.rim"), -1.0 - 0.075, 0.0, 0.0);
    veh_machine_def_finish(&def);
}

// A parameter may only be set where the file that is named has it, also two files down.
static void unknown_parameters_are_refused_where_they_are_set(void **state) {
    (void)state;
    static const struct bad_input row = {"parts/axle.yaml", 5, 49,
                                         "there is no parameter 'size' in 'wheel.yaml'"};
    tests_scratch_write(&scratch, "parts/wheel.yaml", wheel);
    tests_scratch_write(&scratch, "parts/axle.yaml",
                        "kind: part\nname: axle\nbodies: [{name: b, fixed: true}]\nparts:\n"
                        "  - {name: left, file: wheel.yaml, parameters: {size: 1}}\n");
    tests_scratch_write(&scratch, "cart.yaml",
                        "kind: model\nname: cart\nparts:\n  - {name: a, file: parts/axle.yaml}\n");
    assert_false(load("cart.yaml"));
    assert_reported(&d, &row);
}

static void files_are_found_from_the_file_that_names_them(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"kind: model\nname: t\nparts:\n  - {name: a, file: /etc/passwd}\n", 4, 21,
         "must be a path relative to this file"},
        {"kind: model\nname: t\nparts:\n  - {name: a, file: wheel.yaml}\n", 4, 21, "part file"},
        {"kind: model\nname: t\nparts:\n  - {name: a, file: t.yaml}\n", 4, 21, "a part of itself"},
    };
    tests_scratch_write(&scratch, "parts/wheel.yaml", wheel);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tests_scratch_write(&scratch, "t.yaml", rows[i].text);
        assert_false(load("t.yaml"));
        assert_reported(&d, &rows[i]);
    }
}

// Four levels below the model, and no fifth one.
static void parts_are_nested_four_deep(void **state) {
    (void)state;
    static const struct bad_input row = {"4.yaml", 4, 21, "at most 4 levels deep"};
    for (int deepest = 4; deepest <= 5; deepest++) {
        for (int i = 0; i <= deepest; i++) {
            char name[16], text[160];
            (void)snprintf(name, sizeof name, "%d.yaml", i);
            if (i < deepest)
                (void)snprintf(text, sizeof text,
                               "kind: %s\nname: n\nparts:\n  - {name: p, file: %d.yaml}\n",
                               i == 0 ? "model" : "part", i + 1);
            else
                (void)snprintf(text, sizeof text,
                               "kind: part\nname: n\nbodies: [{name: b, fixed: true}]\n");
            tests_scratch_write(&scratch, name, text);
        }
        const bool loaded = load("0.yaml");
        assert_int_equal(loaded, deepest == 4);
        if (loaded) {
            assert_int_equal(sim_model_find_body(&def.model, "p.p.p.p.b"), 0);
            veh_machine_def_finish(&def);
        } else {
            assert_reported(&d, &row);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_handed_on),
        cmocka_unit_test(unknown_parameters_are_refused_where_they_are_set),
        cmocka_unit_test(files_are_found_from_the_file_that_names_them),
        cmocka_unit_test(parts_are_nested_four_deep),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
