#include "ui/sound/mixer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#define MACHINE_VOICES 12
#define STRIKE_VOICES 8
#define QUEUED 2 // chunks per source: one that sounds and one that follows without a gap

static const double follow_time = 0.03;    // [s] in which a heard number reaches what it is told
static const double strike_distance = 6.0; // [m] at which a strike is as loud as it is made
static const double cab_gain = 0.45;       // what walls and panes let through
static const double cab_frequency = 500.0; // [1/s] above which they let through less

// An OpenAL source with the chunks that are queued in it, behind the wall of a cab or not.
struct stream {
    ALuint source, buffer[QUEUED];
    double wall; // share of what comes through it, 0: there is none
    double low;  // of the samples
};

struct machine {
    struct ui_heard now, told;
    struct ui_voice voice[MACHINE_VOICES];
    struct stream stream[MACHINE_VOICES];
};

struct ui_mixer {
    ALCdevice *device;
    ALCcontext *context;
    struct ui_sound_scene scene;
    struct machine machine[VEH_MAX_MACHINES];
    int machines; // that have streams
    bool full;    // there are no more
    struct ui_strike_voice strike[STRIKE_VOICES];
    struct stream strike_stream[STRIKE_VOICES];
    double volume;
};

// ---- streams ----

static bool open_stream(struct stream *s, double distance, bool at_listener) {
    static const float silence[UI_MIXER_FRAMES];
    alGenSources(1, &s->source);
    alGenBuffers(QUEUED, s->buffer);
    if (alGetError() != AL_NO_ERROR)
        return false;
    alSourcef(s->source, AL_REFERENCE_DISTANCE, (float)distance);
    alSourcei(s->source, AL_SOURCE_RELATIVE, at_listener ? AL_TRUE : AL_FALSE);
    for (int i = 0; i < QUEUED; i++)
        alBufferData(s->buffer[i], AL_FORMAT_MONO_FLOAT32, silence, sizeof silence,
                     (ALsizei)ui_sound_rate);
    alSourceQueueBuffers(s->source, QUEUED, s->buffer);
    alSourcePlay(s->source);
    return alGetError() == AL_NO_ERROR;
}

static void close_stream(struct stream *s) {
    if (s->source != 0) {
        alSourceStop(s->source);
        alDeleteSources(1, &s->source);
    }
    if (s->buffer[0] != 0)
        alDeleteBuffers(QUEUED, s->buffer);
    *s = (struct stream){0};
}

// A change of the place from which one hears takes the same time as any other: no click.
static void pass_wall(struct stream *s, float *samples, bool wall) {
    const double share = 1.0 - exp(-1.0 / (ui_sound_rate * follow_time));
    const double low_share = 1.0 - exp(-2.0 * SIM_PI * cab_frequency / ui_sound_rate);
    for (int k = 0; k < UI_MIXER_FRAMES; k++) {
        s->wall += share * ((wall ? 1.0 : 0.0) - s->wall);
        s->low += low_share * ((double)samples[k] - s->low);
        samples[k] += (float)(s->wall * (cab_gain * s->low - (double)samples[k]));
    }
}

static void queue(struct stream *s, const float *samples) {
    ALint done = 0;
    ALuint buffer;
    alGetSourcei(s->source, AL_BUFFERS_PROCESSED, &done);
    if (done <= 0)
        return;
    alSourceUnqueueBuffers(s->source, 1, &buffer);
    alBufferData(buffer, AL_FORMAT_MONO_FLOAT32, samples, UI_MIXER_FRAMES * sizeof *samples,
                 (ALsizei)ui_sound_rate);
    alSourceQueueBuffers(s->source, 1, &buffer);
}

// Nothing is heard of it, nor through which wall.
static void play_silence(struct stream *s, bool wall) {
    static const float silence[UI_MIXER_FRAMES];
    s->wall = wall ? 1.0 : 0.0;
    s->low = 0.0;
    queue(s, silence);
}

static void play(struct stream *s, float *samples, struct sim_vec3 place, bool wall) {
    pass_wall(s, samples, wall);
    alSource3f(s->source, AL_POSITION, (float)place.x, (float)place.y, (float)place.z);
    queue(s, samples);
}

// ---- opening and closing ----

static bool open_device(struct ui_mixer *m) {
    const ALCint attributes[] = {ALC_FORMAT_CHANNELS_SOFT,
                                 ALC_STEREO_SOFT,
                                 ALC_FORMAT_TYPE_SOFT,
                                 ALC_FLOAT_SOFT,
                                 ALC_FREQUENCY,
                                 (ALCint)ui_sound_rate,
                                 ALC_MONO_SOURCES,
                                 256,
                                 0};
    m->device = alcLoopbackOpenDeviceSOFT(NULL);
    if (m->device == NULL)
        return false;
    m->context = alcCreateContext(m->device, attributes);
    return m->context != NULL && alcMakeContextCurrent(m->context) == ALC_TRUE;
}

static bool open_strikes(struct ui_mixer *m) {
    for (int i = 0; i < STRIKE_VOICES; i++)
        if (!open_stream(&m->strike_stream[i], strike_distance, false))
            return false;
    return true;
}

// Two machines with the same noise would be one that is twice as loud.
static bool open_machine(struct machine *machine, uint32_t seed) {
    const struct ui_voice_kind *const *kinds;
    const int count = ui_voice_kinds(&kinds);
    assert(count <= MACHINE_VOICES);
    for (int i = 0; i < count; i++) {
        machine->voice[i] = (struct ui_voice){.noise = seed + (uint32_t)i};
        if (!open_stream(&machine->stream[i], kinds[i]->distance,
                         kinds[i]->place == UI_VOICE_AT_LISTENER))
            return false;
    }
    return true;
}

struct ui_mixer *ui_mixer_create(char *problem, size_t size) {
    struct ui_mixer *m = calloc(1, sizeof *m);
    if (m == NULL || !open_device(m)) {
        snprintf(problem, size, "there is no sound: the mixer cannot be opened");
        ui_mixer_destroy(m);
        return NULL;
    }
    alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED);
    m->volume = 1.0;
    if (!open_strikes(m)) {
        snprintf(problem, size, "there is no sound: the mixer has too few sources");
        ui_mixer_destroy(m);
        return NULL;
    }
    return m;
}

void ui_mixer_destroy(struct ui_mixer *m) {
    if (m == NULL)
        return;
    for (int k = 0; k < VEH_MAX_MACHINES; k++)
        for (int i = 0; i < MACHINE_VOICES; i++)
            close_stream(&m->machine[k].stream[i]);
    for (int i = 0; i < STRIKE_VOICES; i++)
        close_stream(&m->strike_stream[i]);
    alcMakeContextCurrent(NULL);
    if (m->context != NULL)
        alcDestroyContext(m->context);
    if (m->device != NULL)
        alcCloseDevice(m->device);
    free(m);
}

// ---- hearing ----

static struct ui_strike_voice *oldest(struct ui_mixer *m) {
    struct ui_strike_voice *found = &m->strike[0];
    for (int i = 0; i < STRIKE_VOICES; i++) {
        if (ui_strike_over(&m->strike[i]))
            return &m->strike[i];
        if (m->strike[i].age > found->age)
            found = &m->strike[i];
    }
    return found;
}

void ui_mixer_hear(struct ui_mixer *m, const struct ui_sound_scene *scene) {
    assert(scene->machines <= VEH_MAX_MACHINES && scene->strikes <= UI_SOUND_STRIKES);
    m->scene = *scene;
    for (; m->machines < scene->machines && !m->full; m->machines += !m->full)
        m->full =
            !open_machine(&m->machine[m->machines], 0x9e3779b9u + 1000u * (uint32_t)m->machines);
    for (int i = 0; i < m->machines; i++)
        m->machine[i].told = i < scene->machines ? scene->machine[i].heard : (struct ui_heard){0};
    for (int i = 0; i < scene->strikes; i++)
        ui_strike_begin(oldest(m), &scene->strike[i]);
}

void ui_mixer_set_volume(struct ui_mixer *m, double volume) {
    m->volume = sim_clamp(volume, 0.0, 1.0);
}

// ---- rendering ----

// A straight line through the chunk from what is heard now to what is heard after it.
static struct ui_heard between(const struct ui_heard *a, const struct ui_heard *b, double share) {
    struct ui_heard h;
    for (int i = 0; i < UI_HEARD_COUNT; i++)
        h.value[i] = a->value[i] + share * (b->value[i] - a->value[i]);
    return h;
}

// Most voices of a machine have nothing to say.
static bool is_silent(const struct ui_voice_kind *kind, const struct ui_heard *now,
                      const struct ui_heard *next) {
    static const double unheard = 1e-5; // of what it says at 1
    for (int i = 0; i < UI_HEARD_COUNT; i++)
        if ((kind->causes >> i & 1u) != 0 && (now->value[i] > unheard || next->value[i] > unheard))
            return false;
    return true;
}

static void render_machine(struct ui_mixer *m, int index) {
    struct machine *machine = &m->machine[index];
    const struct ui_voice_kind *const *kinds;
    const int count = ui_voice_kinds(&kinds);
    const double share = 1.0 - exp(-UI_MIXER_FRAMES / (ui_sound_rate * follow_time));
    const struct ui_heard next = between(&machine->now, &machine->told, share);
    float samples[MACHINE_VOICES][UI_MIXER_FRAMES];
    bool silent[MACHINE_VOICES];
    for (int i = 0; i < count; i++)
        silent[i] = is_silent(kinds[i], &machine->now, &next);
    for (int k = 0; k < UI_MIXER_FRAMES; k++) {
        const struct ui_heard h = between(&machine->now, &next, (k + 1.0) / UI_MIXER_FRAMES);
        for (int i = 0; i < count; i++)
            if (!silent[i])
                samples[i][k] = (float)kinds[i]->sample(&machine->voice[i], &h);
    }
    machine->now = next;
    for (int i = 0; i < count; i++) {
        const bool everywhere = kinds[i]->place == UI_VOICE_AT_LISTENER;
        const struct sim_vec3 *place = m->scene.machine[index].place;
        if (silent[i]) {
            play_silence(&machine->stream[i], m->scene.inside && !everywhere);
            continue;
        }
        play(&machine->stream[i], samples[i],
             everywhere ? (struct sim_vec3){0} : place[kinds[i]->place],
             m->scene.inside && !everywhere);
    }
}

static void render_strike(struct ui_mixer *m, int index) {
    struct ui_strike_voice *v = &m->strike[index];
    struct stream *s = &m->strike_stream[index];
    const bool signal = ui_strike_is_signal(v->strike.kind);
    if (ui_strike_over(v)) {
        play_silence(s, m->scene.inside && !signal);
        return;
    }
    float samples[UI_MIXER_FRAMES];
    for (int k = 0; k < UI_MIXER_FRAMES; k++)
        samples[k] = (float)ui_strike_sample(v);
    alSourcei(s->source, AL_SOURCE_RELATIVE, signal ? AL_TRUE : AL_FALSE);
    play(s, samples, signal ? (struct sim_vec3){0} : v->strike.place, m->scene.inside && !signal);
}

static void place_listener(const struct sim_pose *pose) {
    const struct sim_vec3 x = sim_rotate(pose->q, (struct sim_vec3){1.0, 0.0, 0.0});
    const struct sim_vec3 z = sim_rotate(pose->q, (struct sim_vec3){0.0, 0.0, 1.0});
    const ALfloat towards[6] = {(float)x.x, (float)x.y, (float)x.z,
                                (float)z.x, (float)z.y, (float)z.z};
    alListener3f(AL_POSITION, (float)pose->p.x, (float)pose->p.y, (float)pose->p.z);
    alListenerfv(AL_ORIENTATION, towards);
}

// Leaves quiet samples alone and bends loud ones so that they stay below 1.
static float limit(double sample) {
    static const double knee = 0.6;
    const double over = fabs(sample) - knee;
    if (over <= 0.0)
        return (float)sample;
    return (float)copysign(knee + (1.0 - knee) * tanh(over / (1.0 - knee)), sample);
}

void ui_mixer_render(struct ui_mixer *m, float *frames) {
    place_listener(&m->scene.listener);
    alListenerf(AL_GAIN, (float)m->volume);
    for (int i = 0; i < m->machines; i++)
        render_machine(m, i);
    for (int i = 0; i < STRIKE_VOICES; i++)
        render_strike(m, i);
    alcRenderSamplesSOFT(m->device, frames, UI_MIXER_FRAMES);
    for (int i = 0; i < 2 * UI_MIXER_FRAMES; i++)
        frames[i] = limit((double)frames[i]);
}
