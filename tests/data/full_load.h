// A forwarder of the library with a full load in its bunk, its crane above the load.
#pragma once

#include "tests/data/machine_stand.h"
#include "vehicles/operator/bunk_fill.h"
#include "vehicles/operator/crane_control.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/bunk_stack.h"
#include "vehicles/part/crane.h"
#include "vehicles/site.h"

// The loads of the two classes [number; m; m of the tree at breast height].
struct full_load {
    const char *machine;
    int logs;
    double length, dbh, height;
};
static const struct full_load full_load_10t = {"forwarder", 80, 4.0, 0.236, 22.0};
static const struct full_load full_load_14t = {"forwarder-18t", 100, 5.0, 0.228, 24.0};

// A log from above the root flare, without branches.
static inline struct ter_stem full_load_log(const struct full_load *load) {
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, load->dbh, load->height, 12.0, 0.1);
    struct ter_stem butt, rest, log, top;
    ter_stem_split(&whole, 1.0, &butt, &rest);
    ter_stem_split(&rest, load->length, &log, &top);
    ter_stem_delimb(&log, load->length);
    return log;
}

static inline double full_load_measure(const struct machine_stand *s, enum veh_bunk_measure which) {
    return veh_machine_measure(&s->site, 0, &veh_part_bunk, (int)which);
}

// Once the machine stands on its tyres with its crane above the bunk, the logs are in it.
static inline void full_load_put(struct machine_stand *s, const struct full_load *load) {
    const struct ter_stem log = full_load_log(load);
    double height = 0.0;
    assert_true(veh_bunk_make_way(&s->site, 0));
    assert_int_equal(veh_bunk_stack(&s->site, 0, &log, load->logs, &height), load->logs);
}
