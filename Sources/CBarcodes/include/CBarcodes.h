#ifndef CBARCODES_H
#define CBARCODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Machine-readable codes in pictures, by ZXing, whose interface is C++, and by zbar, which finds some that ZXing misses.

/// Kinds of codes, as bits of a set.
enum barcode_symbology {
    BARCODE_AZTEC = 1 << 0,
    BARCODE_CODABAR = 1 << 1,
    BARCODE_CODE_39 = 1 << 2,
    BARCODE_CODE_93 = 1 << 3,
    BARCODE_CODE_128 = 1 << 4,
    BARCODE_DATA_MATRIX = 1 << 5,
    BARCODE_EAN_8 = 1 << 6,
    BARCODE_EAN_13 = 1 << 7,
    BARCODE_GS1_DATABAR = 1 << 8,
    BARCODE_GS1_DATABAR_EXPANDED = 1 << 9,
    BARCODE_ITF = 1 << 10,
    BARCODE_MICRO_QR = 1 << 11,
    BARCODE_PDF417 = 1 << 12,
    BARCODE_QR = 1 << 13,
    BARCODE_UPC_E = 1 << 14,
};

/// A code that was found. Its pointers hold as long as the list does.
typedef struct {
    uint32_t symbology;
    /// x and y of the upper left, upper right, lower right, lower left corner as the code is read, in pixels.
    double corners[8];
    /// UTF-8, not ended by a zero.
    const char *text;
    size_t text_size;
    const uint8_t *bytes;
    size_t byte_count;
    bool is_gs1;
} barcode;

typedef struct barcode_list barcode_list;

/// Finds codes in a gray picture. NULL if memory is short or a library gave up.
/// - symbologies: a set of `barcode_symbology`.
/// - is_thorough: takes its time: turned codes, smaller sizes, more lines, and zbar where ZXing found nothing.
barcode_list *barcodes_find(
    const uint8_t *luma, int width, int height, int bytes_per_row, uint32_t symbologies, bool is_thorough);
size_t barcodes_count(const barcode_list *list);
barcode barcodes_get(const barcode_list *list, size_t index);
void barcodes_free(barcode_list *list);

#ifdef __cplusplus
}
#endif

#endif
