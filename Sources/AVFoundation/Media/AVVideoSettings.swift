// Keys and values of the dictionaries that describe video.

/// Key of the codec (`AVVideoCodecType`).
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Key of the width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Key of the height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// Key of the dictionary with the proportions of a pixel.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// Key of a pixel's relative width.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// Key of a pixel's relative height.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// Key of the dictionary with the part of the picture that is shown.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// Key of the clean aperture's width.
public let AVVideoCleanApertureWidthKey = "Width"
/// Key of the clean aperture's height.
public let AVVideoCleanApertureHeightKey = "Height"
/// Key of the clean aperture's distance from the centre, to the right.
public let AVVideoCleanApertureHorizontalOffsetKey = "HorizontalOffset"
/// Key of the clean aperture's distance from the centre, downwards.
public let AVVideoCleanApertureVerticalOffsetKey = "VerticalOffset"
/// Key of how pictures are fitted.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Cut to the target's size, keep the pixel size.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Stretch to the target's size.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Fit into the target, keep the proportions, add bars.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Fill the target, keep the proportions, cut off the rest.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// Key of whether wide colour may be delivered.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"
/// Key of the dictionary with the colour properties.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// Key of the colour primaries.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// Primaries of BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// Primaries of SMPTE C.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// Primaries of DCI P3 with a D65 white.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// Primaries of BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// Key of the transfer function.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// Transfer function of BT.709.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// Perceptual quantiser.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// Linear light.
public let AVVideoTransferFunction_Linear = "Linear"
/// Transfer function of sRGB.
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// Key of the YCbCr matrix.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// Matrix of BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// Matrix of BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// Matrix of BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// Key of the dictionary with what the encoder is told.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Key of the dictionary with what the decoder is told.
public let AVVideoDecompressionPropertiesKey = "AVVideoDecompressionPropertiesKey"
/// Key of the wanted bit rate (bits per second).
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// Key of the wanted quality, 0 to 1 (JPEG, HEIC).
public let AVVideoQualityKey = "Quality"
/// Key of the largest distance of key frames, in frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// Key of the largest distance of key frames, in seconds.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Key of the bit depth of ProRAW.
public let AVVideoAppleProRAWBitDepthKey = "AVVideoAppleProRAWBitDepthKey"
/// Key of whether frames may be encoded out of order.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// Key of the profile and level.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// Key of H.264's entropy coding.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Variable-length entropy coding.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Arithmetic entropy coding.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// Key of the frame rate to expect.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// Key of the rate of frames that may not be dropped.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"
/// The codec H.264.
@available(swift, deprecated: 5.0, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecH264 = "avc1"
/// The codec HEVC.
@available(swift, deprecated: 5.0, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecHEVC = "hvc1"
/// The codec JPEG.
@available(swift, deprecated: 5.0, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecJPEG = "jpeg"
/// H.264 baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// H.264 baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// H.264 baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// H.264 baseline profile, level chosen by the encoder.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264 main profile, level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// H.264 main profile, level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// H.264 main profile, level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// H.264 main profile, level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// H.264 main profile, level chosen by the encoder.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264 high profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// H.264 high profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// H.264 high profile, level chosen by the encoder.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"

/// A video or picture codec.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// HEVC (H.265).
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// JPEG XL.
    public static let JPEGXL = AVVideoCodecType(rawValue: "jxlc")
    /// ProRes 4444.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 4444 XQ.
    public static let appleProRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
    /// ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// ProRes RAW.
    public static let appleProResRAW = AVVideoCodecType(rawValue: "aprn")
    /// ProRes RAW HQ.
    public static let appleProResRAWHQ = AVVideoCodecType(rawValue: "aprh")
    /// HEVC with an alpha channel.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
}

/// Which part of a picture is meant.
public struct AVVideoApertureMode: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The part meant to be shown, in display proportions.
    public static let cleanAperture = AVVideoApertureMode(rawValue: "CleanAperture")
    /// The whole picture, in display proportions.
    public static let productionAperture = AVVideoApertureMode(rawValue: "ProductionAperture")
    /// The whole picture as it is encoded.
    public static let encodedPixels = AVVideoApertureMode(rawValue: "EncodedPixels")
}

/// The dynamic range of video.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Standard dynamic range.
    public static let sdr = AVVideoRange(rawValue: "SDR")
    /// High dynamic range, hybrid log-gamma.
    public static let hlg = AVVideoRange(rawValue: "HLG")
    /// High dynamic range, perceptual quantiser.
    public static let pq = AVVideoRange(rawValue: "PQ")
}
