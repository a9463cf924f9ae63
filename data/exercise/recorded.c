#include "data/exercise/recorded.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/own_species.h"
#include "data/record/damage.h"
#include "data/record/file_copies.h"
#include "data/record/inputs.h"
#include "data/text/paths.h"

// ---- files ----

static bool has_hash(const struct dat_source_list *list, uint64_t hash) {
    for (int i = 0; i < list->count; i++)
        if (list->items[i].hash == hash)
            return true;
    return false;
}

// The present file in the role of a recorded one: the scenario, or else the file of the same name.
// NULL: there is none.
static const struct dat_source *successor(const struct dat_source_list *recorded, int file,
                                          const struct dat_source_list *read) {
    if (file == 0)
        return &read->items[0];
    for (int i = 1; i < read->count; i++)
        if (strcmp(dat_base_name(read->items[i].path), dat_base_name(recorded->items[file].path)) ==
            0)
            return &read->items[i];
    return NULL;
}

// Compares the contents of files that may have moved. Enters a sentence for each that differs.
static bool compare_files(const struct dat_source_list *recorded,
                          const struct dat_source_list *read, struct dat_name_list *changed) {
    bool ok = true;
    for (int i = 0; ok && i < recorded->count; i++) {
        char text[PATH_MAX + 64];
        const struct dat_source *now = successor(recorded, i, read);
        if (has_hash(read, recorded->items[i].hash))
            continue;
        if (now != NULL)
            (void)snprintf(text, sizeof text, "%s has other contents than the file of the session",
                           now->path);
        else
            (void)snprintf(text, sizeof text, "the exercise no longer uses %s",
                           recorded->items[i].path);
        ok = dat_name_list_add(changed, text);
    }
    return ok;
}

// The files that were read for the replay against those of the session.
static bool check_files(struct dat_recorded *recorded, const struct dat_source_list *files,
                        const struct dat_source_list *read) {
    struct dat_source scenario = {recorded->info.scenario_file, recorded->info.scenario_hash};
    const struct dat_source_list only = {.items = &scenario, .count = 1};
    // Before version 2 of the database, only the scenario was recorded.
    if (!compare_files(files->count > 0 ? files : &only, read, &recorded->changed))
        return false;
    recorded->same_files = recorded->changed.count == 0;
    return true;
}

// ---- the session ----

// Reads the files of the disk, or those of the copies where there are any.
static bool read_files(struct dat_recorded *recorded, const struct dat_source_list *files,
                       const struct dat_copy_list *copies, const struct dat_replay_def *def,
                       const struct dat_settings *settings, struct dat_diagnostics *d) {
    const struct dat_session_info *info = &recorded->info;
    const bool moved = def->exercise != NULL;
    const char *path = moved ? def->exercise : info->scenario_file;
    const char *machine = def->machine != NULL || moved ? def->machine : info->machine_file;
    dat_copies_use(copies);
    // Before version 2 of the database, files other than the scenario were not recorded.
    recorded->numbered = files->count > 0;
    const bool numbered = !recorded->numbered || dat_number_own_species(files, moved);
    if (!numbered)
        dat_diagnose(d, 0, 0, "not enough memory for the exercise");
    const bool ok =
        numbered && dat_exercise_load_set(path, machine, settings, recorded->exercise, d);
    dat_copies_use(NULL);
    return ok;
}

static bool load_files(struct dat_recorded *recorded, const struct dat_source_list *files,
                       const struct dat_copy_list *copies, const struct dat_replay_def *def,
                       const struct dat_settings *settings, struct dat_diagnostics *d) {
    recorded->exercise = calloc(1, sizeof *recorded->exercise);
    if (recorded->exercise == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory for the exercise");
        return false;
    }
    recorded->from_copies = copies != NULL && read_files(recorded, files, copies, def, settings, d);
    if (recorded->from_copies || read_files(recorded, files, NULL, def, settings, d))
        return true;
    free(recorded->exercise);
    recorded->exercise = NULL;
    return false;
}

// copies: NULL, those of the session are not complete or not wanted.
static enum dat_replay_result
load_exercise(struct dat_recorded *recorded, const struct dat_source_list *files,
              const struct dat_copy_list *copies, const struct dat_replay_def *def,
              struct dat_diagnostics *d, struct dat_problem *problem) {
    const struct dat_session_info *info = &recorded->info;
    struct dat_settings settings;
    if (!dat_settings_parse(&settings, info->parameters)) {
        dat_problem_set(problem, "the parameters of session %" PRId64 " cannot be read", info->id);
        return DAT_REPLAY_FAILED;
    }
    if (!load_files(recorded, files, copies, def, &settings, d))
        return DAT_REPLAY_BAD_FILE;
    recorded->other_machine = strcmp(recorded->exercise->machine.model.name, info->machine) != 0;
    if (def->exercise == NULL || check_files(recorded, files, &recorded->exercise->sources))
        return DAT_REPLAY_DONE;
    dat_problem_set(problem, "out of memory");
    return DAT_REPLAY_FAILED;
}

static enum dat_replay_result read_session(struct dat_store *store,
                                           const struct dat_replay_def *def,
                                           struct dat_recorded *recorded,
                                           struct dat_source_list *files,
                                           struct dat_problem *problem) {
    struct dat_session_info *info = &recorded->info;
    if (!dat_store_session(store, def->session, info, problem))
        return DAT_REPLAY_FAILED;
    if (info->id == 0) {
        dat_problem_set(problem,
                        "there is no session %" PRId64 ", 'kranich sessions list' shows them",
                        def->session);
        return DAT_REPLAY_NO_SUCH;
    }
    recorded->interrupted = info->outcome == DAT_INTERRUPTED || info->outcome == DAT_RUNNING;
    if (!dat_session_check(store, info, &recorded->damage, problem) ||
        !dat_store_inputs(store, info->id, &recorded->inputs, problem) ||
        !dat_store_events(store, info->id, &recorded->events, problem) ||
        !dat_store_files(store, info->id, files, problem) ||
        (def->exercise == NULL &&
         !dat_session_changed_files(store, info->id, &recorded->changed, problem)))
        return DAT_REPLAY_FAILED;
    return dat_inputs_check(info, &recorded->inputs, NULL, NULL) ? DAT_REPLAY_DONE
                                                                 : DAT_REPLAY_DAMAGED;
}

enum dat_replay_result dat_recorded_read(struct dat_store *store, int64_t session,
                                         struct dat_recorded *recorded,
                                         struct dat_problem *problem) {
    assert(store != NULL && session > 0);
    const struct dat_replay_def def = {.session = session};
    struct dat_source_list files = {.count = 0};
    *recorded = (struct dat_recorded){.exercise = NULL};
    const enum dat_replay_result result = read_session(store, &def, recorded, &files, problem);
    dat_sources_finish(&files);
    return result;
}

enum dat_replay_result dat_recorded_load(struct dat_store *store, const struct dat_replay_def *def,
                                         struct dat_recorded *recorded, struct dat_diagnostics *d,
                                         struct dat_problem *problem) {
    assert(store != NULL && def->session > 0);
    struct dat_source_list files = {.count = 0};
    struct dat_copy_list copies = {.count = 0};
    bool has_copies = false;
    *recorded = (struct dat_recorded){.exercise = NULL};
    dat_diagnostics_init(d, "", NULL);
    enum dat_replay_result result = DAT_REPLAY_FAILED;
    if (dat_store_hold(store, problem)) {
        result = read_session(store, def, recorded, &files, problem);
        has_copies = result == DAT_REPLAY_DONE && def->exercise == NULL && def->machine == NULL &&
                     dat_store_copies(store, def->session, &files, &copies);
        dat_store_release(store); // not during the replay, which takes long
    }
    if (result == DAT_REPLAY_DONE)
        result = load_exercise(recorded, &files, has_copies ? &copies : NULL, def, d, problem);
    dat_copies_finish(&copies);
    dat_sources_finish(&files);
    return result;
}

void dat_recorded_finish(struct dat_recorded *recorded) {
    if (recorded->exercise != NULL)
        dat_exercise_finish(recorded->exercise);
    free(recorded->exercise);
    if (recorded->numbered)
        (void)dat_number_own_species(NULL, true);
    dat_input_list_finish(&recorded->inputs);
    dat_event_list_finish(&recorded->events);
    dat_session_info_finish(&recorded->info);
    dat_name_list_finish(&recorded->changed);
    dat_name_list_finish(&recorded->damage);
    *recorded = (struct dat_recorded){.exercise = NULL};
}

int64_t dat_recorded_steps(const struct dat_recorded *recorded) {
    const struct dat_input_list *list = &recorded->inputs;
    if (list->count == 0)
        return 0;
    return list->items[list->count - 1].first_step + list->items[list->count - 1].steps;
}

// ---- levers ----

// The channel of that name, -1: there is none.
static int channel_of(const json_t *names, const char *wanted) {
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name != NULL && strcmp(name, wanted) == 0)
            return (int)i;
    }
    return -1;
}

// The names have passed dat_inputs_check().
static void match_channels(struct dat_lever_reader *reader) {
    json_t *names = json_loads(reader->recorded->info.input_names, 0, NULL);
    reader->channels = (int)json_array_size(names);
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        reader->channel[c] = channel_of(names, veh_control_info((enum veh_control)c)->name);
    for (int g = 0; g < DAT_GUIDE_COUNT; g++)
        reader->guide_channel[g] = channel_of(names, dat_guide_name((enum dat_guide)g));
    reader->fault_channel = channel_of(names, DAT_FAULT_CHANNEL);
    json_decref(names);
}

static void open_chunk(struct dat_lever_reader *reader, int chunk) {
    reader->chunk = chunk;
    if (chunk >= reader->recorded->inputs.count)
        return;
    const struct dat_input_chunk *c = &reader->recorded->inputs.items[chunk];
    dat_input_decoder_init(&reader->decoder, c->bytes, c->size, c->steps, reader->channels);
}

void dat_lever_reader_init(struct dat_lever_reader *reader, const struct dat_recorded *recorded) {
    *reader = (struct dat_lever_reader){.recorded = recorded};
    match_channels(reader);
    open_chunk(reader, 0);
}

void dat_lever_reader_plan(struct dat_lever_reader *reader, struct dat_practice *practice) {
    const struct dat_event_list *events = &reader->recorded->events;
    // An event's time is that of the steps before it.
    const double now = ((double)reader->step + 0.5) * reader->recorded->info.step;
    const struct dat_event *last = NULL;
    for (; reader->event < events->count && events->items[reader->event].time < now;
         reader->event++)
        if (strcmp(events->items[reader->event].kind, DAT_PLAN_EVENT) == 0)
            last = &events->items[reader->event];
    if (last != NULL)
        (void)dat_plan_read(&practice->plan, last->detail);
}

void dat_lever_reader_seek(struct dat_lever_reader *reader, int64_t step) {
    assert(step >= 0 && step <= dat_recorded_steps(reader->recorded));
    const struct dat_input_list *list = &reader->recorded->inputs;
    int low = 0, high = list->count; // the chunk is among these
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (list->items[middle].first_step <= step)
            low = middle;
        else
            high = middle;
    }
    open_chunk(reader, low);
    reader->event = 0;
    reader->step = list->count > 0 ? list->items[low].first_step : 0;
    struct veh_controls unused;
    while (reader->step < step && dat_lever_reader_next(reader, &unused))
        ;
}

static void take_values(struct dat_lever_reader *reader, const double *values,
                        struct veh_controls *levers) {
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        levers->value[c] = reader->channel[c] >= 0 ? values[reader->channel[c]] : 0.0;
    reader->guides = 0;
    for (int g = 0; g < DAT_GUIDE_COUNT; g++)
        if (reader->guide_channel[g] >= 0 && values[reader->guide_channel[g]] > 0.5)
            reader->guides |= 1u << g;
    const double fault = reader->fault_channel >= 0 ? values[reader->fault_channel] : 0.0;
    reader->fault = fault > 0.0 && fault < 1e6 ? (int)fault : 0;
}

bool dat_lever_reader_next(struct dat_lever_reader *reader, struct veh_controls *levers) {
    double values[DAT_INPUT_MAX];
    while (reader->chunk < reader->recorded->inputs.count &&
           !dat_input_decode(&reader->decoder, values))
        open_chunk(reader, reader->chunk + 1);
    if (reader->chunk >= reader->recorded->inputs.count)
        return false;
    take_values(reader, values, levers);
    reader->step++;
    return true;
}

int64_t dat_lever_reader_run(struct dat_lever_reader *reader, struct veh_controls *levers) {
    double values[DAT_INPUT_MAX];
    int64_t steps = 0;
    while (reader->chunk < reader->recorded->inputs.count &&
           (steps = dat_input_decode_run(&reader->decoder, values)) == 0)
        open_chunk(reader, reader->chunk + 1);
    if (steps > 0)
        take_values(reader, values, levers);
    reader->step += steps;
    return steps;
}

bool dat_lever_reader_step(struct dat_lever_reader *reader, struct dat_practice *practice) {
    struct veh_controls levers;
    dat_lever_reader_plan(reader, practice);
    if (!dat_lever_reader_next(reader, &levers))
        return false;
    practice->guides = reader->guides;
    dat_fault_inject(practice, reader->fault);
    dat_practice_step(practice, &levers);
    return true;
}
