// An instructor's choice for a seat: the exercises of the library with their parameters, and
// the machines.
#pragma once

#include "ui/serve/request.h"

// Answers with a JSON object: "exercises", by the ladder, each with "name", "titles" by language
// and "parameters" ("name", "texts" by language, "unit", "low", "high", "step", "value");
// "machines", a list of names; "seat_token", with which seats are started. library: folder, NULL:
// the default.
void ui_serve_catalogue(const char *library, const char *seat_token,
                        struct ui_serve_answer *answer);
