// The version of the program.
#pragma once

// "major.minor.patch". It is stored with every session, because a replay is only promised to give
// the same bits with the same version. Static storage, never NULL.
const char *sim_version(void);
