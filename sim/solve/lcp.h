// Dantzig's method for a dense boxed complementarity problem (Jung 3.5.2, algorithm 4).
//
//   A x = b + w,  low <= x <= high,  w > 0 where x = low, w < 0 where x = high, else w = 0
//
// The core of the dense direct solver, which eliminates the unbounded rows first and hands over the
// others.
#pragma once

#include <stdbool.h>

#include "sim/solve/problem.h"

// All arrays belong to the caller and have one entry per row.
struct sim_lcp {
    int rows;
    double *a; // rows x rows, row-major, symmetric positive semi-definite; overwritten
    double *b; // overwritten
    const double
        *diagonal;      // > 0: A's diagonal before rows were eliminated; sets the scale of a row
    double *low, *high; // +-INFINITY: unbounded; those of friction rows are ignored; overwritten
    const int *normal;  // friction: index of the normal row, which is not a friction row; else -1
    const double *friction; // friction: bounds are -+ friction * |x[normal]|
    double *x;              // out
};

struct sim_lcp_result {
    bool solved;         // false: x is zero
    int pivots;          // of all attempts
    int regularisations; // times the diagonal had to be raised
};

// Bytes that sim_lcp_solve takes from scratch, to be added to the caller's reservation.
unsigned long sim_lcp_bytes(int rows);
struct sim_lcp_result sim_lcp_solve(struct sim_lcp *lcp, struct sim_scratch *scratch);
