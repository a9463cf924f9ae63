// Levers on a bus as joysticks: with a seat of a foreign library on the other side, and with what
// can go wrong.
#include "ui/can/bus.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "tests/ui/can/serial_line.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/response.h"

struct place {
    struct ui_input input;
    struct ui_can_bus bus;
    struct serial_line line;
    double now; // [s]
};

static void set_up(struct place *place) {
    char text[512], problem[256];
    struct ui_can_setup setup;
    struct dat_diagnostics d;
    memset(place, 0, sizeof *place);
    assert_true(ui_input_init(&place->input, problem, sizeof problem));
    place->line = serial_line_open();
    snprintf(text, sizeof text,
             "port: %s\nlevers:\n  - {device: lever_1, source: 51, joystick: 1}\n"
             "  - {device: lever_2, source: 52, joystick: 1}\n",
             place->line.path);
    dat_diagnostics_init(&d, "can.yaml", text);
    assert_true(ui_can_setup_read(text, "can.yaml", &setup, &d));
    assert_true(ui_can_bus_open(&place->bus, &setup, problem, sizeof problem));
}

static void tear_down(struct place *place) {
    ui_can_bus_close(&place->bus);
    ui_input_finish(&place->input);
    SDL_Quit();
}

// One turn of the program's loop.
static struct veh_controls turn(struct place *place, double dt) {
    place->now += dt;
    ui_can_bus_update(&place->bus, &place->input, place->now);
    return virtual_poll(&place->input, dt);
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

// Lever 1 half way to the left, the other axis in the middle.
static const char left[] = "T0CFDD6338047D010000000000\r";

static void plug_in(struct place *place) {
    set_up(place);
    serial_line_say(&place->line, left);
    turn(place, 0.01);
    turn(place, 0.01);
    expect(place, UI_TEXT_LEVER_1_READY);
}

static void levers_plug_in_and_fall_silent(void **state) {
    (void)state;
    struct place place;
    set_up(&place);
    turn(&place, 0.01);
    expect_silence(&place);
    serial_line_say(&place.line, left);
    turn(&place, 0.01);
    struct veh_controls c = turn(&place, 0.01);
    expect(&place, UI_TEXT_LEVER_1_READY);
    expect_silence(&place);
    assert_true(ui_input_has(&place.input, UI_DEVICE_LEFT));
    assert_true(c.value[VEH_SLEW] > 0.2);
    c = turn(&place, 0.07);
    c = turn(&place, 0.07);
    expect(&place, UI_TEXT_LEVER_1_UNPLUGGED);
    assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    serial_line_say(&place.line, left);
    turn(&place, 0.01);
    c = turn(&place, 0.01);
    expect(&place, UI_TEXT_LEVER_1_AGAIN);
    assert_true(c.value[VEH_SLEW] > 0.2);
    tear_down(&place);
}

static void a_lever_in_error_is_neutral_and_said_once(void **state) {
    (void)state;
    // Position 1022 of the axis to the sides.
    static const char error[] = "T0CFDD633890FF010000000000\r";
    struct place place;
    plug_in(&place);
    for (int i = 0; i < 100; i++) {
        serial_line_say(&place.line, error);
        const struct veh_controls c = turn(&place, 0.02);
        assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    }
    expect(&place, UI_TEXT_LEVER_1_FAULT);
    expect_silence(&place);
    tear_down(&place);
}

static void floods_and_rubbish_disturb_nobody(void **state) {
    (void)state;
    struct place place;
    plug_in(&place);
    for (int i = 0; i < 300; i++) {
        for (int j = 0; j < 20; j++)
            serial_line_say(&place.line,
                            j % 2 == 0 ? "T0CFDD655800FA010000000000\r" : "T?\r\a\x80");
        serial_line_say(&place.line, left);
        assert_true(turn(&place, 0.01).value[VEH_SLEW] > 0.2);
    }
    expect_silence(&place);
    tear_down(&place);
}

static void a_bus_that_vanishes_is_waited_for(void **state) {
    (void)state;
    struct place place;
    plug_in(&place);
    close(place.line.adapter);
    turn(&place, 0.01);
    expect(&place, UI_TEXT_CAN_BUS_GONE);
    turn(&place, 0.07);
    assert_near(turn(&place, 0.01).value[VEH_SLEW], 0.0, 0.0);
    expect(&place, UI_TEXT_LEVER_1_UNPLUGGED);
    for (int i = 0; i < 50; i++)
        turn(&place, 0.1); // still gone
    expect_silence(&place);
    // Another adapter in the same place.
    const struct serial_line again = serial_line_open();
    snprintf(place.bus.setup.port, sizeof place.bus.setup.port, "%s", again.path);
    for (int i = 0; i < 11; i++)
        turn(&place, 0.1);
    expect(&place, UI_TEXT_CAN_BUS_AGAIN);
    serial_line_say(&again, left);
    turn(&place, 0.01);
    assert_true(turn(&place, 0.01).value[VEH_SLEW] > 0.2);
    expect(&place, UI_TEXT_LEVER_1_AGAIN);
    tear_down(&place);
}

// ---- a seat of a foreign library ----

struct seat {
    struct serial_line line;
    pid_t process;
    int tell, hear;
};

static struct seat seat_open(void) {
    struct seat seat = {.line = serial_line_open()};
    int in[2], out[2];
    char script[512];
    snprintf(script, sizeof script, "%s/tests/ui/can/foreign_seat.py", getenv("KRANICH_ROOT"));
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    seat.process = fork();
    if (seat.process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execlp("/usr/bin/python3", "python3", script, seat.line.path, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    seat.tell = in[1];
    seat.hear = out[0];
    return seat;
}

// The bus itself: what one adapter is given, the other one hands on. Commands are obeyed by nobody.
static void carry(int from, int to) {
    char text[4096];
    const ssize_t n = read(from, text, sizeof text);
    for (ssize_t i = 0; i < n; i++)
        assert_int_equal(write(to, &text[i], 1), 1);
}

// Turns until the function has the value. The seat's library takes a moment to start.
static void wait_for(struct place *place, const struct seat *seat, enum veh_control control,
                     double value) {
    struct veh_controls c = {0};
    for (int i = 0; i < 3000; i++) {
        carry(seat->line.adapter, place->line.adapter);
        carry(place->line.adapter, seat->line.adapter);
        c = turn(place, 0.01);
        if (c.value[control] >= value - 1e-3 && c.value[control] <= value + 1e-3)
            return;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    assert_near(c.value[control], value, 1e-3);
}

static void next_step(const struct seat *seat) {
    assert_int_equal(write(seat->tell, "\n", 1), 1);
}

static void a_foreign_seat_drives(void **state) {
    (void)state;
    struct place place;
    char heard[4096];
    set_up(&place);
    const struct seat seat = seat_open();
    const double half = ui_response(ui_dead_zone(0.5, 0.08), 0.55);
    wait_for(&place, &seat, VEH_SLEW, half);
    assert_near(turn(&place, 0.001).value[VEH_BOOM], 0.0, 0.0);
    next_step(&seat);
    wait_for(&place, &seat, VEH_BOOM, -1.0); // forward is down
    wait_for(&place, &seat, VEH_SAW, 1.0);
    wait_for(&place, &seat, VEH_SLEW, 0.0);
    next_step(&seat);
    wait_for(&place, &seat, VEH_BOOM, 0.0);
    next_step(&seat);
    int status;
    for (int i = 0; i < 500 && waitpid(seat.process, &status, WNOHANG) == 0; i++) {
        carry(seat.line.adapter, place.line.adapter);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    // Our claim of an address has passed the other way.
    const ssize_t n = read(seat.hear, heard, sizeof heard - 1);
    heard[n > 0 ? n : 0] = '\0';
    assert_non_null(strstr(heard, "18EEFF80 01000000000000a0"));
    close(seat.tell);
    close(seat.hear);
    tear_down(&place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levers_plug_in_and_fall_silent),
        cmocka_unit_test(a_lever_in_error_is_neutral_and_said_once),
        cmocka_unit_test(floods_and_rubbish_disturb_nobody),
        cmocka_unit_test(a_bus_that_vanishes_is_waited_for),
        cmocka_unit_test(a_foreign_seat_drives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
