// Only what stands or lies near a machine has a body (Jung 6.1.2). Each machine has a small box
// that moves with it and a large one that stays. When the small one leaves the large one, the large
// one is put around it again, and the trees, logs, tops and stumps that touch it get bodies. Those
// that touch no machine's large box lose theirs: a standing tree is a line of the stand then, what
// lies is dormant. Only stems at rest can be dormant, and none that something loose leans on.
#include "vehicles/part/activation.h"

#include "sim/base/array.h"
#include "vehicles/site.h"

static const double outer_margin = 10.0; // [m] of the large box around the small one

static const struct veh_key keys[] = {
    VEH_KEY_RANGE(activation, low, SIZE, "m", "[-12, -12, -5]", -1000, 1000,
                  "corner of the box in the machine's frame"),
    VEH_KEY_RANGE(activation, high, SIZE, "m", "[12, 12, 15]", -1000, 1000, "opposite corner"),
};

static const char *problem(const void *def, const struct sim_model *model, char *text,
                           size_t size) {
    (void)model, (void)text, (void)size;
    const struct veh_activation_def *a = def;
    const bool ok = a->low.x < a->high.x && a->low.y < a->high.y && a->low.z < a->high.z;
    return ok ? NULL : "every coordinate of 'low' must be below that of 'high'";
}

static const struct veh_state_field state[] = {
    VEH_STATE(veh_activation_state, low),
    VEH_STATE(veh_activation_state, high),
    VEH_STATE(veh_activation_state, set),
};

// NULL: the machine activates no trees.
static const struct veh_activation_state *box_of(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_activation);
    return part != NULL ? part->state : NULL;
}

static void inner_box(const struct veh_worksite *site, const struct veh_part *part,
                      struct sim_vec3 *low, struct sim_vec3 *high) {
    const struct veh_activation_def *def = part->def;
    const struct sim_pose pose = veh_machine_pose(site, part->machine);
    *low = *high = pose.p;
    for (int corner = 0; corner < 4; corner++) {
        const struct sim_vec3 c = {corner & 1 ? def->high.x : def->low.x,
                                   corner & 2 ? def->high.y : def->low.y, 0.0};
        const struct sim_vec3 p = sim_pose_point(pose, c);
        *low = sim_vec3(fmin(low->x, p.x), fmin(low->y, p.y), 0.0);
        *high = sim_vec3(fmax(high->x, p.x), fmax(high->y, p.y), 0.0);
    }
}

static bool in_box(const struct veh_activation_state *box, const struct ter_tree *tree) {
    const double r = ter_tree_radius(tree);
    return box->set && tree->position.x + r >= box->low.x && tree->position.x - r <= box->high.x &&
           tree->position.y + r >= box->low.y && tree->position.y - r <= box->high.y;
}

static bool in_any_box(const struct veh_worksite *site, const struct ter_tree *tree) {
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_activation_state *box = box_of(&site->machines[m]);
        if (box != NULL && in_box(box, tree))
            return true;
    }
    return false;
}

// ---- trees ----

static void deactivate_far(struct veh_worksite *site) {
    for (int k = site->standing.count - 1; k >= 0; k--) {
        const int i = site->standing.items[k];
        const int tree = site->stems.items[i].tree;
        if (tree < 0 || veh_stem_sawn(&site->stems.items[i]) || site->stems.items[i].bend.tips ||
            in_any_box(site, &site->stand.trees[tree]))
            continue;
        site->tree_stem[tree] = -1;
        veh_stem_destroy(site, i);
    }
}

static void activate_near(struct veh_worksite *site, const struct veh_activation_state *box) {
    const struct sim_vec3 low = box->low, high = box->high;
    SIM_ARRAY(int) found = {0};
    found.count = ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, NULL, 0);
    SIM_ARRAY_RESERVE(&found, found.count);
    ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, found.items, found.count);
    for (int i = 0; i < found.count; i++) {
        const int index = found.items[i];
        if (site->tree_stem[index] >= 0)
            continue;
        const struct ter_tree *tree = &site->stand.trees[index];
        const struct ter_stem stem = veh_tree_stem(site, index);
        site->tree_stem[index] =
            veh_stem_create(site, &stem, ter_tree_stem_pose(tree), VEH_STEM_STANDING, index);
    }
    SIM_ARRAY_FREE(&found);
}

// ---- what lies, and stumps ----

static bool lies_near(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(s)));
    const double r = 0.5 * ter_stem_diameter(s, 0.0);
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_activation_state *box = box_of(&site->machines[m]);
        if (box != NULL && box->set && fmax(pose.p.x, tip.x) + r >= box->low.x &&
            fmin(pose.p.x, tip.x) - r <= box->high.x && fmax(pose.p.y, tip.y) + r >= box->low.y &&
            fmin(pose.p.y, tip.y) - r <= box->high.y)
            return true;
    }
    return false;
}

// Something that can move touches it, and would fall.
static bool is_leant_on(const struct veh_worksite *site, int stem) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const uint32_t own = site->stems.items[stem].body.index;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if ((c->a.index == own && sim_body_moves(site->world, c->b)) ||
            (c->b.index == own && sim_body_moves(site->world, c->a)))
            return true;
    }
    return false;
}

static void update_lying(struct veh_worksite *site) {
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || s->kind == VEH_STEM_STANDING)
            continue;
        const bool rests = s->kind == VEH_STEM_STUMP || veh_stem_frozen(s);
        if (veh_stem_dormant(s)) {
            if (lies_near(site, i))
                veh_stem_activate(site, i);
        } else if (rests && !lies_near(site, i) && !is_leant_on(site, i)) {
            veh_stem_deactivate(site, i);
        }
    }
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    struct veh_activation_state *box = part->state;
    struct sim_vec3 low, high;
    inner_box(site, part, &low, &high);
    if (!(low.x <= high.x && low.y <= high.y))
        return; // not finite: the world is at fault
    if (box->set && low.x >= box->low.x && low.y >= box->low.y && high.x <= box->high.x &&
        high.y <= box->high.y)
        return;
    box->set = true;
    box->low = sim_vec3(low.x - outer_margin, low.y - outer_margin, 0.0);
    box->high = sim_vec3(high.x + outer_margin, high.y + outer_margin, 0.0);
    deactivate_far(site);
    activate_near(site, box);
    update_lying(site);
}

void veh_activation_begin(struct veh_worksite *site) {
    for (int m = 0; m < site->machine_count; m++)
        for (int i = 0; i < site->machines[m].part_count; i++)
            if (site->machines[m].parts[i].kind == &veh_part_activation)
                before(site, &site->machines[m].parts[i]);
}

const struct veh_part_kind veh_part_activation = {
    .id = VEH_PART_ACTIVATION,
    .role = "the box around the machine in which what stands or lies is simulated",
    .title = "the activation box",
    .help = "Trees, logs, tops and stumps inside are bodies. The defaults also hold where the "
            "group is left out.",
    .whole = true,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_activation_def),
    .problem = problem,
    .state_size = sizeof(struct veh_activation_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
};
