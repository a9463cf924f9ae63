#include "sim/state/graph.h"

#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

void sim_graph_begin(struct sim_graph *graph, int node_count) {
    graph->node_count = node_count;
    graph->edge_count = 0;
}

void sim_graph_edge(struct sim_graph *graph, int a, int b, unsigned meets) {
    graph->edges =
        sim_grow(graph->edges, &graph->edge_capacity, graph->edge_count + 1, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (struct sim_edge){a, b, meets};
}

void sim_graph_build(struct sim_graph *graph) {
    const int n = graph->node_count, m = 2 * graph->edge_count;
    graph->first = sim_grow(graph->first, &graph->first_capacity, n + 2, sizeof(int));
    graph->neighbour = sim_grow(graph->neighbour, &graph->neighbour_capacity, m + 1, sizeof(int));
    graph->meets = sim_grow(graph->meets, &graph->meets_capacity, m + 1, sizeof(unsigned));
    graph->stack = sim_grow(graph->stack, &graph->stack_capacity, n + 1, sizeof(int));
    memset(graph->first, 0, (size_t)(n + 2) * sizeof(int));
    for (int i = 0; i < graph->edge_count; i++) {
        graph->first[graph->edges[i].a + 2]++;
        graph->first[graph->edges[i].b + 2]++;
    }
    for (int i = 0; i < n; i++)
        graph->first[i + 2] += graph->first[i + 1];
    for (int i = 0; i < graph->edge_count; i++) {
        const struct sim_edge *e = &graph->edges[i];
        const int to_b = graph->first[e->a + 1]++, to_a = graph->first[e->b + 1]++;
        graph->neighbour[to_b] = e->b;
        graph->neighbour[to_a] = e->a;
        graph->meets[to_b] = graph->meets[to_a] = e->meets;
    }
}

int sim_graph_components(struct sim_graph *graph, enum sim_requirement requirement,
                         const bool *barrier, int *component) {
    int count = 0;
    for (int i = 0; i < graph->node_count; i++)
        component[i] = -1;
    for (int root = 0; root < graph->node_count; root++) {
        if (component[root] >= 0 || (barrier && barrier[root]))
            continue;
        int top = 0;
        component[root] = count;
        graph->stack[top++] = root;
        while (top > 0) {
            const int node = graph->stack[--top];
            for (int k = graph->first[node]; k < graph->first[node + 1]; k++) {
                const int other = graph->neighbour[k];
                if (!(graph->meets[k] & (unsigned)requirement) || component[other] >= 0 ||
                    (barrier && barrier[other]))
                    continue;
                component[other] = count;
                graph->stack[top++] = other;
            }
        }
        count++;
    }
    return count;
}

void sim_graph_paths(struct sim_graph *graph, unsigned any_of, int limit, int *length) {
    int head = 0, tail = 0;
    for (int i = 0; i < graph->node_count; i++)
        if (length[i] == 0)
            graph->stack[tail++] = i;
    while (head < tail) {
        const int node = graph->stack[head++];
        if (length[node] >= limit)
            continue;
        for (int k = graph->first[node]; k < graph->first[node + 1]; k++) {
            const int other = graph->neighbour[k];
            if (!(graph->meets[k] & any_of) || length[other] >= 0)
                continue;
            length[other] = length[node] + 1;
            graph->stack[tail++] = other;
        }
    }
}

void sim_graph_finish(struct sim_graph *graph) {
    free(graph->edges);
    free(graph->first);
    free(graph->neighbour);
    free(graph->meets);
    free(graph->stack);
    *graph = (struct sim_graph){0};
}
