#include "sim/solve/sparse_layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const double soft_cfm = 1e-3; // of the row's diagonal: such a row is a sound pivot by itself

void sim_sparse_key_begin(struct sim_sparse *kept, const struct sim_problem *p) {
    SIM_ARRAY_RESERVE(&kept->new_key, (SIM_ROW_BODIES + 1) * p->rows);
    kept->new_key.count = 0;
}

// Per row its node and bodies, and whether it is soft.
void sim_sparse_key_row(struct sim_sparse *kept, const struct sim_row *row, double diagonal) {
    assert(row->count >= 0 && row->count <= SIM_ROW_BODIES);
    assert(kept->new_key.count + 1 + row->count <= kept->new_key.capacity);
    int *key = &kept->new_key.items[kept->new_key.count];
    const bool soft = row->cfm > 0.0 && row->cfm >= soft_cfm * diagonal;
    *key++ = row->node * 16 + row->count * 2 + soft;
    for (int k = 0; k < row->count; k++)
        *key++ = row->body[k];
    kept->new_key.count += 1 + row->count;
}

// Unknowns of a body: those of a point are its velocity.
static int unknowns_of(const struct sim_inertia *inertia) {
    return sim_inertia_turns(inertia) ? 6 : 3;
}

static bool same_structure(const struct sim_sparse *kept, const struct sim_problem *p,
                           const int *key, int count) {
    if (kept->key.count != count || kept->key_bodies != p->bodies ||
        memcmp(kept->key.items, key, (size_t)count * sizeof *key) != 0)
        return false;
    for (int b = 0; b < p->bodies; b++)
        if (kept->mass.items[b] < p->inertia[b].mass || kept->mass.items[b] > p->inertia[b].mass ||
            kept->size.items[b] != unknowns_of(&p->inertia[b]))
            return false;
    return true;
}

static void keep_key(struct sim_sparse *kept, const struct sim_problem *p, const int *key,
                     int count) {
    SIM_ARRAY_RESERVE(&kept->key, count);
    memcpy(kept->key.items, key, (size_t)count * sizeof *key);
    kept->key.count = count;
    kept->key_bodies = p->bodies;
    SIM_ARRAY_RESERVE(&kept->mass, p->bodies);
    for (int b = 0; b < p->bodies; b++)
        kept->mass.items[b] = p->inertia[b].mass;
}

static int enter(int body[4], int b) {
    for (int i = 0; i < 4; i++) {
        if (body[i] < 0)
            body[i] = b;
        if (body[i] == b)
            return i;
    }
    return -1; // a fifth body
}

// Does the row belong to the node of the row before it?
static bool joins(const struct sim_problem *p, int r, int size, const int body[4]) {
    const struct sim_row *row = &p->row[r];
    if (row->node != row[-1].node || size == SIM_SPARSE_MOST)
        return false;
    int copy[4];
    memcpy(copy, body, sizeof copy);
    for (int k = 0; k < row->count; k++)
        if (enter(copy, row->body[k]) < 0)
            return false;
    return true;
}

// Nodes of bodies and rows. Leaves the node of each row in node_of.
static struct sim_sparse_graph build_graph(struct sim_sparse *kept, const struct sim_problem *p,
                                           const int *key, int *node_of) {
    const int most = p->bodies + p->rows;
    SIM_ARRAY_RESERVE(&kept->size, most);
    SIM_ARRAY_RESERVE(&kept->soft, p->rows);
    SIM_ARRAY_RESERVE(&kept->node_body, 4 * p->rows);
    for (int b = 0; b < p->bodies; b++)
        kept->size.items[b] = unknowns_of(&p->inertia[b]);
    int count = 0;
    for (int r = 0; r < p->rows; key += 1 + p->row[r++].count) {
        const struct sim_row *row = &p->row[r];
        if (r == 0 || !joins(p, r, kept->size.items[p->bodies + count - 1],
                             &kept->node_body.items[4 * (count - 1)])) {
            kept->size.items[p->bodies + count] = 0;
            kept->soft.items[count] = true;
            for (int k = 0; k < 4; k++)
                kept->node_body.items[4 * count + k] = -1;
            count++;
        }
        kept->size.items[p->bodies + count - 1]++;
        kept->soft.items[count - 1] = kept->soft.items[count - 1] && key[0] % 2;
        for (int k = 0; k < row->count; k++)
            (void)enter(&kept->node_body.items[4 * (count - 1)], row->body[k]);
        node_of[r] = p->bodies + count - 1;
    }
    return (struct sim_sparse_graph){.bodies = p->bodies,
                                     .nodes = p->bodies + count,
                                     .size = kept->size.items,
                                     .body = kept->node_body.items,
                                     .soft = kept->soft.items,
                                     .mass = kept->mass.items};
}

// Destination of block k of row r, which is number in_node of its node.
static struct row_entry entry_of(const struct sim_sparse_factor *f, int r, int k, int node,
                                 int in_node, int body) {
    const int at_node = f->position.items[node], at_body = f->position.items[body];
    const bool point = f->front.items[at_body].size == 3;
    if (at_node > at_body)
        return (struct row_entry){.row = r,
                                  .value = sim_sparse_factor_value(f, body, node, in_node, 0),
                                  .block = (short)k,
                                  .jump = point ? SIM_SPARSE_POINT_COLUMNS : SIM_SPARSE_COLUMNS};
    return (struct row_entry){.row = r,
                              .value = sim_sparse_factor_value(f, node, body, 0, in_node),
                              .block = (short)k,
                              .jump = point ? SIM_SPARSE_POINT_ROWS
                                            : (short)(4 * f->front.items[at_node].size)};
}

// A block belongs to the front that is eliminated first.
static int front_of(const struct sim_sparse_factor *f, int node, int body) {
    const int a = f->position.items[node], b = f->position.items[body];
    return a < b ? a : b;
}

// Room for the entries of each front, one front behind the other. Leaves in first_entry[k + 1]
// where those of front k begin.
static void make_room_for_entries(struct sim_sparse *kept, const struct sim_problem *p,
                                  const int *node_of) {
    const struct sim_sparse_factor *f = &kept->factor;
    const int fronts = f->fronts;
    SIM_ARRAY_RESERVE(&kept->first_entry, fronts + 2);
    int *first = kept->first_entry.items;
    memset(first, 0, (size_t)(fronts + 2) * sizeof *first);
    for (int r = 0; r < p->rows; r++) {
        first[f->position.items[node_of[r]] + 2]++;
        for (int k = 0; k < p->row[r].count; k++)
            first[front_of(f, node_of[r], p->row[r].body[k]) + 2]++;
    }
    for (int k = 0; k < fronts; k++)
        first[k + 2] += first[k + 1];
    SIM_ARRAY_RESERVE(&kept->entry, first[fronts + 1] + 1);
}

// Finds the destination of every number of the problem.
static void place_all(struct sim_sparse *kept, const struct sim_problem *p, const int *node_of) {
    const struct sim_sparse_factor *f = &kept->factor;
    SIM_ARRAY_RESERVE(&kept->body, p->bodies);
    SIM_ARRAY_RESERVE(&kept->row, p->rows);
    for (int b = 0; b < p->bodies; b++)
        kept->body.items[b] = f->front.items[f->position.items[b]].place;
    make_room_for_entries(kept, p, node_of);
    int *next = kept->first_entry.items + 1; // of each front, where its next entry goes
    for (int r = 0, in_node = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        const int node = node_of[r], position = f->position.items[node];
        in_node = r > 0 && node == node_of[r - 1] ? in_node + 1 : 0;
        kept->row.items[r] = f->front.items[position].place + in_node;
        kept->entry.items[next[position]++] =
            (struct row_entry){.row = r,
                               .value = sim_sparse_factor_value(f, node, node, in_node, in_node),
                               .block = -1};
        for (int k = 0; k < row->count; k++)
            kept->entry.items[next[front_of(f, node, row->body[k])]++] =
                entry_of(f, r, k, node, in_node, row->body[k]);
    }
}

void sim_sparse_layout(struct sim_sparse *kept, const struct sim_problem *p) {
    const int count = kept->new_key.count;
    if (same_structure(kept, p, kept->new_key.items, count))
        return;
    keep_key(kept, p, kept->new_key.items, count);
    SIM_ARRAY_RESERVE(&kept->node_of, p->rows);
    const struct sim_sparse_graph graph =
        build_graph(kept, p, kept->key.items, kept->node_of.items);
    sim_sparse_order(&graph, &kept->fill);
    sim_sparse_factor_layout(&kept->factor, &graph, &kept->fill);
    place_all(kept, p, kept->node_of.items);
}

void sim_sparse_destroy(struct sim_sparse *kept) {
    if (kept == NULL)
        return;
    SIM_ARRAY_FREE(&kept->key);
    SIM_ARRAY_FREE(&kept->mass);
    SIM_ARRAY_FREE(&kept->new_key);
    SIM_ARRAY_FREE(&kept->node_of);
    SIM_ARRAY_FREE(&kept->size);
    SIM_ARRAY_FREE(&kept->node_body);
    SIM_ARRAY_FREE(&kept->soft);
    sim_sparse_fill_finish(&kept->fill);
    sim_sparse_factor_finish(&kept->factor);
    SIM_ARRAY_FREE(&kept->body);
    SIM_ARRAY_FREE(&kept->row);
    SIM_ARRAY_FREE(&kept->entry);
    SIM_ARRAY_FREE(&kept->first_entry);
    SIM_ARRAY_FREE(&kept->predicted);
    SIM_ARRAY_FREE(&kept->solved);
    SIM_ARRAY_FREE(&kept->impulse);
    sim_piles_finish(&kept->piles);
    free(kept);
}

void sim_sparse_flops(const struct sim_sparse *kept, double *factorise, double *substitute) {
    *factorise = kept->factor.flops_factorise;
    *substitute = kept->factor.flops_substitute;
}
