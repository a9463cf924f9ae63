#include "data/model/cut_cell.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/number.h"
#include "sim/model/cut.h"

enum { MOST_WORDS = 5 };

static int split(char *text, char *words[MOST_WORDS]) {
    int count = 0;
    for (char *word = strtok(text, " "); word != NULL && count <= MOST_WORDS;
         word = strtok(NULL, " ")) {
        if (count < MOST_WORDS)
            words[count] = word;
        count++;
    }
    return count;
}

static bool number(const char *word, double *value) {
    return dat_number_read(word, strlen(word), value) == DAT_NUMBER_OK;
}

// The words after the body.
static bool read_plane(char *const words[], int count, struct sim_plane *plane) {
    double n[3] = {0.0, 0.0, 0.0};
    if (count == 2) {
        if (strlen(words[0]) != 1 || words[0][0] < 'x' || words[0][0] > 'z')
            return false;
        n[words[0][0] - 'x'] = 1.0;
    } else if (count != 4 || !number(words[0], &n[0]) || !number(words[1], &n[1]) ||
               !number(words[2], &n[2])) {
        return false;
    }
    const struct sim_vec3 normal = sim_vec3(n[0], n[1], n[2]);
    const double length = sim_length(normal);
    if (!(length > 1e-6 && length < 1e6) || !number(words[count - 1], &plane->offset))
        return false;
    plane->normal = sim_scale(normal, 1.0 / length);
    return true;
}

static int find_body(struct dat_csv *csv, int column, const struct sim_model *model,
                     const char *name) {
    const int body = sim_model_find_body(model, name);
    if (body >= 0)
        return body;
    const char **names = calloc((size_t)model->body_count + 1, sizeof *names);
    for (int i = 0; names != NULL && i < model->body_count; i++)
        names[i] = model->bodies[i].name;
    const char *near = names != NULL ? dat_closest(name, names, model->body_count) : NULL;
    dat_diagnose(csv->d, csv->line, csv->cell[column].column, "cut: there is no body '%.40s'%s%s%s",
                 name, near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                 near != NULL ? "'?)" : "");
    free(names);
    return -1;
}

bool dat_read_cut(struct dat_csv *csv, int column, struct sim_model *model, int *joint) {
    assert(column >= 0 && column < DAT_CSV_MAX_COLUMNS);
    const struct dat_csv_cell *cell = &csv->cell[column];
    char text[DAT_CSV_CELL_SIZE], *words[MOST_WORDS];
    struct sim_plane plane;
    memcpy(text, cell->text, sizeof text);
    const int count = split(text, words);
    if (count < 1 || count > MOST_WORDS || !read_plane(words + 1, count - 1, &plane)) {
        dat_diagnose(csv->d, csv->line, cell->column,
                     "cut is '%.40s', expected a body, an axis (x, y or z) or a normal of three "
                     "numbers, and the place of the plane in m, such as 'trunk z 1.2'",
                     cell->text);
        return false;
    }
    const int body = find_body(csv, column, model, words[0]);
    if (body < 0)
        return false;
    const char *problem = sim_model_cut(model, body, &plane);
    if (problem != NULL) {
        dat_diagnose(csv->d, csv->line, cell->column, "'%s' cannot be cut: %s", words[0], problem);
        return false;
    }
    *joint = model->joint_count - 1;
    return true;
}
