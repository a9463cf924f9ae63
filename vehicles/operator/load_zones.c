// The demonstrator of loading: where in the bunk each assortment lies.
//
// What goes onto piles of its own lies in heaps side by side, from the floor to the top. The jaws
// dip into a heap as deep as they are, and take a whole bundle of one assortment; out of a layer
// over the whole width they take one row of logs. The first heap leans against the left stakes, the
// second against the right ones, the third fills the valley between them.
#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double beside_stakes = 0.1; // [m] of the loading space that logs do not fill
static const double zone_least = 0.75;   // [m] across, so that the jaws find room in it
static const double off_stakes = 0.7;    // [m] of a lane from the middle: no log comes onto them
static const double bundle_half = 0.3;   // [m] of what hangs in the jaws

// Which assortments lie in one heap: those that one landing takes.
static int heap_of(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const int landing = load->landing_count > 0 ? veh_load_landing_of(load, site, stem) : -1;
    return landing >= 0 ? VEH_LOAD_KINDS + landing : veh_load_kind_of(load, site, stem);
}

// Gives each assortment its heap, in the order in which they are loaded. Returns the number of
// heaps.
static int number_heaps(struct veh_load *load, const struct veh_worksite *site) {
    int heaps[VEH_LOAD_KINDS], count = 0;
    for (int k = 0; k < load->kind_count; k++) {
        int stem = 0;
        while (stem < site->stems.count &&
               (!veh_load_wants(load, site, stem) || veh_load_kind_of(load, site, stem) != k))
            stem++;
        load->kinds[k].zone = 0;
        if (stem == site->stems.count)
            continue;
        int h = 0;
        while (h < count && heaps[h] != heap_of(load, site, stem))
            h++;
        if (h == count)
            heaps[count++] = heap_of(load, site, stem);
        load->kinds[k].zone = h % VEH_LOAD_ZONES; // further heaps lie on those
    }
    return count < VEH_LOAD_ZONES ? count : VEH_LOAD_ZONES;
}

// [m^3] of each zone, of as many logs as are to be loaded.
static void measure(const struct veh_load *load, const struct veh_worksite *site,
                    double volume[VEH_LOAD_ZONES]) {
    int left = load->base.task.logs;
    for (int k = 0; k < load->kind_count; k++)
        for (int i = 0; i < site->stems.count && left > 0; i++) {
            if (!veh_load_wants(load, site, i) || veh_load_kind_of(load, site, i) != k)
                continue;
            const struct ter_stem *stem = &site->stems.items[i].stem;
            volume[load->kinds[k].zone] += ter_stem_volume(stem, 0.0, ter_stem_length(stem));
            left--;
        }
}

void veh_load_share_bunk(struct veh_load *load, const struct veh_worksite *site) {
    const double half =
        0.5 * veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.y - beside_stakes;
    double volume[VEH_LOAD_ZONES] = {0.0}, sum = 0.0, width[VEH_LOAD_ZONES];
    load->turn = load->kind_count;
    const int count = number_heaps(load, site);
    load->zone_count = load->base.task.unload > 0 ? count : 0;
    measure(load, site, volume);
    for (int z = 0; z < count; z++)
        sum += volume[z];
    const double spare = 2.0 * half - count * zone_least;
    for (int z = 0; z < count; z++)
        width[z] = zone_least + spare * volume[z] / fmax(sum, 1e-9);
    double left = half, right = -half;
    for (int z = 0; z < count; z++) {
        const bool last = z == count - 1, on_left = z % 2 == 0;
        load->zones[z].left = on_left || last ? left : right + width[z];
        load->zones[z].right = on_left && !last ? left - width[z] : right;
        left = on_left ? load->zones[z].right : left;
        right = on_left ? right : load->zones[z].left;
    }
}

// The assortment of most of what hangs in the jaws; with empty ones that which is loaded now. -1:
// any.
static int kind_to_lay(const struct veh_load *load, const struct veh_worksite *site) {
    int counts[VEH_LOAD_KINDS] = {0}, most = -1;
    for (int i = 0; i < load->held_count; i++) {
        const int k = veh_load_kind_of(load, site, load->held[i]);
        if (k >= 0 && ++counts[k] > (most < 0 ? 0 : counts[most]))
            most = k;
    }
    return load->held_count > 0 ? most : load->turn < load->kind_count ? load->turn : -1;
}

void veh_load_lanes(const struct veh_load *load, const struct veh_worksite *site, double *from,
                    double *to) {
    const int kind = kind_to_lay(load, site);
    *from = -veh_load_lane_most;
    *to = veh_load_lane_most;
    if (load->zone_count == 0 || kind < 0)
        return;
    const struct veh_load_zone *zone = &load->zones[load->kinds[kind].zone];
    const double middle = sim_clamp(0.5 * (zone->left + zone->right), -off_stakes, off_stakes);
    *from = fmin(fmax(-off_stakes, zone->right + bundle_half), middle);
    *to = fmax(fmin(off_stakes, zone->left - bundle_half), middle);
}
