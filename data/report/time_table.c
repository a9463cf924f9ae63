#include "data/report/time_table.h"

#include "data/exercise/time_study.h"
#include "data/report/html.h"

static void range_cell(const struct dat_report_out *o, double low, double high) {
    if (high > 0.0)
        dat_html_cell(o, "n", "%.1f - %.1f", low, high);
    else
        dat_html_cell(o, "n", "%s", "");
}

// ---- trees ----

static void begin_trees(const struct dat_report_out *o) {
    static const struct dat_html_column columns[] = {
        {DAT_WORD_TREE, false},        {DAT_WORD_SPECIES, false},   {DAT_WORD_LOGS, true},
        {DAT_WORD_M3_OVER_BARK, true}, {DAT_WORD_MOVING, true},     {DAT_WORD_POSITIONING, true},
        {DAT_WORD_FELLING, true},      {DAT_WORD_PROCESSING, true}, {DAT_WORD_BOOM_IN, true},
        {DAT_WORD_OTHER, true},        {DAT_WORD_ALL, true}};
    _Static_assert(DAT_WORD_OTHER - DAT_WORD_MOVING + 1 == VEH_WORK_ELEMENTS,
                   "an element has no word");
    dat_html_begin_table(o, DAT_WORD_TREE_TIMES, columns, 5 + VEH_WORK_ELEMENTS);
}

static void tree_row(const struct dat_report_out *o, const struct dat_studied_tree *tree) {
    double all = 0.0;
    fputs("<tr>", o->file);
    dat_html_cell(o, "", "%s", tree->id);
    dat_html_cell(o, "", "%s", dat_report_species(o->texts, ter_species_name(tree->species)));
    dat_html_cell(o, "n", "%d", tree->work.logs);
    dat_html_cell(o, "n", "%.3f", tree->work.volume);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++) {
        dat_html_cell(o, "n", "%.1f", tree->work.seconds[e]);
        all += tree->work.seconds[e];
    }
    dat_html_cell(o, "n", "%.1f", all);
    fputs("</tr>\n", o->file);
}

static void trees(const struct dat_report_out *o, const struct dat_time_study *study) {
    if (study->trees.count == 0)
        return;
    const struct dat_tree_mean mean = dat_time_study_mean(study);
    begin_trees(o);
    for (int i = 0; i < study->trees.count; i++)
        tree_row(o, &study->trees.items[i]);
    fputs("<tr><td colspan=\"4\"><b>", o->file);
    dat_html_say(o, DAT_WORD_MEAN);
    fputs("</b></td>", o->file);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        dat_html_cell(o, "n", "%.1f", mean.seconds[e]);
    dat_html_cell(o, "n", "%.1f", mean.all);
    fputs("</tr>\n<tr class=\"g\"><td colspan=\"4\">", o->file);
    dat_html_say(o, DAT_WORD_EXPERIENCED);
    fputs("</td>", o->file);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        range_cell(o, mean.published[e].low, mean.published[e].high);
    fputs("<td></td></tr>\n</table>\n<p class=\"g\">", o->file);
    dat_html_say(o, DAT_WORD_EXPERIENCED_HELP);
    fputs(" ", o->file);
    dat_html_say(o, DAT_WORD_WITHOUT_MOVING);
    dat_html_print(o, " %.1f s; Brunberg 1997: %.1f s.",
                   mean.all - mean.seconds[VEH_WORK_MOVING] - mean.seconds[VEH_WORK_OTHER],
                   mean.brunberg);
    fputs("</p>\n", o->file);
}

// ---- loads ----

_Static_assert(DAT_WORD_HAUL_OTHER - DAT_WORD_DRIVE_EMPTY + 1 == VEH_HAUL_ELEMENTS,
               "an element has no word");

static void element_row(const struct dat_report_out *o, const struct veh_haul_work *load,
                        enum veh_haul_element element) {
    struct veh_haul_range range;
    fputs("<tr>", o->file);
    dat_html_cell(o, "", "%s", o->texts->word[DAT_WORD_DRIVE_EMPTY + (int)element]);
    dat_html_cell(o, "n", "%.1f", load->seconds[element]);
    dat_html_cell(o, "n", "%.0f", load->distance[element]);
    if (veh_haul_published(element, load, &range))
        range_cell(o, range.low, range.high);
    else
        range_cell(o, 0.0, 0.0);
    if (veh_haul_drives(element) && load->distance[element] > 0.0)
        range_cell(o, veh_haul_brunberg(load->distance[element], 1, 1, false),
                   veh_haul_brunberg(load->distance[element], 3, 3, true));
    else
        range_cell(o, 0.0, 0.0);
    fputs("</tr>\n", o->file);
}

static void load(const struct dat_report_out *o, const struct veh_haul_work *load, int number) {
    fputs("<h2>", o->file);
    dat_html_say(o, DAT_WORD_LOAD);
    fprintf(o->file, " %d: %d ", number, load->logs);
    dat_html_say(o, DAT_WORD_LOGS);
    dat_html_print(o, ", %.2f m³, %d ", load->volume, load->grips);
    dat_html_say(o, DAT_WORD_GRIPS);
    fprintf(o->file, ", %d ", load->stops);
    dat_html_say(o, DAT_WORD_STOPS);
    fprintf(o->file, ", %d ", load->unload_grips);
    dat_html_say(o, DAT_WORD_UNLOAD_GRIPS);
    fputs("</h2>\n<table>\n<tr><th>", o->file);
    dat_html_say(o, DAT_WORD_ELEMENT);
    fputs("</th><th class=\"n\">s</th><th class=\"n\">m</th><th class=\"n\">Nurminen 2006, s</th>"
          "<th class=\"n\">Brunberg 2004, s</th></tr>\n",
          o->file);
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
        element_row(o, load, (enum veh_haul_element)e);
    fputs("</table>\n", o->file);
}

void dat_report_time_study(const struct dat_report_out *o, const json_t *result) {
    struct dat_time_study study;
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    trees(o, &study);
    for (int i = 0; i < study.loads.count; i++)
        load(o, &study.loads.items[i], i + 1);
    if (study.trees.count + study.loads.count > 0) {
        fputs("<p class=\"g\">", o->file);
        dat_html_say(o, DAT_WORD_TABLES_GO_ON);
        fputs("</p>\n", o->file);
    }
    dat_time_study_finish(&study);
}
