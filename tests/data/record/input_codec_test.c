#include "data/record/input_codec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

#define STEPS 4000

struct chunk {
    uint8_t *bytes;
    size_t size;
    int64_t steps;
};

static struct chunk encode(const double *values, int64_t steps, int channels) {
    struct dat_input_encoder encoder;
    dat_input_encoder_init(&encoder, channels);
    for (int64_t i = 0; i < steps; i++)
        assert_true(dat_input_encode(&encoder, values + i * channels));
    struct chunk chunk;
    chunk.bytes = dat_input_encoder_take(&encoder, &chunk.size, &chunk.steps);
    dat_input_encoder_finish(&encoder);
    assert_int_equal(chunk.steps, steps);
    return chunk;
}

static void assert_comes_back(const double *values, int64_t steps, int channels) {
    struct chunk chunk = encode(values, steps, channels);
    struct dat_input_decoder decoder;
    dat_input_decoder_init(&decoder, chunk.bytes, chunk.size, chunk.steps, channels);
    double got[DAT_INPUT_MAX];
    for (int64_t i = 0; i < steps; i++) {
        assert_true(dat_input_decode(&decoder, got));
        assert_memory_equal(got, values + i * channels, (size_t)channels * sizeof *got);
    }
    assert_false(dat_input_decode(&decoder, got));
    assert_false(decoder.damaged);
    // In runs, each of which is as long as it can be.
    dat_input_decoder_init(&decoder, chunk.bytes, chunk.size, chunk.steps, channels);
    const size_t bytes = (size_t)channels * sizeof *got;
    int64_t at = 0;
    for (int64_t run; (run = dat_input_decode_run(&decoder, got)) > 0; at += run) {
        assert_true(at + run <= steps);
        for (int64_t i = at; i < at + run; i++)
            assert_memory_equal(got, values + i * channels, bytes);
        if (at + run < steps)
            assert_memory_not_equal(got, values + (at + run) * channels, bytes);
    }
    assert_int_equal(at, steps);
    free(chunk.bytes);
}

// A generator of its own, so that the test is the same everywhere.
static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

static void awkward_numbers_keep_their_bits(void **state) {
    (void)state;
    double tiny = 5e-324;
    double values[] = {0.0,         -0.0,     1.0,      -1.0,  1.0 / 16384, 0.1,      (double)0.1F,
                       (double)NAN, -nan(""), HUGE_VAL, tiny,  65536.0,     -65536.0, 1e9,
                       65536.5,     3.5e38,   -3.5e38,  1e308, -tiny,       1.0 / 3.0};
    int count = (int)(sizeof values / sizeof values[0]);
    assert_comes_back(values, count, 1);
    assert_comes_back(values, 1, count);
    for (int channels = 2; channels <= 10; channels++)
        assert_comes_back(values, count / channels, channels);
}

static void random_sessions_come_back(void **state) {
    (void)state;
    static double values[STEPS * DAT_INPUT_MAX];
    uint32_t random = 1;
    const int channel_counts[] = {1, 7, 17, 63, 64};
    for (size_t round = 0; round < sizeof channel_counts / sizeof channel_counts[0]; round++) {
        int channels = channel_counts[round];
        for (int64_t i = 0; i < STEPS * channels; i++) {
            uint32_t dice = next_random(&random) % 100;
            double before = i >= channels ? values[i - channels] : 0.0;
            double fresh = (double)next_random(&random) / (1 << 23) - 1.0;
            values[i] = dice < 90   ? before
                        : dice < 97 ? dat_input_quantise(fresh)
                        : dice < 98 ? 0.0
                                    : fresh * 1e-3;
        }
        assert_comes_back(values, STEPS, channels);
    }
}

static void hands_off_costs_next_to_nothing(void **state) {
    (void)state;
    static double values[STEPS * 17];
    struct chunk chunk = encode(values, STEPS, 17);
    assert_int_equal(chunk.size, 2);
    free(chunk.bytes);
    // Four levers that never rest: less than 2.5 bytes per lever and step.
    for (int64_t i = 0; i < STEPS; i++)
        for (int j = 0; j < 4; j++)
            values[i * 17 + j] = dat_input_quantise(sin((double)(i + 100 * j) * 0.03));
    chunk = encode(values, STEPS, 17);
    assert_true(chunk.size < STEPS * 4 * 5 / 2);
    free(chunk.bytes);
}

static void the_next_chunk_stands_alone(void **state) {
    (void)state;
    struct dat_input_encoder encoder;
    dat_input_encoder_init(&encoder, 2);
    const double values[2] = {0.5, -0.1};
    size_t size;
    int64_t steps;
    assert_null(dat_input_encoder_take(&encoder, &size, &steps));
    assert_true(dat_input_encode(&encoder, values));
    free(dat_input_encoder_take(&encoder, &size, &steps));
    assert_true(dat_input_encode(&encoder, values));
    assert_true(dat_input_encode(&encoder, values));
    uint8_t *bytes = dat_input_encoder_take(&encoder, &size, &steps);
    struct dat_input_decoder decoder;
    dat_input_decoder_init(&decoder, bytes, size, steps, 2);
    double got[2];
    for (int i = 0; i < 2; i++) {
        assert_true(dat_input_decode(&decoder, got));
        assert_memory_equal(got, values, sizeof got);
    }
    assert_false(dat_input_decode(&decoder, got));
    free(bytes);
    dat_input_encoder_finish(&encoder);
}

static void damage_is_noticed_or_harmless(void **state) {
    (void)state;
    double values[300];
    uint32_t random = 7;
    for (size_t i = 0; i < 300; i++)
        values[i] = (double)next_random(&random) / (1 << 24);
    struct chunk chunk = encode(values, 100, 3);
    double got[3];
    // Cut at every length: the missing steps are noticed.
    for (size_t size = 0; size < chunk.size; size++) {
        // A copy of its own, so that the address sanitizer sees a read behind the end.
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        uint8_t *copy = size > 0 ? realloc(cut, size) : cut;
        assert_non_null(copy);
        memcpy(copy, chunk.bytes, size);
        struct dat_input_decoder decoder;
        dat_input_decoder_init(&decoder, copy, size, 100, 3);
        int steps = 0;
        while (dat_input_decode(&decoder, got))
            steps++;
        assert_true(decoder.damaged || steps == 100);
        free(copy);
    }
    // A flipped bit may give other numbers, but always an end.
    for (size_t bit = 0; bit < 8 * chunk.size; bit++) {
        chunk.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        struct dat_input_decoder decoder;
        dat_input_decoder_init(&decoder, chunk.bytes, chunk.size, 100, 3);
        int steps = 0;
        while (dat_input_decode(&decoder, got))
            steps++;
        assert_true(decoder.damaged || steps == 100);
        chunk.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    free(chunk.bytes);
}

static void quantised_is_near_and_stable(void **state) {
    (void)state;
    for (int i = -1000; i <= 1000; i++) {
        double value = i / 1000.0;
        double quantised = dat_input_quantise(value);
        assert_near(quantised, value, 0.5 / 16384);
        assert_true(memcmp(&quantised, &(double){dat_input_quantise(quantised)}, 8) == 0);
    }
    assert_false(signbit(dat_input_quantise(-0.0)));
    assert_near(dat_input_quantise(1.0), 1.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(awkward_numbers_keep_their_bits),
        cmocka_unit_test(random_sessions_come_back),
        cmocka_unit_test(hands_off_costs_next_to_nothing),
        cmocka_unit_test(the_next_chunk_stands_alone),
        cmocka_unit_test(damage_is_noticed_or_harmless),
        cmocka_unit_test(quantised_is_near_and_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
