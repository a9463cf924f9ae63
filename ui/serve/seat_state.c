#include "ui/serve/seat_state.h"

#include <math.h>

#include "data/text/json.h"
#include "ui/input/control_text.h"
#include "ui/text/language.h"
#include "ui/text/source.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

static const double wide = 40.0, high = 30.0; // [m] of the site that is shown to each side
static const double trace_spacing = 0.5;      // [s]

// ---- numbers and texts ----

// Rounded to a decimetre: a state is sent several times a second.
static json_t *coordinate(double metres) {
    return json_real(round(10.0 * metres) / 10.0);
}

static json_t *point(double x, double y) {
    json_t *array = json_array();
    json_array_append_new(array, coordinate(x));
    json_array_append_new(array, coordinate(y));
    return array;
}

// ---- map ----

static bool is_near(struct sim_vec3 p, struct sim_vec3 middle) {
    return fabs(p.x - middle.x) < wide && fabs(p.y - middle.y) < high;
}

static json_t *trees_json(const struct veh_worksite *site, struct sim_vec3 middle) {
    json_t *array = json_array();
    for (int i = 0; i < site->stand.count; i++) {
        const struct ter_tree *tree = &site->stand.trees[i];
        const struct sim_vec3 p = {tree->position.x, tree->position.y, 0.0};
        if (ter_tree_stands(tree) && is_near(p, middle))
            json_array_append_new(array, point(p.x, p.y));
    }
    return array;
}

static json_t *logs_json(const struct veh_worksite *site, struct sim_vec3 middle) {
    json_t *array = json_array();
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || (s->kind != VEH_STEM_LOG && s->kind != VEH_STEM_FELLED))
            continue;
        const struct sim_pose pose = veh_stem_pose(site, i);
        const struct sim_vec3 top =
            sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(&s->stem)));
        if (!is_near(pose.p, middle))
            continue;
        json_t *line = point(pose.p.x, pose.p.y);
        json_array_append_new(line, coordinate(top.x));
        json_array_append_new(line, coordinate(top.y));
        json_array_append_new(array, line);
    }
    return array;
}

static json_t *trace_json(const struct ui_seat_trace *trace) {
    json_t *array = json_array();
    const int first = trace->count < UI_SEAT_TRACE ? 0 : trace->next;
    for (int i = 0; i < trace->count; i++) {
        const struct sim_vec3 p = trace->point[(first + i) % UI_SEAT_TRACE];
        json_array_append_new(array, point(p.x, p.y));
    }
    return array;
}

static json_t *map_json(const struct veh_worksite *site, const struct ui_seat_trace *trace) {
    const struct sim_pose pose = veh_machine_pose(site, 0);
    const struct sim_vec3 ahead = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 tip = veh_machine_crane_tip(site, 0);
    json_t *object = json_object(), *machine = point(pose.p.x, pose.p.y);
    json_t *area = point(pose.p.x - wide, pose.p.y - high);
    json_array_append_new(area, coordinate(pose.p.x + wide));
    json_array_append_new(area, coordinate(pose.p.y + high));
    json_array_append_new(machine, json_real(round(atan2(ahead.y, ahead.x) * 180.0 / SIM_PI)));
    dat_json_set(object, "area", area);
    dat_json_set(object, "machine", machine);
    dat_json_set(object, "tip", point(tip.x, tip.y));
    dat_json_set(object, "path", trace_json(trace));
    dat_json_set(object, "trees", trees_json(site, pose.p));
    dat_json_set(object, "logs", logs_json(site, pose.p));
    return object;
}

void ui_seat_trace_step(struct ui_seat_trace *trace, const struct dat_practice *practice) {
    if (veh_worksite_time(&practice->site) < trace->due)
        return;
    trace->due = veh_worksite_time(&practice->site) + trace_spacing;
    trace->point[trace->next] = veh_machine_crane_tip(&practice->site, 0);
    trace->next = (trace->next + 1) % UI_SEAT_TRACE;
    trace->count = trace->count < UI_SEAT_TRACE ? trace->count + 1 : UI_SEAT_TRACE;
}

// ---- state ----

// The functions that move something for as long as a lever is held.
static json_t *functions_json(const struct veh_machine *machine,
                              const struct veh_controls *controls) {
    const unsigned known = veh_machine_controls(machine);
    json_t *array = json_array();
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        if ((known >> i & 1u) == 0 || info->momentary || info->step > 0.0 ||
            !(info->crane || i == VEH_DRIVE || i == VEH_STEER))
            continue;
        json_t *object = json_object();
        dat_json_set_text(object, "name", info->name);
        dat_json_set_text(object, "title", ui_text(ui_control_text((enum veh_control)i)->title));
        dat_json_set_number(object, "value", round(100.0 * controls->value[i]) / 100.0);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *scores_json(const struct dat_score *score) {
    json_t *array = json_array();
    for (int i = 0; i < score->goal_count; i++) {
        const enum dat_metric metric = score->goals[i].metric;
        json_t *object = json_object();
        dat_json_set_text(object, "metric", dat_metric_name(metric));
        dat_json_set_number(object, "value", dat_score_value(score, metric));
        json_array_append_new(array, object);
    }
    return array;
}

// Of the knives, beside their fault.
static int64_t edge_percent(const struct veh_worksite *site) {
    return llround(100.0 * veh_machine_measure(site, 0, &veh_part_head, VEH_HEAD_SHARPNESS));
}

static json_t *faults_json(const struct dat_practice *practice) {
    json_t *array = json_array();
    const int count = dat_fault_count(practice);
    for (int i = 1; i <= count; i++) {
        char name[128];
        json_t *object = json_object();
        dat_json_set_text(object, "name", dat_fault_name(practice, i, name, sizeof name));
        dat_json_set_yes_no(object, "on", dat_fault_is_on(practice, i));
        if (practice->faults.possible.items[i - 1].kind == VEH_FAULT_KNIVES)
            dat_json_set_integer(object, "edge_percent", edge_percent(&practice->site));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *setting_json(const char *name, const char *title, double value, double most) {
    json_t *object = json_object();
    dat_json_set_text(object, "name", name);
    dat_json_set_text(object, "title", title);
    dat_json_set_number(object, "value", round(100.0 * value) / 100.0);
    dat_json_set_number(object, "most", most);
    return object;
}

// The crane's aids and the guides that the exercise leaves open.
static json_t *settings_json(const struct dat_practice *practice,
                             const struct veh_controls *controls) {
    const struct dat_scenario *scenario = &practice->exercise->scenario;
    const unsigned known = veh_machine_controls(&practice->site.machines[0]);
    json_t *array = json_array();
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        if ((known >> i & 1u) == 0 || !(info->step > 0.0) || scenario->aid_fixed[i])
            continue;
        const char *title = ui_text(ui_control_text((enum veh_control)i)->title);
        json_t *object = setting_json(info->name, title, controls->value[i], info->most);
        dat_json_set_yes_no(object, "less", i == VEH_CRANE_SLOWER); // of what the title names
        json_array_append_new(array, object);
    }
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        if ((scenario->guides_fixed >> i & 1u) == 0)
            json_array_append_new(array, setting_json(dat_guide_name((enum dat_guide)i),
                                                      ui_guide_title((enum dat_guide)i),
                                                      practice->guides >> i & 1u ? 1.0 : 0.0, 1.0));
    return array;
}

json_t *ui_seat_state(const struct dat_practice *practice, const struct ui_seat_trace *trace,
                      const struct veh_controls *controls) {
    const struct veh_worksite *site = &practice->site;
    json_t *object = json_object();
    dat_json_set_text(object, "exercise", practice->exercise->name);
    dat_json_set_text(object, "machine", site->machines[0].def->model.name);
    dat_json_set_number(object, "time_s", veh_worksite_time(site));
    if (practice->recorder != NULL)
        dat_json_set_integer(object, "session", dat_recorder_session(practice->recorder));
    dat_json_set(object, "map", map_json(site, trace));
    dat_json_set(object, "functions", functions_json(&site->machines[0], controls));
    dat_json_set(object, "faults", faults_json(practice));
    dat_json_set(object, "settings", settings_json(practice, controls));
    dat_json_set(object, "scores", scores_json(&practice->score));
    if (dat_score_rated(&practice->score))
        dat_json_set_number(object, "points", dat_score_points(&practice->score));
    return object;
}

json_t *ui_seat_event(const struct veh_event *event) {
    char text[256];
    const char *sentence = ui_language_text(UI_SOURCE_EVENTS + (int)event->kind, 1.0);
    json_t *object = json_object();
    dat_json_set_number(object, "t", event->time);
    dat_json_set_text(object, "kind", veh_event_name(event->kind));
    dat_json_set_yes_no(object, "warning", veh_event_info(event->kind)->warning);
    if (sentence != NULL)
        (void)veh_event_say(event, sentence, ui_language_decimal_mark()[0], text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", veh_event_name(event->kind));
    ui_utf8_trim(text);
    dat_json_set_text(object, "text", text);
    return object;
}
