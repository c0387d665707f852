#define ZX_USE_UTF8
#include "CBarcodes.h"

#include "ZBarReader.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Found {
    uint32_t symbology;
    double corners[8];
    std::string text;
    std::string bytes;
    bool isGS1;
};

struct Kind {
    uint32_t symbology;
    ZXing::BarcodeFormat format;
};

const Kind kinds[] = {
    {BARCODE_AZTEC, ZXing::BarcodeFormat::Aztec},
    {BARCODE_CODABAR, ZXing::BarcodeFormat::Codabar},
    {BARCODE_CODE_39, ZXing::BarcodeFormat::Code39},
    {BARCODE_CODE_93, ZXing::BarcodeFormat::Code93},
    {BARCODE_CODE_128, ZXing::BarcodeFormat::Code128},
    {BARCODE_DATA_MATRIX, ZXing::BarcodeFormat::DataMatrix},
    {BARCODE_EAN_8, ZXing::BarcodeFormat::EAN8},
    {BARCODE_EAN_13, ZXing::BarcodeFormat::EAN13},
    {BARCODE_GS1_DATABAR, ZXing::BarcodeFormat::DataBar},
    {BARCODE_GS1_DATABAR_EXPANDED, ZXing::BarcodeFormat::DataBarExpanded},
    {BARCODE_ITF, ZXing::BarcodeFormat::ITF},
    {BARCODE_MICRO_QR, ZXing::BarcodeFormat::MicroQRCode},
    {BARCODE_PDF417, ZXing::BarcodeFormat::PDF417},
    {BARCODE_QR, ZXing::BarcodeFormat::QRCode},
    {BARCODE_UPC_E, ZXing::BarcodeFormat::UPCE},
};

void findByZXing(
    std::vector<Found> &found, const uint8_t *luma, int width, int height, int bytesPerRow, uint32_t symbologies, bool isThorough)
{
    ZXing::BarcodeFormats formats;
    for (const Kind &kind : kinds) {
        if (symbologies & kind.symbology) formats |= kind.format;
    }
    // The same bars: EAN-13 whose first digit is zero.
    if (symbologies & BARCODE_EAN_13) formats |= ZXing::BarcodeFormat::UPCA;
    ZXing::DecodeHints hints;
    hints.setFormats(formats).setTryHarder(isThorough).setTryRotate(isThorough).setTryDownscale(isThorough);
    for (const ZXing::Result &result : ZXing::ReadBarcodes({luma, width, height, ZXing::ImageFormat::Lum, bytesPerRow}, hints)) {
        if (!result.isValid()) continue;
        Found one{};
        std::string text = result.text();
        if (result.format() == ZXing::BarcodeFormat::UPCA) {
            one.symbology = BARCODE_EAN_13;
            text = "0" + text;
        }
        for (const Kind &kind : kinds) {
            if (kind.format == result.format()) one.symbology = kind.symbology;
        }
        const auto &place = result.position();
        const ZXing::PointI corners[] = {place.topLeft(), place.topRight(), place.bottomRight(), place.bottomLeft()};
        for (int index = 0; index < 4; index++) {
            one.corners[2 * index] = corners[index].x;
            one.corners[2 * index + 1] = corners[index].y;
        }
        one.bytes.assign(result.bytes().begin(), result.bytes().end());
        one.text = std::move(text);
        one.isGS1 = result.contentType() == ZXing::ContentType::GS1;
        found.push_back(std::move(one));
    }
}

void takeFromZBar(void *context, uint32_t symbology, const double corners[8], const char *text, size_t size)
{
    Found one{};
    one.symbology = symbology;
    one.text.assign(text, size);
    one.bytes = one.text;
    std::copy_n(corners, 8, one.corners);
    static_cast<std::vector<Found> *>(context)->push_back(std::move(one));
}

void findByZBar(std::vector<Found> &found, const uint8_t *luma, int width, int height, int bytesPerRow, uint32_t symbologies)
{
    // Its pictures have no padding.
    std::vector<uint8_t> packed(size_t(width) * height);
    for (int row = 0; row < height; row++) {
        std::copy_n(luma + size_t(row) * bytesPerRow, width, packed.begin() + size_t(row) * width);
    }
    zbar_find(packed.data(), width, height, symbologies, takeFromZBar, &found);
}

} // namespace

struct barcode_list {
    std::vector<Found> found;
};

barcode_list *barcodes_find(
    const uint8_t *luma, int width, int height, int bytesPerRow, uint32_t symbologies, bool isThorough)
{
    // An exception must not leave for callers that know none.
    try {
        auto list = std::make_unique<barcode_list>();
        findByZXing(list->found, luma, width, height, bytesPerRow, symbologies, isThorough);
        if (isThorough && list->found.empty()) findByZBar(list->found, luma, width, height, bytesPerRow, symbologies);
        return list.release();
    } catch (...) {
        return nullptr;
    }
}

size_t barcodes_count(const barcode_list *list) { return list->found.size(); }

barcode barcodes_get(const barcode_list *list, size_t index)
{
    const Found &one = list->found[index];
    barcode result{};
    result.symbology = one.symbology;
    std::copy_n(one.corners, 8, result.corners);
    result.text = one.text.data();
    result.text_size = one.text.size();
    result.bytes = reinterpret_cast<const uint8_t *>(one.bytes.data());
    result.byte_count = one.bytes.size();
    result.is_gs1 = one.isGS1;
    return result;
}

void barcodes_free(barcode_list *list) { delete list; }
