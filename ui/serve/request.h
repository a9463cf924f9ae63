// A request to the instructor's page and its answer, whatever brings the one and takes the other:
// HTTP (ui/serve/http.h) or a test.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { UI_SERVE_BODY = 512 * 1024 }; // [byte] that a request may bring at most

struct ui_serve_request {
    bool post;         // else GET
    const char *path;  // "/api/seats", without a query
    const char *token; // that it brings, NULL: none
    const char *body;  // of a post; need not end with a zero
    size_t size;       // [byte] of the body
    double now;        // [s], of a clock that only rises
};

struct ui_serve_answer {
    int status;       // of HTTP: 200 is good
    const char *type; // "application/json"; static storage
    char *body;       // owned by the caller, free()
    size_t size;
    bool welcome;      // the token is to be kept as a cookie
    bool inline_style; // the page brings its own style
};

// Makes the answer a refusal: {"error": "..."}.
void ui_serve_refuse(struct ui_serve_answer *answer, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Takes text, allocated with malloc(), over; NULL: out of memory, and the answer says so.
void ui_serve_give(struct ui_serve_answer *answer, const char *type, char *text);
