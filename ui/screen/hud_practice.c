#include "ui/screen/hud_practice.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/input/bind.h"
#include "ui/input/control_text.h"
#include "ui/text/file_text.h"
#include "ui/text/language.h"
#include "ui/text/metric_text.h"
#include "ui/text/species_text.h"
#include "vehicles/part/brake.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/part/hydraulics.h"
#include "vehicles/part/lock.h"
#include "vehicles/part/scale.h"

bool ui_event_message(const struct veh_event *event, char *text, size_t size, bool *warning) {
    assert(event->kind < VEH_EVENT_COUNT && size > 0);
    *warning = veh_event_info(event->kind)->warning;
    const char *sentence = ui_language_text(UI_SOURCE_EVENTS + (int)event->kind, 1.0);
    if (sentence == NULL)
        return false;
    (void)veh_event_say(event, sentence, ui_language_decimal_mark()[0], text, size);
    ui_utf8_trim(text);
    return true;
}

static void describe_task(struct ui_hud *hud, const struct dat_practice *p) {
    const struct dat_scenario *scenario = &p->exercise->scenario;
    if (p->task_step < scenario->step_count)
        ui_print(hud->task, sizeof hud->task, "%d/%d  %s", p->task_step + 1, scenario->step_count,
                 dat_scenario_prompt(scenario, p->task_step, ui_language_code()));
    else if (dat_score_passed(&p->score))
        ui_print(hud->task, sizeof hud->task, "%s", ui_text(UI_TEXT_TASK_DONE));
    else
        (void)ui_metric_task(&p->score, hud->task, sizeof hud->task);
}

// The part that presses it, to that side: the button of lever 1 where it is plugged in, else the
// key.
static void key_of(enum veh_control control, double side, unsigned devices, char *text,
                   size_t size) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        if (b[i].control == control && b[i].scale * side > 0.0 &&
            (b[i].device == UI_DEVICE_KEYBOARD || (devices >> b[i].device & 1u) != 0) &&
            (text[0] == '\0' || b[i].device == UI_DEVICE_LEFT))
            ui_binding_source(&b[i], text, size);
}

// The computer's state: the products of its species, in the length that their key would choose.
static void describe_assortments(struct ui_hud *hud, const struct veh_products *products,
                                 const struct veh_names *names, const struct veh_computer *computer,
                                 unsigned devices) {
    hud->assortments = 0;
    for (int i = 0; i < VEH_PRODUCT_KEYS && i < UI_HUD_ASSORTMENTS; i++) {
        const int product = veh_products_of_key(products, computer->species, i);
        if (product < 0)
            break;
        struct ui_hud_assortment *shown = &hud->assortment[hud->assortments++];
        const int length = veh_computer_length_of_key(computer, products, i);
        ui_print(shown->name, sizeof shown->name, "%s",
                 ui_file_text(names, products->product[product].name));
        key_of((enum veh_control)(VEH_ASSORTMENT_1 + i), 1.0, devices, shown->key,
               sizeof shown->key);
        shown->chosen = computer->product == product;
        shown->length = shown->chosen ? computer->target
                                      : veh_product_cut_length(&products->product[product], length);
        struct veh_planned_log log;
        shown->feasible =
            computer->known && veh_computer_gives(computer, products, product, length, &log);
        shown->price =
            shown->feasible
                ? products->product[product].cell[log.diameter_class][log.length_class].price
                : 0.0;
    }
}

static void describe_stem(struct ui_hud_stem *stem, const struct veh_products *products,
                          const struct veh_names *names, const struct veh_computer *computer) {
    const struct veh_profile *profile = &computer->profile;
    const struct veh_plan *plan = &computer->plan;
    *stem = (struct ui_hud_stem){.value = plan->value};
    ui_print(stem->species, sizeof stem->species, "%s",
             ui_species_name((enum ter_species)computer->species));
    if (!computer->known || profile->count < 2)
        return;
    stem->length = veh_profile_step * (profile->count - 1);
    stem->measured = veh_profile_step * profile->measured;
    stem->grade = veh_grade_at(&computer->grades, computer->length, 1);
    for (int i = 0; i < UI_HUD_OUTLINE; i++) {
        const double z = stem->length * (i + 0.5) / UI_HUD_OUTLINE;
        stem->outline[i] = veh_profile_diameter(profile, z);
        stem->graded[i] = veh_grade_at(&computer->grades, z, 1) > 1;
    }
    for (int i = 0; i < plan->count && i < UI_HUD_CUTS; i++) {
        const struct veh_planned_log *log = &plan->log[i];
        stem->cut[i].from = log->from;
        stem->cut[i].length = log->length;
        ui_print(stem->cut[i].name, sizeof stem->cut[i].name, "%s",
                 ui_file_text(names, products->product[log->product].name));
        stem->cuts++;
    }
}

// The computer's question about its calibration, while the head is empty.
static void describe_control(struct ui_hud *hud, const struct veh_head_state *head,
                             unsigned devices) {
    const struct veh_calibration *c = &head->computer.calibration;
    char yes[64], no[64];
    hud->control[0] = hud->control_keys[0] = '\0';
    key_of(VEH_CALIBRATE, 1.0, devices, yes, sizeof yes);
    key_of(VEH_CALIBRATE, -1.0, devices, no, sizeof no);
    if (c->ready) {
        const int count = VEH_CALIBRATION_CLASSES;
        UI_WRITE(hud->control, sizeof hud->control, CORRECTION_PROPOSED, 1e3 * c->proposed.length,
                 1e3 * c->proposed.scale, 1e3 * c->proposed.diameter[0],
                 1e3 * c->proposed.diameter[count - 1]);
        UI_WRITE(hud->control_keys, sizeof hud->control_keys, ACCEPT_OR_REFUSE, yes, no);
    } else if (c->asked) {
        UI_WRITE(hud->control, sizeof hud->control, CALIPER_AT_LOG, head->caliper.next + 1,
                 head->caliper.count);
    } else if (c->chosen && c->over && c->logs > 0) {
        UI_WRITE_N(hud->control, sizeof hud->control, CONTROL_STEM, c->logs, c->logs);
        UI_WRITE(hud->control_keys, sizeof hud->control_keys, MEASURE_AGAIN, yes);
    }
}

static void describe_head(struct ui_hud *hud, const struct dat_practice *p, unsigned devices,
                          double dt) {
    const struct veh_head_state *head = veh_head(&p->site.machines[0]);
    hud->gripped = head->stem >= 0;
    hud->length = head->length;
    hud->target = head->target;
    hud->diameter = head->diameter;
    const struct veh_saw_def *top = veh_top_saw_def(p->site.machines[0].def);
    hud->top_saw = top != NULL ? head->length + top->place : 0.0;
    hud->in_position = head->in_position;
    const struct veh_saw_state *saw = veh_saw_at_work(&p->site.machines[0]).state;
    hud->sawing = saw->was_pressed;
    hud->bar_out = saw->sawing && !saw->was_pressed;
    hud->jammed = saw->pinched;
    hud->cut = saw->cut;
    hud->idle_saw = hud->sawing && saw->cut <= 0.0 ? hud->idle_saw + dt : 0.0;
    hud->trees = (int)dat_score_value(&p->score, DAT_TREES_FELLED);
    hud->logs = (int)dat_score_value(&p->score, DAT_LOGS_CUT);
    const struct veh_names *names = &p->exercise->scenario.names;
    describe_control(hud, head, devices);
    describe_assortments(hud, p->site.def.products, names, &head->computer, devices);
    describe_stem(&hud->stem, p->site.def.products, names, &head->computer);
}

static void describe_load(struct ui_hud *hud, const struct veh_worksite *site) {
    hud->loaded = (int)veh_machine_measure(site, 0, &veh_part_bunk, VEH_BUNK_LOGS);
    hud->free_length = veh_machine_measure(site, 0, &veh_part_bunk, VEH_BUNK_FREE);
    hud->in_grapple = (int)veh_machine_measure(site, 0, &veh_part_grapple, VEH_GRAPPLE_LOGS);
    const struct veh_scale_state *scale = veh_scale(&site->machines[0]);
    hud->has_scale = scale != NULL;
    hud->in_tongs[0] = '\0';
    if (scale == NULL)
        return;
    hud->weight = veh_machine_measure(site, 0, &veh_part_scale, VEH_SCALE_WEIGHT);
    hud->weighed = veh_machine_measure(site, 0, &veh_part_scale, VEH_SCALE_LOADED);
    (void)ui_species_in_tongs(scale->what, hud->in_tongs, sizeof hud->in_tongs);
}

static void describe_drive(struct ui_hud *hud, const struct veh_worksite *site) {
    const struct veh_machine *m = &site->machines[0];
    const struct veh_drive_def *drive = veh_drive_def(m->def);
    hud->has_engine = veh_machine_part(m, &veh_part_engine) != NULL;
    hud->engine_runs = veh_engine_runs(site, 0);
    hud->engine_speed = veh_machine_measure(site, 0, &veh_part_engine, VEH_ENGINE_SPEED);
    hud->has_oil = veh_machine_part(m, &veh_part_hydraulics) != NULL;
    hud->oil_temperature =
        veh_machine_measure(site, 0, &veh_part_hydraulics, VEH_HYDRAULICS_TEMPERATURE);
    hud->has_gears = drive != NULL && drive->road_speed_max > 0.0;
    hud->road = veh_machine_measure(site, 0, &veh_part_drive, VEH_DRIVE_GEAR) > 1.5;
    hud->locked = veh_machine_measure(site, 0, &veh_part_drive, VEH_DRIVE_LOCKED) > 0.5;
    hud->parked = veh_brake_parked(m);
}

static void add_aid(struct ui_hud *hud, const char *aid) {
    const size_t used = strlen(hud->aids);
    ui_print(hud->aids + used, sizeof hud->aids - used, "%s%s", used > 0 ? ", " : "", aid);
}

// Those that are on, as the machine has them.
static void describe_aids(struct ui_hud *hud, const struct veh_controls *controls) {
    hud->aids[0] = '\0';
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        char text[64];
        if (!(veh_control_info((enum veh_control)i)->step > 0.0) || !(controls->value[i] > 0.0))
            continue;
        const char *title = ui_text(ui_control_text((enum veh_control)i)->title);
        if (i == VEH_CRANE_SLOWER)
            UI_WRITE(text, sizeof text, CRANE_SPEED_LEFT, 100.0 * (1.0 - controls->value[i]));
        else if (controls->value[i] < veh_control_info((enum veh_control)i)->most)
            ui_print(text, sizeof text, "%s %.0f %%", title, 100.0 * controls->value[i]);
        else
            ui_print(text, sizeof text, "%s", title);
        add_aid(hud, text);
    }
}

// The names as the machine's file gives them, without those of the files that its parts come from.
static void describe_locks(struct ui_hud *hud, const struct veh_worksite *site) {
    const struct veh_machine *m = &site->machines[0];
    size_t used = 0;
    hud->locks[0] = '\0';
    for (int i = 0; i < m->part_count && used < sizeof hud->locks; i++) {
        const struct veh_part *part = &m->parts[i];
        if (part->kind != &veh_part_lock ||
            part->kind->measures[VEH_LOCK_BLOCKED].value(site, part) < 0.5)
            continue;
        const char *name = ((const struct veh_lock_def *)part->def)->name;
        ui_print(hud->locks + used, sizeof hud->locks - used, "%s%s", used > 0 ? ", " : "",
                 ui_thing_text(&m->def->names, name));
        used = strlen(hud->locks);
    }
}

static const double noticed_wear = 0.2; // of the knives: before that their edge is not shown

static void describe_knives(struct ui_hud *hud, const struct veh_head_state *head) {
    if (head->worn < noticed_wear || hud->gauges == UI_HUD_GAUGES)
        return;
    struct ui_hud_gauge *gauge = &hud->gauge[hud->gauges++];
    ui_print(gauge->label, sizeof gauge->label, "%s", ui_text(UI_TEXT_KNIVES_SHARP));
    ui_print(gauge->value, sizeof gauge->value, "%.0f %%", 100.0 * (1.0 - head->worn));
}

void ui_hud_from_practice(struct ui_hud *hud, const struct dat_practice *p,
                          const struct veh_controls *controls, unsigned devices) {
    const struct veh_worksite *site = &p->site;
    const struct veh_machine *m = &site->machines[0];
    const double time = veh_worksite_time(site), dt = fmax(time - hud->time, 0.0);
    ui_print(hud->title, sizeof hud->title, "%s",
             dat_scenario_title(&p->exercise->scenario, ui_language_code()));
    describe_task(hud, p);
    ui_hud_set_speed(hud, time, veh_machine_speed(site, 0));
    ui_hud_read_sensors(hud, &m->instance, &m->def->names);
    hud->controls = *controls;
    hud->has_head = veh_head(m) != NULL;
    hud->has_grapple = veh_grapple_def(m->def) != NULL;
    hud->has_bunk = veh_bunk_def(m->def) != NULL;
    if (hud->has_head) {
        describe_head(hud, p, devices, dt);
        describe_knives(hud, veh_head(m));
    }
    describe_load(hud, site);
    describe_drive(hud, site);
    describe_locks(hud, site);
    describe_aids(hud, &m->controls);
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        if ((p->guides >> i & 1u) != 0)
            add_aid(hud, ui_guide_title((enum dat_guide)i));
}
