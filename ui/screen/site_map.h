// The site from above, to plan the work: slope and soft soil, road, trees, ruts, logs by assortment
// with their piles, landings, trucks and the machine; the operator's plan, and the way that was
// driven.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/canvas.h"

// Over the middle of the canvas, north up. cursor: a place that is marked while a plan is drawn;
// NULL: none is.
void ui_site_map_draw(const struct dat_practice *practice, struct ui_canvas *canvas,
                      const struct sim_vec3 *cursor);
// The place [m] at a point of the canvas [pixel], of the map with a cursor. False: outside the map.
bool ui_site_map_at(const struct dat_practice *practice, struct ui_canvas *canvas, double px,
                    double py, double *x, double *y);
