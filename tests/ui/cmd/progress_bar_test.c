#define _GNU_SOURCE // posix_openpt()
#include "ui/cmd/progress_bar.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "data/text/progress.h"
#include "tests/near.h"

// The output of a process on a terminal that reports a third, and then that it is done, after so
// many seconds.
static void watch(double seconds, char *seen, size_t size) {
    size_t used = 0;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_true(side >= 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(side, STDERR_FILENO);
        const struct timespec wait = {0, (long)(1e9 * seconds)};
        ui_progress_bar_show();
        dat_progress_report("stand", 0.0);
        nanosleep(&wait, NULL);
        dat_progress_report("stand", 0.31);
        dat_progress_report("stand", 1.0);
        fputs("done", stderr);
        _exit(0);
    }
    (void)close(side);
    for (ssize_t got = 1; got > 0 && used + 1 < size; used += got > 0 ? (size_t)got : 0)
        got = read(terminal, seen + used, size - used - 1); // fails at its end
    seen[used] = '\0';
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(terminal);
}

static void the_bar_comes_after_half_a_second_and_goes(void **state) {
    (void)state;
    char seen[400];
    watch(0.6, seen, sizeof seen);
    assert_string_equal(seen, "\rstand    [############                            ]  31 %"
                              "\r\033[Kdone");
    watch(0.0, seen, sizeof seen);
    assert_string_equal(seen, "done");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_comes_after_half_a_second_and_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
