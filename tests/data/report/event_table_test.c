#include "data/report/event_table.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static const struct dat_event events[] = {
    {.time = 65.0,
     .kind = "log_cut",
     .detail = "{\"tree\":\"<7>\",\"stem\":3,\"length_m\":4.896,\"target_m\":4.9}"},
    {.kind = "log_measured", .detail = "{\"measured_mid_m\":0.2411,\"measured_dbh_m\":0.3}"},
    {.kind = "saw_started", .detail = "{\"stem\":1,\"top\":1}"},
    {.kind = "saw_started", .detail = "{\"stem\":1,\"top\":0}"},
    {.kind = "grip_weighed",
     .detail = "{\"weight_kg\":412.4,\"logs\":2,\"what\":\"spruce, 4.9 m\"}"},
    {.kind = "log_unloaded", .detail = "{\"stem\":1,\"criterion\":\"slipping\"}"},
    {.kind = "hose_burst", .detail = "{\"valve\":\"crane.boom\"}"},
    {.kind = "cut_forced", .detail = "{\"target_m\":3,\"product\":\"saw log\"}"},
    {.kind = "instructor", .detail = "{\"command\":\"note\",\"text\":\"top\"}"},
    {.kind = "of_tomorrow", .detail = "{\"number\":0.25,\"word\":\"x\"}"},
    {.kind = "tipped"}};

// The table in a language with a decimal comma, and names of its own.
static void particulars_are_in_words(void **state) {
    (void)state;
    static const char *const rows[] = {
        "<td class=\"n\">1:05</td><td>Log cut</td><td class=\"g\">tree &lt;7&gt;, stem 3, length "
        "4,90 m, target 4,90 m</td>",
        "<td>Log measured</td><td class=\"g\">measured middle 0,241 m, diameter at breast height "
        "0,300 m</td>",
        "<td>Saw started</td><td class=\"g\">stem 1, with the top saw</td>",
        "<td>Saw started</td><td class=\"g\">stem 1</td>",
        "<td>Grip weighed</td><td class=\"g\">weight 412 kg, logs 2, in the grip spruce, 4,9 "
        "m</td>",
        "<td>Log loose from the load</td><td class=\"g\">stem 1, reason slipping</td>",
        "<td>Hose burst</td><td class=\"g\">function Hubarm</td>",
        "<td>Length chosen</td><td class=\"g\">target 3,00 m, assortment Sägeholz</td>",
        "<td>Instructor</td><td class=\"g\">command note, text top</td>",
        "<td>of_tomorrow</td><td class=\"g\">number 0,25, word x</td>",
        "<td>Tipped over</td><td class=\"g\"></td>"};
    struct dat_report_texts texts = *dat_report_english();
    struct veh_names names = {.items = NULL};
    struct dat_recorded recorded = {0};
    char *page = NULL;
    size_t size = 0;
    struct dat_report_out out = {
        .file = open_memstream(&page, &size), .texts = &texts, .names = &names};
    texts.decimal_mark = ",";
    texts.language = "de";
    veh_names_add(&names, "de", "boom", "Hubarm");
    veh_names_add(&names, "de", "saw log", "Sägeholz");
    recorded.events.items = (struct dat_event *)events;
    recorded.events.count = sizeof events / sizeof events[0];
    dat_report_events(&out, &recorded);
    assert_int_equal(fclose(out.file), 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strstr(page, rows[i]) == NULL)
            fail_msg("not in the table: %s\n%s", rows[i], page);
    free(page);
    veh_names_finish(&names);
}

// A number or text of any event has a word, so that no page shows the record's own key; places on
// the site are left out.
static void every_particular_has_a_word(void **state) {
    (void)state;
    for (int i = 0; i < VEH_EVENT_COUNT; i++) {
        const struct veh_event_info *info = veh_event_info((enum veh_event_kind)i);
        for (int k = 0; k <= VEH_EVENT_NUMBERS; k++) {
            const bool is_number = k < VEH_EVENT_NUMBERS;
            const char *key = is_number ? info->number[k].key : info->text.key;
            char detail[96], *page = NULL;
            size_t size = 0;
            if (key == NULL)
                continue;
            (void)snprintf(detail, sizeof detail, "{\"%s\":%s}", key, is_number ? "1" : "\"x\"");
            struct dat_event event = {.kind = (char *)veh_event_name((enum veh_event_kind)i),
                                      .detail = detail};
            struct dat_recorded recorded = {.events = {.items = &event, .count = 1}};
            const struct veh_names none = {.items = NULL};
            struct dat_report_out out = {.file = open_memstream(&page, &size),
                                         .texts = dat_report_english(),
                                         .names = &none};
            dat_report_events(&out, &recorded);
            assert_int_equal(fclose(out.file), 0);
            if (strchr(key, '_') != NULL && strstr(page, key) != NULL)
                fail_msg("'%s' has no word in data/report/event_table.c", key);
            free(page);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particulars_are_in_words),
        cmocka_unit_test(every_particular_has_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
