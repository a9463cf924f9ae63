// All texts of the window in English, and the place where a new one is added: key, text, and where
// it counts something, the text for other numbers than one. Values are those of printf().
#pragma once

// clang-format off
#define UI_ENGLISH(X) \
    /* the window */ \
    X(LOADING, "Loading ...", NULL) \
    X(VOLUME, "Sound: %.0f %%", NULL) \
    X(NO_SOUND, "There is no sound card", NULL) \
    X(STEREO_MODE, "Stereo: %s", NULL) \
    X(STEREO_DISTANCES, "Eyes %.0f mm apart, screen %.1f m away", NULL) \
    X(STEREO_NONE, "none", NULL) \
    X(STEREO_SIDE_BY_SIDE, "side-by-side", NULL) \
    X(STEREO_OVER_UNDER, "over-under", NULL) \
    X(STEREO_ANAGLYPH, "anaglyph", NULL) \
    X(STEREO_ROWS, "rows", NULL) \
    X(STEREO_QUAD_BUFFER, "quad-buffer", NULL) \
    X(DISPLAY_GONE, "The display of '%s' is gone: its window is closed", NULL) \
    X(DISPLAY_BACK, "The window '%s' is open again", NULL) \
    X(PICTURE_SAVED, "Picture saved as %s", NULL) \
    X(PICTURE_INCOMPLETE, "Out of memory: the picture is not complete", NULL) \
    /* what does not work */ \
    X(NOT_KEPT, "This cannot be saved", NULL) \
    X(PROBLEM_CAUSE, "%s. The terminal has the cause.", NULL) \
    X(PROBLEM_DRIVER, "The graphics driver does not draw that", NULL) \
    X(PROBLEM_WINDOW, "The window is not as it was asked for", NULL) \
    X(PROBLEM_SIDE, "The window '%s' cannot be opened", NULL) \
    X(PROBLEM_CAN, "The CAN bus cannot be used", NULL) \
    X(PROBLEM_INPUT, "Levers and pedals cannot be used", NULL) \
    X(PROBLEM_PICTURE, "The picture cannot be saved", NULL) \
    X(PROBLEM_SEAT, "The place of the seat cannot be saved", NULL) \
    X(PROBLEM_AIDS, "The aids cannot be saved", NULL) \
    X(PROBLEM_RECORD, "The session cannot be recorded", NULL) \
    X(PROBLEM_DATABASE, "The recorded sessions cannot be read", NULL) \
    X(PROBLEM_UNLOCK, "The exercise cannot be unlocked", NULL) \
    X(PROBLEM_EXERCISE, "'%s' cannot be loaded", NULL) \
    X(PROBLEM_BEGIN, "The exercise cannot begin", NULL) \
    X(PROBLEM_RESUME, "The session cannot be continued", NULL) \
    X(PROBLEM_REPLAY, "The session cannot be shown", NULL) \
    X(PROBLEM_SERVER, "The instructor's page cannot be opened", NULL) \
    /* the start screen */ \
    X(START_SUBTITLE, "Training for harvester and forwarder", NULL) \
    X(YOUR_NAME, "Your name", NULL) \
    X(NAME_FIELD, "name", NULL) \
    X(EXERCISE, "Exercise", NULL) \
    X(RESUME, "Continue: %s", NULL) \
    X(MACHINE, "Machine: %s", NULL) \
    X(START, "Start", NULL) \
    X(SHOW_EXERCISE, "Show how it is done", NULL) \
    X(MY_SESSIONS, "My sessions", NULL) \
    X(SESSIONS_OF, "Sessions of %s", NULL) \
    X(SESSIONS_NONE, "Nothing has been recorded yet.", NULL) \
    X(SESSIONS_KEYS, "Arrows, mouse or lever: choose   Enter: replay   Escape: back", NULL) \
    X(SESSION_INTERRUPTED, "interrupted", NULL) \
    X(ENTER_NAME, "Please enter your name first.", NULL) \
    X(NO_EXERCISES, "There are no exercises in the library.", NULL) \
    X(N_OF_M, "%d of %d", NULL) \
    X(EXERCISE_HAS_MISTAKES, "has mistakes: 'kranich check %s' lists them", NULL) \
    X(EXERCISE_LOCKED, "locked", NULL) \
    X(EXERCISE_PASSED, "passed", NULL) \
    X(PASS_FIRST, "Locked: pass '%s' first. An instructor unlocks it with Ctrl+U.", NULL) \
    X(START_KEYS, "Arrows, mouse or lever: choose   Enter: start   F1: controls   F2: change them   F3: settings   Escape: quit", NULL) \
    X(READY_KEYBOARD, "Ready: keyboard", NULL) \
    X(READY_LEVER_1, "lever 1", NULL) \
    X(READY_LEVER_2, "lever 2", NULL) \
    X(READY_PEDALS, "pedals", NULL) \
    X(READY_PAD, "game controller", NULL) \
    /* the exercise */ \
    X(HINT_CONTROLS, "F1: controls", NULL) \
    X(LOCKS_HOLD, "locked: %s", NULL) \
    X(AIDS, "aids: %s", NULL) \
    X(CRANE_SPEED_LEFT, "crane speed %.0f %%", NULL) \
    X(GUIDE_ARROW, "arrow", NULL) \
    X(GUIDE_GHOST, "ghost", NULL) \
    X(GUIDE_DEPTH, "plumb lines", NULL) \
    X(GUIDE_LEVER, "lever hint", NULL) \
    X(AID_FIXED, "The exercise sets this aid: %s", NULL) \
    X(AID_OF_LAYOUT, "The layout of the levers keeps this aid on: %s", NULL) \
    X(TIP_LAYOUT, "the levers move the crane's tip: main boom up and down, jib out and in", NULL) \
    X(ALL_GOALS_REACHED, "All goals reached", NULL) \
    X(TASK_DONE, "all goals reached, Escape ends the exercise", NULL) \
    X(SO_FAR, "%s: %.0f %s so far", NULL) \
    X(ENGINE_SPEED, "%.0f/min", NULL) \
    X(ENGINE_STOPPED, "engine stopped", NULL) \
    X(OIL, "oil %.0f \302\260C", NULL) \
    X(WORK_GEAR, "work gear", NULL) \
    X(ROAD_GEAR, "road gear", NULL) \
    X(LOCKED, "locked axles", NULL) \
    X(STEM_HELD, "stem held", NULL) \
    X(HEAD_EMPTY, "head empty", NULL) \
    X(SAWING, "sawing", NULL) \
    X(BAR_OUT, "the bar is out", NULL) \
    X(BAR_PINCHED, "the bar is pinched", NULL) \
    X(IN_POSITION, "in position", NULL) \
    X(KNIVES_SHARP, "Edge of the knives", NULL) \
    X(TARGET, "target %.2f m", NULL) \
    X(GRADE_OF_WOOD, "grade %d", NULL) \
    X(PLAN, "%s: %d log worth %.2f", "%s: %d logs worth %.2f") \
    X(SAW_REACHES_NOTHING, "the saw reaches no wood", NULL) \
    X(GRAPPLE_EMPTY, "grapple empty", NULL) \
    X(SPECIES_SPRUCE, "spruce", NULL) \
    X(SPECIES_PINE, "pine", NULL) \
    X(SPECIES_BIRCH, "birch", NULL) \
    X(SPECIES_DOUGLAS_FIR, "douglas fir", NULL) \
    X(SPECIES_BEECH, "beech", NULL) \
    X(SPECIES_OAK, "oak", NULL) \
    X(MIXED_LOGS, "mixed", NULL) \
    /* layouts of levers */ \
    X(LAYOUT_BOOM_TIP, "boom tip", NULL) \
    X(LAYOUT_MOUSE, "keyboard and mouse", NULL) \
    X(LAYOUT_TWIST, "twisting handles", NULL) \
    X(LOGS_IN_GRAPPLE, "%d log in the grapple", "%d logs in the grapple") \
    X(TOO_SLOW, "The computer is too slow: %.0f %% of real time", NULL) \
    X(PICTURE_TIMES, "Picture: %.1f ms, %.0f per second", NULL) \
    X(PICTURE_COUNTS, "Triangles: %d, of them %d in shadows; %d draws, %d kB sent", NULL) \
    X(PICTURE_SAMPLES, "Fragments: %.1f per pixel; the graphics card has %.0f MB", NULL) \
    X(PROGRAM_COUNTS, "%s: %.2f fragments per pixel, %d triangles, %d draws", NULL) \
    X(LEVER_TIMES, "Lever to physics: half of all within %.1f ms, longest %.1f ms", NULL) \
    X(LEVER_STEPS, "Steps between lever and physics: at most %d", NULL) \
    X(TREES, "%d tree", "%d trees") \
    X(LOGS, "%d log", "%d logs") \
    X(LOAD_FUSED, "%d log in the bunk, %d part of the load", "%d logs in the bunk, %d part of the load") \
    X(LOAD_LOG, "log %d", NULL) \
    X(LOAD_OUTSIDE, "outside", NULL) \
    X(LOAD_IN_AIR, "in the air", NULL) \
    X(LOAD_MOVING, "moving", NULL) \
    X(LOAD_GRAPPLE, "grapple", NULL) \
    X(LOAD_TILTED, "tilted", NULL) \
    X(LOAD_SLIPPING, "slipping", NULL) \
    X(LOAD_STRUCK, "struck", NULL) \
    X(FREE_LENGTH, "%.1f m free", NULL) \
    X(LOADED_TONNES, "%.1f t weighed", NULL) \
    X(BUNK, "logs in the bunk", NULL) \
    X(LOGS_IN_BUNK, "%d log in the bunk", "%d logs in the bunk") \
    X(DEMO_DONE, "The demonstration is over. Escape closes the window", NULL) \
    X(DEMO_GAVE_UP, "The demonstrator gave up: %s. Escape closes the window", NULL) \
    X(VIEWER_PLACE, "%s of %s   speed %g", NULL) \
    X(VIEWER_GOING, "going there ...", NULL) \
    X(VIEWER_END, "the end", NULL) \
    X(VIEWER_POINTS, "%.0f points", NULL) \
    X(VIEWER_BOTH_POINTS, "%.0f points, the other run %.0f", NULL) \
    X(VIEWER_KEYS, "Space: play   Left, Right: 5 s   Up, Down: speed   N, P: next, previous event   comma, period: one step   T: the tip's way   C: camera   Escape: close", NULL) \
    X(VIEWER_OTHER_KEY, "G: the other run", NULL) \
    /* pause and result */ \
    X(PAUSE, "Pause", NULL) \
    X(CONTINUE, "Continue", NULL) \
    X(RESTART_EXERCISE, "Restart", NULL) \
    X(END_EXERCISE, "End the exercise", NULL) \
    X(RESULT_SENTENCE, "%s: %s after %d:%02d min", NULL) \
    X(OUTCOME_PASSED, "passed", NULL) \
    X(OUTCOME_FAILED, "not passed", NULL) \
    X(OUTCOME_ENDED, "ended", NULL) \
    X(OUTCOME_FAULT, "stopped by a fault of the simulation", NULL) \
    X(TITLE_PASSED, "Passed", NULL) \
    X(TITLE_FAILED, "Not passed", NULL) \
    X(TITLE_ENDED, "Ended", NULL) \
    X(TITLE_FAULT, "Stopped by a fault", NULL) \
    X(MINUTES, "%d:%02d min", NULL) \
    X(ROW_TIME, "Time", NULL) \
    X(ROW_MARK, "Mark", NULL) \
    X(ROW_LOAD, "Load %d", NULL) \
    X(MAP_PILE, "%d logs, %.0f m", NULL) \
    X(MAP_LEGEND, "slope below 10, 20 and 30 percent: green, yellow, orange; red: above; blue: soft ground; 2×: passes   Enter: draw a plan   F5: close", NULL) \
    X(PLAN_KEYS, "arrow keys, levers or mouse: the cross   Enter, click: a point of the way, or a pile; again: none   Backspace: without the last   Escape: done", NULL) \
    X(PLAN_WAY, "plan %.0f m, driven %.0f m, off it %.1f m, at most %.1f m", NULL) \
    X(PLAN_PILES, "piles: %d of %d, in order %d", NULL) \
    X(PLAN_WORK, "Plan the work", NULL) \
    X(ROW_PLAN, "Plan and way", NULL) \
    X(PLAN_SHORT, "%.0f m, %.0f m, off %.0f m", NULL) \
    X(ROW_PILES, "Piles of the plan", NULL) \
    X(PILES_SHORT, "%d of %d, in order %d", NULL) \
    X(LOAD_FIGURES, "%d log, %.1f m³, %.0f kg", "%d logs, %.1f m³, %.0f kg") \
    X(MARK_POINTS, "%s, %.0f of 100 points", NULL) \
    X(LOST_POINTS, "%s, %s, %.0f points lost", NULL) \
    X(RESULT_CURVE, "%s in my sessions, and the group's band", NULL) \
    X(MARK_NONE, "none", NULL) \
    X(MARK_BRONZE, "bronze", NULL) \
    X(MARK_SILVER, "silver", NULL) \
    X(MARK_GOLD, "gold", NULL) \
    /* the page with the controls */ \
    X(HELP_TITLE, "Controls", NULL) \
    X(HELP_KEYS, "F2: change them    F1 or Escape: close", NULL) \
    X(HELP_KEYS_PAGES, "Page %d of %d, arrows: turn    F2: change them    F1 or Escape: close", NULL) \
    X(WINDOW, "Window", NULL) \
    X(HOLD_TO_DRIVE, "hold: the lever drives and steers", NULL) \
    X(HOLD_FOR_MORE, "hold: what else the buttons do", NULL) \
    /* the page that changes the controls */ \
    X(ASSIGN_TITLE, "Keys and levers", NULL) \
    X(ASSIGN_KEYS, "Up, down: choose    Enter: change    Delete: clear    F2 or Escape: done", NULL) \
    X(ASSIGN_RESTORE, "Restore the defaults", NULL) \
    X(ASSIGN_CLOSE, "Done", NULL) \
    X(ASSIGN_RESTORED, "the default keys and levers are restored", NULL) \
    X(ASSIGN_QUESTION, "Press the key or button for it, or move the lever to that side.", NULL) \
    X(ASSIGN_CANCEL, "Escape: keep it as it is", NULL) \
    X(ASSIGN_RESERVED, "%s is reserved for the program; choose another one", NULL) \
    X(ASSIGN_FULL, "there is no room for more", NULL) \
    X(ASSIGN_DONE, "%s: %s", NULL) \
    X(ASSIGN_DONE_INSTEAD, "%s: %s; it no longer does: %s", NULL) \
    X(ASSIGN_REMOVED, "no key or lever is assigned any more: %s", NULL) \
    X(COLUMN_KEY, "key", NULL) \
    X(COLUMN_LEVERS, "levers 1 and 2", NULL) \
    X(COLUMN_PEDALS, "pedals", NULL) \
    X(COLUMN_PAD, "game controller", NULL) \
    /* the page of settings */ \
    X(SETTINGS_TITLE, "Settings", NULL) \
    X(SETTINGS_KEYS, "Up, down: choose    Left, right: change    F2: keys and levers    F3 or Escape: done", NULL) \
    X(SETTINGS_LIVE, "What the levers do now", NULL) \
    X(DEVICE_AXIS, "%s, axis %d", NULL) \
    X(LANGUAGE_NAME, "English", NULL) \
    X(SETTING_LANGUAGE, "language", NULL) \
    X(SETTING_VOLUME, "volume of the sound", NULL) \
    X(SETTING_VIBRATION, "vibration of the levers", NULL) \
    X(SETTING_FULL_SCREEN, "full screen", NULL) \
    X(SETTING_PICTURE, "picture", NULL) \
    X(SETTING_PLACE, "place", NULL) \
    X(PLACE_OWN, "own screens", NULL) \
    X(PLACE_ONE_WINDOW, "one window", NULL) \
    X(PICTURE_AUTOMATIC, "automatic", NULL) \
    X(PICTURE_LOW, "low: quickly drawn", NULL) \
    X(PICTURE_HIGH, "high: for a graphics card", NULL) \
    X(SETTING_STEREO, "stereo", NULL) \
    X(SETTING_EYES, "distance of the eyes", NULL) \
    X(SETTING_SCREEN, "distance of the screen", NULL) \
    X(SETTING_SERVER, "instructor's page", NULL) \
    X(SETTING_SERVER_AT, "open in a browser: %s", NULL) \
    X(SETTING_LAYOUT, "layout of the levers", NULL) \
    X(SETTING_CHANGE_OVER, "tell levers 1 and 2 apart", NULL) \
    X(MOVE_LEFT_LEVER, "Push the left lever to one of its ends (Escape: neither)", NULL) \
    X(LEFT_LEVER_KNOWN, "That is lever 1 from now on", NULL) \
    X(SETTING_DEAD_ZONE, "%s: dead zone", NULL) \
    X(SETTING_CURVE, "%s: fine near the middle", NULL) \
    X(SETTING_SPEED, "greatest speed: %s", NULL) \
    X(SETTING_RESTORE, "let levers answer as at first", NULL) \
    X(SETTING_ON, "on", NULL) \
    X(SETTING_OFF, "off", NULL) \
    X(LAYOUT_STANDARD, "Nordic", NULL) \
    X(LAYOUT_OWN, "your own", NULL) \
    /* devices */ \
    X(DEVICE_KEYBOARD, "Keyboard", NULL) \
    X(DEVICE_LEVER_1, "Lever 1 (left)", NULL) \
    X(DEVICE_LEVER_2, "Lever 2 (right)", NULL) \
    X(DEVICE_PEDALS, "Pedals", NULL) \
    X(DEVICE_PAD, "Game controller", NULL) \
    X(LEVER_1_READY, "Lever 1 is ready", NULL) \
    X(LEVER_1_AGAIN, "Lever 1 is plugged in again", NULL) \
    X(LEVER_1_UNPLUGGED, "Lever 1 unplugged: axis neutral", NULL) \
    X(LEVER_1_MISSING, "Lever 1: the one of controls.yaml is not plugged in", NULL) \
    X(LEVER_1_FAULT, "Lever 1 reports a fault: its faulty parts are neutral", NULL) \
    X(LEVERS_ALIKE, "Levers 1 and 2 are alike: F3 asks which is which", NULL) \
    X(LEVER_2_READY, "Lever 2 is ready", NULL) \
    X(LEVER_2_AGAIN, "Lever 2 is plugged in again", NULL) \
    X(LEVER_2_UNPLUGGED, "Lever 2 unplugged: axis neutral", NULL) \
    X(LEVER_2_MISSING, "Lever 2: the one of controls.yaml is not plugged in", NULL) \
    X(LEVER_2_FAULT, "Lever 2 reports a fault: its faulty parts are neutral", NULL) \
    X(PAD_READY, "Game controller is ready", NULL) \
    X(PAD_AGAIN, "Game controller is plugged in again", NULL) \
    X(PAD_UNPLUGGED, "Game controller unplugged: axis neutral", NULL) \
    X(PAD_MISSING, "Game controller: the one of controls.yaml is not plugged in", NULL) \
    X(PEDALS_READY, "Pedals are ready", NULL) \
    X(PEDALS_AGAIN, "Pedals are plugged in again", NULL) \
    X(PEDALS_UNPLUGGED, "Pedals unplugged: pedals neutral", NULL) \
    X(PEDALS_MISSING, "Pedals: the one of controls.yaml is not plugged in", NULL) \
    X(PEDALS_FAULT, "Pedals report a fault: their faulty parts are neutral", NULL) \
    X(CAN_BUS_GONE, "The CAN bus is gone: its levers are neutral", NULL) \
    X(CAN_BUS_AGAIN, "The CAN bus is back", NULL) \
    X(UNIT_IN_CHARGE, "The board computer on the CAN bus is in charge", NULL) \
    X(UNIT_SILENT, "The board computer on the CAN bus is silent: its functions are neutral", NULL) \
    X(UNIT_FAULT, "The board computer on the CAN bus reports a fault: neutral there", NULL) \
    /* parts of devices */ \
    X(MOUSE_X, "mouse left and right", NULL) \
    X(MOUSE_Y, "mouse forward and back", NULL) \
    X(MOUSE_BUTTON, "mouse button %d", NULL) \
    X(MOUSE_RIGHT, "right mouse button", NULL) \
    X(HOLD_FOR_MOUSE, "hold: the mouse moves the right lever's functions", NULL) \
    X(MOUSE_END, "mouse %s", NULL) \
    X(LEVER_X, "left and right", NULL) \
    X(LEVER_Y, "forward and back", NULL) \
    X(PUSH, "push", NULL) \
    X(PULL, "pull", NULL) \
    X(AXIS, "axis %d", NULL) \
    X(AXIS_END, "axis %d %c", NULL) \
    X(PEDAL, "pedal %d", NULL) \
    X(BUTTON, "button %d", NULL) \
    X(BUTTON_1, "button 1", NULL) \
    X(SHIFT_HELD, "%s held, %s", NULL) \
    X(WITH_SHIFT, "%s with %s", NULL) \
    X(HAT_UP, "hat switch up", NULL) \
    X(HAT_RIGHT, "hat switch right", NULL) \
    X(HAT_DOWN, "hat switch down", NULL) \
    X(HAT_LEFT, "hat switch left", NULL) \
    X(LEFT_STICK_X, "left stick left and right", NULL) \
    X(LEFT_STICK_Y, "left stick up and down", NULL) \
    X(LEFT_STICK_LEFT, "left stick left", NULL) \
    X(LEFT_STICK_RIGHT, "left stick right", NULL) \
    X(LEFT_STICK_UP, "left stick up", NULL) \
    X(LEFT_STICK_DOWN, "left stick down", NULL) \
    X(LEFT_STICK_PRESSED, "left stick pressed", NULL) \
    X(LEFT_TRIGGER, "left trigger", NULL) \
    X(LEFT_SHOULDER, "left shoulder", NULL) \
    X(RIGHT_STICK_X, "right stick left and right", NULL) \
    X(RIGHT_STICK_Y, "right stick up and down", NULL) \
    X(RIGHT_STICK_LEFT, "right stick left", NULL) \
    X(RIGHT_STICK_RIGHT, "right stick right", NULL) \
    X(RIGHT_STICK_UP, "right stick up", NULL) \
    X(RIGHT_STICK_DOWN, "right stick down", NULL) \
    X(RIGHT_STICK_PRESSED, "right stick pressed", NULL) \
    X(RIGHT_TRIGGER, "right trigger", NULL) \
    X(RIGHT_SHOULDER, "right shoulder", NULL) \
    X(PAD_A, "A", NULL) \
    X(PAD_B, "B", NULL) \
    X(PAD_X, "X", NULL) \
    X(PAD_Y, "Y", NULL) \
    X(PAD_BACK, "back", NULL) \
    X(PAD_GUIDE, "guide", NULL) \
    X(PAD_START, "start", NULL) \
    X(CROSS_UP, "D-pad up", NULL) \
    X(CROSS_DOWN, "D-pad down", NULL) \
    X(CROSS_LEFT, "D-pad left", NULL) \
    X(CROSS_RIGHT, "D-pad right", NULL) \
    /* functions of the machine */ \
    X(BOTH_SIDES, "%s %s and %s", NULL) \
    X(ONE_SIDE, "%s %s", NULL) \
    X(DRIVE, "drive", NULL) \
    X(BRAKE, "brake", NULL) \
    X(STEERING, "steering", NULL) \
    X(CRANE_SLEWING, "crane slewing", NULL) \
    X(MAIN_BOOM, "main boom", NULL) \
    X(JIB, "jib", NULL) \
    X(TELESCOPE, "telescope", NULL) \
    X(ROTATOR, "rotator", NULL) \
    X(HEAD_TILT, "head tilt", NULL) \
    X(GRIP, "knives or grapple", NULL) \
    X(FEED, "feed", NULL) \
    X(SAW, "saw", NULL) \
    X(RELEASE_STEM, "release the stem", NULL) \
    X(ASSORTMENT_1, "assortment 1", NULL) \
    X(ASSORTMENT_2, "assortment 2", NULL) \
    X(ASSORTMENT_3, "assortment 3", NULL) \
    X(ASSORTMENT_4, "assortment 4", NULL) \
    X(PROPOSAL, "proposed cut", NULL) \
    X(SPECIES, "species of the tree", NULL) \
    X(GRADE, "grade of the wood from here", NULL) \
    X(FIND_BUTT, "find the butt", NULL) \
    X(TOP_SAW, "top saw", NULL) \
    X(MULTI_TREE, "accumulating arms", NULL) \
    X(CONTROL_MEASUREMENT, "control measurement:", NULL) \
    X(CONTROL_STEM, "Control stem: %d log", "Control stem: %d logs") \
    X(MEASURE_AGAIN, "%s: measure with the caliper", NULL) \
    X(CALIPER_AT_LOG, "The caliper measures log %d of %d", NULL) \
    X(CORRECTION_PROPOSED, "Correct lengths by %+.0f mm and %+.1f mm per metre, diameters by %+.0f to %+.0f mm", NULL) \
    X(ACCEPT_OR_REFUSE, "%s: accept   %s: refuse", NULL) \
    X(MEASURE_ACCEPT, "measure and accept", NULL) \
    X(REFUSE, "refuse", NULL) \
    X(ENGINE, "start or stop the engine", NULL) \
    X(GEAR, "work or road gear, at standstill", NULL) \
    X(DIFF_LOCK, "differential locks", NULL) \
    X(PARKING_BRAKE, "parking brake", NULL) \
    X(TIP_CONTROL, "crane tip control", NULL) \
    X(CRANE_TIP, "crane tip", NULL) \
    X(CRANE_SPEED, "crane speed", NULL) \
    X(SOFT_CRANE, "soft crane", NULL) \
    X(SWING_DAMPING, "swing damping", NULL) \
    X(LESS, "less", NULL) \
    X(MORE, "more", NULL) \
    X(FORWARD, "forward", NULL) \
    X(BACKWARD, "backward", NULL) \
    X(LEFT, "left", NULL) \
    X(RIGHT, "right", NULL) \
    X(UP, "up", NULL) \
    X(DOWN, "down", NULL) \
    X(OUT, "out", NULL) \
    X(IN, "in", NULL) \
    X(CLOSE, "close", NULL) \
    X(OPEN, "open", NULL) \
    /* keys of the window */ \
    X(KEY_F1, "F1", NULL) \
    X(KEY_F2, "F2", NULL) \
    X(KEY_F3, "F3", NULL) \
    X(KEY_F4, "F4", NULL) \
    X(KEY_NAME_UP, "Up", NULL) \
    X(KEY_NAME_DOWN, "Down", NULL) \
    X(KEY_NAME_LEFT, "Left", NULL) \
    X(KEY_NAME_RIGHT, "Right", NULL) \
    X(KEY_NAME_SPACE, "Space", NULL) \
    X(KEY_F5, "F5", NULL) \
    X(KEY_F6, "F6", NULL) \
    X(KEY_F7, "F7", NULL) \
    X(KEY_F8, "F8", NULL) \
    X(KEY_F9, "F9", NULL) \
    X(KEY_F10, "F10", NULL) \
    X(KEY_F11, "F11", NULL) \
    X(KEY_F12, "F12", NULL) \
    X(KEY_Q, "Q", NULL) \
    X(KEY_C, "C", NULL) \
    X(KEY_CTRL_1, "Ctrl and 1, 2, 3, 4", NULL) \
    X(KEY_1, "1", NULL) \
    X(KEY_2, "2", NULL) \
    X(KEY_3, "3", NULL) \
    X(KEY_0, "0", NULL) \
    X(KEY_N, "N", NULL) \
    X(KEY_J, "J", NULL) \
    X(KEY_F, "F", NULL) \
    X(KEY_ESCAPE, "Escape", NULL) \
    X(KEY_MOUSE, "mouse", NULL) \
    X(KEY_WHEEL, "mouse wheel", NULL) \
    X(KEY_WHEEL_CAB, "wheel, in the cab", NULL) \
    X(KEY_PAGES, "Page Up, Page Down", NULL) \
    X(KEY_HOME_END, "Home, End", NULL) \
    X(KEY_SPACE, "space", NULL) \
    X(KEY_UP_DOWN, "up, down", NULL) \
    X(KEY_LEFT_RIGHT, "left, right", NULL) \
    X(KEY_PLUS_MINUS, "+, -", NULL) \
    X(KEY_F11_F12, "F11, F12", NULL) \
    X(WINDOW_HELP, "help", NULL) \
    X(WINDOW_ASSIGN, "change keys and levers", NULL) \
    X(WINDOW_SETTINGS, "settings: language, sound, levers", NULL) \
    X(WINDOW_SEAT, "turn the seat round; lever 2: hat switch left or right", NULL) \
    X(WINDOW_NEXT_CAMERA, "next camera", NULL) \
    X(WINDOW_CAB, "camera in the cab", NULL) \
    X(WINDOW_ORBIT, "camera behind the machine", NULL) \
    X(WINDOW_CRANE, "camera that follows the crane", NULL) \
    X(WINDOW_MOUSE, "drag: look around", NULL) \
    X(WINDOW_WHEEL, "nearer and farther", NULL) \
    X(WINDOW_WHEEL_CAB, "height of the seat, with Shift its place", NULL) \
    X(WINDOW_SOUND, "sound: loud, quieter, silent", NULL) \
    X(WINDOW_STEREO, "stereo mode", NULL) \
    X(WINDOW_EYES, "eye distance in stereo", NULL) \
    X(WINDOW_DISTANCE, "screen distance in stereo", NULL) \
    X(WINDOW_SPLIT, "show the tip of the crane beside the camera", NULL) \
    X(WINDOW_GUIDES, "guidance: arrow, ghost, plumb lines, lever", NULL) \
    X(WINDOW_MAP, "the site from above", NULL) \
    X(WINDOW_LOAD, "what keeps logs from becoming part of the load", NULL) \
    X(WINDOW_TIMES, "how long pictures and levers take", NULL) \
    X(WINDOW_PAUSE, "pause", NULL) \
    X(WINDOW_FULL_SCREEN, "full screen", NULL) \
    X(WINDOW_PICTURE, "save the picture in the picture folder", NULL) \
    X(WINDOW_END, "pause, and end the exercise", NULL) \
    /* the instructor's page (ui/serve/page), which takes all texts SERVE_... */ \
    X(SERVE_SEATS, "Seats", NULL) \
    X(SERVE_RESULTS, "Results", NULL) \
    X(SERVE_GROUP, "Group", NULL) \
    X(SERVE_NO_SEATS, "No seat has reported yet.", NULL) \
    X(SERVE_START_SEAT, "A seat is started with", NULL) \
    X(SERVE_NO_SESSIONS, "There are no sessions.", NULL) \
    X(SERVE_NO_SERVER, "The server does not answer.", NULL) \
    X(SERVE_ALL, "all", NULL) \
    X(SERVE_TRAINEE, "Trainee", NULL) \
    X(SERVE_EXERCISE, "Exercise", NULL) \
    X(SERVE_MACHINE, "Machine", NULL) \
    X(SERVE_START, "Start", NULL) \
    X(SERVE_DURATION, "Duration", NULL) \
    X(SERVE_OUTCOME, "Outcome", NULL) \
    X(SERVE_MARK, "Mark", NULL) \
    X(SERVE_POINTS, "Points", NULL) \
    X(SERVE_REPORT, "Report", NULL) \
    X(SERVE_DEMONSTRATORS, "also demonstrations", NULL) \
    X(SERVE_FIGURE, "Figure", NULL) \
    X(SERVE_BAND, "Dashed: the group's median per attempt. Shaded: its middle half.", NULL) \
    X(SERVE_ATTEMPT, "attempt", NULL) \
    X(SERVE_ATTEMPTS, "Attempts", NULL) \
    X(SERVE_FIRST, "First", NULL) \
    X(SERVE_LAST, "Last", NULL) \
    X(SERVE_MEDIAN, "Median", NULL) \
    X(SERVE_MARK_GOLD, "gold", NULL) \
    X(SERVE_MARK_SILVER, "silver", NULL) \
    X(SERVE_MARK_BRONZE, "bronze", NULL) \
    X(SERVE_OUTCOME_RUNNING, "running", NULL) \
    X(SERVE_OUTCOME_PASSED, "passed", NULL) \
    X(SERVE_OUTCOME_FAILED, "not passed", NULL) \
    X(SERVE_OUTCOME_STOPPED, "ended", NULL) \
    X(SERVE_OUTCOME_ERROR, "error", NULL) \
    X(SERVE_OUTCOME_INTERRUPTED, "interrupted", NULL) \
    X(SERVE_LANGUAGE, "English", NULL) \
    X(SERVE_PICTURE, "Picture from the cab", NULL) \
    X(SEAT_PAUSED, "Paused by the instructor", NULL) \
    X(SEAT_CONTINUES, "The exercise continues", NULL) \
    X(SEAT_NO_SESSION, "There is no session to be replayed.", NULL) \
    X(SEAT_OTHER_SESSION, "That session is not on the computer of this seat.", NULL) \
    X(SERVE_STATE_WAITING, "waiting", NULL) \
    X(SERVE_PAUSE, "Pause", NULL) \
    X(SERVE_CONTINUE, "Continue", NULL) \
    X(SERVE_RESTART, "Restart", NULL) \
    X(SERVE_END, "End", NULL) \
    X(SERVE_BEGIN, "Begin", NULL) \
    X(SERVE_SURE, "This ends the present exercise. Continue?", NULL) \
    X(SERVE_NOTE, "Note on this moment", NULL) \
    X(SERVE_WRITE, "Keep", NULL) \
    X(SERVE_FAULT_HOSE, "burst hose", NULL) \
    X(SERVE_FAULT_JOINT, "broken joint", NULL) \
    X(SERVE_FAULT_MOTOR, "motor without force", NULL) \
    X(SERVE_FAULT_BLOCKED, "blocked joint", NULL) \
    X(SERVE_FAULT_SENSOR, "failed sensor", NULL) \
    X(SERVE_FAULT_CHAIN, "blunt chain", NULL) \
    X(SERVE_FAULT_KNIVES, "blunt knives", NULL) \
    X(SERVE_EDGE, "edge", NULL) \
    X(SERVE_FAULT_SERVICE, "knives sharpened", NULL) \
    X(SERVE_FAULT, "Fault", NULL) \
    X(SERVE_INJECT, "Inject", NULL) \
    X(SERVE_AWAY, "not connected", NULL) \
    X(SERVE_STATE_RUNNING, "running", NULL) \
    X(SERVE_STATE_PAUSED, "paused", NULL) \
    X(SERVE_STATE_UNREADABLE, "of another version: it cannot be shown", NULL) \
    X(SERVE_STATE_REPLAY, "replay", NULL) \
    X(SERVE_REPLAY, "Replay", NULL) \
    X(SERVE_REPLAY_AT, "Replay at", NULL) \
    X(SERVE_REFUSED_REPLAY, "The seat shows a replay: only \"End\", another replay and \"Begin\" mean something there.", NULL) \
    X(SERVE_REFUSED_WAITING, "No exercise runs at the seat: only \"Begin\" and \"Replay\" mean something there.", NULL) \
    X(SERVE_REFUSED_WINDOW, "The seat has no window in which a session could be shown.", NULL) \
    X(SERVE_OWN_MACHINE, "the exercise's machine", NULL) \
    /* the window of a model */ \
    X(MODEL_GRID, "grid %g m", NULL) \
    X(MODEL_MOUSE, "drag: turn the picture; wheel: nearer, farther", NULL) \
    X(MODEL_CHOOSE, "choose an input", NULL) \
    X(MODEL_MOVE, "move it; a lever with two sides springs back", NULL) \
    X(MODEL_RESET, "reset it", NULL) \
    X(MODEL_PAUSE, "pause", NULL) \
    X(MODEL_ONE_STEP, "one step", NULL) \
    X(MODEL_SPEED, "faster, slower", NULL) \
    X(MODEL_JOINTS, "joints: with names, without names, hidden", NULL) \
    X(MODEL_SHOW_ALL, "show the whole model again", NULL) \
    X(MODEL_SCREEN, "full screen, save the picture", NULL) \
    X(MODEL_CLOSE, "close", NULL) \
    X(MODEL_HINT, "F1: keys", NULL) \
    X(MODEL_HINT_PAUSED, "pause; F1: keys", NULL) \
    X(MODEL_HINT_OVER, "the end; F1: keys", NULL) \
    X(MODEL_HINT_SPEED, "%g times real time; F1: keys", NULL)
// clang-format on
