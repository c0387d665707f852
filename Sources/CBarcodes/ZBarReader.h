#ifndef ZBARREADER_H
#define ZBARREADER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Takes a code that was found; what the pointers point to holds until it returns.
typedef void (*zbar_take)(void *context, uint32_t symbology, const double corners[8], const char *text, size_t size);

/// Finds codes in a gray picture without padding by zbar. Its C++ interface does not compile beside ZXing's, so this is C.
/// - line_distance: 1 to read along every row and column, n to read along one of n.
void zbar_find(
    const uint8_t *luma, int width, int height, uint32_t symbologies, int line_distance, zbar_take take, void *context);

#ifdef __cplusplus
}
#endif

#endif
