// Projected Gauss-Seidel (Jung 3.5.1, algorithm 3) without the matrix: instead of the products of a
// row of A with x, the velocities v = v* + M^-1 J^T x are kept up to date, and with d = J M^-1 J^T
// + C
//
//   b - sum A x = b - J v - C x,   x' = clamp(x + (b - J v - C x) / d),   v += M^-1 J^T (x' - x)
//
// The rows lie one behind the other in the order of the sweep, divided by d beforehand
// (sim/solve/pgs_packed.h).
#include <assert.h>
#include <string.h>

#include "sim/solve/pgs_packed.h"

// [m^2/s^2] The sweeps end early if one changes the velocities of the rows by less than 1e-14 m/s,
// as a sum of squares: the rest is rounding.
static const double nothing_changed = 1e-28;

struct sim_solve_stats sim_solve_pgs(struct sim_problem *problem, int iterations,
                                     struct sim_scratch *scratch) {
    struct sim_solve_stats stats = {.rows = problem->rows + 3 * problem->points};
    struct sim_pgs pgs;
    bool all = false; // were all rows packed?
    assert(iterations >= 0);
    if (sim_pgs_pack(&pgs, problem, scratch)) {
        sim_pgs_warm_start(&pgs);
        while (stats.iterations < iterations) {
            stats.iterations++;
            if (sim_pgs_sweep(&pgs) <= nothing_changed)
                break;
        }
        stats.residual = sim_pgs_unpack(&pgs, problem);
        all = pgs.left_out == 0;
    } else {
        for (int i = 0; i < problem->rows; i++)
            problem->row[i].x = 0.0;
        for (int i = 0; i < problem->points; i++)
            memset(problem->point[i].x, 0, sizeof problem->point[i].x);
    }
    if (!all)
        stats.residual = sim_problem_residual(problem);
    stats.solved = stats.residual <= sim_solved_residual;
    return stats;
}
