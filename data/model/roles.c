// The roles of a machine: which of its bodies, joints and inputs its logic needs.
#include <string.h>

#include "data/model/reader.h"

// A role exists once, whatever number of parts say it. True: read it.
static bool begin(const struct dat_value *value, bool *present) {
    if (value->node == NULL) {
        return false;
    }
    if (*present) {
        dat_yaml_error_key(
            value->node, "the role '%s' is given twice, expected it once in the file and its parts",
            value->node->key);
        return false;
    }
    *present = true;
    return true;
}

static int body_of(const struct dat_model_reader *r, const struct dat_model_use *use,
                   const struct dat_value *value) {
    return value->node != NULL ? dat_model_body(r, use, value->node, value->text) : -1;
}

static int joint_of(const struct dat_model_reader *r, const struct dat_model_use *use,
                    const struct dat_value *value) {
    return value->node != NULL ? dat_model_joint(r, use, value->node, value->text, NULL) : -1;
}

static int input_of(const struct dat_model_reader *r, const struct dat_value *value) {
    return dat_model_optional_input(r, value);
}

enum list_of { BODIES, JOINTS, INPUTS };

static void read_list(const struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, enum list_of what, struct veh_list *list) {
    if (value->node == NULL) {
        return;
    }
    if (value->node->count > VEH_MAX_LIST) {
        dat_yaml_error(value->node, "'%s' has %d names, expected at most %d", value->node->key,
                       value->node->count, VEH_MAX_LIST);
        return;
    }
    for (const struct dat_node *i = value->node->first; i != NULL; i = i->next) {
        const int index = what == BODIES   ? dat_model_body(r, use, i, i->text)
                          : what == JOINTS ? dat_model_joint(r, use, i, i->text, NULL)
                                           : dat_model_input(r, i, i->text);
        if (index >= 0) {
            list->index[list->count++] = index;
        }
    }
}

static void read_drive(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct veh_drive_def *drive = &r->out->drive;
    struct dat_model_drive keys;
    if (!begin(&use->keys.drive, &drive->present)) {
        return;
    }
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_DRIVE, use->keys.drive.node, &keys);
    drive->body = body_of(r, use, &keys.body);
    drive->drive_input = input_of(r, &keys.drive_input);
    drive->steer_input = input_of(r, &keys.steer_input);
    drive->brake_input = input_of(r, &keys.brake_input);
    drive->steer_joint = joint_of(r, use, &keys.steer_joint);
    drive->speed_max = keys.speed_max.number[0];
}

static void read_crane(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct veh_crane_def *crane = &r->out->crane;
    struct dat_model_crane keys;
    if (!begin(&use->keys.crane, &crane->present)) {
        return;
    }
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_CRANE, use->keys.crane.node, &keys);
    crane->slew = joint_of(r, use, &keys.slew);
    crane->boom = joint_of(r, use, &keys.boom);
    crane->jib = joint_of(r, use, &keys.jib);
    crane->telescope = joint_of(r, use, &keys.telescope);
    crane->slew_input = input_of(r, &keys.slew_input);
    crane->boom_input = input_of(r, &keys.boom_input);
    crane->jib_input = input_of(r, &keys.jib_input);
    crane->telescope_input = input_of(r, &keys.telescope_input);
    crane->tip_body = body_of(r, use, &keys.tip_body);
    crane->tip = dat_model_mirror_point(use, dat_value_vec3(&keys.tip));
}

static void read_head(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct veh_head_def *head = &r->out->head;
    struct dat_model_head keys;
    if (!begin(&use->keys.head, &head->present)) {
        return;
    }
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_HEAD, use->keys.head.node, &keys);
    struct dat_model_stem stem;
    dat_keys_defaults(&dat_model_keys, DAT_SECTION_STEM, &stem);
    if (keys.stem.node != NULL) {
        (void)dat_keys_read(&dat_model_keys, DAT_SECTION_STEM, keys.stem.node, &stem);
    }
    head->body = body_of(r, use, &keys.body);
    head->stem = dat_model_mirror_pose(use, dat_value_pose(&stem.position, &stem.rotation_deg));
    head->reach = keys.reach.number[0];
    head->saw_joint = joint_of(r, use, &keys.saw_joint);
    head->saw_area_rate = keys.saw_area_rate.number[0];
    head->saw_bar = keys.saw_bar.number[0];
    read_list(r, use, &keys.knives, JOINTS, &head->knives);
    read_list(r, use, &keys.rollers, JOINTS, &head->rollers);
    head->roller_radius = keys.roller_radius.number[0];
    read_list(r, use, &keys.gripping, BODIES, &head->gripping);
    head->grip_input = input_of(r, &keys.grip_input);
    head->feed_input = input_of(r, &keys.feed_input);
    head->saw_input = input_of(r, &keys.saw_input);
    head->tilt_input = input_of(r, &keys.tilt_input);
    head->rotator_input = input_of(r, &keys.rotator_input);
    head->feed_speed = keys.feed_speed.number[0];
}

static void read_grapple(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct veh_grapple_def *grapple = &r->out->grapple;
    struct dat_model_grapple keys;
    if (!begin(&use->keys.grapple, &grapple->present)) {
        return;
    }
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_GRAPPLE, use->keys.grapple.node, &keys);
    grapple->body = body_of(r, use, &keys.body);
    grapple->centre = dat_model_mirror_point(use, dat_value_vec3(&keys.centre));
    read_list(r, use, &keys.tongs, BODIES, &grapple->tongs);
    grapple->grip_input = input_of(r, &keys.grip_input);
    grapple->rotator_input = input_of(r, &keys.rotator_input);
}

static void read_bunk(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct veh_bunk_def *bunk = &r->out->bunk;
    struct dat_model_bunk keys;
    if (!begin(&use->keys.bunk, &bunk->present)) {
        return;
    }
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_BUNK, use->keys.bunk.node, &keys);
    bunk->body = body_of(r, use, &keys.body);
    bunk->centre = dat_model_mirror_point(use, dat_value_vec3(&keys.centre));
    bunk->half = sim_scale(dat_value_vec3(&keys.size), 0.5);
}

static void read_lock(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_node *item) {
    struct dat_model_lock keys;
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_LOCK, item, &keys);
    if (r->out->lock_count == VEH_MAX_LOCKS) {
        dat_yaml_error(item, "more than %d locks in the file and its parts", VEH_MAX_LOCKS);
        return;
    }
    struct veh_lock_def *lock = &r->out->locks[r->out->lock_count++];
    (void)dat_model_full_name(use, &keys.name, lock->name);
    read_list(r, use, &keys.joints, JOINTS, &lock->joints);
    read_list(r, use, &keys.inputs, INPUTS, &lock->inputs);
    lock->input_below = keys.input_below.number[0];
    lock->speed_below = keys.speed_below.number[0];
    lock->delay = keys.delay.number[0];
}

static void read_camera(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *item) {
    struct dat_model_camera keys;
    (void)dat_keys_read(&dat_model_keys, DAT_SECTION_CAMERA, item, &keys);
    if (r->out->camera_count == VEH_MAX_CAMERAS) {
        dat_yaml_error(item, "more than %d cameras in the file and its parts", VEH_MAX_CAMERAS);
        return;
    }
    struct veh_camera_def *camera = &r->out->cameras[r->out->camera_count++];
    (void)dat_model_full_name(use, &keys.name, camera->name);
    camera->body = body_of(r, use, &keys.body);
    camera->pose = dat_model_mirror_pose(use, dat_value_pose(&keys.position, &keys.rotation_deg));
    camera->fov = keys.fov_deg.number[0];
}

// Only the outermost file knows how large the machine is.
static void read_activation(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct dat_model_activation keys;
    const struct dat_node *node = use->keys.activation.node;
    dat_keys_defaults(&dat_model_keys, DAT_SECTION_ACTIVATION, &keys);
    if (node != NULL && use->parent >= 0) {
        dat_yaml_error_key(node, "'activation' in a part, expected it in the machine's own file");
        return;
    }
    if (node != NULL) {
        (void)dat_keys_read(&dat_model_keys, DAT_SECTION_ACTIVATION, node, &keys);
    }
    if (use->parent >= 0) {
        return;
    }
    r->out->activation_low = dat_value_vec3(&keys.low);
    r->out->activation_high = dat_value_vec3(&keys.high);
    for (int i = 0; i < 3 && node != NULL; i++) {
        if (keys.low.number[i] >= keys.high.number[i]) {
            dat_yaml_error_key(node, "'low' expected every coordinate below that of 'high'");
            return;
        }
    }
}

void dat_model_read_roles(struct dat_model_reader *r, struct dat_model_use *use) {
    read_drive(r, use);
    read_crane(r, use);
    read_head(r, use);
    read_grapple(r, use);
    read_bunk(r, use);
    for (const struct dat_node *i = dat_keys_items(&use->keys.locks); i != NULL; i = i->next) {
        read_lock(r, use, i);
    }
    for (const struct dat_node *i = dat_keys_items(&use->keys.cameras); i != NULL; i = i->next) {
        read_camera(r, use, i);
    }
    read_activation(r, use);
}
