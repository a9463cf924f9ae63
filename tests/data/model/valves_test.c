// Valves in a model file: what bounds the motor, and each mistake at its place.
#include <string.h>

#include "tests/data/model/model_case.h"
#include "vehicles/part/valve.h"

// A post with a boom on a hinge and a cylinder between them, 1 m below the hinge on the post and
// 1 m out on the boom, so its length is 2 m times the sine of half the angle at the hinge, 1.4142 m
// at 90 degrees.
#define CRANE(motor)                                                                               \
    "name: t\ninputs: [{name: boom}, {name: slew}]\nbodies:\n"                                     \
    "  - {name: post, shapes: [{sphere: 0.1, mass: 9}]}\n"                                         \
    "  - {name: boom, position: [2, 0, 1], shapes: [{sphere: 0.1, mass: 9}]}\n"                    \
    "  - {name: barrel, position: [0.2, 0, 0.2], mass: 9, shapes: [{sphere: 0.05, collides: "      \
    "false}]}\n"                                                                                   \
    "  - {name: rod, position: [0.8, 0, 0.8], mass: 9, shapes: [{sphere: 0.05, collides: "         \
    "false}]}\njoints:\n"                                                                          \
    "  - {name: hinge, kind: hinge, parent: post, child: boom, anchor: [0, 0, 1], axis: [0, -1, "  \
    "0], limits_deg: [-30, 30]}\n"                                                                 \
    "  - {name: base, kind: ball, parent: post, child: barrel, anchor: [0, 0, 0]}\n"               \
    "  - {name: slide, kind: prismatic, parent: barrel, child: rod, anchor: [0.5, 0, 0.5], axis: " \
    "[1, 0, 1], motor: {" motor "}}\n"                                                             \
    "  - {name: eye, kind: universal, parent: boom, child: rod, anchor: [1, 0, 1], axis: y, "      \
    "axis2: [1, 0, -1]}\n"
#define LEVER "input: boom, scale: 0.1"
#define PUMP                                                                                       \
    "hydraulics: {displacement_cm3: 100, speed_rpm: 2000, pressure_bar: 250, power_kw: 80}\n"
// The valve's group begins at line 15, column 6.
#define VALVE "valves:\n  - {name: v, joint: slide, pressure_bar: 200, "
#define MODEL "kind: model\n"

static const struct bad_input rows[] = {
    {MODEL CRANE(LEVER), 12, 104, "missing key 'force'"},
    {MODEL CRANE(LEVER) VALVE "rod_mm: 80}\n", 15, 6, "either 'bore_mm' or 'displacement_cm3'"},
    {MODEL CRANE(LEVER) VALVE "displacement_cm3: 80}\n", 15, 6, "expected 'bore_mm'"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, rod_mm: 80}\n", 15, 6, "'rod_mm' is not less"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 0}\n", 15, 57, "'bore_mm' must be greater than 0 mm"},
    {MODEL CRANE("base: 0.1") VALVE "bore_mm: 80}\n", 15, 6, "'input', which is the lever"},
    {MODEL CRANE("mode: servo, kp: 1, speed_max: 1") VALVE "bore_mm: 80}\n", 15, 6,
     "a motor of mode velocity"},
    {MODEL CRANE(LEVER ", force: 9") VALVE "bore_mm: 80}\n", 15, 6, "remove 'force'"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80}\n  - {name: w, joint: slide, pressure_bar: 200, "
                              "bore_mm: 80}\n",
     16, 6, "joint 'slide' is driven twice"},
    // The cylinder is 1 m long at 60 degrees and 1.732 m at 120.
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, hinge: hinge}\n", 15, 6, "needs 'closed_mm'"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, closed_mm: 900}\n", 15, 6, "need 'hinge'"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, hinge: hinge, closed_mm: 900, stroke_mm: 950}\n", 15, 6,
     "would not fit into the barrel"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, hinge: base, closed_mm: 1000, stroke_mm: 735}\n", 15, 6,
     "not a joint of kind hinge"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, hinge: hinge, closed_mm: 1000, stroke_mm: 720}\n", 15,
     6, "is 1000 to 1720 mm long, but the limits of its hinge 'hinge' need 1000 to 1732 mm"},
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80, hinge: hinge, closed_mm: 1010, stroke_mm: 735}\n", 15,
     6, "need 1000 to 1732 mm"},
    // pumps
    {MODEL CRANE(LEVER) VALVE "bore_mm: 80}\nhydraulics: {displacement_cm3: 0, speed_rpm: 2000, "
                              "pressure_bar: 250, power_kw: 80}\n",
     16, 32, "'displacement_cm3' must be greater than 0 cm^3, not 0"},
    {"kind: forwarder\n" CRANE(LEVER) VALVE "bore_mm: 80}\n", 14, 1,
     "'valves' needs the role 'hydraulics'"},
};

static void mistakes_are_named_at_their_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static void bore_and_pressure_bound_the_motor(void **state) {
    (void)state;
    must_read(MODEL CRANE(LEVER) VALVE
              "bore_mm: 100, rod_mm: 60, hinge: hinge, closed_mm: 1000, stroke_mm: 733}\n" PUMP);
    const struct sim_motor *motor = &def.model.joints[2].def.free_axis[0].motor;
    const double area = SIM_PI * 0.05 * 0.05, annulus = SIM_PI * (0.05 * 0.05 - 0.03 * 0.03);
    assert_near(motor->force_high, 200e5 * area, 1e-6);
    assert_near(motor->force_low, -200e5 * annulus, 1e-6);
    const struct veh_valve_def *valve = veh_machine_def_part(&def, &veh_part_valve);
    assert_string_equal(valve->name, "v");
    assert_near(valve->relief_ratio, 1.2, 0.0);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named_at_their_place),
        cmocka_unit_test(bore_and_pressure_bound_the_motor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
