#include "ui/gl/window.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/near.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    char path[1024];
    tests_scratch_create(&scratch);
    // The desktop's box, where SDL has no letters of its own: it writes what it would show.
    tests_scratch_write(&scratch, "zenity",
                        "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"${0%/*}/shown\"\n");
    (void)snprintf(path, sizeof path, "%s:%s", scratch.folder, getenv("PATH"));
    return chmod(tests_scratch_path(&scratch, "zenity"), 0700) != 0 || setenv("PATH", path, 1) != 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// Whether a box was shown while the standard error is that file.
static bool tell(int standard_error) {
    const int before = dup(STDERR_FILENO);
    assert_true(before >= 0 && dup2(standard_error, STDERR_FILENO) >= 0);
    const bool told = ui_window_tell("no OpenGL 3.3 here");
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    close(before);
    return told;
}

// A box only for those who would not see the sentence otherwise, and not without a desktop.
static void a_box_tells_who_has_no_terminal(void **state) {
    (void)state;
    const int file = open(tests_scratch_path(&scratch, "log"), O_CREAT | O_WRONLY, 0600);
    int pipes[2];
    assert_true(file >= 0 && pipe(pipes) == 0);
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    setenv("DISPLAY", ":4711", 1);
    assert_false(tell(file));
    unsetenv("SDL_VIDEODRIVER");
    assert_false(tell(pipes[1]));
    assert_int_equal(access(tests_scratch_path(&scratch, "shown"), F_OK), -1);
    assert_true(tell(file));
    char *shown = tests_scratch_read(&scratch, "shown");
    assert_non_null(strstr(shown, "no OpenGL 3.3 here"));
    assert_non_null(strstr(shown, "Kranich"));
    free(shown);
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    assert_false(tell(file));
    close(pipes[0]);
    close(pipes[1]);
    close(file);
}

// Without a display, a sentence tells what goes without one.
static void without_a_display_there_are_other_ways(void **state) {
    (void)state;
    const struct ui_window_options options = {.title = "test", .width = 32, .height = 32};
    struct ui_window window;
    char problem[256];
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    assert_false(ui_window_open(&window, &options, problem, sizeof problem));
    assert_non_null(strstr(problem, "no display found"));
    assert_non_null(strstr(problem, "'kranich train EXERCISE --headless'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_box_tells_who_has_no_terminal),
                                       cmocka_unit_test(without_a_display_there_are_other_ways)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
