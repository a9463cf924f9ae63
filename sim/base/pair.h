// Two and four numbers at a time. Every x86-64 and ARMv8 processor has instructions for pairs.
// Operations are element by element, so that the bits are those of one number at a time; sums
// within a pair are written out.
#pragma once

#include <stdint.h>

#define SIM_INLINE static inline __attribute__((always_inline))

typedef double sim_pair __attribute__((vector_size(16), may_alias));                // aligned
typedef double sim_pair_at __attribute__((vector_size(16), aligned(8), may_alias)); // anywhere

SIM_INLINE sim_pair sim_pair_load(const double *from) {
    return *(const sim_pair_at *)from;
}
SIM_INLINE void sim_pair_store(double *to, sim_pair value) {
    *(sim_pair_at *)to = value;
}
SIM_INLINE double sim_pair_sum(sim_pair a) {
    return a[0] + a[1];
}

// Four at a time: one instruction or two, depending on the processor.
typedef double sim_quad __attribute__((vector_size(32), aligned(8), may_alias));

// Macros, since functions with such arguments have another calling convention with the instructions
// than without.
#define sim_quad_load(from) (*(const sim_quad *)(from))
#define sim_quad_store(to, value) (*(sim_quad *)(to) = (value))
// A number in every place.
#define SIM_TWO(number) ((sim_pair){(number), (number)})
#define SIM_FOUR(number) ((sim_quad){(number), (number), (number), (number)})
// The result of a comparison of quads: all bits of a place are set where it holds. SIM_CHOOSE takes
// a where the mask is set, else b.
typedef int64_t sim_mask __attribute__((vector_size(32), aligned(8), may_alias));
#define SIM_CHOOSE(mask, a, b)                                                                     \
    ((sim_quad)(((sim_mask)(mask) & (sim_mask)(a)) | (~(sim_mask)(mask) & (sim_mask)(b))))
// Every other number of two quads; the lower or the upper halves of two quads.
#define SIM_EVEN(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define SIM_ODD(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#define SIM_LOWER(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define SIM_UPPER(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#define SIM_ABSOLUTE(quad) ((sim_quad)((sim_mask)(quad)&INT64_MAX))

// Does the processor have instructions for four numbers?
#ifdef __x86_64__
#define SIM_WIDE __builtin_cpu_supports("avx2")
#else
#define SIM_WIDE 0
#endif

// Sanitizers put a check before every access; unrolled in nests of three loops, once for each
// common block size, these take minutes to compile. With sanitizers, all sizes share one code.
#if defined(__SANITIZE_ADDRESS__)
#define SIM_CHECKED 1
#elif defined(__clang__)
#define SIM_CHECKED                                                                                \
    (__has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer))
#else
#define SIM_CHECKED 0
#endif

// Unrolls a loop over the unknowns of a small block of known size.
#if SIM_CHECKED
#define SIM_UNROLL
#elif defined(__clang__)
#define SIM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SIM_UNROLL _Pragma("GCC unroll 8")
#endif

// a . b of six numbers
SIM_INLINE double sim_dot6(const double *a, const double *b) {
    return sim_pair_sum(sim_pair_load(a) * sim_pair_load(b) +
                        sim_pair_load(a + 2) * sim_pair_load(b + 2) +
                        sim_pair_load(a + 4) * sim_pair_load(b + 4));
}

// to += a s, six numbers
SIM_INLINE void sim_add6(double *to, const double *a, double s) {
    const sim_pair ss = {s, s};
    for (int i = 0; i < 6; i += 2)
        sim_pair_store(to + i, sim_pair_load(to + i) + sim_pair_load(a + i) * ss);
}
