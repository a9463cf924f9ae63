#include "data/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/text.h"
#include "tests/near.h"

static const char *root(void) {
    const char *folder_of_sources = getenv("KRANICH_ROOT");
    return folder_of_sources != NULL ? folder_of_sources : ".";
}

// A folder for the files of the tests; "" until the first of them.
static char folder[64];

static void write_file(const char *name, const char *text, size_t size, char *path) {
    if (folder[0] == '\0') {
        memcpy(folder, "/tmp/kranich-check-XXXXXX", sizeof "/tmp/kranich-check-XXXXXX");
        assert_non_null(mkdtemp(folder));
    }
    (void)snprintf(path, 128, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

// Checks a file of that name and text: the kind, and the words of its first error (NULL: none).
static void checks(const char *name, const char *text, const char *kind, const char *words) {
    char path[128];
    struct dat_diagnostics d;
    write_file(name, text, strlen(text), path);
    const char *found = dat_check_file(path, NULL, &d);
    unlink(path);
    if (kind == NULL)
        assert_null(found);
    else
        assert_string_equal(found, kind);
    if (words == NULL) {
        assert_int_equal(d.errors, 0);
    } else {
        assert_true(d.errors > 0);
        if (strstr(d.item[0].text, words) == NULL)
            fail_msg("%s: '%s' lacks '%s'", name, d.item[0].text, words);
    }
}

static void tells_files_by_extension_and_content(void **state) {
    (void)state;
    checks("a.asc", "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 5\n1 1 1 1\n", "terrain",
           NULL);
    checks("a.ASC", "x", "terrain", "unknown key 'x'");
    checks("a.csv", "x;y;species;dbh_cm\n1;1;oak;20\n", "stand", NULL);
    checks("lying.csv", "kind;x;y;from_m\nhat;1;1;0\n", "logs and stumps", "hat");
    checks("b.csv", "x;y;width_m\n1;1;4\n9;9;4\n", "road", NULL);
    checks("c.csv", "x;y;width_m\n1;1;4\n", "road", "the number of points is 1");
    checks("d.csv", "a;b\n1;2\n", NULL,
           "one of the columns from_m (logs and stumps), species (stand)");
    checks("e.csv", "", NULL, "cannot tell what this table is");
    checks("f.yaml", "# nothing\n", NULL, "the file is empty");
    checks("f.yaml", "[1, 2]\n", NULL, "has no keys, expected one that tells its kind");
    checks("g.yaml", "tree: 1\n", NULL, "the file begins with 'tree', expected one of the keys");
    checks("h.yaml", "{kind: model, name: Empty}\n", "model", NULL);
    checks("i.yaml", "kind: model\rname: Empty\r", "model", NULL);
    checks("i.yaml", "kind: model\nname: Empty\nclass: harvester-20\n", "model",
           "there is no class 'harvester-20' in figures.yaml");
    checks("j.yaml", "{\"exercise\": 1}\n", "exercise", "missing key");
    checks("k.yaml", "kind: [\n", NULL, "");
    checks("a.xyz", "0 0 1\n1 0 1\n0 1 1\n1 1 1\n", "terrain", NULL);
    checks("l.yaml", "stand: natural\ndensity_per_ha: 0\n", "stand's recipe", "density_per_ha");
    checks("a.docx", "x", NULL, "expected a file name that ends in .asc, .xyz, .csv");
}

static void a_stand_is_described(void **state) {
    (void)state;
    char path[128], note[DAT_CHECK_NOTE];
    struct dat_diagnostics d;
    const char *trees = "x;y;species;dbh_cm\n0;0;oak;20\n50;0;oak;20\n50;40;oak;20\n0;40;oak;20\n";
    write_file("trees.csv", trees, strlen(trees), path);
    assert_string_equal(dat_check_file(path, note, &d), "stand");
    unlink(path);
    assert_non_null(strstr(note, "4 trees on 0.20 ha: 20 per ha, "));
    const char *points = "0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
    write_file("a.xyz", points, strlen(points), path);
    assert_non_null(dat_check_file(path, note, &d));
    unlink(path);
    assert_string_equal(note, "");
}

static void mesh_errors_have_a_line(void **state) {
    (void)state;
    const char *corners = "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r";
    checks("a.obj", corners, "mesh", NULL);
    char path[128];
    struct dat_diagnostics d;
    const char *flat = "v 0 0 0\nv 1 0 0\n# a line\nf 1 2 1\n";
    write_file("b.obj", flat, strlen(flat), path);
    (void)dat_check_file(path, NULL, &d);
    unlink(path);
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.item[0].line, 4);
    assert_non_null(strstr(d.item[0].text, "a triangle with an area"));
}

static void checks_a_table_against_the_terrain_beside_it(void **state) {
    (void)state;
    char terrain[128];
    const char *text = "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 5\n1 1 1 1\n";
    write_file("terrain.asc", text, strlen(text), terrain);
    checks("stand.csv", "x;y;species;dbh_cm\n1;1;oak;20\n", "stand", NULL);
    checks("stand.csv", "x;y;species;dbh_cm\n9;1;oak;20\n", "stand", "is off the terrain");
    checks("road.csv", "x;y;width_m\n1;1;4\n9;9;4\n", "road", "is off the terrain");
    const char *cells = "ncols 2\nnrows 2\nxllcorner -5\nyllcorner -5\ncellsize ";
    char soil[200];
    (void)snprintf(soil, sizeof soil, "%s10\n400 500 600 700\n", cells);
    checks("soil.asc", soil, "soil map", NULL);
    (void)snprintf(soil, sizeof soil, "%s1\n400 500 600 700\n", cells);
    checks("soil.asc", soil, "soil map",
           "the map lies from (-4.5, -4.5) to (-3.5, -3.5), expected it to cover the terrain from "
           "(0, 0) to (5, 5)");
    unlink(terrain);
}

static void checks_a_folder_as_a_site(void **state) {
    (void)state;
    char path[4096];
    struct dat_diagnostics d;
    (void)snprintf(path, sizeof path, "%s/data/library/sites/first-forest", getenv("KRANICH_ROOT"));
    assert_string_equal(dat_check_file(path, NULL, &d), "site");
    assert_int_equal(d.errors, 0);
    assert_null(dat_check_file("/tmp", NULL, &d));
    assert_non_null(strstr(d.item[0].text, "folder without terrain.asc"));
    assert_null(dat_check_file("/nowhere.asc", NULL, &d));
    assert_non_null(strstr(d.item[0].text, "No such file"));
}

// A fixed sequence, so that a failure can be repeated.
static unsigned next_number(unsigned *state) {
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

// Damages size bytes of text at one place in one of many ways; returns the new size. text has room
// for one byte more.
static size_t damage(char *text, size_t size, unsigned *seed) {
    static const char nasty[] = "\n\r;,\"-.eE#xn9\t \x01\x7f\x80\xff";
    const size_t at = next_number(seed) % size;
    switch (next_number(seed) % 5) {
    case 0: // cut off
        return at;
    case 1: // one byte replaced by a nasty one
        text[at] = nasty[next_number(seed) % (sizeof nasty - 1)];
        return size;
    case 2: // one byte of any kind
        text[at] = (char)(1 + next_number(seed) % 255);
        return size;
    case 3: // a piece missing
    {
        const size_t end = at + next_number(seed) % (size - at);
        memmove(text + at, text + end, size - end);
        return size - (end - at);
    }
    default: // a nasty byte put in
        memmove(text + at + 1, text + at, size - at);
        text[at] = nasty[next_number(seed) % (sizeof nasty - 1)];
        return size + 1;
    }
}

// A damaged file is read to the end or refused with a position in it.
static void survives_damage(const char *name, int times) {
    char source[4096];
    struct dat_diagnostics d;
    (void)snprintf(source, sizeof source, "%s/data/library/sites/first-forest/%s", root(), name);
    dat_diagnostics_init(&d, source, NULL);
    char *whole = dat_text_load(source, &d);
    assert_non_null(whole);
    const size_t size = strlen(whole);
    unsigned seed = 4711;
    int refused = 0;
    for (int i = 0; i < times; i++) {
        char *text = malloc(size + 2);
        assert_non_null(text);
        memcpy(text, whole, size);
        const size_t left = damage(text, size, &seed);
        char path[128];
        write_file(name, text, left, path);
        free(text);
        (void)dat_check_file(path, NULL, &d);
        unlink(path);
        refused += dat_diagnostics_ok(&d) ? 0 : 1;
        for (int k = 0; k < d.kept; k++) {
            assert_true(d.item[k].line >= 1 && d.item[k].column >= 1);
            assert_true(d.item[k].text[0] != '\0');
        }
    }
    free(whole);
    // A changed digit may still make a good file; a good part of the damage must not.
    assert_true(refused > times / 4);
}

static void damaged_files_do_no_harm(void **state) {
    (void)state;
    survives_damage("stand.csv", 400);
    survives_damage("road.csv", 400);
    survives_damage("terrain.asc", 60);
}

static int remove_the_folder(void **state) {
    (void)state;
    rmdir(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_files_by_extension_and_content),
        cmocka_unit_test(a_stand_is_described),
        cmocka_unit_test(mesh_errors_have_a_line),
        cmocka_unit_test(checks_a_table_against_the_terrain_beside_it),
        cmocka_unit_test(checks_a_folder_as_a_site),
        cmocka_unit_test(damaged_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, remove_the_folder);
}
