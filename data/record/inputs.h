// Detects damage to the inputs of a session as a whole.
#pragma once

#include "data/record/session.h"
#include "data/text/problem.h"

// CRC-32 of the chunk's session and steps, its state hash and its bytes, so that a chunk that is
// damaged, moved or of another session does not match.
uint32_t dat_input_checksum(int64_t session, const struct dat_input_chunk *chunk);

// The number of input channels that the session names; 0 where its list of names is damaged.
int dat_session_channels(const struct dat_session_info *info);

// Whether the chunks in list, which are those of info and in order, join without a gap from step 0
// to the session's last, have their checksums and can be decoded. False with a sentence in problem
// that names the session, the chunk and the damage. *sound_or_null becomes the number of chunks
// before the damage. The time it takes is bounded by the size of the chunks and DAT_CHUNK_STEPS for
// each.
bool dat_inputs_check(const struct dat_session_info *info, const struct dat_input_list *list,
                      int *sound_or_null, struct dat_problem *problem);

// More steps than this in one chunk are damage: the recorder ends a chunk after half a second.
#define DAT_CHUNK_STEPS 1000000
