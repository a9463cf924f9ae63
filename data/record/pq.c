#include "data/record/pq.h"

#include <assert.h>
#include <ctype.h>
#include <libpq-fe.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/text/monotonic.h"
#include "sim/base/array.h"

enum { PATIENCE_MS = 15000, LOOK_MS = 100 }; // how long to wait, how often to look for an abort

// Of PostgreSQL's pg_type.
enum { TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_TEXT = 25, TYPE_FLOAT8 = 701 };

enum { VALUES_MAX = 64 }; // of one statement

struct dat_pq {
    char *address;
    char name[256];
    PGconn *connection; // NULL: none
    char sqlstate[6];   // of the last call, "": it has not failed, or the server has not said so
    atomic_bool aborted;
};

struct dat_pq_rows {
    PGresult *result;
};

// ---- sentences ----

// libpq's first line; the others repeat it for other addresses, or are meant for programmers.
static void first_line(const char *said, char *line, size_t size) {
    static const char fatal[] = "FATAL:  ", error[] = "ERROR:  ";
    if (strncmp(said, error, sizeof error - 1) == 0 || strncmp(said, fatal, sizeof fatal - 1) == 0)
        said += sizeof error - 1;
    const size_t length = strcspn(said, "\n");
    (void)snprintf(line, size, "%.*s", (int)(length < size ? length : size), said);
    for (size_t end = strlen(line); end > 0 && isspace((unsigned char)line[end - 1]); end--)
        line[end - 1] = '\0';
}

static void report(struct dat_pq *pq, const PGresult *result, struct dat_problem *problem) {
    char line[512];
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    (void)snprintf(pq->sqlstate, sizeof pq->sqlstate, "%s", state != NULL ? state : "");
    const char *said = result != NULL && PQresultErrorMessage(result)[0] != '\0'
                           ? PQresultErrorMessage(result)
                           : PQerrorMessage(pq->connection);
    first_line(said, line, sizeof line);
    dat_problem_set(problem, "%s: %s", pq->name, line[0] != '\0' ? line : "it gives no reason");
}

static void report_silence(struct dat_pq *pq, struct dat_problem *problem) {
    pq->sqlstate[0] = '\0';
    dat_problem_set(problem, "%s: no answer in time", pq->name);
}

static void disconnect(struct dat_pq *pq) {
    PQfinish(pq->connection);
    pq->connection = NULL;
}

// ---- addresses ----

static const char *option(const PQconninfoOption *options, const char *keyword) {
    for (; options->keyword != NULL; options++)
        if (strcmp(options->keyword, keyword) == 0)
            return options->val != NULL && options->val[0] != '\0' ? options->val : NULL;
    return NULL;
}

// libpq quotes the address in its own sentence, and the address may have a password in it.
static bool read_name(const char *address, char *name, size_t size, struct dat_problem *problem) {
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    if (options == NULL) {
        dat_problem_set(problem, "the address of the server cannot be read, expected one such as "
                                 "postgresql://USER@HOST/DATABASE");
        return false;
    }
    const char *host = option(options, "host"), *service = option(options, "service");
    if (host == NULL)
        host = option(options, "hostaddr");
    if (host == NULL && service != NULL)
        (void)snprintf(name, size, "the server of the service '%s'", service);
    else
        (void)snprintf(name, size, "the server %s%s", host != NULL && host[0] == '/' ? "at " : "",
                       host != NULL ? host : "of this computer");
    PQconninfoFree(options);
    return true;
}

bool dat_pq_address(const char *address, struct dat_problem *problem) {
    char name[sizeof((struct dat_pq *)NULL)->name];
    return read_name(address, name, sizeof name, problem);
}

struct dat_pq *dat_pq_create(const char *address, struct dat_problem *problem) {
    assert(address != NULL);
    struct dat_pq *pq = calloc(1, sizeof *pq);
    if (pq != NULL)
        pq->address = strdup(address);
    if (pq == NULL || pq->address == NULL)
        dat_problem_set(problem, "out of memory");
    else if (read_name(address, pq->name, sizeof pq->name, problem))
        return pq;
    dat_pq_destroy(pq);
    return NULL;
}

void dat_pq_destroy(struct dat_pq *pq) {
    if (pq == NULL)
        return;
    disconnect(pq);
    free(pq->address);
    free(pq);
}

const char *dat_pq_name(const struct dat_pq *pq) {
    return pq->name;
}

void dat_pq_abort(struct dat_pq *pq) {
    atomic_store(&pq->aborted, true);
}

bool dat_pq_refused_values(const struct dat_pq *pq) {
    // Classes 22, data exception, and 23, integrity constraint violation.
    return pq->sqlstate[0] == '2' && (pq->sqlstate[1] == '2' || pq->sqlstate[1] == '3');
}

// ---- waiting ----

static int64_t now_ms(void) {
    return (int64_t)(1e3 * dat_monotonic());
}

// Until the socket can be read or written as asked. False: not in time, or aborted.
static bool wait_for_socket(struct dat_pq *pq, short events) {
    const int64_t until = now_ms() + PATIENCE_MS;
    while (!atomic_load(&pq->aborted) && now_ms() < until) {
        struct pollfd socket = {.fd = PQsocket(pq->connection), .events = events};
        if (socket.fd < 0)
            return false;
        if (poll(&socket, 1, LOOK_MS) > 0)
            return true;
    }
    return false;
}

// The server is silent, or the program ends: an answer that comes later must not be taken for that
// of another question.
static void give_up(struct dat_pq *pq, struct dat_problem *problem) {
    report_silence(pq, problem);
    disconnect(pq);
}

// The next result; *result is NULL after the last. False: the connection is lost.
static bool next_result(struct dat_pq *pq, PGresult **result, struct dat_problem *problem) {
    *result = NULL;
    int unsent;
    while ((unsent = PQflush(pq->connection)) == 1 || PQisBusy(pq->connection) == 1) {
        if (!wait_for_socket(pq, unsent == 1 ? POLLIN | POLLOUT : POLLIN)) {
            give_up(pq, problem);
            return false;
        }
        if (PQconsumeInput(pq->connection) != 1) {
            report(pq, NULL, problem);
            return false;
        }
    }
    *result = PQgetResult(pq->connection);
    return true;
}

// The last result of what was sent, or the first failure; NULL with a sentence in problem.
static PGresult *answer(struct dat_pq *pq, bool sent, ExecStatusType expected,
                        struct dat_problem *problem) {
    PGresult *kept = NULL, *result = NULL;
    pq->sqlstate[0] = '\0';
    if (!sent) {
        report(pq, NULL, problem);
        return NULL;
    }
    bool ok = true;
    while (ok && (ok = next_result(pq, &result, problem)) && result != NULL) {
        const ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
            report(pq, result, problem);
            PQclear(result);
            while (next_result(pq, &result, NULL) && result != NULL)
                PQclear(result);
            ok = false;
            break;
        }
        PQclear(kept);
        kept = result;
        if (status == PGRES_COPY_IN) // it waits for the rows
            break;
    }
    if (ok && (kept == NULL || PQresultStatus(kept) != expected)) {
        dat_problem_set(problem, "%s: another answer than expected", pq->name);
        ok = false;
    }
    if (ok)
        return kept;
    PQclear(kept);
    return NULL;
}

// ---- connecting ----

bool dat_pq_is_up(const struct dat_pq *pq) {
    return pq->connection != NULL && PQstatus(pq->connection) == CONNECTION_OK;
}

static void ignore_notice(void *data, const char *message) {
    (void)data;
    (void)message;
}

static bool refuse_connection(struct dat_pq *pq, struct dat_problem *problem) {
    const bool password =
        PQconnectionNeedsPassword(pq->connection) || PQconnectionUsedPassword(pq->connection);
    char line[512];
    first_line(PQerrorMessage(pq->connection), line, sizeof line);
    dat_problem_set(problem, "%s: %s%s", pq->name, line,
                    password ? "; the password belongs in the file ~/.pgpass" : "");
    pq->sqlstate[0] = '\0';
    disconnect(pq);
    return false;
}

bool dat_pq_connect(struct dat_pq *pq, struct dat_problem *problem) {
    static const char *const keywords[] = {"application_name", "dbname", "client_encoding", NULL};
    const char *const values[] = {"kranich", pq->address, "UTF8", NULL};
    disconnect(pq);
    pq->connection = PQconnectStartParams(keywords, values, 1);
    if (pq->connection == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    PQsetNoticeProcessor(pq->connection, ignore_notice, NULL);
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    if (PQstatus(pq->connection) == CONNECTION_BAD)
        return refuse_connection(pq, problem);
    while (status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING) {
        if (!wait_for_socket(pq, status == PGRES_POLLING_READING ? POLLIN : POLLOUT)) {
            give_up(pq, problem);
            return false;
        }
        status = PQconnectPoll(pq->connection);
    }
    if (status != PGRES_POLLING_OK || PQsetnonblocking(pq->connection, 1) != 0)
        return refuse_connection(pq, problem);
    return true;
}

// ---- values ----

struct dat_pq_value dat_pq_integer(int64_t value) {
    return (struct dat_pq_value){.type = DAT_PQ_INTEGER, .integer = value};
}

struct dat_pq_value dat_pq_text(const char *text) {
    if (text == NULL)
        return (struct dat_pq_value){.type = DAT_PQ_NULL};
    return (struct dat_pq_value){.type = DAT_PQ_TEXT, .bytes = text, .size = strlen(text)};
}

static void put_number(unsigned char *bytes, uint64_t number, int size) {
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> (8 * (size - 1 - i)));
}

static uint64_t get_number(const char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

// The 8 bytes of a number.
static void encode(const struct dat_pq_value *value, unsigned char bytes[8]) {
    uint64_t bits = (uint64_t)value->integer;
    if (value->type == DAT_PQ_REAL)
        memcpy(&bits, &value->real, sizeof bits);
    put_number(bytes, bits, 8);
}

static bool is_number(const struct dat_pq_value *value) {
    return value->type == DAT_PQ_INTEGER || value->type == DAT_PQ_REAL;
}

struct dat_pq_value dat_pq_rows_value(const struct dat_pq_rows *rows, int row, int column) {
    struct dat_pq_value value = {.type = DAT_PQ_NULL};
    if (PQgetisnull(rows->result, row, column))
        return value;
    value.bytes = PQgetvalue(rows->result, row, column);
    value.size = (size_t)PQgetlength(rows->result, row, column);
    const Oid type = PQftype(rows->result, column);
    if ((type == TYPE_INT8 || type == TYPE_FLOAT8) && value.size == 8) {
        const uint64_t bits = get_number(value.bytes, 8);
        value.type = type == TYPE_INT8 ? DAT_PQ_INTEGER : DAT_PQ_REAL;
        value.integer = (int64_t)bits;
        memcpy(&value.real, &bits, sizeof value.real);
    } else {
        value.type = type == TYPE_BYTEA ? DAT_PQ_BYTES : DAT_PQ_TEXT;
    }
    return value;
}

// ---- statements ----

// A call before may have given it up.
static bool is_there(struct dat_pq *pq, struct dat_problem *problem) {
    if (pq->connection == NULL)
        dat_problem_set(problem, "%s: the connection is lost", pq->name);
    return pq->connection != NULL;
}

bool dat_pq_execute(struct dat_pq *pq, const char *sql, struct dat_problem *problem) {
    if (!is_there(pq, problem))
        return false;
    PGresult *result = answer(pq, PQsendQuery(pq->connection, sql) == 1, PGRES_COMMAND_OK, problem);
    PQclear(result);
    return result != NULL;
}

struct dat_pq_rows *dat_pq_query(struct dat_pq *pq, const char *sql,
                                 const struct dat_pq_value *values, int count,
                                 struct dat_problem *problem) {
    static const Oid type_of[] = {[DAT_PQ_INTEGER] = TYPE_INT8,
                                  [DAT_PQ_REAL] = TYPE_FLOAT8,
                                  [DAT_PQ_TEXT] = TYPE_TEXT,
                                  [DAT_PQ_BYTES] = TYPE_BYTEA};
    unsigned char numbers[VALUES_MAX][8];
    Oid types[VALUES_MAX];
    const char *bytes[VALUES_MAX];
    int sizes[VALUES_MAX], formats[VALUES_MAX];
    assert(count <= VALUES_MAX);
    if (!is_there(pq, problem))
        return NULL;
    for (int i = 0; i < count; i++) {
        if (is_number(&values[i]))
            encode(&values[i], numbers[i]);
        types[i] = type_of[values[i].type];
        bytes[i] = values[i].type == DAT_PQ_NULL ? NULL
                   : is_number(&values[i])       ? (const char *)numbers[i]
                                                 : values[i].bytes;
        sizes[i] = is_number(&values[i]) ? 8 : (int)values[i].size;
        formats[i] = 1;
    }
    const bool sent =
        PQsendQueryParams(pq->connection, sql, count, types, bytes, sizes, formats, 1) == 1;
    struct dat_pq_rows *rows = calloc(1, sizeof *rows);
    PGresult *result = answer(pq, sent, PGRES_TUPLES_OK, problem);
    if (rows != NULL && result != NULL) {
        rows->result = result;
        return rows;
    }
    if (rows == NULL)
        dat_problem_set(problem, "out of memory");
    PQclear(result);
    free(rows);
    return NULL;
}

void dat_pq_rows_destroy(struct dat_pq_rows *rows) {
    if (rows == NULL)
        return;
    PQclear(rows->result);
    free(rows);
}

int dat_pq_rows_count(const struct dat_pq_rows *rows) {
    return PQntuples(rows->result);
}

int dat_pq_rows_columns(const struct dat_pq_rows *rows) {
    return PQnfields(rows->result);
}

int64_t dat_pq_rows_integer(const struct dat_pq_rows *rows, int64_t otherwise) {
    if (PQntuples(rows->result) == 0)
        return otherwise;
    const struct dat_pq_value value = dat_pq_rows_value(rows, 0, 0);
    return value.type == DAT_PQ_INTEGER ? value.integer : otherwise;
}

bool dat_pq_number(struct dat_pq *pq, const char *sql, const struct dat_pq_value *values, int count,
                   int64_t *number, struct dat_problem *problem) {
    struct dat_pq_rows *rows = dat_pq_query(pq, sql, values, count, problem);
    if (rows == NULL)
        return false;
    *number = dat_pq_rows_integer(rows, 0);
    dat_pq_rows_destroy(rows);
    return true;
}

// ---- rows for a table, in the format of COPY ... BINARY ----

static bool append(struct dat_pq_copy *copy, const void *bytes, size_t size) {
    if (size > (size_t)(INT_MAX - copy->count) || !SIM_ARRAY_TRY(copy, copy->count + (int)size))
        return false;
    if (size > 0)
        memcpy(copy->items + copy->count, bytes, size);
    copy->count += (int)size;
    return true;
}

static bool append_number(struct dat_pq_copy *copy, uint64_t number, int size) {
    unsigned char bytes[8];
    put_number(bytes, number, size);
    return append(copy, bytes, (size_t)size);
}

bool dat_pq_copy_row(struct dat_pq_copy *copy, int values) {
    static const char head[19] = "PGCOPY\n\377\r\n"; // with 9 bytes of zero: no flags, no extension
    return (copy->count > 0 || append(copy, head, sizeof head)) &&
           append_number(copy, (uint64_t)values, 2);
}

bool dat_pq_copy_value(struct dat_pq_copy *copy, const struct dat_pq_value *value) {
    unsigned char number[8];
    if (value->type == DAT_PQ_NULL)
        return append_number(copy, UINT32_MAX, 4);
    if (!is_number(value))
        return append_number(copy, value->size, 4) && append(copy, value->bytes, value->size);
    encode(value, number);
    return append_number(copy, sizeof number, 4) && append(copy, number, sizeof number);
}

void dat_pq_copy_finish(struct dat_pq_copy *copy) {
    SIM_ARRAY_FREE(copy);
}

// Hands the bytes to libpq, which keeps those that the server does not take yet. 0 is its word for
// no memory. A connection that waits for the rest is of no use for anything else.
static bool put(struct dat_pq *pq, const struct dat_pq_copy *copy, struct dat_problem *problem) {
    int done = PQputCopyData(pq->connection, (const char *)copy->items, copy->count);
    if (done == 1)
        done = PQputCopyEnd(pq->connection, NULL);
    if (done == 1)
        return true;
    if (done == 0)
        dat_problem_set(problem, "out of memory");
    else
        report(pq, NULL, problem);
    pq->sqlstate[0] = '\0';
    disconnect(pq);
    return false;
}

bool dat_pq_send(struct dat_pq *pq, const char *sql, struct dat_pq_copy *copy,
                 struct dat_problem *problem) {
    assert(pq->connection != NULL && copy->count > 0);
    if (!append_number(copy, UINT16_MAX, 2)) { // the end
        dat_problem_set(problem, "out of memory");
        return false;
    }
    PGresult *begun = answer(pq, PQsendQuery(pq->connection, sql) == 1, PGRES_COPY_IN, problem);
    PQclear(begun);
    if (begun == NULL || !put(pq, copy, problem))
        return false;
    PGresult *result = answer(pq, true, PGRES_COMMAND_OK, problem);
    PQclear(result);
    return result != NULL;
}
