// Work while a picture is drawn: a thread that works between two pictures of the window, so
// that neither levers nor steps of the world wait for one that takes long. It holds a lock whenever
// it works, so its work and what is done outside ui_beside_begin() and ui_beside_end() take turns,
// and it never works at other times.
#pragma once

#include <pthread.h>
#include <stdbool.h>

// Works once; returns the time [s] after which it is to work again.
typedef double ui_beside_work(void *context);

struct ui_beside {
    pthread_t thread;
    pthread_mutex_t lock; // held while it works
    pthread_cond_t wake;
    bool running;         // there is a thread
    bool wanted, ends;    // guarded by the lock
    ui_beside_work *work; // likewise
    void *context;        // likewise
};

// Accepts a zeroed struct, which must stay where it is. Without a thread to be had nothing is done
// beside the picture.
void ui_beside_begin(struct ui_beside *beside, ui_beside_work *work, void *context);
// Returns when it does not work any more; also where it has not begun.
void ui_beside_end(struct ui_beside *beside);
void ui_beside_finish(struct ui_beside *beside); // accepts a zeroed struct
