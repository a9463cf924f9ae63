// Names in files that the window shows: of machines, their gauges and locks, of assortments and
// landings, and the titles of layouts of levers.
#pragma once

#include "vehicles/names.h"

// In the window's language where the file has it, else as in the file. Valid as long as both.
const char *ui_file_text(const struct veh_names *names, const char *name);
// The same of a thing in a machine, by its full name "crane.grapple.grip".
const char *ui_thing_text(const struct veh_names *names, const char *full_name);
// The title of a layout of levers that ships, in the window's language; any other as it is.
const char *ui_layout_text(const char *title);
