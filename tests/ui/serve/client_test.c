// Posts to servers that answer as they like, and to a host that the resolver does not find: this
// file's getaddrinfo() takes the place of the system's. tests/xapi.py posts over TLS.
#include "ui/serve/client.h"

#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/near.h"

enum { LONG_HEAD = 2 * 1024 * 1024 };

static struct server {
    int listener, port;
    const char *answer;
    char request[4096];
    pthread_t thread;
} server;

static void read_request(int connection) {
    size_t used = 0;
    while (used + 1 < sizeof server.request && strstr(server.request, "\r\n\r\nbody") == NULL) {
        const ssize_t n =
            recv(connection, server.request + used, sizeof server.request - 1 - used, 0);
        if (n <= 0)
            return;
        used += (size_t)n;
        server.request[used] = '\0';
    }
}

// One connection: reads a request, answers, and hangs up.
static void *serve(void *data) {
    (void)data;
    const int connection = accept(server.listener, NULL, NULL);
    read_request(connection);
    size_t left = strlen(server.answer);
    for (const char *text = server.answer; left > 0;) {
        const ssize_t n = send(connection, text, left, MSG_NOSIGNAL);
        if (n <= 0)
            break;
        text += n;
        left -= (size_t)n;
    }
    close(connection);
    return NULL;
}

static int set_up(void **state) {
    (void)state;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    server.listener = socket(AF_INET, SOCK_STREAM, 0);
    if (server.listener < 0 ||
        bind(server.listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(server.listener, 4) != 0 ||
        getsockname(server.listener, (struct sockaddr *)&address, &size) != 0)
        return 1;
    server.port = ntohs(address.sin_port);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    close(server.listener);
    return 0;
}

static struct ui_client *client_of(const char *host, int port) {
    char base[64];
    (void)snprintf(base, sizeof base, "http://%s:%d", host, port);
    struct ui_client *client =
        ui_client_open(&(struct ui_client_def){.server = "the page", .base = base, .token = "abc"});
    assert_non_null(client);
    return client;
}

// Posts "body" to a server with that answer; returns the status, and the body, which is freed by
// the caller.
static int post(const char *answer, char **body, struct dat_problem *problem) {
    struct ui_client *client = client_of("127.0.0.1", server.port);
    size_t size;
    server.answer = answer;
    memset(server.request, 0, sizeof server.request);
    assert_int_equal(pthread_create(&server.thread, NULL, serve, NULL), 0);
    // A connection that is refused would leave the server waiting.
    const int status =
        ui_client_post(client, "/api/../seat", "text/plain", "body", 4, body, &size, problem);
    pthread_join(server.thread, NULL);
    ui_client_close(client);
    assert_int_equal(size, *body != NULL ? strlen(*body) : 0);
    return status;
}

static void an_answer_is_read(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    char *body;
    assert_int_equal(post("HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\n\r\nhello", &body, &problem),
                     200);
    assert_string_equal(body, "hello");
    free(body);
    assert_non_null(strstr(server.request, "POST /api/../seat HTTP/1.1\r\n"));
    assert_non_null(strstr(server.request, "Authorization: Bearer abc\r\n"));
    assert_non_null(strstr(server.request, "Content-Type: text/plain\r\n"));
    assert_int_equal(post("HTTP/1.0 401 No\r\nContent-Length: 0\r\n\r\n", &body, &problem), 401);
    assert_string_equal(body, "");
    free(body);
}

// As a proxy of a school may ask for.
static void a_long_field_is_sent_as_a_whole(void **state) {
    (void)state;
    char base[64], header[1000] = "X-Long: ", *body;
    size_t size;
    struct dat_problem problem = {""};
    memset(header + 8, 'a', sizeof header - 9);
    header[sizeof header - 1] = '\0';
    (void)snprintf(base, sizeof base, "http://127.0.0.1:%d", server.port);
    struct ui_client *client = ui_client_open(
        &(struct ui_client_def){.server = "the page", .base = base, .header = header});
    assert_non_null(client);
    server.answer = "HTTP/1.0 200 OK\r\n\r\n";
    memset(server.request, 0, sizeof server.request);
    assert_int_equal(pthread_create(&server.thread, NULL, serve, NULL), 0);
    assert_int_equal(ui_client_post(client, "/", "text/plain", "body", 4, &body, &size, &problem),
                     200);
    pthread_join(server.thread, NULL);
    ui_client_close(client);
    free(body);
    assert_non_null(strstr(server.request, header));
}

static void chunks_are_joined(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    char *body;
    assert_int_equal(post("HTTP/1.1 200 OK\r\nTransfer-Encoding:  chunked\r\n\r\n"
                          "5\r\nhello\r\n0B;note=x\r\n, \r\n\r\nworld\r\n0\r\nX: y\r\n\r\n",
                          &body, &problem),
                     200);
    assert_string_equal(body, "hello, \r\n\r\nworld");
    free(body);
    assert_int_equal(
        post("HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", &body, &problem),
        503);
    assert_string_equal(body, "");
    free(body);
}

static void nonsense_is_no_answer(void **state) {
    (void)state;
    static const char *const answers[] = {
        "",
        "\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", // cut off
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
        "FTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", // cut off
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct dat_problem problem = {""};
        char *body;
        if (post(answers[i], &body, &problem) != 0)
            fail_msg("answer %zu is '%s'", i, body);
        assert_null(body);
        assert_non_null(strstr(problem.text, "does not answer"));
    }
}

// RFC 9112, 6.3: such a body ends with the connection.
static void a_body_may_be_without_a_length(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    char *body;
    assert_int_equal(post("HTTP/1.1 200 OK\r\n\r\nhello", &body, &problem), 200);
    assert_string_equal(body, "hello");
    free(body);
}

static void a_head_without_an_end_is_given_up(void **state) {
    (void)state;
    char *answer = malloc(LONG_HEAD + 1), *body;
    struct dat_problem problem = {""};
    assert_non_null(answer);
    memset(answer, 'a', LONG_HEAD);
    answer[LONG_HEAD] = '\0';
    assert_int_equal(post(answer, &body, &problem), 0);
    assert_null(body);
    for (size_t i = 0; i + 5 <= LONG_HEAD; i += 5) // of many short fields
        memcpy(answer + i, i == 0 ? "HTTP/" : "a:b\r\n", 5);
    memcpy(answer, "HTTP/1.1 200 OK\r\nab\r\n", 20);
    assert_int_equal(post(answer, &body, &problem), 0);
    assert_null(body);
    memcpy(answer, "HTTP/1.1 200 OK\r\n\r\n", 19); // a body that is too long
    assert_int_equal(post(answer, &body, &problem), 0);
    assert_null(body);
    free(answer);
}

static void nobody_there_is_said(void **state) {
    (void)state;
    struct ui_client *client = client_of("127.0.0.1", server.port);
    struct dat_problem problem = {""};
    char words[80], *body;
    size_t size;
    close(server.listener);
    assert_int_equal(ui_client_post(client, "/", "text/plain", "body", 4, &body, &size, &problem),
                     0);
    (void)snprintf(words, sizeof words, "the page at 127.0.0.1:%d does not answer: ", server.port);
    assert_ptr_equal(strstr(problem.text, words), problem.text);
    ui_client_close(client);
    assert_int_equal(set_up(state), 0);
}

// ---- a silent resolver ----

static atomic_bool silent; // the resolver does not answer until this is false
static atomic_int asked;

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **places) {
    (void)host, (void)service, (void)hints, (void)places;
    asked++;
    while (silent)
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    asked--;
    return EAI_NONAME;
}

static double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void a_silent_resolver_holds_nobody_up(void **state) {
    (void)state;
    struct ui_client *client = client_of("school", 8017);
    struct dat_problem problem = {""};
    char *body;
    size_t size;
    silent = true;
    ui_client_hurry(client, 300);
    const double start = clock_now();
    for (int i = 0; i < 2; i++)
        assert_int_equal(ui_client_post(client, "/", "image/png", "", 0, &body, &size, &problem),
                         0);
    ui_client_close(client);
    assert_true(clock_now() - start < 8.0);
    assert_non_null(strstr(problem.text, "school:8017"));
    assert_true(asked > 0);
    silent = false; // its thread frees what nobody waits for
    for (int i = 0; i < 1000 && asked > 0; i++)
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    assert_int_equal(asked, 0);
    client = client_of("school", 8017);
    assert_int_equal(ui_client_post(client, "/", "image/png", "", 0, &body, &size, &problem), 0);
    assert_non_null(strstr(problem.text, "resolve"));
    ui_client_close(client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_read),
        cmocka_unit_test(a_long_field_is_sent_as_a_whole),
        cmocka_unit_test(chunks_are_joined),
        cmocka_unit_test(nonsense_is_no_answer),
        cmocka_unit_test(a_body_may_be_without_a_length),
        cmocka_unit_test(a_head_without_an_end_is_given_up),
        cmocka_unit_test(nobody_there_is_said),
        cmocka_unit_test(a_silent_resolver_holds_nobody_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
