#include "data/site/instructions.h"

#include <stdlib.h>

#include "data/text/text.h"
#include "tests/data/bad_input.h"

#define NAMES " xmlns=\"urn:skogforsk:stanford2010\" diameterUnit=\"mm\" lengthUnit=\"cm\">\n"
#define PIN "<ProductInstruction" NAMES
#define DIAMETERS(more)                                                                            \
    "<DiameterDefinition><DiameterClasses><DiameterClass><DiameterClassLowerLimit>180"             \
    "</DiameterClassLowerLimit></DiameterClass>" more                                              \
    "<DiameterUnderBark>true</DiameterUnderBark>"                                                  \
    "</DiameterClasses><DiameterMINTop>190</DiameterMINTop><DiameterMAXButt>600</DiameterMAXButt>" \
    "<DiameterTopPosition>10</DiameterTopPosition></DiameterDefinition>\n"
#define CLASS_240                                                                                  \
    "<DiameterClass><DiameterClassLowerLimit>240</DiameterClassLowerLimit></DiameterClass>"
#define LENGTHS                                                                                    \
    "<LengthDefinition><LengthClass><LengthClassLowerLimit>400</LengthClassLowerLimit>"            \
    "</LengthClass></LengthDefinition><CuttingWindowDefinition><LowerLengthLimit>2"                \
    "</LowerLengthLimit><UpperLengthLimit>6</UpperLengthLimit></CuttingWindowDefinition>\n"
#define PAYMENT(volume)                                                                            \
    "<PriceDefinition><VolumeDiameterCategory>" volume                                             \
    "</VolumeDiameterCategory><VolumeUnderBark>true</VolumeUnderBark></PriceDefinition>"           \
    "<LengthDistributionDefinition><DistributionAllowed>true</DistributionAllowed>"                \
    "</LengthDistributionDefinition>\n"
#define ITEM(d, price, more)                                                                       \
    "<ProductMatrixItem diameterClassLowerLimit=\"" d                                              \
    "\" lengthClassLowerLimit=\"400\"><Price>" price "</Price><Distribution>7</Distribution>" more \
    "</ProductMatrixItem>\n"
#define PRODUCT(id, group, diameters, items)                                                       \
    "<ProductDefinition><ProductUserID agency=\"Other\">" id                                       \
    "</ProductUserID><ClassifiedProductDefinition><ProductName>saw log</ProductName>"              \
    "<ProductCondition>Buck butt-log only</ProductCondition><SpeciesGroupUserID>" group            \
    "</SpeciesGroupUserID>\n" diameters LENGTHS PAYMENT(                                           \
        "Calculated Norwegian mid") "<ProductMatrixes>" items                                      \
                                    "</ProductMatrixes></ClassifiedProductDefinition>"             \
                                    "</ProductDefinition>\n"
#define END "</ProductInstruction>\n"
#define RED "<LogColorMarking><Color1>true</Color1><Color3>true</Color3></LogColorMarking>"
#define BY_HAND "<BuckingCriteria>Only logs bucked manually allowed</BuckingCriteria>"

static struct dat_species_groups groups;
static struct dat_object_products object;
static struct veh_products products;

static bool read_pin(const char *text, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "t.pin", text);
    return dat_read_pin(text, &groups, &object, &products, d);
}

static int forget(void **state) {
    (void)state;
    groups.count = object.count = 0;
    return 0;
}

static void an_instruction_becomes_products(void **state) {
    (void)state;
    struct dat_diagnostics d;
    const bool ok = read_pin(PIN PRODUCT("A", "Gran#2", DIAMETERS(CLASS_240),
                                         ITEM("180", "363", RED) ITEM("240", "400", BY_HAND)) END,
                             &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(products.count, 1);
    const struct veh_product *p = &products.product[0];
    assert_string_equal(p->name, "saw log");
    assert_int_equal(p->species, TER_SPRUCE);
    assert_int_equal(p->place, VEH_BUTT_ONLY);
    assert_int_equal(p->volume, VEH_VOLUME_NORWEGIAN);
    assert_true(p->diameter_under_bark && p->volume_under_bark);
    assert_near(p->min_top, 0.19, 1e-12);
    assert_near(p->max_butt, 0.6, 1e-12);
    assert_near(p->top_position, 0.1, 1e-12);
    assert_near(p->window_low, 0.02, 1e-12);
    assert_near(p->length[0], 4.0, 1e-12);
    assert_near(p->cell[0][0].price, 363.0, 0.0);
    assert_near(p->cell[0][0].target, 7.0, 0.0);
    assert_int_equal(p->cell[0][0].colour, 5);
    assert_near(p->cell[1][0].price, 0.0, 0.0); // only by hand
}

#define ONE(id) PRODUCT(id, "Gran#2", DIAMETERS(""), ITEM("180", "1", ""))

static void an_object_chooses_products(void **state) {
    (void)state;
    static const char text[] = "<ObjectInstruction" NAMES "<ObjectDefinition><ObjectName>o"
                               "</ObjectName><ProductUserID>B</ProductUserID></ObjectDefinition>"
                               "</ObjectInstruction>";
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.oin", text);
    assert_true(dat_read_oin(text, &object, &d));
    assert_int_equal(object.count, 1);
    assert_true(read_pin(PIN ONE("A") ONE("B") ONE("C") END, &d));
    assert_int_equal(products.count, 1);
    assert_false(read_pin(PIN ONE("A") END, &d));
    assert_non_null(strstr(d.item[0].text, "no products of those that the object has"));
}

static void species_groups_give_species_and_bark(void **state) {
    (void)state;
    static const char text[] =
        "<SpeciesGroupInstruction" NAMES "<SpeciesGroupDefinition><SpeciesGroupUserID>17"
        "</SpeciesGroupUserID><SpeciesGroupName>FURU</SpeciesGroupName><BarkFunction>"
        "<SwedishZacco><ConstantA>3.1</ConstantA><FactorB>0.03</FactorB></SwedishZacco>"
        "</BarkFunction></SpeciesGroupDefinition></SpeciesGroupInstruction>";
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.spi", text);
    assert_true(dat_read_spi(text, &groups, &d));
    assert_true(read_pin(PIN PRODUCT("A", "17", DIAMETERS(""), ITEM("180", "1", "")) END, &d));
    assert_int_equal(products.product[0].species, TER_PINE);
    assert_near(products.bark[TER_PINE].constant, 0.0031, 1e-12);
    assert_near(products.bark[TER_PINE].factor, 0.03, 1e-12);
}

#define GRADED(grades)                                                                             \
    DIAMETERS("") "<PermittedGradesDefinition>" grades "</PermittedGradesDefinition>"
#define GRADE(number) "<PermittedGradeNumber>" number "</PermittedGradeNumber>"

static void products_permit_grades(void **state) {
    (void)state;
    static const char text[] =
        PIN PRODUCT("A", "Gran#2", GRADED(GRADE("2") GRADE("3")), ITEM("180", "1", "")) END;
    static const char groups_text[] =
        "<SpeciesGroupInstruction" NAMES "<SpeciesGroupDefinition><SpeciesGroupUserID>Gran#2"
        "</SpeciesGroupUserID><SpeciesGroupName>GRAN</SpeciesGroupName><Grades><StartGrade>3"
        "</StartGrade></Grades></SpeciesGroupDefinition></SpeciesGroupInstruction>";
    struct dat_diagnostics d;
    assert_true(read_pin(text, &d));
    assert_int_equal(products.product[0].grades, 1 << 2 | 1 << 3);
    assert_int_equal(products.start_grade[TER_SPRUCE], 2); // the best that any of them permits
    assert_int_equal(veh_products_worst_grade(&products), 4);
    dat_diagnostics_init(&d, "t.spi", groups_text);
    assert_true(dat_read_spi(groups_text, &groups, &d));
    assert_true(read_pin(text, &d));
    assert_int_equal(products.start_grade[TER_SPRUCE], 3);
    assert_true(read_pin(PIN ONE("A") END, &d));
    assert_int_equal(products.product[0].grades, 0);
    assert_false(
        read_pin(PIN PRODUCT("A", "Gran#2", GRADED(GRADE("10")), ITEM("180", "1", "")) END, &d));
    assert_non_null(strstr(d.item[0].text, "PermittedGradeNumber"));
}

static void mistakes_are_named_by_line(void **state) {
    (void)state;
    static const struct bad_input table[] = {
        {PIN END, 0, 0, "the file has no products"},
        {PIN PRODUCT("A", "Gran", DIAMETERS(CLASS_240), ITEM("180", "1", "")) END, 6, 0,
         "the matrix has a gap: no item of 240 mm and 400 cm"},
        {PIN PRODUCT("A", "Gran", DIAMETERS(CLASS_240 CLASS_240), "") END, 3, 0,
         "the class 240 overlaps that of 240"},
        {PIN PRODUCT("A", "Gran", DIAMETERS(""), ITEM("180", "-5", "")) END, 6, 0,
         "'Price' is '-5'"},
        {PIN PRODUCT("A", "Xylo", DIAMETERS(""), ITEM("180", "1", "")) END, 2, 0,
         "species group 'Xylo' is of no known species"},
        {PIN PRODUCT("A", "Gran", DIAMETERS(""), ITEM("180", "1", "") ITEM("180", "1", "")) END, 7,
         0, "the matrix has this item twice"},
        {PIN PRODUCT("A", "Gran", DIAMETERS(""), ITEM("200", "1", "")) END, 6, 0,
         "a class that the product does not have"},
        {PIN ONE("A") ONE("A") END, 8, 0, "duplicate product 'A'"},
        {PIN ONE("A") ONE("B") END, 8, 0, "duplicate name 'saw log' of products of one species"},
        {"<Other/>", 1, 0, "expected 'ProductInstruction'"},
        {"<!DOCTYPE a>", 1, 0, "document type declaration is not allowed"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct dat_diagnostics d;
        assert_false(read_pin(table[i].text, &d));
        assert_reported(&d, &table[i]);
    }
}

// The text between two words, copied behind used; returns the place behind it in from, or NULL.
static const char *append(const char *from, const char *begin, const char *end, char *text,
                          size_t *used) {
    const char *at = strstr(from, begin), *last = at != NULL ? strstr(at, end) : NULL;
    if (last == NULL)
        return NULL;
    const size_t length = (size_t)(last - at) + strlen(end);
    memcpy(text + *used, at, length);
    *used += length;
    return last;
}

// The products of a real machine's production, where the checkout has the reference material beside
// it: an instruction has the same definitions, but for its species groups.
static void real_products_are_read(void **state) {
    (void)state;
    enum { MOST = 12 }; // of 19
    char path[4096];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path,
                   "%s/../shared/reference/stanford/HPR_V0300_TimberMaticH_020125_20210211.hpr",
                   root != NULL ? root : ".");
    dat_diagnostics_init(&d, path, NULL);
    char *real = dat_text_load(path, &d);
    if (real == NULL)
        return;
    char *text = calloc(1, strlen(real) + 1000);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "%s", PIN);
    const char *at = strstr(real, "<ProductDefinition>");
    for (int i = 0; i < MOST; i++)
        at = append(at, "<ProductDefinition>", "</ProductDefinition>", text, &used);
    (void)strcpy(text + used, END);
    for (char *key = strstr(text, "<SpeciesGroupKey>"); key != NULL;
         key = strstr(key, "<SpeciesGroupKey>")) {
        // Of the same length: <SpeciesGroupUserID> takes the place of <SpeciesGroupKey> and digits.
        char *end = strstr(key, "</SpeciesGroupKey>");
        const size_t digits = (size_t)(end - key) - strlen("<SpeciesGroupKey>");
        memmove(key + 42, end + 18, strlen(end + 18) + 1);
        memcpy(key, "<SpeciesGroupUserID>1</SpeciesGroupUserID>", 42);
        assert_true(digits <= 10);
    }
    groups.count = 1;
    groups.items[0] = (struct dat_species_group){.id = "1", .species = TER_SPRUCE};
    const bool ok = read_pin(text, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(products.count, MOST);
    assert_string_equal(products.product[0].name, "Sagt BV D12+");
    assert_int_equal(products.product[0].diameter_count, 21);
    assert_int_equal(products.product[0].length_count, 7);
    assert_near(products.product[0].min_top, 0.125, 1e-12);
    free(text);
    free(real);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_instruction_becomes_products, forget),
        cmocka_unit_test_setup(an_object_chooses_products, forget),
        cmocka_unit_test_setup(species_groups_give_species_and_bark, forget),
        cmocka_unit_test_setup(products_permit_grades, forget),
        cmocka_unit_test_setup(mistakes_are_named_by_line, forget),
        cmocka_unit_test_setup(real_products_are_read, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
