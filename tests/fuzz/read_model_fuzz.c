// Reads any bytes as a model file; an accepted model must be finite, refer to nothing outside its
// arrays, and take a step.
#include "data/model/read.h"
#include "tests/fuzz/text.h"

static void check(const struct veh_machine_def *def) {
    const struct sim_model *model = &def->model;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_model_body *body = &model->bodies[i];
        if (!sim_vec3_finite(body->pose.p) ||
            body->first_shape + body->shape_count > model->shape_count)
            abort();
    }
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        if (joint->child < 0 || joint->child >= model->body_count ||
            joint->parent >= model->body_count || joint->lock_input >= model->input_count)
            abort();
        for (int k = 0; k < SIM_JOINT_AXES; k++)
            if (joint->input[k] >= model->input_count ||
                joint->brake_input[k] >= model->input_count)
                abort();
    }
}

static void simulate(const struct sim_model *model) {
    if (model->body_count > 20 || model->shape_count > 40)
        return;
    struct sim_world *world = sim_world_create(&model->world);
    struct sim_instance instance;
    if (world != NULL && sim_instance_create(&instance, world, model, sim_pose_identity())) {
        sim_instance_apply(&instance);
        sim_world_step(world);
        sim_instance_finish(&instance);
    }
    sim_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct veh_machine_def def;
    static struct dat_diagnostics d;
    char *text = fuzz_text(data, size, "fuzz.yaml", &d);
    if (text == NULL)
        return 0;
    const int accepted = dat_read_model(text, "fuzz.yaml", NULL, &def, &d);
    fuzz_check_result(accepted, &d);
    if (accepted) {
        check(&def);
        simulate(&def.model);
        veh_machine_def_finish(&def);
    }
    free(text);
    return 0;
}
