#include "ui/text/po.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/utf8.h"

enum keyword { NOTHING, CONTEXT, ID, PLURAL, FORM };
static const char *const words[] = {"", "msgctxt", "msgid", "msgid_plural", "msgstr"};
enum { WORDS = sizeof words / sizeof words[0] };

struct reader {
    struct ui_po *po;
    struct dat_diagnostics *d;
    const char *start, *at; // of the line, and in it
    int line;
    char *end;                // of the string read last, where a continuation is appended
    struct ui_po_entry entry; // is being read
    enum keyword last;        // read of the entry
    bool lost;                // after an error, to the next entry
    bool fuzzy;               // the next entry is
};

// ---- positions and errors ----

static int column(const struct reader *r) {
    int characters = 1;
    for (const char *c = r->start; c < r->at; c++)
        characters += ((unsigned char)*c & 0xC0U) != 0x80U;
    return characters;
}

#define FAIL(r, ...)                                                                               \
    (dat_diagnose((r)->d, (r)->line, column(r), __VA_ARGS__), (r)->lost = true, false)

static void skip_blanks(struct reader *r) {
    r->at += strspn(r->at, " \t\r");
}

// ---- strings ----

static bool read_escape(struct reader *r) {
    static const char names[] = "nt\"\\", meanings[] = "\n\t\"\\";
    const char *found = r->at[1] != '\0' ? strchr(names, r->at[1]) : NULL;
    if (found == NULL)
        return FAIL(r, "unknown escape sequence, expected \\n, \\t, \\\" or \\\\");
    *r->end++ = meanings[found - names];
    r->at += 2;
    return true;
}

// Appends the string at r->at to what ends at r->end, and must be the last in its line.
static bool read_string(struct reader *r) {
    skip_blanks(r);
    if (*r->at != '"')
        return FAIL(r, "expected a string in double quotes");
    for (r->at++; *r->at != '"';) {
        if (*r->at == '\0' || *r->at == '\n')
            return FAIL(r, "the string has no closing quote");
        if (*r->at != '\\')
            *r->end++ = *r->at++;
        else if (!read_escape(r))
            return false;
    }
    r->at++;
    *r->end = '\0';
    skip_blanks(r);
    return *r->at == '\0' || *r->at == '\n' ||
           FAIL(r, "expected the end of the line behind the string");
}

// A new string behind the end of the one before; its quotes leave room for that.
static bool begin_string(struct reader *r, struct ui_po_string *string) {
    *++r->end = '\0';
    skip_blanks(r);
    *string = (struct ui_po_string){r->end, r->line, column(r)};
    return read_string(r);
}

// ---- entries ----

static void end_entry(struct reader *r) {
    if (r->last == FORM && !r->lost)
        if (SIM_ARRAY_TRY(&r->po->entries, r->po->entries.count + 1))
            r->po->entries.items[r->po->entries.count++] = r->entry;
        else
            dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
    else if (r->last != NOTHING && !r->lost)
        dat_diagnose(r->d, r->line, 0, "the entry before has no translation, expected 'msgstr'");
    r->entry = (struct ui_po_entry){.context = {.text = ""}, .id = {.text = ""}};
    r->last = NOTHING;
    r->lost = false;
}

// Behind msgstr: "" or "[n]", which counts from 0 without a gap.
static bool read_index(struct reader *r) {
    const bool counts = r->entry.plural.text != NULL;
    if (!counts && *r->at == '[')
        return FAIL(r, "expected 'msgstr', the entry has no 'msgid_plural'");
    if (!counts)
        return r->entry.forms == 0 || FAIL(r, "the entry has a second translation");
    if (r->entry.forms == UI_PLURAL_FORMS)
        return FAIL(r, "expected at most %d forms", UI_PLURAL_FORMS);
    if (r->at[0] != '[' || r->at[1] != '0' + r->entry.forms || r->at[2] != ']')
        return FAIL(r, "expected 'msgstr[%d]'", r->entry.forms);
    r->at += 3;
    return true;
}

// Keywords that may come before a keyword, a bit per keyword.
static const unsigned before[] = {[CONTEXT] = 1u << NOTHING,
                                  [ID] = 1u << NOTHING | 1u << CONTEXT,
                                  [PLURAL] = 1u << ID,
                                  [FORM] = 1u << ID | 1u << PLURAL | 1u << FORM};

static bool read_keyword(struct reader *r, enum keyword keyword) {
    struct ui_po_string *const strings[] = {[CONTEXT] = &r->entry.context,
                                            [ID] = &r->entry.id,
                                            [PLURAL] = &r->entry.plural,
                                            [FORM] = &r->entry.form[r->entry.forms]};
    if (r->lost)
        return false;
    if (!(before[keyword] >> r->last & 1u))
        return FAIL(r, "'%s' is not expected %s'%s'", words[keyword],
                    r->last == NOTHING ? "without " : "behind ",
                    r->last == NOTHING ? words[ID] : words[r->last]);
    r->at += strlen(words[keyword]);
    if (keyword == FORM && !read_index(r))
        return false;
    if (!begin_string(r, strings[keyword]))
        return false;
    r->entry.forms += keyword == FORM;
    r->last = keyword;
    return true;
}

static bool unknown_word(struct reader *r, size_t length) {
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)length, r->at);
    const char *near = dat_closest(word, words + 1, WORDS - 1);
    if (near == NULL)
        near = words[ID];
    return length == 0 ? FAIL(r, "expected a keyword such as 'msgid', a string or a comment")
                       : FAIL(r, "unknown keyword '%s', expected '%s'", word, near);
}

static void read_word(struct reader *r) {
    const size_t length = strspn(r->at, "abcdefghijklmnopqrstuvwxyz_");
    for (int i = CONTEXT; i < WORDS; i++) {
        if (strlen(words[i]) != length || strncmp(words[i], r->at, length) != 0)
            continue;
        // A context or an id behind a translation is the next entry.
        if (i == CONTEXT || (i == ID && r->last != CONTEXT)) {
            end_entry(r);
            r->entry.fuzzy = r->fuzzy;
            r->fuzzy = false;
        }
        (void)read_keyword(r, (enum keyword)i);
        return;
    }
    (void)unknown_word(r, length);
}

static void read_comment(struct reader *r) {
    const size_t length = strcspn(r->at, "\n");
    const char *word = r->at[1] == ',' ? strstr(r->at, "fuzzy") : NULL;
    r->fuzzy |= word != NULL && word < r->at + length;
}

static void read_line(struct reader *r) {
    skip_blanks(r);
    if (*r->at == '#')
        read_comment(r);
    else if (*r->at == '"' && r->last == NOTHING && !r->lost)
        (void)FAIL(r, "the string belongs to no keyword, expected 'msgid'");
    else if (*r->at == '"' && !r->lost)
        (void)read_string(r);
    else if (*r->at != '"' && *r->at != '\n' && *r->at != '\0')
        read_word(r);
}

bool ui_po_read(struct ui_po *po, const char *text, const char *file, struct dat_diagnostics *d) {
    assert(po != NULL && text != NULL && d != NULL);
    const int errors = d->errors;
    *po = (struct ui_po){.strings = calloc(1, strlen(text) + 2)};
    if (po->strings == NULL)
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    if (po->strings == NULL || !dat_utf8_check(text, file, d))
        return false;
    struct reader r = {.po = po, .d = d, .start = text, .at = text, .line = 1, .end = po->strings};
    end_entry(&r);
    for (;; r.line++) {
        r.at = r.start;
        read_line(&r);
        const char *next = strchr(r.start, '\n');
        if (next == NULL)
            break;
        r.start = next + 1;
    }
    end_entry(&r);
    return d->errors == errors;
}

void ui_po_finish(struct ui_po *po) {
    SIM_ARRAY_FREE(&po->entries);
    free(po->strings);
    *po = (struct ui_po){0};
}
