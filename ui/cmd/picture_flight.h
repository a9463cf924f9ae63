// Ten views of the first exercise that differ in what they consist of: weather, mirrors, crane,
// slash. They are timed, counted, and compared with reference pictures.
#pragma once

#include "ui/scene/scene.h"
#include "ui/scene/view_table.h"

enum { UI_FLIGHT_VIEWS = 10 };

struct ui_flight;

// Starts the exercise. NULL with a line on stderr where its files or memory are missing.
struct ui_flight *ui_flight_start(void);
void ui_flight_end(struct ui_flight *flight); // accepts NULL

// "cab", "cab, night", ... view: 0 to UI_FLIGHT_VIEWS - 1
const char *ui_flight_name(int view);

// Lets the demonstrator work until the moment of the view, and fills its scene and rows. A view
// cannot be shown after one of a later moment; those in the order of their numbers can. NULL with a
// line on stderr where the view is not reached. The scene belongs to the flight, and is valid until
// the next call.
const struct ui_scene *ui_flight_show(struct ui_flight *flight, int view,
                                      struct ui_view_table *rows);
