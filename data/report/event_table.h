// The events of a session by time, with their particulars in words.
#pragma once

#include "data/exercise/recorded.h"
#include "data/report/html.h"

// "Log cut" of "log_cut", in the report's language; a kind that the program does not know, itself.
const char *dat_report_event_title(const struct dat_report_out *out, const char *kind);
// The table; nothing where there are no events.
void dat_report_events(const struct dat_report_out *out, const struct dat_recorded *recorded);
