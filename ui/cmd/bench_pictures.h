// `kranich bench pictures`: how long a picture takes and what is sent for it.
#pragma once

#include <stdbool.h>

#include <jansson.h>

// The views of an exercise's start in two sizes, so many pictures each. False with a line on stderr
// where this machine cannot draw, or the library is missing.
bool ui_bench_pictures(int pictures, json_t *json);
