// A demonstrator that speaks the window's language.
#pragma once

#include "vehicles/operator/demonstrator.h"

// For veh_demo_task. Static storage.
const struct veh_demo_words *ui_demo_words(void);
