#include "data/text/closest.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

// Edits (insert, delete, replace, swap of neighbours) that turn a into b, both at most 31
// characters.
static int edits(const char *a, const char *b) {
    int cost[32][32];
    const int m = (int)strlen(a);
    const int n = (int)strlen(b);
    for (int i = 0; i <= m; i++) {
        for (int j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int least = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            least = cost[i - 1][j] + 1 < least ? cost[i - 1][j] + 1 : least;
            least = cost[i][j - 1] + 1 < least ? cost[i][j - 1] + 1 : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                cost[i - 2][j - 2] + 1 < least)
                least = cost[i - 2][j - 2] + 1;
            cost[i][j] = least;
        }
    }
    return cost[m][n];
}

const char *dat_closest(const char *word, const char *const *names, int count) {
    assert(word != NULL && count >= 0 && (names != NULL || count == 0));
    const size_t length = strlen(word);
    if (length > 31 || length < 2)
        return NULL;
    const char *best = NULL;
    int best_edits = length < 4 ? 2 : length < 8 ? 3 : 4; // as many edits are too many
    for (int i = 0; i < count; i++) {
        if (strlen(names[i]) > 31)
            continue;
        const bool begins = length >= 3 && strncmp(word, names[i], length) == 0;
        const int distance = begins ? 1 : edits(word, names[i]);
        if (distance < best_edits) {
            best = names[i];
            best_edits = distance;
        }
    }
    return best;
}
