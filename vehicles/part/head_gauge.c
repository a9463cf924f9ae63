// Measuring: wheel and knives feel the stem, with the errors that they have on real machines, and
// the computer hears of their pulses and angles only. Over a log of 5 m these errors add up to
// about 8 mm + 1 per mille of its length and 3 mm of its diameter (standard deviations), as quality
// control of harvesters commonly finds.
#include "sim/base/random.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double grip_of_wheel = 200.0; // [m/s^2] its spikes can accelerate its rim
static const double bearing_drag = 8.0;    // [m/s^2] of a wheel that has lost the stem
static const double whorl_jump = 0.0018;   // [m] of the wheel over a knot
static const double cut_jerk = 0.004;      // [m] as the bar pulls and the log breaks off
static const double scale_error = 0.0007;  // by bark that gives way to the spikes
static const double knife_offset = 0.0015; // [m] of a machine's calibration
static const double out_of_round = 0.0022; // [m] of a stem, with the knots under the knives
static const double upright = 0.7;         // cosine at which the tilt switch changes

// ---- chance ----

static void seed(const struct veh_worksite *site, int machine, struct veh_head_gauges *g) {
    if (g->random != 0 || site->def.seed == 0)
        return;
    g->random = site->def.seed * 0x9e3779b97f4a7c15u + (uint64_t)machine + 1u;
    (void)sim_random_normal(&g->random);
    g->offset = knife_offset * sim_random_normal(&g->random);
}

static double error(const struct veh_worksite *site, struct veh_head_gauges *g, double size) {
    return site->def.seed != 0 ? size * sim_random_normal(&g->random) : 0.0;
}

// ---- the wheel ----

// Whether the stem's bark is within reach of the wheel's arm.
static bool wheel_touches(const struct veh_worksite *site, int machine, int index,
                          const struct veh_head_place *place) {
    const struct veh_head_def *def = veh_head_def_of(&site->machines[machine]);
    const struct ter_stem *stem = &site->stems.items[index].stem;
    const struct sim_pose pose = veh_stem_pose(site, index);
    const double z = place->z + (place->butt_first ? 1.0 : -1.0) * def->wheel_place;
    if (z < 0.0 || z > ter_stem_length(stem))
        return false;
    const struct sim_vec3 middle = sim_vec3(ter_stem_bow(stem, z), 0.0, z);
    const struct sim_vec3 axis =
        sim_pose_local(veh_machine_head_frame(site, machine), sim_pose_point(pose, middle));
    return axis.x - 0.5 * ter_stem_diameter(stem, z) + def->wheel_rest < def->wheel_travel;
}

// height: [m] of the saw along the tree.
static void pass_whorl(const struct veh_worksite *site, struct veh_head_gauges *g,
                       const struct ter_stem *stem, double height) {
    const int whorl = (int)floor(height / ter_species_branching(stem->species)->spacing);
    if (whorl == g->whorl)
        return;
    g->whorl = whorl;
    g->turned += error(site, g, whorl_jump);
    g->out_of_round = error(site, g, out_of_round);
}

// The stem that the wheel rolls on: of a bunch the one that it rolled on before, as long as that
// is within reach, else another that is. -1: there is none in the head.
static int stem_at_wheel(const struct veh_worksite *site, int machine) {
    const struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    int stems[VEH_MAX_BUNCH + 1], chosen = head->stem;
    const int count = veh_head_stems(site, machine, stems);
    bool touches = false;
    for (int i = 0; i < count && count > 1; i++) {
        const struct veh_head_place place = veh_head_place(site, machine, stems[i]);
        const bool better = !touches || stems[i] == head->gauges.stem;
        if (better && wheel_touches(site, machine, stems[i], &place)) {
            touches = true;
            chosen = stems[i];
        }
    }
    return chosen;
}

static int turn_wheel(struct veh_worksite *site, int machine) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    struct veh_head_gauges *g = &head->gauges;
    const double h = sim_world_step_size(site->world);
    const int rolled_on = stem_at_wheel(site, machine);
    struct veh_head_place place = {0};
    if (rolled_on >= 0)
        place = veh_head_place(site, machine, rolled_on);
    const bool same = rolled_on >= 0 && g->stem == rolled_on;
    if (same && wheel_touches(site, machine, rolled_on, &place)) {
        const double speed = (place.length - g->length) / h;
        g->rim += sim_clamp(speed - g->rim, -grip_of_wheel * h, grip_of_wheel * h);
        const struct ter_stem *stem = &site->stems.items[rolled_on].stem;
        pass_whorl(site, g, stem, stem->from + place.z);
    } else {
        g->rim -= sim_clamp(g->rim, -bearing_drag * h, bearing_drag * h);
    }
    g->stem = rolled_on;
    g->length = place.length;
    g->turned += g->rim * h * (1.0 + g->scale + site->def.head_off.scale);
    const double pulse = veh_head_def_of(&site->machines[machine])->wheel_pulse;
    const int pulses = pulse > 0.0 ? (int)floor(g->turned / pulse) : 0;
    g->turned -= pulses * pulse;
    return veh_fault_is_on(site, VEH_FAULT_SENSOR, VEH_HEAD_WHEEL) ? 0 : pulses;
}

// ---- the knives ----

// Index of the table's row that the coordinate is in.
static int row(const struct veh_polyline *table, double coordinate) {
    int i = 0;
    while (i < table->count - 2 && coordinate > table->x[i + 1])
        i++;
    return i;
}

// [m] of diameter per unit of the feeler's coordinate, there.
static double slope(const struct veh_polyline *table, double coordinate) {
    const int i = row(table, coordinate);
    return (table->y[i + 1] - table->y[i]) / (table->x[i + 1] - table->x[i]);
}

// [m] error of the diameter of a head that is not well calibrated.
static double off_calibration(const struct veh_worksite *site, const struct veh_head_def *def,
                              double coordinate) {
    const struct veh_head_off *off = &site->def.head_off;
    const struct veh_polyline *table = &def->feeler_thickness;
    const int i = row(table, coordinate);
    const double d = table->y[i] + slope(table, coordinate) * (coordinate - table->x[i]);
    return off->thin +
           (off->thick - off->thin) * (d - veh_head_thin) / (veh_head_thick - veh_head_thin);
}

static double feel(const struct veh_worksite *site, int machine, int feeler) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
    if (veh_fault_is_on(site, VEH_FAULT_SENSOR, VEH_HEAD_KNIVES))
        return 0.0; // its signal is gone
    const struct veh_head_gauges *g = &veh_head_of(m)->gauges;
    const double coordinate =
        sim_joint_position(site->world, m->instance.joints[def->feelers.index[feeler]], 0);
    if (def->feeler_thickness.count < 2)
        return coordinate;
    const double off = g->offset + g->out_of_round + off_calibration(site, def, coordinate);
    return coordinate + off / slope(&def->feeler_thickness, coordinate);
}

// ---- the photocell ----

// Whether the held stem is before it.
static bool covers_cell(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const int stem = veh_head_of(m)->stem;
    if (stem < 0 || veh_fault_is_on(site, VEH_FAULT_SENSOR, VEH_HEAD_PHOTOCELL))
        return false;
    const struct veh_head_place place = veh_head_place(site, machine, stem);
    const double cell = veh_head_def_of(m)->butt_cell;
    const double z = place.z + (place.butt_first ? cell : -cell);
    return z > 0.0 && z < ter_stem_length(&site->stems.items[stem].stem);
}

// ---- the computer ----

struct veh_computer_setup veh_head_setup(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
    const struct veh_saw_def *top = veh_top_saw_def(m->def);
    const struct sim_pose head = veh_machine_head_frame(site, machine);
    struct veh_computer_setup setup = {
        .pulse = def->wheel_pulse,
        .feelers = def->feelers.count < VEH_MAX_FEELERS ? def->feelers.count : VEH_MAX_FEELERS,
        .coordinate = def->feeler_thickness.x,
        .thick = def->feeler_thickness.y,
        .rows = def->feeler_thickness.count,
        .fastest = veh_head_fastest(m),
        .cell = def->butt_cell,
        .top_saw = top != NULL ? top->place : 0.0,
        .stems = veh_head_felled(m),
    };
    for (int i = 0; i < setup.feelers; i++) {
        const struct sim_joint_id joint = m->instance.joints[def->feelers.index[i]];
        setup.place[i] = sim_pose_local(head, sim_joint_anchor(site->world, joint)).z;
    }
    return setup;
}

static void publish(struct veh_head_state *head) {
    head->length = head->computer.length;
    head->diameter = veh_computer_diameter(&head->computer);
    head->target = head->computer.target;
    head->in_position = head->computer.in_position;
}

void veh_head_tell(struct veh_worksite *site, int machine, int stem,
                   const struct veh_computer_news *news) {
    const struct {
        bool so;
        enum veh_event_kind kind;
        double number;
    } told[] = {
        {news->proposed, VEH_EVENT_CUT_PROPOSED, 0.0},
        {news->forced, VEH_EVENT_CUT_FORCED, 0.0},
        {news->graded, VEH_EVENT_GRADE_MARKED, news->grade},
        {news->found, VEH_EVENT_BUTT_FOUND, 0.0},
        {news->reached, VEH_EVENT_LENGTH_REACHED,
         veh_head_of(&site->machines[machine])->computer.target},
        {news->log, VEH_EVENT_LOG_MEASURED, news->top},
    };
    publish(veh_head_of(&site->machines[machine]));
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        if (told[i].so)
            veh_site_event(
                site, &veh_part_head,
                (struct veh_event){.kind = told[i].kind,
                                   .machine = machine,
                                   .stem = stem,
                                   .tree = stem >= 0 ? site->stems.items[stem].tree : -1,
                                   .number = {news->length, told[i].number, news->mid, news->dbh},
                                   .text = told[i].kind == VEH_EVENT_LENGTH_REACHED ||
                                                   told[i].kind == VEH_EVENT_GRADE_MARKED
                                               ? NULL
                                           : news->product >= 0
                                               ? site->def.products->product[news->product].name
                                               : ""});
    veh_head_tell_calibration(site, machine, news);
}

bool veh_head_upright(const struct veh_worksite *site, int machine) {
    return sim_rotate(veh_machine_head_frame(site, machine).q, sim_vec3(0.0, 0.0, 1.0)).z > upright;
}

void veh_head_gauge(struct veh_worksite *site, int machine, int before) {
    const struct veh_machine *m = &site->machines[machine];
    struct veh_head_state *head = veh_head_of(m);
    seed(site, machine, &head->gauges);
    const bool rooted = head->stem >= 0 && veh_stem_has_roots(&site->stems.items[head->stem]);
    if (head->gauges.rooted && head->gauges.stem == head->stem && !rooted) {
        veh_head_bunch_add(site, machine, head->stem);
        veh_head_gauge_cut(site, machine, -1, -1); // sawn off or torn off its stump
    }
    head->gauges.rooted = rooted;
    if (before < 0 && head->stem >= 0)
        head->gauges.scale = error(site, &head->gauges, scale_error);
    const struct veh_computer_setup setup = veh_head_setup(site, machine);
    struct veh_computer_signals signals = {
        .step = sim_world_step_size(site->world),
        .pulses = turn_wheel(site, machine),
        .closed = head->closed,
        .upright = veh_head_upright(site, machine),
        .felt = head->stem >= 0,
        .covered = covers_cell(site, machine),
        .caliper = veh_head_use_caliper(site, machine),
    };
    for (int i = 0; i < setup.feelers; i++)
        signals.feeler[i] = feel(site, machine, i);
    struct veh_computer_news news;
    head->signals = signals;
    veh_computer_measure(&head->computer, site->def.products, &setup, &signals, &news);
    veh_head_tell(site, machine, head->stem, &news);
}

void veh_head_tell_log(struct veh_worksite *site, int machine, int log, double length,
                       double target) {
    const struct ter_stem *stem = &site->stems.items[log].stem;
    const struct sim_pose pose = veh_stem_pose(site, log), stand = veh_machine_pose(site, machine);
    const struct sim_vec3 end = sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(stem)));
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_LOG_CUT,
                                      .machine = machine,
                                      .stem = log,
                                      .tree = site->stems.items[log].tree,
                                      .number = {length, target,
                                                 ter_stem_diameter(stem, ter_stem_length(stem)),
                                                 pose.p.x, pose.p.y, end.x, end.y, stand.p.x,
                                                 stand.p.y, veh_pose_bearing(stand)}});
}

// The judgement of a buyer on the log: whether its product permits its wood.
static void judge(struct veh_worksite *site, int machine, int log) {
    const struct veh_stem *s = &site->stems.items[log];
    if (s->product < 0)
        return;
    const struct veh_product *product = &site->def.products->product[s->product];
    const double length = ter_stem_length(&s->stem);
    const int grade = ter_stem_grade(&s->stem, 0.0, length);
    if (!veh_product_permits(product, 1U << grade))
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_LOG_REJECTED,
                                          .machine = machine,
                                          .stem = log,
                                          .tree = s->tree,
                                          .number = {length, grade},
                                          .text = product->name});
}

// A log that the computer has booked.
static void mark(struct veh_worksite *site, int machine, int log,
                 const struct veh_computer_news *news) {
    site->stems.items[log].product = news->product;
    site->stems.items[log].colour = (uint8_t)news->colour;
    judge(site, machine, log);
    veh_head_tell(site, machine, log, news);
    veh_head_lay_out(site, machine, log, news);
}

// The share of a stem of a bunch in the news, which are those of the mean stem.
static void take_share(const struct veh_bunch *bunch, int member, struct veh_computer_news *news) {
    news->top = veh_bunch_diameter(bunch, member, news->top);
    news->mid = news->dbh = 0.0;
}

// The news of a cut. The bar passes through the stems of a bunch one after the other; the computer
// books them all with the first.
static struct veh_computer_news book(struct veh_worksite *site, int machine, int member) {
    const struct veh_machine *m = &site->machines[machine];
    struct veh_multi_tree_state *bunch = veh_head_bunch(m);
    struct veh_computer_news news = {.log = true};
    const double target = veh_head_of(m)->target;
    if (member >= 0 && bunch->cut.booked) {
        news.length = bunch->cut.length;
        news.top = bunch->cut.top;
        news.product = bunch->cut.product;
        news.colour = bunch->cut.colour;
    } else {
        veh_computer_cut(&veh_head_of(m)->computer, site->def.products, veh_head_felled(m), &news);
        if (member >= 0 && news.log)
            bunch->cut = (struct veh_bunch_cut){.booked = true,
                                                .length = news.length,
                                                .top = news.top,
                                                .target = target,
                                                .product = news.product,
                                                .colour = news.colour};
    }
    if (member >= 0 && news.log)
        take_share(&bunch->bunch, member, &news);
    return news;
}

void veh_head_gauge_cut(struct veh_worksite *site, int machine, int log, int member) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    const struct veh_computer_news news = book(site, machine, member);
    if (log >= 0)
        mark(site, machine, log, &news);
    else
        veh_head_tell(site, machine, log, &news);
    head->gauges.stem = -1;
    head->gauges.turned += error(site, &head->gauges, cut_jerk) + site->def.head_off.length;
}

void veh_head_top(struct veh_worksite *site, int machine, int kept, int other, double length,
                  bool was_log) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    const struct veh_computer_setup setup = veh_head_setup(site, machine);
    veh_computer_top(&head->computer, &setup);
    head->gauges.stem = kept; // its butt is where it was
    site->stems.items[kept].kind = was_log ? VEH_STEM_LOG : VEH_STEM_FELLED;
    site->stems.items[other].kind = VEH_STEM_FELLED;
    veh_head_leave(site, other);
    publish(head);
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_STEM_TOPPED,
                                      .machine = machine,
                                      .stem = other,
                                      .tree = site->stems.items[other].tree,
                                      .number = {length, head->computer.end}});
}

// A stem that has been topped in the head is a log with the news of the computer.
static void finish_log(struct veh_worksite *site, int machine, int index,
                       struct veh_computer_news news) {
    const int member = veh_head_member(&site->machines[machine], index);
    struct veh_stem *stem = &site->stems.items[index];
    if (member >= 0)
        take_share(&veh_head_bunch(&site->machines[machine])->bunch, member, &news);
    stem->kind = VEH_STEM_LOG;
    mark(site, machine, index, &news);
    veh_head_tell_log(site, machine, index, ter_stem_length(&stem->stem), 0.0);
}

// A saw has cut its upper end. Of a bunch, thin stems may end below the top saw.
static bool is_topped(const struct veh_stem *stem) {
    return stem->stem.to < stem->stem.height;
}

void veh_head_finish_logs(struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    int stems[VEH_MAX_BUNCH + 1];
    const int count = veh_head_stems(site, machine, stems);
    struct veh_computer_news news;
    if (site->stems.items[stems[0]].kind != VEH_STEM_FELLED ||
        !veh_computer_finish(&veh_head_of(m)->computer, site->def.products, veh_head_felled(m),
                             &news))
        return;
    for (int i = 0; i < count; i++) {
        const struct veh_stem *stem = &site->stems.items[stems[i]];
        if (stem->kind == VEH_STEM_FELLED && (count == 1 || is_topped(stem)))
            finish_log(site, machine, stems[i], news);
    }
}
