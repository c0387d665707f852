internal import CLibAV
import CoreMedia
import CoreVideo
import Foundation

/// Opens libavcodec's encoders with settings for live recording.
enum LibAVVideoOpening {
    static func open(
        _ settings: VideoEncoderSettings,
        _ selection: VideoEncoderSelection,
        _ color: VideoColor
    ) throws(MediaEncodingError) -> CodecContext {
        guard let codec = avcodec_find_encoder_by_name(selection.name) else {
            throw VideoEncoderSelection.missing(settings.codec)
        }
        guard let context = CodecContext(codec) else { throw LibAV.outOfMemory("opening \(selection.name)") }
        apply(settings, selection, color, to: context.pointer)
        let options = OptionDictionary(privateOptions(settings, selection))
        let code = avcodec_open2(context.pointer, codec, &options.pointer)
        guard code >= 0 else {
            throw LibAV.error(
                .unsupportedSettings,
                "opening \(selection.name) for \(settings.width) by \(settings.height) pixels",
                code,
                advice: "Choose another size, profile or level."
            )
        }
        return context
    }

    private static func apply(
        _ settings: VideoEncoderSettings,
        _ selection: VideoEncoderSelection,
        _ color: VideoColor,
        to context: UnsafeMutablePointer<AVCodecContext>
    ) {
        context.pointee.width = Int32(settings.width)
        context.pointee.height = Int32(settings.height)
        context.pointee.pix_fmt = selection.takesBiPlanar ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P
        context.pointee.time_base = AVRational(num: 1, den: FrameTimes.timescale)
        context.pointee.framerate = av_d2q(settings.expectedFrameRate, 100_000)
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
        context.pointee.max_b_frames = settings.allowsFrameReordering ? 2 : 0
        // Key frames come when this module asks for them; the libraries' own limit must not get in the way.
        context.pointee.gop_size = selection.isSoftware ? 1 << 30 : 600
        context.pointee.thread_count = Int32(
            settings.threadCount ?? min(4, ProcessInfo.processInfo.activeProcessorCount)
        )
        context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        context.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        context.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
        if let level = settings.level, settings.codec == .h264 { context.pointee.level = Int32(level) }
        guard settings.quality == nil || !selection.isSoftware else { return }
        let rate = settings.bitRate ?? settings.defaultBitRate
        context.pointee.bit_rate = Int64(rate)
        // Two seconds may take twice the rate: a picture full of motion does not turn to blocks, a disk is not flooded.
        context.pointee.rc_max_rate = Int64(rate) * 2
        context.pointee.rc_buffer_size = Int32(clamping: rate * 2)
    }

    private static func privateOptions(
        _ settings: VideoEncoderSettings,
        _ selection: VideoEncoderSelection
    ) -> [(String, String)] {
        switch selection.name {
        case "libx264": x264Options(settings)
        case "libx265": x265Options(settings)
        default: []
        }
    }

    /// A recording has to keep up on two processors beside a preview: the preset that costs least among those with a
    /// deblocking filter and CABAC, without a look ahead, whose pictures a sudden end would cost. Who looks on at once has neither:
    /// both take time at either end, and the picture is not kept.
    private static func x264Options(_ settings: VideoEncoderSettings) -> [(String, String)] {
        var options = [
            ("preset", settings.hasLowDelay ? "ultrafast" : settings.isRealTime ? "superfast" : "veryfast"),
            ("profile", (settings.profile ?? .high).rawValue),
            ("forced-idr", "1"),
            // A key frame at a change of scene is many times a frame's size, which who looks on at once has to wait for.
            ("x264-params", settings.hasLowDelay ? "annexb=0:scenecut=0" : "annexb=0"),
        ]
        if settings.isRealTime { options.append(("rc-lookahead", "0")) }
        // Several threads share a picture then, instead of having one each.
        if settings.hasLowDelay { options.append(("tune", "zerolatency")) }
        if let mode = settings.entropyMode { options.append(("coder", mode.rawValue)) }
        if let quality = settings.quality { options.append(("crf", String(rateFactor(quality)))) }
        return options
    }

    private static func x265Options(_ settings: VideoEncoderSettings) -> [(String, String)] {
        var parameters = "annexb=0:log-level=error"
        if settings.isRealTime || settings.hasLowDelay { parameters += ":rc-lookahead=0:frame-threads=1" }
        if let level = settings.level { parameters += ":level-idc=\(level)" }
        var options = [
            ("preset", settings.isRealTime ? "ultrafast" : "superfast"),
            ("forced-idr", "1"),
            ("x265-params", parameters),
        ]
        if let quality = settings.quality { options.append(("crf", String(rateFactor(quality)))) }
        return options
    }

    /// From coarse (40) to indistinguishable (12).
    private static func rateFactor(_ quality: Double) -> Double { 40 - 28 * quality }

    /// The format of an opened encoder's samples; nil when it tells its parameters with the first picture only.
    static func formatDescription(
        of context: CodecContext,
        _ settings: VideoEncoderSettings,
        _ color: VideoColor
    ) -> CMFormatDescription? {
        let header = UnsafeRawBufferPointer(
            start: context.pointer.pointee.extradata,
            count: Int(context.pointer.pointee.extradata_size)
        )
        return formatDescription(codec: settings.codec, parameters: header, settings, color)
    }

    static func formatDescription(
        codec: VideoCodec,
        parameters: UnsafeRawBufferPointer,
        _ settings: VideoEncoderSettings,
        _ color: VideoColor
    ) -> CMFormatDescription? {
        let units = NALUnits.ranges(parameters).map { Data(parameters[$0]) }
        let sets = units.filter { unit in
            guard let first = unit.first else { return false }
            return codec == .h264 ? [7, 8].contains(first & 0x1f) : [32, 33, 34].contains(first >> 1 & 0x3f)
        }
        guard !sets.isEmpty else { return nil }
        let plain =
            codec == .h264
            ? try? CMFormatDescription(h264ParameterSets: sets) : try? CMFormatDescription(hevcParameterSets: sets)
        guard let plain else { return nil }
        var extensions = color.extensions
        let atoms = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        extensions[atoms] = CMFormatDescriptionGetExtension(plain, extensionKey: atoms)
        return try? CMFormatDescription(
            videoCodecType: codec.mediaSubType,
            width: settings.width,
            height: settings.height,
            extensions: extensions
        )
    }
}

extension VideoEncoderSettings {
    /// The bit rate where none is set.
    var defaultBitRate: Int {
        Self.defaultBitRate(codec: codec, width: width, height: height, frameRate: expectedFrameRate)
    }
}
