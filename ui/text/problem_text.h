// The sentence that a trainee reads when something does not work.
#pragma once

#include <stddef.h>

// what: a sentence without a full stop in the window's language. Its cause is one of a file's
// reader, the database or the operating system, all of which speak English: an English window shows
// it, too; in any other language it goes to the terminal, once, and the window says so.
void ui_problem_text(char *text, size_t size, const char *what, const char *cause);
