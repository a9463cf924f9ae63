#include "data/record/file_copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "data/record/place.h"
#include "data/record/server.h"
#include "data/text/text.h"

enum { LEVEL = 1 }; // of zlib: a session must begin at once

// ---- writing ----

static bool insert_copy(struct dat_store *store, sqlite3_stmt *insert, int64_t id, int64_t number,
                        const char *text, struct dat_problem *problem) {
    const size_t size = strlen(text);
    uLongf packed = compressBound(size);
    uint8_t *bytes = malloc(packed);
    bool ok = true;
    if (bytes != NULL && compress2(bytes, &packed, (const Bytef *)text, size, LEVEL) == Z_OK &&
        dat_store_has_room(store->path, DAT_ROOM_FOR_A_SESSION + packed, NULL)) {
        dat_sql_bind(insert, "iii", id, number, (int64_t)size);
        sqlite3_bind_blob64(insert, 4, bytes, packed, SQLITE_STATIC);
        ok = dat_sql_step(store, insert, problem);
    }
    free(bytes);
    return ok;
}

bool dat_file_copies_append(struct dat_store *store, int64_t id,
                            const struct dat_source_list *files, struct dat_problem *problem) {
    sqlite3_stmt *insert = dat_sql_prepare(
        store, "INSERT INTO file_copy (session_id, number, size, bytes) VALUES (?1, ?2, ?3, ?4)",
        problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < files->count; i++) {
        char *text = dat_source_text(&files->items[i]);
        ok = text == NULL || insert_copy(store, insert, id, i + 1, text, problem);
        free(text);
    }
    sqlite3_finalize(insert);
    return ok;
}

// ---- reading ----

enum { NUMBER, SIZE, BYTES };
#define SELECT_COPIES                                                                              \
    "SELECT number, size, bytes, hash FROM file_copy JOIN file USING (session_id, number)"         \
    " WHERE session_id = ?1"

// The text of the row's copy, which the caller frees; NULL: it is damaged, or memory is missing.
static char *unpack(sqlite3_stmt *row) {
    const int64_t size = sqlite3_column_int64(row, SIZE);
    char *text = size >= 0 && size <= DAT_TEXT_MAX_BYTES ? malloc((size_t)size + 1) : NULL;
    uLongf length = (uLongf)size;
    if (text != NULL &&
        uncompress((Bytef *)text, &length, sqlite3_column_blob(row, BYTES),
                   (uLong)sqlite3_column_bytes(row, BYTES)) == Z_OK &&
        length == (uLongf)size) {
        text[size] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

static bool has_hash(sqlite3_stmt *row, const char *text) {
    char hash[17];
    const char *recorded = (const char *)sqlite3_column_text(row, BYTES + 1);
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, dat_text_hash(text));
    return recorded != NULL && strcmp(hash, recorded) == 0;
}

// NULL where the copy is not what was recorded.
static char *read_copy(sqlite3_stmt *row) {
    char *text = unpack(row);
    if (text != NULL && has_hash(row, text))
        return text;
    free(text);
    return NULL;
}

static bool read_copies(struct dat_store *store, int64_t id, const struct dat_source_list *files,
                        struct dat_copy_list *copies) {
    sqlite3_stmt *query = dat_sql_prepare(store, SELECT_COPIES " ORDER BY number", NULL);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", id);
    while (copies->count < files->count && sqlite3_step(query) == SQLITE_ROW) {
        char *text =
            sqlite3_column_int64(query, NUMBER) == copies->count + 1 ? read_copy(query) : NULL;
        if (text == NULL || !dat_copies_add(copies, files->items[copies->count].path, text))
            break;
    }
    sqlite3_finalize(query);
    return copies->count == files->count;
}

bool dat_store_copies(struct dat_store *store, int64_t id, const struct dat_source_list *files,
                      struct dat_copy_list *copies) {
    *copies = (struct dat_copy_list){.count = 0};
    if (files->count == 0 || !dat_server_need(store, id, NULL))
        return false;
    pthread_mutex_lock(&store->mutex);
    const bool complete = read_copies(store, id, files, copies);
    pthread_mutex_unlock(&store->mutex);
    return complete;
}

bool dat_file_copies_check(struct dat_store *store, int64_t id, int64_t *damaged,
                           struct dat_problem *problem) {
    *damaged = 0;
    sqlite3_stmt *query = dat_sql_prepare(store, SELECT_COPIES " ORDER BY number", problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", id);
    int code = SQLITE_DONE;
    while (*damaged == 0 && (code = sqlite3_step(query)) == SQLITE_ROW) {
        char *text = read_copy(query);
        if (text == NULL)
            *damaged = sqlite3_column_int64(query, NUMBER);
        free(text);
    }
    const bool ok = *damaged != 0 || code == SQLITE_DONE;
    if (!ok)
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    return ok;
}
