// The monitoring (.mom) of a recorded session, as far as it does not depend on the kind of machine:
// how long it worked, drove and did other things, its way and its fuel.
#pragma once

#include "data/record/session.h"
#include "data/record/store.h"
#include "data/site/mom_write.h"
#include "sim/base/array.h"

// The stretches of a recorded session in which no lever was moved.
struct dat_stop_list {
    SIM_ARRAY(struct dat_mom_stop) stops;
};

// Of the session's result, in which the elements of work were recognised: driving between trees,
// logs and landings is travel, what the crane does is processing, and all the rest other work.
// info and stops stay the caller's, and must outlive the monitoring.
struct dat_mom dat_monitoring_of(const struct dat_session_info *info,
                                 const struct dat_stanford *common, const char *category,
                                 const struct dat_stop_list *stops);

// Reads the session's levers. False with a sentence in problem; a record whose levers are damaged
// has no stops. The caller finishes the list in any case.
bool dat_stops_read(struct dat_stop_list *list, struct dat_store *store, int64_t session,
                    struct dat_problem *problem);
void dat_stops_finish(struct dat_stop_list *list); // accepts a zeroed struct
