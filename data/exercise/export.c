#include "data/exercise/export.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/exercise/lying.h"
#include "data/model/read.h"
#include "data/text/atomic_file.h"
#include "data/text/paths.h"
#include "data/text/text.h"

static const double start_step = 4.0; // [m] between the places on the road that are tried
enum { MOST_STARTS = 40, PATH_SIZE = 4096 };

struct export {
    const char *folder;
    struct dat_recorded recorded;
    struct dat_practice practice;
    struct dat_problem *problem;
    char machine[NAME_MAX + 1]; // name of its file
    int logs;
};

static bool join(const struct export *e, const char *name, char path[PATH_SIZE]) {
    const int n = snprintf(path, PATH_SIZE, "%s/%s", e->folder, name);
    if (n > 0 && n < PATH_SIZE)
        return dat_make_folders(path, e->problem);
    dat_problem_set(e->problem, "the path of the folder is too long");
    return false;
}

static bool write_text(const struct export *e, const char *name, const char *text, size_t size) {
    char path[PATH_SIZE];
    return join(e, name, path) && dat_write_file(path, text, size, e->problem);
}

// ---- running again ----

static bool run_again(struct export *e) {
    const struct dat_recorded *recorded = &e->recorded;
    struct dat_lever_reader reader;
    if (!dat_practice_start(&e->practice, recorded->exercise, NULL, "", DAT_TRAINEE, e->problem))
        return false;
    dat_lever_reader_init(&reader, recorded);
    while (dat_lever_reader_step(&reader, &e->practice))
        continue;
    if (!recorded->info.has_end_state_hash ||
        veh_worksite_hash(&e->practice.site) == recorded->info.end_state_hash)
        return true;
    dat_problem_set(e->problem,
                    "session %" PRId64
                    " does not end as it was recorded, see 'kranich replay %" PRId64 " --verify'",
                    recorded->info.id, recorded->info.id);
    return false;
}

// ---- the site ----

static bool copy_file(const struct export *e, const char *from, const char *name) {
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, from, NULL);
    char *text = dat_text_load(from, &d);
    if (text == NULL)
        dat_problem_set(e->problem, "%s: %s", from, d.kept > 0 ? d.item[0].text : "out of memory");
    const bool ok = text != NULL && write_text(e, name, text, strlen(text));
    free(text);
    return ok;
}

// All files of the site but the trees'.
static bool copy_site(const struct export *e) {
    const struct dat_source_list *sources = &e->recorded.exercise->site.sources;
    bool ok = true;
    for (int i = 0; i < sources->count && ok; i++) {
        const char *name = dat_base_name(sources->items[i].path);
        char to[NAME_MAX + 8];
        (void)snprintf(to, sizeof to, "site/%s", name);
        if (strncmp(name, "stand.", 6) != 0)
            ok = copy_file(e, sources->items[i].path, to);
    }
    return ok;
}

static bool write_stand(const struct export *e) {
    static const char *const status[TER_TREE_STATUS_COUNT] = {
        [TER_TREE_STANDING] = "standing",
        [TER_TREE_MARKED] = "marked",
        [TER_TREE_CROP] = "crop",
        [TER_TREE_FELLED] = "felled",
    };
    const struct ter_stand *stand = &e->practice.site.stand;
    const struct ter_ground *ground = e->practice.site.def.ground;
    char *text = NULL;
    size_t size = 0;
    FILE *file = stand->count > 0 ? open_memstream(&text, &size) : NULL;
    if (file == NULL)
        return stand->count == 0;
    fputs("id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status;rot_m;sweep_cm;fork_m;"
          "top_m;"
          "dead;thrown_deg\n",
          file);
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *t = &stand->trees[i];
        fprintf(file,
                "\"%s\";%.12g;%.12g;%s;%.10g;%.10g;%.10g;%.10g;%s;%.10g;%.10g;%.10g;%.10g;%s;",
                t->id, t->position.x + ground->origin_x, t->position.y + ground->origin_y,
                ter_species_name(t->species), 100.0 * t->dbh, t->height, t->crown_base,
                t->crown_width, status[t->status], t->defects.rot, 100.0 * t->defects.sweep,
                t->defects.fork, t->top, t->defects.dead ? "yes" : "no");
        if (t->thrown && t->status != TER_TREE_FELLED)
            fprintf(file, "%.10g", 180.0 / SIM_PI * t->thrown_to);
        fputc('\n', file);
    }
    const bool ok = fclose(file) == 0 && write_text(e, "site/stand.csv", text, size);
    free(text);
    return ok;
}

// ---- the machine ----

// The file and those that it uses, which lie in its folder or below.
static bool copy_machine(struct export *e, const char *machine) {
    struct veh_machine_def def;
    struct dat_source_list sources = {0};
    struct dat_diagnostics d;
    bool ok = dat_load_model_sources(machine, &def, &sources, &d);
    if (!ok)
        dat_problem_set(e->problem, "%s: %s", machine,
                        d.kept > 0 ? d.item[0].text : "cannot be read");
    else
        veh_machine_def_finish(&def);
    const char *first = ok ? sources.items[0].path : "";
    const size_t folder = (size_t)(dat_base_name(first) - first);
    (void)snprintf(e->machine, sizeof e->machine, "%s", dat_base_name(first));
    for (int i = 0; i < sources.count && ok; i++) {
        const char *path = sources.items[i].path;
        char to[PATH_SIZE];
        if (strncmp(path, first, folder) != 0) {
            dat_problem_set(e->problem, "%s is not in the folder of the machine", path);
            ok = false;
        } else {
            (void)snprintf(to, sizeof to, "machines/%s", path + folder);
            ok = copy_file(e, path, to);
        }
    }
    dat_sources_finish(&sources);
    return ok;
}

// ---- the exercise ----

static void write_quoted(FILE *file, const char *text) {
    fputc('\'', file);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputc('\'', file);
        fputc(*text, file);
    }
    fputc('\'', file);
}

// A text that was cut off ends with a whole character of UTF-8.
static void end_whole(char *text) {
    const size_t size = strlen(text);
    size_t lead = size;
    while (lead > 0 && ((unsigned char)text[lead - 1] & 0xc0) == 0x80)
        lead--;
    if (lead == 0)
        return;
    const unsigned char first = (unsigned char)text[lead - 1];
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (size - (lead - 1) < length)
        text[lead - 1] = '\0';
}

static bool write_exercise(const struct export *e, double x, double y, double heading) {
    const struct dat_scenario *scenario = &e->recorded.exercise->scenario;
    char title[DAT_SCENARIO_TITLE];
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return false;
    (void)snprintf(title, sizeof title, "Forward: %.*s", (int)sizeof title - 10, scenario->title);
    end_whole(title);
    fprintf(file, "# What session %" PRId64 " has left.\nexercise: ", e->recorded.info.id);
    write_quoted(file, title);
    fprintf(file,
            "\ndescription: Load the logs where the harvester has left them.\n"
            "site: site\nmachine: machines/%s\nlying: lying.csv\n"
            "start: {position: [%.10g, %.10g], heading_deg: %.6g}\n",
            e->machine, x, y, heading * 180.0 / SIM_PI);
    if (scenario->cone_index > 0.0)
        fprintf(file, "soil: {cone_index_kpa: %.10g}\n", 1e-3 * scenario->cone_index);
    fprintf(file, "goals:\n  logs_loaded: {at_least: %d}\n", e->logs);
    const bool ok = fclose(file) == 0 && write_text(e, "forward.yaml", text, size);
    free(text);
    return ok;
}

// Writes the exercise with one start after the other until it can be loaded.
static bool choose_start(const struct export *e) {
    const struct dat_exercise *old = e->recorded.exercise;
    const struct ter_ground *ground = &old->site.ground;
    char path[PATH_SIZE];
    if (!join(e, "forward.yaml", path))
        return false;
    const int tries = old->site.has_road ? MOST_STARTS : 1;
    for (int i = 0; i < tries; i++) {
        double x = old->scenario.x, y = old->scenario.y, heading = old->scenario.heading;
        if (old->site.has_road) {
            const struct ter_road_place place = ter_road_at(&old->site.road, start_step * (i + 2));
            x = place.x + ground->origin_x;
            y = place.y + ground->origin_y;
            heading = place.heading;
        }
        struct dat_exercise exercise;
        struct dat_diagnostics d;
        if (!write_exercise(e, x, y, heading))
            return false;
        if (dat_exercise_load(path, NULL, &exercise, &d)) {
            dat_exercise_finish(&exercise);
            return true;
        }
        dat_problem_set(e->problem, "the machine finds no free start: %s", d.item[0].text);
    }
    (void)remove(path);
    return false;
}

// An exercise that is there already, perhaps with the site of this one, is not written over.
static bool is_free(const struct export *e) {
    static const char *const names[] = {"forward.yaml", "site", "lying.csv", "machines"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!join(e, names[i], path))
            return false;
        if (access(path, F_OK) == 0) {
            dat_problem_set(e->problem, "%s exists already; name another folder", path);
            return false;
        }
    }
    return true;
}

static bool write_all(struct export *e, const char *machine) {
    char path[PATH_SIZE];
    return is_free(e) && copy_site(e) && write_stand(e) && copy_machine(e, machine) &&
           join(e, "lying.csv", path) && dat_lying_write(&e->practice.site, path, e->problem) &&
           choose_start(e);
}

static enum dat_export_result export_recorded(struct export *e, const char *machine) {
    if (!run_again(e))
        return DAT_EXPORT_REFUSED;
    for (int i = 0; i < e->practice.site.stems.count; i++)
        e->logs +=
            e->practice.site.stems.items[i].kind == VEH_STEM_LOG && dat_lies(&e->practice.site, i);
    if (e->logs > 0)
        return write_all(e, machine) ? DAT_EXPORT_WRITTEN : DAT_EXPORT_FAILED;
    dat_problem_set(e->problem, "no log lies on the site at the end of session %" PRId64,
                    e->recorded.info.id);
    return DAT_EXPORT_REFUSED;
}

enum dat_export_result dat_export_exercise(struct dat_store *store, int64_t session,
                                           const char *machine, const char *folder, int *logs,
                                           struct dat_problem *problem) {
    assert(store != NULL && session > 0 && machine != NULL && folder != NULL);
    struct export *e = calloc(1, sizeof *e);
    struct dat_diagnostics d;
    if (e == NULL) {
        dat_problem_set(problem, "out of memory");
        return DAT_EXPORT_FAILED;
    }
    e->folder = folder;
    e->problem = problem;
    enum dat_export_result result = DAT_EXPORT_REFUSED;
    switch (dat_recorded_load(store, &(struct dat_replay_def){.session = session}, &e->recorded, &d,
                              problem)) {
    case DAT_REPLAY_DONE:
        result = export_recorded(e, machine);
        break;
    case DAT_REPLAY_BAD_FILE:
        dat_problem_set(problem, "the session's exercise cannot be read any more: %s",
                        d.kept > 0 ? d.item[0].text : "out of memory");
        break;
    case DAT_REPLAY_DAMAGED:
        dat_problem_set(problem, "the record of session %" PRId64 " is damaged", session);
        break;
    case DAT_REPLAY_NO_SUCH:
        break;
    case DAT_REPLAY_FAILED:
        result = DAT_EXPORT_FAILED;
        break;
    }
    *logs = e->logs;
    if (e->practice.exercise != NULL)
        (void)dat_practice_finish(&e->practice, DAT_STOPPED, NULL);
    dat_recorded_finish(&e->recorded);
    free(e);
    return result;
}
