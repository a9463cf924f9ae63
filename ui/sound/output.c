#include "ui/sound/output.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <SDL.h>

struct ui_sound {
    SDL_AudioDeviceID device;
    struct ui_mixer *mixer; // used by the card's thread, else with the device locked
};

static void fill(void *context, Uint8 *stream, int bytes) {
    struct ui_sound *sound = context;
    const int chunk = 2 * UI_MIXER_FRAMES * (int)sizeof(float);
    assert(bytes % chunk == 0);
    for (int i = 0; i < bytes; i += chunk)
        ui_mixer_render(sound->mixer, (float *)(void *)(stream + i));
}

static bool open_card(struct ui_sound *sound) {
    const SDL_AudioSpec wanted = {.freq = (int)ui_sound_rate,
                                  .format = AUDIO_F32SYS,
                                  .channels = 2,
                                  .samples = 2 * UI_MIXER_FRAMES,
                                  .callback = fill,
                                  .userdata = sound};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0)
        return false;
    sound->device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (sound->device == 0)
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    return sound->device != 0;
}

struct ui_sound *ui_sound_open(char *problem, size_t size) {
    struct ui_sound *sound = calloc(1, sizeof *sound);
    if (sound == NULL) {
        snprintf(problem, size, "there is no sound: out of memory");
        return NULL;
    }
    sound->mixer = ui_mixer_create(problem, size);
    if (sound->mixer == NULL) {
        free(sound);
        return NULL;
    }
    if (!open_card(sound)) {
        snprintf(problem, size, "there is no sound: %s", SDL_GetError());
        ui_mixer_destroy(sound->mixer);
        free(sound);
        return NULL;
    }
    SDL_PauseAudioDevice(sound->device, 0);
    return sound;
}

void ui_sound_close(struct ui_sound *sound) {
    if (sound == NULL)
        return;
    SDL_CloseAudioDevice(sound->device); // its thread has ended then
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    ui_mixer_destroy(sound->mixer);
    free(sound);
}

void ui_sound_hear(struct ui_sound *sound, const struct ui_sound_scene *scene) {
    if (sound == NULL)
        return;
    SDL_LockAudioDevice(sound->device);
    ui_mixer_hear(sound->mixer, scene);
    SDL_UnlockAudioDevice(sound->device);
}

void ui_sound_hush(struct ui_sound *sound) {
    static const struct ui_sound_scene nothing;
    ui_sound_hear(sound, &nothing);
}

void ui_sound_set_volume(struct ui_sound *sound, double volume) {
    if (sound == NULL)
        return;
    SDL_LockAudioDevice(sound->device);
    ui_mixer_set_volume(sound->mixer, volume);
    SDL_UnlockAudioDevice(sound->device);
}
