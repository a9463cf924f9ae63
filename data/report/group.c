#include "data/report/group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/metrics/mark.h"
#include "data/record/json.h"
#include "data/report/attempts.h"
#include "data/report/history.h"
#include "data/report/page_style.h"

bool dat_report_means(const struct dat_report_whom *whom, const struct dat_session_info *info) {
    return info->who == DAT_TRAINEE &&
           (whom->trainee == NULL || strcmp(info->trainee, whom->trainee) == 0) &&
           (whom->exercise == NULL || strcmp(info->exercise, whom->exercise) == 0) &&
           (whom->since == NULL || strcmp(info->start_utc, whom->since) >= 0);
}

// The mark of the session's result; DAT_NO_MARK: none.
static enum dat_mark mark_of(const struct dat_session_info *info) {
    json_t *result = dat_session_figures(info);
    const char *name = json_string_value(json_object_get(result, "mark"));
    int mark = DAT_GOLD;
    while (mark > DAT_NO_MARK &&
           (name == NULL || strcmp(name, dat_mark_name((enum dat_mark)mark)) != 0))
        mark--;
    json_decref(result);
    return (enum dat_mark)mark;
}

// "-" instead of NAN.
static void number_cell(const struct dat_report_out *o, double value) {
    if (isfinite(value))
        dat_html_cell(o, "n", "%.0f", value);
    else
        dat_html_cell(o, "n", "-");
}

static void start_cell(const struct dat_report_out *o, const struct dat_session_info *info) {
    dat_html_cell(o, "", "%.10s %.5s", info->start_utc,
                  strlen(info->start_utc) > 11 ? info->start_utc + 11 : "");
}

// ---- one exercise ----

struct section {
    const struct dat_report_out *out;
    const struct dat_session_list *sessions;
    const struct dat_report_whom *whom;
    const struct dat_session_info *first; // which has the exercise and its parameters
};

static bool belongs(const struct section *s, const struct dat_session_info *info) {
    return dat_report_means(s->whom, info) && strcmp(info->exercise, s->first->exercise) == 0 &&
           dat_session_same_parameters(info->parameters, s->first->parameters);
}

static void curves(const struct section *s) {
    static const struct {
        const char *key;
        enum dat_report_word title;
    } figures[] = {{"points", DAT_WORD_POINTS},
                   {"crane_control_percent", DAT_WORD_CRANE_CONTROL},
                   {"time_s", DAT_WORD_TIME}};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct dat_attempt_list list;
        dat_attempts_collect(&list, s->sessions, s->first->exercise, s->first->parameters,
                             figures[i].key);
        dat_attempts_draw(s->out, &list, s->whom->trainee, figures[i].title);
        dat_attempts_finish(&list);
    }
}

// Of one trainee in the section.
struct tally {
    int attempts;
    double first, last, most, control; // NAN: none
    enum dat_mark mark;
};

static struct tally count(const struct section *s, const char *trainee) {
    struct tally t = {.first = (double)NAN,
                      .last = (double)NAN,
                      .most = (double)NAN,
                      .control = (double)NAN,
                      .mark = DAT_NO_MARK};
    for (int i = 0; i < s->sessions->count; i++) {
        const struct dat_session_info *info = &s->sessions->items[i];
        if (!belongs(s, info) || strcmp(info->trainee, trainee) != 0)
            continue;
        const double points = dat_session_figure(info, "points");
        const double control = dat_session_figure(info, "crane_control_percent");
        t.attempts++;
        t.first = isfinite(t.first) ? t.first : points;
        t.last = isfinite(points) ? points : t.last;
        t.most = fmax(t.most, points); // NAN is left out
        t.control = isfinite(control) ? control : t.control;
        if (mark_of(info) > t.mark)
            t.mark = mark_of(info);
    }
    return t;
}

static void trainee_table(const struct section *s) {
    static const struct dat_html_column columns[] = {
        {DAT_WORD_TRAINEE, false},    {DAT_WORD_ATTEMPTS, true},    {DAT_WORD_FIRST_POINTS, true},
        {DAT_WORD_LAST_POINTS, true}, {DAT_WORD_MOST_POINTS, true}, {DAT_WORD_LAST_CONTROL, true},
        {DAT_WORD_BEST_MARK, false}};
    struct dat_attempt_list list;
    dat_attempts_collect(&list, s->sessions, s->first->exercise, s->first->parameters, "points");
    fputs("<table>\n", s->out->file);
    dat_html_head(s->out, columns, 7);
    for (int i = 0; i < list.count; i++) {
        const struct tally t = count(s, list.items[i].trainee);
        if (t.attempts == 0)
            continue;
        fputs("<tr>", s->out->file);
        dat_html_cell(s->out, "", "%s", list.items[i].trainee);
        dat_html_cell(s->out, "n", "%d", t.attempts);
        number_cell(s->out, t.first);
        number_cell(s->out, t.last);
        number_cell(s->out, t.most);
        number_cell(s->out, t.control);
        dat_html_cell(s->out, "", "%s", dat_report_mark(s->out, t.mark));
        fputs("</tr>\n", s->out->file);
    }
    fputs("</table>\n", s->out->file);
    dat_attempts_finish(&list);
}

static void session_table(const struct section *s) {
    static const struct dat_html_column columns[] = {
        {DAT_WORD_START, false},        {DAT_WORD_SESSION, true},
        {DAT_WORD_DURATION, true},      {DAT_WORD_OUTCOME, false},
        {DAT_WORD_MARK_COLUMN, false},  {DAT_WORD_POINTS_COLUMN, true},
        {DAT_WORD_CONTROL_COLUMN, true}};
    fputs("<table>\n", s->out->file);
    dat_html_head(s->out, columns, 7);
    for (int i = 0; i < s->sessions->count; i++) {
        const struct dat_session_info *info = &s->sessions->items[i];
        char duration[32];
        if (!belongs(s, info))
            continue;
        dat_report_clock((double)info->steps * info->step, duration, sizeof duration);
        fputs("<tr>", s->out->file);
        start_cell(s->out, info);
        dat_html_cell(s->out, "n", "%ld", (long)info->id);
        dat_html_cell(s->out, "n", "%s", duration);
        dat_html_cell(s->out, "", "%s", s->out->texts->word[dat_report_outcome(info->outcome)]);
        dat_html_cell(s->out, "", "%s", dat_report_mark(s->out, mark_of(info)));
        number_cell(s->out, dat_session_figure(info, "points"));
        number_cell(s->out, dat_session_figure(info, "crane_control_percent"));
        fputs("</tr>\n", s->out->file);
    }
    fputs("</table>\n", s->out->file);
}

static void section(const struct section *s) {
    fputs("<h2>", s->out->file);
    dat_html_words(s->out->file, dat_html_name(s->out, s->first->exercise));
    if (s->first->parameters != NULL) {
        fputs(" <span class=\"g\">", s->out->file);
        dat_html_words(s->out->file, s->first->parameters);
        fputs("</span>", s->out->file);
    }
    fputs("</h2>\n", s->out->file);
    curves(s);
    (s->whom->trainee != NULL ? session_table : trainee_table)(s);
}

// ---- the page ----

// Whether a session before it has opened its section already.
static bool is_first(const struct section *s, int index) {
    for (int i = 0; i < index; i++)
        if (belongs(s, &s->sessions->items[i]))
            return false;
    return true;
}

static void head(const struct dat_report_out *o, const struct dat_session_list *sessions,
                 const struct dat_report_whom *whom) {
    int count = 0;
    double seconds = 0.0;
    const struct dat_session_info *first = NULL, *last = NULL;
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        if (!dat_report_means(whom, info))
            continue;
        first = first == NULL || strcmp(info->start_utc, first->start_utc) < 0 ? info : first;
        last = last == NULL || strcmp(info->start_utc, last->start_utc) > 0 ? info : last;
        seconds += (double)info->steps * info->step;
        count++;
    }
    const char *title = whom->trainee != NULL ? whom->trainee : o->texts->word[DAT_WORD_GROUP];
    dat_report_begin(o, title, title);
    fputs("<p>", o->file);
    dat_html_say(o, DAT_WORD_SESSIONS);
    dat_html_print(o, ": %d", count);
    if (first != NULL) {
        seconds = fmin(seconds, 1e9);
        dat_html_print(o, ", %.10s \xE2\x80\x93 %.10s, %d:%02d ", first->start_utc, last->start_utc,
                       (int)(seconds / 3600.0), (int)(seconds / 60.0) % 60);
        dat_html_say(o, DAT_WORD_TRAINED);
    }
    fputs("</p>\n<p class=\"g\">", o->file);
    dat_html_say(o, whom->trainee != NULL ? DAT_WORD_TRAINEE_HELP : DAT_WORD_GROUP_HELP);
    fputs("</p>\n", o->file);
}

char *dat_report_group(const struct dat_session_list *sessions, const struct dat_report_whom *whom,
                       const struct dat_report_texts *texts, const struct veh_names *names) {
    char *text = NULL;
    size_t size = 0;
    const struct dat_report_out out = {
        .file = open_memstream(&text, &size), .texts = texts, .names = names};
    if (out.file == NULL)
        return NULL;
    head(&out, sessions, whom);
    for (int i = 0; i < sessions->count; i++) {
        const struct section s = {
            .out = &out, .sessions = sessions, .whom = whom, .first = &sessions->items[i]};
        if (dat_report_means(whom, s.first) && is_first(&s, i))
            section(&s);
    }
    fputs("</body>\n</html>\n", out.file);
    const bool ok = ferror(out.file) == 0;
    if (fclose(out.file) == 0 && ok)
        return text;
    free(text);
    return NULL;
}
