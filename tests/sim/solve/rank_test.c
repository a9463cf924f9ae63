#include "sim/solve/rank.h"

#include <string.h>

#include "tests/near.h"
#include "tests/random.h"

enum { ROWS = 7, COLUMNS = 9, BASE = 4 };

// BASE random rows and sums of them, whose right-hand sides agree.
static uint64_t seed = 1;

static void fill(double *row, int base) {
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c <= COLUMNS; c++) {
            double sum = r < base ? random_between(&seed, -1.0, 1.0) : 0.0;
            for (int k = 0; k < base && r >= base; k++)
                sum += (1.0 + k - 0.3 * r) * row[k * (COLUMNS + 1) + c];
            row[r * (COLUMNS + 1) + c] = sum;
        }
}

static double product(const double *a, const double *b) {
    double sum = 0.0;
    for (int c = 0; c < COLUMNS; c++)
        sum += a[c] * b[c];
    return sum;
}

static void finds_as_many_as_there_are(void **state) {
    (void)state;
    for (int base = 0; base <= ROWS; base++) {
        double row[ROWS * (COLUMNS + 1)];
        int order[ROWS], seen = 0;
        fill(row, base);
        assert_int_equal(sim_rank(row, ROWS, COLUMNS, 1e-9, ROWS, order), base);
        for (int i = 0; i < ROWS; i++)
            seen |= 1 << order[i];
        assert_int_equal(seen, (1 << ROWS) - 1);
        for (int i = 0; i < base; i++)
            for (int k = 0; k <= i; k++)
                assert_near(product(&row[order[i] * (COLUMNS + 1)], &row[order[k] * (COLUMNS + 1)]),
                            i == k, 1e-12);
    }
}

// The sum of the found rows by their right-hand sides fulfils all rows.
static void leads_to_a_solution(void **state) {
    (void)state;
    double row[ROWS * (COLUMNS + 1)], given[ROWS * (COLUMNS + 1)], x[COLUMNS] = {0.0};
    int order[ROWS];
    fill(row, BASE);
    memcpy(given, row, sizeof given);
    const int found = sim_rank(row, ROWS, COLUMNS, 1e-9, ROWS, order);
    for (int k = 0; k < found; k++)
        for (int c = 0; c < COLUMNS; c++)
            x[c] += row[order[k] * (COLUMNS + 1) + COLUMNS] * row[order[k] * (COLUMNS + 1) + c];
    for (int r = 0; r < ROWS; r++)
        assert_near(product(&given[r * (COLUMNS + 1)], x), given[r * (COLUMNS + 1) + COLUMNS],
                    1e-10);
}

// The row that is left out is the one that the others nearly imply.
static void chooses_the_best_rows(void **state) {
    (void)state;
    double row[] = {1.0, 1e-4, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.7, 0.7, 0.0};
    int order[3];
    assert_int_equal(sim_rank(row, 3, 3, 0.0, 2, order), 2);
    assert_int_equal(order[0], 0);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_as_many_as_there_are),
        cmocka_unit_test(leads_to_a_solution),
        cmocka_unit_test(chooses_the_best_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
