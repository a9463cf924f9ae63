// Runs every file of some folders through a fuzz target, in builds without a fuzzer, so that past
// findings stay fixed and the seeds of the fuzzer stay valid.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static int run(const char *folder, const char *name) {
    static unsigned char bytes[1 << 20];
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    fprintf(stderr, "%s: %zu bytes\n", name, size);
    (void)LLVMFuzzerTestOneInput(bytes, size);
    return 0;
}

static int run_all(const char *path, int *files) {
    DIR *folder = opendir(path);
    int failures = 0;
    if (folder == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot != NULL && dot[1] != '\0' && entry->d_name[0] != '.') {
            failures += run(path, entry->d_name);
            (*files)++;
        }
    }
    (void)closedir(folder);
    return failures;
}

int main(int argc, char **argv) {
    int files = 0;
    int failures = 0;
    for (int i = 1; i < argc; i++)
        failures += run_all(argv[i], &files);
    return failures > 0 || files == 0;
}
