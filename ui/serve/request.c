#include "ui/serve/request.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

void ui_serve_refuse(struct ui_serve_answer *answer, int status, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    free(answer->body);
    json_t *object = json_pack("{s:s?}", "error", text);
    if (object == NULL) // not UTF-8
        object = json_pack("{s:s}", "error", "refused");
    *answer = (struct ui_serve_answer){
        .status = status, .type = "application/json", .body = json_dumps(object, JSON_COMPACT)};
    json_decref(object);
    answer->size = answer->body != NULL ? strlen(answer->body) : 0;
}

void ui_serve_give(struct ui_serve_answer *answer, const char *type, char *text) {
    if (text == NULL) {
        ui_serve_refuse(answer, 503, "out of memory");
        return;
    }
    *answer =
        (struct ui_serve_answer){.status = 200, .type = type, .body = text, .size = strlen(text)};
}
