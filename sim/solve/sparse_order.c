// Order of elimination for the symmetric indefinite system of bodies and rows.
//
// Greedy minimum degree on the graph of nodes, with one restriction: the rows of a joint have
// (nearly) no diagonal of their own, so they become a sound pivot only after the body that they
// hang on has been eliminated. A spanning tree over the joints says which body that is (the one
// away from the root); rows that close a loop wait for all their bodies. Compliant rows (contacts,
// springs) are sound pivots at any time.
//
// The graph is kept as lists of neighbours, which elimination joins; nodes wait in one chain per
// degree. For trees all lists stay short, and the whole takes a time that grows with the nodes.
#include "sim/solve/sparse_order.h"

#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

struct list {
    int first, count, capacity; // in the pool
};

struct sim_sparse_queue {
    struct list *list; // per node: neighbours that are not eliminated
    int *next, *previous, *degree;
    int *head;     // per degree: the first of a chain, -1: none
    int *mark;     // per node: the last number it was marked with
    int *waits;    // per node of rows: bodies to be eliminated before it
    int *child;    // per node of rows: the one body it waits for, -1: all
    int *sequence; // bodies, as the spanning tree reaches them
    int *heap;     // bodies that may be roots
    bool *reached, *queued;
    int capacity; // nodes
    int *pool;    // of the lists
    int pool_count, pool_capacity;
    int head_capacity, lowest, marks;
};

static struct sim_sparse_queue *queue_for(struct sim_sparse_fill *fill, int nodes) {
    if (!fill->queue) {
        int one = 0;
        fill->queue = sim_grow(NULL, &one, 1, sizeof *fill->queue);
        *fill->queue = (struct sim_sparse_queue){0};
    }
    struct sim_sparse_queue *q = fill->queue;
    const int old = q->capacity;
    int capacity = old;
#define GROW(array)                                                                                \
    capacity = old;                                                                                \
    q->array = sim_grow(q->array, &capacity, nodes, sizeof *q->array)
    GROW(list);
    GROW(next);
    GROW(previous);
    GROW(degree);
    GROW(mark);
    GROW(waits);
    GROW(child);
    GROW(sequence);
    GROW(heap);
    GROW(reached);
    GROW(queued);
#undef GROW
    q->capacity = capacity;
    return q;
}

void sim_sparse_fill_finish(struct sim_sparse_fill *fill) {
    struct sim_sparse_queue *q = fill->queue;
    if (q != NULL) {
        free(q->list);
        free(q->next);
        free(q->previous);
        free(q->degree);
        free(q->head);
        free(q->mark);
        free(q->waits);
        free(q->child);
        free(q->sequence);
        free(q->heap);
        free(q->reached);
        free(q->queued);
        free(q->pool);
        free(q);
    }
    free(fill->order);
    free(fill->first);
    free(fill->neighbour);
    *fill = (struct sim_sparse_fill){0};
}

// ---- lists ----

static void append(struct sim_sparse_queue *q, int node, int other) {
    struct list *list = &q->list[node];
    if (list->count == list->capacity) {
        // A longer list moves to the end of the pool; what it leaves behind is lost until the next
        // order.
        const int capacity = list->capacity < 4 ? 8 : 2 * list->capacity;
        q->pool = sim_grow(q->pool, &q->pool_capacity, q->pool_count + capacity, sizeof *q->pool);
        memcpy(&q->pool[q->pool_count], &q->pool[list->first], (size_t)list->count * sizeof(int));
        list->first = q->pool_count;
        list->capacity = capacity;
        q->pool_count += capacity;
    }
    q->pool[list->first + list->count++] = other;
}

static int bodies_of(const struct sim_sparse_graph *g, int node, const int **body) {
    *body = &g->body[4 * (node - g->bodies)];
    int count = 0;
    while (count < 4 && (*body)[count] >= 0)
        count++;
    return count;
}

static void build_lists(const struct sim_sparse_graph *g, struct sim_sparse_queue *q) {
    q->pool_count = 0;
    memset(q->list, 0, (size_t)g->nodes * sizeof *q->list);
    // First the lengths, so that the lists begin without gaps.
    for (int node = g->bodies; node < g->nodes; node++) {
        const int *body;
        q->list[node].capacity = bodies_of(g, node, &body);
        for (int k = 0; k < q->list[node].capacity; k++)
            q->list[body[k]].capacity++;
    }
    for (int node = 0; node < g->nodes; node++) {
        q->list[node].first = q->pool_count;
        q->pool_count += q->list[node].capacity;
    }
    q->pool = sim_grow(q->pool, &q->pool_capacity, q->pool_count + 1, sizeof *q->pool);
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
        const int b = q->sequence[*looked];
        for (int k = 0; k < q->list[b].count; k++) {
            const int node = q->pool[q->list[b].first + k], row = node - g->bodies;
            const int *body;
            if (g->soft[row] || bodies_of(g, node, &body) != 2)
                continue;
            const int other = body[0] == b ? body[1] : body[0];
            if (q->reached[other])
                continue;
            q->reached[other] = true;
            q->child[row] = other;
            q->sequence[(*count)++] = other;
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
    memset(q->reached, 0, (size_t)g->bodies * sizeof *q->reached);
    for (int row = 0; row < g->nodes - g->bodies; row++)
        q->child[row] = -1;
    // Rows against the fixed world make its neighbours the first bodies of the tree.
    for (int row = 0; row < g->nodes - g->bodies; row++) {
        const int b = g->body[4 * row];
        if (g->soft[row] || b < 0 || g->body[4 * row + 1] >= 0 || q->reached[b])
            continue;
        q->reached[b] = true;
        q->child[row] = b;
        q->sequence[count++] = b;
    }
    spread(g, q, &looked, &count);
    if (count == g->bodies)
        return;
    // What hangs on nothing begins at its heaviest body.
    for (int b = 0; b < g->bodies; b++)
        q->heap[b] = b;
    for (int i = g->bodies / 2 - 1; i >= 0; i--)
        sift(g, q->heap, i, g->bodies);
    for (int left = g->bodies; left > 0;) {
        const int root = q->heap[0];
        q->heap[0] = q->heap[--left];
        sift(g, q->heap, 0, left);
        if (q->reached[root])
            continue;
        q->reached[root] = true;
        q->sequence[count++] = root;
        spread(g, q, &looked, &count);
    }
}

// ---- queue ----

static void take_out(struct sim_sparse_queue *q, int node) {
    if (q->previous[node] >= 0)
        q->next[q->previous[node]] = q->next[node];
    else
        q->head[q->degree[node]] = q->next[node];
    if (q->next[node] >= 0)
        q->previous[q->next[node]] = q->previous[node];
    q->queued[node] = false;
}

static void put_in(struct sim_sparse_queue *q, int node) {
    const int degree = q->degree[node];
    q->previous[node] = -1;
    q->next[node] = q->head[degree];
    if (q->head[degree] >= 0)
        q->previous[q->head[degree]] = node;
    q->head[degree] = node;
    q->queued[node] = true;
    if (degree < q->lowest)
        q->lowest = degree;
}

static int degree_of(const struct sim_sparse_graph *g, const struct sim_sparse_queue *q, int node) {
    int degree = 0;
    for (int k = 0; k < q->list[node].count; k++)
        degree += g->size[q->pool[q->list[node].first + k]];
    return degree;
}

static void fill_queue(const struct sim_sparse_graph *g, struct sim_sparse_queue *q) {
    int unknowns = 0;
    for (int node = 0; node < g->nodes; node++)
        unknowns += g->size[node];
    q->head = sim_grow(q->head, &q->head_capacity, unknowns + 1, sizeof *q->head);
    for (int d = 0; d <= unknowns; d++)
        q->head[d] = -1;
    q->lowest = unknowns;
    q->marks = 0;
    for (int node = g->nodes - 1; node >= 0; node--) { // the first of a degree shall come out first
        q->degree[node] = degree_of(g, q, node);
        q->mark[node] = 0;
        q->queued[node] = false;
        const int row = node - g->bodies;
        if (row >= 0)
            q->waits[row] = g->soft[row] ? 0 : q->child[row] >= 0 ? 1 : q->list[node].count;
        if (row < 0 || q->waits[row] == 0)
            put_in(q, node);
    }
}

static void release_rows(const struct sim_sparse_graph *g, struct sim_sparse_queue *q, int body,
                         const int *near, int count) {
    for (int k = 0; k < count; k++) {
        const int node = near[k], row = node - g->bodies;
        if (row < 0 || q->waits[row] == 0 || (q->child[row] >= 0 && q->child[row] != body))
            continue;
        // Fill makes neighbours of rows and bodies that have nothing to do with each other.
        const int *own;
        const int bodies = bodies_of(g, node, &own);
        for (int i = 0; i < bodies; i++)
            if (own[i] == body && --q->waits[row] == 0)
                put_in(q, node);
    }
}

// All neighbours of node become neighbours of each other.
static void eliminate(const struct sim_sparse_graph *g, struct sim_sparse_queue *q, int node,
                      const int *near, int count) {
    for (int i = 0; i < count; i++) {
        const int other = near[i];
        struct list *list = &q->list[other];
        int kept = 0;
        q->marks++;
        q->mark[other] = q->marks;
        for (int k = 0; k < list->count; k++) {
            const int n = q->pool[list->first + k];
            if (n == node)
                continue;
            q->pool[list->first + kept++] = n;
            q->mark[n] = q->marks;
        }
        list->count = kept;
        int degree = q->degree[other] - g->size[node];
        for (int k = 0; k < count; k++) {
            if (q->mark[near[k]] == q->marks)
                continue;
            append(q, other, near[k]);
            degree += g->size[near[k]];
        }
        if (degree == q->degree[other])
            continue;
        const bool queued = q->queued[other];
        if (queued)
            take_out(q, other);
        q->degree[other] = degree;
        if (queued)
            put_in(q, other);
    }
}

void sim_sparse_order(const struct sim_sparse_graph *g, struct sim_sparse_fill *fill) {
    struct sim_sparse_queue *q = queue_for(fill, g->nodes);
    build_lists(g, q);
    spanning_tree(g, q);
    fill_queue(g, q);
    fill->order = sim_grow(fill->order, &fill->order_capacity, g->nodes, sizeof *fill->order);
    fill->first = sim_grow(fill->first, &fill->first_capacity, g->nodes + 1, sizeof *fill->first);
    fill->first[0] = 0;
    for (int k = 0; k < g->nodes; k++) {
        while (q->head[q->lowest] < 0)
            q->lowest++;
        const int node = q->head[q->lowest], count = q->list[node].count;
        take_out(q, node);
        fill->order[k] = node;
        fill->first[k + 1] = fill->first[k] + count;
        fill->neighbour = sim_grow(fill->neighbour, &fill->neighbour_capacity,
                                   fill->first[k + 1] + 1, sizeof *fill->neighbour);
        int *near = &fill->neighbour[fill->first[k]];
        memcpy(near, &q->pool[q->list[node].first], (size_t)count * sizeof *near);
        eliminate(g, q, node, near, count);
        if (node < g->bodies)
            release_rows(g, q, node, near, count);
    }
}
