// Ways to the bus: a socket of the kernel's frames, and a serial line. The kernel's own sockets
// have the same frames as the pair that stands for them here.
#include "ui/can/port.h"

#include <linux/can.h>
#include <sys/socket.h>
#include <time.h>

#include "tests/ui/can/same_frame.h"
#include "tests/ui/can/serial_line.h"

static const struct ui_can_frame example = {
    .id = 0x0CFDD633, .extended = true, .length = 3, .data = {1, 2, 0xFF}};

// Reads until the result is another one than that, for at most five seconds: what is written to a
// serial line may arrive in pieces, and its end a little later.
static enum ui_can_result read_after(struct ui_can_port *port, struct ui_can_frame *frame,
                                     enum ui_can_result waiting) {
    enum ui_can_result result = ui_can_port_read(port, frame);
    for (int i = 0; i < 5000 && result == waiting; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        result = ui_can_port_read(port, frame);
    }
    return result;
}

// Hears as many characters as expected.
static void assert_heard(const struct serial_line *line, const char *expected) {
    char text[256];
    size_t used = 0;
    while (used < strlen(expected))
        used += serial_line_hear(line, text + used, sizeof text - used);
    assert_string_equal(text, expected);
}

static void sockets_carry_frames_both_ways(void **state) {
    (void)state;
    int ends[2];
    struct ui_can_frame read_back;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends), 0);
    struct ui_can_port port = {.file = ends[0]};
    assert_int_equal(ui_can_port_read(&port, &read_back), UI_CAN_EMPTY);
    assert_true(ui_can_port_write(&port, &example));
    struct can_frame raw;
    assert_int_equal(read(ends[1], &raw, sizeof raw), sizeof raw);
    assert_int_equal(raw.can_id, 0x0CFDD633U | CAN_EFF_FLAG);
    assert_int_equal(raw.can_dlc, 3);
    // Remote and error frames, and half ones, are not for us; the next good one is.
    struct can_frame strange = raw;
    strange.can_id |= CAN_RTR_FLAG;
    assert_int_equal(write(ends[1], &strange, sizeof strange), sizeof strange);
    strange.can_id = CAN_ERR_FLAG | 1;
    assert_int_equal(write(ends[1], &strange, sizeof strange), sizeof strange);
    assert_int_equal(write(ends[1], &raw, 7), 7);
    assert_int_equal(write(ends[1], &raw, sizeof raw), sizeof raw);
    assert_int_equal(ui_can_port_read(&port, &read_back), UI_CAN_FRAME);
    assert_same_frame(&read_back, &example);
    assert_int_equal(ui_can_port_read(&port, &read_back), UI_CAN_EMPTY);
    close(ends[1]);
    assert_int_equal(ui_can_port_read(&port, &read_back), UI_CAN_GONE);
    ui_can_port_close(&port);
    assert_int_equal(ui_can_port_read(&port, &read_back), UI_CAN_GONE);
    assert_false(ui_can_port_write(&port, &example));
}

static void serial_lines_carry_frames_both_ways(void **state) {
    (void)state;
    struct ui_can_port port;
    struct ui_can_frame frame;
    char text[256];
    const struct serial_line line = serial_line_open();
    assert_true(ui_can_port_open(&port, line.path, 250, text, sizeof text));
    assert_heard(&line, "C\rS5\rO\r");
    assert_true(ui_can_port_write(&port, &example));
    assert_heard(&line, "T0CFDD63330102FF\r");
    // Two frames in one portion, with a reply between them.
    serial_line_say(&line, "T0CFDD63330102FF\rz\rt00110A\rT0CFD");
    assert_int_equal(read_after(&port, &frame, UI_CAN_EMPTY), UI_CAN_FRAME);
    assert_same_frame(&frame, &example);
    assert_int_equal(read_after(&port, &frame, UI_CAN_EMPTY), UI_CAN_FRAME);
    assert_int_equal(frame.id, 1);
    assert_int_equal(ui_can_port_read(&port, &frame), UI_CAN_EMPTY);
    close(line.adapter); // pulled out
    assert_int_equal(read_after(&port, &frame, UI_CAN_EMPTY), UI_CAN_GONE);
    ui_can_port_close(&port);
}

static void what_is_no_port_is_said(void **state) {
    (void)state;
    struct ui_can_port port;
    char problem[256];
    static const struct {
        const char *name, *words;
    } rows[] = {
        {"/dev/nowhere", "/dev/nowhere: cannot be opened: No such file"},
        {"/dev/null", "/dev/null: is no serial line"},
        {"no_such_interface_at_all", "no_such_interface_at_all: "},
        {"can99", "can99: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(ui_can_port_open(&port, rows[i].name, 250, problem, sizeof problem));
        assert_non_null(strstr(problem, rows[i].words));
        assert_int_equal(port.file, -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sockets_carry_frames_both_ways),
        cmocka_unit_test(serial_lines_carry_frames_both_ways),
        cmocka_unit_test(what_is_no_port_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
