// A thrown spruce on level ground against statics, and its plate of roots, cut free, against a
// pendulum that stands on its edge.
#include "terrain/root_plate.h"
#include "tests/vehicles/small_site.h"

static struct small_site s;
static const double g = 9.81;
enum { TREE = 0, STEM = 0 };

static int setup(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    const struct ter_tree tree = {.id = "1",
                                  .species = TER_SPRUCE,
                                  .dbh = 0.3,
                                  .height = 24.0,
                                  .crown_base = 9.0,
                                  .crown_width = 4.0,
                                  .status = TER_TREE_MARKED,
                                  .thrown = true};
    assert_true(ter_stand_add(&s.stand, &tree));
    small_site_restart(&s);
    veh_stem_thaw(&s.site, STEM);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    small_site_finish(&s);
    return 0;
}

static double edge(void) {
    return ter_root_plate_half_edge(ter_root_plate_radius(0.3));
}

static void it_lies_and_does_not_stand(void **state) {
    (void)state;
    int found[1];
    assert_int_equal(ter_stand_query(&s.site.stand, -5.0, -5.0, 5.0, 5.0, found, 1), 0);
    assert_int_equal(s.site.stems.items[STEM].tree, TREE);
    const struct sim_pose before = veh_stem_pose(&s.site, STEM);
    // The plate has turned about its lee edge, and its middle is above that.
    assert_near(before.p.x, edge(), 0.1);
    assert_near(before.p.z, edge(), 0.01);
    small_site_steps(&s, 400);
    const struct sim_pose after = veh_stem_pose(&s.site, STEM);
    assert_near(sim_length(sim_sub(after.p, before.p)), 0.0, 0.02);
}

// The moments about the lee edge: the stem's end bears what the centre of mass puts on it.
static void edge_and_stem_share_the_weight(void **state) {
    (void)state;
    small_site_steps(&s, 800); // at rest it is joined to the ground again
    veh_stem_thaw(&s.site, STEM);
    small_site_steps(&s, 100);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(s.site.world, &contacts);
    double up = 0.0, moment = 0.0, on_stem = 0.0;
    for (int i = 0; i < count; i++) {
        const double x = contacts[i].point.position.x;
        up += contacts[i].force;
        moment += contacts[i].force * x;
        on_stem += x > 5.0 ? contacts[i].force : 0.0;
    }
    const struct ter_stem stem = s.site.stems.items[STEM].stem;
    const double weight = g * ter_stem_mass(&stem).mass;
    const double centre = veh_stem_centre(&s.site, STEM).x;
    assert_near(up / weight, 1.0, 0.01);
    assert_near(moment / up, centre, 0.05);
    const double length = ter_stem_length(&stem);
    assert_near(on_stem / (weight * (centre - edge()) / length), 1.0, 0.1);
}

// Cut off, the plate tips back about its edge. Until its middle strikes the ground behind, its
// energy is that of the height that its centre has lost.
static void a_plate_cut_free_tips_back(void **state) {
    (void)state;
    int stub;
    const int upper = veh_stem_cut(&s.site, STEM, 0.6, &stub);
    assert_int_equal(upper, STEM);
    assert_int_equal(s.site.stand.trees[TREE].status, TER_TREE_FELLED);
    assert_near(s.site.stems.items[upper].stem.plate, 0.0, 0.0);
    const struct sim_mass mass = ter_stem_mass(&s.site.stems.items[stub].stem);
    const double r = mass.centre.z,
                 about = mass.inertia.m[1][1] + mass.mass * (r * r + edge() * edge());
    const double high = veh_stem_centre(&s.site, stub).z;
    double turned = 0.0;
    bool judged = false;
    for (int i = 0; i < 1600; i++) {
        small_site_steps(&s, 1);
        const struct sim_body_id body = s.site.stems.items[stub].body;
        const double w = sim_length(sim_body_angular_velocity(s.site.world, body));
        const struct sim_vec3 z = sim_rotate(veh_stem_pose(&s.site, stub).q, sim_vec3(0, 0, 1));
        turned = 0.5 * SIM_PI - sim_acos(sim_clamp(z.z, -1.0, 1.0));
        if (turned > 0.3 && !judged) {
            const double lost = high - veh_stem_centre(&s.site, stub).z;
            assert_near(0.5 * about * w * w / (mass.mass * g * lost), 1.0, 0.05);
            judged = true;
        }
    }
    assert_true(judged);
    assert_true(turned > 1.4); // it lies on its soil, and the stump points up
}

// By the saw: the tree is felled then, and the stem stays what the head holds.
static void the_saw_fells_it(void **state) {
    (void)state;
    const struct veh_bite bite = {.machine = -1, .z = 0.5, .normal = {0.0, 1.0, 0.0}};
    s.site.events.count = 0;
    assert_true(veh_stem_saw(&s.site, STEM, &bite));
    assert_int_equal(s.site.events.count, 1);
    assert_int_equal(s.site.events.items[0].kind, VEH_EVENT_TREE_FELLED);
    assert_int_equal(s.site.events.items[0].tree, TREE);
    assert_near(s.site.events.items[0].number[0], 0.5, 1e-12);
    assert_false(veh_stem_has_roots(&s.site.stems.items[STEM]));
    int plates = 0;
    for (int i = 0; i < s.site.stems.count; i++)
        plates += s.site.stems.items[i].used && s.site.stems.items[i].stem.plate > 0.0 &&
                  s.site.stems.items[i].kind == VEH_STEM_TOP;
    assert_int_equal(plates, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_lies_and_does_not_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(edge_and_stem_share_the_weight, setup, teardown),
        cmocka_unit_test_setup_teardown(a_plate_cut_free_tips_back, setup, teardown),
        cmocka_unit_test_setup_teardown(the_saw_fells_it, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
