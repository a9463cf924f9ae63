#include "ui/cmd/bench_levers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <SDL.h>

#include "bench/bench.h"
#include "data/exercise/library.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/bench_complain.h"
#include "ui/screen/cab.h"

enum { MOST_MOVES = 30000 }; // a move is known by the position that the lever has then

// Pictures per second, small ones where a rate is to be kept; 0: as many as this machine draws.
static const struct window {
    int rate, width, height;
} windows[] = {{0, 640, 360}, {1, 96, 54}, {30, 96, 54}, {60, 96, 54}, {240, 96, 54}};
static const double pause_between = 0.009; // [s] of the hand, at least

struct hand {
    SDL_Joystick *lever;
    pthread_t thread;
    atomic_bool stops;
    double time[MOST_MOVES]; // [s] of each move
};

// What SDL has told of the lever: the last move that each event contains.
struct told {
    atomic_int move[MOST_MOVES];
    atomic_int events;
};

struct bench_seat {
    struct ui_app app;
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_cab cab;
    struct hand hand;
    struct told told;
    double wait[MOST_MOVES]; // [s] from the hand to the step, of those moves that a step has used
    int waits;
    int pictures;
    bool opened, loaded, started;
};

// [s] the clock by which ui_input measures, too.
static double present(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static void sleep_for(double seconds) {
    if (seconds > 0.0)
        nanosleep(&(struct timespec){.tv_sec = (time_t)seconds,
                                     .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))},
                  NULL);
}

// ---- the hand ----

// Moves the lever at moments that keep no time with any picture, as a driver of hardware would: the
// program learns of it when it asks next.
static void *move_lever(void *context) {
    struct hand *hand = context;
    unsigned random = 1;
    for (int i = 1; i < MOST_MOVES && !atomic_load(&hand->stops); i++) {
        random = random * 1664525u + 1013904223u;
        sleep_for(pause_between * (1.0 + (double)(random >> 8) / 0x1p24));
        hand->time[i] = present();
        SDL_JoystickSetVirtualAxis(hand->lever, 0, (Sint16)i);
    }
    return NULL;
}

static bool start_hand(struct hand *hand) {
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_FLIGHT_STICK,
                                          .naxes = 4,
                                          .nbuttons = 12,
                                          .nhats = 1,
                                          .name = "left lever"};
    const int index = SDL_JoystickAttachVirtualEx(&desc);
    hand->lever = index >= 0 ? SDL_JoystickOpen(index) : NULL;
    return hand->lever != NULL || ui_bench_complain("SDL has no levers without hardware here");
}

// ---- the seat ----

static bool start(struct bench_seat *seat, const struct window *window) {
    const struct ui_app_options options = {.headless = true,
                                           .width = window->width,
                                           .height = window->height,
                                           .preferences = ui_default_preferences()};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[DAT_SCENARIO_PATH], text[256];
    if (!ui_app_open(&seat->app, &options, text, sizeof text))
        return ui_bench_complain(text);
    seat->opened = true;
    if (dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
        DAT_LIBRARY_FOUND)
        return ui_bench_complain(problem.text);
    seat->loaded = dat_exercise_load(path, NULL, &seat->exercise, &d);
    if (!seat->loaded) {
        dat_diagnostics_print(&d, stderr);
        return false;
    }
    seat->started =
        dat_practice_start(&seat->practice, &seat->exercise, NULL, "", DAT_TRAINEE, &problem);
    if (!seat->started)
        return ui_bench_complain(problem.text);
    if (!ui_cab_init(&seat->cab, &seat->app, &seat->practice, text, sizeof text))
        return ui_bench_complain(text);
    ui_app_push(&seat->app, &seat->cab.base);
    return start_hand(&seat->hand);
}

static void finish(struct bench_seat *seat) {
    struct dat_problem problem = {""};
    if (seat->hand.lever != NULL)
        SDL_JoystickClose(seat->hand.lever); // the app ends SDL's joysticks, and this one with them
    if (seat->opened)
        ui_app_close(&seat->app);
    if (seat->started)
        (void)dat_practice_finish(&seat->practice, DAT_STOPPED, &problem);
    if (seat->loaded)
        dat_exercise_finish(&seat->exercise);
    free(seat);
}

// ---- measuring ----

// Of the thread in which SDL takes the event from the device.
static int hear_of_lever(void *context, SDL_Event *e) {
    struct told *told = context;
    const int n = atomic_load(&told->events);
    if (e->type == SDL_JOYAXISMOTION && e->jaxis.value > 0 && n < MOST_MOVES) {
        atomic_store(&told->move[n], e->jaxis.value);
        atomic_store(&told->events, n + 1);
    }
    return 0;
}

// Moves of events that steps have used since the last call: also those that SDL has not told of,
// since a later one came before it looked again.
struct notes {
    long used;
    int move;
};

static void note_moves(struct bench_seat *seat, struct notes *noted) {
    const struct ui_latency *l = &seat->app.input.latency;
    for (; noted->used < l->used && noted->used < MOST_MOVES; noted->used++) {
        const int last = atomic_load(&seat->told.move[noted->used]);
        while (noted->move < last && noted->move + 1 < MOST_MOVES)
            seat->wait[seat->waits++] =
                l->newest[noted->used % UI_LATENCY_NEWEST] - seat->hand.time[++noted->move];
    }
}

// As if the picture took so long.
static void draw_on_until(struct bench_seat *seat, double time) {
    ui_app_begin_beside(&seat->app);
    sleep_for(time - present());
    ui_app_end_beside(&seat->app);
}

static bool measure(struct bench_seat *seat, int rate, double duration) {
    struct notes noted = {0, 0};
    for (int i = 0; i < 3; i++) // what is loaded once
        if (!ui_app_frame(&seat->app))
            return ui_bench_complain("the window has closed");
    seat->app.input.latency = (struct ui_latency){.waits = 0};
    SDL_AddEventWatch(hear_of_lever, &seat->told);
    if (pthread_create(&seat->hand.thread, NULL, move_lever, &seat->hand) != 0)
        return ui_bench_complain("no thread for the hand");
    const double begin = present();
    bool open = true;
    while (open && present() < begin + duration) {
        if (rate > 0)
            draw_on_until(seat, begin + (double)seat->pictures / rate);
        open = ui_app_frame(&seat->app);
        seat->pictures++;
        note_moves(seat, &noted);
    }
    atomic_store(&seat->hand.stops, true);
    pthread_join(seat->hand.thread, NULL);
    SDL_DelEventWatch(hear_of_lever, &seat->told);
    return open || ui_bench_complain("the window has closed");
}

static void report(struct bench_seat *seat, int rate, double duration, struct dat_table *table,
                   json_t *list) {
    const struct ui_latency *l = &seat->app.input.latency;
    const double median = seat->waits > 0 ? bench_quantile(seat->wait, seat->waits, 0.5) : 0.0;
    const double most = seat->waits > 0 ? bench_quantile(seat->wait, seat->waits, 1.0) : 0.0;
    dat_table_add(table, "%.0f", seat->pictures / duration);
    dat_table_add(table, "%ld", l->used);
    dat_table_add(table, "%.2f", 1e3 * ui_latency_quantile(l, 0.5));
    dat_table_add(table, "%.2f", 1e3 * l->most);
    dat_table_add(table, "%ld", l->most_between);
    dat_table_add(table, "%.1f", 1e3 * median);
    dat_table_add(table, "%.1f", 1e3 * most);
    json_t *one = json_object();
    dat_json_set_integer(one, "asked_pictures_per_s", rate);
    dat_json_set_number(one, "pictures_per_s", seat->pictures / duration);
    dat_json_set_integer(one, "events", l->used);
    dat_json_set_number(one, "event_median_ms", 1e3 * ui_latency_quantile(l, 0.5));
    dat_json_set_number(one, "event_longest_ms", 1e3 * l->most);
    dat_json_set_integer(one, "most_steps_between", l->most_between);
    dat_json_set_number(one, "hand_median_ms", 1e3 * median);
    dat_json_set_number(one, "hand_longest_ms", 1e3 * most);
    json_array_append_new(list, one);
}

static bool run(const struct window *window, double duration, struct dat_table *table,
                json_t *list) {
    struct bench_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        return ui_bench_complain("out of memory");
    const bool done = start(seat, window) && measure(seat, window->rate, duration);
    if (done)
        report(seat, window->rate, duration, table, list);
    finish(seat);
    return done;
}

bool ui_bench_levers(double duration, json_t *json) {
    struct dat_table table;
    json_t *list = json_array();
    bool going = true;
    printf("\nlevers: first-harvest\n");
    dat_table_init(&table, ">pictures/s|>events|>event to step ms|>longest|>steps between|"
                           ">hand to step ms|>longest");
    for (size_t i = 0; i < sizeof windows / sizeof windows[0] && going; i++)
        going = run(&windows[i], duration, &table, list);
    if (going)
        dat_table_print(&table, stdout);
    dat_table_finish(&table);
    dat_json_set(json, "levers", list);
    return going;
}
