// A picture of a scene by one camera, for tests.
#pragma once

#include "ui/gl/renderer.h"

static inline bool tests_picture(struct ui_gl_renderer *renderer, const struct ui_scene *scene,
                                 const struct ui_camera *camera, const struct ui_stereo *stereo,
                                 struct ui_gl_target *target) {
    const struct ui_view_table views = ui_view_table_of(camera);
    return ui_gl_renderer_views(renderer, scene, &views, stereo, target);
}
