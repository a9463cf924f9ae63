#include "data/exercise/own_species.h"

#include <stdlib.h>

#include "data/exercise/replay.h"
#include "data/site/hpr_species.h"
#include "data/site/stand.h"
#include "data/text/text.h"
#include "terrain/branch.h"
#include "tests/near.h"
#include "tests/scratch.h"
#include "vehicles/computer/profile.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_forget_own_species();
    tests_scratch_remove(&scratch);
    return 0;
}

// Writes the shipped file of that name with other names, as species/FILE.
static void write_like(const char *shipped, const char *names, const char *file) {
    char path[4096], text[8192];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/species/%s.yaml", root != NULL ? root : ".",
                   shipped);
    dat_diagnostics_init(&d, path, NULL);
    char *whole = dat_text_load(path, &d);
    assert_non_null(whole);
    const char *rest = strstr(whole, "\npicture:");
    assert_non_null(rest);
    (void)snprintf(text, sizeof text, "%s%s", names, rest);
    free(whole);
    (void)mkdir(tests_scratch_path(&scratch, "species"), 0777);
    char place[64];
    (void)snprintf(place, sizeof place, "species/%.40s", file);
    tests_scratch_write(&scratch, place, text);
}

static void a_library_without_species_adds_none(void **state) {
    (void)state;
    struct dat_diagnostics d;
    assert_true(dat_add_own_species(scratch.folder, &d));
    assert_int_equal(ter_species_count(), TER_SPECIES_COUNT);
    assert_int_equal(dat_own_species()->count, 0);
}

static void a_name_that_is_taken_is_refused(void **state) {
    (void)state;
    struct dat_diagnostics d;
    write_like("pine", "species: spruce\nlatin_name: x\ncode: y", "wrong.yaml");
    assert_false(dat_add_own_species(scratch.folder, &d));
    assert_non_null(strstr(d.item[0].text, "'spruce' is the name of a species already"));
    assert_non_null(strstr(d.item[0].file, "species/wrong.yaml"));
    assert_int_equal(ter_species_count(), TER_SPECIES_COUNT);
}

// What the rest of the program asks of a species.
static void assert_grows(enum ter_species species) {
    const char *text = "x;y;species;dbh_cm\n1;1;larch;30\n";
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_stand(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.trees->species, species);
    const double height = stand.trees->height;
    assert_near(ter_species_diameter(species, 0.3, height, 6.0),
                ter_species_diameter(TER_PINE, 0.3, height, 6.0), 0.0);
    struct ter_stem stem = ter_stem_whole(species, 0.3, height, stand.trees->crown_base, 0.1);
    struct ter_branch_walk walk = ter_branches(&stem, 15.0, 20.0);
    struct ter_branch branch;
    assert_true(ter_branch_next(&walk, &branch));
    struct veh_stand_memory memory = {.stems = {0}};
    veh_stand_learn(&memory, species, 0.3, height);
    assert_int_equal(memory.stems[species], 1);
    ter_stand_finish(&stand);
}

static void a_file_adds_a_species(void **state) {
    (void)state;
    struct dat_diagnostics d;
    enum ter_species species;
    write_like("pine", "species: larch\nlatin_name: Larix decidua\ncode: Lae\nother_names: [lerk]",
               "larch.yaml");
    const bool ok = dat_add_own_species(scratch.folder, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(ter_species_count(), TER_SPECIES_COUNT + 1);
    assert_int_equal(dat_own_species()->count, 1);
    assert_true(ter_species_find("Larix Decidua", &species));
    assert_int_equal(species, TER_SPECIES_COUNT);
    assert_true(dat_hpr_find_species("LERK", "", &species));
    assert_int_equal(species, TER_SPECIES_COUNT);
    assert_grows(species);
}

// Three seconds beside two larch logs, recorded.
static int64_t record(struct dat_store *store) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    static const struct veh_controls hands_off;
    struct dat_diagnostics d;
    const bool loaded =
        dat_exercise_load(tests_scratch_path(&scratch, "e.yaml"), NULL, &exercise, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(loaded);
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, NULL));
    const int64_t id = dat_recorder_session(practice.recorder);
    for (int i = 0; i < 300; i++)
        dat_practice_step(&practice, &hands_off);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    return id;
}

// The files are numbered in the order of their names, so that a new one can come before another.
static void a_new_species_changes_no_replay(void **state) {
    (void)state;
    struct dat_diagnostics d;
    struct dat_replay replay;
    enum ter_species species;
    assert_int_equal(tests_scratch_link_library(&scratch), 0);
    tests_scratch_write(&scratch, "e.yaml",
                        "exercise: Try\nsite: library/sites/yard\n"
                        "machine: library/machines/forwarder.yaml\nstart: {position: [30, 30]}\n"
                        "logs: [{species: larch, length: 4, mid_diameter_cm: 20, "
                        "position: [42, 36], count: 2, spacing: 1}]\n");
    write_like("pine", "species: larch\nlatin_name: Larix decidua\ncode: Lae", "larch.yaml");
    assert_true(dat_add_own_species(scratch.folder, &d));
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    const struct dat_replay_def def = {.session = record(store)};
    dat_forget_own_species();
    write_like("oak", "species: alder\nlatin_name: Alnus\ncode: Rer", "alder.yaml");
    assert_true(dat_add_own_species(scratch.folder, &d));
    assert_true(ter_species_find("larch", &species));
    assert_int_equal(species, TER_SPECIES_COUNT + 1);
    assert_int_equal(dat_replay_run(store, &def, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_int_equal(replay.proved, 300);
    assert_int_equal(replay.session.changed.count, 0);
    assert_int_equal(ter_species_count(), TER_SPECIES_COUNT + 1); // no alder meanwhile
    dat_replay_finish(&replay);
    assert_true(ter_species_find("larch", &species));
    assert_int_equal(species, TER_SPECIES_COUNT + 1);
    assert_true(ter_species_find("alder", &species));
    assert_int_equal(species, TER_SPECIES_COUNT);
    dat_store_close(store);
}

// A machine's file of the same name is another file.
static void only_files_of_species_count(void **state) {
    (void)state;
    struct dat_diagnostics d;
    write_like("pine", "species: larch\nlatin_name: Larix decidua\ncode: Lae", "larch.yaml");
    assert_true(dat_add_own_species(scratch.folder, &d));
    static const char *const paths[] = {"machines/larch.yaml", "/x/myspecies/larch.yaml",
                                        "/old/species/larch.yaml"};
    for (int i = 0; i < 3; i++) {
        struct dat_source file = {.path = (char *)(uintptr_t)paths[i], .hash = 1};
        const struct dat_source_list list = {.items = &file, .count = 1};
        assert_true(dat_number_own_species(&list, false));
        assert_int_equal(ter_species_count(), TER_SPECIES_COUNT + (i == 2));
    }
    assert_true(dat_number_own_species(NULL, true));
}

static void there_is_room_for_a_few(void **state) {
    (void)state;
    struct dat_diagnostics d;
    const int more = TER_SPECIES_MAX - ter_species_count();
    for (int i = 0; i <= more; i++) {
        char names[80], file[20];
        (void)snprintf(names, sizeof names, "species: s%d\nlatin_name: l%d\ncode: c%d", i, i, i);
        (void)snprintf(file, sizeof file, "%d.yaml", i);
        write_like("oak", names, file);
    }
    assert_false(dat_add_own_species(scratch.folder, &d));
    assert_int_equal(ter_species_count(), TER_SPECIES_MAX);
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.item[0].text, "there are more than 12 species"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_library_without_species_adds_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_that_is_taken_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_adds_a_species, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_new_species_changes_no_replay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_files_of_species_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(there_is_room_for_a_few, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
