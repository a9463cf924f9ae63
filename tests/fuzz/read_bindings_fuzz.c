// Reads any bytes as the user's keys and levers; an accepted table survives being written and read.
#include "tests/fuzz/text.h"
#include "ui/input/bind_file.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    static char written[65536];
    static char again[65536];
    char *text = fuzz_text(data, size, "fuzz.yaml", &d);
    if (text == NULL)
        return 0;
    const int accepted = ui_bindings_read(text, "fuzz.yaml", &d);
    fuzz_check_result(accepted, &d);
    if (accepted && ui_bindings_write(written, sizeof written)) {
        dat_diagnostics_init(&d, "written.yaml", written);
        if (!ui_bindings_read(written, "written.yaml", &d) ||
            !ui_bindings_write(again, sizeof again) || strcmp(written, again) != 0)
            abort();
    }
    ui_bindings_restore();
    free(text);
    return 0;
}
