// Reads any bytes as the row of a session with its chunks of inputs. An accepted row must be
// decodable to its last step; a refusal must say why.
//
// The bytes are lines, so that seeds can be read:
//   id N | steps N | names TEXT    of the session
//   chunk FIRST STEPS CHECKSUM HEX               CHECKSUM: a number, "right", or "-" for none
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/record/input_codec.h"
#include "data/record/inputs.h"
#include "sim/base/array.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void read_hex(const char *text, struct dat_input_chunk *chunk) {
    chunk->bytes = malloc(strlen(text) / 2 + 1);
    if (chunk->bytes == NULL)
        return;
    unsigned byte;
    for (; strlen(text) >= 2 && sscanf(text, "%2x", &byte) == 1; text += 2)
        chunk->bytes[chunk->size++] = (uint8_t)byte;
}

static void read_chunk(const char *line, int64_t session, struct dat_input_list *list) {
    char checksum[24];
    int used = 0;
    struct dat_input_chunk chunk = {.steps = 0};
    if (sscanf(line, "%" SCNd64 " %" SCNd64 " %23s %n", &chunk.first_step, &chunk.steps, checksum,
               &used) != 3 ||
        used == 0 || !SIM_ARRAY_TRY(list, list->count + 1))
        return;
    read_hex(line + used, &chunk);
    if (chunk.bytes == NULL)
        return;
    chunk.has_checksum = strcmp(checksum, "-") != 0;
    chunk.checksum = strcmp(checksum, "right") == 0 ? dat_input_checksum(session, &chunk)
                                                    : (uint32_t)strtoul(checksum, NULL, 10);
    list->items[list->count++] = chunk;
}

static void check_accepted(const struct dat_session_info *info, const struct dat_input_list *list) {
    const int channels = dat_session_channels(info);
    int64_t steps = 0;
    for (int i = 0; i < list->count; i++) {
        struct dat_input_decoder decoder;
        double values[DAT_INPUT_MAX];
        dat_input_decoder_init(&decoder, list->items[i].bytes, list->items[i].size,
                               list->items[i].steps, channels);
        while (dat_input_decode(&decoder, values))
            steps++;
    }
    if (steps != info->steps)
        abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct dat_session_info info = {.id = 1};
    struct dat_input_list list = {0};
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = text;
    char empty[] = "";
    info.input_names = empty;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL && list.count < 20;)
        if (strncmp(line, "steps ", 6) == 0)
            info.steps = strtoll(line + 6, NULL, 10);
        else if (strncmp(line, "id ", 3) == 0)
            info.id = strtoll(line + 3, NULL, 10);
        else if (strncmp(line, "names ", 6) == 0)
            info.input_names = line + 6;
        else if (strncmp(line, "chunk ", 6) == 0)
            read_chunk(line + 6, info.id, &list);
    struct dat_problem problem = {""};
    int sound = 0;
    if (dat_inputs_check(&info, &list, &sound, &problem))
        check_accepted(&info, &list);
    else if (problem.text[0] == '\0' || sound > list.count)
        abort(); // refused without a reason
    dat_input_list_finish(&list);
    free(text);
    return 0;
}
