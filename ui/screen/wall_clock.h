// Times of day, in contrast to those of an exercise.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The moment of a record, "2026-11-23T11:34:05.120Z", as the clock on the wall showed it:
// "2026-11-23 12:34" in Berlin. The time zone is that of the environment. Another text stays as it
// is.
void ui_local_time_text(const char *utc, char *text, size_t size);
