#include "ui/screen/preferences.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/atomic_file.h"
#include "data/text/keys.h"
#include "data/text/paths.h"
#include "data/text/text.h"

struct file_keys {
    struct dat_value volume, vibration, full_screen, picture, place, levers_changed_over, stereo,
        eyes, screen;
};

#define MODES                                                                                      \
    "none|side-by-side|over-under|anaglyph|rows|quad-buffer" // in the order of enum ui_stereo_mode

#define AT(member) 0, offsetof(struct file_keys, member)

static const struct dat_key keys[] = {
    {0, "volume", DAT_KEY_NUMBER, "", "1", 0, 1, "", AT(volume), "of the sound"},
    {0, "vibration", DAT_KEY_YES_NO, "", "true", 0, 0, "", AT(vibration), "of levers and pads"},
    {0, "full_screen", DAT_KEY_YES_NO, "", "false", 0, 0, "", AT(full_screen),
     "without the window's border"},
    {0, "picture", DAT_KEY_CHOICE, "", "automatic", 0, 0, "automatic|low|high", AT(picture),
     "how much is drawn; automatic: low where the processor draws"},
    {0, "levers_changed_over", DAT_KEY_YES_NO, "", "false", 0, 0, "", AT(levers_changed_over),
     "of two equal levers the first is the right one"},
    {0, "place", DAT_KEY_TEXT, "", "", 0, 0, "", AT(place),
     "a file of the folder 'places', or 'one window'; without, 'place.yaml'"},
    {0, "stereo", DAT_KEY_CHOICE, "", "none", 0, 0, MODES, AT(stereo), "the picture for two eyes"},
    {0, "eye_distance_m", DAT_KEY_NUMBER, "m", "0.065", 0.005, 0.5, "", AT(eyes),
     "between the eyes"},
    {0, "screen_distance_m", DAT_KEY_NUMBER, "m", "6", 0.5, 60, "", AT(screen),
     "what is that far away is seen at the screen"},
};

static const struct dat_key_section sections[] = {{"the file", "", sizeof(struct file_keys)}};
static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections, 1};

struct ui_preferences ui_default_preferences(void) {
    return (struct ui_preferences){.volume = 1.0, .vibration = true, .stereo = ui_default_stereo()};
}

static bool read_text(const char *text, const char *path, struct ui_preferences *p,
                      struct dat_diagnostics *d) {
    struct file_keys read;
    struct dat_yaml *yaml = dat_yaml_load(text, path, d);
    const bool ok = yaml != NULL && dat_keys_read(&table, 0, dat_yaml_root(yaml), &read);
    if (ok)
        *p = (struct ui_preferences){.volume = read.volume.number[0],
                                     .vibration = read.vibration.yes,
                                     .full_screen = read.full_screen.yes,
                                     .picture = (enum ui_picture)read.picture.choice,
                                     .levers_changed_over = read.levers_changed_over.yes,
                                     .stereo = {(enum ui_stereo_mode)read.stereo.choice,
                                                read.eyes.number[0], read.screen.number[0]}};
    if (ok)
        (void)snprintf(p->place, sizeof p->place, "%.63s", read.place.text);
    dat_yaml_destroy(yaml);
    return ok;
}

bool ui_preferences_load(const char *path, struct ui_preferences *preferences,
                         struct dat_diagnostics *d) {
    *preferences = ui_default_preferences();
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && read_text(text, path, preferences, d);
    free(text);
    return ok;
}

struct ui_preferences ui_users_preferences(void) {
    static struct dat_diagnostics d; // large, and one at a time
    struct ui_preferences preferences = ui_default_preferences();
    char path[4096];
    if (dat_default_settings(path, sizeof path) && !ui_preferences_load(path, &preferences, &d)) {
        dat_diagnostics_print(&d, stderr);
        fprintf(stderr, "kranich: the file above is ignored, the settings are the default ones\n");
    }
    return preferences;
}

bool ui_preferences_save(const char *path, const struct ui_preferences *p,
                         struct dat_problem *problem) {
    static const char *const pictures[UI_PICTURES] = {"automatic", "low", "high"};
    const bool named = p->place[0] != '\0';
    char text[512];
    const int length = snprintf(
        text, sizeof text,
        "# Settings of the window, written by Kranich (F3).\n"
        "volume: %.6g\nvibration: %s\nfull_screen: %s\npicture: %s\n%s%s%slevers_changed_over: "
        "%s\nstereo: %s\n"
        "eye_distance_m: %.6g\nscreen_distance_m: %.6g\n",
        p->volume, p->vibration ? "true" : "false", p->full_screen ? "true" : "false",
        pictures[p->picture], named ? "place: \"" : "", p->place, named ? "\"\n" : "",
        p->levers_changed_over ? "true" : "false", ui_stereo_mode_name(p->stereo.mode),
        p->stereo.eye_distance, p->stereo.screen_distance);
    return dat_make_folders(path, problem) && dat_write_file(path, text, (size_t)length, problem);
}
