import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// Understands the settings of a video input. Documented: S-196.
enum VideoOutputSettings {
    private static let knownKeys: Set<String> = [
        AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoScalingModeKey, AVVideoColorPropertiesKey,
        AVVideoCompressionPropertiesKey, AVVideoPixelAspectRatioKey, AVVideoCleanApertureKey, AVVideoAllowWideColorKey,
    ]

    private static let knownProperties: Set<String> = [
        AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
        AVVideoMaxKeyFrameIntervalDurationKey, AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey,
        AVVideoH264EntropyModeKey, AVVideoExpectedSourceFrameRateKey, AVVideoAverageNonDroppableFrameRateKey,
    ]

    /// What the encoder is asked for.
    static func encoderSettings(_ dictionary: [String: Any]) throws(WriterRefusal) -> VideoEncoderSettings {
        let reader = SettingsReader(dictionary)
        try reader.refuseOthers(than: knownKeys) { "Output settings key \($0) is not supported" }
        let codec = try codec(dictionary[AVVideoCodecKey])
        guard let width = try reader.integer(AVVideoWidthKey), let height = try reader.integer(AVVideoHeightKey) else {
            throw .argument("Output settings must contain AVVideoCodecKey, AVVideoWidthKey and AVVideoHeightKey")
        }
        guard (16...8192).contains(width), (16...8192).contains(height), width % 2 == 0, height % 2 == 0 else {
            throw .argument("Width and height must be even and between 16 and 8192, not \(width) x \(height)")
        }
        var settings = VideoEncoderSettings(codec: codec, width: width, height: height, isRealTime: false)
        settings.color = try color(reader)
        try checkGeometry(reader, width: width, height: height)
        if let properties = try reader.dictionary(AVVideoCompressionPropertiesKey) {
            try apply(properties, to: &settings)
        }
        return settings
    }

    private static func codec(_ value: Any?) throws(WriterRefusal) -> VideoCodec {
        let type = (value as? AVVideoCodecType) ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
        guard let type else {
            throw .argument("Output settings must contain AVVideoCodecKey, AVVideoWidthKey and AVVideoHeightKey")
        }
        guard let codec = VideoCodec(type) else {
            throw .argument("Video codec type \(type.rawValue) is not supported")
        }
        return codec
    }

    // MARK: Geometry

    /// Only whole pictures of square pixels are written.
    private static func checkGeometry(_ reader: SettingsReader, width: Int, height: Int) throws(WriterRefusal) {
        let modes = [AVVideoScalingModeResize, AVVideoScalingModeResizeAspectFill]
        if let mode = try reader.string(AVVideoScalingModeKey), !modes.contains(mode) {
            throw .argument("Scaling mode \(mode) is not supported")
        }
        if let ratio = try reader.dictionary(AVVideoPixelAspectRatioKey) {
            let horizontal = try ratio.number(AVVideoPixelAspectRatioHorizontalSpacingKey)
            let vertical = try ratio.number(AVVideoPixelAspectRatioVerticalSpacingKey)
            guard horizontal == vertical else { throw .argument("Only square pixels are supported") }
        }
        if let aperture = try reader.dictionary(AVVideoCleanApertureKey) {
            let shown = (
                try aperture.integer(AVVideoCleanApertureWidthKey), try aperture.integer(AVVideoCleanApertureHeightKey)
            )
            let offset = (
                try aperture.number(AVVideoCleanApertureHorizontalOffsetKey) ?? 0,
                try aperture.number(AVVideoCleanApertureVerticalOffsetKey) ?? 0
            )
            let isWhole = shown == (width, height) && offset == (0, 0)
            guard isWhole else { throw .argument("Only a clean aperture of the whole picture is supported") }
        }
    }

    // MARK: Colour

    private static func color(_ reader: SettingsReader) throws(WriterRefusal) -> VideoColor? {
        guard let properties = try reader.dictionary(AVVideoColorPropertiesKey) else { return nil }
        let names = (
            try properties.string(AVVideoColorPrimariesKey), try properties.string(AVVideoTransferFunctionKey),
            try properties.string(AVVideoYCbCrMatrixKey)
        )
        guard let primaries = names.0, let transfer = names.1, let matrix = names.2 else {
            throw .argument("Color properties must contain primaries, transfer function and YCbCr matrix")
        }
        guard let primariesCode = primariesCodes[primaries] else {
            throw .argument("Color primaries \(primaries) are not supported")
        }
        guard let transferCode = transferCodes[transfer] else {
            throw .argument("Transfer function \(transfer) is not supported")
        }
        guard let matrixCode = matrixCodes[matrix] else { throw .argument("YCbCr matrix \(matrix) is not supported") }
        return VideoColor(primaries: primariesCode, transfer: transferCode, matrix: matrixCode)
    }

    // Code points of ISO/IEC 23091-2.
    private static let primariesCodes: [String: Int32] = [
        AVVideoColorPrimaries_ITU_R_709_2: 1, AVVideoColorPrimaries_SMPTE_C: 6,
        AVVideoColorPrimaries_ITU_R_2020: 9, AVVideoColorPrimaries_P3_D65: 12,
    ]
    private static let transferCodes: [String: Int32] = [
        AVVideoTransferFunction_ITU_R_709_2: 1, AVVideoTransferFunction_Linear: 8, AVVideoTransferFunction_IEC_sRGB: 13,
        AVVideoTransferFunction_SMPTE_ST_2084_PQ: 16, AVVideoTransferFunction_ITU_R_2100_HLG: 18,
    ]
    private static let matrixCodes: [String: Int32] = [
        AVVideoYCbCrMatrix_ITU_R_709_2: 1, AVVideoYCbCrMatrix_ITU_R_601_4: 6, AVVideoYCbCrMatrix_ITU_R_2020: 9,
    ]

    // MARK: Compression

    private static func apply(
        _ properties: SettingsReader,
        to settings: inout VideoEncoderSettings
    ) throws(WriterRefusal) {
        let name = AVVideoCodecType(settings.codec).rawValue
        // OBSERVED: Apple's wording.
        try properties.refuseOthers(than: knownProperties) {
            "Compression property \($0) is not supported for video codec type \(name)"
        }
        if let bitRate = try properties.integer(AVVideoAverageBitRateKey) {
            guard bitRate > 0 else { throw .argument("AVVideoAverageBitRateKey must be positive") }
            settings.bitRate = bitRate
        }
        if let quality = try properties.number(AVVideoQualityKey) {
            guard settings.codec != .h264 else {
                throw .argument(
                    "Compression property \(AVVideoQualityKey) is not supported for video codec type \(name)"
                )
            }
            guard (0...1).contains(quality) else { throw .argument("AVVideoQualityKey must be between 0 and 1") }
            settings.quality = quality
        }
        if let rate = try properties.number(AVVideoExpectedSourceFrameRateKey) {
            guard rate > 0 else { throw .argument("AVVideoExpectedSourceFrameRateKey must be positive") }
            settings.expectedFrameRate = rate
        }
        try applyKeyFrames(properties, to: &settings)
        try applyTools(properties, to: &settings)
    }

    private static func applyKeyFrames(
        _ properties: SettingsReader,
        to settings: inout VideoEncoderSettings
    ) throws(WriterRefusal) {
        if let interval = try properties.integer(AVVideoMaxKeyFrameIntervalKey) {
            guard interval >= 0 else { throw .argument("AVVideoMaxKeyFrameIntervalKey must not be negative") }
            // 0 leaves it to the encoder.
            settings.keyFrameInterval = interval == 0 ? nil : interval
        }
        if let seconds = try properties.number(AVVideoMaxKeyFrameIntervalDurationKey) {
            guard seconds >= 0 else { throw .argument("AVVideoMaxKeyFrameIntervalDurationKey must not be negative") }
            settings.keyFrameIntervalSeconds = seconds == 0 ? nil : seconds
        }
        settings.allowsFrameReordering = try properties.flag(AVVideoAllowFrameReorderingKey) ?? false
    }

    private static func applyTools(
        _ properties: SettingsReader,
        to settings: inout VideoEncoderSettings
    ) throws(WriterRefusal) {
        if let name = try properties.string(AVVideoProfileLevelKey) {
            guard let (profile, level) = profileLevel(name, codec: settings.codec) else {
                throw .argument("Profile and level \(name) are not supported for this video codec type")
            }
            settings.profile = profile
            settings.level = level
        }
        guard let mode = try properties.string(AVVideoH264EntropyModeKey) else { return }
        guard settings.codec == .h264 else {
            throw .argument("AVVideoH264EntropyModeKey is for H.264 only")
        }
        switch mode {
        case AVVideoH264EntropyModeCAVLC: settings.entropyMode = .cavlc
        case AVVideoH264EntropyModeCABAC where settings.profile != .baseline: settings.entropyMode = .cabac
        default: throw .argument("Entropy mode \(mode) is not supported with this profile")
        }
    }

    /// Takes apart names such as `H264_High_4_1` and `HEVC_Main_AutoLevel`.
    private static func profileLevel(_ name: String, codec: VideoCodec) -> (VideoEncoderSettings.Profile, Int?)? {
        let parts = name.split(separator: "_").map(String.init)
        guard parts.count >= 3 else { return nil }
        switch (codec, parts[0]) {
        case (.h264, "H264"), (.hevc, "HEVC"): break
        default: return nil
        }
        let profile: VideoEncoderSettings.Profile
        switch parts[1] {
        case "Baseline" where codec == .h264: profile = .baseline
        case "Main": profile = .main
        case "High" where codec == .h264: profile = .high
        default: return nil
        }
        if parts[2] == "AutoLevel", parts.count == 3 { return (profile, nil) }
        guard parts.count == 4, let major = Int(parts[2]), let minor = Int(parts[3]), (0...9).contains(minor) else {
            return nil
        }
        return (profile, major * 10 + minor)
    }
}

extension VideoCodec {
    /// What this machine's encoders call Apple's codec, if they know it at all.
    init?(_ type: AVVideoCodecType) {
        switch type {
        case .h264: self = .h264
        case .hevc: self = .hevc
        case .jpeg: self = .jpeg
        default: return nil
        }
    }
}

extension AVVideoCodecType {
    /// Apple's name of an encoder's codec.
    init(_ codec: VideoCodec) {
        switch codec {
        case .h264: self = .h264
        case .hevc: self = .hevc
        case .jpeg: self = .jpeg
        }
    }
}
