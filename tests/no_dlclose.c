// Linked in sanitizer builds only, into what draws: keeps Mesa mapped, so that LeakSanitizer
// can name its frames and tests/lsan.supp can match them.
int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
