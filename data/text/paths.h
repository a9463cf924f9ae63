#pragma once

#include <stdbool.h>
#include <stddef.h>

// Where Kranich's files lie. All functions write a path of at most size bytes, with its final
// zero, to path and return false when it does not fit or cannot be known; path is then the empty
// string.

// The session database that is used without --db: kranich/sessions.db in the user's data folder,
// which is $XDG_DATA_HOME or, when that is unset or not absolute, $HOME/.local/share. Creates
// nothing.
bool dat_default_database(char *path, size_t size);
// The key with which states for replays are sealed, see data/record/seal.h.
bool dat_default_states_key(char *path, size_t size);
// Other computers' keys whose states are used too, see data/record/trust.h.
bool dat_default_trusted_states(char *path, size_t size);

// The user's own levers and keys: kranich/controls.yaml in the user's configuration folder, which
// is $XDG_CONFIG_HOME or, when that is unset or not absolute, $HOME/.config. Creates nothing.
bool dat_default_controls(char *path, size_t size);
// Mappings of game controllers in SDL's words: kranich/gamecontrollerdb.txt beside it.
bool dat_default_mappings(char *path, size_t size);
// The CAN bus of the training place: kranich/can.yaml beside it.
bool dat_default_can(char *path, size_t size);
// Its screens: kranich/place.yaml beside it.
bool dat_default_place(char *path, size_t size);
// The aids of the crane that an operator of that name works with: kranich/aids/NAME.yaml beside it,
// with %XX for the bytes of the name that are neither letters, digits, '-' nor '_'.
bool dat_operators_aids(const char *name, char *path, size_t size);
// Where an operator of that name has put the seat: kranich/seats/NAME.yaml beside it, likewise.
bool dat_operators_seat(const char *name, char *path, size_t size);
// Settings of the window: kranich/settings.yaml beside it.
bool dat_default_settings(char *path, size_t size);

// The user's choice of a language: kranich/language in the configuration folder (see
// dat_default_controls). Creates nothing.
bool dat_default_language(char *path, size_t size);

// The user's own library, with a folder of exercises: kranich in the user's data folder (see
// dat_default_database). Creates nothing.
bool dat_user_library(char *path, size_t size);

// The folder for the user's pictures: XDG_PICTURES_DIR of user-dirs.dirs in the configuration
// folder, else Pictures in the home folder, else the home folder itself; the first that exists.
bool dat_default_pictures(char *path, size_t size);

// The library of models and scenarios that is used without --data: the installed one (where it was
// to be installed, else share/kranich/library beside the program's folder), else the one in the
// source tree. False when none exists.
bool dat_default_library(char *path, size_t size);

// Whether a path relative to a folder leads out of it ("../x", "a/../../x"). Of a file out there
// that is refused, nothing is quoted: somebody else's model must not bring one's own files into a
// message.
bool dat_path_leaves_folder(const char *relative);
// The part of a path behind its last slash.
const char *dat_base_name(const char *path);
