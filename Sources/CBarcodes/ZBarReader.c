#include "ZBarReader.h"

#include "CBarcodes.h"

#include <zbar.h>

static const struct {
    uint32_t symbology;
    zbar_symbol_type_t type;
} kinds[] = {
    // Not Codabar, which zbar believes to see in parts of other codes, and not DataBar, whose decoder stumbles over noise.
    {BARCODE_CODE_39, ZBAR_CODE39},
    {BARCODE_CODE_93, ZBAR_CODE93},
    {BARCODE_CODE_128, ZBAR_CODE128},
    {BARCODE_EAN_8, ZBAR_EAN8},
    {BARCODE_EAN_13, ZBAR_EAN13},
    {BARCODE_ITF, ZBAR_I25},
    {BARCODE_QR, ZBAR_QRCODE},
    {BARCODE_UPC_E, ZBAR_UPCE},
};

static const size_t kind_count = sizeof kinds / sizeof *kinds;

// Whether any of the kinds is one of zbar's.
static bool choose(zbar_image_scanner_t *scanner, uint32_t symbologies, int line_distance)
{
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, line_distance);
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, line_distance);
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    bool is_any = false;
    for (size_t index = 0; index < kind_count; index++) {
        if (symbologies & kinds[index].symbology) {
            zbar_image_scanner_set_config(scanner, kinds[index].type, ZBAR_CFG_ENABLE, 1);
            is_any = true;
        }
    }
    return is_any;
}

// How many quarter turns clockwise a code's upper left corner is away from the picture's.
static int quarter_turns(const zbar_symbol_t *symbol)
{
    switch (zbar_symbol_get_orientation(symbol)) {
    case ZBAR_ORIENT_RIGHT: return 1;
    case ZBAR_ORIENT_DOWN: return 2;
    case ZBAR_ORIENT_LEFT: return 3;
    default: return 0;
    }
}

// zbar tells points along the lines it read by: the smallest upright rectangle around them.
static void place_around(const zbar_symbol_t *symbol, double corners[8])
{
    int left = zbar_symbol_get_loc_x(symbol, 0), right = left;
    int top = zbar_symbol_get_loc_y(symbol, 0), bottom = top;
    for (unsigned index = 1; index < zbar_symbol_get_loc_size(symbol); index++) {
        int x = zbar_symbol_get_loc_x(symbol, index), y = zbar_symbol_get_loc_y(symbol, index);
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    const double values[] = {left, top, right, top, right, bottom, left, bottom};
    const int turns = quarter_turns(symbol);
    for (int index = 0; index < 8; index++) corners[index] = values[(index + 2 * turns) % 8];
}

static void tell(const zbar_symbol_t *symbol, zbar_take take, void *context)
{
    for (size_t index = 0; index < kind_count; index++) {
        if (kinds[index].type != zbar_symbol_get_type(symbol) || !zbar_symbol_get_loc_size(symbol)) continue;
        double corners[8];
        place_around(symbol, corners);
        take(context, kinds[index].symbology, corners, zbar_symbol_get_data(symbol), zbar_symbol_get_data_length(symbol));
    }
}

void zbar_find(
    const uint8_t *luma, int width, int height, uint32_t symbologies, int line_distance, zbar_take take, void *context)
{
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_t *image = zbar_image_create();
    if (scanner && image && choose(scanner, symbologies, line_distance)) {
        zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
        zbar_image_set_size(image, width, height);
        zbar_image_set_data(image, luma, (unsigned long)width * height, NULL);
        if (zbar_scan_image(scanner, image) > 0) {
            const zbar_symbol_t *symbol = zbar_image_first_symbol(image);
            for (; symbol; symbol = zbar_symbol_next(symbol)) tell(symbol, take, context);
        }
    }
    if (image) zbar_image_destroy(image);
    if (scanner) zbar_image_scanner_destroy(scanner);
}
