// Every member that changes while a worksite runs is in a table of the state; else a snapshot loses
// it without a word. Structs are filled with bytes, saved, scrambled and restored: what does not
// come back must be padding, or be listed here with those that are set up or found anew.
#include "vehicles/state.h"

#include "tests/vehicles/small_head.h"
#include "vehicles/part/aid.h"
#include "vehicles/part/brake.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/hydraulics.h"
#include "vehicles/part/lock.h"
#include "vehicles/part/multi_tree.h"
#include "vehicles/part/scale.h"
#include "vehicles/part/tyre.h"
#include "vehicles/part/valve.h"
#include "vehicles/snapshot.h"

static struct small_site s;
static struct bench bench;

struct span {
    size_t offset, size;
};
#define SPAN(type, member)                                                                         \
    { offsetof(struct type, member), sizeof(((struct type *)0)->member) }

// With the padding in between: gcc 12 does not find it behind a large array.
#define SPAN_BEFORE(type, first, next)                                                             \
    { offsetof(struct type, first), offsetof(struct type, next) - offsetof(struct type, first) }

// Made by setting up the same worksite, or found anew by restoring.
static const struct span worksite_others[] = {
    SPAN(veh_worksite, def),
    SPAN(veh_worksite, stand),
    SPAN_BEFORE(veh_worksite, trails, trails.ruts),
    SPAN(veh_worksite, world),
    SPAN(veh_worksite, ground),
    SPAN(veh_worksite, material_ground),
    SPAN(veh_worksite, material_bark),
    SPAN_BEFORE(veh_worksite, machines, stems), // machine_count
    SPAN(veh_worksite, stems),
    SPAN(veh_worksite, loose),
    SPAN(veh_worksite, frozen),
    SPAN(veh_worksite, standing),
    SPAN(veh_worksite, torn), // its items are walked
    SPAN(veh_worksite, near),
    SPAN(veh_worksite, tree_stem),
    SPAN(veh_worksite, events),
    SPAN(veh_worksite, snapped), // of one step
    SPAN(veh_worksite, prepared),
};
static const struct span machine_others[] = {
    SPAN(veh_machine, def),       SPAN(veh_machine, instance), SPAN(veh_machine, control_input),
    SPAN(veh_machine, base),      SPAN(veh_machine, parts),    SPAN(veh_machine, part_count),
    SPAN(veh_machine, load_body), SPAN(veh_machine, unmanned),
};
static const struct span stem_others[] = {
    SPAN(veh_stem, used), SPAN(veh_stem, arms), // of one step
};
static const struct span head_others[] = {SPAN(veh_head_state, signals)};

struct watched {
    const char *name;
    unsigned char *at;
    size_t size;
    const void *members; // a byte is zero where the struct has padding; NULL: nowhere
    const struct span *others;
    size_t other_count;
};

// A compiler that cannot tell where padding is lets it hide members of the size of padding.
#if defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define CLEAR_PADDING(item) __builtin_clear_padding(item)
#endif
#endif
#ifdef CLEAR_PADDING
enum { HIDDEN = 0 };
#else
#define CLEAR_PADDING(item) (void)(item)
enum { HIDDEN = 7 };
#endif

static struct veh_worksite worksite_members;
static struct veh_machine machine_members;
static struct veh_stem stem_members;
static struct veh_activation_state activation_members;
static struct veh_aid_state aid_members;
static struct veh_head_state head_members;
static struct veh_saw_state top_saw_members;
static struct veh_multi_tree_state multi_tree_members;
static struct veh_grapple_state grapple_members;
static struct veh_bunk_state bunk_members;
static struct veh_scale_state scale_members;
static struct veh_drive_state drive_members;
static struct veh_brake_state brake_members;
static struct veh_engine_state engine_members;
static struct veh_lock_state lock_members;
static struct veh_hydraulics_state hydraulics_members;
static struct veh_tyre_state tyre_members;
static struct veh_valve_state valve_members;

#define MARK(item) (memset(&(item), 0xff, sizeof(item)), CLEAR_PADDING(&(item)))

static void mark_members(void) {
    MARK(worksite_members);
    MARK(machine_members);
    MARK(stem_members);
    MARK(activation_members);
    MARK(aid_members);
    MARK(head_members);
    MARK(top_saw_members);
    MARK(multi_tree_members);
    MARK(grapple_members);
    MARK(bunk_members);
    MARK(scale_members);
    MARK(drive_members);
    MARK(brake_members);
    MARK(engine_members);
    MARK(lock_members);
    MARK(hydraulics_members);
    MARK(tyre_members);
    MARK(valve_members);
}

// By enum veh_part_id: of each kind of part that has a state.
static const struct {
    const void *members;
    size_t size;
    const struct span *others;
    size_t other_count;
} part_members[VEH_PART_KINDS] = {
    [VEH_PART_ACTIVATION] = {&activation_members, sizeof activation_members, NULL, 0},
    [VEH_PART_TYRE] = {&tyre_members, sizeof tyre_members, NULL, 0},
    [VEH_PART_AID] = {&aid_members, sizeof aid_members, NULL, 0},
    [VEH_PART_HEAD] = {&head_members, sizeof head_members, head_others, 1},
    [VEH_PART_TOP_SAW] = {&top_saw_members, sizeof top_saw_members, NULL, 0},
    [VEH_PART_MULTI_TREE] = {&multi_tree_members, sizeof multi_tree_members, NULL, 0},
    [VEH_PART_GRAPPLE] = {&grapple_members, sizeof grapple_members, NULL, 0},
    [VEH_PART_BUNK] = {&bunk_members, sizeof bunk_members, NULL, 0},
    [VEH_PART_SCALE] = {&scale_members, sizeof scale_members, NULL, 0},
    [VEH_PART_HYDRAULICS] = {&hydraulics_members, sizeof hydraulics_members, NULL, 0},
    [VEH_PART_VALVE] = {&valve_members, sizeof valve_members, NULL, 0},
    [VEH_PART_DRIVE] = {&drive_members, sizeof drive_members, NULL, 0},
    [VEH_PART_BRAKE] = {&brake_members, sizeof brake_members, NULL, 0},
    [VEH_PART_ENGINE] = {&engine_members, sizeof engine_members, NULL, 0},
    [VEH_PART_LOCK] = {&lock_members, sizeof lock_members, NULL, 0},
};

enum { MOST_WATCHED = 32 };
static struct watched watched[MOST_WATCHED];
static int watched_count;

static void watch(struct watched w) {
    assert_true(watched_count < MOST_WATCHED);
    watched[watched_count++] = w;
}

static void watch_machine(struct veh_machine *machine) {
    const struct sim_instance *instance = &machine->instance;
    const size_t inputs = (size_t)instance->model->input_count * sizeof *instance->input;
    const size_t joints = (size_t)instance->model->joint_count * sizeof *instance->blocked_by_user;
    watch((struct watched){"veh_machine", (unsigned char *)machine, sizeof *machine,
                           &machine_members, machine_others,
                           sizeof machine_others / sizeof machine_others[0]});
    watch((struct watched){.name = "input", (unsigned char *)instance->input, inputs});
    watch((struct watched){.name = "applied", (unsigned char *)instance->applied, inputs});
    watch((struct watched){.name = "blocked", (unsigned char *)instance->blocked_by_user, joints});
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part *part = &machine->parts[i];
        assert_int_equal(part_members[part->kind->id].size, part->kind->state_size);
        if (part->kind->state_size > 0)
            watch((struct watched){.name = part->kind->title,
                                   part->state,
                                   part->kind->state_size,
                                   part_members[part->kind->id].members,
                                   part_members[part->kind->id].others,
                                   part_members[part->kind->id].other_count});
    }
}

// A worksite with a stem, and a machine with a part of every kind.
static void begin(void) {
    static struct veh_drive_def drive = {.steer_joint = -1};
    static const char other_parts[1024]; // where nothing is asked of a definition
    small_site_init(&s, 0.0);
    bench_make(&bench, 0.9);
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        assert_true(kind->def_size <= sizeof other_parts);
        if (kind != &veh_part_activation && kind != &veh_part_head)
            bench.def.parts[bench.def.part_count++] = (struct veh_part_def){
                kind, kind == &veh_part_drive ? (void *)&drive : (void *)(uintptr_t)other_parts};
    }
    assert_int_equal(veh_worksite_add_machine(&s.site, &bench.def, 0.0, 0.0, 0.0), 0);
    assert_int_equal(bench_stem(&s, 4.0, 1.0), 0);
    mark_members();
    watched_count = 0;
    watch((struct watched){"veh_worksite", (unsigned char *)&s.site, sizeof s.site,
                           &worksite_members, worksite_others,
                           sizeof worksite_others / sizeof worksite_others[0]});
    watch((struct watched){"veh_stem", (unsigned char *)&s.site.stems.items[0],
                           sizeof s.site.stems.items[0], &stem_members, stem_others, 2});
    watch_machine(&s.site.machines[0]);
}

static bool is_other(const struct watched *w, size_t byte) {
    for (size_t i = 0; i < w->other_count; i++)
        if (byte >= w->others[i].offset && byte - w->others[i].offset < w->others[i].size)
            return true;
    return false;
}

static unsigned char pattern(size_t byte) {
    return (unsigned char)(1 + 2 * (byte % 113));
}

static void fill(const struct watched *w, unsigned char scramble) {
    for (size_t i = 0; i < w->size; i++)
        if (!is_other(w, i))
            w->at[i] = pattern(i) ^ scramble;
}

static void assert_restored(const struct watched *w) {
    size_t lost = 0;
    for (size_t i = 0; i < w->size; i++) {
        const bool member = w->members == NULL || ((const unsigned char *)w->members)[i] != 0;
        lost = member && !is_other(w, i) && w->at[i] != pattern(i) ? lost + 1 : 0;
        if (lost > HIDDEN)
            fail_msg("%s: the member at byte %zu is in no table of the state", w->name, i);
    }
}

static void every_member_is_in_a_table(void **state) {
    (void)state;
    struct sim_snapshot snapshot = {0};
    begin();
    for (int i = 0; i < watched_count; i++)
        fill(&watched[i], 0x00);
    veh_worksite_save(&s.site, &snapshot);
    for (int i = 0; i < watched_count; i++)
        fill(&watched[i], 0xff);
    assert_null(veh_worksite_restore(&s.site, snapshot.bytes, snapshot.size));
    for (int i = 0; i < watched_count; i++)
        assert_restored(&watched[i]);
    sim_snapshot_finish(&snapshot);
    small_site_finish(&s);
}

// The hash sees each of those bytes, where the compiler tells which are padding.
static void every_member_is_hashed(void **state) {
    (void)state;
    begin();
    for (int i = 0; i < watched_count; i++)
        fill(&watched[i], 0x00);
    uint64_t last = veh_worksite_hash(&s.site);
    for (int i = 0; i < watched_count; i++) {
        const struct watched *w = &watched[i];
        for (size_t k = 0; k < w->size; k++) {
            const bool member = w->members == NULL || ((const unsigned char *)w->members)[k] != 0;
            if (!member || is_other(w, k) || HIDDEN > 0)
                continue;
            w->at[k] ^= 0xff;
            const uint64_t hash = veh_worksite_hash(&s.site);
            if (hash == last)
                fail_msg("%s: the hash does not see the member at byte %zu", w->name, k);
            last = hash;
        }
    }
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_in_a_table),
        cmocka_unit_test(every_member_is_hashed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
