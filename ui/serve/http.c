#include "ui/serve/http.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <microhttpd.h>

#include "data/text/monotonic.h"
#include "ui/serve/worker.h"

enum {
    CONNECTIONS = 128,
    HEADER_BYTES = 16 * 1024, // of the memory per connection, most of which is for headers
    IDLE_SECONDS = 15,
    COOKIE_NAME = 16
};

struct ui_serve_http {
    struct MHD_Daemon *daemon;
    struct ui_serve_desk *desk;
    struct ui_serve_worker *worker;
    int suspended; // connections that wait for the worker
};

// A connection that is resumed does not wake the server: it looks for one as often as this [s].
static const double soon = 0.01;

// A request whose body arrives in pieces.
struct call {
    struct ui_serve_job job; // first: the worker knows no more of it
    char *body;
    size_t size, capacity;
    bool answered; // before its body
    // An answer that the worker gives, while the connection is suspended:
    const struct ui_serve_http *http;
    struct MHD_Connection *connection;
    char *path; // owned; NULL: the worker has not been asked
    struct ui_serve_answer answer;
};

// ---- what a request brings ----

// Browsers send a cookie to all ports of a host: two servers would take each other's away.
static const char *cookie_name(const struct ui_serve_http *http, char name[COOKIE_NAME]) {
    (void)snprintf(name, COOKIE_NAME, "kranich-%d", ui_serve_http_port(http));
    return name;
}

static const char *token_of(const struct ui_serve_http *http, struct MHD_Connection *connection) {
    char cookie[COOKIE_NAME];
    static const char bearer[] = "Bearer ";
    const char *header =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);
    if (header != NULL && strncmp(header, bearer, sizeof bearer - 1) == 0)
        return header + sizeof bearer - 1;
    const char *query = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    return query != NULL ? query
                         : MHD_lookup_connection_value(connection, MHD_COOKIE_KIND,
                                                       cookie_name(http, cookie));
}

static bool is_read(const char *method) {
    return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
}

// A form of another site can post neither of these types without the browser asking first.
static bool has_type(struct MHD_Connection *connection) {
    const char *type =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    return type != NULL &&
           (strncmp(type, "application/json", 16) == 0 || strcmp(type, "image/png") == 0);
}

static bool says_too_long(struct MHD_Connection *connection) {
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && strtoull(length, NULL, 10) > UI_SERVE_BODY;
}

// False: it is too long, or out of memory.
static bool append(struct call *call, const char *bytes, size_t size) {
    if (size > UI_SERVE_BODY - call->size)
        return false;
    if (call->size + size > call->capacity) {
        const size_t capacity = 2 * (call->size + size);
        char *body = realloc(call->body, capacity);
        if (body == NULL)
            return false;
        call->body = body;
        call->capacity = capacity;
    }
    memcpy(call->body + call->size, bytes, size);
    call->size += size;
    return true;
}

// ---- the answer ----

// Nothing is loaded from elsewhere, no other site may show the page in a frame, and neither a
// proxy nor the browser keeps what somebody has done.
static void add_headers(struct MHD_Response *response, const struct ui_serve_answer *answer) {
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer->type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(
        response, "Content-Security-Policy",
        answer->inline_style
            ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
            : "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
}

static void add_cookie(struct MHD_Response *response, const struct ui_serve_http *http) {
    char cookie[128], name[COOKIE_NAME];
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200",
             cookie_name(http, name), http->desk->token);
    MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, cookie);
}

static enum MHD_Result send_answer(struct MHD_Connection *connection,
                                   const struct ui_serve_http *http,
                                   struct ui_serve_answer *answer) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(answer->size, answer->body, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        free(answer->body);
        return MHD_NO;
    }
    add_headers(response, answer);
    if (answer->welcome)
        add_cookie(response, http);
    const enum MHD_Result result =
        MHD_queue_response(connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, const struct ui_serve_http *http,
                              int status, const char *sentence) {
    struct ui_serve_answer answer = {.body = NULL};
    ui_serve_refuse(&answer, status, "%s", sentence);
    return send_answer(connection, http, &answer);
}

static void read_answer(struct ui_serve_job *job) {
    struct call *call = (struct call *)job;
    ui_serve_desk_read(call->http->desk, call->path, &call->answer);
    MHD_resume_connection(call->connection);
}

// Suspends the connection until the worker has read the answer.
static enum MHD_Result answer_later(struct ui_serve_http *http, struct MHD_Connection *connection,
                                    const char *path, struct call *call) {
    call->job.work = read_answer;
    call->http = http;
    call->connection = connection;
    call->path = strdup(path);
    if (call->path == NULL)
        return MHD_NO;
    http->suspended++;
    MHD_suspend_connection(connection);
    if (ui_serve_worker_take(http->worker, &call->job))
        return MHD_YES;
    ui_serve_refuse(&call->answer, 503, "too many reports at once, try again in a second");
    MHD_resume_connection(connection);
    return MHD_YES;
}

static enum MHD_Result answer_call(struct ui_serve_http *http, struct MHD_Connection *connection,
                                   const char *path, bool post, struct call *call) {
    struct ui_serve_answer answer;
    const struct ui_serve_request request = {.post = post,
                                             .path = path,
                                             .token = token_of(http, connection),
                                             .body = call->size > 0 ? call->body : "",
                                             .size = call->size,
                                             .now = dat_monotonic()};
    if (ui_serve_desk_begin(http->desk, &request, &answer))
        return answer_later(http, connection, path, call);
    return send_answer(connection, http, &answer);
}

// The worker's answer, which the response owns from now on.
static enum MHD_Result answer_now(struct ui_serve_http *http, struct MHD_Connection *connection,
                                  struct call *call) {
    struct ui_serve_answer answer = call->answer;
    call->answer.body = NULL;
    call->answered = true;
    http->suspended--;
    return send_answer(connection, http, &answer);
}

// Before the body of a post is read: whether it is worth reading.
static enum MHD_Result begin(struct ui_serve_http *http, struct MHD_Connection *connection,
                             const char *path, const char *method, struct call *call) {
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    call->answered = true;
    if (!post && !is_read(method))
        return refuse(connection, http, 405, "expected GET or POST");
    if (says_too_long(connection))
        return refuse(connection, http, 413, "the request is too long");
    if (post && !ui_serve_desk_knows(http->desk, token_of(http, connection)))
        return answer_call(http, connection, path, post, call);
    if (post && !has_type(connection))
        return refuse(connection, http, 415, "expected application/json or image/png");
    call->answered = false;
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *bytes, size_t *size, void **memory) {
    struct ui_serve_http *http = context;
    struct call *call = *memory;
    (void)version;
    if (call == NULL) {
        *memory = call = calloc(1, sizeof *call);
        return call != NULL ? begin(http, connection, path, method, call) : MHD_NO;
    }
    if (*size > 0) {
        const bool unread = call->answered || is_read(method); // nothing reads a GET's body
        const bool taken = unread || append(call, bytes, *size);
        *size = 0;
        return taken ? MHD_YES : MHD_NO; // longer than it said: the connection is closed
    }
    if (call->path != NULL && !call->answered)
        return answer_now(http, connection, call);
    return call->answered ? MHD_YES : answer_call(http, connection, path, !is_read(method), call);
}

static void on_end(void *context, struct MHD_Connection *connection, void **memory,
                   enum MHD_RequestTerminationCode code) {
    struct call *call = *memory;
    struct ui_serve_http *http = context;
    (void)connection, (void)code;
    if (call != NULL) {
        http->suspended -= call->path != NULL && !call->answered; // it has gone away meanwhile
        free(call->body);
        free(call->path);
        free(call->answer.body);
    }
    free(call);
    *memory = NULL;
}

// ---- the server ----

static struct MHD_Daemon *listen_on(struct ui_serve_http *http, const struct addrinfo *place) {
    const unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME |
                           (place->ai_family == AF_INET6 ? (unsigned)MHD_USE_IPv6 : 0u);
    errno = 0;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, on_request, http, MHD_OPTION_SOCK_ADDR, place->ai_addr,
        MHD_OPTION_NOTIFY_COMPLETED, on_end, http, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_END);
}

struct ui_serve_http *ui_serve_http_start(struct ui_serve_desk *desk, const char *address, int port,
                                          struct dat_problem *problem) {
    assert(port >= 0 && port <= 65535);
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *place = NULL;
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    struct ui_serve_http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    http->desk = desk;
    http->worker = ui_serve_worker_start();
    if (http->worker == NULL) {
        dat_problem_set(problem, "there is no memory or thread for the instructor's page");
        free(http);
        return NULL;
    }
    if (getaddrinfo(address, service, &hints, &place) == 0) {
        http->daemon = listen_on(http, place);
        freeaddrinfo(place);
        dat_problem_set(problem, "%s port %d cannot be used: %s", address, port,
                        errno != 0 ? strerror(errno) : "the server does not start");
    } else {
        dat_problem_set(problem, "'%s' is no address, expected one such as 127.0.0.1 or 0.0.0.0",
                        address);
    }
    if (http->daemon != NULL)
        return http;
    ui_serve_worker_stop(http->worker);
    free(http);
    return NULL;
}

int ui_serve_http_port(const struct ui_serve_http *http) {
    return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

void ui_serve_http_run(struct ui_serve_http *http, double seconds) {
    const double wait = http->suspended > 0 ? fmin(seconds, soon) : seconds;
    (void)MHD_run_wait(http->daemon, (int32_t)(1000.0 * wait));
}

void ui_serve_http_stop(struct ui_serve_http *http) {
    if (http == NULL)
        return;
    ui_serve_worker_stop(http->worker); // no connection is suspended after that
    MHD_stop_daemon(http->daemon);
    free(http);
}
