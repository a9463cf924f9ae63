// Counters of a picture against what its scene consists of.
#include "ui/gl/counts.h"

#include <stdio.h>
#include <string.h>

#include <glad/gl.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"

enum {
    BOX_TRIANGLES = 6 * 2 + 12 * 2 + 8, // faces, bevelled edges, corners
    SHARP_BOX_TRIANGLES = 6 * 2,        // bevels narrower than half a pixel, or half a texel
    PASSES = 2                          // the picture and the shadow
};

static struct off_screen screen;

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    const struct ui_gl_quality quality = off_screen_quality(256);
    return !off_screen_make(&screen, &quality, 64, 36);
}

static int tear_down(void **state) {
    (void)state;
    off_screen_finish(&screen);
    return 0;
}

static struct ui_gl_counts counts_of(const struct ui_scene *scene) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 0.0, 2.0));
    (void)ui_gl_counts_take();
    assert_true(tests_picture(screen.renderer, scene, &camera, NULL, &screen.target));
    ui_gl_wait();
    return ui_gl_counts_take();
}

static void add_box_at(struct ui_scene *scene, enum ui_look look, double x, double y) {
    struct ui_primitive box = ui_box(sim_vec3(0.5, 0.5, 0.5), (const float[3]){0.5F, 0.5F, 0.5F});
    box.look = look;
    box.pose.p = sim_vec3(x, y, 2.0);
    assert_true(ui_scene_add_primitive(scene, &box));
}

static void add_box(struct ui_scene *scene, enum ui_look look, double y) {
    add_box_at(scene, look, 10.0, y);
}

// A box is drawn once to be seen and once for its shadow. A second one of the same material goes
// into the same two calls, one of another material needs one more: shadows show none.
static void boxes_add_their_triangles(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    const struct ui_gl_counts none = counts_of(&scene);
    add_box(&scene, UI_LOOK_PAINT, 0.0);
    const struct ui_gl_counts one = counts_of(&scene);
    add_box(&scene, UI_LOOK_PAINT, 2.0);
    const struct ui_gl_counts two = counts_of(&scene);
    add_box(&scene, UI_LOOK_STEEL, 4.0);
    const struct ui_gl_counts three = counts_of(&scene);

    assert_int_equal(one.triangles - none.triangles, PASSES * SHARP_BOX_TRIANGLES);
    assert_int_equal(two.triangles - one.triangles, PASSES * SHARP_BOX_TRIANGLES);
    assert_int_equal(three.triangles - two.triangles, PASSES * SHARP_BOX_TRIANGLES);
    assert_int_equal(one.shadows - none.shadows, SHARP_BOX_TRIANGLES);
    assert_int_equal(one.draws - none.draws, PASSES);
    assert_int_equal(two.draws, one.draws);
    assert_int_equal(three.draws - two.draws, 1);
    assert_int_equal(two.bytes - one.bytes, PASSES * sizeof(struct ui_gl_instance));
    ui_scene_finish(&scene);
}

// Near the eye its edges are drawn; behind the eye it only casts a shadow.
static void detail_is_for_what_is_seen(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    const struct ui_gl_counts none = counts_of(&scene);
    add_box_at(&scene, UI_LOOK_PAINT, 2.0, 0.0);
    const struct ui_gl_counts near = counts_of(&scene);
    add_box_at(&scene, UI_LOOK_STEEL, -4.0, 0.0);
    const struct ui_gl_counts behind = counts_of(&scene);
    assert_int_equal(near.triangles - none.triangles, BOX_TRIANGLES + SHARP_BOX_TRIANGLES);
    assert_int_equal(behind.triangles - near.triangles, SHARP_BOX_TRIANGLES);
    assert_int_equal(behind.draws, near.draws);
    ui_scene_finish(&scene);
}

// Glass casts no shadow.
static void a_pane_is_drawn_once(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    const struct ui_gl_counts none = counts_of(&scene);
    add_box(&scene, UI_LOOK_GLASS, 0.0);
    const struct ui_gl_counts one = counts_of(&scene);
    assert_int_equal(one.triangles - none.triangles, BOX_TRIANGLES);
    assert_int_equal(one.draws - none.draws, 1);
    ui_scene_finish(&scene);
}

// The cab around the eye: where panes nearer than 1 m are left out, one at 10 m is not.
static void panes_round_the_eye_are_left_out(void **state) {
    (void)state;
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.shadow_size = 0;
    quality.samples = 0;
    quality.panes = 1.0;
    struct ui_gl_renderer *kept = screen.renderer;
    screen.renderer = ui_gl_renderer_create(&quality);
    assert_non_null(screen.renderer);
    struct ui_scene scene;
    ui_scene_init(&scene);
    const struct ui_gl_counts none = counts_of(&scene);
    add_box(&scene, UI_LOOK_GLASS, 0.0);
    assert_int_equal(counts_of(&scene).draws - none.draws, 1);
    scene.primitives.items[0].pose.p = sim_vec3(0.9, 0.0, 2.0);
    assert_int_equal(counts_of(&scene).draws - none.draws, 0);
    ui_scene_finish(&scene);
    ui_gl_renderer_destroy(screen.renderer);
    screen.renderer = kept;
}

// The sky covers each pixel once, a box before it those that it covers, and its shadow is drawn,
// too.
static void samples_are_those_that_pass(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    ui_gl_samples_begin();
    (void)counts_of(&scene);
    const long sky = ui_gl_samples_end();
    assert_int_equal(sky, screen.target.width * screen.target.height);
    ui_scene_finish(&scene);
}

// Trees that stand are sent once, three texels each; after that a picture names those that it
// shows. One that moves is sent again.
static void standing_trees_are_sent_once(void **state) {
    (void)state;
    enum { TREES = 600, SIDE = 30 };
    const long tree_bytes = 48, name_bytes = 4;
    struct ui_scene scene;
    int drawn[3];
    ui_scene_init(&scene);
    for (int i = 0; i < TREES; i++) {
        struct ui_tree tree = {.species = (enum ui_species)(i % UI_SPECIES_COUNT),
                               .dbh = 0.3,
                               .height = 20.0,
                               .crown_base = 8.0,
                               .crown_width = 4.0};
        tree.pose = sim_pose_identity();
        tree.pose.p = sim_vec3(6.0 * (i % SIDE) - 60.0, 6.0 * (double)(i / SIDE) - 60.0, 0.0);
        assert_true(ui_scene_add_tree(&scene, &tree));
    }
    scene.tree_revision = 77;
    const struct ui_gl_counts first = counts_of(&scene), second = counts_of(&scene);
    ui_gl_renderer_tree_counts(screen.renderer, drawn);
    const int seen = drawn[0] + drawn[1] + drawn[2];
    assert_true(seen > 50 && seen < 2 * TREES / 3);
    assert_true(first.bytes - second.bytes >= TREES * tree_bytes);
    assert_true(second.bytes < (seen + TREES) * name_bytes + 4096);
    scene.trees.items[0].moving = true;
    scene.tree_revision++;
    (void)counts_of(&scene);
    const struct ui_gl_counts moving = counts_of(&scene);
    fprintf(stderr, "Q %ld %ld %ld seen %d\n", first.bytes, second.bytes, moving.bytes, seen);
    assert_in_range(moving.bytes - second.bytes, tree_bytes - 2 * name_bytes,
                    tree_bytes + 3 * name_bytes);
    ui_scene_finish(&scene);
}

static struct ui_gl_program_counts find_program(const char *name) {
    struct ui_gl_program_counts list[UI_GL_MOST_PROGRAMS];
    const int count = ui_gl_counts_programs(list);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i];
    return (struct ui_gl_program_counts){.name = ""};
}

static void draw_counted(const struct ui_scene *scene) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 0.0, 2.0));
    (void)ui_gl_counts_take();
    ui_gl_samples_begin();
    assert_true(tests_picture(screen.renderer, scene, &camera, NULL, &screen.target));
    (void)ui_gl_samples_end();
}

// The sky's one triangle passes where no box hides it, a wall all over the picture hides it wholly.
static void programs_count_their_own(void **state) {
    (void)state;
    char paint[32];
    (void)snprintf(paint, sizeof paint, "primitive LOOK %d", UI_LOOK_PAINT);
    const long pixels = (long)screen.target.width * screen.target.height;
    struct ui_scene scene;
    ui_scene_init(&scene);
    draw_counted(&scene);
    const struct ui_gl_program_counts sky = find_program("sky");
    assert_int_equal(sky.samples, pixels);
    assert_int_equal(sky.draws, 1);
    assert_int_equal(find_program("primitive SHADOW").draws, 0);
    add_box_at(&scene, UI_LOOK_PAINT, 4.0, 0.0);
    scene.primitives.items[0].half = sim_vec3(0.5, 20.0, 20.0);
    draw_counted(&scene);
    assert_int_equal(find_program("sky").samples, 0);
    assert_int_equal(find_program("primitive SHADOW").draws, 1);
    assert_int_equal(find_program(paint).samples, pixels);
    ui_scene_finish(&scene);
}

// A buffer, a texture with its smaller pictures, and a target of colour and depth.
static void memory_is_that_of_all_objects(void **state) {
    (void)state;
    enum { SIDE = 64, MIPMAP = (4 * SIDE * SIDE - 1) / 3, BUFFER = 1000 };
    static const unsigned char grey[4 * SIDE * SIDE] = {128};
    const long before = ui_gl_memory();
    unsigned texture = ui_gl_texture(SIDE, SIDE, grey, true), buffer = 0;
    assert_int_equal(ui_gl_memory() - before, 4 * MIPMAP);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ui_gl_upload(GL_ARRAY_BUFFER, BUFFER, NULL, GL_STATIC_DRAW);
    assert_int_equal(ui_gl_memory() - before, 4 * MIPMAP + BUFFER);
    struct ui_gl_target target = {0};
    assert_true(ui_gl_target_make(&target, 30, 20, 0));
    assert_int_equal(ui_gl_memory() - before, 4 * MIPMAP + BUFFER + 8 * 30 * 20);
    ui_gl_target_finish(&target);
    glDeleteBuffers(1, &buffer);
    glDeleteTextures(1, &texture);
    assert_int_equal(ui_gl_memory(), before);
}

// The sky looks for its clouds twice in every pixel.
static void lookups_are_shown(void **state) {
    (void)state;
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.shadow_size = quality.samples = 0;
    struct ui_gl_renderer *kept = screen.renderer;
    ui_gl_count_lookups(true);
    screen.renderer = ui_gl_renderer_create(&quality);
    ui_gl_count_lookups(false);
    assert_non_null(screen.renderer);
    struct ui_scene scene;
    ui_scene_init(&scene);
    (void)counts_of(&scene);
    static unsigned char rgb[3 * 64 * 36];
    ui_gl_target_read(&screen.target, rgb);
    for (size_t i = 0; i < sizeof rgb; i++)
        assert_int_equal(rgb[i], i % 3 == 0 ? 2 : 0);
    ui_scene_finish(&scene);
    ui_gl_renderer_destroy(screen.renderer);
    screen.renderer = kept;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_add_their_triangles),
        cmocka_unit_test(detail_is_for_what_is_seen),
        cmocka_unit_test(a_pane_is_drawn_once),
        cmocka_unit_test(panes_round_the_eye_are_left_out),
        cmocka_unit_test(memory_is_that_of_all_objects),
        cmocka_unit_test(lookups_are_shown),
        cmocka_unit_test(samples_are_those_that_pass),
        cmocka_unit_test(standing_trees_are_sent_once),
        cmocka_unit_test(programs_count_their_own),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
