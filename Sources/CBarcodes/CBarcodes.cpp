#include "CBarcodes.h"

#include "BarcodeKinds.h"
#include "Found.h"
#include "LinearCodes.h"
#include "ZBarReader.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

void findMatrixCodes(Findings &findings, const barcode_picture &picture, uint32_t symbologies, uint32_t effort)
{
    const ZXing::BarcodeFormats formats = zxingFormats(symbologies, false);
    if (formats.empty()) return;
    ZXing::DecodeHints hints;
    hints.setFormats(formats).setTryHarder(true).setTryRotate(true).setTryDownscale(effort & BARCODE_REDUCED);
    const ZXing::ImageView view(
        picture.luma, picture.width, picture.height, ZXing::ImageFormat::Lum, picture.bytes_per_row);
    for (const ZXing::Result &result : ZXing::ReadBarcodes(view, hints)) {
        if (!result.isValid()) continue;
        Found one = found(result);
        const auto &place = result.position();
        one.corners = {Point(place.topLeft()), Point(place.topRight()), Point(place.bottomRight()), Point(place.bottomLeft())};
        findings.add(std::move(one));
    }
}

void takeFromZBar(void *context, uint32_t symbology, const double corners[8], const char *text, size_t size)
{
    Found one{};
    one.symbology = symbology;
    one.text.assign(text, size);
    // zbar reads parts of longer ones, too.
    if (symbology == BARCODE_ITF && !hasITF14Check(one.text)) return;
    one.bytes = one.text;
    for (int index = 0; index < 4; index++) one.corners[index] = {corners[2 * index], corners[2 * index + 1]};
    static_cast<Findings *>(context)->add(std::move(one));
}

void findByZBar(Findings &findings, const barcode_picture &picture, uint32_t symbologies, int lineDistance)
{
    // Its pictures have no padding.
    const GrayCopy packed(picture);
    zbar_find(packed.pixels.data(), packed.width, packed.height, symbologies, lineDistance, takeFromZBar, &findings);
}

void find(Findings &findings, const barcode_picture &picture, uint32_t symbologies, uint32_t effort)
{
    if (effort & (BARCODE_ROWS | BARCODE_COLUMNS)) {
        findMatrixCodes(findings, picture, symbologies, effort);
        findLinearCodes(findings, picture, symbologies, effort);
    }
    if (findings.all.empty() && (effort & (BARCODE_ZBAR | BARCODE_ZBAR_SPARSE))) {
        findByZBar(findings, picture, symbologies, effort & BARCODE_ZBAR ? 1 : 4);
    }
}

} // namespace

struct barcode_list {
    Findings findings;
};

barcode_list *barcodes_find(barcode_picture picture, uint32_t symbologies, uint32_t effort)
{
    // An exception must not leave for callers that know none.
    try {
        auto list = std::make_unique<barcode_list>();
        find(list->findings, picture, symbologies, effort);
        return list.release();
    } catch (...) {
        return nullptr;
    }
}

size_t barcodes_count(const barcode_list *list) { return list->findings.all.size(); }

barcode barcodes_get(const barcode_list *list, size_t index)
{
    const Found &one = list->findings.all[index];
    barcode result{};
    result.symbology = one.symbology;
    for (int corner = 0; corner < 4; corner++) {
        result.corners[2 * corner] = one.corners[corner].x;
        result.corners[2 * corner + 1] = one.corners[corner].y;
    }
    result.text = one.text.data();
    result.text_size = one.text.size();
    result.bytes = reinterpret_cast<const uint8_t *>(one.bytes.data());
    result.byte_count = one.bytes.size();
    result.is_gs1 = one.isGS1;
    return result;
}

void barcodes_free(barcode_list *list) { delete list; }
