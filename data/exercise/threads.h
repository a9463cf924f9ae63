// How many threads a world gets.
#pragma once

// asked, or where it is 0, one per processor that this process may use, at most 4: a worksite has
// not more that can be shared out. The result of a step does not depend on it.
int dat_threads(int asked);
