// Parameters of a model file; data/text/parameters.h evaluates the expressions that use them.
#include "data/text/parameters.h"

#include "data/model/reader.h"

static const struct dat_node *child_of(const struct dat_node *map, const char *name) {
    return map != NULL && map->kind == DAT_NODE_MAP ? dat_yaml_find(map, name) : NULL;
}

bool dat_model_evaluate(const struct dat_model_use *use) {
    const struct dat_node *root = dat_yaml_root(use->yaml);
    const struct dat_node *map = dat_yaml_find(root, "parameters");
    struct dat_parameter list[DAT_PARAMETERS];
    int count = 0;
    // A value of another type is reported later, by the reader of the keys.
    const struct dat_node *first = map != NULL && map->kind == DAT_NODE_MAP ? map->first : NULL;
    for (const struct dat_node *i = first; i != NULL && count < DAT_PARAMETERS; i = i->next)
        list[count++] = (struct dat_parameter){
            .name = i->key, .node = i, .given = child_of(use->part.parameters.node, i->key)};
    return dat_parameters_evaluate(root, list, count);
}

void dat_model_check_parameters(const struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->part.parameters); i != NULL; i = i->next) {
        if (child_of(use->keys.parameters.node, i->key) == NULL) {
            dat_yaml_error_key(i, "there is no parameter '%.40s' in '%.80s'", i->key,
                               use->part.file.text);
        }
    }
}
