// Ropes in files: errors with their places, and the shape in which they start.
#include "tests/data/model/model_case.h"

#define HEAD "kind: model\nname: t\nbodies:\n  - {name: a, point: true, mass: 1}\nropes:\n"
#define ENDS "from: {body: world, at: [0, 0, 0]}, to: {at: [4, 0, 3]}"

static const struct bad_input rows[] = {
    {HEAD "  - {name: r, mass: 1, " ENDS ", points: 1}\n", 6, 89, "must be from 2 to 2000"},
    {HEAD "  - {name: r, mass: 1, " ENDS ", length: 4.9}\n", 6, 89,
     "'length' is 4.9 m, but the ends are 5 m apart"},
    {HEAD "  - {name: r, mass: 1, from: {body: world}, to: {at: [4, 0, 3]}}\n", 6, 24,
     "missing key 'at'"},
    {HEAD "  - {name: r, mass: 1, from: {at: [4, 0, 3]}, to: {}}\n", 6, 47, "missing key 'at'"},
    {HEAD "  - {name: r, mass: 1, from: {at: [1, 0, 0]}, to: {at: [1, 0, 0]}}\n", 6, 47,
     "both ends are in one place, expected a 'length'"},
    {HEAD "  - {name: r, mass: 1, from: {body: a}, to: {body: a}, points: 2, length: 1}\n", 6, 41,
     "both ends are on the same body"},
    {HEAD "  - {name: r, mass: 1, from: {body: a, at: [1, 0, 0]}, to: {at: [2, 0, 0]}}\n", 6, 24,
     "'a' is a point, and the rope's end is 1 m away from it"},
    {HEAD "  - {name: r, mass: 1, from: {at: [1, 0, 0]}, to: {at: [1, 0, 0]}, length: 1}\n", 6, 47,
     "20 points cannot hang between ends that are so close, expected 21"},
    {HEAD "  - {name: r, mass: 1, from: {body: b}, to: {at: [1, 0, 0]}}\n", 6, 37, "no body 'b'"},
    {HEAD "  - {name: r, " ENDS "}\n", 6, 6, "missing key 'mass'"},
    {HEAD "  - {name: r, mass: 1, " ENDS ", damping: 3}\n", 6, 81, "'damping' needs 'stiffness'"},
    {HEAD "  - {name: r, mass: 1, " ENDS ", bending_damping: 3}\n", 6, 81,
     "'bending_damping' needs 'bending'"},
    {HEAD "  - {name: r, mass: 1, " ENDS ", points: 2, bending: 3}\n", 6, 92,
     "a rope of 2 points does not bend"},
    {HEAD
     "  - {name: r, mass: 1, from: {body: world, at: [1, 0, 0], along: x}, to: {at: [2, 0, 0]}}\n",
     6, 24, "'along' needs the rope's 'bending'"},
    {HEAD
     "  - {name: r, mass: 1, bending: 1, from: {at: [1, 0, 0], along: x}, to: {at: [2, 0, 0]}}\n",
     6, 58, "only a body that turns, or the world, can hold the end 'along' a direction"},
    {HEAD "  - {name: r, mass: 1, bending: 1, from: {body: a, along: x}, to: {at: [2, 0, 0]}}\n", 6,
     52, "only a body that turns"},
    {HEAD "  - {name: r, mass: 1, " ENDS ", thickness: 0.3}\n", 6, 81,
     "the points are 0.263158 m apart and 0.3 m thick"},
    {HEAD "  - {name: r, mass: 1, " ENDS "}\n  - {name: r, mass: 1, " ENDS "}\n", 7, 12,
     "duplicate rope 'r', the first is in line 6"},
    {HEAD "  - {name: r, mass: 1, " ENDS "}\nsensors: [{name: s, kind: pull, joint: r.20}]\n", 7,
     40, "r.20"},
    {HEAD "  - {name: r, mass: 1, " ENDS "}\nsensors: [{name: s, kind: pull, thread: r}]\n", 7, 41,
     "there is no thread 'r'"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static struct sim_vec3 place(const char *name) {
    const int body = sim_model_find_body(&def.model, name);
    assert_true(body >= 0);
    return def.model.bodies[body].pose.p;
}

// A catenary of span 2 and length 3 sags by a (cosh(1 / a) - 1) with 2 a sinh(1 / a) = 3; with 300
// parts, polygon and curve differ by less than a thousandth of it.
static void a_longer_rope_starts_as_a_catenary(void **state) {
    (void)state;
    must_read(HEAD "  - {name: r, mass: 3, length: 3, points: 301, collides: false,\n"
                   "     from: {body: world, at: [0, 1, 2]}, to: {body: world, at: [0, 3, 2]}}\n");
    double low = 0.1, high = 10.0;
    for (int i = 0; i < 100; i++) {
        const double a = 0.5 * (low + high);
        *(2.0 * a * sinh(1.0 / a) > 3.0 ? &low : &high) = a;
    }
    const struct sim_vec3 middle = place("r.151");
    assert_near(middle.y, 2.0, 1e-9);
    assert_near(middle.z, 2.0 - low * (cosh(1.0 / low) - 1.0), 1e-3);
    for (int i = 2; i < 300; i++) {
        char name[16], next[16];
        (void)snprintf(name, sizeof name, "r.%d", i);
        (void)snprintf(next, sizeof next, "r.%d", i + 1);
        assert_near(sim_length(sim_sub(place(next), place(name))), 0.01, 1e-9);
    }
    assert_int_equal(sim_model_find_body(&def.model, "r.1"), -1);
    assert_int_equal(def.model.joint_count, 300);
    veh_machine_def_finish(&def);
}

// Ends above each other, and ends at different heights.
static void parts_are_equally_long_wherever_the_ends_are(void **state) {
    (void)state;
    static const char *const ends[] = {"[0, 0, -1]", "[0, 0, 1.999]", "[1, 1, 1]", "[0.3, 0, 0.1]",
                                       "[1.9, 0, 0]"};
    for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       HEAD "  - {name: r, mass: 3, length: 2, points: 12, from: {at: [0, 0, 0]}, "
                            "to: {at: %s}}\n",
                       ends[e]);
        must_read(text);
        double mass = 0.0;
        for (int i = 1; i < def.model.body_count; i++) {
            mass += def.model.bodies[i].mass.mass;
            if (i > 1)
                assert_near(
                    sim_length(sim_sub(def.model.bodies[i].pose.p, def.model.bodies[i - 1].pose.p)),
                    2.0 / 11.0, 1e-6);
        }
        assert_near(mass, 3.0, 1e-12);
        veh_machine_def_finish(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(a_longer_rope_starts_as_a_catenary),
        cmocka_unit_test(parts_are_equally_long_wherever_the_ends_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
