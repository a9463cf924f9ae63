// The rule of a language that chooses the form of a text for a number, as in the header of a .po
// file: "nplurals=2; plural=(n != 1);". The expression is one of C with the operators
// ?: || && == != < > <= >= + - * / % ! and parentheses, for whole numbers without a sign.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define UI_PLURAL_FORMS 6 // Arabic has so many
#define UI_PLURAL_RULE 256

struct ui_plural {
    int forms;
    char rule[UI_PLURAL_RULE];
};

extern const struct ui_plural ui_plural_english;

// Reads what is behind "Plural-Forms:", up to the end of the line or text. NULL, or what is wrong
// with it in a sentence, in problem. A rule that is accepted gives a form for each number that a
// test with 0 to 1000 has tried.
const char *ui_plural_read(struct ui_plural *plural, const char *text, char *problem, size_t size);
// The form for a number: 0 to forms - 1. One that is not whole has the last form.
int ui_plural_form(const struct ui_plural *plural, double number);
