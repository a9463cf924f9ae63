#include "data/record/checksum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "data/record/inputs.h"
#include "data/record/sql.h"

enum value_tag { TAG_NULL, TAG_INTEGER, TAG_REAL, TAG_TEXT };

uint32_t dat_checksum_number(uint32_t checksum, uint64_t number) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    return (uint32_t)crc32(checksum, bytes, sizeof bytes);
}

static uint32_t add_tag(uint32_t checksum, enum value_tag tag) {
    const unsigned char byte = (unsigned char)tag;
    return (uint32_t)crc32(checksum, &byte, 1);
}

static uint32_t add_real(uint32_t checksum, double value) {
    const double kept = value + 0.0; // turns -0 into 0
    uint64_t bits;
    memcpy(&bits, &kept, sizeof bits);
    return dat_checksum_number(add_tag(checksum, TAG_REAL), bits);
}

static uint32_t add_value(uint32_t checksum, sqlite3_value *value) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        return add_tag(checksum, TAG_NULL);
    case SQLITE_INTEGER:
        return dat_checksum_number(add_tag(checksum, TAG_INTEGER),
                                   (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT:
        return add_real(checksum, sqlite3_value_double(value));
    default: { // a text, also where damage has turned it into a blob
        const void *bytes = sqlite3_value_blob(value);
        const size_t size = (size_t)sqlite3_value_bytes(value);
        checksum = dat_checksum_number(add_tag(checksum, TAG_TEXT), size);
        return size > 0 ? (uint32_t)crc32_z(checksum, bytes, size) : checksum;
    }
    }
}

static void row_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
    uint32_t checksum = 0;
    for (int i = 0; i < count; i++)
        checksum = add_value(checksum, values[i]);
    sqlite3_result_int64(context, checksum);
}

static void chunk_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
    assert(count == 5);
    (void)count;
    struct dat_input_chunk chunk = {.first_step = sqlite3_value_int64(values[1]),
                                    .steps = sqlite3_value_int64(values[2])};
    // The cast only takes const away; the bytes are read.
    chunk.bytes = (uint8_t *)(uintptr_t)sqlite3_value_blob(values[3]);
    chunk.size = (size_t)sqlite3_value_bytes(values[3]);
    const char *hash = (const char *)sqlite3_value_text(values[4]);
    chunk.has_state_hash = hash != NULL;
    chunk.state_hash = hash != NULL ? strtoull(hash, NULL, 16) : 0;
    const int64_t session = sqlite3_value_int64(values[0]);
    sqlite3_result_int64(context, dat_input_checksum(session, &chunk));
}

bool dat_checksum_add_function(sqlite3 *db) {
    assert(db != NULL);
    // Not for use by the schema: a database from elsewhere must not be able to call it.
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    return sqlite3_create_function_v2(db, "row_checksum", -1, flags, NULL, row_checksum, NULL, NULL,
                                      NULL) == SQLITE_OK &&
           sqlite3_create_function_v2(db, "chunk_checksum", 5, flags, NULL, chunk_checksum, NULL,
                                      NULL, NULL) == SQLITE_OK;
}
