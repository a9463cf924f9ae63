// Value of logs, and the greatest value of a tree: both by the exercise's products and their
// prices, for the wood as it is and not as a machine has measured it.
#pragma once

#include "terrain/stem.h"
#include "vehicles/computer/products.h"

// Of a log, as the best product that it is good for; 0: it is good for none.
double dat_worth_of_log(const struct veh_products *products, const struct ter_stem *log);
// The best logs of a felled tree together. Behind the first log of a bowed stem, the rest of its
// lowest 5 m is of one grade, whatever logs it is cut into. Needs 300 kB of stack.
double dat_worth_of_tree(const struct veh_products *products, const struct ter_stem *stem);
