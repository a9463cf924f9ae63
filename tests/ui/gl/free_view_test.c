// How much of the picture the machine hides at the start of each exercise that ships.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"
#include "ui/scene/camera_rig.h"
#include "ui/screen/cab_views.h"

enum { WIDTH = 320, HEIGHT = 180 };

// Part of the middle third of the picture that post and boom of a crane, levers and posts of the
// cab may hide together.
static const double most_hidden = 0.30;

// Primitives farther away than a crane are thrown trees and logs, no parts of the machine, in m.
static const double reach = 12.0;

static struct off_screen screen;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_worksite_scene view;

// A picture of the machine alone that shines red, and the share of red in the middle third.
static double hidden_share(const struct ui_camera *camera) {
    static unsigned char rgb[WIDTH * HEIGHT * 3];
    struct ui_scene *scene = &view.scene;
    int kept = 0, hidden = 0;
    for (int i = 0; i < scene->primitives.count; i++) {
        struct ui_primitive p = scene->primitives.items[i];
        if (p.look == UI_LOOK_GLASS || sim_length(sim_sub(p.pose.p, camera->pose.p)) > reach)
            continue;
        p.look = UI_LOOK_LAMP;
        p.colour[0] = 1.0F;
        p.colour[1] = p.colour[2] = 0.0F;
        scene->primitives.items[kept++] = p;
    }
    scene->primitives.count = kept;
    ui_scene_clear_trees(scene);
    scene->tree_revision++;
    scene->surroundings = false;
    scene->ground_revision++;
    assert_true(tests_picture(screen.renderer, scene, camera, NULL, &screen.target));
    ui_gl_target_read(&screen.target, rgb);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = WIDTH / 3; x < WIDTH - WIDTH / 3; x++) {
            const unsigned char *p = rgb + 3 * (y * WIDTH + x);
            hidden += p[0] > 90 && 2 * p[1] < p[0] && 2 * p[2] < p[0];
        }
    }
    return (double)hidden / (HEIGHT * (WIDTH - 2 * (WIDTH / 3)));
}

// From where the operator looks at the start: from a seat, or nothing is asked.
static double hidden_at_start(const char *name) {
    struct dat_problem trouble = {""};
    struct ui_camera_rig rig;
    double share = 0.0;
    load_shipped(&exercise, name, NULL);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &trouble));
    assert_true(ui_worksite_scene_init(&view, &practice.site, NULL));
    ui_worksite_scene_remember(&view, &practice.site);
    ui_cab_begin_view(&rig, &practice);
    const struct ui_camera camera = ui_camera_rig_update(&rig, &view, &practice.site, 0, 1.0, 0.0);
    if (ui_camera_rig_seat(&rig, &exercise.machine) >= 0) {
        struct ui_view_table views = ui_view_table_of(&camera);
        assert_true(ui_worksite_scene_fill(&view, &practice.site, 1.0, camera.pose.p));
        assert_true(ui_cab_furnish(&view, &practice.site, &rig, 1.0, &views, NULL));
        share = hidden_share(&camera);
        assert_true(share > 0.0); // the crane is seen
    }
    ui_worksite_scene_finish(&view);
    dat_practice_finish(&practice, DAT_STOPPED, &trouble);
    dat_exercise_finish(&exercise);
    return share;
}

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    const struct ui_gl_quality quality = off_screen_quality(0);
    return !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    off_screen_finish(&screen);
    return 0;
}

static void the_middle_third_stays_free(void **state) {
    (void)state;
    struct dat_name_list names;
    struct dat_problem problem = {""};
    int hiding = 0;
    assert_int_equal(dat_library_list(NULL, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < names.count; i++) {
        const double share = hidden_at_start(names.items[i]);
        if (share > most_hidden) {
            print_error("%s hides %.1f %% of the middle third\n", names.items[i], 100.0 * share);
            hiding++;
        }
    }
    assert_int_equal(hiding, 0);
    dat_name_list_finish(&names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_third_stays_free),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
