// All that a demonstrator says: its present activity, and why it gives up or cannot begin. One
// table, so that a window can say it in its own language (struct veh_demo_task).
#pragma once

// X(KEY, English): a format of printf() where it has values.
// clang-format off
#define VEH_DEMO_SAYINGS(X) \
    X(REACHES_FOR_TREE, "reaches for the tree") \
    X(DONE, "done") \
    X(DRIVES_TO_TREES, "drives to the next trees") \
    X(TAKES_CRANE_IN, "takes the crane in") \
    X(GETS_BACK_ONTO_ROAD, "gets back onto the road") \
    X(PUTS_TREE_OFF, "puts the tree off") \
    X(MOVES_ONTO_STEM, "moves onto the stem") \
    X(NOT_BEHIND_TREE, "does not get behind the tree, tries again") \
    X(GRIPS_STEM, "grips the stem") \
    X(CORRECTS_HEIGHT_OF_CUT, "corrects the height of the cut") \
    X(LETS_TREE_GO, "lets the tree go") \
    X(MISSED_STEM, "missed the stem, tries again") \
    X(SAWS, "saws") \
    X(SAWS_AGAIN, "did not get through, saws again") \
    X(NOT_SAWN_THROUGH, "did not get through, tries again") \
    X(GATHERS_TREE, "gathers the tree") \
    X(MEASURES_LOGS, "measures the logs with the caliper") \
    X(LETS_TREE_FALL, "lets the tree fall") \
    X(TREE_WITHOUT_LOGS_WHY, "tree '%s' gave no logs: %s") \
    X(TREE_WITHOUT_LOGS, "tree '%s' gave no logs") \
    X(TREE_TRIED_OFTEN, "tree '%s' is not felled after %d tries from two stops") \
    X(TREE_FAR_FROM_ROAD, "tree '%s' is not felled, %.1f m from the road") \
    X(TREES_OUT_OF_REACH, "the crane does not reach the trees beside it") \
    X(NO_WAY_TO_TREES, "the machine does not get to the next trees") \
    X(TREE_NOT_FELLED, "tree '%s' is not felled, %.1f m from the crane's pillar") \
    X(TREE_NOT_CUT, "tree '%s' is felled, but not cut to length") \
    X(REACHES_FOR_LOGS_ASTRAY, "reaches for logs that lie across the stakes") \
    X(LAYS_CRANE_OVER_LOAD, "lays the crane over the load") \
    X(REACHES_FOR_LOGS, "reaches for logs") \
    X(DRIVES_TO_LANDING, "drives to the landing") \
    X(DRIVES_OFF_WITH_LOAD, "drives off with the load") \
    X(LOGS_LEFT, \
      "%d of %d logs are loaded; of the others %d lie farther than %.1f m from the " \
      "road, %d cannot be gripped where they lie, and %d have come to lie across the " \
      "stakes") \
    X(NO_WAY_WITH_LOAD, "the machine does not get on with its load") \
    X(BUNK_NOT_EMPTIED, "no log gets out of the bunk; %d are left") \
    X(BUNK_NOT_FILLED, \
      "no log gets into the bunk; the next ones are %.1f m from the crane's pillar") \
    X(MOVES_TIP, "moves the crane's tip to the target") \
    X(DRIVES_THROUGH_GATES, "drives through the gates") \
    X(TARGET_NOT_REACHED, "target %d of %d is not reached") \
    X(NO_PROGRESS, "no progress for %.0f s: %s") \
    X(FETCHES_STEM, "fetches the stem that it has lost") \
    X(REACHES_FOR_THROWN_TREE, "reaches for the thrown tree") \
    X(CUTS_OFF_ROOTS, "cuts the stem off its roots") \
    X(STEM_BROKEN, "its stem has broken") \
    X(LAYS_HEAD_ONTO_STEM, "lays the head onto the stem") \
    X(HEAD_NOT_ABOVE_STEM, "the head does not get above the stem") \
    X(CLOSES_ON_STEM, "closes on the stem") \
    X(HEAD_NOT_ON_STEM, "the head does not get onto the stem") \
    X(LOOKS_FOR_BUTT, "looks for the butt") \
    X(MISSED_LYING_STEM, "has missed the lying stem") \
    X(STEM_ASKEW, "the stem lies askew in the head") \
    X(BUTT_NOT_FOUND, "does not find the butt of the stem") \
    X(TAKES_BUNCH, "takes what the arms hold") \
    X(LAYS_BUNCH_DOWN, "lays the bunch down") \
    X(LOST_STEM, "has lost the stem") \
    X(LAYS_DOWN_TOP, "lays down the top") \
    X(FEEDS, "feeds to length") \
    X(LIFTS_STEM, "lifts the stem") \
    X(LAYS_DOWN_BAD_WOOD, "lays down what is too bad for any product") \
    X(RUNS_UP, "runs up to the branches") \
    X(CUTS_LOG, "cuts a log") \
    X(CUTS_TOP, "cuts off the top with the top saw") \
    X(LAYS_DOWN_LOG, "lays down the last log") \
    X(SAW_NOT_THROUGH, "the saw does not get through") \
    X(DRIVES_TO_LOGS, "drives to the logs") \
    X(TRIES_ELSEWHERE, "does not get there, tries elsewhere") \
    X(LOWERS_GRAPPLE, "lowers the grapple") \
    X(CLOSES_GRAPPLE, "closes the grapple") \
    X(PARTS_LOGS, "parts the logs") \
    X(LIFTS, "lifts") \
    X(BRINGS_LOG, "brings the log over its place in the tower") \
    X(SETS_LOG_DOWN, "sets the log down") \
    X(WATCHES_TOWER, "watches whether the tower stands") \
    X(TOWER_NOT_BUILT, "%d of %d logs stand in the tower") \
    X(TOWER_WITHOUT_LOGS, "no log that the crane reaches is left for a tower of %d") \
    X(TOWER_OUT_OF_REACH, "the crane does not reach the place of the tower, or it is too close") \
    X(LOST_LOGS, "has lost the logs, tries again") \
    X(PUTS_BACK, "puts back what hangs badly") \
    X(OPENS_GRAPPLE, "opens the grapple") \
    X(DRAWS_LOGS_IN, "draws the logs in") \
    X(RAISES_GRAPPLE, "raises the grapple") \
    X(SWINGS_OVER_BUNK, "swings over the bunk") \
    X(NO_ROOM_FOR_PILES, \
      "there is no room for %d piles within %.0f m on the road: trees or logs are in " \
      "the way") \
    X(LIFTS_OVER_STAKES, "lifts the logs over the stakes") \
    X(SETS_LOGS_DOWN, "sets the logs down") \
    X(REACHES_FOR_LOGS_BESIDE, "reaches for logs beside their pile") \
    X(REACHES_INTO_BUNK, "reaches into the bunk") \
    X(BRINGS_LOGS, "brings the logs to their pile") \
    X(LAYS_LOGS, "lays the logs on their pile") \
    X(NO_LANDING_TAKES, "no landing takes %s of %.1f m") \
    X(LANDING_OUT_OF_REACH, "landing %d is %.1f m from the road, the crane reaches %.1f m") \
    X(LOGS_LEFT_IN_BUNK, "%d logs are left in the bunk, and cannot be gripped as they lie") \
    X(LOGS_LEFT_AROUND, "%d of %d logs are in piles, and no other is within reach") \
    X(PILE_TOO_HIGH, "the pile on landing %d is as high as it may be") \
    X(NO_SUCH_GRAPPLE, "its grapple is not of two tongs that one cylinder moves") \
    X(MANY_ASSORTMENTS, "the logs to load are of more than 8 assortments, by species and length") \
    X(NO_LOG_IN_REACH, "no log lies within the crane's reach of the road") \
    X(NO_WAY_TO_LANDING, "the machine does not get to the landing") \
    X(NO_WAY_TO_LOGS, "the machine does not get to the logs") \
    X(OUT_OF_MEMORY, "out of memory") \
    X(NO_WORK, "there is nothing to fell or to load for this machine") \
    X(NO_ROAD, "the site has no road") \
    X(NO_CRANE, "the machine has no crane that it knows how to move") \
    X(FAULT, "the simulation has stopped: %s") \
    X(TIPPED_OVER, "the machine has tipped over") \
    X(STEM_OUT_OF_REACH, "its stem lies out of the crane's reach") \
    X(STEM_DOES_NOT_FEED, "the stem does not feed") \
    X(STEM_NOT_IN_ROLLERS, "the stem does not lie in the rollers")
// clang-format on

enum veh_demo_saying {
    VEH_SAY_NOTHING,
#define VEH_DEMO_SAYING_ID(KEY, english) VEH_SAY_##KEY,
    VEH_DEMO_SAYINGS(VEH_DEMO_SAYING_ID)
#undef VEH_DEMO_SAYING_ID
        VEH_DEMO_SAYING_COUNT
};

// The English text, NULL for VEH_SAY_NOTHING. Static storage.
const char *veh_demo_saying_english(enum veh_demo_saying saying);
// Its key, such as "LIFTS".
const char *veh_demo_saying_key(enum veh_demo_saying saying);
