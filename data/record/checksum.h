// Checksums of the rows of a database: CRC-32 as in zlib, which detects accidental changes. It is
// no protection against forgery.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sqlite3;

// Continues the checksum, 0 at first, with the number as 8 bytes, low byte first.
uint32_t dat_checksum_number(uint32_t checksum, uint64_t number);

// Gives the connection the SQL function row_checksum(value, ...). It continues the checksum with
// each of its values:
//   NULL      a byte 0
//   INTEGER   a byte 1, the number
//   REAL      a byte 2, the bits of the number as a number; -0 as 0, as SQLite keeps it
//   TEXT      a byte 3, the count of its bytes as a number, the bytes
// False: out of memory.
// And chunk_checksum(session_id, first_step, steps, changes, state_hash), that of
// dat_input_checksum().
bool dat_checksum_add_function(struct sqlite3 *db);

// The value of a row's column `checksum` as SQL: all other columns, in the order of the schema.
#define DAT_EVENT_CHECKSUM "row_checksum(session_id, number, step, time_s, kind, detail)"
#define DAT_LOG_CHECKSUM                                                                           \
    "row_checksum(session_id, number, step, time_s, species, assortment, tree, length_m, "         \
    "target_length_m, top_diameter_m, mid_diameter_m, butt_diameter_m, volume_m3, x_m, y_m, z_m)"
#define DAT_FILE_CHECKSUM "row_checksum(session_id, number, path, hash)"
// The trainee by name, so that a session cannot change hands. id, end_utc and outcome are SQL as
// well: the columns, or other values. Without parameters the checksum is that of versions 3 and 4,
// which had no such column.
#define DAT_SESSION_CHECKSUM(end_utc, outcome) DAT_SESSION_CHECKSUM_OF("id", end_utc, outcome)
#define DAT_SESSION_CHECKSUM_OF(id, end_utc, outcome)                                              \
    "CASE WHEN parameters IS NULL THEN row_checksum(" DAT_SESSION_VALUES(                          \
        id, end_utc,                                                                               \
        outcome) ") ELSE row_checksum(" DAT_SESSION_VALUES(id, end_utc,                            \
                                                           outcome) ", parameters) END"
#define DAT_SESSION_VALUES(id, end_utc, outcome)                                                   \
    id ", (SELECT name FROM trainee WHERE trainee.id = trainee_id), exercise, "                    \
       "scenario_file, scenario_hash, machine, operator, seed, program_version, step_s, "          \
       "input_names, start_utc, " end_utc ", steps, " outcome ", end_state_hash, result, "         \
       "machine_file, events, logs, files"
