// Parameters and expressions in model files.
#include <string.h>

#include "data/model/read.h"
#include "tests/scratch.h"

#define HEAD "kind: model\nname: test\n" // the next line is the third

static struct dat_diagnostics d;
static struct veh_machine_def def;

static bool read_text(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

static void expressions_are_numbers(void **state) {
    (void)state;
    static const char text[] = HEAD "parameters:\n"
                                    "  width: ${2 * radius}\n" // refers to a later one
                                    "  radius: 0.3\n"
                                    "bodies:\n"
                                    "  - name: a\n"
                                    "    mass: ${10 * width}\n"
                                    "    position: [0, '${-width}', \"${max(1, radius)}\"]\n"
                                    "    shapes:\n"
                                    "      - sphere: ${radius}\n";
    if (!read_text(text)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the text was refused");
    }
    assert_near(def.model.bodies[0].pose.p.y, -0.6, 0.0);
    assert_near(def.model.bodies[0].pose.p.z, 1.0, 0.0);
    assert_near(def.model.shapes[0].radius[0], 0.3, 0.0);
    assert_near(def.model.shapes[0].mass, 6.0, 0.0);
    veh_machine_def_finish(&def);
}

static void mistakes_have_a_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *words;
        int errors;
    } rows[] = {
        {HEAD "parameters: {a: 1}\nbodies:\n  - name: b\n    mass: ${aa + 1}\n", 6, 11,
         "there is no parameter 'aa' (did you mean 'a'?) in '${aa + 1}'", 1},
        {HEAD "bodies:\n  - name: b\n    mass: ${c}\n", 5, 11, "there is no parameter 'c'", 1},
        {HEAD "parameters:\n  a: ${b}\n  b: ${a}\n", 5, 6, "the parameter 'a' depends on itself",
         1},
        {HEAD "parameters:\n  a: ${1 / 0}\n", 4, 6, "division by zero in '${1 / 0}'", 1},
        {HEAD "parameters:\n  a: wide\n", 4, 6, "'a' must be a number, found 'wide'", 1},
        {HEAD "parameters:\n  a-b: 1\n", 4, 3, "'a-b' must begin with a letter", 1},
        {HEAD "parameters: 3\n", 3, 13, "'parameters' must be a group of names", 1},
        {HEAD "parameters:\n  a: 1 ${2}\n", 4, 6, "must be a single expression", 1},
        {HEAD "parameters:\n  a: ${2\n", 4, 6, "must be a single expression", 1},
        {HEAD "bodies:\n  - name: b\n    mass: ${-2}\n", 5, 11, "must be greater than 0 kg, not -2",
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bool ok = read_text(rows[i].text);
        if (ok || d.errors != rows[i].errors || d.item[0].line != rows[i].line ||
            d.item[0].column != rows[i].column || strstr(d.item[0].text, rows[i].words) == NULL) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("row %zu: expected %d:%d \"%s\"", i, rows[i].line, rows[i].column,
                     rows[i].words);
        }
    }
}

static const char wheel[] = "kind: part\nname: wheel\nparameters: {radius: 0.5, width: 0.2}\n"
                            "bodies:\n  - name: rim\n    mass: ${100 * width}\n    shapes:\n"
                            "      - sphere: ${radius}\n";

static void part_takes_the_parameters_of_its_user(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "wheel.yaml", wheel);
    tests_scratch_write(&scratch, "cart.yaml",
                        HEAD "parameters: {size: 0.4}\nparts:\n"
                             "  - {name: left, file: wheel.yaml}\n"
                             "  - {name: right, file: wheel.yaml, position: [0, 5, 0], "
                             "parameters: {radius: '${2 * size}'}}\n");
    if (!dat_load_model(tests_scratch_path(&scratch, "cart.yaml"), &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the file was refused");
    }
    assert_near(def.model.shapes[0].radius[0], 0.5, 0.0);
    assert_near(def.model.shapes[1].radius[0], 0.8, 0.0);
    assert_near(def.model.shapes[1].mass, 20.0, 0.0);
    veh_machine_def_finish(&def);
    tests_scratch_write(&scratch, "cart.yaml",
                        HEAD "parts:\n  - {name: left, file: wheel.yaml, parameters: {size: 1}}\n");
    assert_false(dat_load_model(tests_scratch_path(&scratch, "cart.yaml"), &def, &d));
    assert_int_equal(d.item[0].line, 4);
    assert_int_equal(d.item[0].column, 49);
    assert_non_null(strstr(d.item[0].text, "there is no parameter 'size' in 'wheel.yaml'"));
    tests_scratch_remove(&scratch);
}

// Evaluation nests as deep as parameters need each other.
static void long_chains_of_parameters_are_refused(void **state) {
    (void)state;
    for (int length = 19; length <= 59; length += 40) {
        char text[4096];
        int at = snprintf(text, sizeof text, HEAD "parameters:\n");
        for (int i = 0; i < length; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, "  p%d: ${p%d}\n", i, i + 1);
        (void)snprintf(text + at, sizeof text - (size_t)at, "  p%d: 1\n", length);
        const bool read = read_text(text);
        assert_int_equal(read, length < 20);
        veh_machine_def_finish(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_chains_of_parameters_are_refused),
        cmocka_unit_test(expressions_are_numbers),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(part_takes_the_parameters_of_its_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
