// The page's files and texts agree with each other.
#include "ui/serve/page.h"

#include <ctype.h>
#include <string.h>

#include <jansson.h>

#include "tests/near.h"
#include "ui/text/language.h"

static json_t *texts(void) {
    struct ui_serve_languages reports;
    char *text = ui_serve_page_texts(NULL, &reports);
    assert_true(reports.count > 1);
    assert_string_equal(ui_serve_language(&reports, "de")->word[DAT_WORD_RESULT], "Ergebnis");
    assert_string_equal(ui_serve_language(&reports, "xx")->word[DAT_WORD_RESULT], "Result");
    ui_serve_languages_finish(&reports);
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    free(text);
    return object;
}

static void both_languages_are_complete(void **state) {
    (void)state;
    json_t *object = texts(), *languages = json_object_get(object, "languages");
    json_t *english = json_object_get(languages, "en"), *german = json_object_get(languages, "de");
    assert_true(json_object_size(english) > 20);
    assert_int_equal(json_object_size(english), json_object_size(german));
    assert_string_equal(json_string_value(json_object_get(german, "SEATS")), "Plätze");
    assert_non_null(json_object_get(german, "metric.stump_height_max_m"));
    assert_string_equal(json_string_value(json_object_get(german, "control.slew")),
                        "Kran schwenken");
    const json_t *stump = json_object_get(json_object_get(object, "metrics"), "stump_height_max_m");
    assert_non_null(json_object_get(stump, "unit"));
    json_decref(object);
    assert_string_equal(ui_language_code(), "en"); // as before
}

// Every text that the page names, by data-text="KEY" or say('KEY'), is there. KEY_' + ... is built.
static void names_are_known(const char *file, const char *before, const json_t *english) {
    char key[64];
    int found = 0;
    for (const char *p = strstr(file, before); p != NULL; p = strstr(p + 1, before)) {
        const char *start = p + strlen(before);
        size_t length = 0;
        while (isupper((unsigned char)start[length]) || start[length] == '_')
            length++;
        if (length == 0 || start[length - 1] == '_' || length >= sizeof key)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)length, start);
        if (json_object_get(english, key) == NULL)
            fail_msg("the page has the text %s, which is not in ui/text/english.h", key);
        found++;
    }
    assert_true(found > 0);
}

static void every_text_of_the_page_is_known(void **state) {
    (void)state;
    json_t *object = texts();
    const json_t *english = json_object_get(json_object_get(object, "languages"), "en");
    names_are_known(ui_serve_page_html, "data-text=\"", english);
    names_are_known(ui_serve_page_js, "say('", english);
    names_are_known(ui_serve_page_js, "action('", english);
    json_decref(object);
}

static void nothing_comes_from_elsewhere(void **state) {
    (void)state;
    assert_null(strstr(ui_serve_page_html, "//"));
    assert_null(strstr(ui_serve_page_css, "url("));
    assert_null(strstr(ui_serve_page_css, "@import"));
    assert_null(strstr(ui_serve_page_js, "innerHTML"));
    assert_null(strstr(ui_serve_page_js, "eval("));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_languages_are_complete),
        cmocka_unit_test(every_text_of_the_page_is_known),
        cmocka_unit_test(nothing_comes_from_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
