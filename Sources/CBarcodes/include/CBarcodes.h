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

/// What is tried, as bits of a set; each costs about as much as the first.
enum barcode_effort {
    /// ZXing; linear codes are read along rows.
    BARCODE_ROWS = 1 << 0,
    /// ZXing; linear codes are read along columns.
    BARCODE_COLUMNS = 1 << 1,
    /// ZXing looks at a picture a third as wide and high, too.
    BARCODE_REDUCED = 1 << 2,
    /// zbar on every line, where the others have found nothing.
    BARCODE_ZBAR = 1 << 3,
    /// zbar on one line of four, where the others have found nothing.
    BARCODE_ZBAR_SPARSE = 1 << 4,
};

/// A gray picture: 0 is black, row by row.
typedef struct {
    const uint8_t *luma;
    int width;
    int height;
    int bytes_per_row;
} barcode_picture;

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

/// Finds codes; each place where one is found is told once. NULL if memory is short or a library gave up.
/// - symbologies: a set of `barcode_symbology`.
/// - effort: a set of `barcode_effort`.
barcode_list *barcodes_find(barcode_picture picture, uint32_t symbologies, uint32_t effort);
size_t barcodes_count(const barcode_list *list);
barcode barcodes_get(const barcode_list *list, size_t index);
void barcodes_free(barcode_list *list);

/// A code as it is printed: its smallest squares, row by row, 1 is black, without the quiet zone.
typedef struct {
    uint8_t *modules;
    int width;
    int height;
} barcode_drawing;

/// Draws a code by ZXing. Without modules if the text cannot be written so, or the kind cannot be drawn.
/// - symbology: one `barcode_symbology`.
/// - text: UTF-8, ended by a zero.
/// - bar_height: of a linear code, in modules.
/// - correction: how much of a square code may be lost, from 0 to 8; -1 for the kind's usual.
barcode_drawing barcode_draw(uint32_t symbology, const char *text, int bar_height, int correction);
void barcode_drawing_free(barcode_drawing drawing);

#ifdef __cplusplus
}
#endif

#endif
