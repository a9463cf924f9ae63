// Tyres and levels in a model file: each mistake at its place.
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static struct dat_diagnostics d;
static struct veh_machine_def def;

static bool read_text(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

// A frame, a wheel of that radius beside a fender that begins 0.7 m behind its axle, and a cradle
// that leans to the sides. The parts begin in line 16.
#define CARRIER(radius, leans)                                                                     \
    "kind: model\nname: t\nbodies:\n"                                                              \
    "  - {name: frame, position: [0, 0, 1], shapes: [{box: [1, 0.2, 0.2], mass: 9}]}\n"            \
    "  - name: wheel\n    position: [0, 1, 1]\n    shapes:\n"                                      \
    "      - {cylinder: {from: [0, -0.3, 0], to: [0, 0.3, 0], radius: " radius "}, mass: 9}\n"     \
    "  - {name: fender, position: [-0.9, 1, 1], shapes: [{box: [0.4, 0.6, 0.6], mass: 9}]}\n"      \
    "  - {name: cradle, position: [0, 0, 2], shapes: [{sphere: 0.1, mass: 9}]}\n"                  \
    "joints:\n"                                                                                    \
    "  - {name: wheel, kind: hinge, parent: frame, child: wheel, axis: y}\n"                       \
    "  - {name: fender, kind: rigid, parent: frame, child: fender}\n"                              \
    "  - {name: lean, kind: hinge, parent: frame, child: cradle, axis: x, " leans                  \
    "motor: {mode: velocity, force: 9}}\n# parts\n"
#define TYRE "tyres:\n  - {name: tyre, wheel: wheel, width: 0.6, section_height: 0.3, diameter: "
#define LEVEL "levels:\n  - {name: lean, joint: lean, body: cradle}\n"

static const struct {
    const char *text;
    int line, column;
    const char *words;
} rows[] = {
    {CARRIER("0.75", "") TYRE "1.5}\n", 17, 6,
     "the tyre is larger than its wheel house: it reaches 0.05 m into 'fender'"},
    {CARRIER("0.6", "") TYRE "1.5}\n", 17, 6, "the tyre is 0.6 m wide with a diameter of 1.5 m"},
    {CARRIER("0.6", "limits_deg: [-21, 20], ") LEVEL, 17, 6,
     "the hinge tilts by -21 to 20 degrees, expected at most 20 to either side"},
    {CARRIER("0.6", "limits_deg: [-20, 30], ") LEVEL, 17, 6, "tilts by -20 to 30 degrees"},
    {CARRIER("0.6", "") LEVEL, 17, 6, "the hinge needs 'limits_deg'"},
};

static void mistakes_are_named_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (read_text(rows[i].text))
            fail_msg("expected '%s'", rows[i].words);
        const bool same = d.errors == 1 && d.item[0].line == rows[i].line &&
                          d.item[0].column == rows[i].column &&
                          strstr(d.item[0].text, rows[i].words) != NULL;
        if (!same) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("expected only %d:%d '%s'", rows[i].line, rows[i].column, rows[i].words);
        }
    }
}

static void what_fits_is_read(void **state) {
    (void)state;
    if (!read_text(CARRIER("0.69", "limits_deg: [-20, 20], ") TYRE "1.38}\n" LEVEL)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named_at_their_place),
        cmocka_unit_test(what_fits_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
