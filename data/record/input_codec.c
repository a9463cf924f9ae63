#include "data/record/input_codec.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1
#define VARINT_BYTES 10
#define VALUE_BYTES (1 + 8 > VARINT_BYTES ? 1 + 8 : VARINT_BYTES)

static const double unit = 16384.0; // steps of a lever per 1

enum value_tag { TAG_FLOAT = 1, TAG_DOUBLE = 3 };

double dat_input_quantise(double value) {
    assert(isfinite(value));
    return round(value * unit) / unit + 0.0; // + 0.0 turns -0 into 0
}

static bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// Whether the value is a small multiple of the unit, which goes to *k.
static bool in_units(double value, int64_t *k) {
    if (!(fabs(value) <= 65536.0))
        return false;
    double scaled = value * unit;
    *k = (int64_t)scaled;
    return same_bits((double)*k / unit, value);
}

static int64_t units_or_zero(double value) {
    int64_t k;
    return in_units(value, &k) ? k : 0;
}

void dat_input_encoder_init(struct dat_input_encoder *encoder, int channels) {
    assert(channels >= 1 && channels <= DAT_INPUT_MAX);
    *encoder = (struct dat_input_encoder){.channels = channels};
}

void dat_input_encoder_finish(struct dat_input_encoder *encoder) {
    SIM_ARRAY_FREE(&encoder->bytes);
    *encoder = (struct dat_input_encoder){0};
}

// The caller has reserved the room.
static void put_varint(struct dat_input_encoder *encoder, uint64_t value) {
    while (value >= 0x80) {
        encoder->bytes.items[encoder->bytes.count++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    encoder->bytes.items[encoder->bytes.count++] = (uint8_t)value;
}

static void put_bits(struct dat_input_encoder *encoder, uint64_t bits, int bytes) {
    for (int i = 0; i < bytes; i++)
        encoder->bytes.items[encoder->bytes.count++] = (uint8_t)(bits >> (8 * i));
}

static void put_value(struct dat_input_encoder *encoder, double value, double before) {
    int64_t k;
    if (in_units(value, &k)) {
        int64_t delta = k - units_or_zero(before);
        uint64_t zigzag = delta < 0 ? 2 * (uint64_t)(-delta) - 1 : 2 * (uint64_t)delta;
        put_varint(encoder, zigzag << 1);
        return;
    }
    float narrow = fabs(value) <= 3e38 ? (float)value : 0.0F;
    if (same_bits((double)narrow, value)) {
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        put_varint(encoder, TAG_FLOAT);
        put_bits(encoder, bits, 4);
    } else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_varint(encoder, TAG_DOUBLE);
        put_bits(encoder, bits, 8);
    }
}

bool dat_input_encode(struct dat_input_encoder *encoder, const double *values) {
    assert(encoder->channels >= 1 && encoder->channels <= DAT_INPUT_MAX && values != NULL);
    const int room = 1 + 3 * VARINT_BYTES + encoder->channels * VALUE_BYTES;
    if (!SIM_ARRAY_TRY(&encoder->bytes, encoder->bytes.count + room))
        return false;
    if (encoder->steps == 0) {
        encoder->bytes.items[encoder->bytes.count++] = VERSION;
        put_varint(encoder, (uint64_t)encoder->channels);
    }
    uint64_t changed = 0;
    for (int i = 0; i < encoder->channels; i++)
        if (!same_bits(values[i], encoder->last[i]))
            changed |= UINT64_C(1) << i;
    if (changed != 0) {
        put_varint(encoder, (uint64_t)encoder->unwritten);
        put_varint(encoder, changed);
        encoder->unwritten = 0;
        for (int i = 0; i < encoder->channels; i++) {
            if ((changed >> i & 1) == 0)
                continue;
            put_value(encoder, values[i], encoder->last[i]);
            encoder->last[i] = values[i];
        }
    }
    encoder->unwritten++;
    encoder->steps++;
    return true;
}

uint8_t *dat_input_encoder_take(struct dat_input_encoder *encoder, size_t *size, int64_t *steps) {
    *size = (size_t)encoder->bytes.count;
    *steps = encoder->steps;
    uint8_t *bytes = encoder->bytes.items;
    if (encoder->steps == 0)
        return NULL;
    dat_input_encoder_init(encoder, encoder->channels);
    return bytes;
}

static uint64_t get_bits(struct dat_input_decoder *decoder, size_t bytes) {
    if (decoder->size - decoder->position < bytes) {
        decoder->damaged = true;
        return 0;
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes; i++)
        bits |= (uint64_t)decoder->bytes[decoder->position++] << (8 * i);
    return bits;
}

static uint64_t get_varint(struct dat_input_decoder *decoder) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        uint64_t byte = get_bits(decoder, 1);
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    decoder->damaged = true;
    return 0;
}

static double get_value(struct dat_input_decoder *decoder, double before) {
    uint64_t head = get_varint(decoder);
    if ((head & 1) == 0) {
        uint64_t zigzag = head >> 1;
        if (zigzag > UINT64_C(1) << 40) {
            decoder->damaged = true;
            return 0;
        }
        int64_t half = (int64_t)(zigzag >> 1);
        int64_t delta = (zigzag & 1) != 0 ? -half - 1 : half;
        return (double)(units_or_zero(before) + delta) / unit;
    }
    if (head == TAG_FLOAT) {
        uint32_t bits = (uint32_t)get_bits(decoder, 4);
        float narrow;
        memcpy(&narrow, &bits, sizeof narrow);
        return (double)narrow;
    }
    decoder->damaged |= head != TAG_DOUBLE;
    uint64_t bits = get_bits(decoder, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void get_gap(struct dat_input_decoder *decoder) {
    decoder->gap = -1;
    if (decoder->position == decoder->size)
        return;
    uint64_t gap = get_varint(decoder);
    // Only the first record may belong to the step where the chunk begins.
    if (gap >= (uint64_t)decoder->steps || (gap == 0 && decoder->began))
        decoder->damaged = true;
    else
        decoder->gap = (int64_t)gap;
}

void dat_input_decoder_init(struct dat_input_decoder *decoder, const uint8_t *bytes, size_t size,
                            int64_t steps, int channels) {
    assert(channels >= 1 && channels <= DAT_INPUT_MAX && (bytes != NULL || size == 0));
    *decoder = (struct dat_input_decoder){
        .bytes = bytes, .size = size, .channels = channels, .steps = steps};
    if (get_bits(decoder, 1) != VERSION || get_varint(decoder) != (uint64_t)channels || steps < 0)
        decoder->damaged = true;
    if (!decoder->damaged)
        get_gap(decoder);
}

static void read_record(struct dat_input_decoder *decoder) {
    uint64_t changed = get_varint(decoder);
    if (changed == 0 || (decoder->channels < 64 && changed >> decoder->channels != 0))
        decoder->damaged = true;
    for (int i = 0; i < decoder->channels && !decoder->damaged; i++)
        if ((changed >> i & 1) != 0)
            decoder->last[i] = get_value(decoder, decoder->last[i]);
    decoder->began = true;
    if (!decoder->damaged)
        get_gap(decoder);
}

bool dat_input_decode(struct dat_input_decoder *decoder, double *values) {
    assert(decoder->channels >= 1 && decoder->channels <= DAT_INPUT_MAX);
    if (decoder->damaged || decoder->steps == 0)
        return false;
    if (decoder->gap == 0)
        read_record(decoder);
    if (decoder->damaged)
        return false;
    decoder->began = true;
    decoder->steps--;
    if (decoder->gap > 0)
        decoder->gap--;
    memcpy(values, decoder->last, (size_t)decoder->channels * sizeof *values);
    return true;
}

int64_t dat_input_decode_run(struct dat_input_decoder *decoder, double *values) {
    if (!dat_input_decode(decoder, values))
        return 0;
    const bool last = decoder->gap < 0 || decoder->gap > decoder->steps;
    const int64_t more = last ? decoder->steps : decoder->gap;
    decoder->steps -= more;
    if (decoder->gap > 0)
        decoder->gap -= more;
    return 1 + more;
}
