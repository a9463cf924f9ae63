// Dense L D L^T factorisation that grows and shrinks by a row (Jung 3.5.2, appendix A.4).
//
//   A = L D L^T,  L unit lower triangular,  D diagonal
#pragma once

#include <stdbool.h>

struct sim_ldl {
    int count, capacity;
    bool finite;  // false: a number that is not finite has occurred since it was cleared
    double *l;    // strictly below the diagonal, row behind row without gaps
    double *d;    // capacity
    double *work; // capacity
    // Pivots below thin are raised by softening; sim_ldl_init sets none.
    double thin, softening;
};

// Doubles that a factorisation of at most capacity rows needs.
unsigned long sim_ldl_doubles(int capacity);
// Uses memory (of sim_ldl_doubles) that the caller keeps and frees.
void sim_ldl_init(struct sim_ldl *ldl, int capacity, double *memory);
// Back to no rows; thin and softening stay.
void sim_ldl_clear(struct sim_ldl *ldl);
// Appends a row: column[0..count-1] are its products with the rows before it. Pivots below floor >
// 0 are raised to floor, so that a semi-definite matrix is factorised like one a little stiffer.
// Where a chain of such pivots overflows, finite becomes false and nothing that is solved with the
// factorisation means anything. O(n^2), equation 3.125.
void sim_ldl_append(struct sim_ldl *ldl, const double *column, double diagonal, double floor);
// Appends four rows, in the same bits as one after the other, in less time. The products of row k
// begin at a + k * stride, also those with the rows before it that are appended here; what is there
// is overwritten.
void sim_ldl_append_four(struct sim_ldl *ldl, double *a, unsigned long stride,
                         const double diagonal[4], double floor);
// Removes the row at a position; those behind move up. O(n^2).
void sim_ldl_remove(struct sim_ldl *ldl, int position);
// x = A^-1 x in place. O(n^2).
void sim_ldl_solve(const struct sim_ldl *ldl, double *x);
// x = L^-1 x and x = L^-T x in place: the two halves of sim_ldl_solve around D^-1.
void sim_ldl_forward(const struct sim_ldl *ldl, double *x);
void sim_ldl_backward(const struct sim_ldl *ldl, double *x);
// sim_ldl_forward for four vectors, stride apart, in the same bits and in less time.
void sim_ldl_forward_four(const struct sim_ldl *ldl, double *x, unsigned long stride);

// Sum of a[i] b[i] in four interleaved partial sums, always in the same order.
double sim_dense_dot(const double *a, const double *b, int count);
// The same of a with each of four vectors, b, b + stride and so on.
void sim_dense_dot_four(const double *a, const double *b, unsigned long stride, int count,
                        double dot[4]);

bool sim_dense_finite(const double *x, int count); // are all numbers finite?

// x = A^-1 x in place for a small square matrix (row-major, overwritten) that need not be
// symmetric, of entries around one. False: singular, x is spoiled. O(n^3)
bool sim_dense_solve(double *a, double *x, int n);
