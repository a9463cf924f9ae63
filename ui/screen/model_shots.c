#include "ui/screen/model_shots.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/gl/shots.h"

// Times the first size; a part that flies away must not make the rest tiny.
static const double most_growth = 4.0;

// Keeps the moment; grows what the pictures show up to a few times the size of the first moment.
static bool keep(struct ui_model_shots *shots) {
    const struct sim_model *model = shots->instance->model;
    if (!SIM_ARRAY_TRY(&shots->frames, shots->frames.count + 1))
        return false;
    struct ui_model_frame *frame = &shots->frames.items[shots->frames.count++];
    memset(frame, 0, sizeof *frame);
    if (!ui_model_frame_take(frame, shots->instance))
        return false;
    const struct sim_aabb now = ui_model_bounds(model, frame);
    const struct sim_aabb first = ui_model_bounds(model, &shots->frames.items[0]);
    struct sim_aabb grown = shots->bounds;
    ui_grow_bounds(&grown, &now);
    if (shots->frames.count == 1 || sim_length(sim_sub(grown.high, grown.low)) <
                                        most_growth * sim_length(sim_sub(first.high, first.low)))
        shots->bounds = grown;
    return true;
}

bool ui_model_shots_begin(struct ui_model_shots *shots, const struct ui_model_shots_def *def,
                          const struct sim_instance *instance, char *problem, size_t size) {
    *shots = (struct ui_model_shots){.def = def,
                                     .instance = instance,
                                     .next = sim_world_time(instance->world) + def->every,
                                     .bounds = ui_no_bounds()};
    if (mkdir(def->folder, 0777) != 0 && errno != EEXIST) {
        snprintf(problem, size, "%s: the folder cannot be made: %s", def->folder, strerror(errno));
        return false;
    }
    if (keep(shots))
        return true;
    snprintf(problem, size, "not enough memory for the pictures");
    return false;
}

bool ui_model_shots_step(struct ui_model_shots *shots, bool last) {
    assert(shots->frames.count > 0);
    const double time = sim_world_time(shots->instance->world);
    const double half_step = 0.5 * sim_world_step_size(shots->instance->world);
    const bool due = shots->def->every > 0.0 && time > shots->next - half_step;
    if (due)
        shots->next += shots->def->every;
    return !(due || last) || keep(shots);
}

// The name of the model's file without its folder and extension.
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *begin = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(begin, '.');
    const size_t length = dot != NULL && dot > begin ? (size_t)(dot - begin) : strlen(begin);
    (void)snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), begin);
}

static bool write_one(const struct ui_model_shots *shots, const struct ui_model_frame *frame,
                      struct ui_model_scene *view, struct ui_shots *pictures, char *problem,
                      size_t size) {
    const struct ui_model_shots_def *def = shots->def;
    const struct sim_model *model = shots->instance->model;
    char name[64], path[1024];
    base_name(def->model, name, sizeof name);
    (void)snprintf(path, sizeof path, "%s/%s-%.2fs.png", def->folder, name, frame->time);
    if (!ui_model_scene_fill(view, model, frame)) {
        snprintf(problem, size, "%s: the picture does not fit into memory", path);
        return false;
    }
    struct ui_canvas *canvas = ui_shots_canvas(pictures);
    const struct ui_camera camera =
        ui_model_camera(&shots->bounds, &def->angle, (double)canvas->width / canvas->height);
    if (!def->plain) {
        const struct ui_model_marks marks = {true, true, view->scene.radius};
        ui_model_marks_draw(&marks, model, frame, &camera, canvas);
        ui_model_title_draw(model, frame->time, view->floor ? view->grid : 0.0, canvas);
    }
    const struct ui_view_table views = ui_view_table_of(&camera);
    return ui_shots_write(pictures, &view->scene, &views, NULL, path, problem, size);
}

bool ui_model_shots_write(const struct ui_model_shots *shots, char *problem, size_t size) {
    assert(shots->frames.count > 0);
    const int width = shots->def->width, height = (9 * width + 8) / 16;
    struct ui_shots *pictures = ui_shots_create(width, height, true, problem, size);
    if (pictures == NULL)
        return false;
    struct ui_model_scene view;
    ui_model_scene_init(&view, shots->instance->model, &shots->frames.items[0], &shots->bounds,
                        shots->def->ground);
    bool written = true;
    for (int i = 0; i < shots->frames.count && written; i++)
        written = write_one(shots, &shots->frames.items[i], &view, pictures, problem, size);
    ui_model_scene_finish(&view);
    ui_shots_destroy(pictures);
    return written;
}

void ui_model_shots_finish(struct ui_model_shots *shots) {
    for (int i = 0; i < shots->frames.count; i++)
        ui_model_frame_finish(&shots->frames.items[i]);
    SIM_ARRAY_FREE(&shots->frames);
    memset(shots, 0, sizeof *shots);
}
