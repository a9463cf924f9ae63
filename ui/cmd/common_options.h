// Options that several verbs have, with the same words in each. VALUES is the verb's struct of
// values; it has a member of the option's name.
#pragma once

#include "ui/cmd/args.h"

#define UI_OPTION_JSON_FILE(VALUES)                                                                \
    {                                                                                              \
        .name = "json", .type = UI_OPTION_OUTPUT, .value = "FILE",                                 \
        .offset = offsetof(VALUES, json),                                                          \
        .help = "write the result as JSON, '-' is the standard output"                             \
    }

#define UI_OPTION_DATABASE(VALUES)                                                                 \
    {                                                                                              \
        .name = "db", .type = UI_OPTION_TEXT, .value = "FILE", .offset = offsetof(VALUES, db),     \
        .help = "the session database (default: kranich/sessions.db in your data folder)"          \
    }

#define UI_OPTION_LIBRARY(VALUES)                                                                  \
    {                                                                                              \
        .name = "data", .type = UI_OPTION_TEXT, .value = "DIR", .offset = offsetof(VALUES, data),  \
        .help = "the library of exercises, machines and sites"                                     \
    }

#define UI_OPTION_NO_RECORD(VALUES)                                                                \
    {                                                                                              \
        .name = "no-record", .type = UI_OPTION_FLAG, .offset = offsetof(VALUES, no_record),        \
        .help = "keep no session in the database"                                                  \
    }

#define UI_OPTION_MACHINE(VALUES)                                                                  \
    {                                                                                              \
        .name = "machine", .type = UI_OPTION_TEXT, .value = "NAME",                                \
        .offset = offsetof(VALUES, machine), .help = "another machine than the exercise's"         \
    }

#define UI_OPTION_SET(VALUES)                                                                      \
    {                                                                                              \
        .name = "set", .type = UI_OPTION_TEXTS, .value = "NAME=VALUE",                             \
        .offset = offsetof(VALUES, set), .help = "a parameter of the exercise; once for each"      \
    }

#define UI_OPTION_STEREO(VALUES)                                                                   \
    {                                                                                              \
        .name = "stereo", .type = UI_OPTION_CHOICE,                                                \
        .value = "none|side-by-side|over-under|anaglyph|rows|quad-buffer",                         \
        .offset = offsetof(VALUES, stereo), .help = "the picture for two eyes"                     \
    }

// int shot_width
#define UI_OPTION_SHOT_WIDTH(VALUES)                                                               \
    {                                                                                              \
        .name = "shot-width", .type = UI_OPTION_INTEGER, .value = "N", .low = 64, .high = 4096,    \
        .unit = "pixel", .offset = offsetof(VALUES, shot_width),                                   \
        .help = "their width; the height is 9/16 of it"                                            \
    }
