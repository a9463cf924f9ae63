// Threads over several points: links from point to point, and a differential over their lengths.
#include <string.h>

#include "data/model/reader.h"

enum { MOST_POINTS = SIM_DIFFERENTIAL_JOINTS + 1, MOST_BODIES = 4 };

struct point {
    int body; // -1: the world
    struct sim_vec3 p;
};

static bool read_point(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item, struct point *point) {
    struct dat_model_thread_point keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_THREAD_POINT, item, &keys);
    if (keys.body.node == NULL)
        return false;
    const bool world = strcmp(keys.body.text, "world") == 0;
    point->body = world ? -1 : dat_model_body(r, use, keys.body.node, keys.body.text);
    if (point->body < 0 && !world)
        return false;
    point->p = keys.at.node != NULL ? dat_model_place_point(use, dat_value_vec3(&keys.at))
                                    : dat_model_place_origin(r, use, point->body);
    return keys.at.at == keys.at.node; // else its value is wrong
}

// The number of points; 0 after an error.
static int read_points(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_value *list, struct point *points) {
    if (list->node == NULL)
        return 0;
    if (list->node->count < 2 || list->node->count > MOST_POINTS) {
        dat_yaml_error(list->node, "a thread runs over 2 to %d points, found %d", MOST_POINTS,
                       list->node->count);
        return 0;
    }
    int count = 0;
    bool ok = true;
    for (const struct dat_node *i = list->node->first; i != NULL; i = i->next) {
        ok = read_point(r, use, i, &points[count]) && ok;
        if (ok && count > 0 && points[count].body == points[count - 1].body) {
            dat_yaml_error(i, "this point and the one before are on the same body, expected two "
                              "bodies");
            ok = false;
        }
        count++;
    }
    return ok ? count : 0;
}

static bool moves(const struct dat_model_reader *r, int body) {
    return body >= 0 && !r->model->bodies[body].fixed;
}

// A thread is one row, which has room for MOST_BODIES bodies that move.
static bool few_enough(const struct dat_model_reader *r, const struct dat_node *node,
                       const struct point *points, int count) {
    int moving = 0;
    for (int i = 0; i < count; i++) {
        bool first = moves(r, points[i].body);
        for (int k = 0; k < i; k++)
            first = first && points[k].body != points[i].body;
        moving += first;
    }
    if (moving == 0)
        dat_yaml_error(node, "all points are fixed, expected one on a body that moves");
    if (moving > MOST_BODIES) {
        dat_yaml_error(node, "the points are on %d bodies that move, expected at most %d", moving,
                       MOST_BODIES);
    }
    return moving > 0 && moving <= MOST_BODIES;
}

// The child of a link is a body, so one that ends in the world is turned around.
static bool add_link(struct dat_model_reader *r, const struct dat_model_thread *keys, int line,
                     const char *name, struct point from, struct point to) {
    struct sim_model_joint link = dat_model_default_joint(line);
    if (to.body < 0) {
        const struct point end = from;
        from = to;
        to = end;
    }
    (void)snprintf(link.name, sizeof link.name, "%s", name);
    link.def.kind = SIM_JOINT_LINK;
    link.parent = from.body;
    link.child = to.body;
    link.def.anchor = from.p;
    link.def.anchor_b = to.p;
    link.thickness = keys->thickness.number[0];
    return DAT_MODEL_ADD(r, joints, joint_count, link) &&
           DAT_MODEL_NOTE(r, joint_nodes, keys->name.node);
}

// "NAME.1" from the first point to the second, and so on. Returns the sum of their lengths [m],
// negative after an error.
static double add_links(struct dat_model_reader *r, const struct dat_model_thread *keys,
                        const struct point *points, int count,
                        struct sim_model_differential *thread) {
    double length = 0.0;
    thread->def.count = count - 1;
    for (int i = 0; i + 1 < count; i++) {
        char name[SIM_MODEL_NAME];
        const int size = snprintf(name, sizeof name, "%s.%d", thread->name, i + 1);
        if (size >= SIM_NAME_SIZE) { // of a joint, as in dat_model_full_name()
            dat_yaml_error(keys->name.node, "the name '%s' is too long", thread->name);
            return -1.0;
        }
        thread->joint[i] = r->model->joint_count;
        thread->def.axis[i] = 0;
        thread->def.ratio[i] = 1.0;
        length += sim_length(sim_sub(points[i + 1].p, points[i].p));
        if (!add_link(r, keys, thread->line, name, points[i], points[i + 1]))
            return -1.0;
    }
    return length;
}

static void read_length(const struct dat_value *longest, double drawn,
                        struct sim_differential_def *def) {
    if (longest->node == NULL)
        return;
    def->slack = longest->number[0] - drawn;
    if (def->slack < -1e-9 * (1.0 + drawn)) {
        dat_yaml_error(longest->node, "'longest' is %g m, but the way over the points is %g m",
                       longest->number[0], drawn);
    }
    def->slack = sim_larger(def->slack, 0.0);
}

static void read_thread(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *item) {
    struct dat_model_thread keys;
    struct sim_model_differential thread = {.line = item->line, .input = -1};
    struct point points[MOST_POINTS];
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_THREAD, item, &keys);
    thread.def = sim_default_differential_def();
    dat_model_name_differential(r, use, &keys.name, &thread);
    const int count = read_points(r, use, &keys.points, points);
    if (keys.name.node == NULL || count == 0 || !few_enough(r, keys.points.node, points, count))
        return;
    thread.def.positional = thread.def.one_sided = true;
    if (keys.break_force.node != NULL)
        thread.def.break_force = keys.break_force.number[0];
    dat_model_read_rate(r, use, &keys.motor, &thread);
    if (thread.def.motor) { // it pulls only
        thread.def.force_low = -thread.def.force_high;
        thread.def.force_high = 0.0;
    }
    const double drawn = add_links(r, &keys, points, count, &thread);
    if (drawn < 0.0)
        return;
    read_length(&keys.longest, drawn, &thread.def);
    dat_model_check_definition(r, errors, item, sim_differential_def_problem(&thread.def));
    (void)DAT_MODEL_ADD(r, differentials, differential_count, thread);
}

void dat_model_read_threads(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.threads); i != NULL; i = i->next)
        read_thread(r, use, i);
}
