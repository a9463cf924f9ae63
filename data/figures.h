// Real figures of machine classes: what data sheets, field studies and experience say that a
// machine of a class does. They are the file figures.yaml of the library; a machine's sheet
// (vehicles/rig/sheet.h) is compared with them.
#pragma once

#include "data/text/diagnostics.h"
#include "vehicles/rig/sheet.h"

#define DAT_FIGURE_SOURCE 256

enum dat_basis { DAT_BASIS_VERIFIED, DAT_BASIS_COMPUTED, DAT_BASIS_ASSUMED };
#define DAT_BASIS_WORDS "verified|computed|assumed" // for readers, in the order of the enum

struct dat_real_figure {
    bool known;
    double from, to; // in the figure's unit; infinite where a side is open
    enum dat_basis basis;
    char source[DAT_FIGURE_SOURCE];
};

struct dat_machine_class {
    char name[64];
    enum veh_machine_kind kind;
    struct dat_real_figure figure[VEH_FIGURE_COUNT];
};

struct dat_figures {
    struct dat_machine_class *classes; // owned
    int class_count;
};

// False with errors in d, and *figures is then finished.
bool dat_read_figures(const char *text, const char *file, struct dat_figures *figures,
                      struct dat_diagnostics *d);
// The same from the file at path. d is initialised here.
bool dat_load_figures(const char *path, struct dat_figures *figures, struct dat_diagnostics *d);
void dat_figures_finish(struct dat_figures *figures); // accepts a zeroed struct

// The class of that kind whose mass is nearest to the measured one [t]; NULL: there is none.
const struct dat_machine_class *dat_machine_class(const struct dat_figures *figures,
                                                  enum veh_machine_kind kind, double mass);
// The class of that name; NULL: there is none.
const struct dat_machine_class *dat_find_machine_class(const struct dat_figures *figures,
                                                       const char *name);
// Reports the `class` that a model has and the figures have not, at its place. text: of the model's
// file, which has been read without errors. False: it was reported.
bool dat_check_class(const char *text, const char *file, const struct dat_figures *figures,
                     struct dat_diagnostics *d);

// Whether the measured value is what a real machine does.
enum dat_verdict { DAT_VERDICT_NONE, DAT_VERDICT_WITHIN, DAT_VERDICT_BELOW, DAT_VERDICT_ABOVE };
enum dat_verdict dat_judge(const struct dat_real_figure *real, double value);
