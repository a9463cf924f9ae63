#include "data/site/species.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/text.h"
#include "tests/data/bad_input.h"

static char *load(const char *name) {
    char path[4096];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/species/%s.yaml", root != NULL ? root : ".",
                   name);
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    return text;
}

static void assert_same_branches(const struct ter_branching *a, const struct ter_branching *b) {
    assert_near(a->spacing, b->spacing, 0.0);
    assert_int_equal(a->per_whorl, b->per_whorl);
    assert_int_equal(a->between, b->between);
    assert_true(a->whorled == b->whorled);
    assert_near(a->thickest[0], b->thickest[0], 0.0);
    assert_near(a->thickest[1], b->thickest[1], 0.0);
    assert_near(a->angle, b->angle, 0.0);
    assert_near(a->dead, b->dead, 0.0);
    assert_near(a->toughness, b->toughness, 0.0);
}

// The script that compiles the shipped files in, and the reader, agree on every bit.
static void the_species_that_ship_are_those_of_their_files(void **state) {
    (void)state;
    static const char *const names[TER_SPECIES_COUNT] = {"spruce",      "pine",  "birch",
                                                         "douglas-fir", "beech", "oak"};
    for (int i = 0; i < TER_SPECIES_COUNT; i++) {
        struct ter_species_def def;
        struct dat_diagnostics d;
        char *text = load(names[i]);
        dat_diagnostics_init(&d, names[i], text);
        const bool ok = dat_read_species(text, names[i], &def, &d);
        dat_diagnostics_print(&d, stderr);
        assert_true(ok);
        const struct ter_species_def *table = ter_species_def((enum ter_species)i);
        assert_memory_equal(&def, table, offsetof(struct ter_species_def, branches));
        assert_same_branches(&def.branches, &table->branches);
        free(text);
    }
}

// Replaces the line of the spruce that begins with the key. Returns its number.
static int change(const char *key, const char *line, char *changed, size_t size) {
    char *text = load("spruce");
    int number = 0, found = 0;
    size_t used = 0;
    for (char *at = text, *end = strchr(at, '\n'); end != NULL; end = strchr(at, '\n')) {
        *end = '\0';
        number++;
        const bool is_key = strncmp(at, key, strlen(key)) == 0 && at[strlen(key)] == ':';
        found = is_key ? number : found;
        used += (size_t)snprintf(changed + used, size - used, "%s\n", is_key ? line : at);
        at = end + 1;
    }
    assert_true(found > 0);
    free(text);
    return found;
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *key, *line;
        int column;
        const char *words;
    } table[] = {
        {"code", "code: Fichtengr", 7, "'Fichtengr' has 9 bytes, expected 1 to 7"},
        {"taper", "taper: kozak", 8, "laasasenaho"},
        {"taper_coefficients", "taper_coefficients: [[1, 2, 3]]", 23,
         "a row of 'taper_coefficients' has numbers: 3, expected 8"},
        {"taper_coefficients", "taper_coefficients: [[1, 2], [3, 4]]", 1,
         "'taper_coefficients' has rows: 2, expected 1"},
        {"bark", "bark: [-0.1, 0]", 8, "0"},
        {"green_density", "green_density: 82", 16, "300"},
        {"crown_mass", "crown_mass: [[1, 2, 3, 4, 5]]", 1, "'crown_mass' has rows: 1, expected 2"},
        {"drag", "drog: [1, 2]", 1, "drag"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[4096];
        struct ter_species_def def;
        struct dat_diagnostics d;
        const int line = change(table[i].key, table[i].line, text, sizeof text);
        dat_diagnostics_init(&d, "t.yaml", text);
        assert_false(dat_read_species(text, "t.yaml", &def, &d));
        const struct bad_input row = {text, line, table[i].column, table[i].words};
        assert_reported(&d, &row);
    }
}

// Reports of what is wrong with the species as a whole.
static void assert_refused(const char *key, const char *line, const char *words) {
    char text[4096];
    struct ter_species_def def;
    struct dat_diagnostics d;
    (void)change(key, line, text, sizeof text);
    dat_diagnostics_init(&d, "t.yaml", text);
    assert_false(dat_read_species(text, "t.yaml", &def, &d));
    assert_non_null(strstr(d.item[0].text, words));
}

static void species_that_cannot_grow_are_refused(void **state) {
    (void)state;
    assert_refused("taper_coefficients", "taper_coefficients: [[0, 0, 0, 0, 0, 0, 0, 0]]",
                   "does not get thinner from stump to tip");
    assert_refused("taper_coefficients", "taper_coefficients: [[1, 0, 0, 0, 0, 0, 0, -3]]",
                   "does not get thinner from stump to tip");
    assert_refused("bark", "bark: [0.1, 0.1]", "the bark takes more than half");
    assert_refused("top_heights", "top_heights: [[20, 18, 22, 24]]", "do not rise with the age");
    assert_refused("crown_mass", "# none", "either 'crown_mass' or 'crown_share'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_species_that_ship_are_those_of_their_files),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(species_that_cannot_grow_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
