// One's own curve in the report: points, crane control and time of all one's sessions of the
// exercise by their order, and the band of the group, between its quartiles.
#pragma once

#include "data/record/session.h"
#include "data/report/html.h"

// Of the sessions of trainees that have a result; the demonstrator's are left out. Writes nothing
// where the trainee of the session has fewer than two.
void dat_report_curve(const struct dat_report_out *out, const struct dat_session_list *sessions,
                      const struct dat_session_info *session);
