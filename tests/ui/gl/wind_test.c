// Wind leans trees over, near ones and the pictures of distant ones alike.
#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"

enum { WIDTH = 400, HEIGHT = 400 };

static struct off_screen screen;

static const double tall = 20.0, speed = 10.0; // [m], [m/s]

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    struct ui_gl_quality quality = off_screen_quality(0);
    quality.near_trees = 60.0;
    quality.middle_trees = 100.0;
    return !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    off_screen_finish(&screen);
    return 0;
}

// The middle of what is seen of the tree's top fifth [m] to the right, from so far [m].
static double top(struct ui_scene *scene, double away) {
    static unsigned char rgb[HEIGHT][WIDTH][3];
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(-away, 0.0, 10.0), sim_vec3(0.0, 0.0, 10.0));
    camera.fov_y = 2.0 * atan(12.0 / away); // 24 m from the lower to the upper edge
    assert_true(tests_picture(screen.renderer, scene, &camera, NULL, &screen.target));
    ui_gl_target_read(&screen.target, &rgb[0][0][0]);
    double sum = 0.0;
    int count = 0;
    for (int y = HEIGHT * 18 / 24; y < HEIGHT * 22 / 24; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const bool sky = rgb[y][x][2] > 90;
            sum += sky ? 0.0 : x + 0.5;
            count += !sky;
        }
    }
    assert_true(count > 100);
    return (sum / count / WIDTH - 0.5) * 24.0;
}

static void add_tree(struct ui_scene *scene) {
    const struct ui_tree tree = {.species = UI_SPRUCE,
                                 .pose = sim_pose_identity(),
                                 .dbh = 0.25,
                                 .height = tall,
                                 .crown_base = 6.0,
                                 .crown_width = 4.0};
    assert_true(ui_scene_add_tree(scene, &tree));
    scene->tree_revision++;
}

// 0.6 of what the formula has at a top of 20 m, and up to 0.4 to and fro at 0.27 Hz: over some
// periods the extremes are 0.2 and 1 times 0.4 m, times the mean square of the upper fifth's
// height.
static void check_lean(double away) {
    struct ui_scene scene;
    ui_scene_init(&scene);
    scene.haze = 0.0;
    add_tree(&scene);
    const double still = top(&scene, away);
    double least = HUGE_VAL, most = -HUGE_VAL;
    scene.wind = sim_vec3(0.0, -speed, 0.0); // to the right
    for (int i = 0; i < 24; i++) {
        scene.time = 0.31 * i;
        const double lean = top(&scene, away) - still;
        least = fmin(least, lean);
        most = fmax(most, lean);
    }
    const double full = 2e-4 * speed * speed * tall * 0.81;
    assert_near(most, full, 0.15 * full);
    assert_near(least, 0.2 * full, 0.15 * full);
    ui_scene_finish(&scene);
}

static void a_near_tree_leans(void **state) {
    (void)state;
    check_lean(40.0);
}

static void a_distant_tree_leans_as_far(void **state) {
    (void)state;
    check_lean(120.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_near_tree_leans),
        cmocka_unit_test(a_distant_tree_leans_as_far),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
