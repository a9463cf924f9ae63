#include "sim/model/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "sim/base/hash.h"
#include "sim/contact/contact_impl.h"
#include "sim/contact/magnet_impl.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/resistance_impl.h"
#include "sim/reconfigure.h"
#include "sim/state/state.h"
#include "sim/state_table.h"

#define MAGIC UINT64_C(0x4b72616e69636831) // "Kranich1"

static const struct sim_state_table *const tables[] = {
    &sim_state_world,      &sim_state_body,         &sim_state_group,
    &sim_state_joint,      &sim_state_differential, &sim_state_contact,
    &sim_state_resistance, &sim_state_guide,        &sim_state_magnet};

// Changes whenever a member of the table is added, removed or resized, or a kind of shape is added.
uint64_t sim_world_layout(void) {
    uint64_t hash = sim_hash_seed;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (int i = 0; i < tables[t]->count; i++)
            hash = sim_hash_bytes(hash, &tables[t]->field[i].size, sizeof(size_t));
    const size_t shapes[] = {sizeof(struct sim_shape), SIM_SHAPE_KIND_COUNT};
    return sim_hash_bytes(hash, shapes, sizeof shapes);
}

struct header {
    uint64_t magic, layout, checksum; // of what follows the header
    uint64_t size;                    // of the whole snapshot; data appended by the caller follows
    double step;
};

// ---- hash ----

static uint64_t hash_struct(uint64_t hash, const struct sim_state_table *table, const void *item) {
    for (int i = 0; i < table->count; i++)
        if (table->field[i].hashed)
            hash = sim_hash_bytes(hash, (const char *)item + table->field[i].offset,
                                  table->field[i].size);
    return hash;
}

uint64_t sim_world_hash(const struct sim_world *world) {
    uint64_t hash = hash_struct(sim_hash_seed, &sim_state_world, world);
    for (int i = 0; i < world->bodies.count; i++)
        if (world->bodies.items[i].used)
            hash = hash_struct(sim_hash_bytes(hash, &i, sizeof i), &sim_state_body,
                               &world->bodies.items[i]);
    for (int i = 0; i < world->groups.count; i++)
        if (world->groups.items[i].moves)
            hash = hash_struct(hash, &sim_state_group, &world->groups.items[i]);
    for (int i = 0; i < world->joints.count; i++)
        if (world->joints.items[i].used)
            hash = hash_struct(sim_hash_bytes(hash, &i, sizeof i), &sim_state_joint,
                               &world->joints.items[i]);
    for (int i = 0; i < world->differentials.count; i++)
        if (world->differentials.items[i].used)
            hash = hash_struct(hash, &sim_state_differential, &world->differentials.items[i]);
    for (int i = 0; i < world->contacts.count; i++)
        hash = hash_struct(hash, &sim_state_contact, &world->contacts.items[i]);
    for (int i = 0; i < world->resistances.count; i++)
        if (world->resistances.items[i].used)
            hash = hash_struct(hash, &sim_state_resistance, &world->resistances.items[i]);
    for (int i = 0; i < world->guides.count; i++)
        if (world->guides.items[i].used)
            hash = hash_struct(hash, &sim_state_guide, &world->guides.items[i]);
    return hash;
}

// ---- save ----

void sim_snapshot_finish(struct sim_snapshot *snapshot) {
    free(snapshot->bytes);
    *snapshot = (struct sim_snapshot){0};
}

static void put(struct sim_snapshot *s, const void *data, size_t size) {
    int capacity = (int)s->capacity;
    s->bytes = sim_grow(s->bytes, &capacity, (int)(s->size + size), 1);
    s->capacity = (size_t)capacity;
    memcpy(s->bytes + s->size, data, size);
    s->size += size;
}

static void put_structs(struct sim_snapshot *s, const struct sim_state_table *table,
                        const void *items, int count) {
    for (int k = 0; k < count; k++) {
        const char *item = (const char *)items + (size_t)k * table->size;
        for (int i = 0; i < table->count; i++)
            put(s, item + table->field[i].offset, table->field[i].size);
    }
}

// Without the addresses of borrowed geometry, which differ from run to run.
static void put_shapes(struct sim_snapshot *s, const struct body *body) {
    put(s, &body->shape_count, sizeof body->shape_count);
    for (int i = 0; i < body->shape_count; i++) {
        struct sim_shape shape = body->shapes[i];
        shape.field = NULL;
        shape.hull = NULL;
        shape.mesh = NULL;
        shape.tree = NULL;
        put(s, &shape, sizeof shape);
    }
}

void sim_world_save(const struct sim_world *world, struct sim_snapshot *s) {
    struct header header = {.magic = MAGIC, .layout = sim_world_layout(), .step = world->def.step};
    s->size = 0;
    put(s, &header, sizeof header);
    put_structs(s, &sim_state_world, world, 1);
    put_structs(s, &sim_state_body, world->bodies.items, world->bodies.count);
    put_structs(s, &sim_state_group, world->groups.items, world->groups.count);
    put_structs(s, &sim_state_joint, world->joints.items, world->joints.count);
    put_structs(s, &sim_state_differential, world->differentials.items, world->differentials.count);
    put_structs(s, &sim_state_contact, world->contacts.items, world->contacts.count);
    put_structs(s, &sim_state_resistance, world->resistances.items, world->resistances.count);
    put_structs(s, &sim_state_guide, world->guides.items, world->guides.count);
    put_structs(s, &sim_state_magnet, world->magnets.items, world->magnets.count);
    for (int i = 0; i < world->bodies.count; i++)
        put_shapes(s, &world->bodies.items[i]);
    header.size = s->size;
    header.checksum =
        sim_hash_bytes(sim_hash_seed, s->bytes + sizeof header, s->size - sizeof header);
    memcpy(s->bytes, &header, sizeof header);
}

// ---- restore ----

struct reader {
    const unsigned char *next;
};

static void get(struct reader *r, void *data, size_t size) {
    memcpy(data, r->next, size);
    r->next += size;
}

static void get_structs(struct reader *r, const struct sim_state_table *table, void *items,
                        int count) {
    for (int k = 0; k < count; k++) {
        char *item = (char *)items + (size_t)k * table->size;
        for (int i = 0; i < table->count; i++)
            get(r, item + table->field[i].offset, table->field[i].size);
    }
}

static const char *header_problem(const struct sim_world *world, const void *bytes, size_t size,
                                  struct header *header) {
    if (size < sizeof *header)
        return "it is too short for a snapshot";
    memcpy(header, bytes, sizeof *header);
    if (header->magic != MAGIC)
        return "it is not a snapshot";
    if (header->layout != sim_world_layout())
        return "it comes from another version of the program";
    const unsigned char *rest = (const unsigned char *)bytes + sizeof *header;
    if (header->size < sizeof *header || header->size > size ||
        header->checksum != sim_hash_bytes(sim_hash_seed, rest, header->size - sizeof *header))
        return "it is damaged";
    if (header->step < world->def.step || header->step > world->def.step)
        return "it was made with another length of the step";
    return NULL;
}

// Borrowed geometry is not in the snapshot: a shape keeps its pointers. The shapes come last; here
// they are only compared with those in the world.
static bool borrowed_fit(const struct sim_world *world, struct reader r, int bodies) {
    for (int i = 0; i < bodies; i++) {
        int count;
        get(&r, &count, sizeof count);
        for (int k = 0; k < count; k++) {
            struct sim_shape shape;
            get(&r, &shape, sizeof shape);
            if (!sim_shape_is_borrowed(&shape))
                continue;
            if (i >= world->bodies.count || k >= world->bodies.items[i].shape_count ||
                world->bodies.items[i].shapes[k].kind != shape.kind)
                return false;
        }
    }
    return true;
}

static void get_shapes(struct reader *r, struct body *body) {
    struct sim_shape *old = body->shapes;
    get(r, &body->shape_count, sizeof body->shape_count);
    int capacity = 0;
    body->shapes = NULL;
    if (body->shape_count > 0)
        body->shapes = sim_grow(NULL, &capacity, body->shape_count, sizeof *body->shapes);
    for (int i = 0; i < body->shape_count; i++) {
        get(r, &body->shapes[i], sizeof body->shapes[i]);
        if (!sim_shape_is_borrowed(&body->shapes[i]))
            continue;
        body->shapes[i].field = old[i].field;
        body->shapes[i].hull = old[i].hull;
        body->shapes[i].mesh = old[i].mesh;
        body->shapes[i].tree = old[i].tree;
    }
    free(old);
}

// Room for count items, of which those behind the first `before` are zeroed.
static void *room(void *items, int *capacity, int before, int count, size_t size) {
    items = sim_grow(items, capacity, count, size);
    if (count > before)
        memset((char *)items + (size_t)before * size, 0, (size_t)(count - before) * size);
    return items;
}

// Frees the shapes of bodies beyond the restored ones and reserves room in all arrays.
static void make_room(struct sim_world *w, const struct sim_world *coming) {
    for (int i = coming->bodies.count; i < w->bodies.count; i++)
        free(w->bodies.items[i].shapes);
    w->bodies.items = room(w->bodies.items, &w->bodies.capacity, w->bodies.count,
                           coming->bodies.count, sizeof *w->bodies.items);
    w->groups.items = room(w->groups.items, &w->groups.capacity, 0, coming->groups.count,
                           sizeof *w->groups.items);
    w->joints.items = room(w->joints.items, &w->joints.capacity, 0, coming->joints.count,
                           sizeof *w->joints.items);
    w->differentials.items = room(w->differentials.items, &w->differentials.capacity, 0,
                                  coming->differentials.count, sizeof *w->differentials.items);
    w->contacts.items = room(w->contacts.items, &w->contacts.capacity, 0, coming->contacts.count,
                             sizeof *w->contacts.items);
    w->resistances.items = room(w->resistances.items, &w->resistances.capacity, 0,
                                coming->resistances.count, sizeof *w->resistances.items);
    w->guides.items = room(w->guides.items, &w->guides.capacity, 0, coming->guides.count,
                           sizeof *w->guides.items);
    w->magnets.items = room(w->magnets.items, &w->magnets.capacity, 0, coming->magnets.count,
                            sizeof *w->magnets.items);
}

static size_t bytes_of(const struct sim_state_table *table, int count) {
    size_t size = 0;
    for (int i = 0; i < table->count; i++)
        size += table->field[i].size;
    return size * (size_t)count;
}

const char *sim_world_restore(struct sim_world *world, const void *bytes, size_t size) {
    struct header header;
    const char *problem = header_problem(world, bytes, size, &header);
    if (problem != NULL)
        return problem;
    struct reader r = {(const unsigned char *)bytes + sizeof header};
    struct sim_world coming = {0};
    get_structs(&r, &sim_state_world, &coming, 1);
    const size_t before_shapes = bytes_of(&sim_state_body, coming.bodies.count) +
                                 bytes_of(&sim_state_group, coming.groups.count) +
                                 bytes_of(&sim_state_joint, coming.joints.count) +
                                 bytes_of(&sim_state_differential, coming.differentials.count) +
                                 bytes_of(&sim_state_contact, coming.contacts.count) +
                                 bytes_of(&sim_state_resistance, coming.resistances.count) +
                                 bytes_of(&sim_state_guide, coming.guides.count) +
                                 bytes_of(&sim_state_magnet, coming.magnets.count);
    if (!borrowed_fit(world, (struct reader){r.next + before_shapes}, coming.bodies.count))
        return "it has terrain, hulls or meshes where this world has none";
    make_room(world, &coming);
    r.next = (const unsigned char *)bytes + sizeof header;
    get_structs(&r, &sim_state_world, world, 1);
    get_structs(&r, &sim_state_body, world->bodies.items, world->bodies.count);
    get_structs(&r, &sim_state_group, world->groups.items, world->groups.count);
    get_structs(&r, &sim_state_joint, world->joints.items, world->joints.count);
    get_structs(&r, &sim_state_differential, world->differentials.items,
                world->differentials.count);
    get_structs(&r, &sim_state_contact, world->contacts.items, world->contacts.count);
    get_structs(&r, &sim_state_resistance, world->resistances.items, world->resistances.count);
    get_structs(&r, &sim_state_guide, world->guides.items, world->guides.count);
    get_structs(&r, &sim_state_magnet, world->magnets.items, world->magnets.count);
    for (int i = 0; i < world->bodies.count; i++)
        get_shapes(&r, &world->bodies.items[i]);
    world->old_contacts.count = 0;
    sim_forget(world);
    world->clusters.count = world->loops.list.count = 0; // from another history
    sim_publish_contacts(world);
    return NULL;
}

// ---- an instance beside its world ----

struct tail {
    uint64_t checksum;
    int inputs, joints;
};

void sim_instance_save(const struct sim_instance *instance, struct sim_snapshot *s) {
    struct tail tail = {.inputs = instance->model->input_count,
                        .joints = instance->model->joint_count};
    const size_t inputs = (size_t)tail.inputs * sizeof(double);
    const size_t joints = (size_t)tail.joints;
    sim_world_save(instance->world, s);
    tail.checksum = sim_hash_bytes(sim_hash_seed, instance->input, inputs);
    tail.checksum = sim_hash_bytes(tail.checksum, instance->applied, inputs);
    tail.checksum = sim_hash_bytes(tail.checksum, instance->blocked_by_user, joints);
    put(s, &tail, sizeof tail);
    put(s, instance->input, inputs);
    put(s, instance->applied, inputs);
    put(s, instance->blocked_by_user, joints);
}

const char *sim_instance_restore(struct sim_instance *instance, const void *bytes, size_t size) {
    struct header header;
    const char *problem = header_problem(instance->world, bytes, size, &header);
    if (problem != NULL)
        return problem;
    const size_t inputs = (size_t)instance->model->input_count * sizeof(double);
    const size_t joints = (size_t)instance->model->joint_count;
    struct reader r = {(const unsigned char *)bytes + header.size};
    struct tail tail;
    if (size - header.size != sizeof tail + 2 * inputs + joints)
        return "it was made with another model";
    get(&r, &tail, sizeof tail);
    if (tail.inputs != instance->model->input_count || tail.joints != instance->model->joint_count)
        return "it was made with another model";
    if (tail.checksum != sim_hash_bytes(sim_hash_seed, r.next, 2 * inputs + joints))
        return "it is damaged";
    problem = sim_world_restore(instance->world, bytes, size);
    if (problem != NULL)
        return problem;
    get(&r, instance->input, inputs);
    get(&r, instance->applied, inputs);
    get(&r, instance->blocked_by_user, joints);
    sim_instance_forget(instance);
    return NULL;
}
