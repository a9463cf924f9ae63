// Grades of a stem against an array with a grade per centimetre.
#include "vehicles/computer/grades.h"

#include "tests/near.h"
#include "tests/random.h"

enum { CM = 1000 };

static uint64_t seed = 5;

static int whole(int low, int high) {
    return (int)random_between(&seed, low, high + 1);
}

static void assert_same(const struct veh_grades *grades, const int *by_cm, int count) {
    for (int i = 0; i < count; i++)
        assert_int_equal(veh_grade_at(grades, 0.01 * i + 0.005, 1), by_cm[i]);
    for (int k = 0; k < 20; k++) {
        const int from = whole(0, count - 1), to = whole(from + 1, count);
        unsigned bits = 0;
        for (int i = from; i < to; i++)
            bits |= 1U << by_cm[i];
        const unsigned found = veh_grades_between(grades, 0.01 * from, 0.01 * to);
        assert_int_equal(grades->count > 0 ? found : 1U << 1, bits);
    }
}

// Marks that go up, back down over earlier ones, and cuts.
static void stretches_are_those_of_a_list_by_centimetre(void **state) {
    (void)state;
    for (int stem = 0; stem < 2000; stem++) {
        struct veh_grades grades = {.count = 0};
        int by_cm[CM], count = CM;
        for (int i = 0; i < CM; i++)
            by_cm[i] = 1;
        for (int k = 0; k < 8; k++) {
            const int at = whole(0, count / 2);
            if (whole(0, 5) == 0 && count + at < CM) {
                veh_grades_raise(&grades, 0.01 * at);
                for (int i = count - 1; i > 0; i--)
                    by_cm[i + at] = by_cm[i];
                for (int i = 1; i <= at; i++)
                    by_cm[i] = by_cm[0];
                count += at;
            } else if (whole(0, 3) == 0) {
                veh_grades_cut(&grades, 0.01 * at);
                for (int i = at; i < count; i++)
                    by_cm[i - at] = by_cm[i];
                count -= at;
            } else {
                const int grade = whole(1, 4);
                veh_grades_mark(&grades, 0.01 * at, grade, 1);
                for (int i = at; i < count; i++)
                    by_cm[i] = grade;
            }
            assert_same(&grades, by_cm, count);
        }
    }
}

static void a_full_stem_keeps_its_last_stretch(void **state) {
    (void)state;
    struct veh_grades grades = {.count = 0};
    for (int i = 0; i < 30; i++)
        veh_grades_mark(&grades, i, 1 + i % 2 + 1, 1);
    assert_int_equal(grades.count, VEH_MAX_GRADES);
    for (int i = 1; i < grades.count; i++)
        assert_true(grades.from[i] > grades.from[i - 1]);
}

static void a_stem_that_nobody_has_graded_has_the_first_grade(void **state) {
    (void)state;
    const struct veh_grades grades = {.count = 0};
    assert_int_equal(veh_grade_at(&grades, 3.0, 2), 2);
    assert_int_equal(veh_grades_between(&grades, 0.0, 3.0), 0);
}

// An operator who presses the key again gets the next grade, wherever the saw is.
static void the_wood_at_the_saw_is_of_the_grade_that_is_marked(void **state) {
    (void)state;
    for (int mm = 0; mm < 40; mm++) {
        struct veh_grades grades = {.count = 0};
        veh_grades_mark(&grades, 0.001 * mm, 3, 1);
        assert_int_equal(veh_grade_at(&grades, 0.001 * mm, 1), 3);
        veh_grades_mark(&grades, 0.001 * mm, 4, 1);
        assert_int_equal(veh_grade_at(&grades, 0.001 * mm, 1), 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_are_those_of_a_list_by_centimetre),
        cmocka_unit_test(a_full_stem_keeps_its_last_stretch),
        cmocka_unit_test(a_stem_that_nobody_has_graded_has_the_first_grade),
        cmocka_unit_test(the_wood_at_the_saw_is_of_the_grade_that_is_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
