// A language as a file: what it translates, what stays English, and what is refused.
// `ui_text_language_test --pseudo FILE` writes the long pseudo-language, to look at the window
// with.
#include "ui/text/language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/text/text.h"
#include "tests/data/bad_input.h"
#include "tests/scratch.h"
#include "tests/ui/pseudo.h"

static struct dat_diagnostics d;

static bool take(const char *text) {
    dat_diagnostics_init(&d, "xx.po", text);
    return ui_language_read(text, "xx.po", &d);
}

static int restore(void **state) {
    (void)state;
    ui_language_restore();
    return 0;
}

static bool write_pseudo(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    pseudo_print(file);
    return fclose(file) == 0;
}

// Every text of the window comes from the file, with its values filled in.
static void every_text_is_translated(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    char expected[512];
    assert_true(write_pseudo(tests_scratch_path(&scratch, "pseudo.po")));
    char *text = tests_scratch_read(&scratch, "pseudo.po");
    assert_true(take(text));
    assert_int_equal(d.errors + d.warnings, 0);
    for (int i = 0; i < UI_SOURCE_COUNT; i++) {
        const struct ui_source_text english = ui_source_english(i);
        if (english.one == NULL) {
            assert_null(ui_language_text(i, 1.0));
            continue;
        }
        pseudo_text(english.one, expected, sizeof expected);
        assert_string_equal(ui_language_text(i, 1.0), expected);
        pseudo_text(english.other != NULL ? english.other : english.one, expected, sizeof expected);
        assert_string_equal(ui_language_text(i, 2.0), expected);
    }
    UI_WRITE_N(expected, sizeof expected, LOGS, 3, 3);
    assert_string_equal(expected, "[3 logs]");
    free(text);
    tests_scratch_remove(&scratch);
}

// Whether the text has a word that another language writes otherwise.
static bool has_word(const char *text) {
    size_t letters = 0;
    for (; *text != '\0' && letters < 4; text++)
        letters = isalpha((unsigned char)*text) ? letters + 1 : 0;
    return letters == 4;
}

// A text of de.po that is its English one was forgotten, unless both languages have the word.
static void check_differs(int source, const char *key) {
    static const char *const same[] = {"STEREO_MODE", "PAUSE", "KEY_ESCAPE", "SERVE_MEDIAN",
                                       "SERVE_PAUSE"};
    const char *english = ui_source_english(source).one;
    bool known = !has_word(english);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        known = known || strcmp(key, same[i]) == 0;
    if (!known && strcmp(ui_language_text(source, 1.0), english) == 0)
        fail_msg("de.po has the English text for %s", key);
}

// German ships, and lacks nothing: each text of the window is in the file, and none is empty.
static void german_is_complete(void **state) {
    (void)state;
    char path[512], entry[160];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/texts/de.po", root != NULL ? root : ".");
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    assert_true(take(text));
    assert_int_equal(d.errors + d.warnings, 0);
    for (int i = 0; i < UI_SOURCE_COUNT; i++) {
        char key[UI_SOURCE_CONTEXT];
        if (ui_source_english(i).one == NULL)
            continue;
        ui_source_context(i, key);
        (void)snprintf(entry, sizeof entry, "msgctxt \"%s\"\n", key);
        const char *found = strstr(text, entry);
        if (found == NULL)
            fail_msg("de.po lacks %s: its line is in kranich.pot", key);
        const char *end = strstr(found, "\n\n"), *empty = strstr(found, "\"\"\n");
        if (empty != NULL && (end == NULL || empty < end))
            fail_msg("de.po has no text for %s", key);
        check_differs(i, key);
    }
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
    assert_string_equal(ui_text(UI_TEXT_STEM_HELD), "Stamm gehalten");
    free(text);
}

// Texts whose translation is missing, empty or fuzzy.
static void the_rest_stays_english(void **state) {
    (void)state;
    assert_true(take("msgctxt \"LOADING\"\nmsgid \"Loading ...\"\nmsgstr \"Laden ...\"\n"
                     "msgctxt \"PAUSE\"\nmsgid \"Pause\"\nmsgstr \"\"\n"
                     "#, fuzzy\nmsgctxt \"START\"\nmsgid \"Start\"\nmsgstr \"Sturz\"\n"));
    assert_int_equal(d.warnings, 0);
    assert_string_equal(ui_text(UI_TEXT_LOADING), "Laden ...");
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
    assert_string_equal(ui_text(UI_TEXT_START), "Start");
    assert_string_equal(ui_text(UI_TEXT_MACHINE), "Machine: %s");
    ui_language_restore();
    assert_string_equal(ui_text(UI_TEXT_LOADING), "Loading ...");
}

// Polish counts 1 log, 2 to 4 logs, 5 logs.
static void a_language_has_its_own_plurals(void **state) {
    (void)state;
    static const int numbers[] = {0, 1, 2, 4, 5, 12, 22};
    static const char *const expected[] = {"0 c", "1 a", "2 b", "4 b", "5 c", "12 c", "22 b"};
    assert_true(take("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                     "\"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && "
                     "(n%100<12 || n%100>14) ? 1 : 2;\\n\"\n"
                     "msgctxt \"LOGS\"\nmsgid \"%d log\"\nmsgid_plural \"%d logs\"\n"
                     "msgstr[0] \"%d a\"\nmsgstr[1] \"%d b\"\nmsgstr[2] \"%d c\"\n"));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[64];
        UI_WRITE_N(text, sizeof text, LOGS, numbers[i], numbers[i]);
        assert_string_equal(text, expected[i]);
    }
}

// Of numbers, not of texts, and in this language only.
static void a_language_has_its_own_decimal_mark(void **state) {
    (void)state;
    char text[64];
    assert_true(take("msgid \"\"\nmsgstr \"X-Decimal-Mark: ,\\n\"\n"
                     "msgctxt \"TARGET\"\nmsgid \"target %.2f m\"\nmsgstr \"Ziel %.2f m.\"\n"));
    assert_string_equal(ui_language_decimal_mark(), ",");
    UI_WRITE(text, sizeof text, TARGET, 4.9);
    assert_string_equal(text, "Ziel 4,90 m.");
    ui_print(text, sizeof text, "%s %.1f", "v1.2", 0.5);
    assert_string_equal(text, "v1.2 0,5");
    ui_language_restore();
    assert_string_equal(ui_language_decimal_mark(), ".");
    UI_WRITE(text, sizeof text, TARGET, 4.9);
    assert_string_equal(text, "target 4.90 m");
}

#define LOGS_TEXT "msgctxt \"LOGS\"\nmsgid \"%d log\"\nmsgid_plural \"%d logs\"\n"
#define CUT_TEXT "msgctxt \"event.log_cut\"\nmsgid \"Log of {length_m} m cut\"\n"

static void bad_translations_are_refused(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"%d\"\n", 3, 8, "the values"},
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"a\"\n", 3, 8, "the values"},
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"%s %s\"\n", 3, 8, "the values"},
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"%s 100 %\"\n", 3, 8, "the values"},
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"%*s\"\n", 3, 8, "the values"},
        {"msgctxt \"MACHINE\"\nmsgid \"Machine: %s\"\nmsgstr \"%n%s\"\n", 3, 8, "the values"},
        {"msgctxt \"N_OF_M\"\nmsgid \"%d of %d\"\nmsgstr \"%2$d %1$d\"\n", 3, 8, "the values"},
        {LOGS_TEXT "msgstr[0] \"%d\"\nmsgstr[1] \"%s\"\n", 5, 11, "the values"},
        {LOGS_TEXT "msgstr[0] \"%d\"\nmsgstr[1] \"\"\n", 5, 11, "this form is empty"},
        {LOGS_TEXT "msgstr[0] \"%d\"\n", 2, 0, "there are 1 forms, expected 2"},
        {CUT_TEXT "msgstr \"cut\"\n", 3, 8, "the braces differ"},
        {CUT_TEXT "msgstr \"cut {length}\"\n", 3, 8, "the braces differ"},
        {CUT_TEXT "msgstr \"cut {length_m} {\"\n", 3, 8, "the braces differ"},
        {CUT_TEXT "msgstr \"a {length_m}\"\n" CUT_TEXT "msgstr \"b {length_m}\"\n", 4, 9,
         "translated in line 1 already"},
        {"msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n", 2, 8,
         "expected 'charset=UTF-8'"},
        {"msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n;\\n\"\n", 2, 8, "gives no form"},
        {"msgid \"\"\nmsgstr \"X-Decimal-Mark: ;\\n\"\n", 2, 8, "expected 'X-Decimal-Mark"},
        {"msgid \"a\n", 1, 9, "no closing quote"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(take(rows[i].text));
        assert_reported(&d, &rows[i]);
        assert_string_equal(ui_text(UI_TEXT_MACHINE), "Machine: %s"); // nothing is taken
    }
}

// A file for another version of the program is read all the same.
static void other_versions_are_warned_of(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"msgctxt \"NO_SUCH\"\nmsgid \"a\"\nmsgstr \"b\"\n", 1, 9, "no text 'NO_SUCH'"},
        {"msgid \"a\"\nmsgstr \"b\"\n", 1, 7, "no text 'a'"},
        {"msgctxt \"event.stem_down\"\nmsgid \"a\"\nmsgstr \"b\"\n", 1, 9, "no text"},
        {"msgctxt \"PAUSE\"\nmsgid \"Rest\"\nmsgstr \"b\"\n", 2, 7, "is now 'Pause'"},
        {"msgctxt \"LOGS\"\nmsgid \"%d log\"\nmsgstr \"%d b\"\n", 2, 7, "is now '%d log'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(take(rows[i].text));
        assert_int_equal(d.warnings, 1);
        assert_reported(&d, &rows[i]);
        assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
        assert_string_equal(ui_text_n(UI_TEXT_LOGS, 2), "%d logs");
    }
}

// ---- the choice ----

static void write_pause(const struct tests_scratch *scratch, const char *path, const char *word) {
    char text[128];
    snprintf(text, sizeof text, "msgctxt \"PAUSE\"\nmsgid \"Pause\"\nmsgstr \"%s\"\n", word);
    tests_scratch_write(scratch, path, text);
}

static void variable_and_setting_choose(void **state) {
    (void)state;
    struct tests_scratch s;
    tests_scratch_create(&s);
    setenv("XDG_CONFIG_HOME", s.folder, 1);
    setenv("XDG_DATA_HOME", s.folder, 1);
    unsetenv("KRANICH_LANGUAGE");
    assert_int_equal(mkdir(tests_scratch_path(&s, "kranich"), 0777), 0);
    assert_int_equal(mkdir(tests_scratch_path(&s, "kranich/texts"), 0777), 0);
    write_pause(&s, "kranich/texts/xx.po", "XX");
    write_pause(&s, "other.po", "other");
    assert_true(ui_language_choose(&d)); // no setting
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
    tests_scratch_write(&s, "kranich/language", "xx\n");
    assert_true(ui_language_choose(&d));
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "XX");
    setenv("KRANICH_LANGUAGE", "en", 1); // comes before the setting
    assert_true(ui_language_choose(&d));
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
    setenv("KRANICH_LANGUAGE", tests_scratch_path(&s, "other.po"), 1);
    assert_true(ui_language_choose(&d));
    assert_string_equal(ui_text(UI_TEXT_PAUSE), "other");
    static const struct bad_input bad[] = {{"yy", 0, 0, "there is no language 'yy'"},
                                           {"../xx", 0, 0, "there is no language '../xx'"},
                                           {"missing.po", 0, 0, "cannot be read"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setenv("KRANICH_LANGUAGE", bad[i].text, 1);
        assert_false(ui_language_choose(&d));
        assert_reported(&d, &bad[i]);
        assert_string_equal(ui_text(UI_TEXT_PAUSE), "Pause");
    }
    unsetenv("KRANICH_LANGUAGE");
    tests_scratch_write(&s, "kranich/language", "zz\n"); // the setting is what is wrong then
    assert_false(ui_language_choose(&d));
    assert_string_equal(d.item[0].file, tests_scratch_path(&s, "kranich/language"));
    tests_scratch_remove(&s);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--pseudo") == 0)
        return write_pseudo(argv[2]) ? 0 : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_text_is_translated, restore),
        cmocka_unit_test_teardown(german_is_complete, restore),
        cmocka_unit_test_teardown(the_rest_stays_english, restore),
        cmocka_unit_test_teardown(a_language_has_its_own_plurals, restore),
        cmocka_unit_test_teardown(a_language_has_its_own_decimal_mark, restore),
        cmocka_unit_test_teardown(bad_translations_are_refused, restore),
        cmocka_unit_test_teardown(other_versions_are_warned_of, restore),
        cmocka_unit_test_teardown(variable_and_setting_choose, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
