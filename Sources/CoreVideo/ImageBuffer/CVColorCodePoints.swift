import FoundationExtras

// Between Core Video's names and the code points of ITU-T H.273, which video streams and encoders use. 2 is "unspecified".

/// The H.273 code point of colour primaries; 2 for names that have none.
@discardableResult
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
    CodePoints.primaries.point(colorPrimariesString)
}

/// The name of the colour primaries with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> Unmanaged<CFString>? {
    CodePoints.primaries.name(colorPrimariesCodePoint)
}

/// The H.273 code point of a transfer function; 2 for names that have none.
@discardableResult
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
    CodePoints.transfer.point(transferFunctionString)
}

/// The name of the transfer function with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVTransferFunctionGetStringForIntegerCodePoint(
    _ transferFunctionCodePoint: Int32
) -> Unmanaged<CFString>? {
    CodePoints.transfer.name(transferFunctionCodePoint)
}

/// The H.273 code point of a Y'CbCr matrix; 2 for names that have none.
@discardableResult
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
    CodePoints.matrix.point(yCbCrMatrixString)
}

/// The name of the Y'CbCr matrix with an H.273 code point, not retained; nil if there is none.
@discardableResult
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
    CodePoints.matrix.name(yCbCrMatrixCodePoint)
}

/// One of H.273's tables. Where several points share a name, the first in the list is the name's own.
// @unchecked: the strings are immutable constants.
private struct CodePoints: @unchecked Sendable {
    let pairs: [(point: Int32, name: CFString)]

    func point(_ name: CFString?) -> Int32 {
        guard let name else { return 2 }
        return pairs.first { $0.name.isEqual(name) }?.point ?? 2
    }

    func name(_ point: Int32) -> Unmanaged<CFString>? {
        pairs.first { $0.point == point }.map { Unmanaged.passUnretained($0.name) }
    }

    static let primaries = CodePoints(pairs: [
        (1, kCVImageBufferColorPrimaries_ITU_R_709_2),
        (5, kCVImageBufferColorPrimaries_EBU_3213),
        (6, kCVImageBufferColorPrimaries_SMPTE_C),
        (7, kCVImageBufferColorPrimaries_SMPTE_C),
        (9, kCVImageBufferColorPrimaries_ITU_R_2020),
        (11, kCVImageBufferColorPrimaries_DCI_P3),
        (12, kCVImageBufferColorPrimaries_P3_D65),
        (22, kCVImageBufferColorPrimaries_P22),
    ])

    static let transfer = CodePoints(pairs: [
        (1, kCVImageBufferTransferFunction_ITU_R_709_2),
        (6, kCVImageBufferTransferFunction_ITU_R_709_2),
        (7, kCVImageBufferTransferFunction_SMPTE_240M_1995),
        (8, kCVImageBufferTransferFunction_Linear),
        (13, kCVImageBufferTransferFunction_sRGB),
        (14, kCVImageBufferTransferFunction_ITU_R_2020),
        (15, kCVImageBufferTransferFunction_ITU_R_2020),
        (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
        (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1),
        (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
    ])

    static let matrix = CodePoints(pairs: [
        (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
        (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
        (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
    ])
}
