#include "sim/model/model.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static void names_are_found(void **state) {
    (void)state;
    struct sim_model model = {0};
    assert_int_equal(sim_model_find_body(&model, "a"), -1);
    model.bodies = calloc(2, sizeof *model.bodies);
    model.joints = calloc(1, sizeof *model.joints);
    model.inputs = calloc(1, sizeof *model.inputs);
    model.sensors = calloc(1, sizeof *model.sensors);
    assert_true(model.bodies && model.joints && model.inputs && model.sensors);
    model.body_count = 2;
    model.joint_count = model.input_count = model.sensor_count = 1;
    strcpy(model.bodies[0].name, "a");
    strcpy(model.bodies[1].name, "part.a");
    strcpy(model.joints[0].name, "j");
    strcpy(model.inputs[0].name, "i");
    strcpy(model.sensors[0].name, "s");
    assert_int_equal(sim_model_find_body(&model, "part.a"), 1);
    assert_int_equal(sim_model_find_body(&model, "part"), -1);
    assert_int_equal(sim_model_find_joint(&model, "j"), 0);
    assert_int_equal(sim_model_find_joint(&model, "a"), -1);
    assert_int_equal(sim_model_find_input(&model, "i"), 0);
    assert_int_equal(sim_model_find_sensor(&model, "s"), 0);
    assert_int_equal(sim_model_find_sensor(&model, ""), -1);
    sim_model_finish(&model);
    assert_null(model.bodies);
    assert_int_equal(sim_model_find_body(&model, "a"), -1);
    sim_model_finish(&model); // twice does no harm
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
