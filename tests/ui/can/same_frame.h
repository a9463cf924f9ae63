// Equality of frames by what they carry: bytes of padding hold what was on the stack before.
#pragma once

#include "tests/near.h"
#include "ui/can/frame.h"

static inline void assert_same_frame(const struct ui_can_frame *a, const struct ui_can_frame *b) {
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->extended, b->extended);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->data, b->data, sizeof a->data);
}
