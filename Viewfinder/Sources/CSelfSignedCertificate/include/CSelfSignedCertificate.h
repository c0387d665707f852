// Certificates that vouch for themselves, by OpenSSL's libcrypto: its types are full of macros that Swift cannot import.
#ifndef CSELFSIGNEDCERTIFICATE_H
#define CSELFSIGNEDCERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A name or an address that a certificate is for.
typedef struct {
    // The name's ASCII letters, or the address's 4 or 16 bytes.
    const uint8_t *_Nonnull bytes;
    size_t count;
    bool isAddress;
} CSubjectName;

// Makes a key of the curve P-256 and a certificate for TLS servers (X.509 version 3), which it signs with SHA-256.
//
// names: what it is for; begin, end: when it is good, in seconds since 1970.
// certificate, key: become texts in the PEM format, for `pinhole_free_text`.
// reason: becomes OpenSSL's words for what went wrong.
// Returns whether both were made.
bool pinhole_make_certificate(
    const CSubjectName *_Nonnull names, size_t nameCount, int64_t begin, int64_t end,
    char *_Nullable *_Nonnull certificate, char *_Nullable *_Nonnull key, char *_Nonnull reason, size_t reasonSize);

void pinhole_free_text(char *_Nullable text);

#endif
