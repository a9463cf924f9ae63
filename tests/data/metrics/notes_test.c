// The pages of the metrics: each is complete, and docs/metrics.md has them. --write renews it.
#include "data/metrics/notes.h"

#include <ctype.h>

#include "tests/manual.h"

static const char introduction[] =
    "# Metrics\n\n"
    "A page for each figure by which an exercise is judged: how it is computed, and what operators "
    "reach in the field and on\n"
    "simulators. All follow from the record of a session, so that a later version computes them "
    "again. The figures of people\n"
    "are those of the publications named; where none is given, none is known. Those of "
    "simulated novices are in\n"
    "[for instructors](instructor.md#figures-of-novices), with the list of all metrics; the report "
    "of a session ends with these\n"
    "notes on the figures that it has. The program writes this page: "
    "`build/tests/data_metrics_notes_test --write`.\n";

static const char *machine_of(unsigned needs) {
    return needs & DAT_NEEDS_HEAD ? "harvester" : needs & DAT_NEEDS_BUNK ? "forwarder" : "any";
}

static void print_line(FILE *out, const char *key, const char *text) {
    if (text != NULL && text[0] != '\0')
        fprintf(out, "* **%s**: %s\n", key, text);
}

static void print(FILE *out) {
    fputs(introduction, out);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const struct dat_metric_note *note = dat_metric_note(metric);
        const char *unit = dat_metric_unit(metric), *title = dat_metric_info(metric)->row.title;
        const char *help = dat_metric_help(metric);
        fprintf(out, "\n## %s\n\n%c%s.\n\n", dat_metric_name(metric), toupper(help[0]), help + 1);
        print_line(out, "on the result page", title);
        print_line(out, "unit", unit[0] != '\0' ? unit : "a count");
        print_line(out, "machine", machine_of(dat_metric_info(metric)->needs));
        print_line(out, "formula", note->formula);
        print_line(out, "novices", note->novice);
        print_line(out, "experts", note->expert);
        print_line(out, "source", note->source);
        print_line(out, "advice", dat_metric_info(metric)->advice);
    }
}

static const struct manual_part part = {
    .page = "metrics.md",
    .print = print,
    .test = "data_metrics_notes_test",
};

// Figures of people need a source.
static void every_metric_has_its_note(void **state) {
    (void)state;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const struct dat_metric_note *note = dat_metric_note((enum dat_metric)i);
        if (note->formula == NULL ||
            ((note->novice != NULL || note->expert != NULL) && note->source == NULL))
            fail_msg("%s: a note without formula, or figures without source",
                     dat_metric_name((enum dat_metric)i));
    }
}

static void the_manual_has_the_notes(void **state) {
    (void)state;
    manual_part_check(&part);
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_has_its_note),
        cmocka_unit_test(the_manual_has_the_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
