#include "ui/scene/tree_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "tests/near.h"
#include "ui/scene/foliage.h"

static void meshes_are_whole_and_small(void **state) {
    (void)state;
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        int vertices[UI_TREE_DETAIL_COUNT];
        for (int d = 0; d < UI_TREE_DETAIL_COUNT; d++) {
            struct ui_tree_mesh m;
            assert_true(ui_tree_mesh_build(&m, (enum ui_species)s, (enum ui_tree_detail)d));
            assert_int_equal(m.indices.count % 3, 0);
            for (int i = 0; i < m.indices.count; i++)
                assert_true(m.indices.items[i] < m.vertices.count);
            vertices[d] = m.vertices.count;
            for (int i = 0; i < m.vertices.count; i++) {
                const struct ui_tree_vertex *v = &m.vertices.items[i];
                const double out = hypot((double)v->shape[0], (double)v->shape[1]);
                assert_true(out < (v->picture[3] > 0.5F ? 1.5 : 1.001));
                assert_true(v->shape[2] > -0.35F && v->shape[2] < 1.35F);
                assert_true(v->picture[2] >= 0.0F && v->picture[2] < (float)UI_LEAF_COUNT);
            }
            ui_tree_mesh_finish(&m);
        }
        // Where the processor draws, vertices cost most.
        assert_true(vertices[UI_TREE_NEAR] < 600);
        assert_true(vertices[UI_TREE_MIDDLE] < 140);
    }
}

static void leaves_have_holes_and_bark_has_none(void **state) {
    (void)state;
    unsigned char *rgba = malloc(UI_LEAF_SIZE * UI_LEAF_SIZE * 4);
    assert_non_null(rgba);
    for (int layer = 0; layer < UI_LEAF_COUNT; layer++) {
        const bool bark = layer >= UI_LEAF_BARK_SPRUCE && layer <= UI_LEAF_BARK_BIRCH;
        ui_leaf_paint((enum ui_leaf_layer)layer, rgba);
        const double coverage = (double)ui_leaf_coverage(rgba, UI_LEAF_SIZE);
        if (bark)
            assert_near(coverage, 1.0, 0.0);
        else
            assert_true(coverage > 0.03 && coverage < 0.95);
    }
    free(rgba);
}

// All steps from one row or column of the layer to another; from the last to the first, they are
// the seam on a stem.
static int steps_between(const unsigned char *rgba, bool rows, int from, int to) {
    int sum = 0;
    for (int i = 0; i < UI_LEAF_SIZE; i++) {
        const unsigned char *a =
            rgba + 4 * (rows ? from * UI_LEAF_SIZE + i : i * UI_LEAF_SIZE + from);
        const unsigned char *b = rgba + 4 * (rows ? to * UI_LEAF_SIZE + i : i * UI_LEAF_SIZE + to);
        for (int k = 0; k < 3; k++)
            sum += abs(a[k] - b[k]);
    }
    return sum;
}

// Where the picture of a bark meets itself it steps no more than anywhere within it.
static void bark_has_no_seam(void **state) {
    (void)state;
    unsigned char *rgba = malloc(UI_LEAF_SIZE * UI_LEAF_SIZE * 4);
    assert_non_null(rgba);
    for (int layer = UI_LEAF_BARK_SPRUCE; layer <= UI_LEAF_BARK_BIRCH; layer++) {
        ui_leaf_paint((enum ui_leaf_layer)layer, rgba);
        for (int rows = 0; rows < 2; rows++) {
            int within = 0;
            for (int i = 0; i + 1 < UI_LEAF_SIZE; i++) {
                const int step = steps_between(rgba, rows == 1, i, i + 1);
                within = step > within ? step : within;
            }
            assert_true(steps_between(rgba, rows == 1, UI_LEAF_SIZE - 1, 0) <= within);
        }
    }
    free(rgba);
}

// Far away a leafy crown must not become a bare one.
static void smaller_copies_keep_their_coverage(void **state) {
    (void)state;
    unsigned char *level[2] = {malloc(UI_LEAF_SIZE * UI_LEAF_SIZE * 4),
                               malloc(UI_LEAF_SIZE * UI_LEAF_SIZE * 4)};
    assert_true(level[0] != NULL && level[1] != NULL);
    ui_leaf_paint(UI_LEAF_BIRCH, level[0]);
    const float coverage = ui_leaf_coverage(level[0], UI_LEAF_SIZE);
    for (int i = 0, size = UI_LEAF_SIZE; size > 16; i++, size /= 2) {
        ui_leaf_halve(level[i % 2], size, coverage, level[(i + 1) % 2]);
        // A pixel of the small copy is all or nothing.
        assert_near((double)ui_leaf_coverage(level[(i + 1) % 2], size / 2), (double)coverage, 0.06);
    }
    free(level[0]);
    free(level[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_whole_and_small),
        cmocka_unit_test(leaves_have_holes_and_bark_has_none),
        cmocka_unit_test(bark_has_no_seam),
        cmocka_unit_test(smaller_copies_keep_their_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
