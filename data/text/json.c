#include "data/text/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/atomic_file.h"

json_t *dat_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

void dat_json_set(json_t *object, const char *key, json_t *value) {
    json_object_set_new(object, key, value);
}

void dat_json_set_text(json_t *object, const char *key, const char *text) {
    // JSON cannot hold a text that is not UTF-8; null is better than no result at all.
    json_t *value = text != NULL ? json_string(text) : NULL;
    dat_json_set(object, key, value != NULL ? value : json_null());
}

void dat_json_set_integer(json_t *object, const char *key, int64_t value) {
    dat_json_set(object, key, json_integer(value));
}

void dat_json_set_number(json_t *object, const char *key, double value) {
    dat_json_set(object, key, dat_json_number(value));
}

void dat_json_set_yes_no(json_t *object, const char *key, bool value) {
    dat_json_set(object, key, json_boolean(value));
}

void dat_json_set_hash(json_t *object, const char *key, uint64_t hash) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    dat_json_set_text(object, key, text);
}

bool dat_json_write(const json_t *value, int digits, const char *path,
                    struct dat_problem *problem) {
    assert(digits >= 1 && digits <= 17);
    char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_INDENT(2) |
                                                       JSON_REAL_PRECISION((size_t)digits))
                               : NULL;
    size_t length = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? realloc(text, length + 2) : NULL;
    if (line == NULL) {
        free(text);
        dat_problem_set(problem, "out of memory: %s is not written", path);
        return false;
    }
    line[length++] = '\n';
    bool ok = dat_write_file(path, line, length, problem);
    free(line);
    return ok;
}
