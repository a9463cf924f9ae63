// The text protocol of serial adapters, against lines of its manual.
#include "ui/can/slcan.h"

#include <string.h>

#include "tests/near.h"
#include "tests/random.h"
#include "tests/ui/can/same_frame.h"

// The last frame of a text, and how many there were.
static int frames_in(struct ui_slcan *stream, const char *text, struct ui_can_frame *last) {
    int count = 0;
    struct ui_can_frame frame;
    for (; *text != '\0'; text++)
        if (ui_slcan_take(stream, *text, &frame)) {
            *last = frame;
            count++;
        }
    return count;
}

static void lines_become_frames(void **state) {
    (void)state;
    struct ui_slcan stream = {0};
    struct ui_can_frame f = {0};
    assert_int_equal(frames_in(&stream, "T0CFDD6339100000000000000000\r", &f), 0); // 9 bytes
    assert_int_equal(frames_in(&stream, "T0CFDD63388100FFF0102030405\r", &f), 0);  // 8 announced
    assert_int_equal(frames_in(&stream, "T0CFDD6338A1B2c3D4E5F60718\r", &f), 1);
    assert_int_equal(f.id, 0x0CFDD633);
    assert_true(f.extended);
    assert_int_equal(f.length, 8);
    static const uint8_t data[8] = {0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6, 0x07, 0x18};
    assert_memory_equal(f.data, data, 8);
    assert_int_equal(frames_in(&stream, "t7FF2010", &f), 0);
    assert_int_equal(frames_in(&stream, "2\r", &f), 1); // in two portions
    assert_int_equal(f.id, 0x7FF);
    assert_false(f.extended);
    assert_int_equal(f.length, 2);
    assert_int_equal(frames_in(&stream, "t1230ABCD\r", &f), 1); // a time stamp
    assert_int_equal(f.length, 0);
    assert_int_equal(stream.rejected, 2);
}

static void replies_and_rubbish_are_no_frames(void **state) {
    (void)state;
    static const char *const lines[] = {
        "\r",      "\a",           "z\r",     "Z\r",       "V1013\r",
        "r1230\r", "R0CFDD6330\r", "T\r",     "t12\r",     "t1239\r",
        "tXYZ0\r", "T3FFFFFFF0\r", "t8000\r", "t1231G0\r", "t12310\r",
    };
    struct ui_slcan stream = {0};
    struct ui_can_frame f;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_int_equal(frames_in(&stream, lines[i], &f), 0);
    // A line that never ends does not grow, and the next one is read.
    for (int i = 0; i < 100000; i++)
        assert_false(ui_slcan_take(&stream, 'T', &f));
    assert_int_equal(frames_in(&stream, "\rt12311F\r", &f), 1);
    assert_int_equal(f.data[0], 0x1F);
}

static void written_frames_are_read_again(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        struct ui_slcan stream = {0};
        struct ui_can_frame written = {.extended = i % 3 != 0, .length = (uint8_t)(i % 9)}, read;
        written.id = (uint32_t)random_between(&seed, 0.0, written.extended ? 0x1p29 : 0x1p11);
        for (int j = 0; j < written.length; j++)
            written.data[j] = (uint8_t)random_between(&seed, 0.0, 256.0);
        char text[UI_SLCAN_LINE + 1];
        text[ui_slcan_text(&written, text)] = '\0';
        assert_int_equal(frames_in(&stream, text, &read), 1);
        assert_same_frame(&read, &written);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_become_frames),
        cmocka_unit_test(replies_and_rubbish_are_no_frames),
        cmocka_unit_test(written_frames_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
