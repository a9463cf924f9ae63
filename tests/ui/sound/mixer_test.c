#include "ui/sound/mixer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

#define SECOND 48000

struct fixture {
    struct ui_mixer *mixer;
    struct ui_sound_scene scene;
    float left[2 * SECOND], right[2 * SECOND];
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    char problem[160];
    *state = f;
    if (f == NULL)
        return 1;
    f->mixer = ui_mixer_create(problem, sizeof problem);
    f->scene.machines = 1;
    f->scene.listener = sim_pose_identity();
    for (int i = 0; i < UI_VOICE_PLACES; i++)
        f->scene.machine[0].place[i] = (struct sim_vec3){3.0, 0.0, 0.0};
    return f->mixer == NULL;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_mixer_destroy(f->mixer);
    free(f);
    return 0;
}

static void hear(struct fixture *f) {
    ui_mixer_hear(f->mixer, &f->scene);
    f->scene.strikes = 0;
}

// Renders frames samples of each ear from the start of the arrays on.
static void render(struct fixture *f, int frames) {
    float chunk[2 * UI_MIXER_FRAMES];
    for (int at = 0; at < frames; at++) {
        const int k = at % UI_MIXER_FRAMES;
        if (k == 0)
            ui_mixer_render(f->mixer, chunk);
        f->left[at] = chunk[2 * k];
        f->right[at] = chunk[2 * k + 1];
    }
}

static double level(const float *samples, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += (double)samples[i] * (double)samples[i];
    return sqrt(sum / count);
}

// Amplitude of the samples at a frequency, by their Fourier sum under a Hann window.
static double amplitude(const float *samples, int count, double frequency) {
    double c = 0.0, s = 0.0;
    for (int i = 0; i < count; i++) {
        const double window = 1.0 - cos(2.0 * SIM_PI * i / count);
        const double angle = 2.0 * SIM_PI * frequency * i / ui_sound_rate;
        c += window * (double)samples[i] * cos(angle);
        s += window * (double)samples[i] * sin(angle);
    }
    return 2.0 * sqrt(c * c + s * s) / count;
}

// The strongest frequency within 8 % of the expected one.
static double strongest(const float *samples, int count, double expected) {
    double most = 0.0, found = 0.0;
    for (double f = 0.92 * expected; f <= 1.08 * expected; f += 0.002 * expected) {
        const double a = amplitude(samples, count, f);
        if (a > most) {
            most = a;
            found = f;
        }
    }
    return found;
}

static void run_engine(struct fixture *f, double rpm, double load) {
    double *value = f->scene.machine[0].heard.value;
    value[UI_HEARD_ENGINE_SPEED] = rpm / 60.0;
    value[UI_HEARD_ENGINE_LOAD] = load;
    value[UI_HEARD_FIRES] = 1.0;
    hear(f);
    render(f, SECOND); // the voices have reached what they were told
    render(f, SECOND);
}

// Six cylinders fire three times in a turn.
static void test_engine_fires_at_its_speed(void **state) {
    static const double rpm[] = {800.0, 1500.0, 2000.0};
    struct fixture *f = *state;
    for (int i = 0; i < 3; i++)
        for (int load = 0; load <= 1; load++) {
            run_engine(f, rpm[i], load);
            const double expected = 3.0 * rpm[i] / 60.0;
            assert_near(strongest(f->left, SECOND, expected), expected, 0.01 * expected);
        }
}

static void test_engine_under_load_is_louder(void **state) {
    struct fixture *f = *state;
    run_engine(f, 1500.0, 0.0);
    const double idle = level(f->left, SECOND);
    run_engine(f, 1500.0, 1.0);
    const double full = level(f->left, SECOND);
    assert_true(idle > 0.001);
    assert_true(20.0 * log10(full / idle) >= 6.0);
}

static void test_pump_whines_with_its_pistons(void **state) {
    struct fixture *f = *state;
    double *value = f->scene.machine[0].heard.value;
    value[UI_HEARD_PUMP_SPEED] = 1800.0 / 60.0;
    value[UI_HEARD_PUMP_PRESSURE] = 0.8;
    value[UI_HEARD_PUMP_FLOW] = 0.5;
    hear(f);
    render(f, SECOND);
    render(f, SECOND);
    assert_near(strongest(f->left, SECOND, 270.0), 270.0, 2.7);
}

static void test_wind_is_soft_and_a_pause_silent(void **state) {
    struct fixture *f = *state;
    f->scene.machine[0].heard.value[UI_HEARD_AIR] = 1.0;
    hear(f);
    render(f, SECOND);
    render(f, SECOND);
    assert_true(level(f->left, SECOND) > 1e-4 && level(f->left, SECOND) < 0.02);
    const struct ui_sound_scene nothing = {.machines = 0};
    ui_mixer_hear(f->mixer, &nothing);
    render(f, SECOND);
    render(f, SECOND);
    assert_true(level(f->left, SECOND) < 1e-6);
}

static void test_strike_is_heard_within_40_ms(void **state) {
    struct fixture *f = *state;
    for (int kind = 0; kind < UI_STRIKE_COUNT; kind++) {
        f->scene.strike[f->scene.strikes++] = (struct ui_strike){
            .kind = (enum ui_strike_kind)kind, .strength = 1.0, .place = {3.0, 0.0, 0.0}};
        hear(f);
        render(f, SECOND);
        int first = 0;
        while (first < SECOND && fabs((double)f->left[first]) < 0.05)
            first++;
        assert_true(first < (int)(0.04 * ui_sound_rate));
    }
}

static void test_left_is_left(void **state) {
    struct fixture *f = *state;
    for (int i = 0; i < UI_VOICE_PLACES; i++)
        f->scene.machine[0].place[i] = (struct sim_vec3){0.0, 5.0, 0.0};
    run_engine(f, 1500.0, 1.0);
    assert_true(level(f->left, SECOND) > 2.0 * level(f->right, SECOND));
}

static void test_far_is_quieter(void **state) {
    struct fixture *f = *state;
    run_engine(f, 1500.0, 1.0);
    const double near = level(f->left, SECOND);
    for (int i = 0; i < UI_VOICE_PLACES; i++)
        f->scene.machine[0].place[i] = (struct sim_vec3){40.0, 0.0, 0.0};
    run_engine(f, 1500.0, 1.0);
    // Inverse to the distance beyond the 4 m at which it is as loud as it is made.
    assert_near(level(f->left, SECOND) / near, 0.1, 0.03);
}

static void test_cab_keeps_treble_out(void **state) {
    struct fixture *f = *state;
    run_engine(f, 1500.0, 1.0);
    const double outside = level(f->left, SECOND);
    const double bass = amplitude(f->left, SECOND, 75.0);
    f->scene.inside = true;
    run_engine(f, 1500.0, 1.0);
    assert_true(level(f->left, SECOND) < 0.6 * outside);
    assert_near(amplitude(f->left, SECOND, 75.0) / bass, 0.45, 0.1);
}

// Everything at once and everything changed in every chunk: no sample leaves the range, and none is
// far from the one before it.
static void test_nothing_clips_or_clicks(void **state) {
    static const double most[UI_HEARD_COUNT] = {
        [UI_HEARD_ENGINE_SPEED] = 40.0, [UI_HEARD_ENGINE_LOAD] = 1.0,
        [UI_HEARD_FIRES] = 1.0,         [UI_HEARD_PUMP_SPEED] = 40.0,
        [UI_HEARD_PUMP_PRESSURE] = 1.0, [UI_HEARD_PUMP_FLOW] = 1.0,
        [UI_HEARD_RELIEF] = 1.0,        [UI_HEARD_GROUND_SPEED] = 7.0,
        [UI_HEARD_CHAIN_SPEED] = 40.0,  [UI_HEARD_CUTTING] = 1.0,
        [UI_HEARD_FEED_SPEED] = 5.0,    [UI_HEARD_FALL_SPEED] = 30.0,
        [UI_HEARD_AIR] = 4.0, // a storm
        [UI_HEARD_RAIN] = 1.0,          [UI_HEARD_WIPER] = 1.0,
    };
    struct fixture *f = *state;
    float before = 0.0f, largest = 0.0f, jump = 0.0f;
    uint32_t draw = 7;
    for (int chunk = 0; chunk < 2000; chunk++) {
        for (int i = 0; i < UI_HEARD_COUNT; i++)
            f->scene.machine[0].heard.value[i] = ui_white_noise(&draw) > 0.0 ? most[i] : 0.0;
        if (chunk % 20 == 0)
            f->scene.strike[f->scene.strikes++] = (struct ui_strike){
                .kind = (enum ui_strike_kind)(chunk / 20 % UI_STRIKE_COUNT), .strength = 1.0};
        f->scene.inside = ui_white_noise(&draw) > 0.9;
        hear(f);
        render(f, UI_MIXER_FRAMES);
        for (int k = 0; k < UI_MIXER_FRAMES; k++) {
            largest = fmaxf(largest, fabsf(f->left[k]));
            jump = fmaxf(jump, fabsf(f->left[k] - before));
            before = f->left[k];
        }
    }
    assert_true(largest > 0.3f);
    assert_true(largest < 1.0f);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_engine_fires_at_its_speed),
        TEST(test_engine_under_load_is_louder),
        TEST(test_pump_whines_with_its_pistons),
        TEST(test_wind_is_soft_and_a_pause_silent),
        TEST(test_strike_is_heard_within_40_ms),
        TEST(test_left_is_left),
        TEST(test_far_is_quieter),
        TEST(test_cab_keeps_treble_out),
        TEST(test_nothing_clips_or_clicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
