#include "data/record/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/base/array.h"

const char *dat_outcome_name(enum dat_outcome outcome) {
    static const char *const names[] = {
        [DAT_RUNNING] = "running", [DAT_PASSED] = "passed", [DAT_FAILED] = "failed",
        [DAT_STOPPED] = "stopped", [DAT_ERROR] = "error",   [DAT_INTERRUPTED] = "interrupted"};
    assert(outcome >= DAT_RUNNING && outcome <= DAT_INTERRUPTED);
    return names[outcome];
}

const char *dat_operator_name(enum dat_operator who) {
    assert(who == DAT_TRAINEE || who == DAT_DEMONSTRATOR);
    return who == DAT_TRAINEE ? "trainee" : "demonstrator";
}

bool dat_session_same_parameters(const char *a, const char *b) {
    if (a == NULL || b == NULL)
        return a == b;
    return strcmp(a, b) == 0;
}

void dat_session_info_finish(struct dat_session_info *info) {
    free(info->trainee);
    free(info->exercise);
    free(info->scenario_file);
    free(info->machine);
    free(info->machine_file);
    free(info->program_version);
    free(info->start_utc);
    free(info->end_utc);
    free(info->result);
    json_decref(info->figures);
    free(info->input_names);
    free(info->parameters);
    *info = (struct dat_session_info){0};
}

bool dat_name_list_add(struct dat_name_list *list, const char *text) {
    char *copy = SIM_ARRAY_TRY(list, list->count + 1) ? strdup(text) : NULL;
    if (copy == NULL)
        return false;
    list->items[list->count++] = copy;
    return true;
}

void dat_session_list_finish(struct dat_session_list *list) {
    for (int i = 0; i < list->count; i++)
        dat_session_info_finish(&list->items[i]);
    free(list->items);
    *list = (struct dat_session_list){0};
}

void dat_event_list_finish(struct dat_event_list *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->items[i].kind);
        free(list->items[i].detail);
    }
    free(list->items);
    *list = (struct dat_event_list){0};
}

void dat_log_list_finish(struct dat_log_list *list) {
    free(list->items);
    *list = (struct dat_log_list){0};
}

void dat_input_list_finish(struct dat_input_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->items[i].bytes);
    free(list->items);
    *list = (struct dat_input_list){0};
}

void dat_name_list_finish(struct dat_name_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct dat_name_list){0};
}

void dat_step_list_finish(struct dat_step_list *list) {
    free(list->items);
    *list = (struct dat_step_list){0};
}

void dat_state_finish(struct dat_state *state) {
    free(state->bytes);
    *state = (struct dat_state){.bytes = NULL};
}

void dat_batch_destroy(struct dat_batch *batch) {
    while (batch != NULL) {
        struct dat_batch *next = batch->next;
        dat_event_list_finish(&batch->events);
        dat_log_list_finish(&batch->logs);
        free(batch->chunk.bytes);
        dat_state_finish(&batch->state);
        free(batch);
        batch = next;
    }
}
