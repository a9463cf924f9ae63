// The table of functions in docs/trainee.md against the bindings.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "ui/input/bind.h"

// The table is between these lines of the manual.
static const char begin[] =
    "<!-- build/tests/ui_cmd_trainee_manual_test --write renews this table -->\n";
static const char end[] = "<!-- end of the table -->\n";

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
    const bool trigger = b->device == UI_DEVICE_PAD && strstr(source, "trigger") != NULL;
    text[0] = '\0';
    if (b->part == UI_PART_AXIS && !trigger) {
        // A stick is moved, not pushed: pushing it is a button.
        static const char *const lever[] = {"left", "right", "push", "pull"};
        static const char *const pad[] = {"left", "right", "up", "down"};
        const char *stick = b->device != UI_DEVICE_PAD             ? ""
                            : strstr(source, "left stick") != NULL ? "left stick "
                                                                   : "right stick ";
        snprintf(text, size, "%s%s%s", stick,
                 (b->device == UI_DEVICE_PAD ? pad : lever)[half_axis(b->index, move)],
                 b->shift == UI_SHIFT_DRIVE ? " with button 1 held" : "");
    } else if (move > 0.0) {
        snprintf(text, size, "%s", source);
    }
}

static void add_cell(enum ui_device first, enum ui_device last, enum veh_control control,
                     double direction) {
    static const char *const names[UI_DEVICE_COUNT] = {"", "lever 1: ", "lever 2: ", "", ""};
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
        snprintf(cell, sizeof cell, "%s%s%s", between, names[b[i].device], how);
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
    add(&table, "\n| function | key | levers and pedals | game controller |\n|--|--|--|--|\n");
    for (int control = 0; control < VEH_CONTROL_COUNT; control++) {
        add_row((enum veh_control)control, 1.0);
        if (veh_control_info((enum veh_control)control)->negative != NULL)
            add_row((enum veh_control)control, -1.0);
    }
    add(&table, "\n| key | in the window |\n|--|--|\n");
    size_t count;
    const struct ui_window_key *key = ui_window_keys(&count);
    for (size_t i = 0; i < count; i++) {
        char row[160];
        snprintf(row, sizeof row, "| %s | %s |\n", ui_text(key[i].key), ui_text(key[i].effect));
        add(&table, row);
    }
    add(&table, "\n");
}

static const char *manual_path(void) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, sizeof path, "%s/docs/trainee.md", root != NULL ? root : ".");
    return path;
}

// The manual's table from its first character to before *last; NULL if a marker is missing.
static char *find_table(char **last) {
    FILE *file = fopen(manual_path(), "r");
    assert_non_null(file);
    manual.text[fread(manual.text, 1, MOST - 1, file)] = '\0';
    fclose(file);
    char *first = strstr(manual.text, begin);
    *last = strstr(manual.text, end);
    return first != NULL && *last != NULL ? first + strlen(begin) : NULL;
}

static void manual_is_the_bindings(void **state) {
    (void)state;
    char *last;
    const char *first = find_table(&last);
    assert_non_null(first);
    *last = '\0';
    make_table();
    if (strcmp(first, table.text) != 0)
        fail_msg("docs/trainee.md differs from the bindings: run "
                 "build/tests/ui_cmd_trainee_manual_test --write");
}

static int write_manual(void) {
    char *last;
    char *first = find_table(&last);
    if (first == NULL)
        return 1;
    make_table();
    FILE *file = fopen(manual_path(), "w");
    const size_t before = (size_t)(first - manual.text);
    const bool ok = file != NULL && fwrite(manual.text, 1, before, file) == before &&
                    fputs(table.text, file) >= 0 && fputs(last, file) >= 0;
    return file != NULL && fclose(file) == 0 && ok ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_manual();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_bindings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
