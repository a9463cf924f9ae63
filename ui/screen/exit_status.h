#pragma once

// Exit status of the process; scripts rely on these numbers.
enum ui_exit {
    UI_EXIT_DONE = 0,
    UI_EXIT_CHECK_FAILED = 1, // a replay that differs, goals not reached, a fault
    UI_EXIT_USAGE = 2,        // bad usage or a bad file
    UI_EXIT_ENVIRONMENT = 3,  // no display, disk full, database locked
};
