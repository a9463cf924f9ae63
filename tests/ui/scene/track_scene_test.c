// Tracks and chains against the wheels that wear them.
#include "ui/scene/track_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"
#include "vehicles/part/tyre.h"
#include "vehicles/rig/rig.h"

static struct veh_machine_def def;
static struct veh_rig rig;
static struct ui_worksite_scene view;

// The library's forwarder with these words in place of others of its file, on a rig.
static void set_up_with(const char *words, const char *other) {
    enum { SIZE = 1 << 16 };
    static char text[SIZE], changed[SIZE];
    const char *root = getenv("KRANICH_ROOT");
    char folder[400], path[512];
    struct dat_diagnostics d;
    (void)snprintf(folder, sizeof folder, "%s/data/library/machines", root != NULL ? root : ".");
    (void)snprintf(path, sizeof path, "%s/forwarder.yaml", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char *found = strstr(text, words);
    assert_non_null(found);
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(found - text), text, other,
                   found + strlen(words));
    dat_diagnostics_init(&d, path, changed);
    assert_true(dat_read_model(changed, path, folder, &def, &d));
    assert_true(
        veh_rig_init(&rig, &(struct veh_rig_def){.machine = &def, .cone_index = veh_forest_soil}));
    assert_true(ui_worksite_scene_init(&view, &rig.site, NULL));
    ui_worksite_scene_remember(&view, &rig.site);
}

static void finish(void) {
    ui_worksite_scene_finish(&view);
    veh_rig_finish(&rig);
    veh_machine_def_finish(&def);
}

static int add(void) {
    ui_scene_clear_primitives(&view.scene);
    assert_true(ui_scene_add_tracks(&view, &rig.site, &rig.site.machines[0], 1.0));
    return view.scene.primitives.count;
}

// [m] From the line between two wheels' middles.
static double off_line(struct sim_vec3 p, struct sim_vec3 a, struct sim_vec3 b,
                       struct sim_vec3 axle) {
    const struct sim_vec3 way = sim_sub(b, a);
    const double t = sim_clamp(sim_dot(sim_sub(p, a), way) / sim_dot(way, way), 0.0, 1.0);
    const struct sim_vec3 off = sim_sub(p, sim_add_scaled(a, way, t));
    return sim_length(sim_add_scaled(off, axle, -sim_dot(off, axle)));
}

static void bare_wheels_wear_nothing(void **state) {
    (void)state;
    set_up_with("tracks: 0", "tracks: 0");
    assert_int_equal(add(), 0);
    finish();
}

// Of four bogies: each plate lies on the belt round one of them, a plate's thickness off the tyres.
static void plates_lie_round_the_wheels(void **state) {
    (void)state;
    set_up_with("tracks: 0", "tracks: 1");
    const int count = add(), plates = count / 4; // with a grouser and two links each
    const struct veh_machine *m = &rig.site.machines[0];
    struct sim_vec3 centre[8];
    int wheels = 0;
    double radius = 0.0;
    for (int i = 0; i < m->part_count; i++) {
        const struct veh_tyre_def *tyre = m->parts[i].def;
        if (m->parts[i].kind != &veh_part_tyre)
            continue;
        radius = 0.5 * tyre->diameter;
        centre[wheels++] = sim_body_pose(rig.site.world, m->instance.bodies[tyre->wheel]).p;
    }
    assert_int_equal(wheels, 8);
    assert_in_range(plates, 100, 140);
    int on_bogie[4] = {0, 0, 0, 0};
    for (int i = 0; i < count; i += 4) {
        const struct ui_primitive *plate = &view.scene.primitives.items[i];
        const struct sim_vec3 axle = sim_rotate(plate->pose.q, sim_vec3(0.0, 1.0, 0.0));
        double nearest = 1e9;
        int bogie = 0;
        for (int b = 0; b < 4; b++) {
            const double off = off_line(plate->pose.p, centre[2 * b], centre[2 * b + 1], axle) +
                               fabs(sim_dot(axle, sim_sub(plate->pose.p, centre[2 * b])));
            if (off < nearest) {
                nearest = off;
                bogie = b;
            }
        }
        on_bogie[bogie]++;
        assert_near(nearest, radius + 0.018, 0.005);
    }
    for (int b = 0; b < 4; b++)
        assert_int_equal(on_bogie[b], plates / 4);
    finish();
}

// A plate that lies on the ground stays there while the machine rolls over it, until it is lifted:
// the track turns with the wheels.
static void plates_on_the_ground_stay(void **state) {
    (void)state;
    set_up_with("tracks: 0", "tracks: 1");
    rig.levers.value[VEH_DRIVE] = 0.5;
    veh_rig_run(&rig, 2.0);
    ui_worksite_scene_remember(&view, &rig.site);
    const int count = add();
    double lowest = 1e9;
    for (int i = 0; i < count; i += 4)
        lowest = fmin(lowest, view.scene.primitives.items[i].pose.p.z);
    // The foremost of those on the ground.
    struct sim_vec3 foremost = {-1e9, 0.0, 0.0};
    for (int i = 0; i < count; i += 4) {
        const struct sim_vec3 p = view.scene.primitives.items[i].pose.p;
        if (p.z < lowest + 0.05 && p.x > foremost.x)
            foremost = p;
    }
    const double from = veh_machine_pose(&rig.site, 0).p.x;
    veh_rig_run(&rig, 0.06); // a quarter of the way from plate to plate
    ui_worksite_scene_remember(&view, &rig.site);
    const double way = veh_machine_pose(&rig.site, 0).p.x - from;
    assert_in_range((int)(1e3 * way), 40, 90);
    assert_int_equal(add(), count);
    double nearest = 1e9;
    for (int i = 0; i < count; i += 4)
        nearest =
            fmin(nearest, sim_length(sim_sub(view.scene.primitives.items[i].pose.p, foremost)));
    // Slip, and a plate's step that fits a turn of the wheel and the belt only nearly.
    assert_true(nearest < 0.5 * way);
    finish();
}

// A zigzag and a ring on both shoulders of each wheel, within a link's radius of the tyre.
static void chains_lie_on_the_tread(void **state) {
    (void)state;
    set_up_with("chains: 0", "chains: 1");
    const int count = add();
    assert_int_equal(count % 8, 0);
    assert_true(count >= 8 * 60);
    const struct veh_machine *m = &rig.site.machines[0];
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = view.scene.primitives.items[i].pose.p;
        double nearest = 1e9, radius = 0.0;
        for (int k = 0; k < m->part_count; k++) {
            const struct veh_tyre_def *tyre = m->parts[k].def;
            if (m->parts[k].kind != &veh_part_tyre)
                continue;
            const struct sim_pose at =
                sim_body_pose(rig.site.world, m->instance.bodies[tyre->wheel]);
            const double away = sim_length(sim_sub(p, at.p));
            nearest = fmin(nearest, away);
            radius = hypot(0.5 * tyre->diameter, 0.5 * tyre->width) + 0.02;
        }
        assert_true(nearest < radius && nearest > 0.7 * radius);
    }
    finish();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bare_wheels_wear_nothing),
        cmocka_unit_test(plates_lie_round_the_wheels),
        cmocka_unit_test(plates_on_the_ground_stay),
        cmocka_unit_test(chains_lie_on_the_tread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
