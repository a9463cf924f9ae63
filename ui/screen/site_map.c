#include "ui/screen/site_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "terrain/road.h"
#include "ui/scene/landing_marks.h"
#include "ui/screen/widgets.h"
#include "ui/text/file_text.h"
#include "ui/text/text.h"
#include "vehicles/part/bunk.h"
#include "vehicles/piles.h"

enum { CELLS = 64 };                           // of the ground, along the longer side
enum { MOST_TREES = 20000 };                   // more hide the ground: some stand for all
static const double soft = 600e3;              // [Pa] cone index: wheels sink in below
static const double steep[] = {0.1, 0.2, 0.3}; // slopes where the colour changes
enum { RUT_CELLS = 4 };                        // of the trails, the side of a square that is drawn
static const double deep = 0.1;                // [m] rut that is drawn
static const struct ui_colour road_colour = {150, 145, 135, 255}, tree_colour = {30, 90, 40, 255},
                              rut_colour = {95, 60, 30, 255}, machine_colour = {255, 255, 255, 255},
                              plan_colour = {90, 220, 255, 255},
                              driven_colour = {255, 120, 220, 255}, ink = {10, 20, 30, 255},
                              panel_colour = {14, 20, 15, 235};

struct map {
    struct ui_canvas *canvas;
    const struct dat_practice *practice;
    double left, bottom, scale; // [pixel] of the ground's corner, per metre
    double s;                   // [pixel] of the font's scale
};

static double x_of(const struct map *m, double x) {
    return m->left + m->scale * (x - m->practice->site.def.ground->field.x0);
}

static double y_of(const struct map *m, double y) {
    return m->bottom - m->scale * (y - m->practice->site.def.ground->field.y0);
}

static void line(const struct map *m, struct sim_vec3 a, struct sim_vec3 b, double thickness,
                 struct ui_colour colour) {
    ui_canvas_line(m->canvas, x_of(m, a.x), y_of(m, a.y), x_of(m, b.x), y_of(m, b.y), thickness,
                   colour);
}

// ---- ground ----

// By slope from green to red; soft ground is bluish.
static struct ui_colour ground_colour(const struct veh_worksite *site, double x, double y) {
    static const struct ui_colour slopes[] = {
        {96, 120, 84, 255}, {150, 146, 84, 255}, {176, 124, 70, 255}, {170, 84, 66, 255}};
    struct sim_vec3 normal;
    (void)ter_ground_height(site->def.ground, x, y, &normal);
    const double slope = sqrt(normal.x * normal.x + normal.y * normal.y) / fmax(normal.z, 1e-6);
    int i = 0;
    while (i < 3 && slope > steep[i])
        i++;
    struct ui_colour colour = slopes[i];
    if (ter_soil_cone_index(&site->def.soil, x, y) < soft) {
        colour.r = (unsigned char)(colour.r / 2);
        colour.b = (unsigned char)(colour.b / 2 + 110);
    }
    return colour;
}

static void draw_ground(const struct map *m) {
    const struct veh_worksite *site = &m->practice->site;
    const struct ter_ground *ground = site->def.ground;
    const double width = ter_ground_x_max(ground) - ground->field.x0;
    const double height = ter_ground_y_max(ground) - ground->field.y0;
    const double cell = fmax(width, height) / CELLS;
    for (double y = ground->field.y0; y < ground->field.y0 + height - 1e-6; y += cell)
        for (double x = ground->field.x0; x < ground->field.x0 + width - 1e-6; x += cell)
            ui_canvas_box(m->canvas, x_of(m, x), y_of(m, y + cell), m->scale * cell + 0.5,
                          m->scale * cell + 0.5,
                          ground_colour(site, x + 0.5 * cell, y + 0.5 * cell));
}

// The deepest rut of four by four cells from that corner of a tile.
static double deepest_of(const struct ter_trail_tile *tile, int column, int row) {
    double most = 0.0;
    for (int i = 0; i < RUT_CELLS * RUT_CELLS; i++)
        most = fmax(most,
                    tile->cube[(row + i / RUT_CELLS) * TER_TRAIL_CELLS + column + i % RUT_CELLS]);
    return ter_rut_depth(most);
}

// Only where a wheel has been: a site has millions of square metres.
static void draw_ruts(const struct map *m) {
    const struct ter_trails *trails = &m->practice->site.trails;
    const double side = RUT_CELLS * ter_trail_cell, size = fmax(m->scale * side, 1.0);
    for (int i = 0; i < trails->tiles.count; i++) {
        const struct ter_trail_tile *tile = &trails->tiles.items[i];
        const double x0 =
            trails->x0 + tile->place % trails->columns * TER_TRAIL_CELLS * ter_trail_cell;
        const double y0 =
            trails->y0 + tile->place / trails->columns * TER_TRAIL_CELLS * ter_trail_cell;
        for (int row = 0; row < TER_TRAIL_CELLS; row += RUT_CELLS)
            for (int column = 0; column < TER_TRAIL_CELLS; column += RUT_CELLS)
                if (deepest_of(tile, column, row) > deep)
                    ui_canvas_box(m->canvas, x_of(m, x0 + column * ter_trail_cell),
                                  y_of(m, y0 + row * ter_trail_cell + side), size, size,
                                  rut_colour);
    }
}

static void draw_road(const struct map *m) {
    const struct ter_road *road = m->practice->site.def.soil.road;
    for (int i = 0; road != NULL && i + 1 < road->count; i++) {
        const struct ter_road_point *a = &road->points[i], *b = a + 1;
        line(m, sim_vec3(a->x, a->y, 0.0), sim_vec3(b->x, b->y, 0.0), m->scale * a->width,
             road_colour);
    }
}

static void draw_tree(const struct map *m, const struct ter_tree *tree, double size,
                      struct ui_colour colour) {
    ui_canvas_box(m->canvas, x_of(m, tree->position.x) - 0.5 * size,
                  y_of(m, tree->position.y) - 0.5 * size, size, size, colour);
}

// Those to be felled are larger, in the colour of their rings, and framed on an orange slope.
static void draw_trees(const struct map *m) {
    const struct ter_stand *stand = &m->practice->site.stand;
    const double size = fmax(0.5 * m->scale, 2.0);
    const int every = 1 + stand->count / MOST_TREES;
    for (int i = 0; i < stand->count; i += every) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->status == TER_TREE_MARKED) {
            draw_tree(m, tree, size + 4.0 * m->s, ink);
            draw_tree(m, tree, size + 2.0 * m->s, ui_warning);
        } else if (tree->status != TER_TREE_FELLED)
            draw_tree(m, tree, size, tree_colour);
    }
}

// ---- wood ----

static struct ui_colour assortment_colour(int product) {
    const float *c = ui_assortment_colour(product);
    return (struct ui_colour){(unsigned char)(255.0f * c[0]), (unsigned char)(255.0f * c[1]),
                              (unsigned char)(255.0f * c[2]), 255};
}

// By the assortment of the landing that takes it, or else by its species.
static struct ui_colour log_colour(const struct veh_worksite *site, const struct ter_stem *log) {
    for (int i = 0; i < site->def.landing_count; i++)
        if (veh_landing_takes(&site->def.landings[i], site->def.products, log))
            return assortment_colour(site->def.landings[i].product);
    return assortment_colour(site->def.landing_count > 0 ? 5 : (int)log->species);
}

static void draw_logs(const struct map *m) {
    const struct veh_worksite *site = &m->practice->site;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || s->kind != VEH_STEM_LOG)
            continue;
        const struct sim_pose pose = veh_stem_pose(site, i);
        line(m, pose.p, sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(&s->stem))),
             fmax(0.25 * m->scale, 1.5), log_colour(site, &s->stem));
    }
}

struct labels {
    int count;
    struct ui_rectangle items[64]; // x is the middle
};

// Takes the room of a text where that covers none of those before it. False: it does.
static bool take_room(const struct map *m, struct labels *labels, double x, double y,
                      const char *text) {
    const double width = ui_font_width(m->canvas->font, UI_FACE_SMALL, text) + 6.0 * m->s;
    const struct ui_rectangle at = {x, y, width, 15.0 * m->s};
    if (labels->count == 64)
        return false;
    for (int i = 0; i < labels->count; i++) {
        const struct ui_rectangle *other = &labels->items[i];
        if (fabs(at.x - other->x) < 0.5 * (at.width + other->width) &&
            fabs(at.y - other->y) < at.height)
            return false;
    }
    labels->items[labels->count++] = at;
    return true;
}

static bool draw_label(const struct map *m, struct labels *labels, double x, double y,
                       const char *text) {
    const bool room = take_room(m, labels, x, y, text);
    if (room)
        ui_canvas_text_centred(m->canvas, UI_FACE_SMALL, x, y, ui_white, text);
    return room;
}

// Their assortments, above each other where they would cover each other.
static void label_landings(const struct map *m, struct labels *labels) {
    enum { LINES = 4 };
    const struct veh_worksite *site = &m->practice->site;
    for (int i = 0; i < site->def.landing_count; i++) {
        const struct veh_landing *l = &site->def.landings[i];
        const struct dat_scenario *scenario = &m->practice->exercise->scenario;
        const char *name = ui_file_text(&scenario->names, scenario->landings[i].assortment);
        double y = y_of(m, l->y + 0.5 * fmax(l->length, l->width)) - 18.0 * m->s;
        for (int k = 0; k < LINES && !draw_label(m, labels, x_of(m, l->x), y, name); k++)
            y -= 15.0 * m->s;
    }
}

enum pile_text { PILE_WORDS, PILE_FIGURES, PILE_NUMBER, PILE_TEXTS };

// [m] from the machine: along the road, where there is one.
static double way_to(const struct map *m, const struct veh_pile *pile) {
    const struct sim_vec3 machine = veh_machine_pose(&m->practice->site, 0).p;
    const struct ter_road *road = m->practice->site.def.soil.road;
    return road != NULL && road->count >= 2
               ? ter_road_way(road, machine.x, machine.y, pile->x, pile->y)
               : hypot(pile->x - machine.x, pile->y - machine.y);
}

// The number of a pile's logs, and how far they are from the machine.
static void write_pile(const struct map *m, const struct veh_pile *pile, enum pile_text form,
                       char *text, size_t size) {
    const double distance = way_to(m, pile);
    if (form == PILE_WORDS)
        UI_WRITE(text, size, MAP_PILE, pile->logs, distance);
    else if (form == PILE_FIGURES)
        ui_print(text, size, "%d · %.0f m", pile->logs, distance);
    else
        ui_print(text, size, "%d", pile->logs);
}

// Below or above the pile. False: there is no room for all; with `draws`, those that have it are
// drawn.
static bool fit_piles(const struct map *m, struct labels *labels, const struct veh_pile *piles,
                      int count, enum pile_text form, bool draws) {
    static const double rows[] = {4.0, -19.0, 19.0, -34.0, 34.0, -49.0};
    bool all = true;
    for (int i = 0; i < count; i++) {
        const double x = x_of(m, piles[i].x), y = y_of(m, piles[i].y);
        char text[48];
        bool room = false;
        write_pile(m, &piles[i], form, text, sizeof text);
        for (size_t k = 0; k < sizeof rows / sizeof rows[0] && !room; k++)
            room = (draws ? draw_label : take_room)(m, labels, x, y + rows[k] * m->s, text);
        all = all && room;
    }
    return all;
}

// All in the same form, in the longest one that has room for all.
static void label_piles(const struct map *m, struct labels *labels) {
    int count, form = PILE_WORDS;
    struct veh_pile *piles = veh_piles_find(&m->practice->site, &count);
    for (; form + 1 < PILE_TEXTS; form++) {
        struct labels tried = *labels;
        if (fit_piles(m, &tried, piles, count, (enum pile_text)form, false))
            break;
    }
    (void)fit_piles(m, labels, piles, count, (enum pile_text)form, true);
    free(piles);
}

// ---- places and machines ----

// A rectangle from rear to front and from right to left in the frame at (x, y).
static void draw_rectangle(const struct map *m, double x, double y, double heading,
                           const double along[2], const double across[2], double thickness,
                           struct ui_colour colour) {
    const double c = sim_cos(heading), s = sim_sin(heading);
    struct sim_vec3 corner[4];
    for (int i = 0; i < 4; i++) {
        const double ahead = along[i == 1 || i == 2], left = across[i >= 2];
        corner[i] = sim_vec3(x + c * ahead - s * left, y + s * ahead + c * left, 0.0);
    }
    for (int i = 0; i < 4; i++)
        line(m, corner[i], corner[(i + 1) % 4], thickness, colour);
}

static void draw_landings(const struct map *m) {
    const struct veh_worksite *site = &m->practice->site;
    for (int i = 0; i < site->def.landing_count; i++) {
        const struct veh_landing *l = &site->def.landings[i];
        const double along[2] = {-0.5 * l->length, 0.5 * l->length};
        const double across[2] = {-0.5 * l->width, 0.5 * l->width};
        draw_rectangle(m, l->x, l->y, l->heading, along, across, 2.0 * m->s,
                       assortment_colour(l->product));
    }
}

// Their bases, and a line ahead of those that are driven; the loading space of trucks.
static void draw_machines(const struct map *m) {
    const struct veh_worksite *site = &m->practice->site;
    for (int i = 0; i < site->machine_count; i++) {
        const struct veh_machine *machine = &site->machines[i];
        const struct sim_pose pose = veh_machine_pose(site, i);
        const struct sim_vec3 ahead = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
        const double heading = sim_atan2(ahead.y, ahead.x);
        const struct veh_bunk_def *bunk = veh_bunk_def(machine->def);
        double along[2] = {machine->base.rear, machine->base.front};
        double across[2] = {machine->base.right, machine->base.left};
        if (machine->unmanned && bunk != NULL)
            for (int k = 0; k < 2; k++) {
                along[k] = bunk->centre.x + (k - 0.5) * bunk->size.x;
                across[k] = bunk->centre.y + (k - 0.5) * bunk->size.y;
            }
        draw_rectangle(m, pose.p.x, pose.p.y, heading, along, across, 2.0 * m->s, machine_colour);
        if (!machine->unmanned)
            line(m, pose.p, sim_add_scaled(pose.p, ahead, along[1] + 4.0), 2.0 * m->s,
                 machine_colour);
    }
}

// ---- the map ----

// A bar of a round length of about a sixth of the map.
static void draw_scale(const struct map *m, double width) {
    static const double lengths[] = {200.0, 100.0, 50.0, 20.0, 10.0, 5.0};
    char text[32];
    int i = 0;
    while (i < 5 && lengths[i] * m->scale > width / 5.0)
        i++;
    const double x = m->left + 8.0 * m->s, y = m->bottom - 12.0 * m->s;
    ui_canvas_box(m->canvas, x, y, lengths[i] * m->scale, 3.0 * m->s, ui_white);
    ui_print(text, sizeof text, "%.0f m", lengths[i]);
    ui_canvas_text(m->canvas, UI_FACE_SMALL, x, y - 20.0 * m->s, ui_white, text);
}

// ---- the plan ----

// The way that the machine drove, and over it the drawn one.
static void draw_ways(const struct map *m) {
    const struct dat_plan *plan = &m->practice->plan;
    for (int i = 0; i + 1 < plan->driven.count; i++) {
        const struct dat_plan_place *a = &plan->driven.items[i], *b = a + 1;
        line(m, sim_vec3((double)a->x, (double)a->y, 0.0),
             sim_vec3((double)b->x, (double)b->y, 0.0), 2.0 * m->s, driven_colour);
    }
    struct sim_vec3 from = {0.0, 0.0, 0.0};
    bool begun = plan->driven.count > 0;
    if (begun)
        from = sim_vec3((double)plan->driven.items[plan->begin].x,
                        (double)plan->driven.items[plan->begin].y, 0.0);
    for (int i = 0; i < plan->points.count; i++) {
        const struct dat_plan_point *p = &plan->points.items[i];
        const struct sim_vec3 to = sim_vec3((double)p->x, (double)p->y, 0.0);
        if (p->pile)
            continue;
        if (begun)
            line(m, from, to, 3.0 * m->s, plan_colour);
        ui_canvas_box(m->canvas, x_of(m, to.x) - 4.0 * m->s, y_of(m, to.y) - 4.0 * m->s, 8.0 * m->s,
                      8.0 * m->s, plan_colour);
        from = to;
        begun = true;
    }
}

// Number of times the machine has come along its way, where that is more than once.
static void label_passes(const struct map *m, struct labels *labels) {
    enum { PLACES = 10 }; // from one label to the next
    const struct dat_plan *plan = &m->practice->plan;
    for (int i = PLACES / 2; i < plan->driven.count; i += PLACES) {
        const int passes = dat_plan_passes(plan, i);
        char text[16];
        ui_print(text, sizeof text, "%d×", passes);
        if (passes > 1)
            (void)draw_label(m, labels, x_of(m, (double)plan->driven.items[i].x),
                             y_of(m, (double)plan->driven.items[i].y), text);
    }
}

// Numbered in their order; those of which logs were taken have the accent's colour.
static void draw_piles(const struct map *m) {
    const struct dat_plan *plan = &m->practice->plan;
    const double side = 20.0 * m->s;
    int number = 0;
    for (int i = 0; i < plan->points.count; i++) {
        const struct dat_plan_point *p = &plan->points.items[i];
        if (!p->pile)
            continue;
        char text[16];
        const double x = x_of(m, (double)p->x), y = y_of(m, (double)p->y);
        ui_canvas_box(m->canvas, x - 0.5 * side, y - 0.5 * side, side, side,
                      p->turn > 0 ? ui_accent : plan_colour);
        ui_print(text, sizeof text, "%d", ++number);
        ui_canvas_text_centred(m->canvas, UI_FACE_SMALL, x, y - 0.5 * side, ink, text);
    }
}

// The plan beside what became of it, in a line. False: nothing is planned.
static bool say_figures(const struct dat_plan *plan, char *text, size_t size) {
    const struct dat_plan_figures f = dat_plan_compare(plan);
    text[0] = '\0';
    if (f.points > 0)
        UI_WRITE(text, size, PLAN_WAY, f.planned, f.driven, f.mean, f.most);
    const size_t used = strlen(text);
    if (f.piles > 0) {
        ui_print(text + used, size - used, "%s", used > 0 ? "   " : "");
        const size_t before = strlen(text);
        UI_WRITE(text + before, size - before, PLAN_PILES, f.taken, f.piles, f.in_order);
    }
    return text[0] != '\0';
}

static void write_figures(const struct map *m, double width) {
    char text[240];
    if (!say_figures(&m->practice->plan, text, sizeof text))
        return;
    const double most = 0.72 * width, line_height = 20.0 * m->s;
    const int lines = ui_canvas_paragraph_lines(m->canvas, UI_FACE_SMALL, most, text);
    const double room =
        lines > 1 ? most : ui_font_width(m->canvas->font, UI_FACE_SMALL, text) + 2.0 * m->s;
    const double x = m->left + width - room - 8.0 * m->s;
    const double y = m->bottom - lines * line_height - 6.0 * m->s;
    ui_canvas_box(m->canvas, x - 6.0 * m->s, y - 2.0 * m->s, room + 12.0 * m->s,
                  lines * line_height + 4.0 * m->s, panel_colour);
    (void)ui_canvas_paragraph(m->canvas, UI_FACE_SMALL, x, y, room, line_height, ui_white, text);
}

// ---- the whole ----

// Lines of the legend over the map, by the panel's least width.
static double panel_width(const struct ui_canvas *canvas, double map_width) {
    return fmax(map_width,
                fmin(canvas->width - 80.0 * canvas->font->scale, 560.0 * canvas->font->scale));
}

static struct map lay_out(const struct dat_practice *practice, struct ui_canvas *canvas,
                          const char *legend, double *header) {
    const struct ter_ground *ground = practice->site.def.ground;
    const double s = canvas->font->scale;
    const double east = ter_ground_x_max(ground) - ground->field.x0;
    const double north = ter_ground_y_max(ground) - ground->field.y0;
    const double width = 0.9 * canvas->width - 60.0 * s;
    const int lines =
        ui_canvas_paragraph_lines(canvas, UI_FACE_SMALL, panel_width(canvas, 0.0), legend);
    *header = (lines > 2 ? lines : 2) * 20.0 * s + 6.0 * s;
    const double scale = fmin(width / east, (0.9 * canvas->height - 64.0 * s - *header) / north);
    return (struct map){.canvas = canvas,
                        .practice = practice,
                        .left = 0.5 * (canvas->width - scale * east),
                        .bottom = 0.5 * (canvas->height + scale * north) + 0.5 * *header - 13.0 * s,
                        .scale = scale,
                        .s = s};
}

static const char *legend_of(bool plans) {
    return ui_text(plans ? UI_TEXT_PLAN_KEYS : UI_TEXT_MAP_LEGEND);
}

bool ui_site_map_at(const struct dat_practice *practice, struct ui_canvas *canvas, double px,
                    double py, double *x, double *y) {
    const struct ter_ground *ground = practice->site.def.ground;
    double header;
    const struct map m = lay_out(practice, canvas, legend_of(true), &header);
    *x = ground->field.x0 + (px - m.left) / m.scale;
    *y = ground->field.y0 + (m.bottom - py) / m.scale;
    return *x >= ground->field.x0 && *x <= ter_ground_x_max(ground) && *y >= ground->field.y0 &&
           *y <= ter_ground_y_max(ground);
}

static void draw_cursor(const struct map *m, const struct sim_vec3 *at) {
    const double x = x_of(m, at->x), y = y_of(m, at->y), arm = 14.0 * m->s;
    ui_canvas_line(m->canvas, x - arm, y, x + arm, y, 2.0 * m->s, ui_white);
    ui_canvas_line(m->canvas, x, y - arm, x, y + arm, 2.0 * m->s, ui_white);
}

void ui_site_map_draw(const struct dat_practice *practice, struct ui_canvas *canvas,
                      const struct sim_vec3 *cursor) {
    const struct ter_ground *ground = practice->site.def.ground;
    const char *legend = legend_of(cursor != NULL);
    double header;
    const struct map m = lay_out(practice, canvas, legend, &header);
    struct labels labels = {.count = 0};
    const double width = m.scale * (ter_ground_x_max(ground) - ground->field.x0);
    const double top = m.bottom - m.scale * (ter_ground_y_max(ground) - ground->field.y0);
    const double panel = panel_width(canvas, width), left = 0.5 * (canvas->width - panel);
    ui_canvas_box(canvas, left - 12.0 * m.s, top - header - 4.0 * m.s, panel + 24.0 * m.s,
                  m.bottom - top + header + 16.0 * m.s, panel_colour);
    (void)ui_canvas_paragraph(canvas, UI_FACE_SMALL, left, top - header, panel, 20.0 * m.s,
                              ui_white, legend);
    draw_ground(&m);
    draw_ruts(&m);
    draw_road(&m);
    draw_trees(&m);
    draw_landings(&m);
    draw_logs(&m);
    draw_ways(&m);
    draw_machines(&m);
    label_landings(&m, &labels);
    label_piles(&m, &labels);
    label_passes(&m, &labels);
    draw_piles(&m);
    draw_scale(&m, width);
    write_figures(&m, width);
    if (cursor != NULL)
        draw_cursor(&m, cursor);
}
