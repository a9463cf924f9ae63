#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/metrics/metric.h"
#include "data/record/json.h"
#include "data/report/group.h"

// RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe.
static void cell(FILE *file, const char *text) {
    fputs(",\"", file);
    while (text[0] != '\0' && (unsigned char)text[0] < 0x20) // is left out
        text++;
    if (text[0] != '\0' && strchr("=+-@", text[0]) != NULL)
        fputc('\'', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        if ((unsigned char)*text >= 0x20)
            fputc(*text, file);
    }
    fputc('"', file);
}

static void number(FILE *file, const json_t *value) {
    fputc(',', file);
    if (json_is_number(value))
        fprintf(file, "%.9g", json_number_value(value));
}

static void row(FILE *file, const struct dat_session_info *info) {
    json_t *result = dat_session_figures(info);
    const char *mark = json_string_value(json_object_get(result, "mark"));
    fprintf(file, "%lld", (long long)info->id);
    cell(file, info->start_utc);
    cell(file, info->trainee);
    cell(file, info->exercise);
    cell(file, info->parameters != NULL ? info->parameters : "");
    cell(file, info->machine);
    fprintf(file, ",%.9g", (double)info->steps * info->step);
    cell(file, dat_outcome_name(info->outcome));
    cell(file, mark != NULL ? mark : "");
    number(file, json_object_get(result, "points"));
    for (int m = 0; m < DAT_METRIC_COUNT; m++)
        number(file, json_object_get(result, dat_metric_name((enum dat_metric)m)));
    fputs("\r\n", file);
    json_decref(result);
}

char *dat_report_csv(const struct dat_session_list *sessions, const struct dat_report_whom *whom) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return NULL;
    fputs("session,start_utc,trainee,exercise,parameters,machine,duration_s,outcome,mark,points",
          file);
    for (int m = 0; m < DAT_METRIC_COUNT; m++)
        fprintf(file, ",%s", dat_metric_name((enum dat_metric)m));
    fputs("\r\n", file);
    for (int i = 0; i < sessions->count; i++)
        if (dat_report_means(whom, &sessions->items[i]))
            row(file, &sessions->items[i]);
    const bool ok = ferror(file) == 0;
    if (fclose(file) == 0 && ok)
        return text;
    free(text);
    return NULL;
}
