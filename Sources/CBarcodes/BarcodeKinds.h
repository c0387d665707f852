#ifndef BARCODEKINDS_H
#define BARCODEKINDS_H

#include "Found.h"

#define ZX_USE_UTF8
#include <ZXing/BarcodeFormat.h>
#include <ZXing/Result.h>

/// ZXing's formats of a set of `barcode_symbology`: either those of linear codes or the others.
ZXing::BarcodeFormats zxingFormats(uint32_t symbologies, bool isLinear);

/// What ZXing has read, without its place.
Found found(const ZXing::Result &result);

/// Whether the digits of interleaved two of five are those of an ITF-14, whose last one checks the others.
bool hasITF14Check(const std::string &digits);

#endif
