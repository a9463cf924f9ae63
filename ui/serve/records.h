// The recorded sessions that the instructor's page shows: those of all databases in one folder.
#pragma once

#include <jansson.h>

#include "ui/serve/page.h"
#include "ui/serve/request.h"

// Answers with the newest sessions of all databases (*.db) in the folder as a JSON object:
// "sessions", newest first, each with "db", "id", "trainee", "exercise", "machine", "start",
// "seconds", "outcome", "operator", "points", "mark" and "metrics"; "problems": a sentence per
// database that cannot be read.
void ui_serve_sessions(const char *folder, struct ui_serve_answer *answer);
// Answers with the page of a session; what: "NAME.db/ID/LANGUAGE", or without the language in
// English.
void ui_serve_report(const char *folder, const struct ui_serve_languages *reports, const char *what,
                     struct ui_serve_answer *answer);
