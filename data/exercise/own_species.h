// The species that a user has added: the files in the folder `species` of the user's library
// (dat_user_library()), in the order of their names.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/sources.h"

// Adds the species of the folder to the table of the process, where they stay; none where there is
// no such folder. To be called once, before anything else is read. False with errors in d: a file
// that is wrong, a name that is taken, more than there is room for.
bool dat_add_own_species(const char *library, struct dat_diagnostics *d);

// The files that were added, by the number of their species; they are among those that an exercise
// was loaded from.
const struct dat_source_list *dat_own_species(void);
// Numbers the species as a session with these files had them, so that a file that has come since
// changes no replay; others are not there meanwhile, or follow with_others. NULL: as they were
// added. To be called while nothing is loaded that has a stand. False: out of memory.
bool dat_number_own_species(const struct dat_source_list *recorded, bool with_others);
void dat_forget_own_species(void); // the files, and the species with them
