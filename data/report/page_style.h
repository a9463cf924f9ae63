// Shared by the pages of a session and of a group: their look, times, and the words for outcomes
// and marks.
#pragma once

#include "data/metrics/mark.h"
#include "data/record/session.h"
#include "data/report/html.h"

// Everything up to the heading; the page ends with </body></html>. title: of the window.
void dat_report_begin(const struct dat_report_out *out, const char *title, const char *heading);
// "2:05"; of a damaged record the seconds may be anything.
void dat_report_clock(double seconds, char *text, size_t size);
enum dat_report_word dat_report_outcome(enum dat_outcome outcome);
// In the report's language; static storage or the texts'. name: "gold" of a record, which stands
// for itself where there is no such mark.
const char *dat_report_mark(const struct dat_report_out *out, enum dat_mark mark);
const char *dat_report_mark_of(const struct dat_report_out *out, const char *name);
