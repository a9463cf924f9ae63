#include "data/exercise/telemetry.h"

#include <math.h>

#include "data/exercise/part_signals.h"
#include "vehicles/part/crane.h"

enum { DIGITS = 9 };

static void write_names(const struct veh_worksite *site, FILE *file) {
    const struct sim_model *model = &site->machines[0].def->model;
    (void)fputs("t", file);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        (void)fprintf(file, ",lever.%s", veh_control_info((enum veh_control)i)->name);
    (void)fputs(",machine.x_m,machine.y_m,machine.z_m,tip.x_m,tip.y_m,tip.z_m", file);
    for (int i = 0; i < model->sensor_count; i++)
        for (int k = 0; k < sim_sensor_outputs(model->sensors[i].kind); k++)
            (void)fprintf(file, ",sensor.%s%s", model->sensors[i].name,
                          sim_sensor_suffix(model->sensors[i].kind, k));
    dat_part_signals_names(site, 0, file);
    (void)fputc('\n', file);
}

static void write_place(struct sim_vec3 p, FILE *file) {
    (void)fprintf(file, ",%.*g,%.*g,%.*g", DIGITS, p.x, DIGITS, p.y, DIGITS, p.z);
}

static void write_values(const struct veh_worksite *site, const struct veh_controls *levers,
                         FILE *file) {
    const struct veh_machine *m = &site->machines[0];
    const struct sim_model *model = &m->def->model;
    const struct sim_vec3 place = veh_machine_pose(site, 0).p;
    (void)fprintf(file, "%.*g", DIGITS, veh_worksite_time(site));
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        (void)fprintf(file, ",%.*g", DIGITS, levers->value[i]);
    write_place(place, file);
    write_place(veh_crane_def(m->def) != NULL ? veh_machine_crane_tip(site, 0) : place, file);
    for (int i = 0; i < model->sensor_count; i++)
        for (int k = 0; k < sim_sensor_outputs(model->sensors[i].kind); k++)
            (void)fprintf(file, ",%.*g", DIGITS, sim_instance_output(&m->instance, i, k));
    dat_part_signals_values(site, 0, file);
    (void)fputc('\n', file);
}

void dat_telemetry_write(struct dat_playback *playback, FILE *file) {
    struct dat_practice *practice = &playback->practice;
    const double step = sim_world_step_size(practice->site.world);
    const int64_t every = (int64_t)lround(1.0 / (DAT_TELEMETRY_RATE * step));
    struct veh_controls levers = {{0.0}};
    write_names(&practice->site, file);
    write_values(&practice->site, &levers, file);
    while (dat_playback_next(playback, &levers) && sim_world_fault(practice->site.world) == NULL) {
        dat_practice_step(practice, &levers);
        if (playback->reader.step % every == 0)
            write_values(&practice->site, &levers, file);
    }
}
