#include "data/text/number.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Longer numbers than this are a damaged file, not a measurement.
enum { MOST_CHARACTERS = 64 };

// The parts of a decimal number: value = mantissa 10^exponent. exact: no digit was dropped.
struct parts {
    bool negative;
    uint64_t mantissa;
    int exponent;
    bool exact;
};

static void take_digit(struct parts *parts, char c, int weight) {
    if (parts->mantissa > (UINT64_MAX - 9) / 10) {
        parts->exact = parts->exact && c == '0';
        parts->exponent += 1 - weight;
        return;
    }
    parts->mantissa = parts->mantissa * 10 + (uint64_t)(c - '0');
    parts->exponent -= weight;
}

// False where s is not of the form of a decimal number.
static bool split(const char *s, const char *end, struct parts *parts) {
    *parts = (struct parts){.exact = true};
    bool digits = false;
    if (s < end && (*s == '+' || *s == '-'))
        parts->negative = *s++ == '-';
    for (; s < end && isdigit((unsigned char)*s); s++) {
        take_digit(parts, *s, 0);
        digits = true;
    }
    if (s < end && *s == '.') {
        for (s++; s < end && isdigit((unsigned char)*s); s++) {
            take_digit(parts, *s, 1);
            digits = true;
        }
    }
    if (!digits)
        return false;
    if (s < end && (*s == 'e' || *s == 'E')) {
        s++;
        const bool negative = s < end && *s == '-';
        s += s < end && (*s == '+' || *s == '-') ? 1 : 0;
        if (s == end)
            return false;
        int exponent = 0;
        for (; s < end && isdigit((unsigned char)*s); s++)
            exponent = exponent < 10000 ? exponent * 10 + (*s - '0') : exponent;
        parts->exponent += negative ? -exponent : exponent;
    }
    return s == end;
}

static bool is_word(const char *s, size_t size, const char *word) {
    if (size > 0 && (*s == '+' || *s == '-')) {
        s++;
        size--;
    }
    for (size_t i = 0; i < size; i++)
        if (word[i] == '\0' || tolower((unsigned char)s[i]) != word[i])
            return false;
    return word[size] == '\0';
}

enum dat_number dat_number_read(const char *s, size_t size, double *value) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (is_word(s, size, "nan") || is_word(s, size, "inf") || is_word(s, size, "infinity"))
        return DAT_NUMBER_NOT_FINITE;
    struct parts parts;
    if (size == 0 || size >= MOST_CHARACTERS || !split(s, s + size, &parts))
        return DAT_NUMBER_NONE;
    // A mantissa below 2^53 and a power of ten up to 22 are exact in a double: one operation, one
    // correct rounding, and no locale.
    if (parts.exact && parts.mantissa <= (UINT64_C(1) << 53) && abs(parts.exponent) <= 22) {
        const double m = (double)parts.mantissa;
        const double v =
            parts.exponent < 0 ? m / powers[-parts.exponent] : m * powers[parts.exponent];
        *value = parts.negative ? -v : v;
        return DAT_NUMBER_OK;
    }
    char copy[MOST_CHARACTERS];
    memcpy(copy, s, size);
    copy[size] = '\0';
    const double v = strtod(copy, NULL);
    if (!isfinite(v))
        return DAT_NUMBER_NOT_FINITE;
    *value = v;
    return DAT_NUMBER_OK;
}

bool dat_number_read_int(const char *s, size_t size, long low, long high, long *value) {
    assert(low <= high);
    double number = 0.0;
    for (size_t i = 0; i < size; i++)
        if (!isdigit((unsigned char)s[i]) && !(i == 0 && (s[i] == '-' || s[i] == '+')))
            return false;
    if (dat_number_read(s, size, &number) != DAT_NUMBER_OK || number < (double)low ||
        number > (double)high)
        return false;
    *value = (long)number;
    return true;
}
