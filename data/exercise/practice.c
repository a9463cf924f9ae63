#include "data/exercise/practice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/exercise/practice_state.h"
#include "data/model/keys.h"
#include "data/record/event.h"
#include "data/record/input_codec.h"
#include "data/text/json.h"
#include "vehicles/part/bunk.h"
#include "vehicles/piles.h"

static uint64_t state_hash(const void *simulation) {
    const struct dat_practice *practice = simulation;
    return veh_worksite_hash(&practice->site);
}

static bool save_state(const void *simulation, struct dat_state *state) {
    struct sim_snapshot snapshot = {.bytes = NULL};
    dat_practice_save(simulation, &snapshot);
    state->layout = dat_practice_layout(simulation);
    state->bytes = snapshot.bytes;
    state->size = snapshot.size;
    return true;
}

// Of the record: the levers, the guides, the faults.
enum { FAULT = VEH_CONTROL_COUNT + DAT_GUIDE_COUNT, CHANNELS };

struct record {
    struct dat_recording_def def;
    const char *names[CHANNELS];
    char *parameters; // owned
};

static void describe_record(const struct dat_practice *p, struct record *record) {
    const struct dat_source_list *files = &p->exercise->sources;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        record->names[i] = veh_control_info((enum veh_control)i)->name;
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        record->names[VEH_CONTROL_COUNT + i] = dat_guide_name((enum dat_guide)i);
    record->names[FAULT] = DAT_FAULT_CHANNEL;
    record->parameters =
        dat_settings_json(p->exercise->scenario.parameters, p->exercise->scenario.parameter_count);
    record->def = (struct dat_recording_def){
        .parameters = record->parameters,
        .exercise = p->exercise->name,
        .scenario_file = files->items[0].path,
        .scenario_hash = files->items[0].hash,
        .seed = p->exercise->scenario.seed,
        .machine = p->exercise->machine.model.name,
        .machine_file = files->items[p->exercise->machine_source].path,
        .files = files,
        .step = sim_world_step_size(p->site.world),
        .input_names = record->names,
        .input_count = CHANNELS,
        .state_hash = state_hash,
        .save_state = save_state,
        .simulation = p,
    };
}

static bool begin_record(struct dat_practice *p, struct dat_store *store, const char *trainee,
                         enum dat_operator who, struct dat_problem *problem) {
    struct record record;
    describe_record(p, &record);
    record.def.trainee = trainee;
    record.def.who = who;
    p->recorder = dat_recorder_begin(store, &record.def, problem);
    free(record.parameters);
    return p->recorder != NULL;
}

bool dat_practice_record_on(struct dat_practice *p, struct dat_store *store,
                            const struct dat_session_info *info, struct dat_problem *problem) {
    assert(p->recorder == NULL);
    struct record record;
    describe_record(p, &record);
    p->recorder = dat_recorder_continue(store, &record.def, info, problem);
    free(record.parameters);
    return p->recorder != NULL;
}

bool dat_practice_start(struct dat_practice *practice, const struct dat_exercise *exercise,
                        struct dat_store *store, const char *trainee, enum dat_operator who,
                        struct dat_problem *problem) {
    *practice = (struct dat_practice){.exercise = exercise, .last_tree = -1};
    if (!dat_exercise_start(exercise, &practice->site, problem))
        return false;
    dat_faults_start(practice);
    dat_observer_start(&practice->observer, &practice->site, 0, exercise->course,
                       exercise->scenario.target_count);
    practice->observer.falls = exercise->falls;
    practice->observer.fall_count = exercise->scenario.fall_count;
    dat_score_start(&practice->score, exercise->scenario.goals, exercise->scenario.goal_count,
                    dat_machine_parts(&exercise->machine));
    const struct dat_observation now = dat_observe(&practice->observer, &practice->site);
    dat_score_step(&practice->score, &now);
    if (store == NULL || begin_record(practice, store, trainee, who, problem))
        return true;
    veh_worksite_finish(&practice->site);
    dat_faults_finish(&practice->faults);
    return false;
}

static struct dat_cut_log describe(const struct dat_practice *p, const struct veh_event *event) {
    const struct ter_stem *stem = &p->site.stems.items[event->stem].stem;
    const double length = ter_stem_length(stem);
    return (struct dat_cut_log){.species = stem->species,
                                .length = event->number[0],
                                .target = event->number[1],
                                .product = p->site.stems.items[event->stem].product,
                                .top_diameter = ter_stem_diameter(stem, length),
                                .mid_diameter = ter_stem_diameter(stem, 0.5 * length),
                                .butt_diameter = ter_stem_diameter(stem, 0.0),
                                .volume = ter_stem_volume(stem, 0.0, length)};
}

static const char *product_of(const struct dat_practice *p, const struct dat_cut_log *log) {
    return log->product >= 0 ? p->site.def.products->product[log->product].name : "";
}

static void record_log(struct dat_practice *p, const struct veh_event *event,
                       const struct dat_cut_log *cut) {
    const struct veh_stem *stem = &p->site.stems.items[event->stem];
    const struct sim_vec3 middle = sim_pose_point(sim_body_pose(p->site.world, stem->body),
                                                  sim_vec3(0.0, 0.0, 0.5 * cut->length));
    struct dat_log log = {.length = cut->length,
                          .target_length = cut->target,
                          .top_diameter = cut->top_diameter,
                          .mid_diameter = cut->mid_diameter,
                          .butt_diameter = cut->butt_diameter,
                          .volume = cut->volume,
                          .x = middle.x,
                          .y = middle.y,
                          .z = middle.z};
    snprintf(log.species, sizeof log.species, "%s", ter_species_name(cut->species));
    snprintf(log.assortment, sizeof log.assortment, "%s", product_of(p, cut));
    if (event->tree >= 0)
        snprintf(log.tree, sizeof log.tree, "%s", p->exercise->site.stand.trees[event->tree].id);
    dat_recorder_log(p->recorder, &log);
}

static void record_event(struct dat_practice *p, const struct veh_event *event) {
    char *detail = dat_event_detail(event, p->site.def.stand);
    dat_recorder_event(p->recorder, veh_event_name(event->kind), detail);
    free(detail);
}

static void tally_log(struct dat_practice *p, const struct veh_event *event) {
    const struct dat_cut_log cut = describe(p, event);
    *SIM_ARRAY_PUSH(&p->logs) = cut;
    if (p->recorder != NULL)
        record_log(p, event, &cut);
}

static void tally(struct dat_practice *p, const struct veh_event *event) {
    dat_score_event(&p->score, event);
    if (event->kind == VEH_EVENT_TREE_GRIPPED && event->tree >= 0)
        p->last_tree = event->tree;
    if (event->kind == VEH_EVENT_LOG_CUT && event->stem >= 0)
        tally_log(p, event);
    if (p->recorder != NULL)
        record_event(p, event);
}

// Several steps may be done at once.
static void tick_off(struct dat_practice *p) {
    const struct dat_scenario *scenario = &p->exercise->scenario;
    for (int i = p->task_step; i < scenario->step_count; i++) {
        const struct dat_scenario_step *step = &scenario->steps[i];
        if (!dat_score_meets(&p->score, step->until, step->until_count))
            return;
        p->task_step++;
    }
}

static void record_step(struct dat_practice *p, const struct veh_controls *given, int fault) {
    double values[CHANNELS];
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        values[i] = given->value[i];
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        values[VEH_CONTROL_COUNT + i] = (p->guides >> i & 1u) != 0 ? 1.0 : 0.0;
    values[FAULT] = fault;
    dat_recorder_step(p->recorder, values);
}

// [s] of this thread: other programs that are in the way now say nothing about a replay.
static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void dat_practice_step(struct dat_practice *practice, const struct veh_controls *controls) {
    assert(practice->exercise != NULL);
    // Simulate what is recorded: the levers with the resolution of the record.
    struct veh_controls given = *controls;
    veh_controls_clamp(&given);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        given.value[i] = dat_input_quantise(given.value[i]);
    const int fault = dat_faults_step(practice);
    if (practice->recorder != NULL)
        record_step(practice, &given, fault);
    const double before = practice->recorder != NULL ? processor_time() : 0.0;
    veh_worksite_step(&practice->site, &given);
    if (practice->recorder != NULL)
        dat_recorder_took(practice->recorder, processor_time() - before);
    const struct veh_event *events;
    const int count = veh_worksite_events(&practice->site, &events);
    for (int i = 0; i < count; i++)
        tally(practice, &events[i]);
    struct dat_observation now = dat_observe(&practice->observer, &practice->site);
    now.guided = practice->guides != 0;
    dat_load_tickets_step(&practice->tickets, &practice->site, 0, now.driven);
    dat_time_study_step(&practice->study, &practice->observer, &practice->site);
    dat_plan_step(&practice->plan, &practice->site);
    dat_score_step(&practice->score, &now);
    tick_off(practice);
}

void dat_practice_note(struct dat_practice *practice, const char *kind, const char *detail) {
    assert(practice->exercise != NULL);
    if (practice->recorder != NULL)
        dat_recorder_event(practice->recorder, kind, detail);
}

void dat_practice_plan(struct dat_practice *practice, const struct dat_plan_point *points,
                       int count) {
    dat_plan_set(&practice->plan, points, count);
    char *text = dat_plan_text(&practice->plan);
    dat_practice_note(practice, DAT_PLAN_EVENT, text);
    free(text);
}

bool dat_practice_time_is_up(const struct dat_practice *practice) {
    const double limit = practice->exercise->scenario.time_limit;
    return limit > 0.0 && veh_worksite_time(&practice->site) >= limit;
}

static json_t *logs_json(const struct dat_practice *p) {
    json_t *array = json_array();
    for (int i = 0; i < p->logs.count; i++) {
        const struct dat_cut_log *log = &p->logs.items[i];
        json_t *object = json_object();
        dat_json_set_text(object, "species", ter_species_name(log->species));
        dat_json_set_text(object, "assortment", product_of(p, log));
        dat_json_set_number(object, "length_m", log->length);
        dat_json_set_number(object, "target_m", log->target);
        dat_json_set_number(object, "error_m", log->target > 0.0 ? log->length - log->target : 0.0);
        dat_json_set_number(object, "top_diameter_m", log->top_diameter);
        dat_json_set_number(object, "mid_diameter_m", log->mid_diameter);
        dat_json_set_number(object, "volume_m3", log->volume);
        json_array_append_new(array, object);
    }
    return array;
}

// Logs that lie side by side.
static json_t *piles_json(const struct dat_practice *p) {
    int count;
    struct veh_pile *piles = veh_piles_find(&p->site, &count);
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_t *object = json_object();
        dat_json_set_integer(object, "logs", piles[i].logs);
        dat_json_set_number(object, "volume_m3", piles[i].volume);
        dat_json_set_number(object, "x_m", piles[i].x + p->exercise->site.ground.origin_x);
        dat_json_set_number(object, "y_m", piles[i].y + p->exercise->site.ground.origin_y);
        dat_json_set_text(object, "species", ter_species_name(piles[i].species));
        dat_json_set_number(object, "length_m", piles[i].length);
        dat_json_set_yes_no(object, "mixed", piles[i].mixed);
        dat_json_set_number(object, "height_m", piles[i].height);
        dat_json_set_number(object, "ends_m", piles[i].ends);
        dat_json_set_integer(object, "hauled", piles[i].hauled);
        json_array_append_new(array, object);
    }
    free(piles);
    return array;
}

static json_t *landings_json(const struct dat_practice *p) {
    json_t *array = json_array();
    for (int i = 0; i < p->site.def.landing_count; i++) {
        const struct veh_landing_pile pile = veh_landing_measure(&p->site, i);
        json_t *object = json_object();
        dat_json_set_text(object, "assortment", p->exercise->scenario.landings[i].assortment);
        dat_json_set_integer(object, "logs", pile.logs);
        dat_json_set_integer(object, "right", pile.right);
        dat_json_set_integer(object, "wrong", pile.wrong);
        dat_json_set_number(object, "volume_m3", pile.volume);
        dat_json_set_number(object, "height_m", pile.height);
        dat_json_set_number(object, "ends_m", pile.ends);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *trucks_json(const struct dat_practice *p) {
    json_t *array = json_array();
    for (int m = 0; m < p->site.machine_count; m++) {
        const struct veh_machine *machine = &p->site.machines[m];
        if (!machine->unmanned)
            continue;
        json_t *object = json_object();
        dat_json_set_text(object, "truck", machine->def->model.name);
        dat_load_json(&p->site, m, object);
        dat_json_set_integer(object, "fused",
                             (int)veh_machine_measure(&p->site, m, &veh_part_bunk, VEH_BUNK_FUSED));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *part_json(const struct dat_practice *p, const struct veh_part *part) {
    json_t *object = json_object();
    for (int i = 0; i < part->kind->measure_count; i++) {
        const struct veh_measure *measure = &part->kind->measures[i];
        const double value = measure->value(&p->site, part);
        if (measure->unit[0] == '\0')
            dat_json_set_integer(object, measure->name, (int64_t)value);
        else
            dat_json_set_number(object, measure->name, value);
    }
    return object;
}

// By the key of the part in the machine file. A key with a list there has a list here.
static json_t *measures_json(const struct dat_practice *p) {
    const struct veh_machine *machine = &p->site.machines[0];
    json_t *object = json_object();
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part *part = &machine->parts[i];
        const char *key = dat_model_part_key(part->kind);
        if (part->kind->measure_count == 0)
            continue;
        if (!dat_model_part_is_list(part->kind)) {
            dat_json_set(object, key, part_json(p, part));
            continue;
        }
        if (json_object_get(object, key) == NULL)
            dat_json_set(object, key, json_array());
        json_array_append_new(json_object_get(object, key), part_json(p, part));
    }
    return object;
}

json_t *dat_practice_result(const struct dat_practice *practice) {
    assert(practice->exercise != NULL);
    json_t *object = json_object();
    dat_json_set_text(object, "exercise", practice->exercise->name);
    dat_json_set_yes_no(object, "passed", dat_score_passed(&practice->score));
    dat_json_set_number(object, "simulated_s", veh_worksite_time(&practice->site));
    dat_json_set_number(object, "behind_clock_s", practice->behind);
    dat_score_json(&practice->score, object);
    if (practice->exercise->scenario.step_count > 0)
        dat_json_set_integer(object, "steps_done", practice->task_step);
    if (practice->score.parts & DAT_NEEDS_HEAD)
        dat_json_set(object, "logs", logs_json(practice));
    if (practice->score.parts & DAT_NEEDS_BUNK)
        dat_json_set(object, "loads", dat_load_tickets_json(&practice->tickets));
    dat_json_set(object, "time_study", dat_time_study_json(&practice->study, &practice->observer));
    dat_json_set(object, "piles", piles_json(practice));
    if (practice->plan.points.count > 0)
        dat_json_set(object, "plan", dat_plan_json(&practice->plan));
    if (practice->site.def.landing_count > 0)
        dat_json_set(object, "landings", landings_json(practice));
    if (practice->exercise->scenario.truck_count > 0)
        dat_json_set(object, "trucks", trucks_json(practice));
    dat_json_set(object, "measures", measures_json(practice));
    dat_json_set_number(object, "max_penetration_m", practice->site.max_penetration);
    dat_json_set_number(object, "max_joint_error_m", practice->site.max_joint_error);
    dat_json_set_hash(object, "state_hash", veh_worksite_hash(&practice->site));
    return object;
}

bool dat_practice_finish(struct dat_practice *practice, enum dat_outcome outcome,
                         struct dat_problem *problem) {
    bool ok = true;
    if (practice->recorder != NULL) {
        json_t *result = dat_practice_result(practice);
        char *text = json_dumps(result, JSON_COMPACT | JSON_REAL_PRECISION(15));
        const struct dat_recording_end end = {.outcome = outcome, .result = text};
        ok = dat_recorder_end(practice->recorder, &end, problem);
        free(text);
        json_decref(result);
    }
    veh_worksite_finish(&practice->site);
    dat_faults_finish(&practice->faults);
    SIM_ARRAY_FREE(&practice->logs);
    dat_load_tickets_finish(&practice->tickets);
    dat_time_study_finish(&practice->study);
    dat_plan_finish(&practice->plan);
    *practice = (struct dat_practice){0};
    return ok;
}
