#include "ui/screen/unfinished.h"

#include <string.h>

#include "ui/text/text.h"

static const double least = 5.0; // [s] that are worth being continued

static const struct dat_session_info *latest_of(const struct dat_session_list *list,
                                                const char *trainee) {
    for (int i = list->count - 1; i >= 0; i--)
        if (list->items[i].who == DAT_TRAINEE && strcmp(list->items[i].trainee, trainee) == 0)
            return &list->items[i];
    return NULL;
}

struct ui_unfinished ui_find_unfinished(struct dat_store *store, const char *trainee) {
    struct ui_unfinished found = {0};
    struct dat_session_list list = {0};
    struct dat_problem problem;
    if (store == NULL || !dat_store_sessions_bare(store, &list, &problem))
        return found;
    const struct dat_session_info *info = latest_of(&list, trainee);
    const double seconds = info != NULL ? (double)info->steps * info->step : 0.0;
    if (info != NULL && info->outcome == DAT_INTERRUPTED && seconds >= least) {
        found.session = info->id;
        found.seconds = (int)seconds;
        ui_print(found.exercise, sizeof found.exercise, "%s", info->exercise);
    }
    dat_session_list_finish(&list);
    return found;
}
