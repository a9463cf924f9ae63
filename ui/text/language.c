#include "ui/text/language.h"

#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/atomic_file.h"
#include "data/text/name_index.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "ui/text/po.h"
#include "ui/text/utf8.h"

struct language {
    struct ui_po po;
    struct ui_plural plural;
    char code[16];                                    // "": English
    char decimal_mark;                                // '.' or ',', 0: as in English
    const struct ui_po_entry *entry[UI_SOURCE_COUNT]; // NULL: English
};

static struct language current = {.plural = {0}};

const char *ui_language_text(int source, double number) {
    assert(source >= 0 && source < UI_SOURCE_COUNT);
    const struct ui_source_text english = ui_source_english(source);
    const struct ui_po_entry *entry = current.entry[source];
    if (english.other == NULL)
        return entry != NULL ? entry->form[0].text : english.one;
    if (entry != NULL)
        return entry->form[ui_plural_form(&current.plural, number)].text;
    return ui_plural_form(&ui_plural_english, number) == 0 ? english.one : english.other;
}

// ---- values in a text ----

// The next value of a printf() format, "%.2f" of "target %.2f m", with its length; NULL: there is
// none. A length of 0: a '%' that is none.
static const char *next_value(const char *format, size_t *length) {
    for (const char *p = format; (p = strchr(p, '%')) != NULL; p += 2) {
        if (p[1] == '%')
            continue;
        const size_t head = 1 + strspn(p + 1, "-+0123456789.");
        *length = p[head] != '\0' && strchr("cdfgs", p[head]) != NULL ? head + 1 : 0;
        return p;
    }
    return NULL;
}

// Whether printf() takes the same values in the same way; false where a '%' is no value.
static bool same_values(const char *english, const char *translated) {
    size_t a = 0, b = 0;
    for (;;) {
        english = next_value(english, &a);
        translated = next_value(translated, &b);
        if (english == NULL || translated == NULL)
            return english == translated;
        if (a == 0 || a != b || strncmp(english, translated, a) != 0)
            return false;
        english += a;
        translated += b;
    }
}

// Whether each "{...}" of one text is in the other.
static bool has_braces_of(const char *text, const char *other) {
    char name[64];
    for (const char *p = text; (p = strchr(p, '{')) != NULL; p++) {
        const size_t length = strcspn(p, "}") + 1;
        if (p[length - 1] == '\0' || length >= sizeof name)
            return false;
        memcpy(name, p, length);
        name[length] = '\0';
        if (strstr(other, name) == NULL)
            return false;
    }
    return true;
}

// ---- matching entries with texts ----

struct matching {
    struct language *language;
    struct dat_name_index index; // of the texts' contexts
    char context[UI_SOURCE_COUNT][UI_SOURCE_CONTEXT];
    struct dat_diagnostics *d;
};

static void check_form(struct matching *m, int source, const struct ui_source_text *english,
                       const struct ui_po_string *form) {
    if (ui_source_is_format(source) && !same_values(english->one, form->text))
        dat_diagnose(m->d, form->line, form->column,
                     "the values (%%d, %%s, ...) differ from those of '%.80s'", english->one);
    if (!has_braces_of(english->one, form->text) || !has_braces_of(form->text, english->one))
        dat_diagnose(m->d, form->line, form->column, "the braces differ from those of '%.80s'",
                     english->one);
}

static bool is_empty(const struct ui_po_entry *entry) {
    for (int i = 0; i < entry->forms; i++)
        if (entry->form[i].text[0] != '\0')
            return false;
    return true;
}

static void check_forms(struct matching *m, int source, const struct ui_source_text *english,
                        const struct ui_po_entry *entry) {
    const int expected = english->other != NULL ? m->language->plural.forms : 1;
    if (entry->forms != expected)
        dat_diagnose(m->d, entry->id.line, 0, "there are %d forms, expected %d as nplurals says",
                     entry->forms, expected);
    for (int i = 0; i < entry->forms; i++)
        if (entry->form[i].text[0] == '\0')
            dat_diagnose(m->d, entry->form[i].line, entry->form[i].column,
                         "this form is empty and others are not");
        else
            check_form(m, source, english, &entry->form[i]);
}

// The English text has changed since the translation was made.
static bool is_outdated(const struct ui_source_text *english, const struct ui_po_entry *entry) {
    const char *plural = entry->plural.text;
    return strcmp(english->one, entry->id.text) != 0 ||
           (plural == NULL) != (english->other == NULL) ||
           (plural != NULL && strcmp(plural, english->other) != 0);
}

static void match(struct matching *m, const struct ui_po_entry *entry) {
    const struct ui_po_string *name = entry->context.text[0] != '\0' ? &entry->context : &entry->id;
    const int source = dat_name_index_find(&m->index, entry->context.text);
    if (entry->fuzzy || is_empty(entry))
        return;
    const struct ui_source_text english =
        source >= 0 ? ui_source_english(source) : (struct ui_source_text){NULL, NULL};
    if (english.one == NULL) {
        dat_warn(m->d, name->line, name->column, "the program has no text '%.60s'", name->text);
    } else if (is_outdated(&english, entry)) {
        dat_warn(m->d, entry->id.line, entry->id.column,
                 "the English text is now '%.100s' and is shown instead", english.one);
    } else if (m->language->entry[source] != NULL) {
        dat_diagnose(m->d, name->line, name->column, "'%s' is translated in line %d already",
                     name->text, m->language->entry[source]->context.line);
    } else {
        check_forms(m, source, &english, entry);
        m->language->entry[source] = entry;
    }
}

// ---- the header ----

// The text behind the name in its line of the header, NULL: there is no such line.
static const char *header_value(const char *header, const char *name) {
    for (const char *line = header; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, strlen(name)) == 0)
            return line + strlen(name);
    }
    return NULL;
}

// The mark between the whole and the rest of a number: "X-Decimal-Mark: ,".
static void read_mark(struct language *language, const struct ui_po_string *header,
                      const char *value, struct dat_diagnostics *d) {
    value += strspn(value, " ");
    if (strcspn(value, " \n") != 1 || strchr(".,", *value) == NULL)
        dat_diagnose(d, header->line, header->column, "expected 'X-Decimal-Mark: .' or ','");
    else
        language->decimal_mark = *value;
}

static void read_header(struct language *language, const struct ui_po_entry *entry,
                        struct dat_diagnostics *d) {
    const struct ui_po_string *header = &entry->form[0];
    const char *type = header_value(header->text, "Content-Type:");
    const char *plural = header_value(header->text, "Plural-Forms:");
    const char *code = header_value(header->text, "Language:");
    const char *mark = header_value(header->text, "X-Decimal-Mark:");
    const char *charset = type != NULL ? strstr(type, "charset=") : NULL;
    char problem[160];
    if (code != NULL)
        (void)sscanf(code, " %15[A-Za-z_]", language->code);
    if (charset != NULL && strncmp(charset, "charset=UTF-8", 13) != 0)
        dat_diagnose(d, header->line, header->column, "expected 'charset=UTF-8'");
    if (mark != NULL)
        read_mark(language, header, mark, d);
    if (plural != NULL && ui_plural_read(&language->plural, plural, problem, sizeof problem))
        dat_diagnose(d, header->line, header->column, "Plural-Forms: %s", problem);
}

static bool is_header(const struct ui_po_entry *entry) {
    return entry->context.text[0] == '\0' && entry->id.text[0] == '\0';
}

// ---- reading ----

static void match_all(struct language *language, struct matching *m) {
    const struct ui_po_entry *entries = language->po.entries.items;
    const int count = language->po.entries.count;
    for (int i = 0; i < UI_SOURCE_COUNT; i++)
        ui_source_context(i, m->context[i]);
    if (!dat_name_index_init(&m->index, m->context[0], UI_SOURCE_COUNT, UI_SOURCE_CONTEXT))
        dat_diagnose(m->d, 0, 0, "not enough memory to read the file");
    for (int i = 0; i < count && is_header(&entries[i]); i++)
        read_header(language, &entries[i], m->d);
    for (int i = 0; i < count && m->index.sorted != NULL; i++)
        if (!is_header(&entries[i]))
            match(m, &entries[i]);
    dat_name_index_finish(&m->index);
}

bool ui_language_read(const char *text, const char *file, struct dat_diagnostics *d) {
    static struct matching matching; // large, and one at a time
    struct language new = {.plural = ui_plural_english};
    const int errors = d->errors;
    matching = (struct matching){.language = &new, .d = d};
    if (ui_po_read(&new.po, text, file, d))
        match_all(&new, &matching);
    if (d->errors != errors) {
        ui_po_finish(&new.po);
        return false;
    }
    ui_language_restore();
    current = new;
    ui_print_mark(ui_language_decimal_mark()[0]);
    return true;
}

const char *ui_language_code(void) {
    return current.code[0] != '\0' ? current.code : "en";
}

const char *ui_language_decimal_mark(void) {
    return current.decimal_mark == ',' ? "," : ".";
}

void ui_language_restore(void) {
    ui_po_finish(&current.po);
    current = (struct language){.plural = {0}};
    ui_print_mark('.');
}

// ---- choosing ----

static bool ends_in_po(const char *name) {
    const size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".po") == 0;
}

// The file of a language: a path, or in the user's own library or the program's.
static bool find_language(const char *name, char *path, size_t size) {
    bool (*const libraries[])(char *, size_t) = {dat_user_library, dat_default_library};
    char folder[PATH_MAX];
    if (ends_in_po(name))
        return snprintf(path, size, "%s", name) < (int)size;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (strchr(name, '/') == NULL && libraries[i](folder, sizeof folder) &&
            snprintf(path, size, "%s/texts/%s.po", folder, name) < (int)size &&
            access(path, F_OK) == 0)
            return true;
    return false;
}

// The first line of the setting's file, "" where there is none.
static void read_setting(char *name, size_t size) {
    char path[PATH_MAX];
    FILE *file = dat_default_language(path, sizeof path) ? fopen(path, "r") : NULL;
    if (file == NULL || fgets(name, (int)size, file) == NULL)
        name[0] = '\0';
    name[strcspn(name, "\r\n")] = '\0';
    if (file != NULL)
        fclose(file);
}

static bool load(const char *path, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, path, NULL);
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && ui_language_read(text, path, d);
    free(text);
    return ok;
}

static char in_use[PATH_MAX] = "en";

const char *ui_language_name(void) {
    return in_use;
}

// Takes the language of that name. False with errors in d, which are those of where it was asked
// for.
static bool take_language(const char *name, const char *where, struct dat_diagnostics *d) {
    char path[PATH_MAX];
    bool ok = true;
    dat_diagnostics_init(d, where, NULL);
    if (name[0] == '\0' || strcmp(name, "en") == 0) {
        ui_language_restore();
    } else if (find_language(name, path, sizeof path)) {
        ok = load(path, d);
    } else {
        dat_diagnose(d, 0, 0,
                     "there is no language '%.60s', expected 'en', the name of a file in "
                     "'texts' of the library without '.po', or a path that ends in '.po'",
                     name);
        ok = false;
    }
    if (ok)
        snprintf(in_use, sizeof in_use, "%s", name[0] != '\0' ? name : "en");
    return ok;
}

bool ui_language_choose(struct dat_diagnostics *d) {
    char name[PATH_MAX];
    char where[PATH_MAX] = "KRANICH_LANGUAGE";
    const char *variable = getenv(where);
    ui_language_restore();
    snprintf(in_use, sizeof in_use, "en");
    if (variable != NULL && variable[0] != '\0') {
        snprintf(name, sizeof name, "%s", variable);
    } else {
        read_setting(name, sizeof name);
        (void)dat_default_language(where, sizeof where);
    }
    return take_language(name, where, d);
}

void ui_language_begin(void) {
    static struct dat_diagnostics d; // large, and one at a time
    const bool ok = ui_language_choose(&d);
    dat_diagnostics_print(&d, stderr);
    if (!ok)
        fprintf(stderr, "kranich: the language above is ignored, the texts are English\n");
}

// ---- changing ----

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool is_listed(char names[UI_LANGUAGES][UI_LANGUAGE_NAME], int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static int add_folder(const char *library, char names[UI_LANGUAGES][UI_LANGUAGE_NAME], int count) {
    char folder[PATH_MAX + 8], name[UI_LANGUAGE_NAME];
    snprintf(folder, sizeof folder, "%s/texts", library);
    DIR *dir = opendir(folder);
    for (struct dirent *e = NULL; dir != NULL && (e = readdir(dir)) != NULL;) {
        const size_t length = strlen(e->d_name);
        if (!ends_in_po(e->d_name) || length - 3 >= sizeof name || count == UI_LANGUAGES)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length - 3, e->d_name);
        if (!is_listed(names, count, name))
            memcpy(names[count++], name, sizeof name);
    }
    if (dir != NULL)
        closedir(dir);
    return count;
}

int ui_languages(char names[UI_LANGUAGES][UI_LANGUAGE_NAME]) {
    bool (*const libraries[])(char *, size_t) = {dat_user_library, dat_default_library};
    char folder[PATH_MAX];
    int count = 1;
    snprintf(names[0], sizeof names[0], "en");
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (libraries[i](folder, sizeof folder))
            count = add_folder(folder, names, count);
    qsort(names[1], (size_t)count - 1, sizeof names[0], compare_names);
    return count;
}

static bool keep_language(const char *name, struct dat_problem *problem) {
    char path[PATH_MAX], line[PATH_MAX + 1];
    if (!dat_default_language(path, sizeof path)) {
        dat_problem_set(problem, "there is no folder for settings");
        return false;
    }
    const int length = snprintf(line, sizeof line, "%s\n", name);
    return dat_make_folders(path, problem) && dat_write_file(path, line, (size_t)length, problem);
}

bool ui_language_change(const char *name, bool keep, struct dat_problem *problem) {
    static struct dat_diagnostics d; // large, and one at a time
    if (!take_language(name, "KRANICH_LANGUAGE", &d)) {
        dat_problem_set(problem, "%s", dat_diagnostics_first_error(&d));
        return false;
    }
    return !keep || keep_language(name, problem);
}
