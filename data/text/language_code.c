#include "data/text/language_code.h"

#include <string.h>

// All of ISO 639-1, each followed by a blank.
static const char codes[] =
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy "
    "da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu "
    "hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb "
    "lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om "
    "or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw "
    "ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool dat_language_known(const char *code) {
    const size_t length = strlen(code);
    if (length != 2 && !(length == 5 && code[2] == '_' && is_upper(code[3]) && is_upper(code[4])))
        return false;
    for (const char *c = codes; *c != '\0'; c += 3)
        if (strncmp(c, code, 2) == 0)
            return true;
    return false;
}

bool dat_language_check(const struct dat_value *value) {
    if (value->node == NULL)
        return false;
    if (dat_language_known(value->text))
        return true;
    dat_yaml_error(value->node,
                   "unknown language '%.40s', expected a code of ISO 639-1 such as 'de' or 'pt_BR'",
                   value->text);
    return false;
}
