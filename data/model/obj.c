#include "data/model/obj.h"

#include <stdlib.h>
#include <string.h>

#include "data/text/number.h"
#include "sim/base/array.h"
#include "sim/shape/mesh.h"

// Words of one line.
struct scan {
    const char *at, *line_start;
    int line;
    const char *word; // the current one
    int size;         // 0: the line is over
};

struct reader {
    struct scan scan;
    struct dat_obj *obj;
    int vertex_room, triangle_room;
    struct dat_diagnostics *d;
    bool stopped; // after an error that makes the rest unreadable
};

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void next_word(struct scan *scan) {
    while (is_space(*scan->at))
        scan->at++;
    scan->word = scan->at;
    while (*scan->at != '\0' && *scan->at != '\n' && *scan->at != '#' && !is_space(*scan->at))
        scan->at++;
    scan->size = (int)(scan->at - scan->word);
}

static int column(const struct scan *scan) {
    return (int)(scan->word - scan->line_start) + 1;
}

static int shown(const struct scan *scan) {
    return scan->size < 40 ? scan->size : 40;
}

static bool is_word(const struct scan *scan, const char *word) {
    return (size_t)scan->size == strlen(word) && strncmp(scan->word, word, (size_t)scan->size) == 0;
}

// Room for one more item of size bytes; false after an error. array is the address of the pointer.
static bool reserve(struct reader *r, void *array, int *room, int count, size_t size) {
    if (sim_grow_or_fail(array, room, count + 1, size))
        return true;
    dat_diagnose(r->d, 0, 0, "not enough memory for the mesh");
    r->stopped = true;
    return false;
}

static void read_vertex(struct reader *r) {
    double p[3];
    for (int i = 0; i < 3; i++) {
        next_word(&r->scan);
        if (dat_number_read(r->scan.word, (size_t)r->scan.size, &p[i]) == DAT_NUMBER_OK &&
            fabs(p[i]) <= 1e6)
            continue;
        if (r->scan.size == 0) {
            dat_diagnose(r->d, r->scan.line, column(&r->scan),
                         "the vertex ends after %d coordinates, expected x, y and z", i);
        } else {
            dat_diagnose(r->d, r->scan.line, column(&r->scan),
                         "the coordinate is '%.*s', expected a number from -1e6 to 1e6",
                         shown(&r->scan), r->scan.word);
        }
        return;
    }
    struct dat_obj *obj = r->obj;
    if (obj->vertex_count == 3 * SIM_MESH_MAX_TRIANGLES) {
        dat_diagnose(r->d, r->scan.line, 1, "the mesh has more than %d vertices",
                     3 * SIM_MESH_MAX_TRIANGLES);
        r->stopped = true;
        return;
    }
    if (reserve(r, &obj->vertices, &r->vertex_room, obj->vertex_count, sizeof *obj->vertices))
        obj->vertices[obj->vertex_count++] = sim_vec3(p[0], p[1], p[2]);
}

// A corner as `7`, `7/2`, `7//3` or `7/2/3`, counted from 1, or backwards from -1; -1 after an
// error.
static int read_corner(struct reader *r) {
    int digits = 0;
    while (digits < r->scan.size && r->scan.word[digits] != '/')
        digits++;
    long index = 0;
    if (!dat_number_read_int(r->scan.word, (size_t)digits, -1000000000L, 1000000000L, &index)) {
        dat_diagnose(r->d, r->scan.line, column(&r->scan),
                     "the corner is '%.*s', expected the number of a vertex", shown(&r->scan),
                     r->scan.word);
        return -1;
    }
    const long count = r->obj->vertex_count;
    const long vertex = index > 0 ? index - 1 : count + index;
    if (index == 0 || vertex < 0 || vertex >= count) {
        dat_diagnose(r->d, r->scan.line, column(&r->scan),
                     "there is no vertex %ld before this line, expected 1 to %ld", index, count);
        return -1;
    }
    return (int)vertex;
}

static void add_triangle(struct reader *r, int a, int b, int c) {
    struct dat_obj *obj = r->obj;
    if (obj->triangle_count == SIM_MESH_MAX_TRIANGLES) {
        dat_diagnose(r->d, r->scan.line, 1, "the mesh has more than %d triangles",
                     SIM_MESH_MAX_TRIANGLES);
        r->stopped = true;
    }
    if (r->stopped || !reserve(r, &obj->triangles, &r->triangle_room, obj->triangle_count,
                               sizeof *obj->triangles))
        return;
    int *t = obj->triangles[obj->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void read_face(struct reader *r) {
    int count = 0;
    int first = -1;
    int last = -1;
    if (r->obj->face_line == 0)
        r->obj->face_line = r->scan.line;
    for (next_word(&r->scan); r->scan.size > 0 && !r->stopped; next_word(&r->scan)) {
        const int corner = read_corner(r);
        if (corner < 0)
            return;
        if (count == 0)
            first = corner;
        else if (count >= 2)
            add_triangle(r, first, last, corner);
        last = corner;
        count++;
    }
    if (count < 3 && !r->stopped) {
        dat_diagnose(r->d, r->scan.line, column(&r->scan),
                     "the number of corners is %d, expected at least 3", count);
    }
}

static void read_line(struct reader *r) {
    static const char *const skipped[] = {"vn", "vt",     "vp",     "o", "g",
                                          "s",  "usemtl", "mtllib", "l", "p"};
    next_word(&r->scan);
    if (r->scan.size == 0)
        return;
    if (is_word(&r->scan, "v")) {
        read_vertex(r);
        return;
    }
    if (is_word(&r->scan, "f")) {
        read_face(r);
        return;
    }
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
        if (is_word(&r->scan, skipped[i]))
            return;
    dat_diagnose(r->d, r->scan.line, column(&r->scan),
                 "unknown line '%.*s', expected v (vertex) or f (face)", shown(&r->scan),
                 r->scan.word);
}

bool dat_read_obj(const char *text, struct dat_obj *obj, struct dat_diagnostics *d) {
    struct reader r = {.obj = obj, .d = d};
    const int before = d->errors;
    *obj = (struct dat_obj){0};
    r.scan.at = text;
    while (*r.scan.at != '\0' && !r.stopped) {
        r.scan.line++;
        r.scan.line_start = r.scan.at;
        read_line(&r);
        const char *end = strchr(r.scan.at, '\n');
        r.scan.at = end != NULL ? end + 1 : r.scan.at + strlen(r.scan.at);
    }
    if (d->errors == before && obj->triangle_count == 0) {
        dat_diagnose(d, r.scan.line > 0 ? r.scan.line : 1, 1,
                     "the mesh has no faces, expected lines that begin with f");
    }
    if (d->errors > before)
        dat_obj_finish(obj);
    return d->errors == before;
}

void dat_obj_finish(struct dat_obj *obj) {
    free(obj->vertices);
    free(obj->triangles);
    *obj = (struct dat_obj){0};
}
