#include "ui/cmd/phase_times.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "data/text/json.h"

static double processor_time(void) {
    return (double)clock() / (double)CLOCKS_PER_SEC;
}

void ui_phase_times_begin(struct ui_phase_times *times) {
    *times = (struct ui_phase_times){.so_far = processor_time()};
}

void ui_phase_times_step(struct ui_phase_times *times, const struct veh_demonstrator *demo) {
    int loads;
    const struct veh_haul_work *load = veh_demo_hauls(demo, &loads);
    const double now = processor_time();
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        double work = 0.0;
        for (int i = 0; i < loads; i++)
            work += load[i].seconds[e];
        if (work > times->work[e])
            times->computed[e] += now - times->so_far;
        times->work[e] = work;
    }
    times->so_far = now;
}

json_t *ui_phase_times_json(const struct ui_phase_times *times) {
    json_t *factors = json_object();
    for (int e = 0; e < VEH_HAUL_ELEMENTS && factors != NULL; e++)
        if (times->work[e] > 0.0)
            dat_json_set_number(factors, veh_haul_element_name((enum veh_haul_element)e),
                                times->work[e] / fmax(times->computed[e], 1e-9));
    return factors;
}

void ui_phase_times_print(const json_t *factors) {
    const char *name;
    json_t *factor;
    if (json_object_size(factors) > 0)
        printf("\n%-20s %8s\n", "", "real time");
    json_object_foreach((json_t *)(uintptr_t)factors, name, factor)
        printf("%-20s %8.1f\n", name, json_number_value(factor));
}
