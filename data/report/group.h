// The work of trainees over their sessions, as one page of HTML: exercise by exercise the curves
// of points, crane control and time with the group's middle half, and tables. Like the page of a
// session, it needs nothing but itself, and prints on paper. And the figures of the same sessions
// as CSV.
#pragma once

#include "data/record/session.h"
#include "data/report/words.h"

struct dat_report_whom {
    const char *trainee;  // NULL: all
    const char *exercise; // NULL: all
    const char *since;    // "2026-11-01", with or without a time (UTC): those that began then or
                          // later; NULL: all
};

// Whether a session is one of them: a trainee's, not a demonstration.
bool dat_report_means(const struct dat_report_whom *whom, const struct dat_session_info *info);

// In the caller's hands, freed with free(). NULL: out of memory. sessions: all of the database;
// names: as for dat_report_page().
char *dat_report_group(const struct dat_session_list *sessions, const struct dat_report_whom *whom,
                       const struct dat_report_texts *texts, const struct veh_names *names);
// A row per session of those that are meant, with a column per metric, by RFC 4180. Likewise.
char *dat_report_csv(const struct dat_session_list *sessions, const struct dat_report_whom *whom);
