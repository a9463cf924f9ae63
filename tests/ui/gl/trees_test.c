// A tree fades from one detail to the next pixel by pixel, without a step.
#include <stdlib.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"

enum { WIDTH = 160, HEIGHT = 240, PIXELS = WIDTH * HEIGHT };

typedef unsigned char picture[PIXELS][3];

static struct off_screen screen;
static bool far_normals;

// A renderer paints leaves and bark and takes pictures of all species at first, so one is made per
// quality.
static struct {
    double near_trees, middle_trees;
    bool far_normals;
    struct ui_gl_renderer *renderer;
} made[8];

static int set_up(void **state) {
    (void)state;
    return !off_screen_open(&screen);
}

static int tear_down(void **state) {
    (void)state;
    screen.renderer = NULL; // one of these:
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        ui_gl_renderer_destroy(made[i].renderer);
    off_screen_finish(&screen);
    return 0;
}

static void use_renderer(double near_trees, double middle_trees) {
    struct ui_gl_quality quality = off_screen_quality(0);
    size_t i = 0;
    while (
        made[i].renderer != NULL &&
        (fabs(made[i].near_trees - near_trees) + fabs(made[i].middle_trees - middle_trees) > 1e-9 ||
         made[i].far_normals != far_normals))
        assert_true(++i < sizeof made / sizeof made[0]);
    screen.renderer = made[i].renderer;
    if (screen.renderer != NULL)
        return;
    quality.near_trees = made[i].near_trees = near_trees;
    quality.middle_trees = made[i].middle_trees = middle_trees;
    quality.far_normals = made[i].far_normals = far_normals;
    assert_true(off_screen_make(&screen, &quality, WIDTH, HEIGHT));
    made[i].renderer = screen.renderer;
}

// A tree 30 m away in that light, with meshes as far as that.
static void take_lit(enum ui_species species, double near_trees, double middle_trees,
                     struct sim_vec3 sun, picture out) {
    static unsigned scenes;
    struct ui_scene scene;
    struct ui_camera camera = ui_default_camera();
    const struct ui_tree tree = {.species = species,
                                 .pose = {{30.0, 0.0, 0.0}, sim_quat_identity()},
                                 .dbh = 0.35,
                                 .height = 22.0,
                                 .crown_base = 7.0,
                                 .crown_width = 5.0};
    use_renderer(near_trees, middle_trees);
    ui_scene_init(&scene);
    scene.sun = sim_unit(sun);
    camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 11.0), sim_vec3(30.0, 0.0, 11.0));
    camera.fov_y = 0.75;
    assert_true(species == UI_SPECIES_COUNT || ui_scene_add_tree(&scene, &tree));
    scene.tree_revision = ++scenes;
    assert_true(tests_picture(screen.renderer, &scene, &camera, NULL, &screen.target));
    ui_gl_target_read(&screen.target, &out[0][0]);
    ui_scene_finish(&scene);
}

static void take(enum ui_species species, double near_trees, double middle_trees, picture out) {
    take_lit(species, near_trees, middle_trees, sim_vec3(-1.0, 0.6, 1.0), out);
}

static int difference(const unsigned char a[3], const unsigned char b[3]) {
    int most = 0;
    for (int k = 0; k < 3; k++)
        most = abs(a[k] - b[k]) > most ? abs(a[k] - b[k]) : most;
    return most;
}

// With 8 of 16 steps done, each pixel is that of the one detail or of the other, half of each. The
// steps take digits from the tree's random number, and so a level from its brightness.
static void half_of_the_pixels_change(picture one, picture other, picture between) {
    int differ = 0, of_one = 0, of_none = 0;
    for (int i = 0; i < PIXELS; i++) {
        if (difference(one[i], other[i]) <= 6)
            continue;
        const bool is_one = difference(between[i], one[i]) <= 2;
        differ++;
        of_one += is_one;
        of_none += !is_one && difference(between[i], other[i]) > 2;
    }
    assert_true(differ > 500);
    assert_int_equal(of_none, 0);
    // Of so many pixels, the pattern takes half but for those at the tree's outline.
    assert_near((double)of_one / differ, 0.5, 0.05);
}

static void details_fade_into_each_other(void **state) {
    (void)state;
    static picture near, middle, far, between;
    static const double reach =
        30.0 / (1.0 - 0.04 * 0.47); // in the middle of its last twenty-fifth
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        const enum ui_species species = (enum ui_species)s;
        take(species, 100.0, 200.0, near);
        take(species, 1.0, 200.0, middle);
        take(species, 1.0, 2.0, far);
        take(species, 1.0, reach, between);
        half_of_the_pixels_change(middle, far, between);
        take(species, reach, 200.0, between);
        half_of_the_pixels_change(near, middle, between);
    }
}

// [levels] Mean of a half of the crown, right or left of the stem, where the picture has a tree.
static double brightness(picture tree, picture sky, bool right) {
    long sum = 0, count = 0;
    for (int i = 0; i < PIXELS; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        if ((x > WIDTH / 2) != right || y < 7 * HEIGHT / 16 || difference(tree[i], sky[i]) <= 6)
            continue;
        sum += tree[i][0] + tree[i][1] + tree[i][2];
        count++;
    }
    assert_true(count > 200);
    return (double)sum / (3.0 * (double)count);
}

// most, across: [levels] of a half of the crown, and of the difference between its halves.
static void expect_light_of(picture mesh, picture far, picture sky, double most, double across) {
    const double left[2] = {brightness(mesh, sky, false), brightness(far, sky, false)};
    const double right[2] = {brightness(mesh, sky, true), brightness(far, sky, true)};
    assert_near(left[1], left[0], most);
    assert_near(right[1], right[0], most);
    assert_near(right[1] - left[1], right[0] - left[0], across);
}

// A picture of a tree has the light of its mesh, from whichever side the sun shines: that takes 10
// to 30 levels from one half of the crown to the other, or from one sun to the next. The picture
// has fewer pixels of the crown's inside, and is up to 11 levels brighter; a cone is lit less
// evenly.
static void pictures_are_lit_like_meshes(void **state) {
    (void)state;
    static picture mesh, far, sky;
    static const struct sim_vec3 sun[] = {
        {-1.0, 0.0, 0.5}, {1.0, 0.0, 0.5}, {0.0, 1.0, 0.3}, {0.0, -1.0, 0.3}, {-0.3, 0.3, 1.0}};
    for (size_t i = 0; i < sizeof sun / sizeof sun[0]; i++) {
        take_lit(UI_SPECIES_COUNT, 1.0, 2.0, sun[i], sky);
        for (int s = 0; s < UI_SPECIES_COUNT; s++) {
            const enum ui_species species = (enum ui_species)s;
            take_lit(species, 100.0, 200.0, sun[i], mesh);
            far_normals = true;
            take_lit(species, 1.0, 2.0, sun[i], far);
            expect_light_of(mesh, far, sky, 12.0, 5.0);
            far_normals = false;
            take_lit(species, 1.0, 2.0, sun[i], far);
            expect_light_of(mesh, far, sky, 14.5, 10.0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(details_fade_into_each_other),
        cmocka_unit_test(pictures_are_lit_like_meshes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
