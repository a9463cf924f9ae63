// A bar on the terminal while large files are read.
#pragma once

// Shows it from now on, where the standard error output is a terminal, for files that take longer
// than half a second.
void ui_progress_bar_show(void);
