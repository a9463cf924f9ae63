#pragma once

// A real PostgreSQL server of the test's own, on a Unix socket without TCP, whose files lie in a
// folder of their own. It refuses to run as root; root lends it to the user nobody.

#include <glob.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "data/record/pq.h"
#include "tests/scratch.h"

struct tests_postgres {
    struct tests_scratch scratch;
    char programs[256]; // the folder of its programs
    pid_t process;      // 0: it does not run
};

// Runs the program, which dies with the test, and returns its process.
static inline pid_t tests_postgres_spawn(struct tests_postgres *pg, const char *const *words) {
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process > 0)
        return process;
    enum { MOST = 32 };
    char program[512];
    const char *all[MOST] = {"setpriv",        "--reuid=nobody",   "--regid=nogroup",
                             "--clear-groups", "--pdeathsig=QUIT", program};
    const int first = getuid() == 0 ? 0 : 5;
    for (int i = 1; words[i - 1] != NULL; i++)
        all[5 + i] = words[i];
    const int log =
        open(tests_scratch_path(&pg->scratch, "log"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (chdir(pg->scratch.folder) != 0 || log < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
        _exit(98);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    (void)snprintf(program, sizeof program, "%s/%s", pg->programs, words[0]);
    execvp(all[first], (char *const *)(uintptr_t)&all[first]);
    _exit(99);
}

// An address for a user of the server, "kranich" is its owner.
static inline const char *tests_postgres_address(const struct tests_postgres *pg,
                                                 const char *user) {
    static char address[2][512];
    static int next;
    char *text = address[next++ % 2];
    (void)snprintf(text, sizeof address[0], "host=%s user=%s dbname=postgres", pg->scratch.folder,
                   user);
    return text;
}

static inline void tests_postgres_start(struct tests_postgres *pg) {
    const char *const words[] = {"postgres",
                                 "-D",
                                 "d",
                                 "-k",
                                 pg->scratch.folder,
                                 "-h",
                                 "",
                                 "-F",
                                 "-c",
                                 "shared_buffers=4MB",
                                 "-c",
                                 "logging_collector=off",
                                 NULL};
    bool up = false;
    pg->process = tests_postgres_spawn(pg, words);
    struct dat_problem problem = {""};
    struct dat_pq *pq = dat_pq_create(tests_postgres_address(pg, "kranich"), &problem);
    assert_non_null(pq);
    for (int i = 0; i < 3000 && !up; i++) {
        up = dat_pq_connect(pq, &problem);
        int status;
        if (!up && waitpid(pg->process, &status, WNOHANG) == pg->process)
            // The shared memory of a killed server can block the next start for a moment.
            pg->process = tests_postgres_spawn(pg, words);
        if (!up)
            nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    dat_pq_destroy(pq);
    if (!up)
        fail_msg("%s", problem.text);
}

// As when its computer loses power, as far as a process can.
static inline void tests_postgres_kill(struct tests_postgres *pg) {
    if (pg->process == 0)
        return;
    assert_int_equal(kill(pg->process, SIGQUIT), 0);
    assert_int_equal(waitpid(pg->process, NULL, 0), pg->process);
    pg->process = 0;
}

// With a role "guest" that needs the password "secret".
static inline void tests_postgres_create(struct tests_postgres *pg) {
    glob_t found;
    tests_scratch_create(&pg->scratch);
    assert_int_equal(glob("/usr/lib/postgresql/*/bin", 0, NULL, &found), 0);
    (void)snprintf(pg->programs, sizeof pg->programs, "%s", found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
    const struct passwd *nobody = getpwnam("nobody");
    if (getuid() == 0)
        assert_int_equal(chown(pg->scratch.folder, nobody->pw_uid, nobody->pw_gid), 0);
    int status;
    const pid_t initdb = tests_postgres_spawn(
        pg, (const char *const[]){"initdb", "-D", "d", "-U", "kranich", "-A", "trust", "-E", "UTF8",
                                  "--locale=C", "--no-sync", "--wal-segsize=1", "--no-instructions",
                                  NULL});
    assert_int_equal(waitpid(initdb, &status, 0), initdb);
    if (status != 0)
        fail_msg("initdb failed:\n%s", tests_scratch_read(&pg->scratch, "log"));
    tests_scratch_write(&pg->scratch, "d/pg_hba.conf",
                        "local all guest scram-sha-256\nlocal all all trust\n");
    tests_postgres_start(pg);
}

static inline void tests_postgres_remove(struct tests_postgres *pg) {
    tests_postgres_kill(pg);
    tests_scratch_remove(&pg->scratch);
}

// A connection of its owner, which the caller destroys.
static inline struct dat_pq *tests_postgres_connect(const struct tests_postgres *pg) {
    struct dat_problem problem = {""};
    struct dat_pq *pq = dat_pq_create(tests_postgres_address(pg, "kranich"), &problem);
    if (pq == NULL || !dat_pq_connect(pq, &problem))
        fail_msg("%s", problem.text);
    return pq;
}

// Runs the statements as its owner.
static inline void tests_postgres_run(const struct tests_postgres *pg, const char *sql) {
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(pg);
    if (!dat_pq_execute(pq, sql, &problem))
        fail_msg("%s", problem.text);
    dat_pq_destroy(pq);
}

// The number that the query gives.
static inline int64_t tests_postgres_number(const struct tests_postgres *pg, const char *sql) {
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(pg);
    struct dat_pq_rows *rows = dat_pq_query(pq, sql, NULL, 0, &problem);
    if (rows == NULL)
        fail_msg("%s", problem.text);
    const int64_t number = dat_pq_rows_integer(rows, INT64_MIN);
    dat_pq_rows_destroy(rows);
    dat_pq_destroy(pq);
    return number;
}
