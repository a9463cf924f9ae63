#include "ui/serve/lrs.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/utf8.h"

// ---- address, key, certificates ----

// The address of the statements from that of the store.
static bool read_address(struct ui_client_address *address, const char *text) {
    static const char below[] = "statements";
    if (!ui_client_address_read(text, address))
        return false;
    const size_t length = strlen(address->path);
    const char *slash = length > 0 && address->path[length - 1] == '/' ? "" : "/";
    return snprintf(address->path + length, sizeof address->path - length, "%s%s", slash, below) <
           (int)(sizeof address->path - length);
}

// libcurl reads the file at the first post only.
static bool has_certificates(const char *path, struct dat_problem *problem) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        dat_problem_set(problem, "the certificates in %s cannot be read: %s", path,
                        strerror(errno));
        return false;
    }
    X509 *first = PEM_read_X509(file, NULL, NULL, NULL);
    fclose(file);
    if (first == NULL)
        dat_problem_set(problem,
                        "%s has no certificates, expected PEM: -----BEGIN CERTIFICATE-----", path);
    X509_free(first);
    ERR_clear_error();
    return first != NULL;
}

bool ui_lrs_init(struct ui_lrs *lrs, const char *address, const char *key, const char *authorities,
                 struct dat_problem *problem) {
    *lrs = (struct ui_lrs){.client = NULL};
    if (!read_address(&lrs->address, address))
        dat_problem_set(problem,
                        "'%.200s' is no address of a store, expected https://HOST:PORT/PATH, or "
                        "http",
                        address);
    else if (strchr(key, ':') == NULL || strlen(key) > 200)
        dat_problem_set(problem, "the key of the store is USER:SECRET, at most 200 bytes");
    else if (authorities == NULL || has_certificates(authorities, problem))
        lrs->client =
            ui_client_open(&(struct ui_client_def){.server = "the store",
                                                   .base = lrs->address.base,
                                                   .key = key,
                                                   .header = "X-Experience-API-Version: 1.0.3",
                                                   .authorities = authorities,
                                                   .proxy = true});
    if (lrs->client == NULL && problem->text[0] == '\0')
        dat_problem_set(problem, "out of memory");
    return lrs->client != NULL;
}

void ui_lrs_finish(struct ui_lrs *lrs) {
    ui_client_close(lrs->client);
}

// ---- posts ----

// The ids in the order of the statements.
static bool confirms(const char *body, const json_t *statements) {
    json_t *ids = json_loads(body, 0, NULL);
    bool same = json_array_size(ids) == json_array_size(statements);
    for (size_t i = 0; i < json_array_size(statements) && same; i++)
        same = json_equal(json_array_get(ids, i),
                          json_object_get(json_array_get(statements, i), "id"));
    json_decref(ids);
    return same;
}

// Anything else stays as it is until somebody changes something: the key, the address, the rights.
static bool may_change(int status) {
    return status == 0 || status == 200 || status == 408 || status == 429 || status >= 500;
}

bool ui_lrs_post(struct ui_lrs *lrs, const json_t *statements, struct dat_problem *problem) {
    char *text = json_dumps(statements, JSON_COMPACT | JSON_REAL_PRECISION(6)), *body;
    size_t size;
    if (text == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    const int status = ui_client_post(lrs->client, lrs->address.path, "application/json", text,
                                      strlen(text), &body, &size, problem);
    free(text);
    lrs->wait = status != 0 ? ui_client_retry_after(lrs->client) : 0.0;
    const bool stored = status == 200 && confirms(body, statements);
    lrs->again = !stored && may_change(status);
    lrs->refused = status == 400 || status == 409 || status == 413;
    if (status == 200 && !stored) {
        dat_problem_set(problem, "the store at %s answers nonsense: not the ids of the statements",
                        lrs->address.host);
    } else if (status != 0 && !stored) {
        dat_utf8_make_plain(body, 120);
        dat_problem_set(problem, "the store at %s refuses the statements: %d %s", lrs->address.host,
                        status, body);
    }
    free(body);
    return stored;
}
