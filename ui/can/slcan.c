#include "ui/can/slcan.h"

#include <assert.h>
#include <string.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads count digits; false where one is none.
static bool number(const char *text, size_t count, uint32_t *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (digit(text[i]) < 0)
            return false;
        *value = *value << 4 | (uint32_t)digit(text[i]);
    }
    return true;
}

static bool read_data(const char *text, struct ui_can_frame *frame) {
    for (size_t i = 0; i < frame->length; i++) {
        uint32_t byte;
        if (!number(text + 2 * i, 2, &byte))
            return false;
        frame->data[i] = (uint8_t)byte;
    }
    return true;
}

// Behind the data an adapter may write four digits of time.
static bool read_line(const char *line, size_t length, struct ui_can_frame *frame) {
    const bool extended = line[0] == 'T';
    const size_t digits = extended ? 8 : 3;
    uint32_t id, bytes;
    if (length < digits + 2 || !number(line + 1, digits, &id) ||
        !number(line + 1 + digits, 1, &bytes))
        return false;
    const size_t expected = digits + 2 + 2 * bytes;
    *frame = (struct ui_can_frame){.id = id, .extended = extended, .length = (uint8_t)bytes};
    return bytes <= 8 && id <= (extended ? 0x1FFFFFFFU : 0x7FFU) &&
           (length == expected || length == expected + 4) && read_data(line + digits + 2, frame);
}

bool ui_slcan_take(struct ui_slcan *stream, char c, struct ui_can_frame *frame) {
    // 7 is the adapter's answer to a command that it refuses; it ends what came before.
    if (c != '\r' && c != '\a') {
        if (c == 'T' || c == 't') // is no digit: whatever came before it was noise
            *stream = (struct ui_slcan){.rejected = stream->rejected};
        stream->damaged = stream->damaged || stream->used == UI_SLCAN_LINE;
        if (!stream->damaged)
            stream->line[stream->used++] = c;
        return false;
    }
    const bool is_frame = stream->used > 0 && (stream->line[0] == 'T' || stream->line[0] == 't');
    const bool good = is_frame && !stream->damaged && read_line(stream->line, stream->used, frame);
    stream->rejected += is_frame && !good ? 1 : 0;
    stream->used = 0;
    stream->damaged = false;
    return good;
}

size_t ui_slcan_text(const struct ui_can_frame *frame, char text[UI_SLCAN_LINE]) {
    static const char digits[] = "0123456789ABCDEF";
    assert(frame->length <= 8 && frame->id <= (frame->extended ? 0x1FFFFFFFU : 0x7FFU));
    size_t n = 0;
    text[n++] = frame->extended ? 'T' : 't';
    for (int shift = frame->extended ? 28 : 8; shift >= 0; shift -= 4)
        text[n++] = digits[frame->id >> shift & 0xF];
    text[n++] = digits[frame->length];
    for (size_t i = 0; i < frame->length; i++) {
        text[n++] = digits[frame->data[i] >> 4];
        text[n++] = digits[frame->data[i] & 0xF];
    }
    text[n++] = '\r';
    return n;
}
