// Suggestions for misspelt words.
#pragma once

// The entry of names[count] that word was probably meant to be: the one the fewest edits away, or
// one that begins with word. NULL where none is near, and for words of one letter.
const char *dat_closest(const char *word, const char *const *names, int count);
