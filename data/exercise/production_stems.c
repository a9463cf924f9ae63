// Stems, logs, control measurements and the machine's places of a session, from the events and logs
// of its record.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/production_inside.h"
#include "vehicles/events.h"

// ---- stems and logs ----

// When the saw was last started up to that step and after the other one; false: it was not.
static bool find_start(const struct dat_production *p, int64_t after, int64_t until, double *time) {
    const char *started = veh_event_name(VEH_EVENT_SAW_STARTED);
    bool found = false;
    for (int i = 0; i < p->events.count && p->events.items[i].step <= until; i++)
        if (p->events.items[i].step > after && strcmp(p->events.items[i].kind, started) == 0) {
            *time = p->events.items[i].time;
            found = true;
        }
    return found;
}

// Sites without a system of coordinates that is known lie at 51 N 9 E.
static struct dat_geo place_of(const struct dat_site *site, struct sim_vec3 position) {
    const int zone = dat_utm_zone_of_epsg(site->crs);
    const struct dat_utm utm =
        zone > 0 ? (struct dat_utm){position.x + site->ground.origin_x,
                                    position.y + site->ground.origin_y}
                 : (struct dat_utm){500000.0 + position.x, 5650000.0 + position.y};
    return dat_utm_to_geo(zone > 0 ? zone : 32, utm);
}

static bool add_stem(struct dat_production *p, int tree_index, double time, const char *start) {
    const struct ter_tree *tree = &p->exercise.site.stand.trees[tree_index];
    if (p->stem_of[tree_index] >= 0)
        return true;
    if (!SIM_ARRAY_TRY(&p->stems, p->stems.count + 1))
        return false;
    struct dat_hpr_stem *stem = &p->stems.items[p->stems.count];
    *stem = (struct dat_hpr_stem){.species = tree->species,
                                  .dbh = tree->dbh,
                                  .height = tree->height,
                                  .geo = place_of(&p->exercise.site, tree->position),
                                  .altitude = tree->position.z};
    dat_stanford_date(start, time, stem->date);
    p->stem_of[tree_index] = p->stems.count++;
    return true;
}

// The detail, which is the caller's, of an event of that kind about a tree of the stand; NULL: it
// is another event.
static json_t *detail_of(const struct dat_production *p, const struct dat_event *event,
                         enum veh_event_kind kind, int *tree) {
    if (event->detail == NULL || strcmp(event->kind, veh_event_name(kind)) != 0)
        return NULL;
    json_t *detail = json_loads(event->detail, 0, NULL);
    const char *id = json_string_value(json_object_get(detail, "tree"));
    *tree = id != NULL ? dat_name_index_find(&p->trees, id) : -1;
    if (*tree >= 0)
        return detail;
    json_decref(detail);
    return NULL;
}

static double number_of(const json_t *detail, const char *key) {
    return json_number_value(json_object_get(detail, key));
}

// On the ground. False: records of before the event told it know nothing of that place.
static bool find_point(const struct dat_production *p, const json_t *detail, const char *x,
                       const char *y, struct sim_vec3 *point) {
    if (!json_is_number(json_object_get(detail, x)))
        return false;
    *point = (struct sim_vec3){.x = number_of(detail, x), .y = number_of(detail, y)};
    point->z = ter_ground_height(&p->exercise.site.ground, point->x, point->y, NULL);
    return true;
}

// [deg] Clockwise from north.
static double bearing_of(struct sim_vec3 from, struct sim_vec3 to) {
    return fmod(sim_atan2(to.x - from.x, to.y - from.y) * 180.0 / SIM_PI + 360.0, 360.0);
}

// The machine, as an event tells its place, with its boom at work there.
static struct dat_hpr_stand stand_of(const struct dat_production *p, struct sim_vec3 work,
                                     const json_t *detail) {
    struct sim_vec3 at;
    if (!find_point(p, detail, "machine_x_m", "machine_y_m", &at))
        return (struct dat_hpr_stand){0};
    const double bearing = number_of(detail, "machine_bearing_deg");
    return (struct dat_hpr_stand){.known = true,
                                  .geo = place_of(&p->exercise.site, at),
                                  .altitude = at.z,
                                  .bearing = bearing,
                                  .boom_angle = fmod(bearing_of(at, work) - bearing + 360.0, 360.0),
                                  .boom_extension = hypot(work.x - at.x, work.y - at.y)};
}

static bool add_felled(struct dat_production *p, const char *start) {
    bool ok = true;
    int64_t last = -1;
    for (int i = 0; i < p->events.count && ok; i++) {
        const struct dat_event *event = &p->events.items[i];
        int tree;
        double begun;
        json_t *detail = detail_of(p, event, VEH_EVENT_TREE_FELLED, &tree);
        const int before = p->stems.count;
        ok = detail == NULL || add_stem(p, tree, event->time, start);
        if (ok && p->stems.count > before)
            p->stems.items[before].stand =
                stand_of(p, p->exercise.site.stand.trees[tree].position, detail);
        if (ok && p->stems.count > before && find_start(p, last, event->step, &begun))
            dat_stanford_date(start, begun, p->stems.items[before].cut_begun);
        last = detail != NULL ? event->step : last;
        json_decref(detail);
    }
    return ok;
}

// A mark replaces those at its place and above.
static void mark(struct dat_hpr_stem *stem, double from, int grade) {
    while (stem->grade_count > 0 && stem->grade[stem->grade_count - 1].from > from - 0.005)
        stem->grade_count--;
    const int below = stem->grade_count > 0 ? stem->grade[stem->grade_count - 1].grade : 1;
    if (grade != below && stem->grade_count < DAT_HPR_GRADES)
        stem->grade[stem->grade_count++] = (struct dat_hpr_grade){.from = from, .grade = grade};
}

static void add_grades(struct dat_production *p) {
    for (int i = 0; i < p->events.count; i++) {
        int tree;
        json_t *detail = detail_of(p, &p->events.items[i], VEH_EVENT_GRADE_MARKED, &tree);
        const int grade = (int)json_number_value(json_object_get(detail, "grade"));
        if (detail != NULL && p->stem_of[tree] >= 0 && grade >= 1 && grade <= DAT_STANFORD_GRADES)
            mark(&p->stems.items[p->stem_of[tree]],
                 json_number_value(json_object_get(detail, "from_m")), grade);
        json_decref(detail);
    }
}

// Step in which the first log of the tree was cut, INT64_MAX: none was.
static int64_t first_cut(const struct dat_production *p, int tree) {
    for (int i = 0; i < p->cut.count; i++)
        if (strcmp(p->cut.items[i].tree, p->exercise.site.stand.trees[tree].id) == 0)
            return p->cut.items[i].step;
    return INT64_MAX;
}

// A stem is of the bunch in which its first log was cut: one that was laid down and picked up again
// is not. A stem without logs is of the last that it was in.
static void follow_bunch(struct dat_production *p, const struct dat_event *event) {
    int tree = -1;
    json_t *bunched = detail_of(p, event, VEH_EVENT_STEM_BUNCHED, &tree);
    json_t *released = bunched == NULL ? detail_of(p, event, VEH_EVENT_STEM_RELEASED, &tree) : NULL;
    if ((bunched != NULL || released != NULL) && p->stem_of[tree] >= 0) {
        struct dat_hpr_stem *stem = &p->stems.items[p->stem_of[tree]];
        const int64_t first = first_cut(p, tree);
        if (bunched != NULL && event->step <= first)
            stem->bunch = (int)json_number_value(json_object_get(bunched, "bunch"));
        else if (released != NULL && event->step < first && first < INT64_MAX)
            stem->bunch = 0;
    }
    json_decref(bunched);
    json_decref(released);
}

// ---- control measurement ----

// The caliper has read the log of that stem which is as long and as thick, to the millimetre.
static void check_log(struct dat_production *p, int stem, const json_t *detail, const char *date) {
    for (int i = 0; i < p->logs.count; i++) {
        struct dat_hpr_log *log = &p->logs.items[i];
        const double length = number_of(detail, "length_m"), top = number_of(detail, "top_m");
        if (log->stem != stem || log->checked_length > 0.0 || fabs(log->length - length) > 6e-4 ||
            fabs(log->top - top) > 6e-4)
            continue;
        log->checked_length = length;
        log->checked_mid = number_of(detail, "mid_m");
        log->checked_top = top;
        (void)snprintf(log->checked_at, sizeof log->checked_at, "%s", date);
        return;
    }
}

// By how much the computer has found itself to be off.
static void note_control(struct dat_production *p, const struct dat_event *event) {
    json_t *detail = event->detail != NULL ? json_loads(event->detail, 0, NULL) : NULL;
    p->length_off = 1e-3 * number_of(detail, "length_off_mm");
    p->diameter_off = 1e-3 * number_of(detail, "diameter_off_mm");
    json_decref(detail);
}

// One event for the lengths, and one for each class of diameters behind it.
static bool follow_calibration(struct dat_production *p, const struct dat_event *event,
                               const char *date) {
    const bool lengths = strcmp(event->kind, veh_event_name(VEH_EVENT_LENGTH_CALIBRATED)) == 0;
    const bool class = strcmp(event->kind, veh_event_name(VEH_EVENT_DIAMETER_CALIBRATED)) == 0;
    if (!(lengths || (class && p->calibrations.count > 0)) || event->detail == NULL)
        return true;
    if (lengths && !SIM_ARRAY_TRY(&p->calibrations, p->calibrations.count + 1))
        return false;
    json_t *detail = json_loads(event->detail, 0, NULL);
    if (lengths) {
        struct dat_hpr_calibration *added = &p->calibrations.items[p->calibrations.count++];
        *added =
            (struct dat_hpr_calibration){.add = {.length = 1e-3 * number_of(detail, "add_mm"),
                                                 .scale = 1e-3 * number_of(detail, "add_mm_per_m")},
                                         .logs = (int)number_of(detail, "logs"),
                                         .length_off = p->length_off,
                                         .diameter_off = p->diameter_off,
                                         .routine = p->routine};
        p->routine = false;
        (void)snprintf(added->date, sizeof added->date, "%s", date);
    } else {
        struct veh_correction *add = &p->calibrations.items[p->calibrations.count - 1].add;
        const double diameter = 1e-3 * number_of(detail, "class_mm");
        for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++)
            if (fabs(veh_calibration_class(i) - diameter) < 1e-3)
                add->diameter[i] = 1e-3 * number_of(detail, "add_mm");
    }
    json_decref(detail);
    return true;
}

static bool follow_control(struct dat_production *p, const struct dat_event *event,
                           const char *start) {
    int tree = -1;
    char date[DAT_STANFORD_DATE];
    dat_stanford_date(start, event->time, date);
    json_t *chosen = detail_of(p, event, VEH_EVENT_CONTROL_STEM, &tree);
    json_t *checked = chosen == NULL ? detail_of(p, event, VEH_EVENT_LOG_CHECKED, &tree) : NULL;
    if (chosen != NULL && p->stem_of[tree] >= 0)
        p->stems.items[p->stem_of[tree]].random = true;
    if (checked != NULL && p->stem_of[tree] >= 0) {
        p->routine = p->routine || p->stems.items[p->stem_of[tree]].random;
        check_log(p, p->stem_of[tree], checked, date);
    }
    if (strcmp(event->kind, veh_event_name(VEH_EVENT_CONTROL_MEASURED)) == 0)
        note_control(p, event);
    json_decref(chosen);
    json_decref(checked);
    return follow_calibration(p, event, date);
}

// The top saw has cut the small end of a log when the logs that were cut from the tree since, up to
// this one, are together as long as what it left in the head.
static bool is_top_sawn(const struct dat_production *p, int tree, int cut) {
    const struct dat_log *log = &p->cut.items[cut];
    double left = 0.0;
    int64_t since = INT64_MAX;
    for (int i = 0; i < p->events.count && p->events.items[i].step <= log->step; i++) {
        int other;
        json_t *detail = detail_of(p, &p->events.items[i], VEH_EVENT_STEM_TOPPED, &other);
        if (detail != NULL && other == tree) {
            left = json_number_value(json_object_get(detail, "length_m"));
            since = p->events.items[i].step;
        }
        json_decref(detail);
    }
    for (int i = cut; i >= 0 && p->cut.items[i].step >= since; i--)
        if (strcmp(p->cut.items[i].tree, log->tree) == 0)
            left -= p->cut.items[i].length;
    return since < INT64_MAX && fabs(left) < 0.05;
}

static int find_product(const struct dat_production *p, const struct dat_log *log) {
    for (int i = 0; i < p->products.count; i++)
        if (strcmp(p->products.items[i].product->name, log->assortment) == 0 &&
            strcmp(ter_species_name(p->products.items[i].species), log->species) == 0)
            return i;
    return -1;
}

// The machine's measurement of the log that was cut from the same tree in the same step.
static void find_measurement(const struct dat_production *p, const struct dat_log *cut,
                             struct dat_hpr_log *log, double *dbh) {
    const char *measured = veh_event_name(VEH_EVENT_LOG_MEASURED);
    for (int i = 0; i < p->events.count && log->measured_length <= 0.0; i++) {
        const struct dat_event *event = &p->events.items[i];
        if (event->step != cut->step || event->detail == NULL || strcmp(event->kind, measured) != 0)
            continue;
        json_t *detail = json_loads(event->detail, 0, NULL);
        const char *tree = json_string_value(json_object_get(detail, "tree"));
        if (tree != NULL && strcmp(tree, cut->tree) == 0) {
            log->measured_length = json_number_value(json_object_get(detail, "measured_length_m"));
            log->measured_top = json_number_value(json_object_get(detail, "measured_top_m"));
            log->measured_mid = json_number_value(json_object_get(detail, "measured_mid_m"));
            *dbh = fmax(*dbh, json_number_value(json_object_get(detail, "measured_dbh_m")));
        }
        json_decref(detail);
    }
}

// Step in which the log below was cut from the same tree, -1: there is none.
static int64_t step_below(const struct dat_production *p, int cut) {
    int64_t below = -1;
    for (int i = 0; i < cut; i++)
        if (strcmp(p->cut.items[i].tree, p->cut.items[cut].tree) == 0)
            below = p->cut.items[i].step;
    return below;
}

// One start of the saw may cut a whole bunch.
static void find_times(const struct dat_production *p, int cut, const char *start,
                       struct dat_hpr_log *log) {
    const struct dat_log *own = &p->cut.items[cut];
    double begun;
    if (find_start(p, step_below(p, cut), own->step, &begun))
        dat_stanford_date(start, begun, log->cut_begun);
    dat_stanford_date(start, own->time, log->cut_done);
}

// The event that tells of the log when it was cut off: its ends, and the machine.
static void place_log(const struct dat_production *p, const json_t *cut, struct dat_hpr_log *log) {
    struct sim_vec3 butt, top, middle;
    if (!find_point(p, cut, "butt_x_m", "butt_y_m", &butt) ||
        !find_point(p, cut, "top_x_m", "top_y_m", &top))
        return;
    middle = sim_scale(sim_add(butt, top), 0.5);
    middle.z = ter_ground_height(&p->exercise.site.ground, middle.x, middle.y, NULL);
    log->place = (struct dat_hpr_place){.known = true,
                                        .geo = place_of(&p->exercise.site, middle),
                                        .altitude = middle.z,
                                        .bearing = bearing_of(butt, top)};
    log->stand = stand_of(p, top, cut);
}

static void find_place(const struct dat_production *p, int cut, int tree, struct dat_hpr_log *log) {
    const struct dat_log *own = &p->cut.items[cut];
    const int64_t below = step_below(p, cut);
    for (int i = 0; i < p->events.count && p->events.items[i].step <= own->step; i++) {
        const struct dat_event *event = &p->events.items[i];
        int other;
        json_t *detail =
            event->step == own->step ? detail_of(p, event, VEH_EVENT_LOG_CUT, &other) : NULL;
        if (detail != NULL && other == tree && !log->place.known)
            place_log(p, detail, log);
        json_decref(detail);
        detail = event->step > below ? detail_of(p, event, VEH_EVENT_BUTT_FOUND, &other) : NULL;
        log->butt_found = log->butt_found || (detail != NULL && other == tree);
        json_decref(detail);
    }
}

// The logs of a stem follow each other, in the order of cutting.
static bool add_logs(struct dat_production *p, const char *start) {
    for (int s = 0; s < p->stems.count; s++) {
        for (int i = 0; i < p->cut.count; i++) {
            const struct dat_log *log = &p->cut.items[i];
            const int tree = dat_name_index_find(&p->trees, log->tree);
            if (tree < 0 || p->stem_of[tree] != s)
                continue;
            if (!SIM_ARRAY_TRY(&p->logs, p->logs.count + 1))
                return false;
            struct dat_hpr_log *added = &p->logs.items[p->logs.count++];
            *added = (struct dat_hpr_log){.stem = s,
                                          .product = find_product(p, log),
                                          .length = log->length,
                                          .butt = log->butt_diameter,
                                          .mid = log->mid_diameter,
                                          .top = log->top_diameter,
                                          .volume = log->volume,
                                          .top_sawn = is_top_sawn(p, tree, i)};
            find_measurement(p, log, added, &p->stems.items[s].measured_dbh);
            find_times(p, i, start, added);
            find_place(p, i, tree, added);
        }
    }
    p->left_out = p->cut.count - p->logs.count;
    return true;
}

bool dat_production_add_stems(struct dat_production *p, const char *start) {
    bool ok = add_felled(p, start) && add_logs(p, start);
    if (ok)
        add_grades(p);
    for (int i = 0; i < p->events.count && ok; i++) {
        follow_bunch(p, &p->events.items[i]);
        ok = follow_control(p, &p->events.items[i], start);
    }
    return ok;
}

// ---- the machine's way ----

// Where the machine has stood, from the events that tell it: once for each place.
bool dat_production_follow_machine(struct dat_production *p, const char *start) {
    struct sim_vec3 last = {0.0, 0.0, 0.0};
    bool ok = true;
    for (int i = 0; i < p->events.count && ok; i++) {
        const struct dat_event *event = &p->events.items[i];
        json_t *detail = event->detail != NULL && strstr(event->detail, "\"machine_x_m\"") != NULL
                             ? json_loads(event->detail, 0, NULL)
                             : NULL;
        struct sim_vec3 at;
        if (find_point(p, detail, "machine_x_m", "machine_y_m", &at) &&
            (p->track.count == 0 || hypot(at.x - last.x, at.y - last.y) > 1.0) &&
            (ok = SIM_ARRAY_TRY(&p->track, p->track.count + 1))) {
            struct dat_stanford_track *added = &p->track.items[p->track.count++];
            *added = (struct dat_stanford_track){.geo = place_of(&p->exercise.site, at),
                                                 .altitude = at.z};
            dat_stanford_date(start, event->time, added->date);
            last = at;
        }
        json_decref(detail);
    }
    return ok;
}
