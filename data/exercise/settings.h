// Parameters of an exercise: numbers that its file names, with a default and a range, and that a
// trainee or an instructor may set. Expressions of the file use them (data/text/parameters.h).
#pragma once

#include "data/exercise/keys.h"
#include "data/text/problem.h"

#define DAT_SETTINGS 8      // parameters of an exercise, at most
#define DAT_SETTING_NAME 32 // [byte] with the final zero, as of a name in an expression
#define DAT_SETTING_TEXT 48
#define DAT_SETTING_UNIT 12

struct dat_scenario_parameter {
    char name[DAT_SETTING_NAME];
    char text[DAT_SETTING_TEXT], unit[DAT_SETTING_UNIT]; // for the user
    double low, high, step; // values are low, low + step, ... up to high
    double value;
};

// Values that someone has chosen; parameters that are left out keep their default.
struct dat_settings {
    struct dat_setting {
        char name[DAT_SETTING_NAME];
        double value;
    } items[DAT_SETTINGS];
    int count;
};

// Enters "name=value"; a later value replaces an earlier one. False with a sentence in problem.
bool dat_settings_add(struct dat_settings *settings, const char *text, struct dat_problem *problem);
// Of a record: a JSON object of numbers; NULL or "": nothing is set. False: it is none.
bool dat_settings_parse(struct dat_settings *settings, const char *json);
// All values of the parameters as a JSON object, owned by the caller; NULL: there are none, or no
// memory.
char *dat_settings_json(const struct dat_scenario_parameter *parameters, int count);
// The nearest value of the range that the parameter can have.
double dat_parameter_nearest(const struct dat_scenario_parameter *parameter, double value);

// ---- for the reader of scenarios ----

// Puts the settings, NULL: none, in the place of defaults and replaces the expressions of the file.
// False after an error.
bool dat_settings_apply(const struct dat_node *root, const struct dat_settings *settings);
// Reads the list of parameters, whose expressions have been replaced. Returns their number.
int dat_read_parameters(const struct dat_value *list,
                        struct dat_scenario_parameter parameters[DAT_SETTINGS]);
