// A desk in a folder of its own, and questions to it, for the tests of ui/serve.
#pragma once

#include <jansson.h>

#include "tests/capture.h"
#include "tests/scratch.h"
#include "ui/serve/desk.h"

static struct tests_scratch scratch;
static struct ui_serve_desk desk;
static struct ui_serve_answer answer; // to the last question
static double now = 100.0;            // [s]

static inline int set_up(void **state) {
    struct dat_problem problem = {""};
    (void)state;
    tests_scratch_create(&scratch);
    if (!ui_serve_desk_init(&desk, scratch.folder, NULL, &problem))
        fail_msg("%s", problem.text);
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    free(answer.body);
    answer = (struct ui_serve_answer){.body = NULL};
    ui_serve_desk_finish(&desk);
    tests_scratch_remove(&scratch);
    return 0;
}

// body NULL: a GET. Returns the status.
static inline int ask_with(const char *token, const char *path, const char *body) {
    const struct ui_serve_request request = {.post = body != NULL,
                                             .path = path,
                                             .token = token,
                                             .body = body != NULL ? body : "",
                                             .size = body != NULL ? strlen(body) : 0,
                                             .now = now};
    free(answer.body);
    if (ui_serve_desk_begin(&desk, &request, &answer))
        ui_serve_desk_read(&desk, path, &answer);
    assert_non_null(answer.body);
    return answer.status;
}

static inline int ask(const char *path, const char *body) {
    return ask_with(desk.token, path, body);
}

// The post of a seat.
static inline int tell(const char *path, const char *body) {
    return ask_with(desk.seat_token, path, body);
}

// The answer as JSON, which the caller releases.
static inline json_t *answered(void) {
    json_t *object = json_loadb(answer.body, answer.size, 0, NULL);
    assert_non_null(object);
    return object;
}

static inline void assert_refused(int status, const char *reason) {
    assert_int_equal(answer.status, status);
    json_t *object = answered();
    assert_contains(json_string_value(json_object_get(object, "error")), reason);
    json_decref(object);
}
