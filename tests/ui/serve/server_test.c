// The instructor's page in a thread beside the window. Its answers are those of the desk
// (desk_test.c).
#include "ui/serve/server.h"

#include <signal.h>
#include <string.h>

#include "tests/scratch.h"
#include "ui/serve/client.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static struct ui_server *start(const char *bind, const char *db) {
    struct dat_problem problem = {""};
    const struct ui_server_def def = {.db = db, .bind = bind};
    struct ui_server *server = ui_server_start(&def, &problem);
    if (server == NULL)
        fail_msg("%s", problem.text);
    return server;
}

// Posts nothing as a seat with that token; returns the status.
static int post(const char *address, const char *token) {
    struct dat_problem problem = {""};
    char base[64], *body = NULL;
    (void)snprintf(base, sizeof base, "http://127.0.0.1:%d", atoi(strrchr(address, ':') + 1));
    struct ui_client *client =
        ui_client_open(&(struct ui_client_def){.server = "it", .base = base, .token = token});
    assert_non_null(client);
    size_t size;
    const int status =
        ui_client_post(client, "/api/command", "application/json", "{}", 2, &body, &size, &problem);
    free(body);
    ui_client_close(client);
    return status;
}

static void it_answers_beside_the_caller(void **state) {
    (void)state;
    char address[UI_SERVER_ADDRESS], seats[UI_SERVER_ADDRESS];
    struct ui_server *server = start("127.0.0.1", tests_scratch_path(&scratch, "s.db"));
    assert_true(ui_server_run_beside(server));
    (void)ui_server_address(server, false, address);
    (void)ui_server_address(server, true, seats);
    assert_int_equal(strncmp(address, "http://127.0.0.1:", 17), 0);
    assert_string_not_equal(address, seats);
    assert_int_equal(post(address, "wrong"), 401);
    assert_int_equal(post(address, strchr(seats, '=') + 1), 403); // a seat commands nobody
    const int known = post(address, strchr(address, '=') + 1);
    assert_true(known != 401 && known != 403 && known != 0);
    ui_server_stop(server);
    assert_int_equal(post(address, "wrong"), 0); // nobody is there
}

static void an_address_of_six_is_in_brackets(void **state) {
    (void)state;
    char address[UI_SERVER_ADDRESS];
    struct dat_problem problem = {""};
    const struct ui_server_def def = {.db = tests_scratch_path(&scratch, "s.db"), .bind = "::1"};
    struct ui_server *server = ui_server_start(&def, &problem);
    if (server == NULL)
        skip(); // a computer without IPv6
    assert_non_null(strstr(ui_server_address(server, false, address), "http://[::1]:"));
    ui_server_stop(server);
}

static void a_path_that_is_too_long_is_refused(void **state) {
    (void)state;
    static char path[8192];
    memset(path, 'a', sizeof path - 1);
    struct dat_problem problem = {""};
    const struct ui_server_def def = {.db = path, .bind = "127.0.0.1"};
    assert_null(ui_server_start(&def, &problem));
    assert_non_null(strstr(problem.text, "longer than"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_answers_beside_the_caller),
        cmocka_unit_test(an_address_of_six_is_in_brackets),
        cmocka_unit_test(a_path_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
