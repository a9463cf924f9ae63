#include "data/text/csv.h"

#include <stdlib.h>

#include "tests/data/bad_input.h"

enum { NAME, SIZE, COLOUR, COLUMNS };

static const struct dat_csv_column columns[COLUMNS] = {
    [NAME] = {"name", true},
    [SIZE] = {"size", true},
    [COLOUR] = {"colour", false},
};

static void reads_rows_by_column(const char *text, int first_line) {
    struct dat_diagnostics d;
    struct dat_csv csv;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_csv_open(&csv, text, columns, COLUMNS, &d));
    double size = 0.0;
    assert_true(dat_csv_next(&csv));
    assert_int_equal(csv.line, first_line);
    assert_string_equal(csv.cell[NAME].text, "oak");
    assert_true(dat_csv_number(&csv, SIZE, 0.0, 10.0, &size));
    assert_near(size, 2.5, 0.0);
    assert_true(dat_csv_next(&csv));
    assert_string_equal(csv.cell[NAME].text, "elm");
    assert_false(dat_csv_next(&csv));
    assert_false(dat_csv_next(&csv));
    assert_true(dat_diagnostics_ok(&d));
}

static void reads_any_separator_and_line_break(void **state) {
    (void)state;
    reads_rows_by_column("name;size\noak;2.5\nelm;3\n", 2);
    reads_rows_by_column("name,size\r\noak,2.5\r\nelm,3", 2);
    reads_rows_by_column("size\tname\r2.5\toak\r3\telm\r", 2);
    reads_rows_by_column("# trees\n\n  Name ; SIZE \n\n oak ; 2.5 \n# more\nelm;3\n\n", 5);
    reads_rows_by_column("\"name\";\"size\"\n\"oak\" ; \"2.5\"\nelm;3", 2);
    reads_rows_by_column("size;colour;name\n2.5;;oak\n3;red;elm\n", 2);
}

static void quotes_may_hold_the_separator(void **state) {
    (void)state;
    const char *text = "name,size\n\"a, b\",1\n";
    struct dat_diagnostics d;
    struct dat_csv csv;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_csv_open(&csv, text, columns, COLUMNS, &d));
    assert_true(dat_csv_next(&csv));
    assert_string_equal(csv.cell[NAME].text, "a, b");
}

static const struct bad_input bad[] = {
    {"", 1, 1, "no header, expected the columns name, size, colour"},
    {"# only\n# this\n", 3, 1, "the table has no header"},
    {"name;size;hue\n", 1, 11, "unknown column 'hue', expected one of name, size, colour"},
    {"name;sise\n", 1, 6, "colour (did you mean 'size'?)"},
    {"name;colour\n", 1, 1, "missing column 'size'"},
    {"name;size;name\n", 1, 11, "duplicate column 'name'"},
    {"\"name;size\n", 1, 1, "the quote is not closed"},
    {"name;size\noak\n", 2, 4, "the number of cells is 1, expected 2"},
    {"name;size\noak;1;2\n", 2, 8, "the number of cells is 3, expected 2"},
    {"name;size\n\xC3\xA4\xC3\xB6;x\n", 2, 4, "size is 'x', expected a number"},
    {"name;size\n;1\n", 2, 1, "name is empty"},
    {"name;size\noak;\n", 2, 5, "size is empty, expected a value"},
    {"name;size\noak;1,5\n", 2, 5, "size is '1,5', expected a number with a decimal point"},
    {"name;size\noak;nan\n", 2, 5, "size is 'nan', expected a finite number"},
    {"name;size\noak;-1\n", 2, 5, "size is -1, expected 0 to 10"},
    {"name;size\noak;1e300\n", 2, 5, "size is 1e300, expected 0 to 10"},
    {"name;size\n\"oak;1\n", 2, 1, "the quote is not closed"},
    {"name;size\n\"oak\"x;1\n", 2, 1, "followed by text"},
    {"name;size\n"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;1\n",
     2, 1, "the cell is 76 bytes long, expected at most 63"},
};

static void reports_bad_tables(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dat_diagnostics d;
        struct dat_csv csv;
        dat_diagnostics_init(&d, "t.csv", bad[i].text);
        if (dat_csv_open(&csv, bad[i].text, columns, COLUMNS, &d)) {
            while (dat_csv_next(&csv)) {
                double size = 0.0;
                (void)dat_csv_number(&csv, SIZE, 0.0, 10.0, &size);
            }
        }
        assert_reported(&d, &bad[i]);
    }
}

static void stops_at_a_line_of_too_many_columns(void **state) {
    (void)state;
    char text[2 * (DAT_CSV_MAX_COLUMNS + 8) + 1];
    for (size_t i = 0; i < DAT_CSV_MAX_COLUMNS + 8; i++)
        memcpy(text + 2 * i, "a;", 3);
    struct dat_diagnostics d;
    struct dat_csv csv;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_false(dat_csv_open(&csv, text, columns, COLUMNS, &d));
    // The unknown columns, then the reader stops.
    assert_int_equal(d.errors, DAT_CSV_MAX_COLUMNS + 1);
}

// 8 million cells: their columns once took quadratic time to count.
static void reads_a_very_long_line_once(void **state) {
    (void)state;
    const size_t cells = 8000000;
    char *text = malloc(cells + 16);
    assert_non_null(text);
    memcpy(text, "name;size\n", 10);
    memset(text + 10, ';', cells - 1);
    text[10 + cells - 1] = '\0';
    struct dat_diagnostics d;
    struct dat_csv csv;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_csv_open(&csv, text, columns, COLUMNS, &d));
    assert_false(dat_csv_next(&csv));
    assert_int_equal(d.item[d.kept - 1].column, cells);
    assert_non_null(strstr(d.item[d.kept - 1].text, "the number of cells is 8000000, expected 2"));
    free(text);
}

static void finds_the_value_of_a_comment(void **state) {
    (void)state;
    struct dat_csv_cell value;
    int line = 0;
    assert_true(
        dat_csv_comment("# a tree list\n# crs = no\n#crs=25832 \nx;y\n", "crs", &value, &line));
    assert_string_equal(value.text, "25832");
    assert_int_equal(line, 3);
    assert_int_equal(value.column, 6);
    assert_false(dat_csv_comment("x;y\n#crs=1\n", "crs", &value, &line));
    assert_false(dat_csv_comment("#crsx=1\n", "crs", &value, &line));
}

static void names_the_header(void **state) {
    (void)state;
    char names[32];
    dat_csv_header("# x\nA; B ;c\n1;2;3\n", names, sizeof names);
    assert_string_equal(names, "|a|b|c|");
    dat_csv_header("", names, sizeof names);
    assert_string_equal(names, "|");
    dat_csv_header("aaaaaaaaaaaaaaaaaaaaaaaa;bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", names, sizeof names);
    assert_string_equal(names, "|aaaaaaaaaaaaaaaaaaaaaaaa|");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_any_separator_and_line_break),
        cmocka_unit_test(quotes_may_hold_the_separator),
        cmocka_unit_test(reports_bad_tables),
        cmocka_unit_test(stops_at_a_line_of_too_many_columns),
        cmocka_unit_test(reads_a_very_long_line_once),
        cmocka_unit_test(finds_the_value_of_a_comment),
        cmocka_unit_test(names_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
