#include "ui/serve/client.h"

#include <curl/curl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/text/monotonic.h"

enum { SILENCE = 10, PATIENCE = 120, MOST = 256 * 1024 }; // [s]; [s] of a post; [byte] of an answer

struct ui_client {
    CURL *curl;
    struct curl_slist *headers;
    char server[64], base[320];
    atomic_llong until; // [ms] of the clock, 0: for ever
    char *body;         // of the present answer, with a final zero
    size_t size, head;  // of its body and of its head
    char reason[CURL_ERROR_SIZE];
};

static long long now_ms(void) {
    return (long long)(1e3 * dat_monotonic());
}

// ---- addresses ----

// Copies a part of the address; a part that it does not have is "". False: it does not fit.
static bool get_part(CURLU *url, CURLUPart part, unsigned flags, char *to, size_t size) {
    char *text = NULL;
    to[0] = '\0';
    if (curl_url_get(url, part, &text, flags) != CURLUE_OK)
        return true;
    const bool fits = snprintf(to, size, "%s", text) < (int)size;
    curl_free(text);
    return fits;
}

static bool read_parts(CURLU *url, struct ui_client_address *address) {
    static const CURLUPart none[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY,
                                     CURLUPART_FRAGMENT};
    char scheme[16], host[256], port[8], text[8];
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (!get_part(url, none[i], 0, text, sizeof text) || text[0] != '\0')
            return false;
    if (!get_part(url, CURLUPART_SCHEME, 0, scheme, sizeof scheme) ||
        !get_part(url, CURLUPART_HOST, 0, host, sizeof host) ||
        !get_part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT, port, sizeof port) ||
        !get_part(url, CURLUPART_PATH, 0, address->path, sizeof address->path))
        return false;
    (void)snprintf(address->host, sizeof address->host, "%s:%s", host, port);
    (void)snprintf(address->base, sizeof address->base, "%s://%s", scheme, address->host);
    return (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) && host[0] != '\0' &&
           strcmp(port, "0") != 0;
}

bool ui_client_address_read(const char *text, struct ui_client_address *address) {
    CURLU *url = curl_url();
    const bool ok = url != NULL && strpbrk(text, " ?#\r\n\t") == NULL &&
                    curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
                    read_parts(url, address);
    curl_url_cleanup(url);
    return ok;
}

// ---- the handle ----

static size_t take_body(char *bytes, size_t one, size_t count, void *data) {
    struct ui_client *client = data;
    const size_t size = one * count;
    if (size > MOST - client->size)
        return 0;
    char *more = realloc(client->body, client->size + size + 1);
    if (more == NULL)
        return 0;
    client->body = more;
    memcpy(more + client->size, bytes, size);
    client->size += size;
    more[client->size] = '\0';
    return size;
}

static size_t take_head(char *bytes, size_t one, size_t count, void *data) {
    struct ui_client *client = data;
    (void)bytes;
    client->head += one * count;
    return client->head <= MOST ? one * count : 0;
}

// libcurl asks at least once a second. Anything but 0 ends the post.
static int is_over(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    struct ui_client *client = data;
    (void)a, (void)b, (void)c, (void)d;
    const long long until = atomic_load(&client->until);
    return until != 0 && now_ms() >= until;
}

static bool add_header(struct ui_client *client, const char *name, const char *value) {
    if (value == NULL)
        return true;
    const size_t size = strlen(name) + strlen(value) + 1;
    char *line = malloc(size);
    if (line == NULL)
        return false;
    (void)snprintf(line, size, "%s%s", name, value);
    struct curl_slist *list = curl_slist_append(client->headers, line);
    free(line);
    if (list != NULL)
        client->headers = list;
    return list != NULL;
}

// The settings of every post.
static bool set_up(struct ui_client *client, const struct ui_client_def *def) {
    CURL *c = client->curl;
    bool ok = add_header(client, "Authorization: Bearer ", def->token) &&
              add_header(client, "", def->header) && add_header(client, "Expect:", "");
    ok = ok && curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_PATH_AS_IS, 1L) == CURLE_OK;
    // A resolver takes as long as it likes; its thread is left behind where nobody waits any more.
    ok = ok && curl_easy_setopt(c, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)SILENCE) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, (long)SILENCE) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)PATIENCE) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_MAXFILESIZE, (long)MOST) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, is_over) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_XFERINFODATA, client) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_WRITEDATA, client) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, take_head) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_HEADERDATA, client) == CURLE_OK;
    ok = ok && curl_easy_setopt(c, CURLOPT_ERRORBUFFER, client->reason) == CURLE_OK;
    if (!def->proxy)
        ok = ok && curl_easy_setopt(c, CURLOPT_NOPROXY, "*") == CURLE_OK;
    if (def->key != NULL)
        ok = ok && curl_easy_setopt(c, CURLOPT_USERPWD, def->key) == CURLE_OK;
    return ok;
}

static bool set_up_tls(CURL *c, const char *authorities) {
    return curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
           curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
           curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
           (authorities == NULL || (curl_easy_setopt(c, CURLOPT_CAINFO, authorities) == CURLE_OK &&
                                    curl_easy_setopt(c, CURLOPT_CAPATH, NULL) == CURLE_OK));
}

struct ui_client *ui_client_open(const struct ui_client_def *def) {
    struct ui_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    (void)snprintf(client->server, sizeof client->server, "%s", def->server);
    (void)snprintf(client->base, sizeof client->base, "%s", def->base);
    client->curl = curl_easy_init();
    if (client->curl != NULL && set_up(client, def) && set_up_tls(client->curl, def->authorities))
        return client;
    ui_client_close(client);
    return NULL;
}

void ui_client_close(struct ui_client *client) {
    if (client == NULL)
        return;
    curl_easy_cleanup(client->curl);
    curl_slist_free_all(client->headers);
    free(client->body);
    free(client);
}

void ui_client_hurry(struct ui_client *client, int milliseconds) {
    atomic_store(&client->until, now_ms() + milliseconds);
}

// ---- posts ----

static void report(const struct ui_client *client, CURLcode code, struct dat_problem *problem) {
    const char *where = strstr(client->base, "://") + 3;
    const char *reason = client->reason[0] != '\0' ? client->reason : curl_easy_strerror(code);
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
        dat_problem_set(problem, "the certificate of %s at %s is not trusted: %s", client->server,
                        where, reason);
        break;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
        dat_problem_set(problem, "there is no encrypted connection to %s at %s: %s", client->server,
                        where, reason);
        break;
    default:
        dat_problem_set(problem, "%s at %s does not answer: %s", client->server, where, reason);
    }
}

static CURLcode perform(struct ui_client *client, const char *path, const char *type,
                        const char *bytes, size_t count) {
    char url[1024], line[128];
    CURL *c = client->curl;
    (void)snprintf(url, sizeof url, "%s%s", client->base, path);
    (void)snprintf(line, sizeof line, "Content-Type: %s", type);
    struct curl_slist head = {.data = line, .next = client->headers};
    if (curl_easy_setopt(c, CURLOPT_URL, url) != CURLE_OK ||
        curl_easy_setopt(c, CURLOPT_POST, 1L) != CURLE_OK ||
        curl_easy_setopt(c, CURLOPT_HTTPHEADER, &head) != CURLE_OK ||
        curl_easy_setopt(c, CURLOPT_POSTFIELDS, bytes) != CURLE_OK ||
        curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) != CURLE_OK)
        return CURLE_OUT_OF_MEMORY;
    const CURLcode code = curl_easy_perform(c);
    (void)curl_easy_setopt(c, CURLOPT_HTTPHEADER, NULL);
    return code;
}

int ui_client_post(struct ui_client *client, const char *path, const char *type, const char *bytes,
                   size_t count, char **body, size_t *size, struct dat_problem *problem) {
    long status = 0;
    *body = NULL;
    *size = 0;
    client->size = client->head = 0;
    client->reason[0] = '\0';
    client->body = calloc(1, 1); // an answer may have none
    const CURLcode code =
        client->body != NULL ? perform(client, path, type, bytes, count) : CURLE_OUT_OF_MEMORY;
    if (code != CURLE_OK ||
        curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK ||
        status <= 0) {
        report(client, code, problem);
        free(client->body);
        client->body = NULL;
        return 0;
    }
    *body = client->body;
    *size = client->size;
    client->body = NULL;
    return (int)status;
}

double ui_client_retry_after(const struct ui_client *client) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(client->curl, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK &&
                   seconds > 0
               ? (double)seconds
               : 0.0;
}
