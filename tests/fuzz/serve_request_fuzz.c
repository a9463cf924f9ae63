// Sends any bytes to the instructor's page, as lines: a method and a path, or for '>' a body of the
// following bytes to that path. Every answer has a body, and a status that is one.
#include <stdlib.h>
#include <string.h>

#include "ui/serve/desk.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void send_request(struct ui_serve_desk *desk, const char *path, const char *body,
                         size_t size, bool post) {
    static double now;
    struct ui_serve_answer answer;
    now += 1.0;
    for (int seat = 0; seat < 2; seat++) {
        const struct ui_serve_request request = {.post = post,
                                                 .path = path,
                                                 .token = seat ? desk->seat_token : desk->token,
                                                 .body = body,
                                                 .size = size,
                                                 .now = now};
        if (ui_serve_desk_begin(desk, &request, &answer))
            ui_serve_desk_read(desk, request.path, &answer);
        if (answer.body == NULL || answer.status < 200 || answer.status > 503)
            abort();
        free(answer.body);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static char folder[] = "/tmp/kranich-fuzz-XXXXXX";
    static struct ui_serve_desk desk;
    if (desk.texts == NULL &&
        (mkdtemp(folder) == NULL || !ui_serve_desk_init(&desk, folder, NULL, NULL)))
        abort();
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    for (char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        if (end == NULL)
            end = text + size;
        *end = '\0';
        char *body = strchr(line, '>');
        if (body != NULL)
            *body++ = '\0';
        send_request(&desk, line, body != NULL ? body : "", body != NULL ? (size_t)(end - body) : 0,
                     body != NULL);
    }
    free(text);
    ui_serve_seats_finish(&desk.seats);
    return 0;
}
