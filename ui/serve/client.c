#include "ui/serve/client.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE = 1000, MOST = 256 * 1024 }; // [ms] for one wait; [byte] of an answer

struct ui_seat_client ui_seat_client_of(const struct ui_seat_place *place) {
    return (struct ui_seat_client){.place = *place, .socket = -1};
}

static void hang_up(struct ui_seat_client *client) {
    if (client->socket >= 0)
        close(client->socket);
    client->socket = -1;
}

void ui_seat_client_finish(struct ui_seat_client *client) {
    hang_up(client);
    ui_lookup_drop(client->lookup);
    client->lookup = NULL;
}

// ---- connection ----

static bool wait_for(int socket, short what) {
    struct pollfd poller = {.fd = socket, .events = what};
    int ready;
    do
        ready = poll(&poller, 1, PATIENCE);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static int connect_to(const struct addrinfo *place) {
    const int s = socket(place->ai_family, place->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                         place->ai_protocol);
    if (s < 0)
        return -1;
    int error = 0;
    socklen_t size = sizeof error;
    const bool begun = connect(s, place->ai_addr, place->ai_addrlen) == 0 || errno == EINPROGRESS;
    if (begun && wait_for(s, POLLOUT) && getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &size) == 0 &&
        error == 0) {
        (void)setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        return s;
    }
    close(s);
    return -1;
}

static bool open_connection(struct ui_seat_client *client) {
    const struct addrinfo *places = NULL;
    if (client->lookup == NULL)
        client->lookup = ui_lookup_start(client->place.host, client->place.port);
    if (client->lookup == NULL ||
        ui_lookup_wait(client->lookup, PATIENCE, &places) == UI_LOOKUP_UNDER_WAY)
        return false; // the next attempt waits for the same answer
    for (const struct addrinfo *p = places; p != NULL && client->socket < 0; p = p->ai_next)
        client->socket = connect_to(p);
    ui_lookup_drop(client->lookup);
    client->lookup = NULL;
    return client->socket >= 0;
}

static bool send_all(int socket, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (sent == 0 || (errno != EAGAIN && errno != EINTR) || !wait_for(socket, POLLOUT)) {
            return false;
        }
    }
    return true;
}

// ---- the answer ----

// The answer so far, with a final zero.
struct answer {
    char *text;
    size_t size;
    long body; // where it begins, -1: not yet
    long size_of_body;
    bool chunked;
};

enum { MORE_TO_COME = -1, NONSENSE = -2 }; // sizes of a body that is not complete

// The value of the head's field of that name ("content-length:"), NULL: it has none.
static const char *field(const struct answer *a, const char *name) {
    const char *end = a->text + a->body - 2;
    for (const char *line = strstr(a->text, "\r\n"); line != NULL && line + 2 < end;
         line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line + 2, name, strlen(name)) == 0)
            return line + 2 + strlen(name) + strspn(line + 2 + strlen(name), " \t");
    return NULL;
}

static void read_head(struct answer *a) {
    const char *size = field(a, "content-length:"), *coding = field(a, "transfer-encoding:");
    a->chunked = coding != NULL && strncasecmp(coding, "chunked", 7) == 0;
    a->size_of_body = a->chunked ? MORE_TO_COME : size != NULL ? strtol(size, NULL, 10) : NONSENSE;
}

// Joins the chunks (RFC 9112, 7.1) between from and end at to, which may be where they are; NULL:
// nowhere. Their size without the heads, or MORE_TO_COME or NONSENSE.
static long join_chunks(const char *from, const char *end, char *to) {
    long total = 0;
    const char *line;
    while ((line = strstr(from, "\r\n")) != NULL) {
        char *digits_end;
        const unsigned long size = strtoul(from, &digits_end, 16);
        if (digits_end == from || digits_end > line || size > MOST)
            return NONSENSE;
        if (size == 0) // behind it only further fields
            return strstr(line, "\r\n\r\n") != NULL ? total : MORE_TO_COME;
        from = line + 2;
        if ((size_t)(end - from) < size + 2)
            return MORE_TO_COME;
        if (memcmp(from + size, "\r\n", 2) != 0)
            return NONSENSE;
        if (to != NULL)
            memmove(to + total, from, size);
        total += (long)size;
        from += size + 2;
    }
    return MORE_TO_COME;
}

static bool is_complete(const struct answer *a) {
    return a->body >= 0 && a->size_of_body >= 0 && a->size_of_body <= MOST &&
           a->size >= (size_t)(a->body + a->size_of_body);
}

// True once it is complete, or cannot become so.
static bool is_over(struct answer *a) {
    const char *end = a->body < 0 ? strstr(a->text, "\r\n\r\n") : NULL;
    if (end != NULL) {
        a->body = end + 4 - a->text;
        read_head(a);
    }
    if (a->body >= 0 && a->chunked)
        a->size_of_body = join_chunks(a->text + a->body, a->text + a->size, NULL);
    if (a->body >= 0 && (a->size_of_body > MOST || (a->size_of_body < 0 && !a->chunked) ||
                         a->size_of_body == NONSENSE))
        return true;
    return a->size >= MOST || is_complete(a);
}

// Reads until it is over. The status, 0: it did not arrive.
static int receive(int socket, struct answer *a) {
    a->text = malloc(MOST + 1);
    a->body = -1;
    if (a->text == NULL)
        return 0;
    a->text[0] = '\0';
    while (!is_over(a)) {
        const ssize_t got = recv(socket, a->text + a->size, MOST - a->size, 0);
        if (got > 0)
            a->size += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR) || !wait_for(socket, POLLIN))
            return 0;
        a->text[a->size] = '\0';
    }
    int status = 0;
    if (is_complete(a) && a->chunked)
        (void)join_chunks(a->text + a->body, a->text + a->size, a->text + a->body);
    return is_complete(a) && sscanf(a->text, "HTTP/1.%*1[01] %3d", &status) == 1 ? status : 0;
}

// One attempt. The status, 0: no answer.
static int attempt(struct ui_seat_client *client, const char *head, const char *bytes, size_t count,
                   struct answer *answer) {
    *answer = (struct answer){.text = NULL};
    if (client->socket < 0 && !open_connection(client))
        return 0;
    int status = 0;
    if (send_all(client->socket, head, strlen(head)) && send_all(client->socket, bytes, count))
        status = receive(client->socket, answer);
    if (status == 0) {
        free(answer->text);
        *answer = (struct answer){.text = NULL};
        hang_up(client);
    }
    return status;
}

int ui_seat_client_post(struct ui_seat_client *client, const char *path, const char *type,
                        const char *bytes, size_t count, char **body, size_t *size,
                        struct dat_problem *problem) {
    char head[1536], token[64];
    struct answer answer;
    const bool kept = client->socket >= 0;
    snprintf(token, sizeof token, "Authorization: Bearer %s\r\n", client->place.token);
    snprintf(head, sizeof head,
             "POST %s HTTP/1.1\r\nHost: %s:%d\r\n%sContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
             path, client->place.host, client->place.port,
             client->headers != NULL ? client->headers : token, type, count);
    int status = attempt(client, head, bytes, count, &answer);
    if (status == 0 && kept) // the server may have closed the connection meanwhile
        status = attempt(client, head, bytes, count, &answer);
    *body = NULL;
    *size = 0;
    if (status == 0) {
        dat_problem_set(problem, "the instructor's page at %s:%d does not answer",
                        client->place.host, client->place.port);
        return 0;
    }
    *size = (size_t)answer.size_of_body;
    memmove(answer.text, answer.text + answer.body, *size);
    answer.text[*size] = '\0';
    *body = answer.text;
    return status;
}
