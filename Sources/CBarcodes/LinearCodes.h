#ifndef LINEARCODES_H
#define LINEARCODES_H

#include "Found.h"

/// Finds linear codes by ZXing, along rows, columns or both, and reduced, as `effort` says.
void findLinearCodes(Findings &findings, const barcode_picture &picture, uint32_t symbologies, uint32_t effort);

#endif
