// The details of events in the record, and their table in docs/database.md.
#include "data/record/event.h"

#include <stdlib.h>

#include "tests/manual.h"
#include "vehicles/part/kinds.h"

static void expect(const struct veh_event *event, const char *detail) {
    struct ter_tree trees[] = {{.id = "17"}};
    const struct ter_stand stand = {.trees = trees, .count = 1};
    char *text = dat_event_detail(event, &stand);
    assert_non_null(text);
    assert_string_equal(text, detail);
    free(text);
}

static void details_have_the_keys_of_the_table(void **state) {
    (void)state;
    expect(&(struct veh_event){.kind = VEH_EVENT_LENGTH_REACHED, .stem = 3, .number = {4.875, 4.5}},
           "{\"tree\":\"17\",\"stem\":3,\"length_m\":4.875,\"target_m\":4.5}");
    expect(
        &(struct veh_event){
            .kind = VEH_EVENT_LENGTH_REACHED, .stem = 3, .tree = -1, .number = {2.5}},
        "{\"stem\":3,\"length_m\":2.5,\"target_m\":0.0}");
    expect(
        &(struct veh_event){
            .kind = VEH_EVENT_TREE_HIT, .stem = 3, .number = {9000.0}, .text = "jib"},
        "{\"tree\":\"17\",\"stem\":3,\"force_n\":9000.0,\"part\":\"jib\"}");
    expect(&(struct veh_event){.kind = VEH_EVENT_TIPPED, .stem = -1, .tree = -1}, "{}");
    expect(
        &(struct veh_event){
            .kind = VEH_EVENT_UNSOLVED, .stem = -1, .tree = -1, .number = {0.25, 3.0}},
        "{\"residual_m_per_s\":0.25,\"steps\":3}");
    expect(&(struct veh_event){.kind = VEH_EVENT_FAULT, .stem = -1, .tree = -1, .text = "too fast"},
           "{\"fault\":\"too fast\"}");
}

// ---- the manual ----

static void print_particulars(const struct veh_event_info *info, FILE *out) {
    const char *between = "";
    if (info->subjects & VEH_OF_TREE) {
        fputs("`tree`", out);
        between = ", ";
    }
    if (info->subjects & VEH_OF_STEM) {
        fprintf(out, "%s`stem`", between);
        between = ", ";
    }
    for (int i = 0; i < VEH_EVENT_NUMBERS && info->number[i].key != NULL; i++) {
        const struct veh_event_number *number = &info->number[i];
        fprintf(out, "%s`%s`: %s%s%s%s", between, number->key, number->meaning,
                number->unit[0] != '\0' ? " [" : "", number->unit,
                number->unit[0] != '\0' ? "]" : "");
        between = "; ";
    }
    if (info->text.key != NULL)
        fprintf(out, "%s`%s`: %s", between, info->text.key, info->text.meaning);
}

static void print_source(enum veh_event_kind kind, FILE *out) {
    for (int id = 0; id < VEH_PART_KINDS; id++)
        if (veh_part_kinds[id]->events >> kind & 1u) {
            fputs(veh_part_kinds[id]->title, out);
            return;
        }
    fputs("the worksite", out);
}

static void print_rows(FILE *out) {
    for (int kind = 0; kind < VEH_EVENT_COUNT; kind++) {
        const struct veh_event_info *info = veh_event_info((enum veh_event_kind)kind);
        fprintf(out, "| `%s` | ", veh_event_name((enum veh_event_kind)kind));
        print_source((enum veh_event_kind)kind, out);
        fprintf(out, " | %s | ", info->meaning);
        print_particulars(info, out);
        fputs(" |\n", out);
    }
}

static const struct manual_part part = {
    .page = "database.md",
    .after = "| kind | raised by | meaning | detail |\n|---|---|---|---|\n",
    .until = "\n",
    .print = print_rows,
    .test = "data_record_event_test",
};

static void the_manual_has_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(details_have_the_keys_of_the_table),
        cmocka_unit_test(the_manual_has_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
