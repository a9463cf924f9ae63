// Real time, in contrast to that of an exercise.
#pragma once

// [s] since an arbitrary moment; never set back.
double ui_wall_clock(void);
