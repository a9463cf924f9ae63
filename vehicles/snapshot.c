#include "vehicles/snapshot.h"

#include <assert.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/base/hash.h"
#include "vehicles/site.h"
#include "vehicles/state.h"

// ---- tables ----

static const struct veh_state_field site_fields[] = {
    VEH_STATE(veh_worksite, max_penetration),   VEH_STATE(veh_worksite, max_joint_error),
    VEH_STATE(veh_worksite, unsolved_steps),    VEH_STATE(veh_worksite, unsolved.steps),
    VEH_STATE(veh_worksite, unsolved.residual), VEH_STATE(veh_worksite, unsolved.silence),
    VEH_STATE(veh_worksite, trails.ruts),       VEH_STATE(veh_worksite, steps),
};

// `used` is beside the table: an empty slot has no other state.
static const struct veh_state_field stem_fields[] = {
    VEH_STATE(veh_stem, kind),
    VEH_STATE(veh_stem, body),
    VEH_STATE(veh_stem, place),
    VEH_STATE(veh_stem, stem.species),
    VEH_STATE(veh_stem, stem.dbh),
    VEH_STATE(veh_stem, stem.height),
    VEH_STATE(veh_stem, stem.from),
    VEH_STATE(veh_stem, stem.to),
    VEH_STATE(veh_stem, stem.crown_base),
    VEH_STATE(veh_stem, stem.bare_to),
    VEH_STATE(veh_stem, stem.bare_from),
    VEH_STATE(veh_stem, stem.limbs_from),
    VEH_STATE(veh_stem, stem.plate),
    VEH_STATE(veh_stem, stem.seed),
    VEH_STATE(veh_stem, stem.defects.rot),
    VEH_STATE(veh_stem, stem.defects.sweep),
    VEH_STATE(veh_stem, stem.defects.fork),
    VEH_STATE(veh_stem, stem.defects.dead),
    VEH_STATE(veh_stem, stem.broken),
    VEH_STATE(veh_stem, tree),
    VEH_STATE(veh_stem, held),
    VEH_STATE(veh_stem, target),
    VEH_STATE(veh_stem, product),
    VEH_STATE(veh_stem, colour),
    VEH_STATE(veh_stem, hit_reported),
    VEH_STATE(veh_stem, kerf.first),
    VEH_STATE(veh_stem, kerf.second),
    VEH_STATE(veh_stem, kerf.uncut),
    VEH_STATE(veh_stem, kerf.opened),
    VEH_STATE(veh_stem, kerf.split),
    VEH_STATE(veh_stem, kerf.pinch),
    VEH_STATE(veh_stem, kerf.bar),
    VEH_STATE(veh_stem, kerf.by_second),
    VEH_STATE(veh_stem, kerf.machine),
    VEH_STATE(veh_stem, bend.push),
    VEH_STATE(veh_stem, bend.height),
    VEH_STATE(veh_stem, bend.at),
    VEH_STATE(veh_stem, bend.tips),
    VEH_STATE(veh_stem, bend.touch.by_any),
    VEH_STATE(veh_stem, bend.touch.works),
    VEH_STATE(veh_stem, bend.touch.machine),
    VEH_STATE(veh_stem, bend.touch.height),
    VEH_STATE(veh_stem, bend.touch.force),
    VEH_STATE(veh_stem, rest.still),
    VEH_STATE(veh_stem, rest.down),
    VEH_STATE(veh_stem, load.bunk),
    VEH_STATE(veh_stem, load.carried),
    VEH_STATE(veh_stem, load.settled),
    VEH_STATE(veh_stem, load.grapples),
    VEH_STATE(veh_stem, load.obstacles),
    VEH_STATE(veh_stem, load.kept),
    VEH_STATE(veh_stem, load.hauled),
    VEH_STATE(veh_stem, touch.pressed),
    VEH_STATE(veh_stem, touch.machine),
    VEH_STATE(veh_stem, touch.fixed),
    VEH_STATE(veh_stem, touch.load),
    VEH_STATE(veh_stem, touch.hit),
    VEH_STATE(veh_stem, v),
    VEH_STATE(veh_stem, w),
};

static const struct veh_state_field tile_fields[] = {
    VEH_STATE(ter_trail_tile, place),
    VEH_STATE(ter_trail_tile, cube),
    VEH_STATE(ter_trail_tile, brash),
};

static const struct veh_state_field torn_fields[] = {
    VEH_STATE(veh_torn, tree),
    VEH_STATE(veh_torn, broken),
};

static const struct veh_state_field machine_fields[] = {
    VEH_STATE(veh_machine, controls),
    VEH_STATE(veh_machine, tipped),
};

static const struct veh_state_table site_state = VEH_STATE_TABLE(site_fields),
                                    stem_state = VEH_STATE_TABLE(stem_fields),
                                    tile_state = VEH_STATE_TABLE(tile_fields),
                                    torn_state = VEH_STATE_TABLE(torn_fields),
                                    machine_state = VEH_STATE_TABLE(machine_fields);

// ---- the walk ----

// The task of a walk over the pieces of the state.
struct walk {
    enum { COUNT, SAVE, RESTORE, HASH } what;
    unsigned char *out;      // SAVE: where the next piece goes
    const unsigned char *in; // RESTORE: where the next piece comes from
    uint64_t hash;           // HASH: of all pieces so far
    size_t size;             // of all pieces so far
};

static void piece(struct walk *w, void *data, size_t size) {
    if (w->what == SAVE)
        memcpy(w->out + w->size, data, size);
    else if (w->what == RESTORE)
        memcpy(data, w->in + w->size, size);
    else if (w->what == HASH)
        w->hash = sim_hash_bytes(w->hash, data, size);
    w->size += size;
}

static void pieces(struct walk *w, const struct veh_state_table *table, void *item) {
    for (int i = 0; i < table->count; i++)
        piece(w, (char *)item + table->field[i].offset, table->field[i].size);
}

static void walk_machine(struct walk *w, struct veh_machine *machine) {
    const struct sim_model *model = machine->instance.model;
    pieces(w, &machine_state, machine);
    piece(w, machine->instance.input, (size_t)model->input_count * sizeof(double));
    piece(w, machine->instance.applied, (size_t)model->input_count * sizeof(double));
    piece(w, machine->instance.blocked_by_user, (size_t)model->joint_count);
    for (int i = 0; i < machine->part_count; i++)
        pieces(w, &machine->parts[i].kind->state, machine->parts[i].state);
}

static void walk_stem(struct walk *w, struct veh_stem *stem) {
    piece(w, &stem->used, sizeof stem->used);
    if (stem->used)
        pieces(w, &stem_state, stem);
}

static void walk_site(struct walk *w, struct veh_worksite *site) {
    pieces(w, &site_state, site);
    for (int m = 0; m < site->machine_count; m++)
        walk_machine(w, &site->machines[m]);
    for (int i = 0; i < site->stems.count; i++)
        walk_stem(w, &site->stems.items[i]);
    for (int i = 0; i < site->stand.count; i++) {
        piece(w, &site->stand.trees[i].status, sizeof site->stand.trees[i].status);
        piece(w, &site->stand.trees[i].damage, sizeof site->stand.trees[i].damage);
        piece(w, &site->stand.trees[i].top, sizeof site->stand.trees[i].top);
    }
    for (int i = 0; i < site->trails.tiles.count; i++)
        pieces(w, &tile_state, &site->trails.tiles.items[i]);
    for (int i = 0; i < site->torn.count; i++)
        pieces(w, &torn_state, &site->torn.items[i]);
}

uint64_t veh_worksite_hash(const struct veh_worksite *original) {
    struct veh_worksite site = *original; // the walk takes what it could write to
    struct walk walk = {.what = HASH, .hash = sim_world_hash(site.world)};
    walk_site(&walk, &site);
    return walk.hash;
}

// ---- save and restore ----

// Lies at the end of the bytes, because those of the world begin with a header of their own.
struct footer {
    uint64_t magic, layout;
    uint64_t parts;    // which parts the machines have, with their tables
    uint64_t checksum; // of the worksite's bytes and of the members here but this one
    uint64_t size;     // of the worksite's bytes
    uint64_t torn;     // trees; no bytes are left between the members
    int machines, inputs, joints, stems, trees, tiles;
};

#define MAGIC UINT64_C(0x4b72576f726b7332) // "KrWorks2"

static uint64_t mix_table(uint64_t hash, const struct veh_state_table *table) {
    for (int i = 0; i < table->count; i++)
        hash = sim_hash_bytes(hash, &table->field[i].size, sizeof table->field[i].size);
    return hash;
}

// Changes whenever a member of a table comes, goes or grows.
static uint64_t layout(void) {
    static const struct veh_state_table *const tables[] = {&site_state, &stem_state, &tile_state,
                                                           &torn_state, &machine_state};
    uint64_t hash = sim_hash_seed;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        hash = mix_table(hash, tables[i]);
    return hash;
}

static uint64_t parts_of(const struct veh_worksite *site) {
    uint64_t hash = sim_hash_seed;
    for (int m = 0; m < site->machine_count; m++)
        for (int i = 0; i < site->machines[m].part_count; i++) {
            const struct veh_part_kind *kind = site->machines[m].parts[i].kind;
            hash = mix_table(sim_hash_bytes(hash, &kind->id, sizeof kind->id), &kind->state);
        }
    return hash;
}

uint64_t veh_worksite_layout(const struct veh_worksite *site) {
    const uint64_t layouts[] = {MAGIC, sim_world_layout(), layout(), parts_of(site)};
    return sim_hash_bytes(sim_hash_seed, layouts, sizeof layouts);
}

static uint64_t checksum(const void *bytes, struct footer footer) {
    footer.checksum = 0;
    return sim_hash_bytes(sim_hash_bytes(sim_hash_seed, bytes, footer.size), &footer,
                          sizeof footer);
}

static struct footer counts(const struct veh_worksite *site) {
    struct footer footer = {.magic = MAGIC,
                            .layout = layout(),
                            .parts = parts_of(site),
                            .machines = site->machine_count,
                            .stems = site->stems.count,
                            .tiles = site->trails.tiles.count,
                            .torn = (uint64_t)site->torn.count,
                            .trees = site->stand.count};
    for (int m = 0; m < site->machine_count; m++) {
        footer.inputs += site->machines[m].instance.model->input_count;
        footer.joints += site->machines[m].instance.model->joint_count;
    }
    return footer;
}

void veh_worksite_save(const struct veh_worksite *original, struct sim_snapshot *snapshot) {
    assert(original->world && snapshot != NULL);
    struct veh_worksite site = *original; // the walk takes what it could write to
    sim_world_save(site.world, snapshot);
    struct walk walk = {.what = COUNT};
    walk_site(&walk, &site);
    const size_t world = snapshot->size, size = world + walk.size + sizeof(struct footer);
    int capacity = (int)snapshot->capacity;
    snapshot->bytes = sim_grow(snapshot->bytes, &capacity, (int)size, 1);
    snapshot->capacity = (size_t)capacity;
    walk = (struct walk){.what = SAVE, .out = snapshot->bytes + world};
    walk_site(&walk, &site);
    struct footer footer = counts(&site);
    footer.size = walk.size;
    footer.checksum = checksum(walk.out, footer);
    memcpy(walk.out + walk.size, &footer, sizeof footer);
    snapshot->size = size;
}

static const char *footer_problem(const struct veh_worksite *site, const unsigned char *bytes,
                                  size_t size, struct footer *footer) {
    if (size < sizeof *footer)
        return "it is too short for a snapshot of a worksite";
    memcpy(footer, bytes + size - sizeof *footer, sizeof *footer);
    const struct footer own = counts(site);
    if (footer->magic != MAGIC)
        return "it is not a snapshot of a worksite";
    if (footer->layout != own.layout)
        return "it comes from another version of the program";
    if (footer->size > size - sizeof *footer ||
        footer->checksum != checksum(bytes + size - sizeof *footer - footer->size, *footer))
        return "it is damaged";
    if (footer->machines != own.machines || footer->parts != own.parts ||
        footer->inputs != own.inputs || footer->joints != own.joints || footer->trees != own.trees)
        return "it was made on another worksite";
    return NULL;
}

const char *veh_worksite_restore(struct veh_worksite *site, const void *bytes, size_t size) {
    assert(site->world && bytes != NULL);
    struct footer footer;
    const char *problem = footer_problem(site, bytes, size, &footer);
    if (problem == NULL)
        problem = sim_world_restore(site->world, bytes, size - sizeof footer - footer.size);
    if (problem != NULL)
        return problem;
    SIM_ARRAY_RESERVE(&site->stems, footer.stems);
    site->stems.count = footer.stems;
    for (int i = 0; i < footer.stems; i++)
        site->stems.items[i] = (struct veh_stem){0};
    SIM_ARRAY_RESERVE(&site->trails.tiles, footer.tiles);
    site->trails.tiles.count = footer.tiles;
    SIM_ARRAY_RESERVE(&site->torn, (int)footer.torn);
    site->torn.count = (int)footer.torn;
    struct walk walk = {.what = RESTORE,
                        .in = (const unsigned char *)bytes + size - sizeof footer - footer.size};
    walk_site(&walk, site);
    assert(walk.size == footer.size);
    for (int m = 0; m < site->machine_count; m++)
        sim_instance_forget(&site->machines[m].instance);
    veh_stems_index(site);
    ter_trails_index(&site->trails);
    site->events.count = 0;
    return NULL;
}
