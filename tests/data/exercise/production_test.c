#include "data/exercise/production.h"

#include <math.h>
#include <stdlib.h>

#include "data/exercise/exercise.h"
#include "data/record/recorder.h"
#include "data/site/hpr.h"
#include "data/site/utm.h"
#include "tests/scratch_store.h"

static struct tests_scratch scratch;
static struct dat_store *store;
static const char *log_event; // detail of the event with which logs are cut; NULL: there is none

static const char *scenario_path(char path[512]) {
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, 512, "%s/data/library/exercises/first-harvest.yaml",
                   root != NULL ? root : ".");
    return path;
}

// An event, one a step; kind NULL ends a list of them.
struct told {
    const char *kind, *detail;
};

#define FELLED                                                                                     \
    {"tree_felled", "{\"tree\":\"2\",\"stem\":2}"},                                                \
        {"tree_felled", "{\"tree\":\"1\",\"stem\":1}"}, {                                          \
        "tree_felled", "{\"stem\":9}"                                                              \
    }
#define BUNCHED                                                                                    \
    {"stem_bunched", "{\"tree\":\"2\",\"bunch\":3,\"stems\":2}"}, {                                \
        "stem_bunched", "{\"tree\":\"1\",\"bunch\":3,\"stems\":2}"                                 \
    }
static const struct told standing[] = {{NULL, NULL}};
static const struct told felled[] = {FELLED, {NULL, NULL}};
static const struct told bunched[] = {
    FELLED, BUNCHED, {"stem_topped", "{\"tree\":\"1\",\"length_m\":9.8}"}, {NULL, NULL}};
static const struct told laid_down[] = {FELLED,
                                        BUNCHED,
                                        {"stem_released", "{\"tree\":\"2\"}"},
                                        {"stem_released", "{\"tree\":\"1\"}"},
                                        {NULL, NULL}};

// A session of the exercise with these events, in which then three logs are cut: two of tree 1, the
// second by hand, and one of no tree. other: that file was another then; 0: none was.
static int64_t record_of(const char *path, const struct told *told, int other) {
    struct dat_exercise exercise;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    const bool loaded = dat_exercise_load(path, NULL, &exercise, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(loaded);
    const char *const names[] = {"drive"};
    exercise.sources.items[other].hash += other > 0 ? 1 : 0;
    const struct dat_recording_def def = {.trainee = "Anna",
                                          .exercise = exercise.name,
                                          .scenario_file = exercise.sources.items[0].path,
                                          .scenario_hash = exercise.sources.items[0].hash,
                                          .machine = "harvester",
                                          .files = &exercise.sources,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    const double input = 0.0;
    dat_recorder_step(recorder, &input);
    for (; told->kind != NULL; told++) {
        dat_recorder_event(recorder, told->kind, told->detail);
        dat_recorder_step(recorder, &input);
    }
    struct dat_log log = {.species = "spruce",
                          .assortment = "saw log",
                          .tree = "1",
                          .length = 4.9,
                          .target_length = 4.9,
                          .top_diameter = 0.24,
                          .mid_diameter = 0.266,
                          .butt_diameter = 0.39,
                          .volume = 0.29};
    dat_recorder_log(recorder, &log);
    dat_recorder_event(recorder, "log_measured",
                       "{\"tree\":\"1\",\"measured_length_m\":4.87,\"measured_top_m\":0.243}");
    if (log_event != NULL)
        dat_recorder_event(recorder, "log_cut", log_event);
    log.assortment[0] = '\0';
    dat_recorder_log(recorder, &log);
    log.tree[0] = '\0';
    dat_recorder_log(recorder, &log);
    const int64_t id = dat_recorder_session(recorder);
    const struct dat_recording_end end = {.outcome = DAT_PASSED,
                                          .result = "{\"driven_m\":31.0,\"fuel_l\":0.5}"};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_exercise_finish(&exercise);
    return id;
}

static int64_t record(const struct told *told, int other) {
    char path[512];
    return record_of(scenario_path(path), told, other);
}

static enum dat_production_result write_message(int64_t id, enum dat_production_message message,
                                                const char *path, int *left_out,
                                                struct dat_problem *problem) {
    struct dat_session_info info = {0};
    assert_true(dat_store_session(store, id, &info, problem));
    const enum dat_production_result result =
        dat_production_write(store, &info, message, path, left_out, problem);
    dat_session_info_finish(&info);
    return result;
}

static enum dat_production_result write_session(int64_t id, const char *path, int *left_out,
                                                struct dat_problem *problem) {
    return write_message(id, DAT_MESSAGE_HPR, path, left_out, problem);
}

static int count(const char *text, const char *words) {
    int n = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        n++;
    return n;
}

static void a_session_becomes_a_file(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record(felled, 0);
    const char *path = tests_scratch_path(&scratch, "a.hpr");
    assert_int_equal(write_session(id, path, &left_out, &problem), DAT_PRODUCTION_WRITTEN);
    assert_int_equal(left_out, 1);
    char *text = tests_scratch_read(&scratch, "a.hpr");
    assert_int_equal(count(text, "<Stem>"), 2);
    assert_int_equal(count(text, "<Log>"), 2);
    assert_int_equal(count(text, "SingleTreeFelling"), 1);
    assert_int_equal(count(text, ">Automatic<"), 1);
    assert_int_equal(count(text, "<ProductKey>999999<"), 2); // its definition and a log
    assert_non_null(strstr(text, "<FirstName>Anna</FirstName>"));
    assert_non_null(strstr(text, "<ObjectName>First harvest</ObjectName>"));
    assert_non_null(strstr(text, "<ProductName>saw log</ProductName>"));
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.hpr", text);
    assert_true(dat_read_hpr(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.count, 2);
    // Tree 1 of the shipped site, cut at the ground: its DBH is then taken 10 cm lower.
    assert_near(stand.trees[1].dbh, 0.281, 0.002);
    ter_stand_finish(&stand);
    free(text);
}

// The text of the production of a session with these events; the caller frees it.
static char *production_of(const struct told *told) {
    int left_out = 0;
    struct dat_problem problem = {""};
    const char *path = tests_scratch_path(&scratch, "d.hpr");
    assert_int_equal(write_session(record(told, 0), path, &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    return tests_scratch_read(&scratch, "d.hpr");
}

// Of the second in which the element's time lies.
static int milliseconds(const char *text, const char *element) {
    const char *at = strstr(text, element);
    assert_non_null(at);
    return atoi(strchr(at, '.') + 1);
}

// A step is 10 ms; the logs are cut in the step after the last event.
static void cuts_have_the_times_of_the_record(void **state) {
    (void)state;
    static const struct told told[] = {{"saw_started", "{\"stem\":1,\"top\":0}"},
                                       {"tree_felled", "{\"tree\":\"1\",\"stem\":1}"},
                                       {"tree_felled", "{\"tree\":\"2\",\"stem\":2}"},
                                       {"saw_started", "{\"stem\":1,\"top\":0}"},
                                       {"saw_stalled", "{\"stem\":1,\"top\":0}"},
                                       {"saw_started", "{\"stem\":1,\"top\":0}"},
                                       {NULL, NULL}};
    char *text = production_of(told);
    assert_int_equal(count(text, "<FellCutStartTime>"), 1);
    const int felling = milliseconds(text, "<FellCutStartTime>");
    assert_int_equal((milliseconds(text, "<FellCutEndTime>") - felling + 1000) % 1000, 10);
    // The second log was cut in the same step, without another start of the saw.
    assert_int_equal(count(text, "<CuttingStartTime>"), 1);
    assert_int_equal((milliseconds(text, "<CuttingStartTime>") - felling + 1000) % 1000, 50);
    assert_int_equal((milliseconds(text, "<CuttingEndTime>") - felling + 1000) % 1000, 60);
    assert_non_null(strstr(text, "<StartPos>0<"));
    free(text);
}

static double value_after(const char *text, const char *element) {
    text = strstr(text, element);
    assert_non_null(text);
    return strtod(strchr(text, '>') + 1, NULL);
}

// From the machine's place, bearing, boom angle and extension lead to the tree.
static void a_felling_has_the_place_of_the_machine(void **state) {
    (void)state;
    static const struct told told[] = {
        {"tree_felled", "{\"tree\":\"1\",\"stem\":1,\"machine_x_m\":2.0,\"machine_y_m\":-3.0,"
                        "\"machine_bearing_deg\":100.0}"},
        {"tree_felled", "{\"tree\":\"2\",\"stem\":2}"},
        {NULL, NULL}};
    char *text = production_of(told);
    assert_int_equal(count(text, "Base machine position"), 1);
    assert_int_equal(count(text, "<BoomPositioning"), 1);
    const char *tree = strstr(text, "Crane tip position");
    const char *machine = strstr(text, "Base machine position");
    assert_true(machine < tree);
    const struct dat_utm from =
        dat_utm_from_geo(32, (struct dat_geo){value_after(machine, "<Latitude"),
                                              value_after(machine, "<Longitude")});
    const struct dat_utm to = dat_utm_from_geo(
        32, (struct dat_geo){value_after(tree, "<Latitude"), value_after(tree, "<Longitude")});
    assert_near(value_after(tree, "<MachineBearing"), 100.0, 0.0);
    const double bearing = (100.0 + value_after(tree, "<BoomAngle")) * acos(-1.0) / 180.0;
    const double extension = 1e-3 * value_after(tree, "<BoomExtension");
    assert_true(extension > 1.0);
    assert_near(from.east + extension * sin(bearing), to.east, 0.01 * extension);
    assert_near(from.north + extension * cos(bearing), to.north, 0.01 * extension);
    free(text);
}

// From the machine, which has moved on since the felling, angle and extension of the boom lead to
// the small end of the last log; its middle and bearing are those of its ends. It is the second log
// of tree 1, in the step of the first: both have the same event here.
static void a_log_has_its_place(void **state) {
    (void)state;
    static const struct told told[] = {
        {"tree_felled", "{\"tree\":\"1\",\"stem\":1}"},
        {"butt_found", "{\"tree\":\"2\",\"stem\":2,\"length_m\":-0.6}"},
        {NULL, NULL}};
    log_event = "{\"tree\":\"1\",\"stem\":3,\"length_m\":4.9,\"butt_x_m\":6.0,\"butt_y_m\":4.0,"
                "\"top_x_m\":3.0,\"top_y_m\":0.0,\"machine_x_m\":1.0,\"machine_y_m\":-2.0,"
                "\"machine_bearing_deg\":30.0}";
    char *text = production_of(told);
    log_event = NULL;
    const char *stem = strstr(text, "<Stem>");
    assert_int_equal(count(text, "<LogCoordinates"), 2);
    assert_int_equal(count(text, ">true</FindButtEndFunction>"), 0);
    const char *log = strstr(stem, "<LogCoordinates"), *boom = strstr(stem, "Last log cut");
    assert_non_null(boom);
    assert_near(value_after(boom, "<BoomAngle"), 15.0, 0.0); // of 45 degrees from north
    assert_near(value_after(boom, "<BoomExtension"), 1e3 * sqrt(8.0), 1.0);
    assert_near(value_after(boom, "<MachineBearing"), 30.0, 0.0);
    const struct dat_utm middle = dat_utm_from_geo(
        32, (struct dat_geo){value_after(log, "<Latitude"), value_after(log, "<Longitude")});
    assert_near(middle.east - 500000.0, 4.5, 0.01);
    assert_near(middle.north - 5650000.0, 2.0, 0.01);
    assert_near(value_after(log, "<LogBearing"), 217.0, 0.0);
    assert_near(value_after(log, "<BearingAsDecimal"), 180.0 + atan(0.75) * 180.0 / acos(-1.0),
                0.006);
    free(text);
}

// It counts for the log that is cut next, of that tree.
static void a_butt_that_was_found_is_told(void **state) {
    (void)state;
    static const struct told told[] = {
        {"tree_felled", "{\"tree\":\"1\",\"stem\":1}"},
        {"butt_found", "{\"tree\":\"1\",\"stem\":1,\"length_m\":-0.6}"},
        {NULL, NULL}};
    char *text = production_of(told);
    const char *found = strstr(text, "<FindButtEndFunction>true<");
    assert_int_equal(count(text, "<FindButtEndFunction>true<"), 1);
    assert_int_equal(count(text, "<FindButtEndFunction>false<"), 1);
    assert_true(found < strstr(text, "<FindButtEndFunction>false<"));
    free(text);
}

// The top saw has cut the upper end of the second log: 4.9 m and 4.9 m are the 9.8 m that it left.
static void stems_that_were_held_together_are_a_bunch(void **state) {
    (void)state;
    char *text = production_of(bunched);
    assert_int_equal(count(text, ">MultiTreeProcessing<"), 1);
    assert_int_equal(count(text, ">MultiTreeFelling<"), 1);
    assert_int_equal(count(text, "<StemBunchKey>3<"), 2);
    const char *first = strstr(text, "<TopSawing>");
    assert_non_null(first);
    assert_ptr_equal(strstr(first, "<TopSawing>false<"), first);
    assert_int_equal(count(text, "<TopSawing>true<"), 1);
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "d.hpr", text);
    assert_true(dat_read_hpr(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.count, 2);
    ter_stand_finish(&stand);
    free(text);
}

// Laid down together, of which one is picked up again and cut alone.
static void a_bunch_ends_where_it_is_laid_down(void **state) {
    (void)state;
    char *text = production_of(laid_down);
    assert_int_equal(count(text, ">SingleTreeProcessing<"), 1);
    assert_int_equal(count(text, ">MultiTreeFelling<"), 1);
    assert_int_equal(count(text, "<StemBunchKey>3<"), 1);
    assert_int_equal(count(text, "<TopSawing>true<"), 0);
    free(text);
}

static void a_session_becomes_a_quality_control_and_monitoring(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record(felled, 0);
    assert_int_equal(write_message(id, DAT_MESSAGE_HQC, tests_scratch_path(&scratch, "a.hqc"),
                                   &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "a.hqc");
    assert_non_null(strstr(text, "<LogLength>487<")); // by the machine
    assert_non_null(strstr(text, "<LogLength>490<")); // by the tape
    free(text);
    assert_int_equal(write_message(id, DAT_MESSAGE_MOM, tests_scratch_path(&scratch, "a.mom"),
                                   &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    text = tests_scratch_read(&scratch, "a.mom");
    assert_non_null(strstr(text, "<MachineDrivenDistance>31<"));
    assert_non_null(strstr(text, "<MachineFuelConsumption>0.500<"));
    assert_int_equal(count(text, "<NumberOfHarvestedStems>1<"), 2); // with logs, and without
    assert_int_equal(count(text, ">SingleTreeProcessing<"), 1);
    assert_int_equal(count(text, ">SingleTreeFelling<"), 1);
    free(text);
}

// The log that was cut first is checked before the second is cut; both logs of the record are as
// long and as thick, and each is found once.
static void control_measurements_are_in_the_quality_control(void **state) {
    (void)state;
    static const struct told told[] = {
        {"tree_felled", "{\"tree\":\"1\",\"stem\":1}"},
        {"control_stem", "{\"tree\":\"1\",\"stem\":1}"},
        {"log_checked",
         "{\"tree\":\"1\",\"length_m\":4.9,\"mid_m\":0.271,\"top_m\":0.24,\"log\":1}"},
        {"log_checked", "{\"tree\":\"1\",\"length_m\":4.7,\"mid_m\":0.1,\"top_m\":0.1,\"log\":2}"},
        {"diameter_calibrated", "{\"class_mm\":200.0,\"add_mm\":-9.0}"}, // of nothing
        {"control_measured",
         "{\"logs\":1,\"length_off_mm\":-22.0,\"diameter_off_mm\":3.4,\"proposed\":1}"},
        {"length_calibrated", "{\"add_mm\":12.0,\"add_mm_per_m\":2.0,\"logs\":1}"},
        {"diameter_calibrated", "{\"class_mm\":200.0,\"add_mm\":-3.5}"},
        {NULL, NULL}};
    int left_out = 0;
    struct dat_problem problem = {""};
    assert_int_equal(write_message(record(told, 0), DAT_MESSAGE_HQC,
                                   tests_scratch_path(&scratch, "k.hqc"), &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "k.hqc");
    assert_int_equal(count(text, ">Randomly selected stem<"), 1);
    assert_int_equal(count(text, "<CalibrationUseLog>true<"), 1);
    assert_int_equal(count(text, "controlLogDiameterCategory=\"ob\" "
                                 "diameterMeasurementCategory=\"Average\">271<"),
                     1);
    assert_int_equal(count(text, "<LengthCalibration>"), 1);
    assert_non_null(strstr(text, "lengthCalibrationPosition=\"500\">22.0<"));
    assert_non_null(strstr(text, "diameterCalibrationPosition=\"200\">-3.5<"));
    assert_null(strstr(text, ">-9.0<"));
    assert_int_equal(count(text,
                           ">Routine control measurement of 1 logs: machine -22 mm in length, "
                           "+3 mm in diameter<"),
                     2); // of lengths, of diameters
    free(text);
}

// Of the bunch, one stem has both logs and the other has none.
static void monitoring_counts_bunches_apart(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    assert_int_equal(write_message(record(bunched, 0), DAT_MESSAGE_MOM,
                                   tests_scratch_path(&scratch, "b.mom"), &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "b.mom");
    assert_int_equal(count(text, "<HarvesterData>"), 2);
    assert_int_equal(count(text, "<NumberOfHarvestedStems>1<"), 2);
    assert_int_equal(count(text, ">MultiTreeProcessing<"), 1);
    assert_int_equal(count(text, ">MultiTreeFelling<"), 1);
    assert_int_equal(count(text, "SingleTree"), 0);
    assert_int_equal(count(text, "=\"m3sobEstimated\">0.5800<"), 1);
    free(text);
    assert_int_equal(write_message(record(laid_down, 0), DAT_MESSAGE_MOM,
                                   tests_scratch_path(&scratch, "c.mom"), &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    text = tests_scratch_read(&scratch, "c.mom");
    assert_int_equal(count(text, ">SingleTreeProcessing<"), 1);
    assert_int_equal(count(text, ">MultiTreeFelling<"), 1);
    assert_int_equal(count(text, "=\"m3sob\">0.5800<"), 1);
    free(text);
}

// One place until it has moved by more than a metre, with the time of the first event there.
static void monitoring_has_the_machines_way(void **state) {
    (void)state;
    static const struct told told[] = {
        {"tree_felled", "{\"tree\":\"1\",\"machine_x_m\":2.0,\"machine_y_m\":-3.0}"},
        {"tree_felled", "{\"tree\":\"2\",\"machine_x_m\":2.7,\"machine_y_m\":-2.4}"},
        {"log_cut", "{\"tree\":\"2\",\"machine_x_m\":2.8,\"machine_y_m\":-2.3}"},
        {"log_cut", "{\"tree\":\"2\"}"},
        {NULL, NULL}};
    int left_out = 0;
    struct dat_problem problem = {""};
    assert_int_equal(write_message(record(told, 0), DAT_MESSAGE_MOM,
                                   tests_scratch_path(&scratch, "t.mom"), &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "t.mom");
    assert_int_equal(count(text, "<TrackCoordinates "), 2);
    const char *first = strstr(text, "<TrackCoordinates "), *then = strstr(first + 1, "<TrackC");
    static const double places[2][2] = {{2.0, -3.0}, {2.8, -2.3}};
    const char *const at[2] = {first, then};
    for (int i = 0; i < 2; i++) {
        const struct dat_utm utm = dat_utm_from_geo(
            32, (struct dat_geo){value_after(at[i], "<Latitude"), value_after(at[i], "<Long")});
        assert_near(utm.east - 500000.0, places[i][0], 0.01);
        assert_near(utm.north - 5650000.0, places[i][1], 0.01);
    }
    assert_int_equal(
        (milliseconds(then, "<CoordinateDate>") - milliseconds(first, "<CoordinateDate>") + 1000) %
            1000,
        20);
    free(text);
}

static void what_cannot_be_written_is_refused(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const char *path = tests_scratch_path(&scratch, "b.hpr");
    assert_int_equal(write_session(record(standing, 0), path, &left_out, &problem),
                     DAT_PRODUCTION_REFUSED);
    assert_non_null(strstr(problem.text, "no tree was felled"));
    assert_int_equal(write_session(record(felled, 1), path, &left_out, &problem),
                     DAT_PRODUCTION_REFUSED);
    assert_non_null(strstr(problem.text, "has changed since the session was recorded"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(write_session(record(felled, 0), "/nowhere/c.hpr", &left_out, &problem),
                     DAT_PRODUCTION_FAILED);
}

#define NAMES " xmlns=\"urn:skogforsk:stanford2010\" diameterUnit=\"mm\" lengthUnit=\"cm\">"

// An exercise like first-harvest whose products and bark are those of instructions.
static const char *instructed(void) {
    (void)tests_scratch_link_library(&scratch); // the first time
    tests_scratch_write(
        &scratch, "t.spi",
        "<SpeciesGroupInstruction" NAMES "<SpeciesGroupDefinition><SpeciesGroupUserID>17"
        "</SpeciesGroupUserID><SpeciesGroupName>GRAN</SpeciesGroupName><BarkFunction>"
        "<SwedishZacco><ConstantA>3.25</ConstantA><FactorB>0.11</FactorB></SwedishZacco>"
        "</BarkFunction></SpeciesGroupDefinition></SpeciesGroupInstruction>");
    tests_scratch_write(
        &scratch, "t.pin",
        "<ProductInstruction" NAMES "<ProductDefinition><ProductUserID>A</ProductUserID>"
        "<ClassifiedProductDefinition><ProductName>saw log</ProductName><SpeciesGroupUserID>17"
        "</SpeciesGroupUserID><DiameterDefinition><DiameterClasses><DiameterClass>"
        "<DiameterClassLowerLimit>180</DiameterClassLowerLimit></DiameterClass></DiameterClasses>"
        "<DiameterMINTop>190</DiameterMINTop><DiameterMAXButt>600</DiameterMAXButt>"
        "<DiameterTopPosition>10</DiameterTopPosition></DiameterDefinition><LengthDefinition>"
        "<LengthClass><LengthClassLowerLimit>490</LengthClassLowerLimit></LengthClass>"
        "</LengthDefinition><CuttingWindowDefinition><LowerLengthLimit>2</LowerLengthLimit>"
        "<UpperLengthLimit>6</UpperLengthLimit></CuttingWindowDefinition><PriceDefinition>"
        "<VolumeDiameterCategory>Mid</VolumeDiameterCategory></PriceDefinition>"
        "<ProductMatrixes><ProductMatrixItem diameterClassLowerLimit=\"180\" "
        "lengthClassLowerLimit=\"490\"><Price>80</Price></ProductMatrixItem></ProductMatrixes>"
        "</ClassifiedProductDefinition></ProductDefinition></ProductInstruction>");
    tests_scratch_write(&scratch, "t.yaml",
                        "exercise: Try\nsite: library/sites/first-forest\n"
                        "machine: library/machines/harvester.yaml\n"
                        "start: {position: [8, 33.2], heading_deg: 23}\ntrees: ['1']\n"
                        "products: t.pin\nspecies_groups: t.spi\n"
                        "goals: {trees_felled: {at_least: 1}}\n");
    return tests_scratch_path(&scratch, "t.yaml");
}

// The bark of the .spi is in the definitions, in the diameters and in the volumes.
static void bark_is_that_of_the_instructions(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record_of(instructed(), felled, 0);
    const char *const files[] = {"b.hpr", "b.hqc", "b.mom"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(write_message(id, (enum dat_production_message)i,
                                       tests_scratch_path(&scratch, files[i]), &left_out, &problem),
                         DAT_PRODUCTION_WRITTEN);
        char *text = tests_scratch_read(&scratch, files[i]);
        assert_non_null(strstr(text, "<ConstantA>3.25</ConstantA>"));
        assert_non_null(strstr(text, "<FactorB>0.11</FactorB>"));
        const double under = 0.266 - 0.00325 - 0.11 * 0.266; // [m] of the middle of 26.6 cm
        char mid[64], volume[64];
        (void)snprintf(mid, sizeof mid, "\"Mid ub\">%ld<", lround(1e3 * under));
        (void)snprintf(volume, sizeof volume, ">%.4f<", 2 * 0.29 * pow(under / 0.266, 2.0));
        if (i == 0)
            assert_non_null(strstr(text, mid));
        if (i == 2)
            assert_non_null(strstr(text, volume));
        free(text);
    }
}

// Prices, lengths and bark are not those of the session where a file of products has changed.
static void changed_products_are_noticed(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const char *path = tests_scratch_path(&scratch, "c.hpr");
    const char *const names[] = {NULL, "t.pin", "t.spi"};
    for (int i = 1; i <= 2; i++) {
        const int64_t id = record_of(instructed(), felled, i);
        assert_int_equal(write_session(id, path, &left_out, &problem), DAT_PRODUCTION_REFUSED);
        assert_non_null(strstr(problem.text, names[i]));
        assert_non_null(strstr(problem.text, "has changed since the session was recorded"));
    }
}

static void a_changed_exercise_is_that_of_its_copies(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record_of(instructed(), felled, 0);
    char *products = tests_scratch_read(&scratch, "t.pin");
    tests_scratch_write(&scratch, "t.pin", "no products");
    assert_int_equal(write_session(id, tests_scratch_path(&scratch, "d.hpr"), &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "d.hpr");
    assert_int_equal(count(text, "<Log>"), 2);
    tests_scratch_write(&scratch, "t.pin", products);
    free(products);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_becomes_a_file),
        cmocka_unit_test(a_felling_has_the_place_of_the_machine),
        cmocka_unit_test(a_log_has_its_place),
        cmocka_unit_test(a_butt_that_was_found_is_told),
        cmocka_unit_test(cuts_have_the_times_of_the_record),
        cmocka_unit_test(stems_that_were_held_together_are_a_bunch),
        cmocka_unit_test(a_bunch_ends_where_it_is_laid_down),
        cmocka_unit_test(a_session_becomes_a_quality_control_and_monitoring),
        cmocka_unit_test(control_measurements_are_in_the_quality_control),
        cmocka_unit_test(monitoring_counts_bunches_apart),
        cmocka_unit_test(monitoring_has_the_machines_way),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(bark_is_that_of_the_instructions),
        cmocka_unit_test(changed_products_are_noticed),
        cmocka_unit_test(a_changed_exercise_is_that_of_its_copies),
    };
    store = tests_scratch_store(&scratch);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return failed;
}
