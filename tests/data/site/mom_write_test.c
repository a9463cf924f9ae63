#include "data/site/mom_write.h"

#include "tests/data/site/structure.h"

static const struct dat_mom_stop stops[] = {
    {100.0, 59.9}, {400.0, 60.0}, {600.0, 899.9}, {1800.0, 900.4}};

static const struct dat_stanford_track track[] = {
    {{51.0, 9.0}, 311.6, "2024-05-17T09:31:00.000+00:00"},
    {{51.0001, 9.0002}, 312.0, "2024-05-17T09:50:00.000+00:00"}};

// The message of an hour's work; the caller frees it.
static char *written(const char *category, int stems) {
    struct dat_mom mom = {.common = {.program = "Kranich 0",
                                     .machine = "m",
                                     .trainee = "t",
                                     .object = "o",
                                     .created = "2024-05-17T10:30:00.000+00:00",
                                     .start = "2024-05-17T09:30:00.000+00:00",
                                     .has_species = {[TER_BIRCH] = true},
                                     .track = track,
                                     .track_count = 2,
                                     .without_authors = true},
                          .category = category,
                          .session = 7,
                          .start_utc = "2024-05-17T09:30:00.000Z",
                          .stops = stops,
                          .stop_count = 4,
                          .run = {600.2, 2400.0, 599.8},
                          .forwarded = {2, 11.5, 9800.0},
                          .duration = 3600.0,
                          .distance = 812.4,
                          .fuel = 14.25};
    mom.group[DAT_MOM_SINGLE_TREES][TER_BIRCH] = (struct dat_mom_group){stems, 3.5, 3.1};
    if (stems > 0) {
        mom.group[DAT_MOM_SINGLE_FELLED][TER_BIRCH] = (struct dat_mom_group){.stems = 3};
        mom.group[DAT_MOM_BUNCHES][TER_BIRCH] = (struct dat_mom_group){7, 0.5, 0.4};
        mom.group[DAT_MOM_BUNCHES_FELLED][TER_BIRCH] = (struct dat_mom_group){.stems = 5};
    }
    const char *path = "mom_write_test.mom";
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    assert_true(dat_mom_write(&mom, path, &problem));
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    (void)remove(path);
    return text;
}

static void the_structure_is_that_of_real_files(void **state) {
    (void)state;
    static const char *const categories[] = {"Harvester", "Forwarder"};
    struct structure s = load_structure("mom_structure.txt");
    for (int i = 0; i < 2; i++) {
        char *text = written(categories[i], i == 0 ? 12 : 0);
        xmlDocPtr doc = xmlReadMemory(text, (int)strlen(text), NULL, NULL, XML_PARSE_NOBLANKS);
        assert_non_null(doc);
        const xmlNode *root = xmlDocGetRootElement(doc);
        assert_true(has_name(&s, 0, (const char *)root->name));
        check_element(&s, 0, root);
        xmlFreeDoc(doc);
        free(text);
    }
    free(s.text);
}

static void time_way_fuel_and_wood_are_in_it(void **state) {
    (void)state;
    char *text = written("Harvester", 12);
    assert_non_null(strstr(text, "<EngineTime>3600<"));
    assert_non_null(strstr(text, "<SessionId>7<"));
    const char *place = strstr(text, "<Tracking>");
    assert_non_null(strstr(place, "<Altitude>312<"));
    assert_non_null(strstr(place, "\"East\">9.00020000<"));
    assert_non_null(strstr(place, "<CoordinateDate>2024-05-17T09:50:00.000+00:00<"));
    assert_non_null(strstr(text, "<DrivenDistance>812<"));
    assert_non_null(strstr(text, "<FuelConsumption>14.250<"));
    assert_non_null(strstr(text, "=\"m3sob\">3.5000<"));
    assert_non_null(strstr(text, "=\"m3sub\">3.1000<"));
    assert_non_null(strstr(text, "<NumberOfHarvestedStems>12<"));
    free(text);
    text = written("Forwarder", 0);
    assert_null(strstr(text, "HarvesterData"));
    assert_null(strstr(text, "MachineHead"));
    assert_non_null(strstr(text, "<ForwardedGreenMass>9800<"));
    assert_non_null(strstr(text, "\"Volume, m3sob\">11.5000<"));
    assert_non_null(strstr(text, "<NumberOfLoads>2<"));
    free(text);
}

static void what_the_time_was_for_is_told_apart(void **state) {
    (void)state;
    char *text = written("Harvester", 12);
    const char *travel = strstr(text, ">Terrain travel<"), *work = strstr(text, ">Processing<");
    const char *other = strstr(text, " otherWorkCategory=\"Unspecified\">Other work<");
    assert_true(travel != NULL && work > travel && other > work);
    assert_true(strstr(travel, "<TimeLength>600<") < work);
    assert_true(strstr(work, "<TimeLength>2400<") < other);
    assert_non_null(strstr(other, "<TimeLength>600<"));
    assert_null(strstr(text, "ForwarderData"));
    free(text);
}

// Stops of less than a quarter of an hour are counted by their minutes.
static void a_long_stop_is_a_down_time(void **state) {
    (void)state;
    char *text = written("Forwarder", 0);
    const char *down = strstr(text, "<CombinedMachineDownTime>");
    assert_non_null(down);
    assert_null(strstr(down + 1, "<CombinedMachineDownTime>"));
    assert_true(strstr(down, "<StartTime>2024-05-17T10:00:00.000+00:00<") <
                strstr(down, "<TimeLength>900<"));
    assert_non_null(strstr(down, "<EngineMinutes>30<"));
    static const int counted[15] = {[0] = 1, [1] = 1, [14] = 1};
    const char *at = text;
    for (int i = 0; i < 15; i++) {
        char words[40];
        (void)snprintf(words, sizeof words, "<UpperTimeLimit>%d<", 60 * (i + 1));
        at = strstr(at, words);
        assert_non_null(at);
        at = strstr(at, "<NoOfShortDownTimes>");
        assert_int_equal(atoi(strchr(at, '>') + 1), counted[i]);
    }
    assert_null(strstr(at, "<UpperTimeLimit>"));
    free(text);
}

// A group of each way in which stems were handled.
static void each_way_of_handling_is_a_group(void **state) {
    (void)state;
    static const char *const ways[] = {">SingleTreeProcessing<", ">SingleTreeFelling<",
                                       ">MultiTreeProcessing<", ">MultiTreeFelling<"};
    static const char *const stems[] = {">12<", ">3<", ">7<", ">5<"};
    static const char *const over[] = {"m3sob\">3.5000<", "m3sob\">0.0000<",
                                       "m3sobEstimated\">0.5000<", "m3sobEstimated\">0.0000<"};
    char *text = written("Harvester", 12), *from = text;
    for (int i = 0; i < 4; i++) {
        char *way = strstr(from, ways[i]);
        assert_non_null(way);
        *way = '\0';
        const char *volume = strstr(from, over[i]);
        assert_non_null(volume);
        const char *count = strstr(volume, "<NumberOfHarvestedStems>");
        assert_non_null(count);
        assert_non_null(strstr(count, stems[i]));
        from = way + 1;
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_structure_is_that_of_real_files),
        cmocka_unit_test(time_way_fuel_and_wood_are_in_it),
        cmocka_unit_test(what_the_time_was_for_is_told_apart),
        cmocka_unit_test(each_way_of_handling_is_a_group),
        cmocka_unit_test(a_long_stop_is_a_down_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
