#include "data/report/xapi.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/record/json.h"
#include "data/text/json.h"
#include "sim/base/hash.h"

enum verb { INITIALIZED, COMPLETED, PASSED, FAILED, TERMINATED, VERBS };
enum { REGISTRATION = VERBS, SESSION };

static const struct {
    const char *name, *id;
    bool move_on; // it tells whether the trainee may go on
} verbs[VERBS] = {
    [INITIALIZED] = {"initialized", "http://adlnet.gov/expapi/verbs/initialized", false},
    [COMPLETED] = {"completed", "http://adlnet.gov/expapi/verbs/completed", true},
    [PASSED] = {"passed", "http://adlnet.gov/expapi/verbs/passed", true},
    [FAILED] = {"failed", "http://adlnet.gov/expapi/verbs/failed", true},
    [TERMINATED] = {"terminated", "http://adlnet.gov/expapi/verbs/terminated", false},
};

static const char category[] = "https://w3id.org/xapi/cmi5/context/categories/cmi5";
static const char move_on[] = "https://w3id.org/xapi/cmi5/context/categories/moveon";
static const char session_key[] = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";

// In the form of a UUID that is made from a name, here by the program's own hash: of the session
// and of what is said about it. An end closes a session of cmi5, so one that was interrupted and is
// continued becomes another one there, of the same registration.
static void write_id(const struct dat_session_info *s, const char *home, int what, char text[37]) {
    const char *parts[] = {home, s->trainee, s->exercise, s->start_utc};
    uint64_t h[2] = {0xcbf29ce484222325u, 0x9ae16a3b2f90404fu};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            h[k] = sim_hash_bytes(h[k], parts[i], strlen(parts[i]) + 1);
        h[k] = sim_hash_bytes(h[k], &s->id, sizeof s->id);
        h[k] = sim_hash_bytes(h[k], &what, sizeof what);
        if (what != REGISTRATION)
            h[k] = sim_hash_bytes(h[k], &s->steps, sizeof s->steps);
    }
    (void)snprintf(text, 37, "%08x-%04x-5%03x-%04x-%012llx", (unsigned)(h[0] >> 32),
                   (unsigned)(h[0] >> 16) & 0xffffu, (unsigned)h[0] & 0xfffu,
                   ((unsigned)(h[1] >> 48) & 0x3fffu) | 0x8000u,
                   (unsigned long long)(h[1] & 0xffffffffffffu));
}

static json_t *activity(const char *id) {
    return json_pack("{s:s, s:s}", "objectType", "Activity", "id", id);
}

// The school's IRI, and the exercise below it, with %XX for what an IRI does not have as it is.
static json_t *object_of(const struct dat_session_info *s, const char *home) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    char id[1024];
    size_t used = (size_t)snprintf(id, sizeof id, "%.400s/exercises/", home);
    for (const char *c = s->exercise; *c != '\0' && used + 4 < sizeof id; c++)
        used += (size_t)snprintf(id + used, sizeof id - used,
                                 strchr(plain, *c) != NULL ? "%c" : "%%%02X", (unsigned char)*c);
    json_t *object = activity(id), *name = json_object(), *definition = json_object();
    dat_json_set_text(name, "en", s->exercise);
    dat_json_set(definition, "name", name);
    dat_json_set_text(definition, "type", "http://adlnet.gov/expapi/activities/simulation");
    dat_json_set(object, "definition", definition);
    return object;
}

static json_t *actor_of(const struct dat_session_info *s, const char *home) {
    json_t *actor = json_object(), *account = json_object();
    dat_json_set_text(account, "homePage", home);
    dat_json_set_text(account, "name", s->trainee);
    dat_json_set_text(actor, "objectType", "Agent");
    dat_json_set(actor, "account", account);
    return actor;
}

static json_t *context_of(const struct dat_session_info *s, const char *home, enum verb verb) {
    char registration[37], session[37];
    json_t *context = json_object(), *categories = json_array(), *extensions = json_object();
    write_id(s, home, REGISTRATION, registration);
    write_id(s, home, SESSION, session);
    dat_json_set_text(context, "registration", registration);
    json_array_append_new(categories, activity(category));
    if (verbs[verb].move_on)
        json_array_append_new(categories, activity(move_on));
    dat_json_set(context, "contextActivities", json_pack("{s:o}", "category", categories));
    dat_json_set_text(extensions, session_key, session);
    dat_json_set(context, "extensions", extensions);
    dat_json_set_text(context, "platform", "Kranich");
    return context;
}

// NULL: the statement has none.
static json_t *result_of(const struct dat_session_info *s, enum verb verb) {
    char duration[32];
    if (verb == INITIALIZED)
        return NULL;
    json_t *object = json_object();
    (void)snprintf(duration, sizeof duration, "PT%.2fS", (double)s->steps * s->step);
    dat_json_set_text(object, "duration", duration);
    if (verb == COMPLETED)
        dat_json_set_yes_no(object, "completion", true);
    if (verb != PASSED && verb != FAILED)
        return object;
    dat_json_set_yes_no(object, "success", verb == PASSED);
    json_t *result = dat_session_figures(s);
    const json_t *points = json_object_get(result, "points");
    if (json_is_number(points))
        dat_json_set(object, "score",
                     json_pack("{s:f}", "scaled", json_number_value(points) / 100.0));
    json_decref(result);
    return object;
}

static json_t *statement(const struct dat_session_info *s, const char *home, enum verb verb) {
    char id[37];
    json_t *object = json_object(), *result = result_of(s, verb);
    write_id(s, home, (int)verb, id);
    dat_json_set_text(object, "id", id);
    dat_json_set(object, "actor", actor_of(s, home));
    dat_json_set(
        object, "verb",
        json_pack("{s:s, s:{s:s}}", "id", verbs[verb].id, "display", "en", verbs[verb].name));
    dat_json_set(object, "object", object_of(s, home));
    dat_json_set(object, "context", context_of(s, home, verb));
    if (result != NULL)
        dat_json_set(object, "result", result);
    dat_json_set_text(object, "timestamp", verb == INITIALIZED ? s->start_utc : s->end_utc);
    return object;
}

json_t *dat_xapi_statements(const struct dat_session_info *s, const char *home) {
    assert(s->end_utc != NULL && home != NULL);
    json_t *array = json_array();
    json_array_append_new(array, statement(s, home, INITIALIZED));
    if (s->outcome == DAT_PASSED)
        json_array_append_new(array, statement(s, home, COMPLETED));
    if (s->outcome == DAT_PASSED || s->outcome == DAT_FAILED)
        json_array_append_new(array,
                              statement(s, home, s->outcome == DAT_PASSED ? PASSED : FAILED));
    json_array_append_new(array, statement(s, home, TERMINATED));
    return array;
}
