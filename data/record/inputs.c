#include "data/record/inputs.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include <jansson.h>

#include "data/record/checksum.h"
#include "data/record/input_codec.h"

uint32_t dat_input_checksum(int64_t session, const struct dat_input_chunk *chunk) {
    assert(chunk->bytes != NULL || chunk->size == 0);
    uint32_t checksum = dat_checksum_number(0, (uint64_t)session);
    checksum = dat_checksum_number(checksum, (uint64_t)chunk->first_step);
    checksum = dat_checksum_number(checksum, (uint64_t)chunk->steps);
    checksum = dat_checksum_number(checksum, chunk->has_state_hash ? 1 : 0);
    checksum = dat_checksum_number(checksum, chunk->has_state_hash ? chunk->state_hash : 0);
    return (uint32_t)crc32_z(checksum, chunk->bytes, chunk->size);
}

int dat_session_channels(const struct dat_session_info *info) {
    json_t *names = json_loads(info->input_names, 0, NULL);
    const size_t count = json_array_size(names);
    json_decref(names);
    return count <= DAT_INPUT_MAX ? (int)count : 0;
}

// The step after the last that can be decoded.
static int64_t decode_to_end(const struct dat_input_chunk *chunk, int channels) {
    struct dat_input_decoder decoder;
    double values[DAT_INPUT_MAX];
    int64_t step = chunk->first_step;
    dat_input_decoder_init(&decoder, chunk->bytes, chunk->size, chunk->steps, channels);
    for (int64_t run; (run = dat_input_decode_run(&decoder, values)) > 0;)
        step += run;
    return step;
}

// Names what is wrong with the chunk, whose number counts from 1.
static bool DAT_PRINTF(4, 5) refuse(const struct dat_session_info *info, int number,
                                    struct dat_problem *problem, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dat_problem_set(problem,
                    "the record of session %" PRId64 " is damaged: chunk %d of its inputs %s",
                    info->id, number, text);
    return false;
}

static bool check_chunk(const struct dat_session_info *info, const struct dat_input_list *list,
                        int i, int channels, int64_t first_step, struct dat_problem *problem) {
    const struct dat_input_chunk *chunk = &list->items[i];
    if (chunk->first_step != first_step)
        return refuse(info, i + 1, problem, "begins at step %" PRId64 ", expected %" PRId64 "%s",
                      chunk->first_step, first_step,
                      chunk->first_step > first_step ? ": steps are missing before it" : "");
    if (chunk->steps < 1 || chunk->steps > DAT_CHUNK_STEPS)
        return refuse(info, i + 1, problem, "has %" PRId64 " steps, expected 1 to %d", chunk->steps,
                      DAT_CHUNK_STEPS);
    if (chunk->has_checksum != list->items[0].has_checksum)
        return refuse(info, i + 1, problem, "has %s checksum, unlike the first",
                      chunk->has_checksum ? "a" : "no");
    if (chunk->has_checksum && chunk->checksum != dat_input_checksum(info->id, chunk))
        return refuse(info, i + 1, problem, "(from step %" PRId64 ") does not have its checksum",
                      chunk->first_step);
    const int64_t end = decode_to_end(chunk, channels);
    if (end != first_step + chunk->steps)
        return refuse(info, i + 1, problem,
                      "(from step %" PRId64 ") cannot be decoded from step %" PRId64 " on",
                      chunk->first_step, end);
    return true;
}

bool dat_inputs_check(const struct dat_session_info *info, const struct dat_input_list *list,
                      int *sound_or_null, struct dat_problem *problem) {
    assert(info->id != 0 && info->input_names != NULL && list->count >= 0);
    const int channels = dat_session_channels(info);
    int64_t steps = 0;
    int sound = 0;
    if (channels < 1)
        dat_problem_set(problem,
                        "the record of session %" PRId64
                        " is damaged: its input_names are not a list of 1 to %d names",
                        info->id, DAT_INPUT_MAX);
    while (channels >= 1 && sound < list->count &&
           check_chunk(info, list, sound, channels, steps, problem))
        steps += list->items[sound++].steps;
    if (sound_or_null != NULL)
        *sound_or_null = sound;
    if (channels < 1 || sound < list->count)
        return false;
    if (steps == info->steps)
        return true;
    dat_problem_set(problem,
                    "the record of session %" PRId64 " is damaged: its inputs end at step %" PRId64
                    ", expected %" PRId64,
                    info->id, steps, info->steps);
    return false;
}
