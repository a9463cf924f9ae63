// The instructor's page as a whole: its desk, and HTTP. In the thread of the caller, as by `kranich
// serve`, or in one of its own beside the window.
#pragma once

#include "ui/serve/desk.h"

enum { UI_SERVER_PORT = 8017, UI_SERVER_ADDRESS = 192 };

struct ui_server_def {
    const char *db;      // file, NULL: the default; other databases of its folder are shown, too
    const char *library; // folder, NULL: the default; must outlive the server
    const char *bind;    // address of this computer
    int port;            // 0: any that is free
};

struct ui_server;

// Creates the database where there is none, and listens. NULL with a sentence in problem.
struct ui_server *ui_server_start(const struct ui_server_def *def, struct dat_problem *problem);
// Either serves for at most about that time [s], or from now on in a thread; false: there is none.
void ui_server_run(struct ui_server *server, double seconds);
bool ui_server_run_beside(struct ui_server *server);
// "http://HOST:PORT/?token=TOKEN": the instructor's address, or the seats'. Returns text.
const char *ui_server_address(const struct ui_server *server, bool seats,
                              char text[UI_SERVER_ADDRESS]);
void ui_server_stop(struct ui_server *server); // NULL is allowed
