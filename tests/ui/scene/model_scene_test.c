// Contents and camera of a picture of a model, without drawing it.
#include "ui/scene/model_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "sim/shape/mesh.h"
#include "tests/near.h"
#include "ui/scene/model_marks.h"

struct fixture {
    struct veh_machine_def def;
    struct dat_diagnostics d;
    struct sim_world *world;
    struct sim_instance instance;
    struct ui_model_frame frame;
};

// A boom of 3 m on a pillar, on a fixed plate of the given size.
static const char text[] = "kind: model\n"
                           "name: Boom\n"
                           "bodies:\n"
                           "  - name: ground\n"
                           "    fixed: true\n"
                           "    shapes: [{box: [%s, %s, 1], position: [0, 0, -0.5]}]\n"
                           "  - name: pillar\n"
                           "    fixed: true\n"
                           "    shapes: [{box: [0.2, 0.2, 1.5], position: [0, 0, 0.75]}]\n"
                           "  - name: boom\n"
                           "    position: [0, 0, 1.5]\n"
                           "    mass: 100\n"
                           "    shapes: [{box: [3, 0.1, 0.2], position: [1.5, 0, 0]}]\n"
                           "joints:\n"
                           "  - {name: hinge, kind: hinge, parent: pillar, child: boom, axis: y}\n";

static void load(struct fixture *f, const char *plate) {
    char model[sizeof text + 32];
    (void)snprintf(model, sizeof model, text, plate, plate);
    dat_diagnostics_init(&f->d, "boom.yaml", model);
    assert_true(dat_read_model(model, "boom.yaml", NULL, &f->def, &f->d));
    f->world = sim_world_create(&f->def.model.world);
    assert_non_null(f->world);
    assert_true(sim_instance_create(&f->instance, f->world, &f->def.model, sim_pose_identity()));
    assert_true(ui_model_frame_take(&f->frame, &f->instance));
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    return f == NULL;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_model_frame_finish(&f->frame);
    sim_instance_finish(&f->instance);
    sim_world_destroy(f->world);
    veh_machine_def_finish(&f->def);
    free(f);
    return 0;
}

static void a_wide_plate_is_ground_and_a_pillar_is_shown(void **state) {
    struct fixture *f = *state;
    load(f, "40");
    const struct sim_aabb box = ui_model_bounds(&f->def.model, &f->frame);
    assert_near(box.low.x, -0.1, 1e-12); // the pillar's
    assert_near(box.high.x, 3.0, 1e-12); // the boom's
    assert_near(box.low.z, 0.0, 1e-12);
    assert_near(box.high.z, 1.6, 1e-12);
    assert_true(ui_model_has_ground(&f->def.model, &f->frame));
    struct ui_model_scene view;
    ui_model_scene_init(&view, &f->def.model, &f->frame, &box, false);
    assert_false(view.floor); // the model has its own
    assert_true(ui_model_scene_fill(&view, &f->def.model, &f->frame));
    assert_int_equal(view.scene.primitives.count, 3);
    ui_model_scene_finish(&view);
}

static void a_small_plate_is_part_of_the_model(void **state) {
    struct fixture *f = *state;
    load(f, "4");
    const struct sim_aabb box = ui_model_bounds(&f->def.model, &f->frame);
    assert_near(box.low.x, -2.0, 1e-12);
    assert_false(ui_model_has_ground(&f->def.model, &f->frame));
    struct ui_model_scene view;
    ui_model_scene_init(&view, &f->def.model, &f->frame, &box, true);
    assert_true(view.floor);
    assert_near(view.grid, 1.0, 1e-12); // about a fifth of 4 x 4 x 2.6 m
    ui_model_scene_finish(&view);
}

// A cube of triangles is one thing in the picture, at the place of its body.
static void a_mesh_is_shown_as_its_surface(void **state) {
    struct fixture *f = *state;
    struct sim_vec3 corner[8];
    static const int triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                         {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                         {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const char *problem = NULL;
    for (int i = 0; i < 8; i++)
        corner[i] = sim_vec3(i & 1, i >> 1 & 1, i >> 2 & 1);
    struct sim_mesh *mesh = sim_mesh_create(corner, 8, triangles, 12, &problem);
    assert_non_null(mesh);
    load(f, "40");
    f->def.model.shapes[1] = (struct sim_shape){
        .kind = SIM_SHAPE_MESH, .pose = sim_pose_identity(), .mesh = mesh, .collides = true};
    const struct sim_aabb box = ui_model_bounds(&f->def.model, &f->frame);
    struct ui_model_scene view;
    ui_model_scene_init(&view, &f->def.model, &f->frame, &box, false);
    assert_true(ui_model_scene_fill(&view, &f->def.model, &f->frame));
    assert_int_equal(view.scene.primitives.count, 3); // plate, boom, cube
    const struct ui_primitive *p = &view.scene.primitives.items[1];
    assert_int_equal(p->kind, UI_SHAPE_SURFACE);
    assert_ptr_equal(p->mesh, mesh);
    ui_model_scene_finish(&view);
    sim_mesh_destroy(mesh);
}

// All corners of the box lie inside the picture, and one of them at its border less the margin: the
// camera is as near as it can be.
static void the_camera_sees_all_and_no_more(void **state) {
    (void)state;
    static const struct sim_aabb boxes[] = {{{-1.0, -2.0, 0.0}, {7.0, 2.0, 3.0}},
                                            {{0.0, 0.0, -9.0}, {0.2, 0.2, 1.0}},
                                            {{-0.01, -0.01, 0.0}, {0.01, 0.01, 0.01}}};
    for (int i = 0; i < 3 * 24; i++) {
        const struct sim_aabb *box = &boxes[i % 3];
        const struct ui_model_angle angle = {0.27 * i, 1.4 * sin(i), 1.0};
        const double aspect = i % 2 == 0 ? 16.0 / 9.0 : 0.7;
        const struct ui_camera camera = ui_model_camera(box, &angle, aspect);
        const struct ui_view view = ui_view_mono(&camera, aspect);
        double most = 0.0, ndc[3];
        for (int c = 0; c < 8; c++) {
            const struct sim_vec3 p = sim_vec3((c & 1) != 0 ? box->high.x : box->low.x,
                                               (c & 2) != 0 ? box->high.y : box->low.y,
                                               (c & 4) != 0 ? box->high.z : box->low.z);
            assert_true(ui_view_project(&view, p, ndc));
            most = fmax(most, fmax(fabs(ndc[0]), fabs(ndc[1])));
            assert_true(fabs(ndc[2]) <= 1.0); // neither too near nor too far
        }
        assert_near(most, 1.0 / 1.12, 1e-9);
    }
}

static void names_do_not_hide_each_other(void **state) {
    struct fixture *f = *state;
    load(f, "40");
    char problem[128];
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    assert_non_null(font);
    struct ui_canvas canvas = {0};
    const struct sim_aabb box = ui_model_bounds(&f->def.model, &f->frame);
    const struct ui_model_angle angle = ui_default_model_angle();
    const struct ui_camera camera = ui_model_camera(&box, &angle, 16.0 / 9.0);
    // The number of vertices tells whether the name is drawn.
    int vertices[3];
    for (int i = 0; i < 3; i++) {
        const struct ui_model_marks marks = {i > 0, i > 1, 3.5};
        ui_canvas_begin(&canvas, font, 640, 360);
        ui_model_marks_draw(&marks, &f->def.model, &f->frame, &camera, &canvas);
        vertices[i] = canvas.vertices.count;
    }
    assert_int_equal(vertices[0], 0);
    assert_int_equal(vertices[2] - vertices[1], 6 * (1 + (int)strlen("hinge")));
    // On a picture without room for letters no name is drawn.
    for (int i = 1; i < 3; i++) {
        const struct ui_model_marks marks = {true, i > 1, 3.5};
        ui_canvas_begin(&canvas, font, 64, 36);
        ui_model_marks_draw(&marks, &f->def.model, &f->frame, &camera, &canvas);
        vertices[i] = canvas.vertices.count;
    }
    assert_int_equal(vertices[2], vertices[1]);
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_wide_plate_is_ground_and_a_pillar_is_shown, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_small_plate_is_part_of_the_model, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mesh_is_shown_as_its_surface, set_up, tear_down),
        cmocka_unit_test(the_camera_sees_all_and_no_more),
        cmocka_unit_test_setup_teardown(names_do_not_hide_each_other, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
