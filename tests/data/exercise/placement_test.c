#include "data/exercise/placement.h"

#include "tests/data/exercise/exercise_case.h"

static const struct bad_input rows[] = {
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER "start: {position: [500, 1]}\n", 5, 9,
     "the start at (500, 1) is off the site, expected x 0 to 100 and y 0 to 100"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER "start: {position: [22, 45]}\n", 5, 9,
     "the start is not free: tree '1' is 0.6 m from it"},
    {TRY "logs:\n  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [1, -9]}\n", 7, 6,
     "a log at (1, -9) is off the site"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
     "logs:\n  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [14, 35.8]}\n",
     5, 9, "the machine starts on a log: "},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER
     "start: {position: [2, 33], heading_deg: 23}\n",
     5, 9, "the machine starts half off the terrain: "},
    {"exercise: Try\ndescription: Try it\n" FOREST HARVESTER
     "start: {position: [17, 36.3], heading_deg: 60}\n",
     5, 9, "the machine starts in a tree: "},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
