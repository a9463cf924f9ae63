// The language of the window: English, or a file of translations (.po) whose texts take the place
// of the English ones. Texts that it lacks stay English. One language at a time, for one thread.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "ui/text/source.h"

// Takes the translations in text; file is the name for messages. False with errors in d: the
// language stays what it was. Warnings name texts that the program does not have (any more).
bool ui_language_read(const char *text, const char *file, struct dat_diagnostics *d);
// Chooses the language by the environment variable KRANICH_LANGUAGE or, where that is unset or
// empty, by the first line of the file dat_default_language(). It is "en", the name of a file
// texts/NAME.po in the user's own or the program's library, or the path of a file that ends in
// ".po". False with errors in d: the language is English.
bool ui_language_choose(struct dat_diagnostics *d);
// The same at the start of what shows texts. A bad choice is no reason not to show them: errors go
// to standard error, and the language is English.
void ui_language_begin(void);
void ui_language_restore(void); // English
// Its code, "en" or "de": what the header of its file says behind "Language:".
const char *ui_language_code(void);
// "." or ",", in which ui_print() writes numbers.
const char *ui_language_decimal_mark(void);

enum { UI_LANGUAGES = 32, UI_LANGUAGE_NAME = 32 };
// "en" and the names of the files in `texts` of the user's own and the program's library, sorted
// but for "en", which is first. Returns how many there are, at most UI_LANGUAGES.
int ui_languages(char names[UI_LANGUAGES][UI_LANGUAGE_NAME]);
// The name of the language in use, or the path of its file.
const char *ui_language_name(void);
// Takes that language. keep: also as the user's choice from now on. False with a sentence in
// problem; the language stays what it was unless only keeping it failed.
bool ui_language_change(const char *name, bool keep, struct dat_problem *problem);

// The text for that number (any where it counts nothing), NULL where nothing is said. Valid until
// the language changes.
const char *ui_language_text(int source, double number);
