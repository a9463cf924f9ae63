#pragma once

// A server and a folder for the databases of seats, both new for each group of tests.

#include "data/record/send.h"
#include "tests/data/record/seats.h"

static struct tests_postgres pg;
static struct tests_scratch scratch;

static inline int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    tests_postgres_create(&pg);
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    tests_postgres_remove(&pg);
    tests_scratch_remove(&scratch);
    return 0;
}

// Sends all rows of the sessions. The caller destroys the sender.
static inline struct dat_sender *seats_place_send(struct dat_store *store, const char *seat,
                                                  struct dat_sent *sent) {
    struct dat_problem problem = {""};
    struct dat_sender *sender = dat_sender_create(
        dat_store_path(store), tests_postgres_address(&pg, "kranich"), seat, &problem);
    if (sender == NULL || !dat_sender_send(sender, sent, &problem))
        fail_msg("%s", problem.text);
    return sender;
}
