#include "data/exercise/part_signals.h"

#include <assert.h>
#include <string.h>

#include "data/model/keys.h"

enum { DIGITS = 9 };

// NULL: parts of its kind have no names.
static const char *name_of(const struct veh_part *part) {
    for (int i = 0; i < part->kind->key_count; i++)
        if (strcmp(part->kind->keys[i].name, "name") == 0)
            return (const char *)part->def + part->kind->keys[i].offset;
    return NULL;
}

void dat_part_signals_names(const struct veh_worksite *site, int machine, FILE *file) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    for (int i = 0; i < m->part_count; i++) {
        const char *name = name_of(&m->parts[i]);
        const struct veh_part_kind *kind = m->parts[i].kind;
        for (int k = 0; k < kind->measure_count; k++)
            (void)fprintf(file, ",%s%s%s.%s", dat_model_part_key(kind), name != NULL ? "." : "",
                          name != NULL ? name : "", kind->measures[k].name);
    }
}

void dat_part_signals_head(const struct veh_worksite *site, int machine, FILE *file) {
    (void)fputc('t', file);
    dat_part_signals_names(site, machine, file);
    (void)fputc('\n', file);
}

void dat_part_signals_values(const struct veh_worksite *site, int machine, FILE *file) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    for (int i = 0; i < m->part_count; i++) {
        const struct veh_part_kind *kind = m->parts[i].kind;
        for (int k = 0; k < kind->measure_count; k++)
            (void)fprintf(file, ",%.*g", DIGITS, kind->measures[k].value(site, &m->parts[i]));
    }
}

void dat_part_signals_row(const struct veh_worksite *site, int machine, FILE *file) {
    (void)fprintf(file, "%.*g", DIGITS, veh_worksite_time(site));
    dat_part_signals_values(site, machine, file);
    (void)fputc('\n', file);
}
