#include <assert.h>
#include <string.h>

#include "sim/base/array.h"
#include "vehicles/site.h"

// The place of a stem in the list, or where it would be. From the end: new stems come there.
static int place_of(const struct veh_stem_list *list, int stem) {
    int place = list->count;
    while (place > 0 && list->items[place - 1] >= stem)
        place--;
    return place;
}

void veh_stem_list_enter(struct veh_stem_list *list, int stem) {
    const int place = place_of(list, stem);
    assert(place == list->count || list->items[place] != stem);
    SIM_ARRAY_RESERVE(list, list->count + 1);
    memmove(&list->items[place + 1], &list->items[place],
            (size_t)(list->count - place) * sizeof *list->items);
    list->items[place] = stem;
    list->count++;
}

void veh_stem_list_leave(struct veh_stem_list *list, int stem) {
    const int place = place_of(list, stem);
    if (place == list->count || list->items[place] != stem)
        return;
    list->count--;
    memmove(&list->items[place], &list->items[place + 1],
            (size_t)(list->count - place) * sizeof *list->items);
}
