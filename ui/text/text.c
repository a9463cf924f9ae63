#include "ui/text/text.h"

#include <assert.h>
#include <string.h>

#include "vehicles/events.h"

static const struct {
    const char *key, *one, *other; // other: NULL where nothing is counted
} table[] = {
#define UI_TEXT_ROW(key, one, other) {#key, one, other},
    UI_ENGLISH(UI_TEXT_ROW)
#undef UI_TEXT_ROW
};

const char *ui_text(enum ui_text_key key) {
    assert(key < UI_TEXT_COUNT && table[key].other == NULL);
    return table[key].one;
}

const char *ui_text_n(enum ui_text_key key, long count) {
    assert(key < UI_TEXT_COUNT && table[key].other != NULL);
    return count == 1 ? table[key].one : table[key].other;
}

static void print_quoted(FILE *file, const char *what, const char *text) {
    fprintf(file, "%s \"", what);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        fputc(*text, file);
    }
    fputs("\"\n", file);
}

void ui_text_print_template(FILE *file) {
    fputs("# Texts of Kranich's window. Copy this file to LANGUAGE.po and fill in each msgstr.\n"
          "# The values (%s, %d, ...) must be kept in their order; `msgfmt -c` checks the file.\n"
          "msgid \"\"\n"
          "msgstr \"\"\n"
          "\"Project-Id-Version: kranich\\n\"\n"
          "\"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n\"\n"
          "\"Last-Translator: NAME <ADDRESS>\\n\"\n"
          "\"Language-Team: LANGUAGE\\n\"\n"
          "\"Language: \\n\"\n"
          "\"MIME-Version: 1.0\\n\"\n"
          "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
          "\"Content-Transfer-Encoding: 8bit\\n\"\n"
          "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n",
          file);
    for (int i = 0; i < UI_TEXT_COUNT; i++) {
        fputc('\n', file);
        if (strchr(table[i].one, '%') != NULL)
            fputs("#, c-format\n", file);
        print_quoted(file, "msgctxt", table[i].key);
        print_quoted(file, "msgid", table[i].one);
        if (table[i].other != NULL) {
            print_quoted(file, "msgid_plural", table[i].other);
            fputs("msgstr[0] \"\"\nmsgstr[1] \"\"\n", file);
        } else {
            fputs("msgstr \"\"\n", file);
        }
    }
    for (int i = 0; i < VEH_EVENT_COUNT; i++) {
        const struct veh_event_info *info = veh_event_info((enum veh_event_kind)i);
        if (info->sentence == NULL)
            continue;
        fprintf(file, "\nmsgctxt \"event.%s\"\n", info->name);
        print_quoted(file, "msgid", info->sentence);
        fputs("msgstr \"\"\n", file);
    }
}
