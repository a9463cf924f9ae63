#include "ui/screen/place.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/exercise/library.h"
#include "data/text/keys.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "ui/input/match.h"

static const double widest_eye = 0.25;   // [m] from the middle, as stereo allows
static const double least_before = 0.05; // [m] of the eyes before a screen

struct file_keys {
    struct dat_value eyes, screens;
};

struct screen_keys {
    struct dat_value title, display, middle, width, height, turn, tilt, eye, corner, size;
};

enum { FILE_SECTION, SCREEN_SECTION };

#define AT(member) 0, offsetof(struct screen_keys, member)

static const struct dat_key keys[] = {
    {FILE_SECTION, "eyes_m", DAT_KEY_VECTOR, "m", "[0, 0, 0]", -100, 100, "", 0,
     offsetof(struct file_keys, eyes), "the point between the eyes: x ahead, y to the left, z up"},
    {FILE_SECTION, "screens", DAT_KEY_SECTIONS, "", NULL, 0, 0, "", SCREEN_SECTION,
     offsetof(struct file_keys, screens), "the first one has menus and the head-up display"},
    {SCREEN_SECTION, "title", DAT_KEY_TEXT, "", NULL, 0, 0, "", AT(title), "what it is called"},
    {SCREEN_SECTION, "display", DAT_KEY_TEXT, "", NULL, 0, 0, "", AT(display),
     "its number from 0, or a part of its name"},
    {SCREEN_SECTION, "middle_m", DAT_KEY_VECTOR, "m", NULL, -100, 100, "", AT(middle),
     "middle of the picture, from the same point as the eyes"},
    {SCREEN_SECTION, "width_m", DAT_KEY_NUMBER, "m", NULL, 0.05, 20, "", AT(width),
     "of the picture, without its frame"},
    {SCREEN_SECTION, "height_m", DAT_KEY_NUMBER, "m", NULL, 0.05, 20, "", AT(height), "likewise"},
    {SCREEN_SECTION, "turn_deg", DAT_KEY_NUMBER, "deg", "0", -180, 180, "", AT(turn),
     "to the left, 90: it is at the left and faces to the right"},
    {SCREEN_SECTION, "tilt_deg", DAT_KEY_NUMBER, "deg", "0", -90, 90, "", AT(tilt),
     "its upper edge leans away from the eyes"},
    {SCREEN_SECTION, "eye", DAT_KEY_CHOICE, "", "both", 0, 0, "both|left|right", AT(eye),
     "that sees it, such as through one of two projectors' filters"},
    {SCREEN_SECTION, "corner_px", DAT_KEY_PAIR, "", "", -32768, 32768, "", AT(corner),
     "upper left corner on its display, where it does not fill it"},
    {SCREEN_SECTION, "size_px", DAT_KEY_PAIR, "", "", 64, 16384, "", AT(size),
     "of the window there"},
};

static const struct dat_key_section sections[] = {
    {"the file", "", sizeof(struct file_keys)},
    {"a screen", "", sizeof(struct screen_keys)},
};

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections,
                                           sizeof sections / sizeof sections[0]};

// ---- reading ----

static bool read_window(const struct screen_keys *k, struct ui_window_place *window) {
    const double *corner = k->corner.number, *size = k->size.number;
    if ((k->corner.at != NULL) != (k->size.at != NULL)) {
        dat_yaml_error(k->title.at, "'corner_px' and 'size_px' belong together");
        return false;
    }
    if (k->size.at == NULL)
        return true;
    *window = (struct ui_window_place){.partly = true,
                                       .left = (int)corner[0],
                                       .top = (int)corner[1],
                                       .width = (int)size[0],
                                       .height = (int)size[1]};
    return true;
}

// Both eyes, however far apart, must be able to look through it.
static bool faces_eyes(const struct screen_keys *k, const struct ui_view_plane *plane) {
    for (int side = -1; side <= 1; side++) {
        const struct sim_vec3 eye = sim_vec3(0.0, side * widest_eye, 0.0);
        if (sim_unrotate(plane->pose.q, sim_sub(plane->pose.p, eye)).x >= least_before)
            continue;
        dat_yaml_error(k->middle.at,
                       "the eyes are not in front of '%.40s', expected it to face them",
                       k->title.text);
        return false;
    }
    return true;
}

static bool read_names(const struct screen_keys *k, struct ui_place_screen *s) {
    (void)snprintf(s->title, sizeof s->title, "%s", k->title.text);
    (void)snprintf(s->display, sizeof s->display, "%s", k->display.text);
    const struct dat_value *both[] = {&k->title, &k->display};
    for (int i = 0; i < 2; i++)
        if (strlen(both[i]->text) >= UI_PLACE_NAME) {
            dat_yaml_error(both[i]->at, "more than %d letters", UI_PLACE_NAME - 1);
            return false;
        }
    s->line = k->display.at->line;
    s->column = k->display.at->column;
    return true;
}

static void read_screen(const struct dat_node *node, struct sim_vec3 eyes, struct ui_place *place) {
    struct screen_keys k;
    if (!dat_keys_read(&table, SCREEN_SECTION, node, &k))
        return;
    const double *m = k.middle.number;
    struct ui_place_screen s = {
        .plane = {.pose = {sim_sub(sim_vec3(m[0], m[1], m[2]), eyes),
                           sim_quat_rpy(0.0, k.tilt.number[0], k.turn.number[0])},
                  .half_width = 0.5 * k.width.number[0],
                  .half_height = 0.5 * k.height.number[0]},
        .eye = (enum ui_view_eye)k.eye.choice};
    if (!read_names(&k, &s) || !read_window(&k, &s.window) || !faces_eyes(&k, &s.plane))
        return;
    if (place->screens == UI_PLACE_SCREENS)
        dat_yaml_error(node, "there are more than %d screens", UI_PLACE_SCREENS);
    else
        place->screen[place->screens++] = s;
}

bool ui_place_read(const char *text, const char *file, struct ui_place *place,
                   struct dat_diagnostics *d) {
    struct file_keys k;
    const int errors = d->errors;
    memset(place, 0, sizeof *place);
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL && dat_keys_read(&table, FILE_SECTION, dat_yaml_root(yaml), &k)) {
        const struct sim_vec3 eyes = sim_vec3(k.eyes.number[0], k.eyes.number[1], k.eyes.number[2]);
        for (const struct dat_node *s = dat_keys_items(&k.screens); s != NULL; s = s->next)
            read_screen(s, eyes, place);
        if (dat_keys_items(&k.screens) == NULL)
            dat_yaml_error(k.screens.at, "the place has no screen");
    }
    dat_yaml_destroy(yaml);
    (void)snprintf(place->file, sizeof place->file, "%s", file);
    if (yaml != NULL && d->errors == errors)
        return true;
    memset(place, 0, sizeof *place);
    return false;
}

static bool load(const char *path, struct ui_place *place, struct dat_diagnostics *d) {
    memset(place, 0, sizeof *place);
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && ui_place_read(text, path, place, d);
    free(text);
    return ok;
}

// The folder beside `place.yaml`; false where the user has none.
static bool users_folder(char *path, size_t size) {
    char *end = dat_default_place(path, size) ? strrchr(path, '/') : NULL;
    if (end != NULL)
        *end = '\0';
    return end != NULL;
}

static bool find(const char *name, char *path, size_t size) {
    char folder[4000];
    if (name[0] == '\0')
        return dat_default_place(path, size);
    if (!users_folder(folder, sizeof folder))
        return false;
    (void)snprintf(path, size, "%s/places/%s.yaml", folder, name);
    if (access(path, F_OK) != 0)
        fprintf(stderr, "kranich: the place %s is missing, there is one window\n", path);
    return true;
}

int ui_users_places(char name[UI_PLACES][UI_PLACE_NAME]) {
    char folder[4000];
    struct dat_problem problem = {""};
    struct dat_name_list files = {0};
    int count = 2;
    name[0][0] = '\0';
    (void)snprintf(name[1], UI_PLACE_NAME, "%s", UI_PLACE_ONE_WINDOW);
    if (users_folder(folder, sizeof folder))
        (void)dat_library_list(folder, "places", &files, &problem); // none where it is missing
    for (int i = 0; i < files.count && count < UI_PLACES; i++)
        if (strlen(files.items[i]) < UI_PLACE_NAME && strpbrk(files.items[i], "\"\\") == NULL)
            (void)snprintf(name[count++], UI_PLACE_NAME, "%s", files.items[i]);
    dat_name_list_finish(&files);
    return count;
}

void ui_users_place(const char *name, struct ui_place *place) {
    static struct dat_diagnostics d; // large, and one at a time
    char path[4200];
    memset(place, 0, sizeof *place);
    if (strcmp(name, UI_PLACE_ONE_WINDOW) == 0 || !find(name, path, sizeof path) ||
        load(path, place, &d))
        return;
    dat_diagnostics_print(&d, stderr);
    fprintf(stderr, "kranich: the file above is ignored, there is one window\n");
}

// ---- use ----

int ui_place_display(const struct ui_place_screen *screen, const char *const name[], int count) {
    char *end;
    const long number = strtol(screen->display, &end, 10);
    if (end != screen->display && *end == '\0')
        return number >= 0 && number < count ? (int)number : -1;
    for (int i = 0; i < count; i++)
        if (name[i] != NULL && ui_text_contains(name[i], screen->display))
            return i;
    return -1;
}

void ui_place_frame(const struct ui_place *place, int screen, struct ui_view_row *row) {
    if (place->screens == 0)
        return;
    assert(screen >= 0 && screen < place->screens);
    row->plane = place->screen[screen].plane;
    row->eye = place->screen[screen].eye;
}
