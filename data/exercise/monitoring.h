// The monitoring (.mom) of a recorded session, as far as it does not depend on the kind of machine:
// how long it worked, drove and did other things, its way and its fuel.
#pragma once

#include "data/record/session.h"
#include "data/site/mom_write.h"

// Of the session's result, in which the elements of work were recognised: driving between trees,
// logs and landings is travel, what the crane does is processing, and all the rest other work.
// info stays the caller's, and must outlive the monitoring.
struct dat_mom dat_monitoring_of(const struct dat_session_info *info,
                                 const struct dat_stanford *common, const char *category);
