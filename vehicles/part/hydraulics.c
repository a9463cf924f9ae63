#include "vehicles/part/hydraulics.h"

#include "vehicles/part/engine.h"
#include "vehicles/part/valve.h"
#include "vehicles/site.h"

static const double oil_heat = 1670.0; // [J/(l K)]: 0.87 kg/l times 1920 J/(kg K) of mineral oil

static const struct veh_key keys[] = {
    VEH_KEY_RANGE(hydraulics, displacement_cm3, NUMBER, "cm^3", NULL, 0.1, 1e4,
                  "of the pump, per turn"),
    VEH_KEY_RANGE(hydraulics, speed_rpm, NUMBER, "1/min", NULL, 1, 2e4,
                  "of the pump; with an engine, at its `working_rpm`"),
    VEH_KEY_RANGE(hydraulics, volumetric_efficiency, NUMBER, "", "0.95", 0.1, 1,
                  "flow of the pump per displacement and speed"),
    VEH_KEY_RANGE(hydraulics, pressure_bar, NUMBER, "bar", NULL, 1, 1000,
                  "at which the pump swivels back"),
    VEH_KEY_RANGE(hydraulics, margin_bar, NUMBER, "bar", "20", 0, 100,
                  "of the pump's pressure above the highest load"),
    VEH_KEY_RANGE(hydraulics, power_kw, NUMBER, "kW", NULL, 0.1, 1e4,
                  "that the pump's regulator allows; at high pressure it limits the flow"),
    VEH_KEY_RANGE(hydraulics, efficiency, NUMBER, "", "0.88", 0.1, 1,
                  "of the pump: its pressure times its flow per power at the shaft"),
    VEH_KEY_RANGE(hydraulics, response_s, NUMBER, "s", "0.1", 0, 2,
                  "time constant with which the pump's pressure follows the load"),
    VEH_KEY_RANGE(hydraulics, oil_l, NUMBER, "l", "200", 1, 5000,
                  "in tank and lines, which the losses warm"),
    VEH_KEY_RANGE(hydraulics, cooler_w_per_k, NUMBER, "W/K", "600", 0, 1e5,
                  "that cooler and tank give off per degree above the air"),
    VEH_KEY_RANGE(hydraulics, air_c, NUMBER, "degrees C", "15", -50, 60, "of the air"),
    VEH_KEY_RANGE(hydraulics, oil_c, NUMBER, "degrees C", "40", -50, 150,
                  "of the oil at the start"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_hydraulics_state, pressure),
    VEH_STATE(veh_hydraulics_state, flow),
    VEH_STATE(veh_hydraulics_state, temperature),
};

static void begin(struct veh_part *part) {
    const struct veh_hydraulics_def *def = part->def;
    ((struct veh_hydraulics_state *)part->state)->temperature = def->oil_c;
}

// All valves of the machine.
static int find_valves(struct veh_worksite *site, int machine, struct veh_part *valves[]) {
    struct veh_machine *m = &site->machines[machine];
    int count = 0;
    for (int i = 0; i < m->part_count; i++)
        if (m->parts[i].kind == &veh_part_valve)
            valves[count++] = &m->parts[i];
    return count;
}

// The pump's share of the flow [m^3/s] that the valves ask for.
static double most_flow(struct veh_worksite *site, const struct veh_part *part, double asked) {
    const struct veh_hydraulics_def *def = part->def;
    const struct veh_hydraulics_state *pump = part->state;
    const double pace = veh_engine_pace(site, part->machine);
    const double most =
        veh_pump_flow(def->displacement_cm3 * 1e-6, pace * def->speed_rpm / 60.0,
                      def->volumetric_efficiency, def->power_kw * 1e3, pump->pressure);
    const double wish = fmin(asked, most) * pump->pressure / def->efficiency;
    const double power =
        def->efficiency * veh_engine_ask(site, part->machine, VEH_ENGINE_PUMP, wish);
    return pump->pressure * most > power ? power / pump->pressure : most;
}

static void actuate(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_hydraulics_def *def = part->def;
    struct veh_part *valves[VEH_MAX_PARTS];
    struct veh_flow_demand demand[VEH_MAX_PARTS];
    const int count = find_valves(site, part->machine, valves);
    const double pressure = def->pressure_bar * veh_bar;
    double asked = 0.0;
    for (int i = 0; i < count; i++) {
        const struct veh_valve_def *valve = valves[i]->def;
        demand[i] = (struct veh_flow_demand){.flow = veh_valve_ask(site, valves[i], pressure),
                                             .priority = valve->priority};
        asked += demand[i].flow;
    }
    veh_share_flow(most_flow(site, part, asked), demand, count);
    for (int i = 0; i < count; i++)
        veh_valve_give(site, valves[i], demand[i].share, pressure);
}

// The power of the shaft [W] that no actuator gives out becomes heat; so does the work of a load
// that is lowered. C dT/dt = heat - cooling (T - air), implicit.
static void warm(struct veh_hydraulics_state *pump, const struct veh_hydraulics_def *def,
                 double heat, double h) {
    const double capacity = def->oil_l * oil_heat;
    pump->temperature =
        (capacity * pump->temperature + h * (heat + def->cooler_w_per_k * def->air_c)) /
        (capacity + h * def->cooler_w_per_k);
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_hydraulics_def *def = part->def;
    struct veh_hydraulics_state *pump = part->state;
    struct veh_part *valves[VEH_MAX_PARTS];
    const int count = find_valves(site, part->machine, valves);
    double highest = 0.0, work = 0.0;
    pump->flow = 0.0;
    for (int i = 0; i < count; i++) {
        highest = fmax(highest, veh_valve_pressure_asked(site, valves[i]));
        pump->flow += veh_valve_flow(site, valves[i]);
        work += veh_valve_power(site, valves[i]);
    }
    const double aim = fmin(highest + def->margin_bar * veh_bar, def->pressure_bar * veh_bar);
    const double h = sim_world_step_size(site->world);
    const double shaft = pump->pressure * pump->flow / def->efficiency;
    veh_engine_take(site, part->machine, shaft);
    warm(pump, def, shaft - work, h);
    pump->pressure += (aim - pump->pressure) * h / (h + def->response_s);
}

static double pressure(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_hydraulics_state *)part->state)->pressure / veh_bar;
}

static double flow(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_hydraulics_state *)part->state)->flow / veh_litre_per_minute;
}

static double power(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    const struct veh_hydraulics_state *pump = part->state;
    return 1e-3 * pump->pressure * pump->flow;
}

static double temperature(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_hydraulics_state *)part->state)->temperature;
}

static const struct veh_measure measures[] = {
    [VEH_HYDRAULICS_PRESSURE] = {"pressure_bar", "bar", "of the pump", pressure},
    [VEH_HYDRAULICS_FLOW] = {"flow_l_per_min", "l/min", "of the pump", flow},
    [VEH_HYDRAULICS_POWER] = {"power_kW", "kW", "of the pump: its pressure times its flow", power},
    [VEH_HYDRAULICS_TEMPERATURE] = {"oil_C", "C",
                                    "of the oil, which the losses warm and the cooler cools",
                                    temperature},
};

const struct veh_part_kind veh_part_hydraulics = {
    .id = VEH_PART_HYDRAULICS,
    .role = "role: the pump that drives the valves",
    .title = "the hydraulics",
    .help = "One pump with load-sensing control. Where the valves ask for more than it can give, "
            "all functions of a priority slow down alike.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_hydraulics_def),
    .state_size = sizeof(struct veh_hydraulics_state),
    .state = VEH_STATE_TABLE(state),
    .begin = begin,
    .actuate = actuate,
    .after = after,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
