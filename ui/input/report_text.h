// The words of a report in the language of the window.
#pragma once

#include "data/report/words.h"

// Fills in what is valid until the language changes.
void ui_report_texts(struct dat_report_texts *texts);
// A copy that lives on, for another thread; released with free(). NULL: out of memory.
struct dat_report_texts *ui_report_texts_copy(void);
