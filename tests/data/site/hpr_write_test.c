#include "data/site/hpr_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libxml/parser.h>

#include "data/site/hpr.h"
#include "data/site/xml_read.h"
#include "data/text/text.h"
#include "terrain/stem.h"
#include "tests/data/site/structure.h"
#include "tests/near.h"

enum { STEMS = 3, MAX_LOGS = 40 };

static const struct dat_hpr_stem stems[STEMS] = {
    {.species = TER_SPRUCE,
     .dbh = 0.312,
     .height = 25.4,
     .geo = {51.0, 9.0},
     .altitude = 312.4,
     .stand = {true, {51.00005, 9.0}, 312.0, 180.0, 359.6, 5.561},
     .date = "2024-05-17T09:31:00.000+00:00",
     .cut_begun = "2024-05-17T09:30:58.100+00:00"},
    {.species = TER_BIRCH,
     .dbh = 0.188,
     .height = 19.2,
     .geo = {51.0001, 9.0002},
     .altitude = 311.0,
     .date = "2024-05-17T09:33:00.000+00:00"},
    {.species = TER_SPRUCE,
     .dbh = 0.201,
     .height = 18.0,
     .geo = {51.0002, 9.0001},
     .altitude = 311.0,
     .date = "2024-05-17T09:35:00.000+00:00"},
};
static const struct veh_product saw_log = {
    .name = "saw log",
    .species = -1,
    .min_top = 0.18,
    .max_butt = 0.6,
    .window_low = 0.02,
    .window_high = 0.06,
    .diameter_count = 2,
    .length_count = 2,
    .diameter = {0.18, 0.24},
    .length = {4.9, 5.2},
    .cell = {{{.price = 80.0}, {.price = 82.0}},
             {{.price = 90.0}, {.price = 95.0, .target = 30.0, .colour = 5}}},
};
static const struct veh_product pulp = {
    .name = "pulp <&> \x01wood",
    .species = -1,
    .min_top = 0.08,
    .max_butt = 2.0,
    .window_low = -0.03,
    .window_high = 0.03,
    .diameter_count = 1,
    .length_count = 1,
    .diameter = {0.08},
    .length = {3.0},
};
static const struct dat_stanford_product products[] = {{&saw_log, TER_SPRUCE}, {&pulp, TER_BIRCH}};

// The first two stems are cut from 0.12 m upwards into logs with a top of 8 cm; the third is only
// felled.
struct made {
    struct dat_hpr hpr;
    struct dat_hpr_log logs[MAX_LOGS];
    double from[MAX_LOGS]; // [m] along the tree
};

static struct made *make(void) {
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->hpr =
        (struct dat_hpr){.common = {.program = "Kranich 0",
                                    .machine = "harvester",
                                    .trainee = "J\xc3\xb6rg",
                                    .object = "First harvest",
                                    .created = "2024-05-17T10:00:00.000+00:00",
                                    .start = "2024-05-17T09:30:00.000+00:00",
                                    .has_species = {[TER_SPRUCE] = true, [TER_BIRCH] = true},
                                    .products = products,
                                    .product_count = 2},
                         .stems = stems,
                         .stem_count = STEMS,
                         .logs = made->logs};
    for (int s = 0; s < 2; s++) {
        const double length = s == 0 ? 4.9 : 3.0;
        struct ter_stem rest =
            ter_stem_whole(stems[s].species, stems[s].dbh, stems[s].height, 8.0, 0.12);
        while (ter_stem_diameter(&rest, length) > 0.08) {
            struct ter_stem log;
            struct ter_stem upper;
            ter_stem_split(&rest, length, &log, &upper);
            made->from[made->hpr.log_count] = log.from;
            made->logs[made->hpr.log_count++] =
                (struct dat_hpr_log){.stem = s,
                                     .product = s,
                                     .length = length,
                                     .butt = ter_stem_diameter(&log, 0.0),
                                     .mid = ter_stem_diameter(&log, 0.5 * length),
                                     .top = ter_stem_diameter(&log, length),
                                     .volume = ter_stem_volume(&log, 0.0, length),
                                     .butt_found = s == 1,
                                     .place = {true, {51.00002, 9.0}, 311.2, 359.7},
                                     .stand = {true, {51.00005, 9.0}, 312.0, 180.0, 359.6, 5.561},
                                     .cut_begun = "2024-05-17T09:31:08.250+00:00",
                                     .cut_done = "2024-05-17T09:31:08.600+00:00"};
            rest = upper;
        }
    }
    made->logs[made->hpr.log_count - 1].product = -1;
    return made;
}

// The same, of stems that the head has held together and topped.
static struct made *make_bunch(struct dat_hpr_stem bunch[STEMS]) {
    struct made *made = make();
    for (int i = 0; i < STEMS; i++) {
        bunch[i] = stems[i];
        bunch[i].bunch = 7;
    }
    made->logs[made->hpr.log_count - 1].top_sawn = true;
    made->hpr.stems = bunch;
    return made;
}

// The text of the written file; the caller frees it.
static char *write_text(const struct dat_hpr *hpr) {
    char path[] = "/tmp/kranich-hpr-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct dat_problem problem = {""};
    assert_true(dat_hpr_write(hpr, path, &problem));
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    unlink(path);
    return text;
}

// The text of the quality control of made.
static char *write_control(const struct dat_hpr *hpr) {
    const char *path = "hpr_write_test.hqc";
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    assert_true(dat_hqc_write(hpr, path, &problem));
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    (void)remove(path);
    return text;
}

static xmlDocPtr parse(const char *text) {
    xmlDocPtr doc = xmlReadMemory(text, (int)strlen(text), NULL, NULL, XML_PARSE_NOBLANKS);
    assert_non_null(doc);
    return doc;
}

// ---- structure ----

static void check_structure(struct made *made) {
    made->hpr.session = 17;
    struct structure s = load_structure("hpr_structure.txt");
    char *text = write_text(&made->hpr);
    xmlDocPtr doc = parse(text);
    const xmlNode *root = xmlDocGetRootElement(doc);
    assert_true(has_name(&s, 0, (const char *)root->name));
    assert_string_equal((const char *)root->ns->href, DAT_STANFORD_NAMESPACE);
    check_element(&s, 0, root);
    assert_null(strchr(text, '\x01'));
    xmlFreeDoc(doc);
    free(text);
    free(s.text);
    free(made);
}

static void the_structure_is_that_of_real_files(void **state) {
    (void)state;
    struct dat_hpr_stem bunch[STEMS];
    check_structure(make());
    check_structure(make_bunch(bunch));
}

// ---- values ----

// The next element of that name in document order, below root.
static const xmlNode *next_named(const xmlNode *node, const char *name) {
    do {
        if (node->children != NULL) {
            node = node->children;
        } else {
            while (node != NULL && node->next == NULL)
                node = node->parent;
            node = node != NULL ? node->next : NULL;
        }
    } while (node != NULL && strcmp((const char *)node->name, name) != 0);
    return node;
}

static double value_of(const xmlNode *node) {
    xmlChar *content = xmlNodeGetContent(node);
    const double value = strtod((const char *)content, NULL);
    xmlFree(content);
    return value;
}

// Zacco's line for spruce, and the one for birch [m].
static double bark_of(enum ter_species species, double d) {
    return species == TER_SPRUCE ? 0.00455 + 0.0312 * d : 0.001631 + 0.079 * d;
}

// Volume [m^3] of a stretch of a tree by slices of 1 cm, under bark or over it.
static double geometric_volume(const struct dat_hpr_stem *stem, double from, double length,
                               bool under) {
    const int slices = (int)lround(100.0 * length);
    double sum = 0.0;
    for (int i = 0; i < slices; i++) {
        double d = ter_species_diameter(stem->species, stem->dbh, stem->height,
                                        from + (i + 0.5) * length / slices);
        if (under)
            d -= bark_of(stem->species, d);
        sum += 0.25 * acos(-1.0) * d * d * length / slices;
    }
    return sum;
}

static void volumes_are_those_of_the_stems(void **state) {
    (void)state;
    struct made *made = make();
    char *text = write_text(&made->hpr);
    xmlDocPtr doc = parse(text);
    const xmlNode *volume = xmlDocGetRootElement(doc);
    assert_true(made->hpr.log_count >= 6);
    for (int i = 0; i < made->hpr.log_count; i++) {
        const struct dat_hpr_log *log = &made->logs[i];
        const struct dat_hpr_stem *stem = &stems[log->stem];
        const double under = geometric_volume(stem, made->from[i], log->length, true);
        const double over = geometric_volume(stem, made->from[i], log->length, false);
        volume = next_named(volume, "LogVolume"); // the price's
        assert_near(value_of(volume), under, 0.01 * under);
        volume = next_named(volume, "LogVolume");
        assert_near(value_of(volume), over, 0.01 * over);
        volume = next_named(volume, "LogVolume");
        assert_near(value_of(volume), under, 0.01 * under);
    }
    assert_null(next_named(volume, "LogVolume"));
    xmlFreeDoc(doc);
    free(text);
    free(made);
}

// In both files the DBH is the diameter 1.2 m above the felling cut, on a high stump too.
static void dbh_counts_from_the_felling_cut(void **state) {
    (void)state;
    for (int high = 0; high < 2; high++) {
        struct made *made = make();
        const double cut = high ? 0.45 : 0.10;
        made->logs[0].butt = ter_species_diameter(TER_SPRUCE, stems[0].dbh, stems[0].height, cut);
        made->logs[0].measured_length = 4.9;
        const double expected =
            1e3 * ter_species_diameter(TER_SPRUCE, stems[0].dbh, stems[0].height, cut + 1.2);
        assert_true(!high || 1e3 * stems[0].dbh - expected > 2.0); // [mm] less than on a low one
        char *text[2] = {write_text(&made->hpr), write_control(&made->hpr)};
        for (int i = 0; i < 2; i++) {
            xmlDocPtr doc = parse(text[i]);
            const xmlNode *dbh = next_named(xmlDocGetRootElement(doc), "DBH");
            const xmlNode *reference = next_named(dbh, "ReferenceDiameter");
            assert_near(value_of(dbh), expected, 0.51); // whole millimetres
            assert_near(value_of(reference), expected, 0.51);
            const xmlNode *at = i == 0 ? next_named(dbh, "DiameterValue") : NULL;
            for (int k = 0; k < 12 && at != NULL; k++)
                at = next_named(at, "DiameterValue");
            assert_true(at == NULL || value_of(at) == value_of(dbh)); // position 120
            xmlFreeDoc(doc);
            free(text[i]);
        }
        free(made);
    }
}

static void check_round_trip(struct made *made) {
    char *text = write_text(&made->hpr);
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.hpr", text);
    const bool ok = dat_read_hpr(text, NULL, &stand, NULL, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(stand.count, STEMS);
    for (int i = 0; i < STEMS; i++) {
        const struct ter_tree *tree = &stand.trees[i];
        assert_int_equal(tree->species, stems[i].species);
        assert_near(tree->dbh, stems[i].dbh, 0.0011); // by a cut 2 cm higher than assumed
        if (i < 2)                                    // the third has no logs
            assert_near(tree->height, stems[i].height, 0.02 * stems[i].height);
        const struct dat_utm a = dat_utm_from_geo(32, stems[0].geo);
        const struct dat_utm b = dat_utm_from_geo(32, stems[i].geo);
        assert_near(tree->position.x - stand.trees[0].position.x, b.east - a.east, 0.005);
        assert_near(tree->position.y - stand.trees[0].position.y, b.north - a.north, 0.005);
    }
    ter_stand_finish(&stand);
    free(text);
    free(made);
}

static void what_is_written_can_be_read_as_a_stand(void **state) {
    (void)state;
    struct dat_hpr_stem bunch[STEMS];
    check_round_trip(make());
    check_round_trip(make_bunch(bunch));
}

static int count_words(const char *text, const char *words) {
    int n = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        n++;
    return n;
}

// Stems of a bunch share its key, and their volumes are estimates. They are not controlled.
static void stems_of_a_bunch_are_multi_tree_stems(void **state) {
    (void)state;
    struct dat_hpr_stem bunch[STEMS];
    struct made *made = make_bunch(bunch);
    bunch[0].bunch = 0;
    made->logs[0].measured_length = 4.91;
    made->logs[made->hpr.log_count - 1].measured_length = 3.01;
    char *text = write_text(&made->hpr);
    assert_int_equal(count_words(text, ">SingleTreeProcessing<"), 1);
    assert_int_equal(count_words(text, ">MultiTreeProcessing<"), 1);
    assert_int_equal(count_words(text, ">MultiTreeFelling<"), 1);
    assert_int_equal(count_words(text, "<StemBunchKey>7<"), 2);
    assert_int_equal(count_words(text, "<StemDiameters "), 1);
    int count = 0;
    for (int i = 0; i < made->hpr.log_count; i++)
        count += made->logs[i].stem == 1;
    assert_int_equal(count_words(text, "\"m3sobEstimated\""),
                     count + 1); // and of the stem without logs
    assert_int_equal(count_words(text, "\"m3subEstimated\""),
                     count + 1); // and of the stem without logs
    assert_int_equal(count_words(text, "\"m3 (price)\""), made->hpr.log_count - count);
    free(text);
    text = write_control(&made->hpr);
    assert_int_equal(count_words(text, "<Stem>"), 1);
    free(text);
    free(made);
}

// Of the third stem, which gave no logs: all of its wood above a cut at 10 cm.
static void a_stem_without_logs_has_an_estimate(void **state) {
    (void)state;
    struct made *made = make();
    made->hpr.session = 17;
    char *text = write_text(&made->hpr);
    xmlDocPtr doc = parse(text);
    const xmlNode *over = next_named(xmlDocGetRootElement(doc), "StemVolume");
    const xmlNode *under = next_named(over, "StemVolume");
    const double volume = geometric_volume(&stems[2], 0.1, stems[2].height - 0.1, false);
    assert_near(value_of(over), volume, 0.01 * volume);
    assert_near(value_of(under), geometric_volume(&stems[2], 0.1, stems[2].height - 0.1, true),
                0.01 * volume);
    assert_null(next_named(under, "StemVolume"));
    assert_int_equal(count_words(text, "<SessionId>17<"), STEMS);
    xmlFreeDoc(doc);
    free(text);
    free(made);
}

static void a_log_says_whether_the_top_saw_has_cut_it(void **state) {
    (void)state;
    struct made *made = make();
    made->logs[1].top_sawn = true;
    char *text = write_text(&made->hpr);
    assert_int_equal(count_words(text, "<TopSawing>false<"), made->hpr.log_count - 1);
    assert_int_equal(count_words(text, "<TopSawing>true<"), 1);
    const char *second = strstr(text, "<LogKey>2<");
    assert_non_null(second);
    assert_true(strstr(second, "<TopSawing>true<") < strstr(second, "<LogKey>3<"));
    free(text);
    free(made);
}

// Of the first stem, whose second log begins 4.9 m above the felling cut; the second has no start
// of its felling cut.
static void cuts_have_their_times(void **state) {
    (void)state;
    struct made *made = make();
    char *text = write_text(&made->hpr);
    const char *first = strstr(text, "<FellCutStartTime>2024-05-17T09:30:58.100+00:00<");
    assert_non_null(first);
    assert_non_null(strstr(first, "<FellCutEndTime>2024-05-17T09:31:00.000+00:00<"));
    assert_null(strstr(first + 1, "<FellCutStartTime>"));
    assert_non_null(strstr(text, "<CuttingStartTime>2024-05-17T09:31:08.250+00:00<"));
    assert_non_null(strstr(text, "<CuttingEndTime>2024-05-17T09:31:08.600+00:00<"));
    const char *butt = strstr(text, "<StartPos>0<");
    assert_non_null(butt);
    assert_non_null(strstr(butt, "<StartPos>490<"));
    free(text);
    for (int i = 0; i < made->hpr.log_count; i++)
        made->logs[i].cut_begun[0] = '\0';
    text = write_text(&made->hpr);
    assert_null(strstr(text, "CuttingStartTime"));
    free(text);
    free(made);
}

static void measured_lengths_and_diameters_are_those_of_the_machine(void **state) {
    (void)state;
    struct made *made = make();
    made->logs[0].measured_length = 5.03;
    made->logs[0].measured_top = 0.251;
    char *text = write_text(&made->hpr);
    assert_non_null(strstr(text, "<LogLength>503</LogLength>"));
    assert_non_null(strstr(text, "\"Top ob\">251<"));
    // The next log's large end is where the machine has measured it.
    assert_non_null(strstr(text, "\"Butt ob\">251<"));
    // Others are as they are.
    assert_non_null(strstr(text, "<LogLength>490</LogLength>"));
    free(text);
    free(made);
}

// [mm] of the first stem's StemDiameters at that place [cm].
static double profile_at(const char *text, int place) {
    char words[80];
    (void)snprintf(words, sizeof words,
                   "diameterPosition=\"%d\" diameterMeasurementCategory=\"Average\">", place);
    const char *at = strstr(text, words);
    assert_non_null(at);
    return atof(at + strlen(words));
}

// A head that feels everything 4 % too thick from the middle of the first log on, and breast height
// 2 %: DBH and profile are what it has felt, not what the stem is, and so is the butt.
static void the_profile_is_that_of_the_machine(void **state) {
    (void)state;
    struct made *made = make();
    struct dat_hpr_stem own[STEMS];
    char *exact = write_text(&made->hpr);
    memcpy(own, stems, sizeof own);
    own[0].measured_dbh = 1.02e-3 * profile_at(exact, 120);
    made->hpr.stems = own;
    for (int i = 0; i < made->hpr.log_count && made->logs[i].stem == 0; i++) {
        struct dat_hpr_log *log = &made->logs[i];
        log->measured_length = log->length;
        log->measured_mid = 1.04 * log->mid;
        log->measured_top = 1.04 * log->top;
    }
    char *text = write_text(&made->hpr);
    char words[64];
    (void)snprintf(words, sizeof words, "<DBH>%.0f<", 1e3 * own[0].measured_dbh);
    assert_non_null(strstr(text, words));
    (void)snprintf(words, sizeof words, "\"Butt ob\">%.0f<", profile_at(text, 0));
    assert_non_null(strstr(text, words));
    for (int place = 0; place <= 120; place += 40)
        assert_near(profile_at(text, place) / profile_at(exact, place), 1.02, 0.006);
    for (int place = 250; place < 1200; place += 100)
        assert_near(profile_at(text, place) / profile_at(exact, place), 1.04, 0.006); // whole mm
    free(exact);
    free(text);
    free(made);
}

// One StemGrade per stretch, the first at the butt, as in real files.
static void grades_are_written_from_the_felling_cut(void **state) {
    (void)state;
    struct made *made = make();
    struct dat_hpr_stem graded[STEMS];
    memcpy(graded, stems, sizeof graded);
    graded[0].grade[0] = (struct dat_hpr_grade){.from = 0.0, .grade = 4};
    graded[0].grade[1] = (struct dat_hpr_grade){.from = 3.04, .grade = 1};
    graded[0].grade_count = 2;
    graded[1].grade[0] = (struct dat_hpr_grade){.from = 10.4, .grade = 7};
    graded[1].grade_count = 1;
    made->hpr.stems = graded;
    char *text = write_text(&made->hpr);
    assert_non_null(strstr(text, "gradeStartPosition=\"0\">4<"));
    assert_non_null(strstr(text, "gradeStartPosition=\"304\">1<"));
    const char *second = strstr(text, "gradeStartPosition=\"1040\">7<");
    assert_non_null(second);
    assert_non_null(strstr(text, "gradeStartPosition=\"0\">1<"));
    free(text);
    free(made);
}

// The elements' names from the parent's first child on, with a space after each.
static const char *children(const xmlNode *parent, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (const xmlNode *node = parent->children; node != NULL && used < size; node = node->next)
        used += (size_t)snprintf(text + used, size - used, "%s ", (const char *)node->name);
    return text;
}

// The order of files of a Ponsse Opti4G 4.785, of a TimbermaticH 2.1.25 and of a Forester H70 1.4.
static void the_order_of_a_quality_control_is_that_of_real_files(void **state) {
    (void)state;
    struct made *made = make();
    char names[1024];
    made->logs[0].measured_length = 4.91;
    char *text = write_control(&made->hpr);
    xmlDocPtr doc = parse(text);
    const xmlNode *root = xmlDocGetRootElement(doc);
    assert_string_equal(children(root, names, sizeof names),
                        "HarvestingQualityControlHeader Machine ");
    const xmlNode *control = next_named(root, "ControlValues");
    const xmlNode *group = next_named(root, "SpeciesGroupDefinition");
    assert_string_equal((const char *)group->parent->name, "Machine");
    assert_ptr_equal(control->parent, group->parent);
    assert_null(control->next);
    assert_string_equal(children(control, names, sizeof names),
                        "ProductDefinition ProductDefinition ProductDefinition ObjectDefinition "
                        "ControlStemSettings ControlStemSettings Stem ");
    assert_string_equal(children(next_named(control, "ControlStemSettings"), names, sizeof names),
                        "RandomFrequency RandomFrequencyCategory RandomMINDBH RandomMINLength "
                        "RandomLogNotification RandomStartTime RandomEndTime "
                        "RandomSettingDateTime SpeciesGroupUserID ProcessingCategory ");
    const xmlNode *stem = next_named(control, "Stem");
    assert_string_equal(children(stem, names, sizeof names),
                        "StemKey ObjectKey SubObjectKey SpeciesGroupKey OperatorKey HarvestDate "
                        "StemNumber ProcessingCategory StemCoordinates "
                        "ControlMeasurementDefinition ControlStemInfo SingleTreeProcessedStem ");
    assert_string_equal(children(next_named(stem, "ControlStemInfo"), names, sizeof names),
                        "RandomControlStemRejectedReason RandomControlStemMeasurementMode "
                        "RandomControlStemSelection ");
    const xmlNode *log = next_named(stem, "Log");
    assert_string_equal(children(log, names, sizeof names),
                        "LogKey ProductKey LogVolume CuttingCategory LogMeasurement LogMeasurement "
                        "CalibrationUseLog ");
    assert_string_equal(children(next_named(log, "LogMeasurement"), names, sizeof names),
                        "LogDiameter LogLength MeasurementDate ");
    xmlChar *who =
        xmlGetProp((xmlNode *)(uintptr_t)next_named(stem, "ControlMeasurementDefinition"),
                   (const xmlChar *)"logMeasurementCategory");
    assert_string_equal((const char *)who, "Operator");
    xmlFree(who);
    xmlFreeDoc(doc);
    free(text);
    free(made);
}

// Two calibrations: both are told, the newest first, each as what it has changed, as these machines
// do; a log that the operator has measured again is told with what the caliper has found.
static void a_quality_control_has_the_history_of_calibration(void **state) {
    (void)state;
    static const struct dat_hpr_calibration calibrations[2] = {
        {.date = "2024-05-17T09:40:00.000+00:00",
         .add = {.length = 0.012, .scale = 0.002, .diameter = {0, -0.004, -0.005, 0, 0}},
         .logs = 4},
        {.date = "2024-05-17T09:50:00.000+00:00",
         .add = {.length = 0.010, .scale = 0.003, .diameter = {0, -0.003, -0.005, 0, 0.001}},
         .logs = 9}};
    struct dat_hpr_stem checked[STEMS];
    struct made *made = make();
    memcpy(checked, stems, sizeof checked);
    checked[0].random = true;
    made->hpr.stems = checked;
    made->hpr.calibrations = calibrations;
    made->hpr.calibration_count = 2;
    made->logs[0].measured_length = 4.91;
    made->logs[0].measured_mid = 0.25;
    made->logs[0].checked_length = 4.93;
    made->logs[0].checked_mid = 0.244;
    made->logs[0].checked_top = 0.211;
    (void)snprintf(made->logs[0].checked_at, DAT_STANFORD_DATE, "2024-05-17T09:39:00.000+00:00");
    char *text = write_control(&made->hpr), names[1024];
    xmlDocPtr doc = parse(text);
    const xmlNode *values = next_named(xmlDocGetRootElement(doc), "CalibrationValues");
    assert_string_equal((const char *)values->prev->name, "ControlValues");
    assert_string_equal(
        children(values, names, sizeof names),
        "DiameterCalibration DiameterCalibration LengthCalibration LengthCalibration ");
    assert_string_equal(children(next_named(values, "DiameterCalibration"), names, sizeof names),
                        "SpeciesGroupUserID OperatorKey CalibrationDate DiameterCalibrationReason "
                        "DiameterCalibrationDescription DiameterCalibrationAdjustment "
                        "DiameterCalibrationAdjustment DiameterCalibrationAdjustment "
                        "DiameterCalibrationAdjustment DiameterCalibrationAdjustment ");
    const char *newest = strstr(text, "<CalibrationDate>2024-05-17T09:50");
    assert_true(newest != NULL && newest < strstr(text, "<CalibrationDate>2024-05-17T09:40"));
    assert_non_null(strstr(newest, "diameterCalibrationPosition=\"200\">1.0<"));
    const char *lengths = strstr(text, "<LengthCalibration>");
    // 10 mm and 3 mm/m instead of 12 and 2: 1 mm more at 3 m, 3 mm at 5 m.
    const char *now = strstr(lengths, "lengthCalibrationPosition=\"300\">1.0<");
    assert_true(now != NULL && now < strstr(lengths, "lengthCalibrationPosition=\"500\">3.0<"));
    assert_non_null(strstr(now, "lengthCalibrationPosition=\"500\">22.0<")); // of the first
    assert_non_null(strstr(text, ">Randomly selected stem<"));
    assert_non_null(strstr(text, "<LogLength>493<"));
    assert_non_null(strstr(text, "<MeasurementDate>2024-05-17T09:39:00.000+00:00<"));
    assert_non_null(strstr(text, "diameterPosition=\"247\""));
    assert_int_equal(count_words(text, "<CalibrationUseLog>true<"), 1);
    xmlFreeDoc(doc);
    free(text);
    free(made);
}

// The logs that the machine has measured, by both.
static void a_quality_control_has_machine_and_caliper(void **state) {
    (void)state;
    struct made *made = make();
    made->logs[1].measured_length = 4.91;
    made->logs[1].measured_top = 0.2;
    char *text = write_control(&made->hpr);
    xmlDocPtr doc = parse(text);
    const xmlNode *root = xmlDocGetRootElement(doc);
    assert_string_equal((const char *)root->name, "HarvestingQualityControl");
    const xmlNode *stem = next_named(root, "Stem");
    assert_null(next_named(next_named(stem, "StemKey"), "StemKey")); // the others were not measured
    const xmlNode *log = next_named(stem, "Log");
    assert_near(value_of(next_named(log, "LogKey")), 2.0, 0.0);
    const xmlNode *machine = next_named(log, "LogMeasurement");
    const xmlNode *caliper = next_named(machine, "LogMeasurement");
    assert_near(value_of(next_named(machine, "LogDiameter")), 200.0, 0.0);
    assert_near(value_of(next_named(machine, "LogLength")), 491.0, 0.0);
    assert_near(value_of(next_named(caliper, "LogDiameter")), 1e3 * made->logs[1].top, 0.5);
    assert_near(value_of(next_named(caliper, "LogLength")), 490.0, 0.0);
    assert_null(next_named(caliper, "Log"));
    xmlFreeDoc(doc);
    free(text);
    free(made);
}

static void a_place_that_cannot_be_written_is_named(void **state) {
    (void)state;
    struct made *made = make();
    struct dat_problem problem = {""};
    assert_false(dat_hpr_write(&made->hpr, "/nonexistent/a.hpr", &problem));
    assert_non_null(strstr(problem.text, "/nonexistent/a.hpr"));
    free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_structure_is_that_of_real_files),
        cmocka_unit_test(volumes_are_those_of_the_stems),
        cmocka_unit_test(dbh_counts_from_the_felling_cut),
        cmocka_unit_test(what_is_written_can_be_read_as_a_stand),
        cmocka_unit_test(stems_of_a_bunch_are_multi_tree_stems),
        cmocka_unit_test(a_stem_without_logs_has_an_estimate),
        cmocka_unit_test(a_log_says_whether_the_top_saw_has_cut_it),
        cmocka_unit_test(cuts_have_their_times),
        cmocka_unit_test(the_profile_is_that_of_the_machine),
        cmocka_unit_test(measured_lengths_and_diameters_are_those_of_the_machine),
        cmocka_unit_test(grades_are_written_from_the_felling_cut),
        cmocka_unit_test(the_order_of_a_quality_control_is_that_of_real_files),
        cmocka_unit_test(a_quality_control_has_the_history_of_calibration),
        cmocka_unit_test(a_quality_control_has_machine_and_caliper),
        cmocka_unit_test(a_place_that_cannot_be_written_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
