// Results as JSON, for `--json FILE`. Values are built with jansson, whose objects keep the order
// in which their keys were set; these functions add what jansson leaves to its user.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "data/text/problem.h"

// All set object[key] and do nothing where memory is missing, which dat_json_write() then notices.
void dat_json_set_text(json_t *object, const char *key, const char *text); // NULL: null
void dat_json_set_integer(json_t *object, const char *key, int64_t value);
void dat_json_set_number(json_t *object, const char *key, double value); // null where not finite
void dat_json_set_yes_no(json_t *object, const char *key, bool value);
void dat_json_set_hash(json_t *object, const char *key, uint64_t hash); // 16 hexadecimal digits
void dat_json_set(json_t *object, const char *key, json_t *value);      // takes value over

// A number, or null where it is not finite (JSON knows no NaN).
json_t *dat_json_number(double value);

// Writes the value and a line end as dat_write_file() does. digits: significant decimal digits of
// numbers, 15 reads well, 17 keeps every bit. value stays the caller's; NULL counts as out of
// memory.
bool dat_json_write(const json_t *value, int digits, const char *path, struct dat_problem *problem);
