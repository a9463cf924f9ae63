// States of a bond; the joint exists in the second state only:
//
//   free --touch--> held --too much force--> broken --apart--> free
//                     `------switched off-------`------------> free
#include "sim/contact/magnet.h"

#include <assert.h>
#include <stdio.h>

#include "sim/contact/contact_impl.h"
#include "sim/contact/magnet_impl.h"
#include "sim/joint/joint.h"
#include "sim/joint/joints.h"
#include "sim/state/slots.h"

struct sim_magnet_def sim_default_magnet_def(void) {
    return (struct sim_magnet_def){
        .material = -1, .break_force = (double)INFINITY, .break_torque = (double)INFINITY};
}

const char *sim_magnet_def_problem(const struct sim_magnet_def *def) {
    if (!(def->break_force > 0.0) || !(def->break_torque > 0.0))
        return "the force and the torque that break a bond must be above 0";
    return NULL;
}

struct sim_magnet_id sim_magnet_create(struct sim_world *world, const struct sim_magnet_def *def) {
    assert(sim_magnet_def_problem(def) == NULL);
    assert(sim_body_valid(world, def->body));
    int index;
    SIM_SLOT_FIND(&world->magnets, index, 0, (struct magnet){0});
    struct magnet *magnet = &world->magnets.items[index];
    const uint32_t generation = magnet->generation + 1;
    *magnet = (struct magnet){.used = true, .generation = generation, .def = *def};
    return (struct sim_magnet_id){(uint32_t)index, generation};
}

bool sim_magnet_valid(const struct sim_world *world, struct sim_magnet_id id) {
    return SIM_SLOT_VALID(&world->magnets, id);
}

static struct magnet *get(const struct sim_world *world, struct sim_magnet_id id) {
    assert(sim_magnet_valid(world, id));
    return &world->magnets.items[id.index];
}

// The joint may have been destroyed with its body.
static void release(struct sim_world *world, struct bond *bond) {
    if (bond->state == BOND_HELD && sim_joint_valid(world, bond->joint))
        sim_joint_destroy(world, bond->joint);
    *bond = (struct bond){0};
}

static void release_all(struct sim_world *world, struct magnet *magnet) {
    for (int i = 0; i < SIM_MAGNET_BONDS; i++)
        release(world, &magnet->bond[i]);
}

void sim_magnet_destroy(struct sim_world *world, struct sim_magnet_id id) {
    struct magnet *magnet = get(world, id);
    release_all(world, magnet);
    magnet->used = false;
}

void sim_magnets_drop(struct sim_world *world, int body) {
    for (int i = 0; i < world->magnets.count; i++) {
        struct magnet *magnet = &world->magnets.items[i];
        if (!magnet->used)
            continue;
        for (int k = 0; k < SIM_MAGNET_BONDS; k++)
            if (magnet->bond[k].state != BOND_FREE && (int)magnet->bond[k].body.index == body)
                release(world, &magnet->bond[k]);
        if ((int)magnet->def.body.index == body) {
            release_all(world, magnet);
            magnet->used = false;
        }
    }
}

void sim_magnet_switch(struct sim_world *world, struct sim_magnet_id id, bool on) {
    get(world, id)->def.on = on;
}

int sim_magnet_held(const struct sim_world *world, struct sim_magnet_id id) {
    const struct magnet *magnet = get(world, id);
    int count = 0;
    for (int i = 0; i < SIM_MAGNET_BONDS; i++)
        count += magnet->bond[i].state == BOND_HELD;
    return count;
}

bool sim_magnet_holds(const struct sim_world *world, struct sim_magnet_id id,
                      struct sim_body_id body) {
    const struct magnet *magnet = get(world, id);
    for (int i = 0; i < SIM_MAGNET_BONDS; i++) {
        const struct bond *bond = &magnet->bond[i];
        if (bond->state == BOND_HELD && bond->body.index == body.index &&
            bond->body.generation == body.generation)
            return true;
    }
    return false;
}

// ---- load of a bond ----

static bool can_break(const struct sim_magnet_def *def) {
    return isfinite(def->break_force) || isfinite(def->break_torque);
}

// Force [N] and torque [N m] on the bond: of the six rows of a rigid joint the first three are
// linear.
static void carried(const struct sim_world *world, const struct bond *bond, double load[2]) {
    const double *x = sim_joint_get(world, bond->joint)->impulse;
    for (int half = 0; half < 2; half++, x += 3)
        load[half] = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / world->def.step;
}

double sim_magnet_force(const struct sim_world *world, struct sim_magnet_id id) {
    const struct magnet *magnet = get(world, id);
    double largest = 0.0;
    for (int i = 0; i < SIM_MAGNET_BONDS; i++) {
        double load[2];
        if (magnet->bond[i].state != BOND_HELD || !sim_joint_valid(world, magnet->bond[i].joint))
            continue;
        carried(world, &magnet->bond[i], load);
        largest = fmax(largest, load[0]);
    }
    return largest;
}

// ---- making and breaking ----

// [m] Surfaces that a model puts against each other are apart by a rounding error.
static const double touching_gap = 1e-6;

static bool touches(const struct contact *contact) {
    return contact->pub.force > 0.0 || contact->pub.point.depth > -touching_gap;
}

static bool between(const struct contact *contact, int a, int b) {
    const int ca = (int)contact->pub.a.index, cb = (int)contact->pub.b.index;
    return (ca == a && cb == b) || (ca == b && cb == a);
}

// middle: of the contact points; NULL if not needed.
static bool touch(const struct sim_world *world, int a, int b, struct sim_vec3 *middle) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    int count = 0;
    for (int i = 0; i < world->contacts.count; i++) {
        const struct contact *contact = &world->contacts.items[i];
        if (!between(contact, a, b) || !touches(contact))
            continue;
        sum = sim_add(sum, contact->pub.point.position);
        count++;
    }
    if (middle != NULL && count > 0)
        *middle = sim_scale(sum, 1.0 / count);
    return count > 0;
}

static void update(struct sim_world *world, struct magnet *magnet, struct bond *bond) {
    if (bond->state == BOND_HELD) {
        double load[2];
        if (!sim_joint_valid(world, bond->joint)) {
            release(world, bond);
            return;
        }
        carried(world, bond, load);
        if (load[0] > magnet->def.break_force || load[1] > magnet->def.break_torque) {
            sim_joint_destroy(world, bond->joint);
            bond->state = BOND_BROKEN;
        }
    } else if (bond->state == BOND_BROKEN &&
               !touch(world, (int)magnet->def.body.index, (int)bond->body.index, NULL)) {
        release(world, bond);
    }
}

static const struct bond *bond_with(const struct magnet *magnet, int body) {
    for (int i = 0; i < SIM_MAGNET_BONDS; i++)
        if (magnet->bond[i].state != BOND_FREE && (int)magnet->bond[i].body.index == body)
            return &magnet->bond[i];
    return NULL;
}

static void catch_body(struct sim_world *world, struct magnet *magnet, int body) {
    struct bond *bond = magnet->bond;
    while (bond < magnet->bond + SIM_MAGNET_BONDS && bond->state != BOND_FREE)
        bond++;
    if (bond == magnet->bond + SIM_MAGNET_BONDS)
        return;
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_RIGID;
    (void)snprintf(def.name, sizeof def.name, "%.40s.bond", magnet->def.name);
    def.a = magnet->def.body;
    def.b = (struct sim_body_id){(uint32_t)body, world->bodies.items[body].generation};
    (void)touch(world, (int)def.a.index, body, &def.anchor);
    def.forbid_unification = can_break(&magnet->def);
    // Two bodies held by rows would also press against each other in a contact.
    def.separate_collider_groups = !def.forbid_unification;
    *bond = (struct bond){.state = BOND_HELD, .body = def.b};
    bond->joint = sim_joint_create(world, &def);
}

// The body that a contact brings to the magnet, -1: none.
static int offered(const struct sim_world *world, const struct magnet *magnet,
                   const struct contact *contact) {
    const int own = (int)magnet->def.body.index;
    const bool is_a = (int)contact->pub.a.index == own;
    if ((!is_a && (int)contact->pub.b.index != own) || !touches(contact))
        return -1;
    const int other = (int)(is_a ? contact->pub.b.index : contact->pub.a.index);
    const int shape = is_a ? contact->pub.shape_b : contact->pub.shape_a;
    const struct body *body = &world->bodies.items[other];
    if (!body->used || !body->enabled || (body->fixed && !magnet->def.holds_fixed) ||
        shape >= body->shape_count ||
        (magnet->def.material >= 0 && body->shapes[shape].material != magnet->def.material) ||
        bond_with(magnet, other) != NULL)
        return -1;
    return other;
}

static void act(struct sim_world *world, struct magnet *magnet) {
    if (!magnet->def.on) {
        release_all(world, magnet);
        return;
    }
    for (int i = 0; i < SIM_MAGNET_BONDS; i++)
        update(world, magnet, &magnet->bond[i]);
    if (!sim_body_get(world, magnet->def.body)->enabled)
        return;
    for (int i = 0; i < world->contacts.count; i++) {
        const struct contact *contact = &world->contacts.items[i];
        const int other = offered(world, magnet, contact);
        if (other >= 0)
            catch_body(world, magnet, other);
    }
}

void sim_magnets_act(struct sim_world *world) {
    for (int i = 0; i < world->magnets.count; i++)
        if (world->magnets.items[i].used)
            act(world, &world->magnets.items[i]);
}
