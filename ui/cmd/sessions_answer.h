// Answers that the actions of `kranich sessions` have in common. All return an enum ui_exit.
#pragma once

#include <stdint.h>

#include <jansson.h>

#include "data/record/session.h"
#include "data/text/problem.h"
#include "ui/cmd/args.h"

// Writes the value, which is taken over; path "-": to the standard output. digits: significant
// decimal digits of numbers. NULL: problem says why.
int ui_sessions_write_json(const struct ui_args_def *def, json_t *value, int digits,
                           const char *path, struct dat_problem *problem);

// Prints the damage on the standard error output. UI_EXIT_USAGE where there is any.
int ui_sessions_report_damage(const struct ui_args_def *def, const struct dat_name_list *damage);

int ui_sessions_no_such(const struct ui_args_def *def, int64_t id);
