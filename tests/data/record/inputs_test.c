// Damage of a session's inputs is seen and named: the session, the chunk and what is wrong.
#include "data/record/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/record/input_codec.h"
#include "tests/near.h"

#define CHUNKS 4
#define CHUNK_STEPS 25

static char names[] = "[\"drive\",\"steer\"]";
static char no_names[] = "{}";
static struct dat_session_info info;
static struct dat_input_list list;

static int set_up(void **state) {
    (void)state;
    struct dat_input_encoder encoder;
    dat_input_encoder_init(&encoder, 2);
    info = (struct dat_session_info){.id = 7, .steps = CHUNKS * CHUNK_STEPS, .input_names = names};
    list =
        (struct dat_input_list){.items = calloc(CHUNKS + 1, sizeof *list.items), .count = CHUNKS};
    assert_non_null(list.items);
    for (int i = 0; i < CHUNKS; i++) {
        struct dat_input_chunk *chunk = &list.items[i];
        for (int step = 0; step < CHUNK_STEPS; step++)
            assert_true(dat_input_encode(&encoder, (double[]){0.25 * step, i}));
        chunk->bytes = dat_input_encoder_take(&encoder, &chunk->size, &chunk->steps);
        chunk->first_step = i * CHUNK_STEPS;
        chunk->has_state_hash = true;
        chunk->state_hash = 100U + (unsigned)i;
        chunk->has_checksum = true;
        chunk->checksum = dat_input_checksum(7, chunk);
    }
    dat_input_encoder_finish(&encoder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_input_list_finish(&list);
    return 0;
}

static void what_was_recorded_is_sound(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    int sound = 0;
    assert_true(dat_inputs_check(&info, &list, &sound, &problem));
    assert_int_equal(sound, CHUNKS);
    assert_string_equal(problem.text, "");
    // Nothing was recorded: that, too, is a record.
    struct dat_session_info empty = {.id = 8, .input_names = names};
    struct dat_input_list none = {0};
    assert_true(dat_inputs_check(&empty, &none, NULL, &problem));
}

// The checksum of the CRC-32 that zlib, gzip and PNG have, over bytes that were put together by
// hand: Python's zlib.crc32(struct.pack('<5Q', 7, 50, 3, 1, 0x1234) + b'\x01\x02').
static void the_checksum_is_that_of_the_manual(void **state) {
    (void)state;
    uint8_t bytes[] = {1, 2};
    const struct dat_input_chunk chunk = {.first_step = 50,
                                          .steps = 3,
                                          .bytes = bytes,
                                          .size = 2,
                                          .has_state_hash = true,
                                          .state_hash = 0x1234};
    assert_int_equal(dat_input_checksum(7, &chunk), 465662395U);
}

static void drop(int chunk) {
    free(list.items[chunk].bytes);
    memmove(&list.items[chunk], &list.items[chunk + 1],
            (size_t)(CHUNKS - chunk) * sizeof *list.items);
    list.count--;
}

static void miss_second(void) {
    drop(1);
}
static void miss_last(void) {
    drop(CHUNKS - 1);
}
static void shift_all(void) {
    for (int i = 0; i < CHUNKS; i++)
        list.items[i].first_step++;
}
static void overlap(void) {
    list.items[2].first_step--;
}
static void count_of_ages(void) {
    list.items[2].steps = INT64_C(9000000000000000000);
}
static void count_of_ages_everywhere(void) {
    // As the first and only chunk, so that it would fit.
    while (list.count > 1)
        drop((int)list.count - 1);
    list.items[0].steps = INT64_C(9000000000000000000);
    list.items[0].has_checksum = false;
    info.steps = list.items[0].steps;
}
static void session_count_of_ages(void) {
    info.steps = INT64_C(9000000000000000000);
}
static void no_steps(void) {
    list.items[1].steps = 0;
}
static void flip_a_bit(void) {
    list.items[1].bytes[list.items[1].size - 1] ^= 0x10;
}
static void other_state(void) {
    list.items[3].state_hash++;
}
static void no_state(void) {
    list.items[3].has_state_hash = false;
}
static void of_another_session(void) {
    list.items[1].checksum = dat_input_checksum(8, &list.items[1]);
}
static void no_checksum(void) {
    list.items[2].has_checksum = false;
}
static void cut_off(void) {
    for (int i = 0; i < CHUNKS; i++)
        list.items[i].has_checksum = false;
    list.items[1].size -= 3;
}
static void bad_names(void) {
    info.input_names = no_names;
}

static void damage_is_named(void **state) {
    (void)state;
    static const struct {
        void (*damage)(void);
        int sound;
        const char *words;
    } cases[] = {
        {miss_second, 1,
         "chunk 2 of its inputs begins at step 50, expected 25: steps are missing before it"},
        {miss_last, 3, "its inputs end at step 75, expected 100"},
        {shift_all, 0, "chunk 1 of its inputs begins at step 1, expected 0"},
        {overlap, 2, "chunk 3 of its inputs begins at step 49, expected 50"},
        {count_of_ages, 2,
         "chunk 3 of its inputs has 9000000000000000000 steps, expected 1 to 1000000"},
        {count_of_ages_everywhere, 0,
         "chunk 1 of its inputs has 9000000000000000000 steps, expected 1 to 1000000"},
        {session_count_of_ages, 4, "its inputs end at step 100, expected 9000000000000000000"},
        {no_steps, 1, "chunk 2 of its inputs has 0 steps"},
        {flip_a_bit, 1, "chunk 2 of its inputs (from step 25) does not have its checksum"},
        {other_state, 3, "chunk 4 of its inputs (from step 75) does not have its checksum"},
        {no_state, 3, "chunk 4 of its inputs (from step 75) does not have its checksum"},
        {of_another_session, 1, "chunk 2 of its inputs (from step 25) does not have its checksum"},
        {no_checksum, 2, "chunk 3 of its inputs has no checksum, unlike the first"},
        {cut_off, 1, "chunk 2 of its inputs (from step 25) cannot be decoded from step 49 on"},
        {bad_names, 0, "its input_names are not a list of 1 to 64 names"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct dat_problem problem = {""};
        int sound = 99;
        set_up(NULL);
        cases[i].damage();
        const clock_t start = clock();
        assert_false(dat_inputs_check(&info, &list, &sound, &problem));
        // The check of a count that was made up must not count itself; 1 s is a thousand times more
        // than is needed.
        assert_true(clock() - start < CLOCKS_PER_SEC);
        if (strstr(problem.text, cases[i].words) == NULL ||
            strstr(problem.text, "the record of session 7 is damaged: ") == NULL)
            fail_msg("'%s' does not say '%s'", problem.text, cases[i].words);
        assert_int_equal(sound, cases[i].sound);
        tear_down(NULL);
    }
}

// Every single bit that changes in a chunk is seen.
static void no_bit_goes_unnoticed(void **state) {
    (void)state;
    struct dat_input_chunk *chunk = &list.items[2];
    for (size_t bit = 0; bit < 8 * chunk->size; bit++) {
        chunk->bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(dat_inputs_check(&info, &list, NULL, NULL));
        chunk->bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    assert_true(dat_inputs_check(&info, &list, NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_recorded_is_sound, set_up, tear_down),
        cmocka_unit_test(the_checksum_is_that_of_the_manual),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test_setup_teardown(no_bit_goes_unnoticed, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
