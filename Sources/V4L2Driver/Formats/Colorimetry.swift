import CVideo4Linux
import CoreVideo
import FoundationExtras

/// What a camera's numbers mean as colours: the kernel's terms, and Core Video's attachments for them.
struct Colorimetry: Sendable, Hashable {
    /// `V4L2_COLORSPACE_...`.
    var colorspace: UInt32
    /// `V4L2_XFER_FUNC_...`; 0 means the colour space's own.
    var transfer: UInt32
    /// `V4L2_YCBCR_ENC_...`; 0 means the colour space's own.
    var matrix: UInt32
    /// `V4L2_QUANTIZATION_...`; 0 means the colour space's own.
    var quantization: UInt32

    /// As a format tells it.
    init(_ format: v4l2_pix_format) {
        colorspace = format.colorspace
        transfer = format.xfer_func
        matrix = format.ycbcr_enc
        quantization = format.quantization
    }

    init(colorspace: UInt32, transfer: UInt32 = 0, matrix: UInt32 = 0, quantization: UInt32 = 0) {
        self.colorspace = colorspace
        self.transfer = transfer
        self.matrix = matrix
        self.quantization = quantization
    }

    /// Whether luma and chroma use all 256 values. The kernel's default is the video range, except for JPEG.
    var isFullRange: Bool {
        switch quantization {
        case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
        case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
        default: colorspace == V4L2_COLORSPACE_JPEG.rawValue
        }
    }

    /// Core Video's keys and values for a pixel buffer's attachments and a format description's extensions.
    func attachments() -> [(key: CFString, value: CFString)] {
        [
            (kCVImageBufferColorPrimariesKey, primariesValue),
            (kCVImageBufferTransferFunctionKey, transferValue),
            (kCVImageBufferYCbCrMatrixKey, matrixValue),
        ]
    }

    private var primariesValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_SMPTE170M.rawValue, V4L2_COLORSPACE_SMPTE240M.rawValue:
            kCVImageBufferColorPrimaries_SMPTE_C
        case V4L2_COLORSPACE_470_SYSTEM_BG.rawValue: kCVImageBufferColorPrimaries_EBU_3213
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferColorPrimaries_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferColorPrimaries_DCI_P3
        // sRGB and JPEG share Rec. 709's primaries; a webcam that says nothing means sRGB.
        default: kCVImageBufferColorPrimaries_ITU_R_709_2
        }
    }

    private var transferValue: CFString {
        switch transfer {
        case V4L2_XFER_FUNC_709.rawValue: kCVImageBufferTransferFunction_ITU_R_709_2
        case V4L2_XFER_FUNC_SRGB.rawValue: kCVImageBufferTransferFunction_sRGB
        case V4L2_XFER_FUNC_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_XFER_FUNC_NONE.rawValue: kCVImageBufferTransferFunction_Linear
        case V4L2_XFER_FUNC_SMPTE2084.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
        case V4L2_XFER_FUNC_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
        default: defaultTransferValue
        }
    }

    private var defaultTransferValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferTransferFunction_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
        case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_SMPTE170M.rawValue,
            V4L2_COLORSPACE_470_SYSTEM_BG.rawValue:
            kCVImageBufferTransferFunction_ITU_R_709_2
        default: kCVImageBufferTransferFunction_sRGB
        }
    }

    private var matrixValue: CFString {
        switch matrix {
        case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue:
            kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_YCBCR_ENC_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: defaultMatrixValue
        }
    }

    private var defaultMatrixValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
    }
}
