// Which rows of a small dense matrix are independent: Gram and Schmidt's method with pivoting.
#pragma once

// row: m rows of n + 1 numbers. The last number of each is a right-hand side, which is carried
// along and not looked at. One row after the other is made orthogonal to those before and of unit
// length, each time the one of which most is left, until `most` rows are found or no more than
// `least` is left of any. order: [m] the rows found, in turn, then the others. Returns how many
// were found. With q the rows found and c their right-hand sides, the smallest x for which these
// rows, as they were given, have the products c with it is the sum of all c q.
int sim_rank(double *row, int m, int n, double least, int most, int *order);
