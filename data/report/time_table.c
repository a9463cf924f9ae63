#include "data/report/time_table.h"

#include "data/exercise/time_study.h"
#include "data/report/html.h"

static void range_cell(FILE *file, double low, double high) {
    if (high > 0.0)
        dat_html_cell(file, "n", "%.1f - %.1f", low, high);
    else
        dat_html_cell(file, "n", "%s", "");
}

// ---- trees ----

static void begin_trees(FILE *file) {
    fputs("<h2>Time per tree, in seconds</h2>\n<table>\n<tr><th>tree</th><th>species</th>"
          "<th class=\"n\">logs</th><th class=\"n\">m³</th>",
          file);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        fprintf(file, "<th class=\"n\">%s</th>", veh_work_element_name((enum veh_work_element)e));
    fputs("<th class=\"n\">all</th></tr>\n", file);
}

static void tree_row(FILE *file, const struct dat_studied_tree *tree) {
    double all = 0.0;
    fputs("<tr>", file);
    dat_html_cell(file, "", "%s", tree->id);
    dat_html_cell(file, "", "%s", ter_species_name(tree->species));
    dat_html_cell(file, "n", "%d", tree->work.logs);
    dat_html_cell(file, "n", "%.3f", tree->work.volume);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++) {
        dat_html_cell(file, "n", "%.1f", tree->work.seconds[e]);
        all += tree->work.seconds[e];
    }
    dat_html_cell(file, "n", "%.1f", all);
    fputs("</tr>\n", file);
}

static void trees(FILE *file, const struct dat_time_study *study) {
    if (study->trees.count == 0)
        return;
    const struct dat_tree_mean mean = dat_time_study_mean(study);
    begin_trees(file);
    for (int i = 0; i < study->trees.count; i++)
        tree_row(file, &study->trees.items[i]);
    fputs("<tr><td colspan=\"4\"><b>mean</b></td>", file);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        dat_html_cell(file, "n", "%.1f", mean.seconds[e]);
    dat_html_cell(file, "n", "%.1f", mean.all);
    fputs("</tr>\n<tr class=\"g\"><td colspan=\"4\">experienced operators</td>", file);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        range_cell(file, mean.published[e].low, mean.published[e].high);
    fputs("<td></td></tr>\n</table>\n<p class=\"g\">Experienced operators with trees of these "
          "volumes: Nurminen et al. 2006, final felling and thinning.",
          file);
    fprintf(file, " Without moving and other %.1f s; Brunberg 1997: %.1f s.</p>\n",
            mean.all - mean.seconds[VEH_WORK_MOVING] - mean.seconds[VEH_WORK_OTHER], mean.brunberg);
}

// ---- loads ----

static void element_row(FILE *file, const struct veh_haul_work *load,
                        enum veh_haul_element element) {
    struct veh_haul_range range;
    fputs("<tr>", file);
    dat_html_cell(file, "", "%s", veh_haul_element_name(element));
    dat_html_cell(file, "n", "%.1f", load->seconds[element]);
    dat_html_cell(file, "n", "%.0f", load->distance[element]);
    if (veh_haul_published(element, load, &range))
        range_cell(file, range.low, range.high);
    else
        range_cell(file, 0.0, 0.0);
    if (veh_haul_drives(element) && load->distance[element] > 0.0)
        range_cell(file, veh_haul_brunberg(load->distance[element], 1, 1, false),
                   veh_haul_brunberg(load->distance[element], 3, 3, true));
    else
        range_cell(file, 0.0, 0.0);
    fputs("</tr>\n", file);
}

static void load(FILE *file, const struct veh_haul_work *load, int number) {
    fprintf(file,
            "<h2>Load %d: %d logs, %.2f m³, %d grips from %d stops, %d grips to unload</h2>\n"
            "<table>\n<tr><th>element</th><th class=\"n\">s</th><th class=\"n\">m</th>"
            "<th class=\"n\">Nurminen 2006, s</th><th class=\"n\">Brunberg 2004, s</th></tr>\n",
            number, load->logs, load->volume, load->grips, load->stops, load->unload_grips);
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
        element_row(file, load, (enum veh_haul_element)e);
    fputs("</table>\n", file);
}

void dat_report_time_study(FILE *file, const json_t *result) {
    struct dat_time_study study;
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    trees(file, &study);
    for (int i = 0; i < study.loads.count; i++)
        load(file, &study.loads.items[i], i + 1);
    dat_time_study_finish(&study);
}
