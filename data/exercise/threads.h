// The number of threads of a world.
#pragma once

// asked, or if that is 0, one per processor of this computer, at most 4: a worksite has no more
// work to share. asked must not be negative. The result of a step does not depend on the number.
int dat_threads(int asked);
