// Faults of machines: joints and motors against closed forms, instruments and saws beside sound
// ones.
#include "vehicles/faults.h"

#include "tests/vehicles/hydraulic_rig.h"
#include "tests/vehicles/small_head.h"

static const double mass = 10000.0; // [kg] half of what the pressure lifts
static struct rig rig;
static struct veh_fault fault;

static void set_fault(struct veh_worksite *site, enum veh_fault_kind kind, const char *name,
                      double time) {
    fault = (struct veh_fault){.kind = kind, .time = time};
    (void)snprintf(fault.name, sizeof fault.name, "%s", name);
    site->def.faults = &fault;
    site->def.fault_count = 1;
}

static void start_rig(enum veh_fault_kind kind, const char *name) {
    rig_init(&rig, mass);
    for (int i = 0; i < RIG_FUNCTIONS; i++)
        (void)snprintf(rig.joints[i].name, sizeof rig.joints[i].name, "slide %d", i);
    rig_start(&rig);
    set_fault(&rig.s.site, kind, name, 0.5);
}

// The weight falls freely, but for a drag of 0.1 N, whatever the lever asks for.
static void a_motor_without_force_lets_its_load_fall(void **state) {
    (void)state;
    start_rig(VEH_FAULT_MOTOR, "boom");
    rig_run(&rig, 0.5);
    rig_push(&rig, 0, 1.0);
    assert_near(rig_position_of(&rig, 0), 0.0, 1e-9);
    rig_run(&rig, 0.5);
    assert_near(rig_speed_of(&rig, 0), -rig_gravity * 0.5, 1e-4);
    assert_near(rig_position_of(&rig, 1), 0.0, 1e-9); // the others have theirs
    rig_finish(&rig);
}

static void a_blocked_joint_holds_its_load(void **state) {
    (void)state;
    start_rig(VEH_FAULT_BLOCKED, "boom");
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 0.5);
    const double reached = rig_position_of(&rig, 0);
    assert_true(reached > 0.5 * rig_speed * 0.5);
    rig_run(&rig, 1.0);
    assert_near(rig_position_of(&rig, 0), reached, 1e-6);
    rig_finish(&rig);
}

// By the name of the joint, where no valve has it.
static void a_broken_joint_holds_nothing(void **state) {
    (void)state;
    start_rig(VEH_FAULT_JOINT, "slide 1");
    rig_run(&rig, 1.0);
    assert_near(sim_body_velocity(rig.s.site.world, rig.s.site.machines[0].instance.bodies[2]).z,
                -rig_gravity * 0.5, 1e-4);
    rig_finish(&rig);
}

static void nothing_happens_on_other_names(void **state) {
    (void)state;
    for (int kind = 0; kind < VEH_FAULT_KINDS; kind++) {
        start_rig((enum veh_fault_kind)kind, "boo");
        rig_run(&rig, 1.0);
        assert_near(rig_position_of(&rig, 0), 0.0, 1e-9);
        assert_true(veh_fault_is_on(&rig.s.site, (enum veh_fault_kind)kind, "boo"));
        assert_false(veh_fault_is_on(&rig.s.site, (enum veh_fault_kind)kind, "boom"));
        rig_finish(&rig);
    }
}

// ---- the head ----

static struct small_site s;
static struct bench bench;

static void a_machine_knows_its_faults(void **state) {
    (void)state;
    struct veh_fault_list list = {.items = NULL};
    rig_init(&rig, mass);
    rig_start(&rig);
    veh_faults_possible(&rig.s.site.machines[0], &list);
    assert_int_equal(list.count, 4 * RIG_FUNCTIONS);
    assert_int_equal(list.items[2].kind, VEH_FAULT_HOSE);
    assert_string_equal(list.items[2].name, "jib");
    assert_int_equal(list.items[3].kind, VEH_FAULT_JOINT);
    assert_int_equal(list.items[2 * RIG_FUNCTIONS].kind, VEH_FAULT_MOTOR);
    rig_finish(&rig);
    list.count = 0;
    bench_make(&bench, 1.0);
    bench_place(&s, &bench);
    veh_faults_possible(&s.site.machines[0], &list);
    assert_int_equal(list.count, 2 * BENCH_JOINTS + 3); // without a photocell, and knives
    assert_int_equal(list.items[list.count - 1].kind, VEH_FAULT_CHAIN);
    assert_string_equal(list.items[list.count - 1].name, "saw");
    assert_string_equal(list.items[list.count - 2].name, "knives");
    free(list.items);
    small_site_finish(&s);
}

// [m] that the computer counts while a stem is fed by about 2 m; *diameter [m] that it feels.
static double feed(const char *sensor, double *diameter) {
    bench_start(&s, &bench, 1.0);
    set_fault(&s.site, VEH_FAULT_SENSOR, sensor, 0.0);
    sim_world_set_pair_friction(s.site.world, sim_world_find_material(s.site.world, "roller"),
                                s.site.material_bark, 1.0);
    const int stem = bench_stem(&s, 9.0, 1.5);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    head->computer.known = true;
    const double before = head->computer.length;
    bench_hold(&s, bench_lever(VEH_FEED, 0.8), 1.5);
    *diameter = head->computer.thickness;
    const double counted = head->computer.length - before;
    small_site_finish(&s);
    return counted;
}

static void a_failed_sensor_reads_nothing(void **state) {
    (void)state;
    double sound, diameter;
    const double counted = feed("none", &sound);
    assert_true(counted > 1.0 && sound > 0.1 && sound < 0.4);
    assert_near(feed(VEH_HEAD_WHEEL, &diameter), 0.0, 0.0);
    assert_true(feed(VEH_HEAD_KNIVES, &diameter) > 1.0);
    assert_near(diameter, 0.6, 1e-9); // as with the knives open
}

// [s] to cut a log with a power that alone decides.
static double cut(const char *chain) {
    bench_make(&bench, 1.0);
    bench.head.saw.area_rate = 0.05;
    bench_place(&s, &bench);
    set_fault(&s.site, VEH_FAULT_CHAIN, chain, 0.0);
    const struct ter_stem wood = spruce_log(8.0);
    const int stem = veh_stem_create(&s.site, &wood, bench_at(0.0, 0.0, bench_height - 1.0),
                                     VEH_STEM_FELLED, -1);
    bench_clamp(&s, stem);
    const struct veh_controls levers = bench_lever(VEH_SAW, 1.0);
    double began = 0.0;
    bool done = false;
    while (!done && veh_worksite_time(&s.site) < 60.0) {
        veh_worksite_step(&s.site, &levers);
        if (began <= 0.0 && veh_head(&s.site.machines[0])->saw.cut > 0.0)
            began = veh_worksite_time(&s.site);
        const struct veh_event *events;
        const int count = veh_worksite_events(&s.site, &events);
        for (int i = 0; i < count; i++)
            done = done || events[i].kind == VEH_EVENT_LOG_CUT;
    }
    const double time = veh_worksite_time(&s.site) - began;
    small_site_finish(&s);
    return time;
}

static void a_blunt_chain_takes_twice_the_time(void **state) {
    (void)state;
    assert_near(cut("saw") / cut("other"), 2.0, 0.15); // the chain gives some of its swing
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motor_without_force_lets_its_load_fall),
        cmocka_unit_test(a_blocked_joint_holds_its_load),
        cmocka_unit_test(a_broken_joint_holds_nothing),
        cmocka_unit_test(nothing_happens_on_other_names),
        cmocka_unit_test(a_machine_knows_its_faults),
        cmocka_unit_test(a_failed_sensor_reads_nothing),
        cmocka_unit_test(a_blunt_chain_takes_twice_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
