// HTTP for the instructor's page, by libmicrohttpd: sizes, connections and times are limited here,
// everything else is the desk's. One thread, and a second one for answers that read databases.
#pragma once

#include "ui/serve/desk.h"

struct ui_serve_http;

// Listens on the address ("127.0.0.1", "::1", "0.0.0.0") and port, 0: any that is free. The desk
// must outlive the server. NULL with a sentence in problem.
struct ui_serve_http *ui_serve_http_start(struct ui_serve_desk *desk, const char *address, int port,
                                          struct dat_problem *problem);
int ui_serve_http_port(const struct ui_serve_http *http);
// Serves for at most about that time [s].
void ui_serve_http_run(struct ui_serve_http *http, double seconds);
void ui_serve_http_stop(struct ui_serve_http *http); // NULL is allowed
