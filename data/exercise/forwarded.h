// Messages of StanForD 2010 about a recorded session of a forwarder: forwarded production (.fpr)
// and monitoring (.mom).
#pragma once

#include "data/exercise/exercise.h"
#include "data/exercise/monitoring.h"
#include "data/record/session.h"

// Writes the loads of the session's result that were unloaded, by the assortments of the exercise
// that the session was made of; what is of none of them is a product of its species and length.
// False with a sentence in problem; then *empty tells whether the session has no such load.
bool dat_forwarded_write(const struct dat_exercise *exercise, const struct dat_session_info *info,
                         const char *path, bool *empty, struct dat_problem *problem);
// Time, stops, distance and fuel of the session. False with a sentence in problem.
bool dat_forwarding_write(const struct dat_exercise *exercise, const struct dat_session_info *info,
                          const struct dat_stop_list *stops, const char *path,
                          struct dat_problem *problem);
