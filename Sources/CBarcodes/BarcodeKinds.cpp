#include "BarcodeKinds.h"

namespace {

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

} // namespace

ZXing::BarcodeFormats zxingFormats(uint32_t symbologies, bool isLinear)
{
    ZXing::BarcodeFormats formats;
    for (const Kind &kind : kinds) {
        const bool belongs = ZXing::BarcodeFormats(ZXing::BarcodeFormat::LinearCodes).testFlag(kind.format) == isLinear;
        if (belongs && (symbologies & kind.symbology)) formats |= kind.format;
    }
    // The same bars: EAN-13 whose first digit is zero.
    if (isLinear && (symbologies & BARCODE_EAN_13)) formats |= ZXing::BarcodeFormat::UPCA;
    return formats;
}

Found found(const ZXing::Result &result)
{
    Found one;
    for (const Kind &kind : kinds) {
        if (kind.format == result.format()) one.symbology = kind.symbology;
    }
    one.text = result.text();
    one.bytes.assign(result.bytes().begin(), result.bytes().end());
    if (result.format() == ZXing::BarcodeFormat::UPCA) {
        one.symbology = BARCODE_EAN_13;
        one.text = "0" + one.text;
        one.bytes = one.text;
    }
    one.isGS1 = result.contentType() == ZXing::ContentType::GS1;
    return one;
}

bool hasITF14Check(const std::string &digits)
{
    if (digits.size() != 14) return false;
    int sum = 0;
    for (size_t index = 0; index < digits.size(); index++) sum += (digits[index] - '0') * (index % 2 ? 1 : 3);
    return sum % 10 == 0;
}
