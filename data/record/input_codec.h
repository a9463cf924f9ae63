// Encodes the operator's inputs of consecutive steps as a compact string of bytes, and decodes them
// without loss: every double comes back with the same bits, NaN and -0 included.
//
// A chunk is self-contained: decoding it needs no other chunk.
//
//   chunk:  version (1 byte, 1), channel count (varint), records
//   record: steps since the previous record (varint; for the first record since the chunk's first
//           step), bits of the channels that changed (varint, bit 0 = channel 0), their values,
//           lowest channel first
//   value:  varint; bit 0 clear: value = (k + z) / 16384, where k is the channel's previous value
//           in that unit (0 if it was not a multiple of it) and the other bits hold z, zigzag
//           encoded; 1: a float follows (4 bytes, little endian); 3: a double follows (8 bytes)
//   varint: 7 bits per byte, low first, bit 7 set on all but the last
//
// All channels are 0 before the first record. Steps without a change have no record, so the number
// of steps is stored beside the chunk. Levers sampled with 14 bits, dat_input_quantise(), cost 1 to
// 3 bytes per change.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/array.h"

#define DAT_INPUT_MAX 64 // channels, one bit each

struct dat_input_encoder {
    int channels;
    int64_t steps;     // of the chunk so far
    int64_t unwritten; // steps since the last record
    SIM_ARRAY(uint8_t) bytes;
    double last[DAT_INPUT_MAX];
};

struct dat_input_decoder {
    const uint8_t *bytes; // borrowed
    size_t size, position;
    int channels;
    int64_t steps; // not decoded yet
    int64_t gap;   // steps until the next record, -1: there is no further record
    bool damaged;  // the bytes are not a chunk
    bool began;    // a step has been decoded
    double last[DAT_INPUT_MAX];
};

// The nearest multiple of 1/16384, exact in float and double; never -0. value must be finite.
double dat_input_quantise(double value);

// 1 <= channels <= DAT_INPUT_MAX. Allocates nothing.
void dat_input_encoder_init(struct dat_input_encoder *encoder, int channels);
void dat_input_encoder_finish(struct dat_input_encoder *encoder); // accepts a zeroed struct

// One step's values, one per channel. False: out of memory, the step is not recorded.
bool dat_input_encode(struct dat_input_encoder *encoder, const double *values);

// Passes the chunk to the caller, who frees it, and begins a new one. NULL if the chunk has no
// steps.
uint8_t *dat_input_encoder_take(struct dat_input_encoder *encoder, size_t *size, int64_t *steps);

// bytes must outlive the last dat_input_decode().
void dat_input_decoder_init(struct dat_input_decoder *decoder, const uint8_t *bytes, size_t size,
                            int64_t steps, int channels);

// The values of the next step, one per channel. False after the last step, or where the bytes are
// damaged; `damaged` tells which.
bool dat_input_decode(struct dat_input_decoder *decoder, double *values);
// The same, and goes on over all steps that follow with the same values. Returns how many steps
// have them, 0: there is none.
int64_t dat_input_decode_run(struct dat_input_decoder *decoder, double *values);
