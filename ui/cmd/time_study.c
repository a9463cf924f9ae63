#include "ui/cmd/time_study.h"

#include <math.h>
#include <stdio.h>

#include "data/exercise/time_study.h"

// ---- trees ----

static void print_trees(const struct dat_time_study *study) {
    printf("\n%-10s %-12s %4s %6s", "tree", "species", "logs", "m3");
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        printf(" %12s", veh_work_element_name((enum veh_work_element)e));
    printf(" %8s\n", "all [s]");
    for (int i = 0; i < study->trees.count; i++) {
        const struct dat_studied_tree *tree = &study->trees.items[i];
        double all = 0.0;
        printf("%-10s %-12s %4d %6.3f", tree->id, ter_species_name(tree->species), tree->work.logs,
               tree->work.volume);
        for (int e = 0; e < VEH_WORK_ELEMENTS; e++) {
            printf(" %12.1f", tree->work.seconds[e]);
            all += tree->work.seconds[e];
        }
        printf(" %8.1f\n", all);
    }
}

static const char *range_text(double low, double high, char text[32]) {
    if (high > 0.0)
        (void)snprintf(text, 32, "%.1f-%.1f", low, high);
    else
        text[0] = '\0';
    return text;
}

// The mean of the trees, and the published range below it.
static void print_mean(const struct dat_time_study *study) {
    const struct dat_tree_mean mean = dat_time_study_mean(study);
    char text[32];
    printf("%-35s", "mean");
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        printf(" %12.1f", mean.seconds[e]);
    printf(" %8.1f\n%-35s", mean.all, "Nurminen et al. 2006");
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        printf(" %12s", range_text(mean.published[e].low, mean.published[e].high, text));
    printf("\nwithout moving and other: %.1f s, Brunberg 1997: %.1f s\n",
           mean.all - mean.seconds[VEH_WORK_MOVING] - mean.seconds[VEH_WORK_OTHER], mean.brunberg);
}

// ---- loads ----

static double per(double sum, int count) {
    return count > 0 ? sum / count : 0.0;
}

static void print_load(const struct veh_haul_work *load, int number) {
    printf(
        "\nload %d: %d logs, %.2f m3, %d grips from %d stops (%.1f s each), %d to unload (%.1f s "
        "each)\n",
        number, load->logs, load->volume, load->grips, load->stops,
        per(load->seconds[VEH_HAUL_LOADING], load->grips), load->unload_grips,
        per(load->seconds[VEH_HAUL_UNLOADING], load->unload_grips));
    printf("%-20s %8s %8s %16s %20s\n", "", "s", "m", "Nurminen 2006 s", "Brunberg 2004 s");
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        const enum veh_haul_element element = (enum veh_haul_element)e;
        char published[32] = "", speed[32] = "";
        struct veh_haul_range range;
        if (veh_haul_published(element, load, &range))
            (void)range_text(range.low, range.high, published);
        if (veh_haul_drives(element) && load->distance[e] > 0.0)
            (void)range_text(veh_haul_brunberg(load->distance[e], 1, 1, false),
                             veh_haul_brunberg(load->distance[e], 3, 3, true), speed);
        printf("%-20s %8.1f %8.0f %16s %20s\n", veh_haul_element_name(element), load->seconds[e],
               load->distance[e], published, speed);
    }
}

void ui_time_study_print(const json_t *result) {
    struct dat_time_study study;
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    if (study.trees.count > 0) {
        print_trees(&study);
        print_mean(&study);
    }
    for (int i = 0; i < study.loads.count; i++)
        print_load(&study.loads.items[i], i + 1);
    dat_time_study_finish(&study);
}

// ---- beside the demonstrator's account ----

static double largest(double so_far, const double a[], const double b[], int count) {
    for (int i = 0; i < count; i++)
        so_far = fmax(so_far, fabs(a[i] - b[i]));
    return so_far;
}

double ui_time_study_difference(const json_t *result, const struct veh_demonstrator *demo) {
    struct dat_time_study study;
    int trees, loads;
    const struct veh_tree_work *tree = veh_demo_work(demo, &trees);
    const struct veh_haul_work *load = veh_demo_hauls(demo, &loads);
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    const bool same = trees == study.trees.count && loads == study.loads.count;
    double difference = same ? 0.0 : (double)INFINITY;
    for (int i = 0; i < trees && same; i++)
        difference = largest(difference, tree[i].seconds, study.trees.items[i].work.seconds,
                             VEH_WORK_ELEMENTS);
    for (int i = 0; i < loads && same; i++)
        difference =
            largest(difference, load[i].seconds, study.loads.items[i].seconds, VEH_HAUL_ELEMENTS);
    dat_time_study_finish(&study);
    return difference;
}
