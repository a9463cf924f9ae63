// Engine, drive and brakes in a model file: each mistake at its place.
#include <string.h>

#include "tests/data/model/model_case.h"
#include "vehicles/part/brake.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"

// A frame with an axle of two wheels; the group of a part begins in line 16.
#define AXLE(motor, lock)                                                                          \
    "name: t\ninputs: [{name: drive}]\nbodies:\n"                                                  \
    "  - {name: frame, shapes: [{sphere: 0.1, mass: 9}]}\n"                                        \
    "  - {name: l, position: [0, 1, 0], shapes: [{sphere: 0.1, mass: 9}]}\n"                       \
    "  - {name: r, position: [0, -1, 0], shapes: [{sphere: 0.1, mass: 9}]}\n"                      \
    "joints:\n"                                                                                    \
    "  - {name: l, kind: hinge, parent: frame, child: l, anchor: [0, 1, 0], axis: y}\n"            \
    "  - {name: r, kind: hinge, parent: frame, child: r, anchor: [0, -1, 0], axis: y}\n"           \
    "  - {name: b, kind: hinge, parent: l, child: r, anchor: [0, 0, 0], axis: y, brake: {force: "  \
    "1}}\n"                                                                                        \
    "differentials:\n"                                                                             \
    "  - {name: axle, joints: [l, r], ratio: 1, motor: {" motor "}}\n"                             \
    "  - {name: lock, joints: [l, r], ratio: -1, motor: {" lock "}}\n"                             \
    "# parts\n"
#define OF_ANY_KIND AXLE("input: drive, scale: 4, force: 1e4", "force: 1e4")
#define MODEL "kind: model\n" OF_ANY_KIND
#define DRIVE "drive: {body: frame, drive_input: drive, speed_max: 2, "
#define PUMP "pump_cm3: 100, pump_rpm: 2000, "
#define MOTOR "motor_cm3: 200, motor_min_cm3: 80, pressure_bar: 400, "
#define ENGINE "engine: {inertia_kg_m2: 4, "
#define CURVE "torque: [[800, 900], [2000, 1000]], "

static const struct bad_input rows[] = {
    {MODEL ENGINE CURVE "idle_rpm: 900, working_rpm: 900}\n", 16, 1, "'idle_rpm' is not below"},
    {MODEL ENGINE CURVE "working_rpm: 2100}\n", 16, 1, "beyond the last point of 'torque' at 2000"},
    {MODEL ENGINE CURVE "working_rpm: 1800, auxiliary_nm: 950}\n", 16, 1, "at idle speed"},
    {MODEL ENGINE CURVE "working_rpm: 1800, droop: 0}\n", 16, 90, "'droop'"},
    {MODEL ENGINE "working_rpm: 1800}\n", 16, 1, "missing key 'torque'"},
    {MODEL ENGINE "working_rpm: 1800, torque: [[900, 9]]}\n", 16, 47, "has 1 points, expected 2"},
    {MODEL ENGINE "working_rpm: 1800, torque: 900}\n", 16, 55, "a list of pairs"},
    {MODEL ENGINE "working_rpm: 1800, torque: [[900, 9], [800, 9]]}\n", 16, 67,
     "'torque' continues at 800 after 900, expected points in ascending order"},
    {MODEL ENGINE "working_rpm: 1800, torque: [[0, 900], [2000, 9]]}\n", 16, 1, "at standstill"},
    {MODEL DRIVE MOTOR PUMP "axles: [axel]}\n", 16, 149,
     "there is no differential 'axel' (did you mean 'axle'?)"},
    {MODEL DRIVE MOTOR "pump_cm3: 100, axles: [axle]}\n", 16, 1, "the pump gives no flow"},
    {MODEL DRIVE PUMP "axles: [axle]}\n", 16, 1, "needs 'motor_cm3', 'motor_min_cm3'"},
    {MODEL DRIVE PUMP MOTOR "road_speed_max: 1.5, axles: [axle]}\n", 16, 1,
     "gears out of order: 'road_speed_max' is 1.5 m/s"},
    {MODEL DRIVE PUMP "motor_cm3: 50, motor_min_cm3: 80, pressure_bar: 400, axles: [axle]}\n", 16,
     1, "'motor_min_cm3' is above 'motor_cm3'"},
    {MODEL DRIVE PUMP MOTOR "}\n", 16, 1, "a transmission but no 'axles'"},
    {MODEL DRIVE PUMP MOTOR "axles: [lock]}\n", 16, 1,
     "axle 'lock' needs a motor with the drive's"},
    {MODEL DRIVE PUMP MOTOR "axles: [axle], axle_locks: [axle]}\n", 16, 1,
     "axle lock 'axle' needs a motor with a 'force' and no 'input'"},
    {MODEL DRIVE "}\nbrakes: {joints: [b], service_nm: 1, parking_nm: 1}\n", 17, 1,
     "joint 'b' has a 'brake' of its own"},
    {MODEL DRIVE "}\nbrakes: {joints: [], service_nm: 1, parking_nm: 1}\n", 17, 1,
     "'joints' is empty"},
    {MODEL DRIVE "}\nbrakes: {joints: [l], service_nm: 0, parking_nm: 1}\n", 17, 35,
     "'service_nm'"},
    {"kind: forwarder\n" OF_ANY_KIND "brakes: {joints: [l], service_nm: 1, parking_nm: 1}\n", 16, 1,
     "'brakes' needs the role 'drive'"},
};

static void mistakes_are_named_at_their_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static void parts_are_read(void **state) {
    (void)state;
    must_read(MODEL DRIVE PUMP MOTOR
              "axles: [axle], axle_locks: [lock], road_speed_max: 6}\n" ENGINE CURVE
              "working_rpm: 1800}\nbrakes: {joints: [l, r], service_nm: 20, parking_nm: 10}\n");
    const struct veh_engine_def *engine = veh_machine_def_part(&def, &veh_part_engine);
    assert_int_equal(engine->torque.count, 2);
    assert_near(engine->torque.x[1], 2000.0, 0.0);
    assert_near(engine->torque.y[0], 900.0, 0.0);
    assert_near(engine->droop, 0.05, 0.0);
    const struct veh_drive_def *drive = veh_drive_def(&def);
    assert_int_equal(drive->axles.index[0], 0);
    assert_int_equal(drive->axle_locks.index[0], 1);
    assert_near(drive->efficiency, 0.75, 0.0);
    const struct veh_brake_def *brakes = veh_machine_def_part(&def, &veh_part_brake);
    assert_int_equal(brakes->joints.count, 2);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named_at_their_place),
        cmocka_unit_test(parts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
