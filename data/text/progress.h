// The progress of reading large files, for whoever shows it. One listener for the process, which
// reads files on one thread.
#pragma once

// what: a noun such as "terrain"; share: 0 to 1, 1 once it is read. NULL: nobody listens any
// longer.
void dat_progress_listen(void (*listener)(const char *what, double share));
// For readers; costs little where nobody listens, but is not for every sample.
void dat_progress_report(const char *what, double share);
