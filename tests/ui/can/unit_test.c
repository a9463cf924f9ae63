// A board computer on the bus in place of ours: what it hears, what it commands, after how many
// steps, and one of a foreign library that cuts a log.
#include "ui/can/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "tests/ui/can/fields.h"
#include "tests/ui/can/serial_line.h"
#include "tests/vehicles/small_head.h"
#include "ui/can/bus.h"

static struct small_site s;
static struct bench bench;

static const char file[] =
    "port: %s\n"
    "computer:\n"
    "  source: 39\n"
    "  commands:\n"
    "    - {function: feed, group: 65288, byte: 1, length: 16, low: 0, middle: 32000, high: "
    "64000}\n"
    "    - {function: saw, group: 65288, byte: 3, length: 2}\n"
    "  messages:\n"
    "    - group: 65290\n"
    "      fields:\n"
    "        - {quantity: pulses, byte: 1, length: 16}\n"
    "        - {quantity: lever, name: assortment_1, byte: 3, bit: 1, length: 2}\n"
    "        - {quantity: closed, byte: 3, bit: 3, length: 2}\n"
    "        - {quantity: felt, byte: 3, bit: 5, length: 2}\n"
    "        - {quantity: covered, byte: 3, bit: 7, length: 2}\n"
    "        - {quantity: feeler_1, byte: 4, length: 12, resolution: 0.0001}\n"
    "        - {quantity: joint, name: saw, byte: 6, length: 12, zero: -1, resolution: 0.001}\n"
    "    - group: 65291\n"
    "      every_s: 0.05\n"
    "      fields:\n"
    "        - {quantity: lever, name: feed, byte: 1, length: 16, zero: -1, resolution: 0.0001}\n"
    "        - {quantity: joint, name: nothing, byte: 3, length: 8}\n";

struct place {
    struct ui_input input; // without joysticks: only what is said
    struct ui_can_bus bus;
    struct serial_line line;
    double now;            // [s]
    struct ui_slcan slcan; // of what the program has sent
    char text[1024];
    size_t first, count; // of it, read and not taken yet
    int fast, slow;      // messages so far
};

static void set_up(struct place *place) {
    static struct ui_can_setup setup;
    char text[2048], problem[256];
    struct dat_diagnostics d;
    memset(place, 0, sizeof *place);
    place->line = serial_line_open();
    snprintf(text, sizeof text, file, place->line.path);
    dat_diagnostics_init(&d, "can.yaml", text);
    if (!ui_can_setup_read(text, "can.yaml", &setup, &d))
        dat_diagnostics_print(&d, stderr);
    assert_int_equal(d.errors, 0);
    assert_true(ui_can_bus_open(&place->bus, &setup, problem, sizeof problem));
    char claim[256];
    serial_line_hear(&place->line, claim, sizeof claim);
    bench_start(&s, &bench, 1.0);
}

static void tear_down(struct place *place) {
    small_site_finish(&s);
    ui_can_bus_close(&place->bus);
    close(place->line.adapter);
    close(place->line.listener);
}

// One step with what the operator asks for; returns what the machine was given.
static struct veh_controls step(struct place *place, struct veh_controls controls) {
    place->now += 0.01;
    ui_can_bus_command(&place->bus, &place->input, place->now, &controls);
    veh_worksite_step(&s.site, &controls);
    ui_can_bus_report(&place->bus, &s.site);
    return controls;
}

static void expect(struct place *place, enum ui_text_key text) {
    struct ui_input_message message;
    assert_true(ui_input_take_message(&place->input, &message));
    assert_string_equal(ui_text(message.text), ui_text(text));
}

static void expect_silence(struct place *place) {
    struct ui_input_message message;
    assert_false(ui_input_take_message(&place->input, &message));
}

static void say(struct place *place, uint8_t source, unsigned feed, unsigned saw) {
    struct ui_can_frame frame = frame_of(65288, source);
    char text[UI_SLCAN_LINE + 1];
    memset(frame.data, 0xff, 8);
    set_bits(frame.data, 0, 16, feed);
    set_bits(frame.data, 16, 2, saw);
    text[ui_slcan_text(&frame, text)] = '\0';
    serial_line_say(&place->line, text);
}

// The next frame of the group among what the program sends.
static void hear(struct place *place, uint32_t group, struct ui_can_frame *frame) {
    for (;;) {
        while (place->first < place->count) {
            if (!ui_slcan_take(&place->slcan, place->text[place->first++], frame))
                continue;
            place->fast += ui_j1939_group(frame->id) == 65290;
            place->slow += ui_j1939_group(frame->id) == 65291;
            if (ui_j1939_group(frame->id) == group)
                return;
        }
        place->first = 0;
        place->count = serial_line_hear(&place->line, place->text, sizeof place->text);
    }
}

static void it_takes_its_functions_over(void **state) {
    (void)state;
    struct place place;
    struct veh_controls hand = bench_lever(VEH_FEED, 0.4);
    hand.value[VEH_GRIP] = 0.7;
    hand.value[VEH_ASSORTMENT_2] = 1.0;
    set_up(&place);
    struct veh_controls given = step(&place, hand);
    assert_near(given.value[VEH_FEED], 0.4, 0.0); // nobody is there
    assert_near(given.value[VEH_ASSORTMENT_2], 1.0, 0.0);
    expect_silence(&place);
    say(&place, 40, 0, 1); // a stranger
    assert_near(step(&place, hand).value[VEH_FEED], 0.4, 0.0);
    say(&place, 39, 16000, 1);
    given = step(&place, hand);
    expect(&place, UI_TEXT_UNIT_IN_CHARGE);
    assert_near(given.value[VEH_FEED], -0.5, 1e-12);
    assert_near(given.value[VEH_SAW], 1.0, 0.0);
    assert_near(given.value[VEH_GRIP], 0.7, 0.0);         // not its own
    assert_near(given.value[VEH_ASSORTMENT_2], 0.0, 0.0); // ours would feed
    say(&place, 39, 64001, 2);                            // beyond the end, and a fault
    given = step(&place, hand);
    expect(&place, UI_TEXT_UNIT_FAULT);
    assert_near(given.value[VEH_FEED], 0.0, 0.0);
    assert_near(given.value[VEH_SAW], 0.0, 0.0);
    expect_silence(&place);
    tear_down(&place);
}

static void in_silence_its_functions_are_neutral(void **state) {
    (void)state;
    struct place place;
    const struct veh_controls hand = bench_lever(VEH_FEED, 0.4);
    set_up(&place);
    say(&place, 39, 64000, 0);
    for (int i = 0; i < 6; i++) // 50 ms after it
        assert_near(step(&place, hand).value[VEH_FEED], 1.0, 0.0);
    expect(&place, UI_TEXT_UNIT_IN_CHARGE);
    for (int i = 0; i < 20; i++)
        assert_near(step(&place, hand).value[VEH_FEED], 0.0, 0.0); // the hand does not take over
    expect(&place, UI_TEXT_UNIT_SILENT);
    expect_silence(&place);
    say(&place, 39, 48000, 0);
    assert_near(step(&place, hand).value[VEH_FEED], 0.5, 0.0);
    expect(&place, UI_TEXT_UNIT_IN_CHARGE);
    tear_down(&place);
}

static void it_hears_lengths_angles_switches_and_levers(void **state) {
    (void)state;
    struct place place;
    struct ui_can_frame frame;
    struct veh_controls hand = bench_lever(VEH_GRIP, 1.0);
    set_up(&place);
    const int stem = bench_stem(&s, 9.0, 1.5);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, hand, 1.0);
    sim_joint_destroy(s.site.world, clamp);
    step(&place, hand);
    hear(&place, 65290, &frame);
    const uint32_t before = ui_j1939_bits(frame.data, 0, 16);
    const double at = veh_stem_pose(&s.site, stem).p.z;
    hand.value[VEH_FEED] = -0.5; // without a computer the hand feeds
    hand.value[VEH_ASSORTMENT_1] = 1.0;
    for (int i = 0; i < 40; i++) {
        step(&place, hand);
        hear(&place, 65290, &frame);
    }
    assert_int_equal(ui_j1939_group(frame.id), 65290);
    assert_int_equal(ui_j1939_source(frame.id), 128);
    const uint32_t pulses = (ui_j1939_bits(frame.data, 0, 16) - before) & 0xFFFF;
    assert_near((double)(int16_t)(uint16_t)pulses, 1e3 * (at - veh_stem_pose(&s.site, stem).p.z),
                2.0);                                      // 1 mm each, backwards
    assert_int_equal(ui_j1939_bits(frame.data, 16, 2), 1); // the key
    assert_int_equal(ui_j1939_bits(frame.data, 18, 2), 1); // closed
    assert_int_equal(ui_j1939_bits(frame.data, 20, 2), 1); // felt
    assert_int_equal(ui_j1939_bits(frame.data, 22, 2), 3); // the bench has no photocell
    const struct sim_joint_id *joint = s.site.machines[0].instance.joints;
    assert_near(1e-4 * ui_j1939_bits(frame.data, 24, 12),
                sim_joint_position(s.site.world, joint[0], 0), 0.6e-4);
    assert_near(1e-3 * ui_j1939_bits(frame.data, 40, 12) - 1.0,
                sim_joint_position(s.site.world, joint[BENCH_SAW], 0), 0.6e-3);
    tear_down(&place);
}

static void messages_come_at_their_rates(void **state) {
    (void)state;
    struct place place;
    struct ui_can_frame frame;
    set_up(&place);
    for (int i = 0; i < 100; i++) {
        step(&place, bench_lever(VEH_FEED, 0.25));
        hear(&place, 65290, &frame);
    }
    assert_int_equal(place.fast, 100);
    assert_int_equal(place.slow, 20);
    for (int i = 0; i < 5; i++)
        step(&place, bench_lever(VEH_FEED, 0.25));
    hear(&place, 65291, &frame);
    assert_int_equal(ui_j1939_bits(frame.data, 0, 16), 12500);
    assert_int_equal(ui_j1939_bits(frame.data, 16, 8), 0xff); // no such joint
    assert_int_equal(ui_j1939_bits(frame.data, 24, 32), 0xffffffff);
    tear_down(&place);
}

// A unit that answers each message with the count that it has seen: at once its answer is used in
// the next step, during the next step in the one after.
static void an_answer_is_used_within_two_steps(void **state) {
    (void)state;
    struct place place;
    struct ui_can_frame frame;
    const struct veh_controls none = {{0.0}};
    for (int late = 0; late < 2; late++) {
        set_up(&place);
        unsigned seen[40] = {0}, answer = 0; // the count that was sent after a step
        for (int i = 0; i < 40; i++) {
            struct veh_controls controls = none;
            place.now += 0.01;
            ui_can_bus_command(&place.bus, &place.input, place.now, &controls);
            if (late == 1 && i > 0)
                say(&place, 39, answer, 0); // arrives while the step is computed
            veh_worksite_step(&s.site, &none);
            place.bus.unit.pulses += 7;
            ui_can_bus_report(&place.bus, &s.site);
            if (i > 1 + late)
                assert_near(controls.value[VEH_FEED], seen[i - 1 - late] / 32000.0 - 1.0, 1e-9);
            hear(&place, 65290, &frame);
            answer = seen[i] = ui_j1939_bits(frame.data, 0, 16);
            if (late == 0)
                say(&place, 39, answer, 0);
        }
        tear_down(&place);
    }
}

// ---- a unit of a foreign library ----

struct foreign {
    struct serial_line line;
    pid_t process;
};

static struct foreign foreign_open(void) {
    struct foreign unit = {.line = serial_line_open()};
    char script[512];
    snprintf(script, sizeof script, "%s/tests/ui/can/foreign_unit.py", getenv("KRANICH_ROOT"));
    unit.process = fork();
    if (unit.process == 0) {
        execlp("/usr/bin/python3", "python3", script, unit.line.path, (char *)NULL);
        _exit(127);
    }
    char commands[64] = ""; // it opens its adapter, once its library has been loaded
    struct pollfd started = {.fd = unit.line.adapter, .events = POLLIN};
    assert_int_equal(poll(&started, 1, 60000), 1);
    while (strstr(commands, "O\r") == NULL)
        serial_line_hear(&unit.line, commands, sizeof commands);
    return unit;
}

static void foreign_close(struct foreign *unit) {
    int status;
    kill(unit->process, SIGTERM);
    waitpid(unit->process, &status, 0);
    close(unit->line.adapter);
    close(unit->line.listener);
}

// The bus: hands our message of this step to the unit and its answer to us.
static void carry(struct place *place, struct foreign *unit) {
    struct ui_can_frame frame;
    struct ui_slcan slcan = {.used = 0};
    char text[UI_SLCAN_LINE + 1];
    hear(place, 65290, &frame);
    const size_t length = ui_slcan_text(&frame, text);
    assert_int_equal(write(unit->line.adapter, text, length), length);
    for (bool whole = false; !whole;) {
        const size_t n = serial_line_hear(&unit->line, text, sizeof text);
        for (size_t i = 0; i < n; i++)
            whole = ui_slcan_take(&slcan, text[i], &frame) || whole;
    }
    text[ui_slcan_text(&frame, text)] = '\0';
    serial_line_say(&place->line, text);
}

static void a_foreign_unit_cuts_a_log(void **state) {
    (void)state;
    struct place place;
    struct veh_controls hand = bench_lever(VEH_GRIP, 1.0);
    set_up(&place);
    const int stem = bench_stem(&s, 9.0, 1.5);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, hand, 1.0);
    sim_joint_destroy(s.site.world, clamp);
    struct foreign unit = foreign_open();
    const struct veh_event *events;
    double length = 0.0;
    const double before = bench_height - veh_stem_pose(&s.site, stem).p.z;
    for (int i = 0; i < 800 && !(length > 0.0); i++) {
        hand.value[VEH_ASSORTMENT_1] = i > 10 && i < 30; // the operator presses the key
        step(&place, hand);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            if (events[k].kind == VEH_EVENT_LOG_CUT)
                length = events[k].number[0];
        carry(&place, &unit);
    }
    expect(&place, UI_TEXT_UNIT_IN_CHARGE);
    expect_silence(&place);
    assert_near(length, before + 3.0, 0.01); // 3 mm to its target, and a step's way
    foreign_close(&unit);
    tear_down(&place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_its_functions_over),
        cmocka_unit_test(in_silence_its_functions_are_neutral),
        cmocka_unit_test(it_hears_lengths_angles_switches_and_levers),
        cmocka_unit_test(messages_come_at_their_rates),
        cmocka_unit_test(an_answer_is_used_within_two_steps),
        cmocka_unit_test(a_foreign_unit_cuts_a_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
