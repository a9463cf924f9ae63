// The user's own keys and levers as a file, and how they answer: what F2 writes and the program
// reads at its start.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "ui/input/bind.h"
#include "ui/input/match.h"
#include "ui/input/response.h"

// The contents of a file.
struct ui_controls_file {
    char title[64]; // "" where it has none
    struct ui_binding row[UI_BINDINGS_MAX];
    size_t rows;
    bool tip_control; // the levers move the crane's tip
    bool has_rows;    // a file of responses leaves the table of the program
    struct ui_responses responses;
    struct ui_match match[UI_DEVICE_COUNT];
};

// The part of b->device that the text names, such as 'axis 1', into b; false where it has none.
bool ui_part_read(const char *text, struct ui_binding *b);
// Changes nothing in use. False with diagnostics in d where anything is wrong.
bool ui_controls_file_read(const char *text, const char *file, struct ui_controls_file *content,
                           struct dat_diagnostics *d);

// Reads the file into the table and the responses in use; a file without 'controls' keeps the
// program's own table. A missing file leaves both alone and is no error. False with diagnostics in
// d where anything is wrong; both are then the program's own.
bool ui_bindings_load(const char *path, struct dat_diagnostics *d);
// The same from a text; file is its name for messages.
bool ui_bindings_read(const char *text, const char *file, struct dat_diagnostics *d);
// Writes what is in use, its folder too. The program's own removes the file. False with a sentence
// in problem.
bool ui_bindings_save(const char *path, struct dat_problem *problem);
// The text that would be written. False where it does not fit.
bool ui_bindings_write(char *text, size_t size);
