#include "ui/cmd/sessions_verify.h"

#include <stdio.h>

#include "data/record/damage.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/screen/exit_status.h"

struct verified {
    int sessions;
    struct dat_name_list damage; // of all of them
};

static bool move_names(struct dat_name_list *all, struct dat_name_list *part) {
    bool ok = true;
    for (int i = 0; ok && i < part->count; i++)
        ok = dat_name_list_add(all, part->items[i]);
    dat_name_list_finish(part);
    return ok;
}

// Verifies session id, or with 0 all sessions and the database as a whole. False with a sentence in
// problem.
static bool verify_sessions(struct dat_store *store, int64_t id, struct verified *verified,
                            struct dat_problem *problem) {
    struct dat_session_list list = {0};
    struct dat_name_list damage = {0};
    bool ok = id != 0 || dat_store_check(store, &damage, problem);
    ok = move_names(&verified->damage, &damage) && ok &&
         dat_store_sessions_bare(store, &list, problem);
    for (int i = 0; ok && i < list.count; i++) {
        if (id != 0 && list.items[i].id != id)
            continue;
        ok = dat_session_check(store, &list.items[i], &damage, problem);
        ok = move_names(&verified->damage, &damage) && ok;
        verified->sessions++;
    }
    dat_session_list_finish(&list);
    return ok;
}

static int report_verified(const struct ui_args_def *def, const struct verified *verified,
                           int64_t id, const char *json) {
    struct dat_problem problem = {""};
    const bool sound = verified->damage.count == 0;
    if (json != NULL) {
        json_t *object = json_object();
        dat_json_set_integer(object, "sessions", verified->sessions);
        dat_json_set(object, "damage", dat_names_json(&verified->damage));
        const int status = ui_sessions_write_json(def, object, 15, json, &problem);
        if (status != UI_EXIT_DONE)
            return status;
    } else if (sound && id != 0) {
        printf("session %lld is undamaged\n", (long long)id);
    } else if (sound) {
        printf("the database is undamaged, with %d session%s\n", verified->sessions,
               verified->sessions == 1 ? "" : "s");
    }
    return ui_sessions_report_damage(def, &verified->damage);
}

int ui_sessions_verify(const struct ui_args_def *def, struct dat_store *store, int64_t id,
                       const char *json) {
    struct dat_problem problem = {""};
    struct verified verified = {0};
    int status;
    if (store != NULL && !verify_sessions(store, id, &verified, &problem))
        status = ui_args_environment_error(def, "%s", problem.text);
    else if (id != 0 && verified.sessions == 0)
        status = ui_sessions_no_such(def, id);
    else
        status = report_verified(def, &verified, id, json);
    dat_name_list_finish(&verified.damage);
    return status;
}
