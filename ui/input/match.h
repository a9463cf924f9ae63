// Which joystick is which lever, where neither its name nor the order of plugging in tells: the
// user's own rule, by a part of the joystick's name or by SDL's GUID.
#pragma once

#include <stdio.h>

#include "ui/input/bind.h"

#define UI_GUID_SIZE 33

struct ui_match {
    char name[64];           // "": any
    char guid[UI_GUID_SIZE]; // 32 hexadecimal digits; "": any
};

// The rules in use, one per device; without one, both members are "". There is one set for the
// whole program, as there is one pair of hands.
const struct ui_match *ui_matches(void);
void ui_matches_set(const struct ui_match match[UI_DEVICE_COUNT]);
bool ui_matches_are_standard(void); // there is none

bool ui_match_asks(const struct ui_match *match); // there is a rule
// Whether there is a rule and the joystick follows it. Case does not count; name may be NULL.
bool ui_match_takes(const struct ui_match *match, const char *name, const char *guid);
// Whether text, which may be NULL, contains the words, whatever the case of either.
bool ui_text_contains(const char *text, const char *words);

// Name and GUID of every joystick that is plugged in, nothing where there is none.
void ui_print_joysticks(FILE *file);
