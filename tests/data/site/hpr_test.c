#include "data/site/hpr.h"

#include <math.h>
#include <stdlib.h>

#include "data/text/text.h"
#include "tests/data/bad_input.h"

#define ROOT_START                                                                                 \
    "<HarvestedProduction xmlns=\"urn:skogforsk:stanford2010\" diameterUnit=\"mm\" "               \
    "lengthUnit=\"cm\">\n"
#define GROUP                                                                                      \
    "<SpeciesGroupDefinition><SpeciesGroupName>GRAN</SpeciesGroupName>"                            \
    "<SpeciesGroupInfo>2</SpeciesGroupInfo><DBHHeight>120</DBHHeight>"                             \
    "<SpeciesGroupKey>7</SpeciesGroupKey></SpeciesGroupDefinition>\n"
#define HEAD "<?xml version=\"1.0\"?>\n" ROOT_START "<Machine>\n" GROUP // up to line 4
#define END "</Machine></HarvestedProduction>\n"
#define COORDINATES(receiver, latitude, longitude)                                                 \
    "<StemCoordinates receiverPosition=\"" receiver                                                \
    "\"><Latitude latitudeCategory=\"North\">" latitude                                            \
    "</Latitude><Longitude longitudeCategory=\"East\">" longitude "</Longitude></StemCoordinates>"
#define TIP COORDINATES("Crane tip position when felling the tree", "60.0", "10.8")
#define BASE COORDINATES("Base machine position", "60.0", "10.8")
#define STEM(key, group, places, body)                                                             \
    "<Stem><StemKey>" key "</StemKey><SpeciesGroupKey>" group "</SpeciesGroupKey>" places body     \
    "</Stem>\n"
#define FELLED "<SingleTreeFelledStem><DBH>200</DBH></SingleTreeFelledStem>"

static struct ter_stand read_stems(const char *text, const struct ter_ground *ground, int *crs) {
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.hpr", text);
    const bool ok = dat_read_hpr(text, ground, &stand, crs, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    return stand;
}

// A stem of an unknown group, one without a place and a second of the same key are left out.
static void bad_stems_are_skipped_with_a_count(void **state) {
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\"?>\n<!--bad_trees=skip-->" ROOT_START
        "<Machine>\n" GROUP STEM("1", "7", TIP, FELLED) STEM("2", "8", TIP, FELLED)
            STEM("3", "7", "", FELLED) STEM("1", "7", TIP, FELLED) END;
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.hpr", text);
    assert_true(dat_read_hpr(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.count, 1);
    assert_int_equal(d.warnings, 4);
    assert_string_equal(d.item[3].text, "3 of 4 trees are skipped");
    ter_stand_finish(&stand);
}

static void a_stem_becomes_a_marked_tree(void **state) {
    (void)state;
    struct ter_stand stand = read_stems(HEAD STEM("12", "7", TIP, FELLED) END, NULL, NULL);
    assert_int_equal(stand.count, 1);
    const struct ter_tree *tree = stand.trees;
    assert_string_equal(tree->id, "12");
    assert_int_equal(tree->species, TER_SPRUCE);
    assert_int_equal(tree->status, TER_TREE_MARKED);
    assert_near(tree->dbh, 0.2, 1e-12);
    assert_true(tree->height > 10.0 && tree->crown_base > 0.0); // from the height curve
    assert_true(fabs(tree->position.x) < 0.51 && fabs(tree->position.y) < 0.51);
    ter_stand_finish(&stand);
}

// The logs of a tree by the taper function, rounded like a machine's: 4 m each, from a cut at 0.1 m
// up to a top of 7 cm.
static void write_logs(char *text, size_t size, enum ter_species species, double dbh,
                       double height) {
    size_t used =
        (size_t)snprintf(text, size,
                         HEAD "<Stem><StemKey>1</StemKey><SpeciesGroupKey>7</SpeciesGroupKey>" TIP
                              "<SingleTreeProcessedStem><DBH>%.0f</DBH>",
                         1e3 * dbh);
    for (double at = 0.1; ter_species_diameter(species, dbh, height, at + 4.0) > 0.07; at += 4.0)
        used += (size_t)snprintf(
            text + used, size - used,
            "<Log><LogMeasurement><LogDiameter logDiameterCategory=\"Mid ob\">%.0f</LogDiameter>"
            "<LogDiameter logDiameterCategory=\"Top ob\">%.0f</LogDiameter>"
            "<LogDiameter logDiameterCategory=\"Top ub\">1</LogDiameter>"
            "<LogLength>400</LogLength></LogMeasurement></Log>",
            1e3 * ter_species_diameter(species, dbh, height, at + 2.0),
            1e3 * ter_species_diameter(species, dbh, height, at + 4.0));
    (void)snprintf(text + used, size - used, "</SingleTreeProcessedStem></Stem>" END);
}

static void the_height_follows_from_the_logs(void **state) {
    (void)state;
    static const struct {
        double dbh, height;
    } trees[] = {{0.18, 13.0}, {0.2, 22.0}, {0.3, 24.0}, {0.45, 33.0}};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        char text[8192];
        write_logs(text, sizeof text, TER_SPRUCE, trees[i].dbh, trees[i].height);
        struct ter_stand stand = read_stems(text, NULL, NULL);
        // 2 %: diameters in whole millimetres, and the pull of the usual height.
        assert_near(stand.trees->height, trees[i].height, 0.02 * trees[i].height);
        ter_stand_finish(&stand);
    }
}

static void ground_on_the_map_keeps_the_places(void **state) {
    (void)state;
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 11, 11, 0.0, 0.0, 10.0));
    // 60 N, 10.8 E is (600391.574, 6652777.035) in zone 32.
    ground.origin_x = 600300.0;
    ground.origin_y = 6652700.0;
    int crs = 0;
    struct ter_stand stand = read_stems(
        HEAD STEM("1", "7", TIP, FELLED) STEM("2", "7", BASE, FELLED) END, &ground, &crs);
    assert_int_equal(crs, 32632);
    const struct sim_vec3 p = stand.trees[0].position;
    assert_near(p.x, 91.574, 0.001);
    assert_near(p.y, 77.035, 0.001);
    // The second was measured in the same place and stands beside the first.
    const struct sim_vec3 q = stand.trees[1].position;
    assert_true(hypot(p.x - q.x, p.y - q.y) > 1.5 && hypot(p.x - q.x, p.y - q.y) < 4.0);
    ter_stand_finish(&stand);
    ter_ground_finish(&ground);
}

static void ground_of_its_own_gets_the_stems_in_its_middle(void **state) {
    (void)state;
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 11, 11, 0.0, 0.0, 10.0));
    struct ter_stand stand =
        read_stems(HEAD STEM("1", "7", COORDINATES("Other", "60.0", "10.8"), FELLED)
                       STEM("2", "7", COORDINATES("Other", "60.0003", "10.8"), FELLED) END,
                   &ground, NULL);
    const struct sim_vec3 p = stand.trees[0].position;
    const struct sim_vec3 q = stand.trees[1].position;
    assert_near(0.5 * (p.x + q.x), 50.0, 1.0);
    assert_near(0.5 * (p.y + q.y), 50.0, 1.0);
    assert_near(hypot(p.x - q.x, p.y - q.y), 33.42, 0.03); // 0.0003 degrees of latitude
    ter_stand_finish(&stand);
    ter_ground_finish(&ground);
}

static void many_stems_of_one_place_find_room(void **state) {
    (void)state;
    const int count = 300;
    char *text = malloc(200000);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, 200000, "%s", HEAD);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, 200000 - used, STEM("%d", "7", BASE, FELLED), i);
    (void)snprintf(text + used, 200000 - used, END);
    struct ter_stand stand = read_stems(text, NULL, NULL); // refuses overlaps
    assert_int_equal(stand.count, count);
    ter_stand_finish(&stand);
    free(text);
}

static void refuses(const char *text, int line, const char *words) {
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.hpr", text);
    assert_false(dat_read_hpr(text, NULL, &stand, NULL, &d));
    const struct bad_input row = {text, line, 0, words};
    if (words != NULL)
        assert_reported(&d, &row);
    assert_true(d.errors > 0);
}

static void mistakes_are_named_by_line(void **state) {
    (void)state;
    static const struct bad_input table[] = {
        {"", 1, 0, "well-formed"},
        {"x;y;species\n", 1, 0, "well-formed"},
        {HEAD END, 0, 0, "has no stems"},
        {"<a xmlns=\"urn:skogforsk:stanford2010\"/>", 1, 0, "expected 'HarvestedProduction'"},
        {"\n<HarvestedProduction xmlns=\"urn:x\"/>", 2, 0, "namespace is not StanForD 2010"},
        {"<HarvestedProduction/>", 1, 0, "namespace is not StanForD 2010"},
        {"<HarvestedProduction xmlns=\"urn:skogforsk:stanford2010\" diameterUnit=\"cm\"/>", 1, 0,
         "units are unknown"},
        {HEAD "<Stem/>" END, 5, 0, "'Stem' has no 'StemKey'"},
        {HEAD STEM("1", "8", TIP, FELLED) END, 5, 0, "unknown species group '8'"},
        {HEAD GROUP END, 5, 0, "duplicate species group '7'"},
        {HEAD STEM("1", "7", "", FELLED) END, 5, 0, "has no 'StemCoordinates'"},
        {HEAD STEM("1", "7", TIP, "") END, 5, 0, "has no 'SingleTreeProcessedStem'"},
        {HEAD STEM("1", "7", TIP, "<SingleTreeFelledStem><DBH>2e9</DBH></SingleTreeFelledStem>")
             END,
         5, 0, "'DBH' is '2e9', expected 10 to 2000"},
        {HEAD STEM("1", "7", COORDINATES("x", "91", "1"), FELLED) END, 5, 0, "'Latitude' is '91'"},
        {HEAD STEM("1", "7", COORDINATES("x", "nan", "1"), FELLED) END, 5, 0,
         "'Latitude' is 'nan'"},
        {HEAD STEM("1", "7", TIP, FELLED) "\n" STEM("1", "7", BASE, FELLED) END, 7, 1,
         "duplicate tree '1', the first is in line 5"},
        {HEAD STEM("1", "7", TIP,
                   "<SingleTreeProcessedStem><DBH>200</DBH><Log/>"
                   "</SingleTreeProcessedStem>") END,
         5, 0, "'Log' has no 'LogMeasurement'"},
        {HEAD STEM("&x;", "7", TIP, FELLED) END, 5, 0, "well-formed"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct ter_stand stand;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "t.hpr", table[i].text);
        assert_false(dat_read_hpr(table[i].text, NULL, &stand, NULL, &d));
        assert_reported(&d, &table[i]);
    }
}

static void entities_are_not_expanded(void **state) {
    (void)state;
    refuses("<?xml version=\"1.0\"?>\n<!DOCTYPE b [<!ENTITY a "
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\">\n"
            "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;\">\n"
            "<!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;\">]>\n" ROOT_START
            "&d;</HarvestedProduction>",
            2, "document type declaration is not allowed");
    refuses("<!DOCTYPE b SYSTEM \"file:///etc/passwd\">" ROOT_START "</HarvestedProduction>", 1,
            "document type declaration is not allowed");
}

static void a_file_cut_off_anywhere_is_refused(void **state) {
    (void)state;
    static const char whole[] = HEAD STEM("1", "7", TIP, FELLED) END;
    for (size_t n = 0; n < sizeof whole - 2; n++) { // all but the last line break
        char *text = strdup(whole);
        assert_non_null(text);
        text[n] = '\0';
        refuses(text, 0, NULL);
        free(text);
    }
}

static void a_huge_file_is_refused(void **state) {
    (void)state;
    const size_t size = 100u << 20;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, ' ', size);
    text[size] = '\0';
    refuses(text, 0, "is 100 MB long, expected at most 64 MB");
    free(text);
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, 1 << 20, "%s", HEAD "<Stem>");
    for (int i = 0; i < 100000; i++, used += 3)
        memcpy(text + used, "<a>", 3);
    refuses(text, 5, "well-formed");
    free(text);
}

// A file of a real machine, where the checkout has the reference material beside it.
static void a_real_file_has_all_its_stems(void **state) {
    (void)state;
    char path[4096];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path,
                   "%s/../shared/reference/stanford/HPR_V0300_TimberMaticH_020125_20210211.hpr",
                   root != NULL ? root : ".");
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    if (text == NULL)
        return;
    struct ter_stand stand = read_stems(text, NULL, NULL);
    assert_int_equal(stand.count, 31);
    int of_species[TER_SPECIES_COUNT] = {0};
    for (int i = 0; i < stand.count; i++) {
        of_species[stand.trees[i].species]++;
        assert_true(stand.trees[i].height >= 3.0 && stand.trees[i].height < 35.0);
    }
    assert_int_equal(of_species[TER_PINE] + of_species[TER_SPRUCE] + of_species[TER_BIRCH], 31);
    assert_true(of_species[TER_PINE] == 2 && of_species[TER_BIRCH] == 8);
    assert_near(stand.trees[3].dbh, 0.224, 1e-12);
    ter_stand_finish(&stand);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_stems_are_skipped_with_a_count),
        cmocka_unit_test(a_stem_becomes_a_marked_tree),
        cmocka_unit_test(the_height_follows_from_the_logs),
        cmocka_unit_test(ground_on_the_map_keeps_the_places),
        cmocka_unit_test(ground_of_its_own_gets_the_stems_in_its_middle),
        cmocka_unit_test(many_stems_of_one_place_find_room),
        cmocka_unit_test(mistakes_are_named_by_line),
        cmocka_unit_test(entities_are_not_expanded),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test(a_huge_file_is_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(a_real_file_has_all_its_stems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
