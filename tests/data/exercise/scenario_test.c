#include "data/exercise/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/keys.h"
#include "tests/near.h"

static struct dat_diagnostics d;
static struct dat_scenario scenario;

static bool read_text(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_scenario(text, "t.yaml", &scenario, &d);
}

static void must_read(const char *text) {
    if (!read_text(text)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the text was refused");
    }
}

// Five lines, four of which an exercise cannot do without.
#define TRY                                                                                        \
    "exercise: Try\ndescription: All\nsite: ../s\nmachine: m.yaml\nstart: {position: [1, 2]}\n"
#define SAW_LOG "assortments: [{name: saw log, length: 4.9}]\n"
// A log, without its closing brace, so that a row can add keys. Its line is 7, its column 6.
#define LOG "logs:\n  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [1, 1]"

static void defaults_are_as_documented(void **state) {
    (void)state;
    must_read("exercise: Try\n\nsite: ../s\nmachine: m.yaml\nstart: {position: [1, 2]}\n");
    assert_string_equal(scenario.title, "Try");
    assert_string_equal(scenario.description, "");
    assert_int_equal(scenario.needs, 0);
    assert_string_equal(scenario.site, "../s");
    assert_string_equal(scenario.machine, "m.yaml");
    assert_near(scenario.x, 1, 0);
    assert_near(scenario.y, 2, 0);
    assert_near(scenario.heading, 0, 0);
    assert_near(scenario.time_limit, 0, 0);
    assert_int_equal(scenario.tree_count + scenario.log_count, 0);
    assert_null(scenario.products);
    assert_int_equal(scenario.goal_count, 0);
    assert_string_equal(scenario.camera, "");
    assert_int_equal(scenario.site_place.line, 3);
    assert_int_equal(scenario.site_place.column, 7);
    dat_scenario_finish(&scenario);
}

static void every_key_arrives_in_si_units(void **state) {
    (void)state;
    must_read("exercise: All keys\n"
              "description: >\n  Two lines\n  of text.\n"
              "site: ../s\nmachine: m.yaml\n"
              "start: {position: [-3, 4.5], heading_deg: 90}\n"
              "time_limit: 600\n"
              "assortments:\n"
              "  - {name: saw log, length: 4.9, min_top_cm: 18, species: Picea abies}\n"
              "  - {name: pulp, length: 3, price: 20, longer: [[3.5, 22]], thicker: [[20, 1.5]]}\n"
              "trees: ['7', 12, a-b]\n"
              "logs:\n  - {species: pine, length: 3, mid_diameter_cm: 15, position: [10, 20],\n"
              "     heading_deg: 90, count: 3, spacing: 0.5}\n"
              "goals:\n  trees_felled: {at_least: 2}\n  logs_cut: {at_least: 5, at_most: 7}\n"
              "  max_length_error_m: {at_most: 0.03}\n"
              "camera: cab\n"
              "soil: {class: silt, water_percent: 30}\n"
              "sun: {azimuth_deg: 90, elevation_deg: 30}\n"
              "visibility: 150\n");
    assert_string_equal(scenario.description, "Two lines of text.\n");
    assert_near(scenario.heading, SIM_PI / 2, 1e-15);
    assert_near(scenario.time_limit, 600, 0);
    const struct veh_product *product = scenario.products->product;
    assert_int_equal(scenario.products->count, 2);
    assert_string_equal(product[0].name, "saw log");
    assert_near(product[0].length[0], 4.9, 0);
    assert_near(product[0].min_top, 0.18, 1e-15);
    assert_int_equal(product[0].species, TER_SPRUCE);
    assert_near(product[1].min_top, 0.08, 1e-15);
    assert_int_equal(product[1].species, -1);
    assert_int_equal(product[1].length_count, 2);
    assert_true(product[1].volume_under_bark);
    assert_near(product[1].length[1], 3.5, 1e-15);
    assert_near(product[1].diameter[1], 0.2, 1e-15);
    assert_near(product[1].cell[1][1].price, 33.0, 1e-12);
    assert_int_equal(scenario.tree_count, 3);
    assert_string_equal(scenario.trees[1].id, "12");
    assert_int_equal(scenario.trees[2].place.line, 12);
    assert_int_equal(scenario.trees[2].place.column, 18);
    // A row of logs that look north grows to the west.
    assert_int_equal(scenario.log_count, 3);
    assert_near(scenario.logs[2].x, 9, 1e-12);
    assert_near(scenario.logs[2].y, 20, 1e-12);
    assert_near(scenario.logs[2].mid_diameter, 0.15, 1e-15);
    assert_int_equal(scenario.needs, DAT_NEEDS_HEAD);
    assert_int_equal(scenario.goal_count, 3);
    assert_near(dat_goal_least(scenario.goals, 3, DAT_TREES_FELLED), 2, 0);
    assert_near(dat_goal_least(scenario.goals, 3, DAT_LOGS_CUT), 5, 0);
    assert_near(scenario.goals[1].at_most, 7, 0);
    assert_true(isinf(scenario.goals[0].at_most));
    assert_int_equal(scenario.goal_place[0].line, 17);
    assert_int_equal(scenario.goals[2].metric, DAT_MAX_LENGTH_ERROR);
    assert_near(scenario.goals[2].at_most, 0.03, 1e-15);
    assert_string_equal(scenario.camera, "cab");
    assert_near(scenario.cone_index, 928e3, 1e3);
    // East, at 30 degrees.
    struct sim_vec3 sun = dat_sun_direction(&scenario.weather);
    assert_near(sun.x, sqrt(0.75), 1e-12);
    assert_near(sun.y, 0, 1e-12);
    assert_near(sun.z, 0.5, 1e-12);
    assert_near(scenario.weather.visibility, 150.0, 0);
    dat_scenario_finish(&scenario);
}

// An exercise sets some aids of the crane; the others keep what the trainee has chosen.
static void aids_are_fixed_or_free(void **state) {
    (void)state;
    struct veh_controls levers = {{0.0}};
    must_read("exercise: e\nsite: s\nmachine: m\nstart: {position: [1, 2]}\n"
              "aids: {tip_control: off, crane_speed: 0.7, soft_crane: half}\n");
    levers.value[VEH_TIP_CONTROL] = levers.value[VEH_SWING_DAMPING] = 1.0;
    levers.value[VEH_SLEW] = 0.4;
    dat_scenario_fix_aids(&scenario, &levers);
    assert_near(levers.value[VEH_TIP_CONTROL], 0.0, 0.0);
    assert_near(levers.value[VEH_CRANE_SLOWER], 0.3, 1e-12);
    assert_near(levers.value[VEH_SOFT_CRANE], 0.5, 0.0);
    assert_near(levers.value[VEH_SWING_DAMPING], 1.0, 0.0);
    assert_near(levers.value[VEH_SLEW], 0.4, 0.0);
    dat_scenario_finish(&scenario);
    must_read("exercise: e\nsite: s\nmachine: m\nstart: {position: [1, 2]}\n"
              "aids: {soft_crane: off, swing_damping: on}\n");
    levers.value[VEH_SWING_DAMPING] = 0.0;
    dat_scenario_fix_aids(&scenario, &levers);
    assert_near(levers.value[VEH_SOFT_CRANE], 0.0, 0.0);
    assert_near(levers.value[VEH_SWING_DAMPING], 1.0, 0.0);
    dat_scenario_finish(&scenario);
}

static void logs_have_their_length_and_diameter(void **state) {
    (void)state;
    for (int s = 0; s < TER_SPECIES_COUNT; s++) {
        for (int i = 0; i < 4; i++) {
            struct dat_scenario_log log = {
                .species = (enum ter_species)s, .length = 2 + i, .mid_diameter = 0.1 + 0.1 * i};
            struct ter_stem stem;
            assert_true(dat_scenario_log_stem(&log, &stem));
            assert_near(ter_stem_length(&stem), log.length, 1e-9);
            assert_near(ter_stem_diameter(&stem, 0.5 * log.length), log.mid_diameter, 1e-6);
            assert_true(ter_stem_diameter(&stem, 0) > ter_stem_diameter(&stem, log.length));
            assert_true(stem.limbs_from >= stem.to);
        }
    }
}

// ---- mistakes are named with their place ----

struct row {
    const char *text;
    int line, column;
    const char *words;
};

static const struct row rows[] = {
    {"", 0, 0, "empty"},
    {"exercise: [Try\n", 2, 1, "bracket"},
    {"description: All\nsite: s\nmachine: m\nstart: {position: [0, 0]}\n", 1, 1,
     "missing key 'exercise'"},
    {"exercise: Try\ndescription: All\nmachine: m\nstart: {position: [0, 0]}\n", 1, 1,
     "missing key 'site'"},
    {"exercise: Try\ndescription: All\nsite: s\nmachine: m\n", 1, 1, "missing key 'start'"},
    {TRY "colour: red\n", 6, 1, "unknown key 'colour'"},
    {"kind: model\nname: m\nbodies: []\n", 3, 1, "a machine or a model, expected an exercise"},
    {TRY "time_limt: 60\n", 6, 1, "did you mean 'time_limit'?"},
    {TRY "time_limit_s: 60\n", 6, 1, "expected 'time_limit' in s"},
    {TRY "time_limit: 10 min\n", 6, 13, "without a unit, found '10 min'"},
    {TRY "time_limit: .nan\n", 6, 13, "finite"},
    {TRY "time_limit: 0\n", 6, 13, "greater than 0"},
    {"exercise: Try\ndescription: All\nsite: /s\nmachine: m\nstart: {position: [0, 0]}\n", 3, 7,
     "'site' must be a path relative to this file"},
    {"exercise: Try\ndescription: All\nsite: s\nmachine: /m\nstart: {position: [0, 0]}\n", 4, 10,
     "'machine' must be a path relative to this file"},
    {"exercise: Try\ndescription: All\nsite: s\nmachine: m\nstart: {position: [0]}\n", 5, 9,
     "'position' must be 2 numbers in m such as [1, 2], found a list of 1"},
    {"exercise: Try\ndescription: All\nsite: s\nmachine: m\nstart: {heading_deg: 400}\n", 5, 22,
     "'heading_deg' must be from -360 to 360 deg, not 400"},
    {"exercise: Try\ndescription: All\nsite: s\nmachine: m\nstart: {heading: 4}\n", 5, 9,
     "expected 'heading_deg' in deg"},
    {"exercise: A title that is much longer than the start screen has room for in one line\n", 1,
     11, "'exercise' is longer than 63 bytes"},
    // assortments
    {TRY "goals: {logs_cut: {at_least: 1}}\n", 6, 1, "which needs 'assortments'"},
    {TRY "assortments: [{length: 4}]\n", 6, 16, "missing key 'name'"},
    {TRY "assortments: [{name: a, length: 0.1}]\n", 6, 33, "must be from 0.5 to 20 m"},
    {TRY "assortments: [{name: a, length: 4, longer: [[3.7, 50]]}]\n", 6, 16,
     "length class of 370 cm overlaps that of 400 cm"},
    {TRY "assortments: [{name: a, length: 4, thicker: [[5, 1.1]]}]\n", 6, 16,
     "diameter class of 50 mm overlaps that of 80 mm"},
    {TRY "assortments: [{name: a, length: 4, price: -5}]\n", 6, 43, "must be from 0 to 10000"},
    {TRY "assortments: [{name: a, length: 0.5, window_cm: [-50, -49]}]\n", 6, 16,
     "down to no length"},
    {TRY "assortments: [{name: a, length: 4, min_top: 0.1}]\n", 6, 36,
     "expected 'min_top_cm' in cm"},
    {TRY "assortments: [{name: a, length: 4, species: spurce}]\n", 6, 45,
     "unknown species 'spurce' (did you mean 'spruce'?)"},
    {TRY "assortments:\n  - {name: a, length: 4}\n  - {name: a, length: 3}\n", 8, 12,
     "duplicate assortment 'a'"},
    {TRY "assortments:\n  - {name: a, length: 4}\n  - {name: b, length: 3}\n"
         "  - {name: c, length: 4}\n  - {name: d, length: 3}\n  - {name: e, length: 3}\n",
     11, 6, "more than 4 assortments"},
    // trees
    {TRY SAW_LOG "trees: 7\n", 7, 8, "must be a list such as [one, two], found '7'"},
    {TRY SAW_LOG "trees: [7, 8, 7]\n", 7, 15, "duplicate tree '7'"},
    {TRY SAW_LOG "trees: [a tree with a name that is longer than ids are]\n", 7, 9,
     "at most 31 bytes"},
    // logs
    {TRY LOG ", count: 0}\n", 7, 80, "must be greater than 0"},
    {TRY LOG ", count: 2.5}\n", 7, 80, "must be a whole number"},
    {TRY "logs: [{species: sprcue}]\n", 6, 18, "did you mean 'spruce'?"},
    {TRY "logs: [{species: spruce, length: 19, mid_diameter_cm: 3, position: [1, 1]}]\n", 6, 34,
     "no spruce yields a log of 19 m with 3 cm"},
    {TRY LOG ", mid_diameter: 2}\n", 7, 73, "expected 'mid_diameter_cm' in cm"},
    // goals
    {TRY LOG ", count: 3}\ngoals: {logs_loaded: {at_least: 4}}\n", 8, 9,
     "the goal is 4 logs, but only 3 lie on the ground"},
    {TRY "goals: {trees_feled: {at_least: 1}}\n", 6, 9,
     "unknown key 'trees_feled' (did you mean 'trees_felled'?)"},
    {TRY "goals: {carried: {at_least: 1}}\n", 6, 9, "unknown key 'carried', expected 'carried_m'"},
    {TRY "aids: {tip_control: maybe}\n", 6, 21, "must be allowed, off or on"},
    {TRY "aids: {tip_control: half}\n", 6, 21, "must be allowed, off or on"},
    {TRY "aids: {crane_speed: 0.1}\n", 6, 21, "must be from 0.2 to 1"},
    {TRY "aids: {tip: on}\n", 6, 8, "unknown key 'tip'"},
    {TRY "goals: {trees_hit: 0}\n", 6, 20, "'trees_hit' must be a group of keys, found '0'"},
    {TRY "goals: {trees_hit: {}}\n", 6, 9, "'trees_hit' needs 'at_least', 'at_most' or marks"},
    {TRY "goals: {trees_hit: {at_mots: 1}}\n", 6, 21, "did you mean 'at_most'?"},
    {TRY "goals: {trees_hit: {at_most: 1.5}}\n", 6, 30, "must be a whole number"},
    {TRY "goals: {trees_hit: {at_most: -1}}\n", 6, 30, "must be from 0 to 100000"},
    {TRY "goals: {driven_m: {at_least: 9, at_most: 7}}\n", 6, 42,
     "'at_most' is 7, less than 'at_least', 9"},
    {TRY "goals: {carried_m: {at_least: 50}}\n", 6, 9,
     "'carried_m' needs the goal 'logs_loaded: {at_least: ...}' as well"},
    {TRY "goals: {tips: {at_most: 0}, tips: {at_most: 1}}\n", 6, 29, "duplicate"},
    // keys of older files
    {TRY "kind: load\n", 6, 1, "'kind' is no longer used: the goals tell what the work is"},
    {TRY "goals: {trees: 1}\n", 6, 9,
     "'trees' is no longer used: write 'trees_felled: {at_least: 2}'"},
    {TRY "goals: {logs: 1}\n", 6, 9,
     "write 'logs_cut: {at_least: 6}' or 'logs_loaded: {at_least: 6}'"},
    {TRY "goals: {carry_distance: 50}\n", 6, 9, "write 'carried_m: {at_least: 50}'"},
    {TRY "goals: {max_length_error_cm: 3}\n", 6, 9,
     "write 'max_length_error_m: {at_most: 0.03}', in m"},
    {TRY "soil: {class: mud, water_percent: 30}\n", 6, 15, "must be sand, silt, clay or peat"},
    {TRY "soil: {class: silt}\n", 6, 1, "'soil' needs 'class' and 'water_percent', or"},
    {TRY "soil: {cone_index_kpa: -500}\n", 6, 24, "-500"},
    {TRY "soil: {class: silt, water_percent: 0}\n", 6, 36, "water_percent"},
    {TRY "soil: {cone_index_kpa: 500, class: silt}\n", 6, 8, "'cone_index_kpa' beside 'class'"},
    {TRY "sun: {elevation_deg: 0}\n", 6, 22, "must be greater than 0 deg"},
    {TRY "visibility: 50\n", 6, 13, "80"},
    {TRY "camera: my camera\n", 6, 9, "at most 31 letters, digits"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool ok = read_text(rows[i].text);
        bool found = false;
        for (int k = 0; k < d.kept; k++) {
            const struct dat_diagnostic *item = &d.item[k];
            found = found || (strstr(item->text, rows[i].words) != NULL &&
                              item->line == rows[i].line && item->column == rows[i].column);
        }
        if (ok || !found) {
            print_error("expected %d:%d '%s' of\n%s", rows[i].line, rows[i].column, rows[i].words,
                        rows[i].text);
            dat_diagnostics_print(&d, stderr);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

// Cut off anywhere, a file is read or refused, never misread into a crash.
static void any_beginning_of_a_file_is_safe(void **state) {
    (void)state;
    static const char text[] =
        TRY SAW_LOG LOG ", count: 3}\ntrees: [1, 2]\n"
                        "goals: {trees_felled: {at_least: 1}}\ncamera: cab\n";
    for (size_t length = 0; length < sizeof text; length++) {
        char *cut = malloc(length + 1);
        assert_non_null(cut);
        memcpy(cut, text, length);
        cut[length] = '\0';
        bool ok = read_text(cut);
        assert_true(ok == dat_diagnostics_ok(&d));
        dat_scenario_finish(&scenario);
        free(cut);
    }
}

// Comparing each tree with all before it took more than ten seconds for these.
static void a_hundred_thousand_trees_are_read_at_once(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    static char text[16 * COUNT + 1024];
    size_t used = (size_t)sprintf(text, TRY SAW_LOG "trees:\n");
    for (int i = 0; i < COUNT; i++)
        used += (size_t)sprintf(text + used, "  - t%d\n", i);
    must_read(text);
    assert_int_equal(scenario.tree_count, COUNT);
    assert_string_equal(scenario.trees[COUNT - 1].id, "t99999");
    dat_scenario_finish(&scenario);
    sprintf(text + used, "  - t0\n  - t7\n");
    assert_false(read_text(text));
    assert_int_equal(d.errors, 2);
    assert_int_equal(d.item[0].line, 8 + COUNT);
    assert_string_equal(d.item[1].text, "duplicate tree 't7'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_as_documented),
        cmocka_unit_test(every_key_arrives_in_si_units),
        cmocka_unit_test(aids_are_fixed_or_free),
        cmocka_unit_test(logs_have_their_length_and_diameter),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(any_beginning_of_a_file_is_safe),
        cmocka_unit_test(a_hundred_thousand_trees_are_read_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
