// renameat2() is Linux's.
#define _GNU_SOURCE

#include "data/record/seal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/record/place.h"
#include "data/text/paths.h"

// ---- the key ----

// False: there is none. *problem says where others know it, or it is none.
static bool read_key(const char *path, struct dat_seal_key *key, struct dat_problem *problem) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        dat_problem_set(problem, "the key of states %s cannot be read: %s", path, strerror(errno));
        return false;
    }
    const bool regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const bool secret = regular && (status.st_mode & 077) == 0 && status.st_uid == geteuid();
    const bool whole = regular && status.st_size == sizeof key->secret &&
                       read(file, key->secret, sizeof key->secret) == sizeof key->secret;
    close(file);
    if (!whole)
        dat_problem_set(problem, "%s is no key of states: delete it, and a new one is drawn", path);
    else if (!secret)
        dat_problem_set(problem,
                        "others can read the key of states %s: make it yours alone, with chmod 600",
                        path);
    return whole && secret;
}

// Two programs may come at once: the first one's key holds.
static void draw_key(const char *path) {
    struct dat_seal_key key;
    char temporary[PATH_MAX];
    if (RAND_bytes(key.secret, sizeof key.secret) != 1 ||
        snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
            (int)sizeof temporary)
        return;
    const int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    const bool written =
        write(file, key.secret, sizeof key.secret) == sizeof key.secret && fsync(file) == 0;
    // Some file systems, such as FAT, have no links, and some, such as NFS, do not rename that way.
    if (close(file) == 0 && written &&
        renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) != 0)
        (void)link(temporary, path);
    (void)unlink(temporary);
}

bool dat_seal_key_read(struct dat_seal_key *key, bool create, struct dat_problem *problem) {
    char path[PATH_MAX];
    if (!dat_default_states_key(path, sizeof path)) {
        dat_problem_set(problem, "there is no place for the key of states: neither XDG_DATA_HOME "
                                 "nor HOME is set");
        return false;
    }
    if (create && access(path, F_OK) != 0 && dat_store_folders(path, NULL))
        draw_key(path);
    return read_key(path, key, problem);
}

// ---- seals ----

enum { NUMBERS = 5, SEALED = 8 * NUMBERS + 2 * SHA256_DIGEST_LENGTH };

static void put(uint8_t *bytes, uint64_t number) {
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
}

// The bytes that are signed.
static bool describe(int64_t number, const char *start_utc, const struct dat_state *state,
                     uint8_t text[SEALED]) {
    assert(state->packed > 0);
    put(text, (uint64_t)number);
    put(text + 8, (uint64_t)state->step);
    put(text + 16, state->layout);
    put(text + 24, state->hash);
    put(text + 32, state->size);
    uint8_t *hashes = text + (ptrdiff_t)8 * NUMBERS;
    return SHA256((const uint8_t *)start_utc, strlen(start_utc), hashes) != NULL &&
           SHA256(state->bytes, state->packed, hashes + SHA256_DIGEST_LENGTH) != NULL;
}

static EVP_PKEY *open_key(const struct dat_seal_key *key) {
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, key->secret, sizeof key->secret);
}

bool dat_seal_signer(const struct dat_seal_key *key, uint8_t signer[DAT_SIGNER]) {
    size_t size = DAT_SIGNER;
    EVP_PKEY *pair = open_key(key);
    const bool ok = pair != NULL && EVP_PKEY_get_raw_public_key(pair, signer, &size) == 1;
    EVP_PKEY_free(pair);
    return ok;
}

bool dat_seal_state(const struct dat_seal_key *key, int64_t number, const char *start_utc,
                    const struct dat_state *state, uint8_t seal[DAT_SEAL]) {
    uint8_t text[SEALED];
    size_t size = DAT_SEAL - DAT_SIGNER;
    EVP_PKEY *pair = open_key(key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool ok = pair != NULL && context != NULL && dat_seal_signer(key, seal) &&
                    describe(number, start_utc, state, text) &&
                    EVP_DigestSignInit(context, NULL, NULL, NULL, pair) == 1 &&
                    EVP_DigestSign(context, seal + DAT_SIGNER, &size, text, sizeof text) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    return ok;
}

bool dat_seal_holds(const void *seal, size_t size, int64_t number, const char *start_utc,
                    const struct dat_state *state) {
    uint8_t text[SEALED];
    const uint8_t *bytes = seal;
    if (seal == NULL || size != DAT_SEAL || !describe(number, start_utc, state, text))
        return false;
    EVP_PKEY *signer = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, DAT_SIGNER);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool holds = signer != NULL && context != NULL &&
                       EVP_DigestVerifyInit(context, NULL, NULL, NULL, signer) == 1 &&
                       EVP_DigestVerify(context, bytes + DAT_SIGNER, DAT_SEAL - DAT_SIGNER, text,
                                        sizeof text) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(signer);
    ERR_clear_error(); // of a signature that is none
    return holds;
}
