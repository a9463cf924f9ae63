// The clock on the wall.
#pragma once

// [s] since an arbitrary moment; never set back.
double ui_wall_clock(void);
