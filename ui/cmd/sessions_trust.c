#include "ui/cmd/sessions_trust.h"

#include <stdio.h>
#include <string.h>

#include "data/record/signers.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/screen/exit_status.h"

enum { LEAST = 8 }; // digits that name a key

static const char *say(const struct dat_signer_row *row) {
    return row->own ? "yes, this computer" : row->trusted ? "yes" : "no";
}

static int print_list(const struct ui_args_def *def, const struct dat_signer_list *list,
                      const char *json) {
    struct dat_problem problem = {""};
    struct dat_table table;
    json_t *array = json_array();
    char key[DAT_SIGNER_TEXT];
    dat_table_init(&table, ">SESSIONS|TRUSTED|SEAT|KEY");
    for (int i = 0; i < list->count; i++) {
        const struct dat_signer_row *row = &list->items[i];
        json_t *object = json_object();
        dat_signer_print(row->signer, key);
        dat_table_add(&table, "%lld", (long long)row->sessions);
        dat_table_add(&table, "%s", say(row));
        dat_table_add(&table, "%s", row->seats[0] != '\0' ? row->seats : "-");
        dat_table_add(&table, "%s", key);
        dat_json_set_text(object, "key", key);
        dat_json_set_text(object, "seat", row->seats);
        dat_json_set_integer(object, "sessions", row->sessions);
        dat_json_set(object, "trusted", json_boolean(row->trusted));
        dat_json_set(object, "own", json_boolean(row->own));
        json_array_append_new(array, object);
    }
    if (json == NULL)
        dat_table_print(&table, stdout);
    dat_table_finish(&table);
    if (json != NULL)
        return ui_sessions_write_json(def, array, 15, json, &problem);
    json_decref(array);
    return UI_EXIT_DONE;
}

static bool is_meant(const struct dat_signer_row *row, const char *which) {
    char key[DAT_SIGNER_TEXT];
    dat_signer_print(row->signer, key);
    return strcmp(which, "all") == 0 || strncmp(which, key, strlen(which)) == 0;
}

static int trust(const struct ui_args_def *def, const struct dat_signer_list *list,
                 const char *which) {
    struct dat_problem problem = {""};
    int meant = 0, added = 0;
    if (strcmp(which, "all") != 0 && strlen(which) < LEAST)
        return ui_args_error(def, "'trust' needs the first %d digits of a key at least, or 'all'",
                             LEAST);
    for (int i = 0; i < list->count; i++)
        meant += is_meant(&list->items[i], which);
    // Anybody can draw keys until one begins as another's does.
    if (meant > 1 && strcmp(which, "all") != 0)
        return ui_args_error(def, "%d keys begin with '%.70s', give more digits", meant, which);
    for (int i = 0; i < list->count; i++) {
        const struct dat_signer_row *row = &list->items[i];
        if (!is_meant(row, which) || row->trusted)
            continue;
        if (!dat_trust_add(row->signer, row->seats, &problem))
            return ui_args_environment_error(def, "%s", problem.text);
        added++;
    }
    if (meant == 0 && list->count > 0)
        return ui_args_error(def, "no state is sealed with a key that begins with '%.70s'", which);
    printf("%d key%s trusted from now on\n", added, added == 1 ? "" : "s");
    return UI_EXIT_DONE;
}

int ui_sessions_trust(const struct ui_args_def *def, struct dat_store *store, const char *which,
                      const char *json) {
    struct dat_problem problem = {""};
    struct dat_signer_list list = {.count = 0};
    struct dat_trust known;
    // Before a line is added to a file that is not read.
    bool ok = dat_trust_read(&known, &problem);
    ok = ok && (store == NULL || dat_store_signers(store, &list, &problem));
    const int status = !ok             ? ui_args_environment_error(def, "%s", problem.text)
                       : which != NULL ? trust(def, &list, which)
                                       : print_list(def, &list, json);
    dat_signer_list_finish(&list);
    return status;
}
