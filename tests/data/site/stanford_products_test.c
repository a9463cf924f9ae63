// Every class of a product stands in the file with its price, wanted share and colours.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/hpr_write.h"
#include "tests/near.h"

static const struct veh_product saw_log = {
    .name = "saw log",
    .species = -1,
    .diameter_under_bark = true,
    .min_top = 0.18,
    .max_butt = 0.6,
    .top_position = 0.1,
    .window_low = 0.02,
    .window_high = 0.06,
    .diameter_count = 2,
    .length_count = 2,
    .diameter = {0.18, 0.24},
    .length = {4.9, 5.2},
    .cell = {{{.price = 80.0}, {.price = 82.0}},
             {{.price = 90.0}, {.price = 95.0, .target = 30.0, .colour = 5}}},
};

// The file without the white space between elements.
static char *written(void) {
    static const struct dat_stanford_product product = {&saw_log, TER_PINE};
    const struct dat_hpr hpr = {.common = {.program = "p",
                                           .machine = "m",
                                           .trainee = "t",
                                           .object = "o",
                                           .created = "2024-05-17T09:31:00.000+00:00",
                                           .start = "2024-05-17T09:31:00.000+00:00",
                                           .has_species = {[TER_PINE] = true},
                                           .products = &product,
                                           .product_count = 1}};
    const char *path = "stanford_products_test.hpr";
    struct dat_problem problem;
    assert_true(dat_hpr_write(&hpr, path, &problem));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 100000);
    size_t size = 0;
    for (int c = fgetc(file); c != EOF && size < 99999; c = fgetc(file))
        if (c != '\n' && c != '\t')
            text[size++] = (char)c;
    (void)fclose(file);
    (void)remove(path);
    return text;
}

static void assert_has(const char *text, const char *words) {
    if (strstr(text, words) == NULL)
        fail_msg("the file has no %s", words);
}

static void every_class_is_written(void **state) {
    (void)state;
    char *text = written();
    assert_has(text, "<DiameterClassLowerLimit>180</DiameterClassLowerLimit></DiameterClass>"
                     "<DiameterClass><DiameterClassLowerLimit>240<");
    assert_has(text, "<LengthClassLowerLimit>490</LengthClassLowerLimit><LengthClassMargin>0<");
    assert_has(text, "<LengthClassLowerLimit>520<");
    assert_has(text, "<DiameterUnderBark>true<");
    assert_has(text, "<DiameterMINTop>180</DiameterMINTop><DiameterMAXButt>600</DiameterMAXButt>"
                     "<DiameterTopPosition>10<");
    assert_has(text, "<LowerLengthLimit>2</LowerLengthLimit><UpperLengthLimit>6<");
    free(text);
}

static void every_cell_has_its_price_share_and_colours(void **state) {
    (void)state;
    char *text = written();
    assert_has(text, "diameterClassLowerLimit=\"180\" lengthClassLowerLimit=\"490\"><Price>80<");
    assert_has(text, "diameterClassLowerLimit=\"180\" lengthClassLowerLimit=\"520\"><Price>82<");
    assert_has(text, "diameterClassLowerLimit=\"240\" lengthClassLowerLimit=\"490\"><Price>90<");
    assert_has(text,
               "diameterClassLowerLimit=\"240\" lengthClassLowerLimit=\"520\"><Price>95</Price>"
               "<Distribution>30<");
    assert_has(text, "<Color1>true</Color1><Color2>false</Color2><Color3>true</Color3>");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_is_written),
        cmocka_unit_test(every_cell_has_its_price_share_and_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
