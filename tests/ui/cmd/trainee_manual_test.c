// The tables of functions in the trainee's manuals against the bindings, in each language.
#include <stdlib.h>
#include <string.h>

#include "data/text/text.h"
#include "tests/manual.h"
#include "ui/input/bind.h"
#include "ui/text/language.h"

// The words of a manual, beside those of the window.
struct words {
    const char *page, *language; // in docs/ and below the root; NULL: English
    const char *lever[4];        // left, right, push, pull
    const char *pad[4];          // left, right, up, down
    const char *left_stick, *right_stick, *trigger, *held, *pad_held;
    const char *device[UI_DEVICE_COUNT]; // before a part of it
    const char *functions, *keys;        // heads of the tables
};

static const struct words manuals[] = {
    {.page = "trainee.md",
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
    {.page = "trainee.de.md",
     .language = "../data/library/texts/de.po",
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

static void print_cell(enum ui_device first, enum ui_device last, enum veh_control control,
                       double direction, FILE *out) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    const char *between = " ";
    fputs("|", out);
    for (size_t i = 0; i < count; i++) {
        char how[96];
        if (b[i].control != control || b[i].device < first || b[i].device > last)
            continue;
        describe(&b[i], direction, how, sizeof how);
        if (how[0] == '\0')
            continue;
        fprintf(out, "%s%s%s", between, words->device[b[i].device], how);
        between = ", ";
    }
    fputs(" ", out);
}

static void print_row(enum veh_control control, double direction, FILE *out) {
    const struct ui_binding side = {.part = UI_PART_BUTTON, .scale = direction, .control = control};
    char effect[96];
    ui_binding_effect(&side, effect, sizeof effect);
    fprintf(out, "| %s ", effect);
    print_cell(UI_DEVICE_KEYBOARD, UI_DEVICE_KEYBOARD, control, direction, out);
    print_cell(UI_DEVICE_LEFT, UI_DEVICE_PEDALS, control, direction, out);
    print_cell(UI_DEVICE_PAD, UI_DEVICE_PAD, control, direction, out);
    fputs("|\n", out);
}

static void print_tables(FILE *out) {
    fprintf(out, "\n| %s |\n|--|--|--|--|\n", words->functions);
    for (int control = 0; control < VEH_CONTROL_COUNT; control++) {
        print_row((enum veh_control)control, 1.0, out);
        if (veh_control_info((enum veh_control)control)->negative != NULL)
            print_row((enum veh_control)control, -1.0, out);
    }
    fprintf(out, "\n| %s |\n|--|--|\n", words->keys);
    size_t count;
    const struct ui_window_key *key = ui_window_keys(&count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "| %s | %s |\n", ui_text(key[i].key), ui_text(key[i].effect));
    fputs("\n", out);
}

// Chooses the manual and the language of the window. False: the language cannot be read.
static bool choose(const struct words *which) {
    static struct dat_diagnostics d;
    words = which;
    ui_language_restore();
    if (which->language == NULL)
        return true;
    dat_diagnostics_init(&d, which->language, NULL);
    char *text = dat_text_load(manual_path(which->language), &d);
    const bool ok = text != NULL && ui_language_read(text, which->language, &d);
    free(text);
    return ok;
}

static struct manual_part part_of(const struct words *which) {
    return (struct manual_part){
        .page = which->page,
        .after = "<!-- build/tests/ui_cmd_trainee_manual_test --write renews this table -->\n",
        .until = "<!-- end of the table -->\n",
        .print = print_tables,
        .test = "ui_cmd_trainee_manual_test",
    };
}

static void manuals_are_the_bindings(void **state) {
    (void)state;
    for (int i = 0; i < MANUALS; i++) {
        const struct manual_part part = part_of(&manuals[i]);
        assert_true(choose(&manuals[i]));
        manual_part_check(&part);
    }
    ui_language_restore();
}

static int write_manual(const struct words *which) {
    const struct manual_part part = part_of(which);
    return choose(which) ? manual_part_write(&part) : 1;
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv)) {
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
