// The clock by which threads wait and times are measured: it is never set back.
#pragma once

#include <pthread.h>
#include <time.h>

// [s] since an arbitrary moment.
double dat_monotonic(void);
// The moment so many seconds [s] from now, for pthread_cond_timedwait on what dat_cond_init made.
struct timespec dat_monotonic_after(double seconds);
void dat_cond_init(pthread_cond_t *cond);
