// A load's ticket lists what lay in the bunk when most did, and is closed when the bunk is empty.
#include "data/exercise/load_ticket.h"

#include "tests/data/full_load.h"

static struct machine_stand stand;

static void step(struct dat_load_tickets *tickets) {
    veh_worksite_step(&stand.site, stand.levers);
    dat_load_tickets_step(tickets, &stand.site, 0, 0.25);
}

// Lifted out, as a crane does it.
static void take(int stem) {
    struct veh_stem *s = &stand.site.stems.items[stem];
    if (s->load.bunk >= 0)
        veh_stem_release(&stand.site, stem);
    s->load.bunk = s->load.carried = -1;
    const struct sim_pose pose = veh_stem_pose(&stand.site, stem);
    sim_body_set_pose(stand.site.world, s->body,
                      (struct sim_pose){sim_add(pose.p, sim_vec3(0.0, 6.0, 0.0)), pose.q});
}

static void a_ticket_lists_the_largest_load(void **state) {
    (void)state;
    static const struct full_load few = {"forwarder", 8, 4.0, 0.236, 22.0},
                                  short_ones = {"forwarder", 4, 3.0, 0.236, 22.0};
    struct dat_load_tickets tickets = {.weighed_before = 0.0};
    stand = (struct machine_stand){0};
    machine_stand_start(&stand, few.machine, NULL, 0, 0.0);
    full_load_put(&stand, &few);
    const struct ter_stem stem = full_load_log(&short_ones);
    double height = 0.6;
    assert_int_equal(veh_bunk_stack(&stand.site, 0, &stem, short_ones.logs, &height), 4);
    for (int i = 0; i < 12; i++) { // so that they are loaded before the ticket's eyes
        veh_stem_release(&stand.site, i);
        stand.site.stems.items[i].load.bunk = -1;
    }
    for (int i = 0; i < 600; i++)
        step(&tickets);
    assert_int_equal(tickets.items.count, 1);
    const struct dat_load_ticket *ticket = &tickets.items.items[0];
    const struct ter_stem log = full_load_log(&few);
    assert_int_equal(ticket->logs, 12);
    assert_int_equal(ticket->lines, 2);
    const struct dat_ticket_line *line = &ticket->line[ticket->line[0].logs == 8 ? 0 : 1];
    assert_int_equal(line->logs, 8);
    assert_near(line->length, 4.0, 1e-9);
    assert_near(line->volume, 8.0 * ter_stem_volume(&log, 0.0, 4.0), 1e-9);
    assert_near(ticket->mass, 8.0 * ter_stem_mass(&log).mass + 4.0 * ter_stem_mass(&stem).mass,
                1e-6);
    assert_near(ticket->ended, 0.0, 0.0);
    for (int i = 0; i < 12; i++)
        take(i);
    step(&tickets);
    assert_true(tickets.items.items[0].ended > tickets.items.items[0].largest);
    assert_near(tickets.items.items[0].driven, 601 * 0.25, 1e-9);
    assert_near(tickets.driven, 0.0, 0.0);
    assert_int_equal(tickets.items.items[0].logs, 12);
    json_t *json = dat_load_tickets_json(&tickets);
    assert_int_equal(json_array_size(json), 1);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(json, 0), "logs")), 12);
    json_decref(json);
    dat_load_tickets_finish(&tickets);
    machine_stand_finish(&stand);
}

// An exercise that begins with a load: nothing has told of its logs, and no scale has weighed them.
// A log that lies on it and never becomes part of it is one of the load.
static void a_load_from_the_start_has_a_ticket(void **state) {
    (void)state;
    static const struct full_load few = {"forwarder", 8, 4.0, 0.236, 22.0};
    struct dat_load_tickets tickets = {.weighed_before = 0.0};
    stand = (struct machine_stand){0};
    machine_stand_start(&stand, few.machine, NULL, 0, 0.0);
    full_load_put(&stand, &few);
    step(&tickets);
    assert_int_equal(tickets.items.count, 1);
    const struct ter_stem log = full_load_log(&few);
    const struct dat_load_ticket *ticket = &tickets.items.items[0];
    assert_int_equal(ticket->logs, 8);
    assert_near(ticket->mass, 8.0 * ter_stem_mass(&log).mass, 1e-6);
    veh_stem_release(&stand.site, 7);
    stand.site.stems.items[7].load.bunk = -1;
    take(0);
    step(&tickets);
    json_t *json = json_object();
    dat_load_json(&stand.site, 0, json);
    assert_int_equal(json_integer_value(json_object_get(json, "logs")), 7);
    assert_near(json_number_value(json_object_get(json, "mass_kg")), 7.0 * ter_stem_mass(&log).mass,
                1e-6);
    json_decref(json);
    for (int i = 1; i < 8; i++)
        take(i);
    step(&tickets);
    step(&tickets);
    assert_int_equal(tickets.items.count, 1);
    assert_int_equal(tickets.items.items[0].logs, 8);
    assert_true(tickets.items.items[0].ended > 0.0);
    json = dat_load_tickets_json(&tickets);
    assert_null(json_object_get(json_array_get(json, 0), "weighed_kg"));
    json_decref(json);
    dat_load_tickets_finish(&tickets);
    machine_stand_finish(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_ticket_lists_the_largest_load),
                                       cmocka_unit_test(a_load_from_the_start_has_a_ticket)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
