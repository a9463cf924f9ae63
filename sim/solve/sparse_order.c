// Order of elimination for the symmetric indefinite system of bodies and rows.
//
// Greedy minimum degree on the graph of nodes, with one restriction: the rows of a joint have
// (nearly) no diagonal of their own, so they become a sound pivot only after the body that they
// hang on has been eliminated. A spanning tree over the joints says which body that is (the one
// away from the root); rows that close a loop wait for all their bodies. Compliant rows (contacts,
// springs) are sound pivots at any time.
//
// The graph is kept as lists of neighbours, which elimination joins; nodes wait in one chain per
// degree. For trees all lists stay short, and the time is proportional to the number of nodes.
#include "sim/solve/sparse_order.h"

#include <assert.h>
#include <string.h>

// Makes room for a graph of so many nodes.
static struct sim_sparse_queue *queue_for(struct sim_sparse_fill *fill, int nodes) {
    struct sim_sparse_queue *q = &fill->queue;
    SIM_ARRAY_RESERVE(&q->list, nodes);
    SIM_ARRAY_RESERVE(&q->next, nodes);
    SIM_ARRAY_RESERVE(&q->previous, nodes);
    SIM_ARRAY_RESERVE(&q->degree, nodes);
    SIM_ARRAY_RESERVE(&q->mark, nodes);
    SIM_ARRAY_RESERVE(&q->waits, nodes);
    SIM_ARRAY_RESERVE(&q->child, nodes);
    SIM_ARRAY_RESERVE(&q->sequence, nodes);
    SIM_ARRAY_RESERVE(&q->heap, nodes);
    SIM_ARRAY_RESERVE(&q->reached, nodes);
    SIM_ARRAY_RESERVE(&q->queued, nodes);
    return q;
}

void sim_sparse_fill_finish(struct sim_sparse_fill *fill) {
    struct sim_sparse_queue *q = &fill->queue;
    SIM_ARRAY_FREE(&q->list);
    SIM_ARRAY_FREE(&q->next);
    SIM_ARRAY_FREE(&q->previous);
    SIM_ARRAY_FREE(&q->degree);
    SIM_ARRAY_FREE(&q->head);
    SIM_ARRAY_FREE(&q->mark);
    SIM_ARRAY_FREE(&q->waits);
    SIM_ARRAY_FREE(&q->child);
    SIM_ARRAY_FREE(&q->sequence);
    SIM_ARRAY_FREE(&q->heap);
    SIM_ARRAY_FREE(&q->reached);
    SIM_ARRAY_FREE(&q->queued);
    SIM_ARRAY_FREE(&q->pool);
    SIM_ARRAY_FREE(&fill->order);
    SIM_ARRAY_FREE(&fill->first);
    SIM_ARRAY_FREE(&fill->neighbour);
    *fill = (struct sim_sparse_fill){0};
}

// ---- lists ----

static void append(struct sim_sparse_queue *q, int node, int other) {
    struct sim_sparse_list *list = &q->list.items[node];
    if (list->count == list->capacity) {
        // A longer list moves to the end of the pool; its old place is lost until the next order.
        const int capacity = list->capacity < 4 ? 8 : 2 * list->capacity;
        SIM_ARRAY_RESERVE(&q->pool, q->pool.count + capacity);
        memcpy(&q->pool.items[q->pool.count], &q->pool.items[list->first],
               (size_t)list->count * sizeof(int));
        list->first = q->pool.count;
        list->capacity = capacity;
        q->pool.count += capacity;
    }
    q->pool.items[list->first + list->count++] = other;
}

static int bodies_of(const struct sim_sparse_graph *g, int node, const int **body) {
    *body = &g->body[4 * (node - g->bodies)];
    int count = 0;
    while (count < 4 && (*body)[count] >= 0)
        count++;
    return count;
}

static void build_lists(const struct sim_sparse_graph *g, struct sim_sparse_queue *q) {
    q->pool.count = 0;
    memset(q->list.items, 0, (size_t)g->nodes * sizeof *q->list.items);
    // First the lengths, so that the lists begin without gaps.
    for (int node = g->bodies; node < g->nodes; node++) {
        const int *body;
        q->list.items[node].capacity = bodies_of(g, node, &body);
        for (int k = 0; k < q->list.items[node].capacity; k++)
            q->list.items[body[k]].capacity++;
    }
    for (int node = 0; node < g->nodes; node++) {
        q->list.items[node].first = q->pool.count;
        q->pool.count += q->list.items[node].capacity;
    }
    SIM_ARRAY_RESERVE(&q->pool, q->pool.count + 1);
    for (int node = g->bodies; node < g->nodes; node++) {
        const int *body;
        const int count = bodies_of(g, node, &body);
        for (int k = 0; k < count; k++) {
            append(q, node, body[k]);
            append(q, body[k], node);
        }
    }
}

// ---- spanning tree ----

// Follows the joints from the bodies in the sequence that have not been looked at.
static void spread(const struct sim_sparse_graph *g, struct sim_sparse_queue *q, int *looked,
                   int *count) {
    for (; *looked < *count; (*looked)++) {
        const int b = q->sequence.items[*looked];
        for (int k = 0; k < q->list.items[b].count; k++) {
            const int node = q->pool.items[q->list.items[b].first + k], row = node - g->bodies;
            const int *body;
            if (g->soft[row] || bodies_of(g, node, &body) != 2)
                continue;
            const int other = body[0] == b ? body[1] : body[0];
            if (q->reached.items[other])
                continue;
            q->reached.items[other] = true;
            q->child.items[row] = other;
            q->sequence.items[(*count)++] = other;
        }
    }
}

static bool heavier(const struct sim_sparse_graph *g, int a, int b) {
    return g->mass[a] > g->mass[b] || (!(g->mass[a] < g->mass[b]) && a < b);
}

// Restores a heap of bodies, the heaviest on top, below i.
static void sift(const struct sim_sparse_graph *g, int *heap, int i, int count) {
    const int body = heap[i];
    for (int child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && heavier(g, heap[child + 1], heap[child]))
            child++;
        if (!heavier(g, heap[child], body))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = body;
}

// Finds for each hard node of rows the body that it waits for: -1 where it closes a loop.
static void spanning_tree(const struct sim_sparse_graph *g, struct sim_sparse_queue *q) {
    int looked = 0, count = 0;
    memset(q->reached.items, 0, (size_t)g->bodies * sizeof *q->reached.items);
    for (int row = 0; row < g->nodes - g->bodies; row++)
        q->child.items[row] = -1;
    // Rows against the fixed world make its neighbours the first bodies of the tree.
    for (int row = 0; row < g->nodes - g->bodies; row++) {
        const int b = g->body[4 * row];
        if (g->soft[row] || b < 0 || g->body[4 * row + 1] >= 0 || q->reached.items[b])
            continue;
        q->reached.items[b] = true;
        q->child.items[row] = b;
        q->sequence.items[count++] = b;
    }
    spread(g, q, &looked, &count);
    if (count == g->bodies)
        return;
    // A tree that hangs on nothing begins at its heaviest body.
    for (int b = 0; b < g->bodies; b++)
        q->heap.items[b] = b;
    for (int i = g->bodies / 2 - 1; i >= 0; i--)
        sift(g, q->heap.items, i, g->bodies);
    for (int left = g->bodies; left > 0;) {
        const int root = q->heap.items[0];
        q->heap.items[0] = q->heap.items[--left];
        sift(g, q->heap.items, 0, left);
        if (q->reached.items[root])
            continue;
        q->reached.items[root] = true;
        q->sequence.items[count++] = root;
        spread(g, q, &looked, &count);
    }
}

// ---- queue ----

static void take_out(struct sim_sparse_queue *q, int node) {
    if (q->previous.items[node] >= 0)
        q->next.items[q->previous.items[node]] = q->next.items[node];
    else
        q->head.items[q->degree.items[node]] = q->next.items[node];
    if (q->next.items[node] >= 0)
        q->previous.items[q->next.items[node]] = q->previous.items[node];
    q->queued.items[node] = false;
}

static void put_in(struct sim_sparse_queue *q, int node) {
    const int degree = q->degree.items[node];
    q->previous.items[node] = -1;
    q->next.items[node] = q->head.items[degree];
    if (q->head.items[degree] >= 0)
        q->previous.items[q->head.items[degree]] = node;
    q->head.items[degree] = node;
    q->queued.items[node] = true;
    if (degree < q->lowest)
        q->lowest = degree;
}

static int degree_of(const struct sim_sparse_graph *g, const struct sim_sparse_queue *q, int node) {
    int degree = 0;
    for (int k = 0; k < q->list.items[node].count; k++)
        degree += g->size[q->pool.items[q->list.items[node].first + k]];
    return degree;
}

static void fill_queue(const struct sim_sparse_graph *g, struct sim_sparse_queue *q) {
    int unknowns = 0;
    for (int node = 0; node < g->nodes; node++)
        unknowns += g->size[node];
    SIM_ARRAY_RESERVE(&q->head, unknowns + 1);
    for (int d = 0; d <= unknowns; d++)
        q->head.items[d] = -1;
    q->lowest = unknowns;
    q->marks = 0;
    for (int node = g->nodes - 1; node >= 0; node--) { // the first of a degree shall come out first
        q->degree.items[node] = degree_of(g, q, node);
        q->mark.items[node] = 0;
        q->queued.items[node] = false;
        const int row = node - g->bodies;
        if (row >= 0)
            q->waits.items[row] = g->soft[row]               ? 0
                                  : q->child.items[row] >= 0 ? 1
                                                             : q->list.items[node].count;
        if (row < 0 || q->waits.items[row] == 0)
            put_in(q, node);
    }
}

static void release_rows(const struct sim_sparse_graph *g, struct sim_sparse_queue *q, int body,
                         const int *near, int count) {
    for (int k = 0; k < count; k++) {
        const int node = near[k], row = node - g->bodies;
        if (row < 0 || q->waits.items[row] == 0 ||
            (q->child.items[row] >= 0 && q->child.items[row] != body))
            continue;
        // Fill makes neighbours of rows and bodies that are not coupled by the problem.
        const int *own;
        const int bodies = bodies_of(g, node, &own);
        for (int i = 0; i < bodies; i++)
            if (own[i] == body && --q->waits.items[row] == 0)
                put_in(q, node);
    }
}

// All neighbours of node become neighbours of each other.
static void eliminate(const struct sim_sparse_graph *g, struct sim_sparse_queue *q, int node,
                      const int *near, int count) {
    for (int i = 0; i < count; i++) {
        const int other = near[i];
        struct sim_sparse_list *list = &q->list.items[other];
        int kept = 0;
        q->marks++;
        q->mark.items[other] = q->marks;
        for (int k = 0; k < list->count; k++) {
            const int n = q->pool.items[list->first + k];
            if (n == node)
                continue;
            q->pool.items[list->first + kept++] = n;
            q->mark.items[n] = q->marks;
        }
        list->count = kept;
        int degree = q->degree.items[other] - g->size[node];
        for (int k = 0; k < count; k++) {
            if (q->mark.items[near[k]] == q->marks)
                continue;
            append(q, other, near[k]);
            degree += g->size[near[k]];
        }
        if (degree == q->degree.items[other])
            continue;
        const bool queued = q->queued.items[other];
        if (queued)
            take_out(q, other);
        q->degree.items[other] = degree;
        if (queued)
            put_in(q, other);
    }
}

void sim_sparse_order(const struct sim_sparse_graph *g, struct sim_sparse_fill *fill) {
    assert(g->bodies >= 0 && g->bodies <= g->nodes);
    struct sim_sparse_queue *q = queue_for(fill, g->nodes);
    build_lists(g, q);
    spanning_tree(g, q);
    fill_queue(g, q);
    SIM_ARRAY_RESERVE(&fill->order, g->nodes);
    SIM_ARRAY_RESERVE(&fill->first, g->nodes + 1);
    fill->first.items[0] = 0;
    for (int k = 0; k < g->nodes; k++) {
        while (q->head.items[q->lowest] < 0)
            q->lowest++;
        const int node = q->head.items[q->lowest], count = q->list.items[node].count;
        take_out(q, node);
        fill->order.items[k] = node;
        fill->first.items[k + 1] = fill->first.items[k] + count;
        SIM_ARRAY_RESERVE(&fill->neighbour, fill->first.items[k + 1] + 1);
        int *near = &fill->neighbour.items[fill->first.items[k]];
        memcpy(near, &q->pool.items[q->list.items[node].first], (size_t)count * sizeof *near);
        eliminate(g, q, node, near, count);
        if (node < g->bodies)
            release_rows(g, q, node, near, count);
    }
}
