// A session as one page of HTML: who, what, with what result, how the levers were used, what
// happened when. The page needs nothing but itself, and prints on paper.
#pragma once

#include "data/exercise/recorded.h"
#include "data/report/words.h"
#include "vehicles/names.h"

// In the caller's hands, freed with free(). NULL: out of memory. sessions: all of the database, for
// the curve over them; NULL: there is none. names: of exercises, machines and assortments in the
// language of the texts; NULL: as in the record. With damaged inputs (in
// recorded->damage) the part about the levers is left out.
char *dat_report_page(const struct dat_recorded *recorded, const struct dat_log_list *logs,
                      const struct dat_session_list *sessions, bool levers,
                      const struct dat_report_texts *texts, const struct veh_names *names);
