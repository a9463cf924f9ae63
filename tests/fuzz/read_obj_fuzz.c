// Reads any bytes as a mesh file; an accepted one must make a mesh, or a sentence that says why
// not.
#include "data/model/obj.h"
#include "sim/shape/mesh.h"
#include "tests/fuzz/text.h"

static void check(const struct dat_obj *obj) {
    const char *problem = NULL;
    struct sim_mesh *mesh =
        sim_mesh_create(obj->vertices, obj->vertex_count, (const int(*)[3])obj->triangles,
                        obj->triangle_count, &problem);
    if ((mesh == NULL) != (problem != NULL) || obj->face_line < 1)
        abort();
    sim_mesh_destroy(mesh);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    struct dat_obj obj;
    char *text = fuzz_text(data, size, "fuzz.obj", &d);
    if (text == NULL)
        return 0;
    const int accepted = dat_read_obj(text, &obj, &d);
    fuzz_check_result(accepted, &d);
    if (accepted) {
        check(&obj);
        dat_obj_finish(&obj);
    }
    free(text);
    return 0;
}
