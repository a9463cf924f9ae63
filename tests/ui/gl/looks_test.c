// What a picture must show, measured in pictures of known geometry: stems bare behind the knives,
// far trees that keep their colours, no pixels in the shadow of their own surface, and posts and
// shadows that are lines also where they are thinner than a pixel.
#include <stdlib.h>
#include <string.h>

#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"
#include "tests/vehicles/small_site.h"
#include "ui/scene/stem_scene.h"

enum { WIDTH = 320, HEIGHT = 180, PIXELS = WIDTH * HEIGHT };

typedef unsigned char picture[PIXELS][3]; // lowest row first

static struct off_screen screen;
static const float grey[3] = {0.6F, 0.6F, 0.6F};

static struct ui_camera camera_at(struct sim_vec3 eye, struct sim_vec3 aim, double fov_deg) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(eye, aim);
    camera.fov_y = fov_deg * SIM_PI / 180.0;
    return camera;
}

static void take(struct ui_scene *scene, const struct ui_camera *camera, picture out) {
    static unsigned revision;
    scene->tree_revision = ++revision; // each scene is another
    assert_true(tests_picture(screen.renderer, scene, camera, NULL, &screen.target));
    ui_gl_target_read(&screen.target, &out[0][0]);
}

static double light_of(const unsigned char p[3]) {
    return 0.3 * p[0] + 0.6 * p[1] + 0.1 * p[2];
}

static int difference(const unsigned char a[3], const unsigned char b[3]) {
    int most = 0;
    for (int k = 0; k < 3; k++)
        most = abs(a[k] - b[k]) > most ? abs(a[k] - b[k]) : most;
    return most;
}

static void open_with(int shadow_size) {
    const struct ui_gl_quality quality = off_screen_quality(shadow_size);
    assert_true(off_screen_make(&screen, &quality, WIDTH, HEIGHT));
}

static void close_renderer(void) {
    ui_gl_target_finish(&screen.target);
    ui_gl_renderer_destroy(screen.renderer);
    memset(&screen.target, 0, sizeof screen.target);
    screen.renderer = NULL;
}

// ---- a stem in the head ----

// A spruce that lies along x, limbs cut off up to knives [m] from the butt, before the sky.
static void draw_stem(double knives, picture out, const struct ui_camera *camera) {
    struct small_site s;
    struct ui_scene scene;
    small_site_init(&s, 0.0);
    ui_scene_init(&scene);
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 22.0, 4.0, 0.1);
    stem.seed = 5;
    ter_stem_delimb(&stem, knives);
    const struct sim_pose along_x = {{0.0, 0.0, 0.0},
                                     sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI)};
    const int index = veh_stem_create(&s.site, &stem, along_x, VEH_STEM_LOG, -1);
    assert_true(ui_scene_add_stem(&scene, &s.site, index, along_x, true));
    take(&scene, camera, out);
    ui_scene_finish(&scene);
    small_site_finish(&s);
}

// Behind the knives there is the stem, in the colours of bark, and beside it the sky, pixel by
// pixel; before them branches stick out of it.
static void a_stem_is_bare_behind_the_knives(void **state) {
    (void)state;
    static picture with, sky;
    static const double knives = 9.0, middle = 9.0; // [m] from the butt
    static const double hanging = 1.0;              // [m] by which branches hang back at most
    struct ui_scene empty;
    open_with(1024);
    const struct ui_camera camera =
        camera_at(sim_vec3(middle, -16.0, 0.0), sim_vec3(middle, 0.0, 0.0), 30.0);
    ui_scene_init(&empty);
    take(&empty, &camera, sky);
    draw_stem(knives, with, &camera);
    const struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 22.0, 4.0, 0.1);
    int bark = 0, other = 0, beside = 0, branches = 0;
    for (int i = 0; i < PIXELS; i++) {
        // The stem is level and square to the line of sight.
        const double metre = 0.5 * HEIGHT / tan(0.5 * camera.fov_y) / 16.0; // [pixel]
        const double z = middle + (i % WIDTH + 0.5 - 0.5 * WIDTH) / metre;
        const double off = fabs(i / WIDTH + 0.5 - 0.5 * HEIGHT) / metre;
        const double radius = 0.5 * ter_stem_diameter(&stem, z < 0.5 ? 0.5 : z);
        const unsigned char *p = with[i];
        const double pixel = 1.0 / metre;
        if (z < 0.5)
            continue;
        if (z > knives + 0.5)
            branches += off > radius + 1.5 * pixel && difference(p, sky[i]) > 8;
        else if (z < knives - hanging && off > radius + 1.5 * pixel)
            beside += difference(p, sky[i]) > 2; // a driver's rounding
        else if (z < knives - pixel && off < radius - pixel) {
            // Brown to grey: no needles, and no sky shines through.
            const bool brown = p[0] + 6 >= p[1] && p[1] + 6 >= p[2];
            bark += brown;
            other += !brown;
        }
    }
    assert_true(bark > 300);
    assert_int_equal(other, 0);
    assert_int_equal(beside, 0);
    assert_true(branches > 600);
    close_renderer();
}

// ---- far trees ----

// The mean colour of a tree's crown or stem that stands so far away.
static void colour_at(enum ui_species species, double distance, double visibility, bool crown,
                      double mean[3]) {
    static picture with, without;
    struct ui_scene scene;
    // The same part of the tree in the same part of the picture.
    const double fov = 2.0 * atan(crown ? 6.0 / distance : 2.0 / distance) * 180.0 / SIM_PI;
    const struct sim_vec3 aim = sim_vec3(0.0, 0.0, crown ? 14.0 : 3.0);
    const struct ui_camera camera =
        camera_at(sim_add(aim, sim_vec3(-distance, 0.0, 0.0)), aim, fov);
    const struct ui_tree tree = {.species = species,
                                 .pose = sim_pose_identity(),
                                 .dbh = 0.35,
                                 .height = 22.0,
                                 .crown_base = 7.0,
                                 .crown_width = 4.0};
    ui_scene_init(&scene);
    scene.haze = ui_haze_of_visibility(visibility);
    scene.sun = sim_unit(sim_vec3(-1.0, 0.6, 1.0)); // behind the eye
    take(&scene, &camera, without);
    assert_true(ui_scene_add_tree(&scene, &tree));
    take(&scene, &camera, with);
    int count = 0;
    memset(mean, 0, 3 * sizeof *mean);
    for (int i = 0; i < PIXELS; i++) {
        if (difference(with[i], without[i]) <= 3)
            continue;
        for (int k = 0; k < 3; k++)
            mean[k] += with[i][k];
        count++;
    }
    assert_true(count > 200);
    for (int k = 0; k < 3; k++)
        mean[k] /= count;
    ui_scene_finish(&scene);
}

static double apart(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

// From 25 to 60 m clear air takes 3 % of a difference. The rest that may go is between a mesh and a
// picture, which low in a stand is drawn in less sun. In fog of 80 m no tree differs from the air:
// 5 % of the contrast arrive.
static void far_trees_keep_their_colours(void **state) {
    (void)state;
    static const double kept[2] = {0.25, 0.65}; // of stems and of crowns
    static const double told_apart = 10.0;      // levels of 255
    open_with(0);
    for (int crown = 0; crown < 2; crown++) {
        double near[UI_SPECIES_COUNT][3], far[UI_SPECIES_COUNT][3], fog[UI_SPECIES_COUNT][3];
        for (int s = 0; s < UI_SPECIES_COUNT; s++) {
            colour_at((enum ui_species)s, 25.0, 5000.0, crown == 1, near[s]);
            colour_at((enum ui_species)s, 60.0, 5000.0, crown == 1, far[s]);
            colour_at((enum ui_species)s, 60.0, 80.0, crown == 1, fog[s]);
            for (int b = 0; b < s; b++) {
                assert_true(apart(near[s], near[b]) > told_apart);
                assert_true(apart(far[s], far[b]) > told_apart);
                assert_true(apart(far[s], far[b]) > kept[crown] * apart(near[s], near[b]));
                assert_true(apart(fog[s], fog[b]) < told_apart);
            }
        }
    }
    close_renderer();
}

// ---- shadows on their own surface ----

enum { SUNS = 6, DISTANCES = 2, SHADOWED = SUNS * DISTANCES };

// A row of posts, rods, boxes, a log and a stem across the line of sight, none in the shadow of
// another.
static void add_row(struct ui_scene *scene, double distance) {
    struct ui_primitive row[8];
    int count = 0;
    static const float bark[3] = {0.42F, 0.35F, 0.29F};
    row[count++] = ui_rod(sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 1.5), 0.04, grey);
    row[count++] = ui_cylinder(0.06, 0.8, grey);
    row[count++] = ui_cylinder(0.25, 0.8, grey);
    row[count++] = ui_box(sim_vec3(0.05, 0.05, 0.9), grey);
    row[count++] = ui_box(sim_vec3(0.4, 0.4, 0.4), grey);
    row[count++] = ui_rod(sim_vec3(0.0, 0.0, 0.2), sim_vec3(0.5, 0.0, 1.6), 0.09, grey);
    row[count] = ui_cylinder(0.15, 0.9, bark);
    row[count++].look = UI_LOOK_LOG;
    row[count] = row[count - 1];
    row[count].half_length = 0.6;
    row[count++].pose.q = sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 0.5 * SIM_PI);
    for (int i = 0; i < count; i++) {
        row[i].pose.p = sim_add(row[i].pose.p, sim_vec3(distance, 1.4 * (i - 4), 0.9));
        assert_true(ui_scene_add_primitive(scene, &row[i]));
    }
    const struct ui_tree tree = {.species = UI_PINE,
                                 .pose = {{distance, 6.0, -2.0}, sim_quat_identity()},
                                 .dbh = 0.3,
                                 .height = 22.0,
                                 .crown_base = 21.0,
                                 .crown_width = 0.4};
    assert_true(ui_scene_add_tree(scene, &tree));
}

static void draw_rows(picture *out) {
    static const double sun[SUNS][2] = {{0.12, 3.1}, {0.3, 2.4},  {0.5, 4.0},
                                        {1.0, 3.6},  {0.25, 5.6}, {0.6, 0.8}};
    static const double distance[DISTANCES] = {9.0, 24.0};
    for (int i = 0; i < SHADOWED; i++) {
        struct ui_scene scene;
        const double *s = sun[i / DISTANCES], d = distance[i % DISTANCES];
        ui_scene_init(&scene);
        scene.sun = sim_vec3(cos(s[0]) * cos(s[1]), cos(s[0]) * sin(s[1]), sin(s[0]));
        add_row(&scene, d);
        const struct ui_camera camera =
            camera_at(sim_vec3(0.0, 0.0, 1.6), sim_vec3(d, 0.0, 0.9), d < 15.0 ? 42.0 : 17.0);
        take(&scene, &camera, out[i]);
        ui_scene_finish(&scene);
    }
}

// Whether the pixel is darker than most of those around it.
static bool is_dark_spot(picture p, int pixel) {
    int brighter = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            brighter += light_of(p[pixel]) < 0.9 * light_of(p[pixel + dy * WIDTH + dx]);
    return brighter > 4;
}

// Where nothing else stands, sunlight is complete with a map of shadows, and four fifths without
// one: a pixel that is darker with the map is shaded by its own surface. Along an edge that the sun
// grazes some may be, but no spots other than the furrows of a bark.
static void nothing_shades_itself(void **state) {
    (void)state;
    static picture with[SHADOWED], without[SHADOWED];
    static const int grazed = 20, lit = 200; // pixels of some thousand
    open_with(1024);
    draw_rows(with);
    close_renderer();
    open_with(0);
    draw_rows(without);
    close_renderer();
    for (int i = 0; i < SHADOWED; i++) {
        int darker = 0, brighter = 0, spots = 0;
        for (int k = WIDTH + 1; k < PIXELS - WIDTH - 1; k++) {
            const double change = light_of(with[i][k]) - light_of(without[i][k]);
            darker += change < -2.0;
            brighter += change > 2.0;
            spots += change < -2.0 && is_dark_spot(with[i], k) && !is_dark_spot(without[i], k);
        }
        assert_true(brighter > lit); // the sun shines
        assert_true(darker <= grazed);
        assert_int_equal(spots, 0);
    }
}

// ---- thin shadows ----

// The ground from the side of a thin post's shadow, 30 m away, where it covers half a pixel: what
// is missing of the light is the same in each column, not all in one and nothing in the next.
static void a_thin_shadow_is_a_line(void **state) {
    (void)state;
    static picture with, without;
    static double heights[101 * 101];
    static const double place = 30.0, up = 2.5;
    const struct sim_heightfield ground = {
        .columns = 101, .rows = 101, .x0 = -50.0, .y0 = -50.0, .spacing = 1.0, .heights = heights};
    struct ui_scene scene;
    double missing[WIDTH] = {0.0}, mean = 0.0;
    open_with(1024);
    ui_scene_init(&scene);
    scene.ground = &ground;
    scene.sun = sim_unit(sim_vec3(0.05, 1.0, 0.6));
    const struct ui_camera camera =
        camera_at(sim_vec3(0.0, 0.0, up), sim_vec3(place, 0.0, 0.0), 13.0);
    take(&scene, &camera, without);
    struct ui_primitive post = ui_cylinder(0.11, 10.0, grey);
    post.pose.p = sim_vec3(place + 0.05 * 12.0, 12.0, 10.0);
    assert_true(ui_scene_add_primitive(&scene, &post));
    take(&scene, &camera, with);
    const int first = WIDTH / 4, last = WIDTH - WIDTH / 4;
    for (int x = first; x < last; x++) {
        for (int y = HEIGHT / 4; y < 3 * HEIGHT / 4; y++) {
            const int i = y * WIDTH + x;
            missing[x] += 1.0 - light_of(with[i]) / light_of(without[i]);
        }
        mean += missing[x] / (last - first);
    }
    // Its edges run through the rows, and pixels of the map are as wide as a third of it.
    for (int x = first; x < last; x++)
        assert_near(missing[x], mean, 0.25 * mean);
    assert_true(mean > 0.1);
    ui_scene_finish(&scene);
    close_renderer();
}

// Posts, rails and hoses that are less than a pixel wide, at a slant against a sky: each row of
// pixels has one. None of the rows has more than a line of two pixels.
static void thin_shapes_are_whole_lines(void **state) {
    (void)state;
    static picture with, without;
    static const double place = 20.0;
    const struct ui_camera camera =
        camera_at(sim_vec3(0.0, 0.0, 10.0), sim_vec3(place, 0.0, 10.0), 20.0);
    const double pixel = 2.0 * place * tan(0.5 * camera.fov_y) / HEIGHT; // [m]
    static const double width[] = {0.3, 0.5, 0.8};                       // pixels
    open_with(0);
    for (int i = 0; i < 6; i++) {
        const double half = 0.5 * width[i % 3] * pixel;
        struct ui_scene scene;
        ui_scene_init(&scene);
        take(&scene, &camera, without);
        struct ui_primitive post =
            i < 3 ? ui_box(sim_vec3(half, half, 10.0), grey) : ui_cylinder(half, 10.0, grey);
        post.look = i % 2 == 0 ? UI_LOOK_PAINT : UI_LOOK_STEEL;
        post.pose = (struct sim_pose){{place, 0.0, 10.0},
                                      sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 0.1)};
        assert_true(ui_scene_add_primitive(&scene, &post));
        take(&scene, &camera, with);
        for (int y = 4; y < HEIGHT - 4; y++) {
            int seen = 0;
            for (int x = 0; x < WIDTH; x++)
                seen += difference(with[y * WIDTH + x], without[y * WIDTH + x]) > 8;
            assert_in_range(seen, 1, 2);
        }
        ui_scene_finish(&scene);
    }
    close_renderer();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stem_is_bare_behind_the_knives),
        cmocka_unit_test(far_trees_keep_their_colours),
        cmocka_unit_test(nothing_shades_itself),
        cmocka_unit_test(a_thin_shadow_is_a_line),
        cmocka_unit_test(thin_shapes_are_whole_lines),
    };
    if (!off_screen_open(&screen))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    off_screen_finish(&screen);
    return failed;
}
