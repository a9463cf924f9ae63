// The site from above, to plan the work: slope and soft soil, road, trees, ruts, logs by assortment
// with their piles, landings, trucks and the machine.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/canvas.h"

// Over the middle of the canvas, north up.
void ui_site_map_draw(const struct dat_practice *practice, struct ui_canvas *canvas);
