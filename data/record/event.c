#include "data/record/event.h"

#include <assert.h>

#include "data/text/json.h"

static void set_number(json_t *detail, const struct veh_event_number *number, double value) {
    if (number->key == NULL)
        return;
    if (number->unit[0] == '\0') // a count
        dat_json_set_integer(detail, number->key, (int64_t)value);
    else
        dat_json_set_number(detail, number->key, value);
}

char *dat_event_detail(const struct veh_event *event, const struct ter_stand *stand) {
    assert(event->tree < stand->count);
    const struct veh_event_info *info = veh_event_info(event->kind);
    json_t *detail = json_object();
    if (event->tree >= 0)
        dat_json_set_text(detail, "tree", stand->trees[event->tree].id);
    if (event->stem >= 0)
        dat_json_set_integer(detail, "stem", event->stem);
    for (int i = 0; i < VEH_EVENT_NUMBERS; i++)
        set_number(detail, &info->number[i], event->number[i]);
    if (info->text.key != NULL)
        dat_json_set_text(detail, info->text.key, event->text);
    char *text = json_dumps(detail, JSON_COMPACT);
    json_decref(detail);
    return text;
}
