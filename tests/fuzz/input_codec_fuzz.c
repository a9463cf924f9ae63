// Reads any bytes as a chunk of inputs; its values must come back through the encoder.
#include <stdlib.h>
#include <string.h>

#include "data/record/input_codec.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size < 2)
        return 0;
    const int channels = 1 + data[0] % DAT_INPUT_MAX;
    struct dat_input_decoder first;
    struct dat_input_encoder encoder;
    double values[DAT_INPUT_MAX];
    double again[DAT_INPUT_MAX];
    dat_input_encoder_init(&encoder, channels);
    dat_input_decoder_init(&first, data + 2, size - 2, data[1], channels);
    while (dat_input_decode(&first, values))
        if (!dat_input_encode(&encoder, values))
            abort();
    size_t bytes_size;
    int64_t steps;
    uint8_t *bytes = dat_input_encoder_take(&encoder, &bytes_size, &steps);
    if (bytes != NULL) {
        struct dat_input_decoder second;
        dat_input_decoder_init(&first, data + 2, size - 2, data[1], channels);
        dat_input_decoder_init(&second, bytes, bytes_size, steps, channels);
        while (steps-- > 0)
            if (!dat_input_decode(&first, values) || !dat_input_decode(&second, again) ||
                memcmp(values, again, (size_t)channels * sizeof *values) != 0)
                abort();
    }
    free(bytes);
    dat_input_encoder_finish(&encoder);
    return 0;
}
