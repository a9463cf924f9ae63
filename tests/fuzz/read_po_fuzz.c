// Reads any bytes as translations; an accepted file gives every text, which can be written with
// values.
#include "tests/fuzz/text.h"
#include "ui/text/language.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    char *text = fuzz_text(data, size, "fuzz.po", &d);
    if (text == NULL)
        return 0;
    const int accepted = ui_language_read(text, "fuzz.po", &d);
    fuzz_check_result(accepted, &d);
    free(text); // the language does not need it any more
    for (int i = 0; accepted && i < UI_SOURCE_COUNT; i++)
        for (int n = 0; n < 3; n++) {
            const char *found = ui_language_text(i, n);
            if ((found == NULL) != (ui_source_english(i).one == NULL) ||
                (found != NULL && found[0] == '\0'))
                abort();
        }
    char line[1024];
    UI_WRITE(line, sizeof line, SO_FAR, "", 1.0, "m");
    UI_WRITE(line, sizeof line, RESULT_SENTENCE, "", "", 1, 2);
    UI_WRITE_N(line, sizeof line, LOGS, (long)size, 3);
    ui_language_restore();
    return 0;
}
