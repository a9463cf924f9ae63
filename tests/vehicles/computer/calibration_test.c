// Control measurement: what is proposed against known deviations and against another solution of
// the same equations, and a computer whose wheel and knives are wrong before and after it.
#include "tests/random.h"
#include "tests/vehicles/computer/computer_rig.h"

static double noise(uint64_t *random) {
    return random_between(random, -1.0, 1.0);
}

// ---- the proposal ----

// A head that is known to be wrong: 15 mm and 5 mm per metre too short, 4 mm too thick at 10 cm
// and 10 mm at 40 cm, with errors by chance beside.
static double wrong_length(double length) {
    return length * (1.0 - 0.005) - 0.015;
}
static double corrected_length(const struct veh_correction *c, double length) {
    return length + c->length + c->scale * length;
}
static double wrong_diameter(double d) {
    return d + 0.004 + 0.006 * (d - 0.1) / 0.3;
}

// Stems of four logs, measured twice.
static void check_stems(struct veh_calibration *c, int stems, double length_noise,
                        double diameter_noise, uint64_t seed) {
    static const double length[4] = {4.9, 4.3, 3.7, 3.1};
    for (int s = 0; s < stems; s++) {
        struct veh_control_log size[4];
        bool chosen;
        c->over = true;
        for (int i = 0; i < 4; i++) {
            const double top = 0.34 - 0.07 * i, mid = top + 0.03;
            size[i] = (struct veh_control_log){length[i], mid, top};
            const struct veh_control_log felt = {
                corrected_length(&c->used, wrong_length(length[i]) + length_noise * noise(&seed)),
                veh_corrected_diameter(&c->used,
                                       wrong_diameter(mid) + diameter_noise * noise(&seed)),
                veh_corrected_diameter(&c->used,
                                       wrong_diameter(top) + diameter_noise * noise(&seed))};
            assert_int_equal(veh_calibration_note(c, &felt, 0.1 * s, &chosen), i + 1);
        }
        c->asked = true;
        for (int i = 0; i < 4; i++)
            assert_true(veh_calibration_read(
                            c, &(struct veh_caliper_reading){i + 1, size[i], i == 3}) == (i == 3));
    }
}

static double worst_length(const struct veh_correction *c) {
    double worst = 0.0;
    for (double l = 3.0; l < 5.1; l += 0.1)
        worst = fmax(worst, fabs(corrected_length(c, wrong_length(l)) - l));
    return worst;
}

static double worst_diameter(const struct veh_correction *c) {
    double worst = 0.0;
    for (double d = 0.13; d < 0.37; d += 0.01)
        worst = fmax(worst, fabs(veh_corrected_diameter(c, wrong_diameter(d)) - d));
    return worst;
}

static void known_deviations_are_found(void **state) {
    (void)state;
    struct veh_calibration c = {0};
    assert_true(worst_length(&c.used) > 0.029 && worst_diameter(&c.used) > 0.009);
    check_stems(&c, 5, 0.008, 0.004, 7); // uniform: 4.6 mm and 2.3 mm of deviation
    assert_true(c.ready);
    assert_near(c.length_off, -0.015 - 0.005 * 4.0, 3.0 * 0.0046 / 2.0);
    veh_calibration_accept(&c);
    // Twenty logs, forty diameters: 3 deviations of the mean, and as much by the ranges.
    assert_true(worst_length(&c.used) < 0.006);
    assert_true(worst_diameter(&c.used) < 0.003);
    check_stems(&c, 1, 0.008, 0.004, 8);
    assert_false(c.ready); // nothing is left but chance
    assert_true(fabs(c.length_off) < 0.01 && fabs(c.diameter_off) < 0.004);
}

// Lengths have two unknowns: by Cramer's rule, with the ranges of calibration.c.
static void it_is_the_least_sum_of_squares(void **state) {
    (void)state;
    struct veh_calibration c = {0};
    check_stems(&c, 3, 0.02, 0.004, 3);
    const double n = 1.0 / (0.010 * 0.010);
    double a = 1.0 / (0.03 * 0.03), b = 0.0, d = 1.0 / (0.008 * 0.008), e = 0.0, f = 0.0;
    for (int i = 0; i < c.pairs; i++) {
        const double x = c.machine[i].length, y = c.caliper[i].length - x;
        a += n;
        b += n * x;
        d += n * x * x;
        e += n * y;
        f += n * x * y;
    }
    const struct veh_correction fit = c.proposed;
    assert_near(fit.length, (e * d - b * f) / (a * d - b * b), 1e-12);
    assert_near(fit.scale, (a * f - b * e) / (a * d - b * b), 1e-12);
}

static void a_good_head_is_left_alone(void **state) {
    (void)state;
    int proposed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct veh_calibration c = {0};
        bool chosen;
        uint64_t random = seed;
        for (int i = 0; i < 6; i++) {
            const struct veh_control_log felt = {4.0 + 0.012 * noise(&random),
                                                 0.25 + 0.005 * noise(&random),
                                                 0.20 + 0.005 * noise(&random)};
            (void)veh_calibration_note(&c, &felt, 0.0, &chosen);
        }
        c.asked = true;
        for (int i = 0; i < 6; i++)
            (void)veh_calibration_read(
                &c, &(struct veh_caliper_reading){i + 1, {4.0, 0.25, 0.20}, i == 5});
        proposed += c.ready;
    }
    assert_true(proposed <= 4); // two deviations in three tests: less than one in ten
}

// Logs that are gone, numbers that do not exist, and a log that was cut up since tell nothing.
static void nonsense_of_the_caliper_is_left_out(void **state) {
    (void)state;
    struct veh_calibration c = {0};
    bool chosen;
    assert_false(veh_calibration_read(&c, &(struct veh_caliper_reading){1, {4.0, 0.2, 0.2}, true}));
    (void)veh_calibration_note(&c, &(struct veh_control_log){4.0, 0.22, 0.2}, 0.0, &chosen);
    c.asked = true;
    (void)veh_calibration_read(&c, &(struct veh_caliper_reading){2, {4.0, 0.2, 0.2}, false});
    (void)veh_calibration_read(&c, &(struct veh_caliper_reading){-1, {4.0, 0.2, 0.2}, false});
    (void)veh_calibration_read(&c, &(struct veh_caliper_reading){1, {1.9, 0.2, 0.2}, false});
    assert_false(veh_calibration_read(&c, &(struct veh_caliper_reading){.done = true}));
    assert_int_equal(c.pairs, 0);
    assert_false(c.ready || c.asked);
    assert_int_equal(c.logs, 1); // can be tried again
}

static void chance_chooses_a_third_of_the_stems(void **state) {
    (void)state;
    struct veh_calibration c = {0};
    int stems = 0;
    for (int i = 0; i < 3000; i++) {
        bool chosen;
        c.over = true;
        (void)veh_calibration_note(&c, &(struct veh_control_log){4.0, 0.2, 0.2}, 0.2 + 1e-4 * i,
                                   &chosen);
        stems += chosen;
        (void)veh_calibration_note(&c, &(struct veh_control_log){4.0, 0.2, 0.2}, 0.2, &chosen);
        assert_false(chosen); // its second log
    }
    assert_near(stems, 1000.0, 3.0 * sqrt(3000.0 / 3.0 * 2.0 / 3.0));
}

static void the_oldest_logs_are_forgotten(void **state) {
    (void)state;
    struct veh_calibration c = {0};
    check_stems(&c, 30, 0.0, 0.0, 1);
    assert_int_equal(c.pairs, VEH_CONTROL_PAIRS);
    assert_true(worst_length(&c.proposed) < 0.002);
}

// ---- the computer ----

static const double worn = 1.004; // pulses per true pulse
static const struct veh_computer_keys calibrate = {.calibrate = true}, no = {.refuse = true};

static void begin_wrong(void) {
    begin(80.0);
    r.setup.pulse = pulse / worn; // the rig counts true pulses of this
    r.pressed = 0.0;
}

// Fells a stem and cuts it as proposed. True sizes of its logs; returns their number. *error: [m]
// mean difference of lengths from those that were to be cut.
static int harvest(struct veh_control_log logs[8], double dbh, double *error) {
    int count = 0;
    *error = 0.0;
    r.dbh = dbh;
    r.closed = r.upright = true;
    r.butt = r.fed = r.unheard = 0.0;
    fell();
    run((struct veh_computer_keys){.feed = 0.4}, 1.0); // the plan wants a look at the stem
    for (; count < 4; count++) {
        press(proposal);
        run(no_key, 6.0);
        if (!r.computer.in_position)
            break;
        logs[count] = (struct veh_control_log){r.fed, thickness(r.butt + 0.5 * r.fed),
                                               thickness(r.butt + r.fed)};
        *error += r.fed - r.computer.target;
        cut();
        run(no_key, 0.1); // it plans anew
    }
    *error /= count;
    let_go();
    return count;
}

// The caliper at the end of wires.
static void measure_again(const struct veh_control_log *logs, int count) {
    press(calibrate);
    assert_true(r.computer.calibration.asked);
    for (int i = 0; i < count; i++) {
        struct veh_computer_news news;
        const struct veh_computer_signals signals = {.step = step,
                                                     .caliper = {i + 1, logs[i], i == count - 1}};
        veh_computer_measure(&r.computer, &r.products, &r.setup, &signals, &news);
        assert_true(news.checked == (i == count - 1));
    }
}

static void a_worn_wheel_is_calibrated(void **state) {
    (void)state;
    struct veh_control_log logs[8];
    double before, after;
    begin_wrong();
    const int count = harvest(logs, 0.34, &before);
    assert_true(count >= 3);
    assert_true(before > 0.012); // 4 per mille of 3 to 5 m
    measure_again(logs, count);
    assert_true(r.computer.calibration.ready);
    press(calibrate);
    assert_false(r.computer.calibration.ready);
    (void)harvest(logs, 0.35, &after);
    assert_true(fabs(after) < 0.4 * before);
}

static void what_is_refused_changes_nothing(void **state) {
    (void)state;
    struct veh_control_log logs[8];
    double error;
    begin_wrong();
    r.setup.pulse = pulse / 1.02;
    const int count = harvest(logs, 0.34, &error);
    measure_again(logs, count);
    assert_true(r.computer.calibration.ready);
    press(no);
    assert_false(r.computer.calibration.ready);
    assert_near(r.computer.calibration.used.scale, 0.0, 0.0);
    press(calibrate); // neither are logs left, nor a proposal
    assert_false(r.computer.calibration.asked);
    assert_near(r.computer.calibration.used.scale, 0.0, 0.0);
}

// With a stem in the knives nobody goes to the logs.
static void a_closed_head_is_not_left(void **state) {
    (void)state;
    struct veh_control_log logs[8];
    double error;
    begin_wrong();
    (void)harvest(logs, 0.34, &error);
    r.closed = true;
    run(no_key, 0.2);
    press(calibrate);
    assert_false(r.computer.calibration.asked);
    let_go();
    press(calibrate);
    assert_true(r.computer.calibration.asked);
    press(no);
    assert_false(r.computer.calibration.asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_deviations_are_found),
        cmocka_unit_test(it_is_the_least_sum_of_squares),
        cmocka_unit_test(a_good_head_is_left_alone),
        cmocka_unit_test(nonsense_of_the_caliper_is_left_out),
        cmocka_unit_test(chance_chooses_a_third_of_the_stems),
        cmocka_unit_test(the_oldest_logs_are_forgotten),
        cmocka_unit_test(a_worn_wheel_is_calibrated),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(a_closed_head_is_not_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
