#include <alsa/asoundlib.h>

// The handler is variadic, which Swift can neither write nor refer to. Error codes say the same in our own words.
static void pinhole_alsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)code;
    (void)format;
}

// Keeps ALSA's library from writing its own messages to standard error.
static inline void pinhole_alsa_be_quiet(void) {
    snd_lib_error_set_handler(pinhole_alsa_ignore);
}
