#include "sim/state/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

void sim_graph_begin(struct sim_graph *graph, int node_count) {
    assert(node_count >= 0);
    graph->node_count = node_count;
    graph->edges.count = 0;
}

void sim_graph_edge(struct sim_graph *graph, int a, int b, unsigned meets) {
    assert(a >= 0 && a < graph->node_count && b >= 0 && b < graph->node_count);
    *SIM_ARRAY_PUSH(&graph->edges) = (struct sim_edge){a, b, meets};
}

void sim_graph_build(struct sim_graph *graph) {
    const int n = graph->node_count, m = 2 * graph->edges.count;
    SIM_ARRAY_RESERVE(&graph->first, n + 2);
    SIM_ARRAY_RESERVE(&graph->neighbour, m + 1);
    SIM_ARRAY_RESERVE(&graph->meets, m + 1);
    SIM_ARRAY_RESERVE(&graph->stack, n + 1);
    memset(graph->first.items, 0, (size_t)(n + 2) * sizeof(int));
    for (int i = 0; i < graph->edges.count; i++) {
        graph->first.items[graph->edges.items[i].a + 2]++;
        graph->first.items[graph->edges.items[i].b + 2]++;
    }
    for (int i = 0; i < n; i++)
        graph->first.items[i + 2] += graph->first.items[i + 1];
    for (int i = 0; i < graph->edges.count; i++) {
        const struct sim_edge *e = &graph->edges.items[i];
        const int to_b = graph->first.items[e->a + 1]++, to_a = graph->first.items[e->b + 1]++;
        graph->neighbour.items[to_b] = e->b;
        graph->neighbour.items[to_a] = e->a;
        graph->meets.items[to_b] = graph->meets.items[to_a] = e->meets;
    }
}

int sim_graph_components(struct sim_graph *graph, enum sim_requirement requirement,
                         const bool *barrier, int *component) {
    int count = 0;
    assert(graph->first.capacity > graph->node_count); // it was built
    for (int i = 0; i < graph->node_count; i++)
        component[i] = -1;
    for (int root = 0; root < graph->node_count; root++) {
        if (component[root] >= 0 || (barrier && barrier[root]))
            continue;
        int top = 0;
        component[root] = count;
        graph->stack.items[top++] = root;
        while (top > 0) {
            const int node = graph->stack.items[--top];
            for (int k = graph->first.items[node]; k < graph->first.items[node + 1]; k++) {
                const int other = graph->neighbour.items[k];
                if (!(graph->meets.items[k] & (unsigned)requirement) || component[other] >= 0 ||
                    (barrier && barrier[other]))
                    continue;
                component[other] = count;
                graph->stack.items[top++] = other;
            }
        }
        count++;
    }
    return count;
}

void sim_graph_paths(struct sim_graph *graph, unsigned any_of, int limit, int *length) {
    int head = 0, tail = 0;
    assert(graph->first.capacity > graph->node_count); // it was built
    for (int i = 0; i < graph->node_count; i++)
        if (length[i] == 0)
            graph->stack.items[tail++] = i;
    while (head < tail) {
        const int node = graph->stack.items[head++];
        if (length[node] >= limit)
            continue;
        for (int k = graph->first.items[node]; k < graph->first.items[node + 1]; k++) {
            const int other = graph->neighbour.items[k];
            if (!(graph->meets.items[k] & any_of) || length[other] >= 0)
                continue;
            length[other] = length[node] + 1;
            graph->stack.items[tail++] = other;
        }
    }
}

void sim_graph_finish(struct sim_graph *graph) {
    SIM_ARRAY_FREE(&graph->edges);
    SIM_ARRAY_FREE(&graph->first);
    SIM_ARRAY_FREE(&graph->neighbour);
    SIM_ARRAY_FREE(&graph->meets);
    SIM_ARRAY_FREE(&graph->stack);
    *graph = (struct sim_graph){0};
}
