#include "ui/cmd/bench_sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench/bench.h"
#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/bench_complain.h"
#include "ui/sound/listen.h"
#include "ui/sound/mixer.h"
#include "vehicles/operator/demonstrator.h"

enum { MOST_SECONDS = 250 };

struct concert {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct veh_demonstrator *demonstrator;
    struct ui_mixer *mixer;
    struct ui_listener ears;
    double listening[MOST_SECONDS], mixing[MOST_SECONDS]; // [s] of this thread, per second
    int seconds;
    bool loaded, started;
};

// [s] of this thread; the loopback device mixes in the thread that asks for samples.
static double worked(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool start(struct concert *c, const char *name) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[DAT_SCENARIO_PATH], text[160];
    const char *reason = "";
    c->mixer = ui_mixer_create(text, sizeof text);
    if (c->mixer == NULL)
        return ui_bench_complain(text);
    if (dat_library_find(NULL, "exercises", name, path, sizeof path, &problem) != DAT_LIBRARY_FOUND)
        return ui_bench_complain(problem.text);
    c->loaded = dat_exercise_load(path, NULL, &c->exercise, &d);
    if (!c->loaded) {
        dat_diagnostics_print(&d, stderr);
        return false;
    }
    c->started = dat_practice_start(&c->practice, &c->exercise, NULL, "", DAT_TRAINEE, &problem);
    if (!c->started)
        return ui_bench_complain(problem.text);
    const struct veh_demo_task task = dat_exercise_task(&c->exercise);
    c->demonstrator = veh_demo_create(&c->practice.site, &task, &reason);
    return c->demonstrator != NULL || ui_bench_complain(reason);
}

static void finish(struct concert *c) {
    struct dat_problem problem = {""};
    veh_demo_destroy(c->demonstrator);
    if (c->started)
        (void)dat_practice_finish(&c->practice, DAT_STOPPED, &problem);
    if (c->loaded)
        dat_exercise_finish(&c->exercise);
    ui_mixer_destroy(c->mixer);
    free(c);
}

// One step of the world, and the samples of that time. False: the demonstrator has ended.
static bool play_step(struct concert *c, double *due, int second) {
    const double h = sim_world_step_size(c->practice.site.world);
    float frames[2 * UI_MIXER_FRAMES];
    struct veh_controls controls;
    if (veh_demo_step(c->demonstrator, &c->practice.site, &controls) != VEH_DEMO_GOING)
        return false;
    dat_practice_step(&c->practice, &controls);
    const double before = worked();
    c->ears.wind = 4.0;
    c->ears.scene.listener = veh_machine_pose(&c->practice.site, 0);
    ui_listen(&c->ears, &c->practice.site);
    ui_mixer_hear(c->mixer, &c->ears.scene);
    c->ears.scene.strikes = 0;
    const double between = worked();
    for (*due += h; *due > 0.0; *due -= UI_MIXER_FRAMES / ui_sound_rate)
        ui_mixer_render(c->mixer, frames);
    c->listening[second] += between - before;
    c->mixing[second] += worked() - between;
    return true;
}

static void play(struct concert *c, int seconds) {
    const double h = sim_world_step_size(c->practice.site.world);
    double due = 0.0;
    for (; c->seconds < seconds; c->seconds++)
        for (double t = 0.0; t < 1.0; t += h)
            if (!play_step(c, &due, c->seconds))
                return;
}

static void report(const char *name, struct concert *c, struct dat_table *table, json_t *list) {
    const double listening = bench_quantile(c->listening, c->seconds, 0.5);
    const double mixing = bench_quantile(c->mixing, c->seconds, 0.5);
    const double longest = bench_quantile(c->mixing, c->seconds, 1.0);
    dat_table_add(table, "%s", name);
    dat_table_add(table, "%d", c->seconds);
    dat_table_add(table, "%.2f", 1e3 * listening);
    dat_table_add(table, "%.2f", 1e3 * mixing);
    dat_table_add(table, "%.2f", 1e3 * longest);
    dat_table_add(table, "%.2f", 100.0 * (listening + mixing));
    json_t *one = json_object();
    dat_json_set_text(one, "exercise", name);
    dat_json_set_integer(one, "seconds", c->seconds);
    dat_json_set_number(one, "listening_ms", 1e3 * listening);
    dat_json_set_number(one, "mixing_ms", 1e3 * mixing);
    dat_json_set_number(one, "mixing_longest_ms", 1e3 * longest);
    json_array_append_new(list, one);
}

static bool run(const char *name, int seconds, struct dat_table *table, json_t *list) {
    struct concert *c = calloc(1, sizeof *c);
    if (c == NULL)
        return ui_bench_complain("out of memory");
    const bool started = start(c, name);
    if (started) {
        play(c, seconds < MOST_SECONDS ? seconds : MOST_SECONDS);
        report(name, c, table, list);
    }
    finish(c);
    return started;
}

bool ui_bench_sound(int seconds, json_t *json) {
    struct dat_table table;
    json_t *list = json_array();
    printf("\nsound: the processor's time for a second\n");
    dat_table_init(&table, "exercise|>seconds|>listening ms|>mixing ms|>longest|>% of a core");
    const bool ran = run("first-harvest", seconds, &table, list) &&
                     run("loading-a-truck", seconds, &table, list);
    if (ran)
        dat_table_print(&table, stdout);
    dat_table_finish(&table);
    dat_json_set(json, "sound", list);
    return ran;
}
