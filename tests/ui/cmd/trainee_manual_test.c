// The tables of functions in the trainee's manuals against the bindings, in each language.
#include <stdlib.h>
#include <string.h>

#include "data/text/text.h"
#include "tests/near.h"
#include "ui/input/bind.h"
#include "ui/text/language.h"

// The table is between these lines of the manual.
static const char begin[] =
    "<!-- build/tests/ui_cmd_trainee_manual_test --write renews this table -->\n";
static const char end[] = "<!-- end of the table -->\n";

// The words of a manual, beside those of the window.
struct words {
    const char *manual, *language; // files below the root; NULL: English
    const char *lever[4];          // left, right, push, pull
    const char *pad[4];            // left, right, up, down
    const char *left_stick, *right_stick, *trigger, *held, *pad_held;
    const char *device[UI_DEVICE_COUNT]; // before a part of it
    const char *functions, *keys;        // heads of the tables
};

static const struct words manuals[] = {
    {.manual = "docs/trainee.md",
     .lever = {"left", "right", "push", "pull"},
     .pad = {"left", "right", "up", "down"},
     .left_stick = "left stick",
     .right_stick = "right stick",
     .trigger = "trigger",
     .held = " with button 1 held",
     .pad_held = "back held, ",
     .device = {"", "lever 1: ", "lever 2: ", "", ""},
     .functions = "function | key | levers and pedals | game controller",
     .keys = "key | in the window"},
    {.manual = "docs/trainee.de.md",
     .language = "data/library/texts/de.po",
     .lever = {"links", "rechts", "drücken", "ziehen"},
     .pad = {"links", "rechts", "auf", "ab"},
     .left_stick = "linker Stick",
     .right_stick = "rechter Stick",
     .trigger = "Trigger",
     .held = " bei gehaltenem Knopf 1",
     .pad_held = "Back-Knopf gehalten, ",
     .device = {"", "Hebel 1: ", "Hebel 2: ", "", ""},
     .functions = "Funktion | Taste | Hebel und Pedale | Gamepad",
     .keys = "Taste | im Fenster"},
};
enum { MANUALS = sizeof manuals / sizeof manuals[0] };
static const struct words *words;

#define MOST 65536

struct text {
    char text[MOST];
    size_t used;
};

static struct text manual, table;

static void add(struct text *t, const char *text) {
    const size_t length = strlen(text);
    assert_true(t->used + length < sizeof t->text);
    memcpy(t->text + t->used, text, length + 1);
    t->used += length;
}

// A lever's y grows towards the operator, its x to the right: left, right, push, pull.
static int half_axis(int index, double direction) {
    return index % 2 * 2 + (direction > 0.0);
}

// The movement of the hand that asks for one side of the binding's function, direction 1 or -1; ""
// if the binding does not reach that side.
static void describe(const struct ui_binding *b, double direction, char *text, size_t size) {
    char source[64];
    const double move = direction * b->scale;
    ui_binding_source(b, source, sizeof source);
    const bool trigger = b->device == UI_DEVICE_PAD && strstr(source, words->trigger) != NULL;
    const bool stick = b->device == UI_DEVICE_PAD;
    text[0] = '\0';
    if (b->part == UI_PART_AXIS && !trigger) {
        // A stick is moved, not pushed: pushing it is a button.
        const bool left = stick && strstr(source, words->left_stick) != NULL;
        const char *name = left ? words->left_stick : words->right_stick;
        snprintf(text, size, "%s%s%s%s%s", stick && b->shifted ? words->pad_held : "",
                 stick ? name : "", stick ? " " : "",
                 (stick ? words->pad : words->lever)[half_axis(b->index, move)],
                 !stick && b->shifted ? words->held : "");
    } else if (move > 0.0) {
        snprintf(text, size, "%s", source);
    }
}

static void add_cell(enum ui_device first, enum ui_device last, enum veh_control control,
                     double direction) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    const char *between = " ";
    add(&table, "|");
    for (size_t i = 0; i < count; i++) {
        char how[96], cell[128];
        if (b[i].control != control || b[i].device < first || b[i].device > last)
            continue;
        describe(&b[i], direction, how, sizeof how);
        if (how[0] == '\0')
            continue;
        snprintf(cell, sizeof cell, "%s%s%s", between, words->device[b[i].device], how);
        add(&table, cell);
        between = ", ";
    }
    add(&table, " ");
}

static void add_row(enum veh_control control, double direction) {
    const struct ui_binding side = {.part = UI_PART_BUTTON, .scale = direction, .control = control};
    char effect[96];
    ui_binding_effect(&side, effect, sizeof effect);
    add(&table, "| ");
    add(&table, effect);
    add(&table, " ");
    add_cell(UI_DEVICE_KEYBOARD, UI_DEVICE_KEYBOARD, control, direction);
    add_cell(UI_DEVICE_LEFT, UI_DEVICE_PEDALS, control, direction);
    add_cell(UI_DEVICE_PAD, UI_DEVICE_PAD, control, direction);
    add(&table, "|\n");
}

static void make_table(void) {
    table.used = 0;
    add(&table, "\n| ");
    add(&table, words->functions);
    add(&table, " |\n|--|--|--|--|\n");
    for (int control = 0; control < VEH_CONTROL_COUNT; control++) {
        add_row((enum veh_control)control, 1.0);
        if (veh_control_info((enum veh_control)control)->negative != NULL)
            add_row((enum veh_control)control, -1.0);
    }
    add(&table, "\n| ");
    add(&table, words->keys);
    add(&table, " |\n|--|--|\n");
    size_t count;
    const struct ui_window_key *key = ui_window_keys(&count);
    for (size_t i = 0; i < count; i++) {
        char row[160];
        snprintf(row, sizeof row, "| %s | %s |\n", ui_text(key[i].key), ui_text(key[i].effect));
        add(&table, row);
    }
    add(&table, "\n");
}

static const char *path_of(const char *file) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", file);
    return path;
}

// Chooses the manual and the language of the window. False: the language cannot be read.
static bool choose(const struct words *which) {
    static struct dat_diagnostics d;
    words = which;
    ui_language_restore();
    if (which->language == NULL)
        return true;
    dat_diagnostics_init(&d, which->language, NULL);
    char *text = dat_text_load(path_of(which->language), &d);
    const bool ok = text != NULL && ui_language_read(text, which->language, &d);
    free(text);
    return ok;
}

// The manual's table from its first character to before *last; NULL if a marker is missing.
static char *find_table(char **last) {
    FILE *file = fopen(path_of(words->manual), "r");
    assert_non_null(file);
    manual.text[fread(manual.text, 1, MOST - 1, file)] = '\0';
    fclose(file);
    char *first = strstr(manual.text, begin);
    *last = strstr(manual.text, end);
    return first != NULL && *last != NULL ? first + strlen(begin) : NULL;
}

static void manuals_are_the_bindings(void **state) {
    (void)state;
    for (int i = 0; i < MANUALS; i++) {
        char *last;
        assert_true(choose(&manuals[i]));
        const char *first = find_table(&last);
        assert_non_null(first);
        *last = '\0';
        make_table();
        if (strcmp(first, table.text) != 0)
            fail_msg("%s differs from the bindings: run "
                     "build/tests/ui_cmd_trainee_manual_test --write",
                     words->manual);
    }
    ui_language_restore();
}

static int write_manual(const struct words *which) {
    char *last;
    if (!choose(which))
        return 1;
    char *first = find_table(&last);
    if (first == NULL)
        return 1;
    make_table();
    FILE *file = fopen(path_of(words->manual), "w");
    const size_t before = (size_t)(first - manual.text);
    const bool ok = file != NULL && fwrite(manual.text, 1, before, file) == before &&
                    fputs(table.text, file) >= 0 && fputs(last, file) >= 0;
    return file != NULL && fclose(file) == 0 && ok ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        int status = 0;
        for (int i = 0; i < MANUALS; i++)
            status |= write_manual(&manuals[i]);
        return status;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manuals_are_the_bindings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
