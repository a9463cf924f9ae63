#include "data/report/event_table.h"

#include <string.h>

#include <jansson.h>

#include "data/report/page_style.h"

// ---- kinds ----

// NULL: the program does not know it.
static const struct veh_event_info *info_of(const char *kind, int *index) {
    for (int i = 0; i < VEH_EVENT_COUNT; i++)
        if (strcmp(veh_event_name((enum veh_event_kind)i), kind) == 0) {
            *index = i;
            return veh_event_info((enum veh_event_kind)i);
        }
    return NULL;
}

const char *dat_report_event_title(const struct dat_report_out *out, const char *kind) {
    int index;
    if (info_of(kind, &index) != NULL)
        return out->texts->event[index];
    return strcmp(kind, "instructor") == 0 ? out->texts->word[DAT_WORD_INSTRUCTOR] : kind;
}

// ---- particulars ----

struct word {
    const char *key;
    enum dat_report_word word;
};

static const struct word particulars[] = {{"tree", DAT_WORD_TREE},
                                          {"stem", DAT_WORD_AT_STEM},
                                          {"diameter_m", DAT_WORD_AT_DIAMETER},
                                          {"top", DAT_WORD_AT_TOP_SAW},
                                          {"stump_height_m", DAT_WORD_AT_STUMP},
                                          {"force_n", DAT_WORD_AT_FORCE},
                                          {"split_m", DAT_WORD_AT_SPLIT},
                                          {"lost_m3", DAT_WORD_AT_LOST},
                                          {"target_m", DAT_WORD_AT_TARGET},
                                          {"from_m", DAT_WORD_AT_FROM},
                                          {"grade", DAT_WORD_AT_GRADE},
                                          {"length_m", DAT_WORD_AT_LENGTH},
                                          {"measured_length_m", DAT_WORD_AT_MEASURED_LENGTH},
                                          {"measured_top_m", DAT_WORD_AT_MEASURED_TOP},
                                          {"measured_mid_m", DAT_WORD_AT_MEASURED_MID},
                                          {"measured_dbh_m", DAT_WORD_AT_DBH},
                                          {"top_m", DAT_WORD_AT_TOP},
                                          {"mid_m", DAT_WORD_AT_MID},
                                          {"log", DAT_WORD_AT_LOG},
                                          {"length_off_mm", DAT_WORD_AT_LENGTH_OFF},
                                          {"diameter_off_mm", DAT_WORD_AT_DIAMETER_OFF},
                                          {"proposed", DAT_WORD_AT_PROPOSED},
                                          {"add_mm", DAT_WORD_AT_ADD},
                                          {"add_mm_per_m", DAT_WORD_AT_ADD_PER_M},
                                          {"class_mm", DAT_WORD_AT_CLASS},
                                          {"bunch", DAT_WORD_AT_BUNCH},
                                          {"stems", DAT_WORD_AT_STEMS},
                                          {"criteria", DAT_WORD_AT_CRITERIA},
                                          {"weight_kg", DAT_WORD_AT_WEIGHT},
                                          {"logs", DAT_WORD_AT_LOGS},
                                          {"dbh_m", DAT_WORD_AT_DBH},
                                          {"moment_n_m", DAT_WORD_AT_MOMENT},
                                          {"share_percent", DAT_WORD_AT_SHARE},
                                          {"residual_m_per_s", DAT_WORD_AT_RESIDUAL},
                                          {"steps", DAT_WORD_AT_STEPS},
                                          {"product", DAT_WORD_ASSORTMENT},
                                          {"criterion", DAT_WORD_AT_CRITERION},
                                          {"what", DAT_WORD_AT_WHAT},
                                          {"part", DAT_WORD_AT_PART},
                                          {"valve", DAT_WORD_AT_VALVE},
                                          {"fault", DAT_WORD_AT_FAULT},
                                          {"command", DAT_WORD_AT_COMMAND},
                                          {"text", DAT_WORD_AT_TEXT}};

// Texts of events that are words of the program, such as the reasons of a log that came loose.
static const struct word values[] = {
    {"outside", DAT_WORD_IS_OUTSIDE},   {"in_air", DAT_WORD_IS_IN_AIR},
    {"moving", DAT_WORD_IS_MOVING},     {"grapple", DAT_WORD_IS_GRAPPLE},
    {"tilted", DAT_WORD_IS_TILTED},     {"slipping", DAT_WORD_IS_SLIPPING},
    {"struck", DAT_WORD_IS_STRUCK},     {"bark", DAT_WORD_IS_BARK},
    {"crown", DAT_WORD_IS_CROWN},       {"top", DAT_WORD_IS_TOP},
    {"mixed", DAT_WORD_IS_MIXED},       {"pause", DAT_WORD_IS_PAUSE},
    {"continue", DAT_WORD_IS_CONTINUE}, {"note", DAT_WORD_IS_NOTE},
    {"end", DAT_WORD_IS_END},           {"restart", DAT_WORD_IS_RESTART},
    {"choose", DAT_WORD_IS_CHOOSE},     {"fault", DAT_WORD_IS_INJECT},
    {"replay", DAT_WORD_IS_REPLAY},     {"set", DAT_WORD_IS_SET}};

static const char *word_of(const struct dat_report_out *out, const struct word *words, size_t count,
                           const char *key) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i].key, key) == 0)
            return out->texts->word[words[i].word];
    return NULL;
}

// Texts that people or a machine's file wrote stay as they are; a name has its translation.
static void write_text(const struct dat_report_out *out, const char *key, const char *text) {
    const bool free_text = strcmp(key, "text") == 0 || strcmp(key, "tree") == 0;
    const char *word =
        free_text ? text : word_of(out, values, sizeof values / sizeof values[0], text);
    const char *comma = strchr(text, ','), *dot = strrchr(text, '.');
    char species[32];
    double length;
    if (word != NULL) {
        dat_html_print(out, " %s", word);
    } else if (strcmp(key, "what") == 0 && comma != NULL && sscanf(comma, ", %lf", &length) == 1) {
        (void)snprintf(species, sizeof species, "%.*s", (int)(comma - text), text);
        dat_html_print(out, " %s, %.1f m", dat_report_species(out->texts, species), length);
    } else {
        const bool named = strcmp(key, "valve") == 0 || strcmp(key, "part") == 0;
        dat_html_print(out, " %s", dat_html_name(out, named && dot != NULL ? dot + 1 : text));
    }
}

static const struct veh_event_number *number_of(const struct veh_event_info *info,
                                                const char *key) {
    for (int i = 0; info != NULL && i < VEH_EVENT_NUMBERS; i++)
        if (info->number[i].key != NULL && strcmp(info->number[i].key, key) == 0)
            return &info->number[i];
    return NULL;
}

static void write_number(const struct dat_report_out *out, const struct veh_event_number *number,
                         double value) {
    if (number != NULL)
        dat_html_print(out, " %.*f%s%s", number->decimals, value,
                       number->unit[0] != '\0' ? " " : "",
                       strcmp(number->unit, "m^3") == 0 ? "m³" : number->unit);
    else
        dat_html_print(out, " %.4g", value);
}

// Places on the site say nothing to a reader of the page; offices and programs take them from the
// record.
static bool is_place(const char *key) {
    const size_t length = strlen(key);
    return length > 4 &&
           (strcmp(key + length - 4, "_x_m") == 0 || strcmp(key + length - 4, "_y_m") == 0 ||
            strcmp(key, "machine_bearing_deg") == 0);
}

static void write_particulars(const struct dat_report_out *out, const struct veh_event_info *info,
                              const json_t *detail) {
    const char *key, *before = "";
    json_t *value;
    json_object_foreach((json_t *)detail, key, value) {
        const char *word =
            word_of(out, particulars, sizeof particulars / sizeof particulars[0], key);
        const bool top_saw = strcmp(key, "top") == 0;
        if (is_place(key) || (top_saw && json_number_value(value) < 0.5))
            continue;
        dat_html_print(out, "%s%s", before, word != NULL ? word : key);
        before = ", ";
        if (json_is_string(value))
            write_text(out, key, json_string_value(value));
        else if (json_is_number(value) && !top_saw)
            write_number(out, number_of(info, key), json_number_value(value));
    }
}

// ---- the table ----

static void event_row(const struct dat_report_out *out, const struct dat_event *event) {
    char time[32];
    int index;
    dat_report_clock(event->time, time, sizeof time);
    fputs("<tr>", out->file);
    dat_html_cell(out, "n", "%s", time);
    dat_html_cell(out, "", "%s", dat_report_event_title(out, event->kind));
    fputs("<td class=\"g\">", out->file);
    json_t *detail = event->detail != NULL ? json_loads(event->detail, 0, NULL) : NULL;
    write_particulars(out, info_of(event->kind, &index), detail);
    json_decref(detail);
    fputs("</td></tr>\n", out->file);
}

void dat_report_events(const struct dat_report_out *out, const struct dat_recorded *recorded) {
    if (recorded->events.count == 0)
        return;
    static const struct dat_html_column columns[] = {
        {DAT_WORD_MINUTES, true}, {DAT_WORD_EVENT, false}, {DAT_WORD_WITH, false}};
    dat_html_begin_table(out, DAT_WORD_EVENTS, columns, 3);
    for (int i = 0; i < recorded->events.count; i++)
        event_row(out, &recorded->events.items[i]);
    fputs("</table>\n", out->file);
}
