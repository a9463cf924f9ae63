// The names in machine files that the window shows: those of the machine, of its locks, and the
// titles of its gauges (`label` of a sensor); and the titles of layouts of levers.
#pragma once

// In the window's language where they are those of the machines that ship, else as in the file.
// Valid until the language changes, or as long as name.
const char *ui_machine_text(const char *name);
