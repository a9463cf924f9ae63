// Hours at the window: the same work again and again, of which neither the program's memory nor the
// graphics card's grows. With KRANICH_SOAK half an hour of it, else its beginning.
#include <stdio.h>
#include <stdlib.h>

#include <glad/gl.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "ui/screen/demonstration.h"

// A round is the same exercise from its start, for so long [s], but for so many pictures at most.
static const struct plan {
    const char *exercise;
    int rounds;
    double time, speed;
    int pictures;
} whole = {"strip-harvest", 3, 620.0, 16.0, 1000000}, part = {"first-harvest", 3, 60.0, 1.0, 20};

// [kB] that allocators keep of earlier rounds, of some 170 MB. The first round loads all that stays
// loaded, so later rounds are compared with each other.
static const long most_growth = 6000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 }; // which keeps what was freed
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

// [kB] of this program that are in memory.
static long resident(void) {
    long all = 0, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &all, &pages), 2);
    fclose(f);
    return pages * 4;
}

struct round {
    long most, card; // [kB] in memory, [bytes] of the graphics card at the end
    int pictures;
};

static void load(struct dat_exercise *exercise, const char *name) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    assert_int_equal(dat_library_find(NULL, "exercises", name, path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    assert_true(dat_exercise_load(path, NULL, exercise, &d));
}

// Cameras take turns, as an onlooker would have them.
static struct round work(struct ui_app *app, const struct plan *plan) {
    static struct dat_exercise exercise;
    static struct ui_demonstration shown;
    struct round round = {0};
    char text[256];
    load(&exercise, plan->exercise);
    assert_true(ui_demonstration_begin(&shown, app, &exercise, text, sizeof text));
    shown.cab.speed = plan->speed;
    while (veh_worksite_time(&shown.practice.site) < plan->time &&
           round.pictures < plan->pictures) {
        assert_true(ui_app_frame(app));
        assert_int_equal(glGetError(), GL_NO_ERROR);
        assert_int_not_equal(shown.result, VEH_DEMO_FAILED);
        round.pictures++;
        if (round.pictures % 50 == 0)
            shown.cab.rig.mode = (enum ui_camera_mode)(round.pictures / 50 % 3);
        const long now = resident();
        round.most = now > round.most ? now : round.most;
        if (shown.result != VEH_DEMO_GOING)
            break;
    }
    ui_app_pop(app);
    ui_demonstration_end(&shown);
    dat_exercise_finish(&exercise);
    round.card = ui_gl_memory();
    return round;
}

static void memory_stays_flat(void **state) {
    (void)state;
    const struct plan *plan = getenv("KRANICH_SOAK") != NULL ? &whole : &part;
    static struct ui_app app;
    const struct ui_app_options options = {
        .headless = true, .width = 160, .height = 90, .preferences = ui_default_preferences()};
    char text[256];
    struct round round[8];
    assert_true(ui_app_open(&app, &options, text, sizeof text));
    app.shows_times = true;
    for (int i = 0; i < plan->rounds; i++) {
        round[i] = work(&app, plan);
        print_message("round %d: %d pictures, at most %ld kB, graphics card %.1f MB\n", i + 1,
                      round[i].pictures, round[i].most, 1e-6 * (double)round[i].card);
        assert_true(round[i].pictures >= 20);
    }
    const struct round *last = &round[plan->rounds - 1];
    assert_true(SANITIZED || last->most - round[1].most < most_growth);
    assert_true(last->card <= round[1].card + 1000000); // buffers of moving things differ in size
    ui_app_close(&app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_stays_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
