// Logs that are stacked touch nearly and overlap nowhere, stay between the sides, and are part of
// the load at once.
#include "vehicles/part/bunk_stack.h"

#include <stdlib.h>

#include "tests/vehicles/small_site.h"
#include "vehicles/part/bunk.h"

// A floor of 6 m by 2.6 m at z = 0.4, with a loading space of 5 m by 2.8 m by 1.8 m above it.
static void describe(struct veh_machine_def *def) {
    struct sim_model *model = &def->model;
    model->shapes = calloc(1, sizeof *model->shapes);
    model->visuals = calloc(1, sizeof *model->visuals);
    model->bodies = calloc(1, sizeof *model->bodies);
    assert_true(model->shapes && model->visuals && model->bodies);
    model->shapes[0] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                          .pose = {{0.0, 0.0, 0.2}, sim_quat_identity()},
                                          .half = {3.0, 1.3, 0.2},
                                          .mass = 8000.0,
                                          .material = -1,
                                          .collides = true};
    model->shape_count = model->body_count = 1;
    model->bodies[0] =
        (struct sim_model_body){.name = "bunk", .pose = sim_pose_identity(), .shape_count = 1};
    struct veh_bunk_def *bunk = veh_machine_def_add(def, &veh_part_bunk);
    *bunk = (struct veh_bunk_def){.body = 0, .centre = {0.0, 0.0, 1.24}, .size = {5.0, 2.8, 1.8}};
}

struct fixture {
    struct small_site s;
    struct veh_machine_def def;
    double height;
};

static void start(struct fixture *f) {
    *f = (struct fixture){.height = 0.0};
    small_site_init(&f->s, 0.0);
    describe(&f->def);
    assert_int_equal(veh_worksite_add_machine(&f->s.site, &f->def, 0.0, 0.0, 0.0), 0);
}

static void finish(struct fixture *f) {
    small_site_finish(&f->s);
    veh_machine_def_finish(&f->def);
}

static int stack(struct fixture *f, double length, int count) {
    const struct ter_stem log = spruce_log(length);
    return veh_bunk_stack(&f->s.site, 0, &log, count, &f->height);
}

// [m] between the surfaces of two logs, at places along both.
static double gap(const struct veh_worksite *site, int a, int b) {
    double least = (double)INFINITY;
    for (int i = 0; i <= 40; i++) {
        const struct veh_stem *s = &site->stems.items[a], *o = &site->stems.items[b];
        const double z = ter_stem_length(&s->stem) * i / 40.0;
        const struct sim_vec3 p = sim_pose_point(veh_stem_pose(site, a), sim_vec3(0.0, 0.0, z));
        struct sim_vec3 q = sim_pose_local(veh_stem_pose(site, b), p);
        if (q.z < 0.0 || q.z > ter_stem_length(&o->stem))
            continue;
        const double radii =
            0.5 * (ter_stem_diameter(&s->stem, z) + ter_stem_diameter(&o->stem, q.z));
        q.z = 0.0;
        least = fmin(least, sim_length(q) - radii);
    }
    return least;
}

static void logs_overlap_nowhere(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    assert_int_equal(stack(&f, 4.0, 25), 25);
    assert_int_equal(stack(&f, 3.0, 12), 12);
    const struct veh_worksite *site = &f.s.site;
    for (int a = 0; a < 37; a++) {
        double nearest = (double)INFINITY;
        for (int b = 0; b < 37; b++)
            if (a != b)
                nearest = fmin(nearest, gap(site, a, b));
        assert_true(nearest > 0.0 && nearest < 0.06);
        assert_true(fabs(veh_stem_centre(site, a).y) < 1.28);
        assert_true(sim_body_fused(site->world, site->stems.items[a].body,
                                   site->machines[0].instance.bodies[0]) ||
                    site->steps == 0);
        assert_int_equal(site->stems.items[a].load.bunk, 0);
    }
    finish(&f);
}

static double free_length(const struct fixture *f) {
    return veh_machine_measure(&f->s.site, 0, &veh_part_bunk, VEH_BUNK_FREE);
}

// Logs lie 3 cm behind the headboard; short ones in the layer above leave no more room than long
// ones below.
static void the_rest_of_the_length_is_free(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    assert_near(free_length(&f), 5.0, 1e-12);
    assert_int_equal(stack(&f, 2.0, 3), 3);
    assert_near(free_length(&f), 5.0 - 0.03 - 2.0, 1e-9);
    assert_int_equal(stack(&f, 4.0, 20), 20);
    assert_near(free_length(&f), 5.0 - 0.03 - 4.0, 1e-9);
    finish(&f);
}

static void a_full_bunk_takes_no_more(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    const int laid = stack(&f, 4.0, 500);
    assert_in_range(laid, 30, 90);
    assert_true(f.height > 1.6 && f.height < 2.1);
    assert_int_equal(stack(&f, 4.0, 10), 0);
    finish(&f);
}

static void a_log_longer_than_the_bunk_is_not_laid(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    assert_int_equal(stack(&f, 5.2, 10), 0);
    assert_int_equal(f.s.site.stems.count, 0);
    assert_near(f.height, 0.0, 0.0);
    finish(&f);
}

static void a_log_thicker_than_the_bunk_is_wide_is_not_laid(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    ((struct veh_bunk_def *)veh_bunk_def(&f.def))->size.y = 0.1;
    assert_int_equal(stack(&f, 4.0, 10), 0);
    assert_int_equal(f.s.site.stems.count, 0);
    finish(&f);
}

// As many as are laid into an empty bunk when more are asked for.
static void the_room_is_what_fits(void **state) {
    (void)state;
    static const double lengths[] = {3.0, 4.9, 6.0};
    for (int i = 0; i < 3; i++) {
        struct fixture f;
        start(&f);
        const struct ter_stem log = spruce_log(lengths[i]);
        const int room = veh_bunk_room(veh_bunk_def(&f.def), &log);
        assert_int_equal(stack(&f, lengths[i], 1000), room);
        assert_true(lengths[i] > 5.0 ? room == 0 : room > 20);
        finish(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_overlap_nowhere),
        cmocka_unit_test(the_rest_of_the_length_is_free),
        cmocka_unit_test(a_full_bunk_takes_no_more),
        cmocka_unit_test(a_log_longer_than_the_bunk_is_not_laid),
        cmocka_unit_test(a_log_thicker_than_the_bunk_is_wide_is_not_laid),
        cmocka_unit_test(the_room_is_what_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
