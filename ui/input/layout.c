#include "ui/input/layout.h"

#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/text/text.h"
#include "ui/input/bind_file.h"

static bool read_layout(const char *text, const char *file, struct ui_layout *layout,
                        struct dat_diagnostics *d) {
    struct ui_controls_file content;
    if (!ui_controls_file_read(text, file, &content, d))
        return false;
    (void)snprintf(layout->title, sizeof layout->title, "%.63s",
                   content.title[0] != '\0' ? content.title : file);
    memcpy(layout->row, content.row, content.rows * sizeof content.row[0]);
    layout->rows = content.rows;
    layout->tip_control = content.tip_control;
    return true;
}

static bool load(const char *path, struct ui_layout *layout) {
    static struct dat_diagnostics d; // large, and one at a time
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    const bool ok = text != NULL && read_layout(text, path, layout, &d);
    free(text);
    if (!ok)
        dat_diagnostics_print(&d, stderr);
    return ok;
}

int ui_layouts_load(const char *library_or_null, struct ui_layout layout[UI_LAYOUTS]) {
    struct dat_problem problem = {""};
    struct dat_name_list names;
    int count = 0;
    if (dat_library_list(library_or_null, "controls", &names, &problem) == DAT_LIBRARY_FOUND) {
        for (int i = 0; i < names.count && count < UI_LAYOUTS; i++) {
            char path[4096];
            if (dat_library_find(library_or_null, "controls", names.items[i], path, sizeof path,
                                 &problem) == DAT_LIBRARY_FOUND &&
                load(path, &layout[count]))
                count++;
        }
    }
    dat_name_list_finish(&names);
    return count;
}

void ui_layout_use(const struct ui_layout *layout) {
    char lost[96];
    ui_bindings_restore();
    for (size_t i = 0; layout != NULL && i < layout->rows; i++)
        (void)ui_bindings_assign(&layout->row[i], lost, sizeof lost);
    ui_bindings_set_tip_control(layout != NULL && layout->tip_control);
}

static bool same_table(const struct ui_binding *a, size_t count, const struct ui_binding *b,
                       size_t others) {
    bool same = count == others;
    for (size_t i = 0; same && i < count; i++)
        same = ui_binding_same_part(&a[i], &b[i]) && a[i].control == b[i].control &&
               a[i].scale == b[i].scale;
    return same;
}

bool ui_layout_is_in_use(const struct ui_layout *layout) {
    struct ui_binding before[UI_BINDINGS_MAX];
    size_t count, others;
    const bool was_standard = ui_bindings_are_standard(),
               kept_tip_control = ui_bindings_keep_tip_control();
    const struct ui_binding *now = ui_bindings(&count);
    memcpy(before, now, count * sizeof before[0]);
    ui_layout_use(layout);
    const struct ui_binding *then = ui_bindings(&others);
    const bool same = same_table(before, count, then, others) &&
                      kept_tip_control == ui_bindings_keep_tip_control();
    ui_bindings_restore();
    if (!was_standard)
        (void)ui_bindings_set(before, count);
    ui_bindings_set_tip_control(kept_tip_control);
    return same;
}
