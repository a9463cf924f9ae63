// `kranich bench sound`: what listening, voices and mixing take of a core.
#pragma once

#include <stdbool.h>

#include <jansson.h>

// The demonstrator works for so long [s]; its sound is mixed into memory. False with a line on
// stderr where there is no mixer, or the library is missing.
bool ui_bench_sound(int seconds, json_t *json);
