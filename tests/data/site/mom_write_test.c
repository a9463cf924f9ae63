#include "data/site/mom_write.h"

#include "tests/data/site/structure.h"

// The message of an hour's work; the caller frees it.
static char *written(const char *category, int stems) {
    struct dat_mom mom = {.common = {.program = "Kranich 0",
                                     .machine = "m",
                                     .trainee = "t",
                                     .object = "o",
                                     .created = "2024-05-17T10:30:00.000+00:00",
                                     .start = "2024-05-17T09:30:00.000+00:00",
                                     .has_species = {[TER_BIRCH] = true},
                                     .without_authors = true},
                          .category = category,
                          .duration = 3600.0,
                          .distance = 812.4,
                          .fuel = 14.25};
    mom.group[DAT_MOM_SINGLE_TREES][TER_BIRCH] = (struct dat_mom_group){stems, 3.5, 3.1};
    if (stems > 0) {
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
    assert_non_null(strstr(text, "<MonitoringTimeLength>3600<"));
    assert_non_null(strstr(text, "<DrivenDistance>812<"));
    assert_non_null(strstr(text, "<FuelConsumption>14.250<"));
    assert_non_null(strstr(text, "=\"m3sob\">3.5000<"));
    assert_non_null(strstr(text, "=\"m3sub\">3.1000<"));
    assert_non_null(strstr(text, "<NumberOfHarvestedStems>12<"));
    free(text);
    text = written("Forwarder", 0);
    assert_null(strstr(text, "HarvesterData"));
    assert_null(strstr(text, "MachineHead"));
    free(text);
}

// A group of each way in which stems were handled; without logs there are no volumes.
static void bunches_are_groups_of_their_own(void **state) {
    (void)state;
    char *text = written("Harvester", 12);
    const char *single = strstr(text, ">SingleTreeProcessing<");
    const char *bunches = strstr(text, ">MultiTreeProcessing<");
    const char *felled = strstr(text, ">MultiTreeFelling<");
    assert_true(single != NULL && bunches > single && felled > bunches);
    const char *over = strstr(single, "=\"m3sobEstimated\">0.5000<");
    const char *under = strstr(single, "=\"m3subEstimated\">0.4000<");
    const char *stems = strstr(single, "<NumberOfHarvestedStems>7<");
    assert_true(over != NULL && over < under && under < stems && stems < bunches);
    stems = strstr(bunches, "<NumberOfHarvestedStems>5<");
    assert_true(stems != NULL && stems < felled);
    assert_null(strstr(bunches, "TotalVolumeOfHarvestedLogs"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_structure_is_that_of_real_files),
        cmocka_unit_test(time_way_fuel_and_wood_are_in_it),
        cmocka_unit_test(bunches_are_groups_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
