// Growing memory and sorted pairs of the broad phases.
#include "sim/broad/pairs.h"

#include <assert.h>
#include <stdlib.h>

bool sim_buffer_reserve(struct sim_buffer *buffer, size_t count, size_t size) {
    if (count * size <= buffer->size)
        return true;
    size_t wanted = buffer->size + buffer->size / 2;
    wanted = wanted > count * size ? wanted : count * size;
    void *memory = realloc(buffer->memory, wanted);
    if (memory == NULL)
        return false;
    buffer->memory = memory;
    buffer->size = wanted;
    return true;
}

void sim_pairs_finish(struct sim_pairs *pairs) {
    free(pairs->memory.memory);
    free(pairs->copy.memory);
    free(pairs->starts.memory);
    *pairs = (struct sim_pairs){0};
}

bool sim_pairs_add(struct sim_pairs *pairs, int a, int b) {
    assert(a >= 0 && b >= 0 && a != b);
    if (!sim_buffer_reserve(&pairs->memory, (size_t)pairs->count + 1, sizeof(struct sim_pair)))
        return false;
    pairs->pair = pairs->memory.memory;
    pairs->pair[pairs->count++] = a < b ? (struct sim_pair){a, b} : (struct sim_pair){b, a};
    return true;
}

// Counting sort by a, then insertion by b within the few pairs of an a.
bool sim_pairs_sort(struct sim_pairs *pairs, int items) {
    if (!sim_buffer_reserve(&pairs->starts, (size_t)items + 1, sizeof(int)) ||
        !sim_buffer_reserve(&pairs->copy, (size_t)pairs->count, sizeof(struct sim_pair)))
        return false;
    int *start = pairs->starts.memory;
    struct sim_pair *pair = pairs->pair, *copy = pairs->copy.memory;
    for (int i = 0; i <= items; i++)
        start[i] = 0;
    for (int k = 0; k < pairs->count; k++) {
        copy[k] = pair[k];
        start[copy[k].a + 1]++;
    }
    for (int i = 0; i < items; i++)
        start[i + 1] += start[i];
    for (int k = 0; k < pairs->count; k++)
        pair[start[copy[k].a]++] = copy[k];
    for (int k = 1; k < pairs->count; k++) {
        const struct sim_pair held = pair[k];
        int place = k;
        for (; place > 0 && pair[place - 1].a == held.a && pair[place - 1].b > held.b; place--)
            pair[place] = pair[place - 1];
        pair[place] = held;
    }
    return true;
}
