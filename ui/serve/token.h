// The tokens of the classroom: without the instructor's, the page shows and changes nothing, and
// the seats' only lets a seat post. Each lies in a file that only its owner can read.
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "data/text/problem.h"

#define UI_SERVE_TOKEN_FILE "serve.token" // the instructor's, beside the databases
#define UI_SEAT_TOKEN_FILE "seat.token"   // the seats'

enum { UI_SERVE_TOKEN = 33 }; // 32 hexadecimal digits, which are 128 bits, and the final zero

// Reads the token of the file at path. Where there is none, where it is damaged, or where others
// could have read it, a new one is drawn and written with mode 0600. False with a sentence in
// problem.
bool ui_serve_token_keep(const char *path, char token[UI_SERVE_TOKEN], struct dat_problem *problem);
// Only reads: false with a sentence where the file does not have a token, or where others can read
// it.
bool ui_serve_token_read(const char *path, char token[UI_SERVE_TOKEN], struct dat_problem *problem);
// The file of that name beside the database, db NULL: the default one. False where its path is too
// long or not known.
bool ui_serve_token_path(const char *db, const char *name, char path[PATH_MAX]);
// A new one. False with a sentence in problem.
bool ui_serve_token_draw(char token[UI_SERVE_TOKEN], struct dat_problem *problem);
// Whether the text has the form of a token.
bool ui_serve_token_valid(const char *text);
// Is given (NULL: none) the token? Takes the same time however much of it is right.
bool ui_serve_token_is(const char token[UI_SERVE_TOKEN], const char *given);
