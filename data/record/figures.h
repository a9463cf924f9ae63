// The figures of a session: the numbers and words of its result, without the lists of trees, logs
// and times that make that long.
#pragma once

// Of the column `result` as SQL. To read all of a long session's result takes a millisecond by a
// program and a hundred microseconds by SQLite, and there are a thousand sessions: so they are kept
// in the column `figures` when a session ends.
#define DAT_FIGURES                                                                                \
    "(SELECT json_group_object(key, atom) FROM json_each(CASE WHEN json_valid(result) THEN result" \
    " END) WHERE type IN ('integer', 'real', 'text'))"
