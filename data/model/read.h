// Reader of machine and model files, see docs/model-format.md.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/sources.h"
#include "vehicles/machine_def.h"

// Reads text into *out, which the caller finishes with veh_machine_def_finish(). file is the name
// for messages, directory the folder that the parts' files are relative to ("": the working folder;
// NULL: a file with parts is refused, nothing is opened). False with errors in d, and *out is then
// finished.
bool dat_read_model(const char *text, const char *file, const char *directory,
                    struct veh_machine_def *out, struct dat_diagnostics *d);

// The same from the file at path. d is initialised here.
bool dat_load_model(const char *path, struct veh_machine_def *out, struct dat_diagnostics *d);

// The same, and enters every file that was read into sources: the model, its parts, its meshes.
bool dat_load_model_sources(const char *path, struct veh_machine_def *out,
                            struct dat_source_list *sources, struct dat_diagnostics *d);
