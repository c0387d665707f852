#include "CBarcodes.h"

#include "BarcodeKinds.h"

#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include <cstdlib>

barcode_drawing barcode_draw(uint32_t symbology, const char *text, int barHeight, int correction)
{
    // An exception must not leave for callers that know none; texts that a kind has no signs for are told by one.
    try {
        ZXing::BarcodeFormats formats = zxingFormats(symbology, false);
        const bool isLinear = formats.empty();
        if (isLinear) formats = zxingFormats(symbology & ~BARCODE_EAN_13, true);
        if (isLinear && (symbology & BARCODE_EAN_13)) formats = ZXing::BarcodeFormat::EAN13;
        if (formats.count() != 1) return {};
        ZXing::MultiFormatWriter writer(*formats.begin());
        writer.setMargin(0).setEncoding(ZXing::CharacterSet::UTF8).setEccLevel(correction);
        const ZXing::BitMatrix modules = writer.encode(std::string(text), 0, isLinear ? barHeight : 0);
        barcode_drawing drawing{
            static_cast<uint8_t *>(std::malloc(size_t(modules.width()) * modules.height())), modules.width(), modules.height()};
        if (!drawing.modules) return {};
        for (int y = 0; y < drawing.height; y++) {
            for (int x = 0; x < drawing.width; x++) drawing.modules[size_t(y) * drawing.width + x] = modules.get(x, y);
        }
        return drawing;
    } catch (...) {
        return {};
    }
}

void barcode_drawing_free(barcode_drawing drawing) { std::free(drawing.modules); }
