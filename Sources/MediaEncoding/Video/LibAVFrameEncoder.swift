internal import CLibAV
import CoreMedia
import CoreVideo
import Foundation

/// Makes H.264 or HEVC samples with an encoder of libavcodec's.
///
/// Pictures' planes are handed to the library as they are, each with a reference that retains the pixel buffer until the
/// library lets go of it.
final class LibAVFrameEncoder: FrameEncoding {
    let name: String
    private(set) var formatDescription: CMFormatDescription?
    private(set) var layouts: [OSType]
    private let settings: VideoEncoderSettings
    private let selection: VideoEncoderSelection
    private var context: CodecContext
    private var color: VideoColor
    private var hasBegun = false
    private let frame: FrameBox
    private var spare: PacketBox?
    private var times = FrameTimes()

    var pendingFrames: Int { times.count }

    init(_ settings: VideoEncoderSettings, _ selection: VideoEncoderSelection) throws(MediaEncodingError) {
        guard let frame = FrameBox() else { throw LibAV.outOfMemory("opening \(selection.name)") }
        self.settings = settings
        self.selection = selection
        self.frame = frame
        name = selection.name
        color = settings.color ?? .bt709
        layouts = selection.layouts(isFullRange: settings.color?.isFullRange)
        EncoderMemory.prepare()
        context = try LibAVVideoOpening.open(settings, selection, color)
        formatDescription = LibAVVideoOpening.formatDescription(of: context, settings, color)
    }

    func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime,
        asKeyFrame: Bool
    ) throws(MediaEncodingError) -> [EncodedSample] {
        if !hasBegun { try begin(with: pixels) }
        let avFrame = frame.pointer
        av_frame_unref(avFrame)
        guard attach(pixels, to: avFrame) else { throw LibAV.outOfMemory("handing a picture to \(name)") }
        avFrame.pointee.pts = times.add(time, duration)
        avFrame.pointee.pict_type = asKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        let sent = avcodec_send_frame(context.pointer, avFrame)
        av_frame_unref(avFrame)
        guard sent >= 0 else { throw failure("encoding a picture with \(name)", sent) }
        return try receive()
    }

    func finish() throws(MediaEncodingError) -> [EncodedSample] {
        let sent = avcodec_send_frame(context.pointer, nil)
        guard sent >= 0 || sent == pinhole_averror_eof() else { throw failure("finishing \(name)", sent) }
        return try receive()
    }

    private func failure(_ operation: String, _ code: Int32) -> MediaEncodingError {
        LibAV.error(.encoderFailed, operation, code, advice: "Start another recording; choose a smaller picture.")
    }

    /// The stream's header says what the numbers mean: where the settings leave that to the pictures, the first one decides.
    private func begin(with pixels: CVPixelBuffer) throws(MediaEncodingError) {
        hasBegun = true
        guard settings.color == nil else { return }
        let isFullRange = VideoEncoderSelection.fullRange.contains(CVPixelBufferGetPixelFormatType(pixels))
        layouts = selection.layouts(isFullRange: isFullRange)
        let actual = VideoColor(attachmentsOf: pixels, isFullRange: isFullRange)
        guard actual != color else { return }
        color = actual
        context = try LibAVVideoOpening.open(settings, selection, actual)
        formatDescription = LibAVVideoOpening.formatDescription(of: context, settings, actual)
    }

    private func attach(_ pixels: CVPixelBuffer, to avFrame: UnsafeMutablePointer<AVFrame>) -> Bool {
        avFrame.pointee.format = context.pointer.pointee.pix_fmt.rawValue
        avFrame.pointee.width = Int32(settings.width)
        avFrame.pointee.height = Int32(settings.height)
        avFrame.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        let first = pixels.plane(0)
        let second = pixels.plane(1)
        avFrame.pointee.data.0 = first.baseAddress.assumingMemoryBound(to: UInt8.self)
        avFrame.pointee.data.1 = second.baseAddress.assumingMemoryBound(to: UInt8.self)
        avFrame.pointee.linesize.0 = Int32(first.bytesPerRow)
        avFrame.pointee.linesize.1 = Int32(second.bytesPerRow)
        if !selection.takesBiPlanar {
            let third = pixels.plane(2)
            avFrame.pointee.data.2 = third.baseAddress.assumingMemoryBound(to: UInt8.self)
            avFrame.pointee.linesize.2 = Int32(third.bytesPerRow)
        }
        let retained = Unmanaged.passRetained(pixels)
        let reference = av_buffer_create(
            avFrame.pointee.data.0,
            first.bytesPerRow * first.height,
            { owner, _ in
                if let owner { Unmanaged<CVPixelBuffer>.fromOpaque(owner).release() }
            },
            retained.toOpaque(),
            AV_BUFFER_FLAG_READONLY
        )
        guard let reference else {
            retained.release()
            return false
        }
        avFrame.pointee.buf.0 = reference
        return true
    }

    private func receive() throws(MediaEncodingError) -> [EncodedSample] {
        var samples: [EncodedSample] = []
        while true {
            guard let box = spare ?? PacketBox() else { throw LibAV.outOfMemory("taking a picture from \(name)") }
            spare = box
            let code = avcodec_receive_packet(context.pointer, box.pointer)
            if code == pinhole_averror_again() || code == pinhole_averror_eof() { return samples }
            guard code >= 0 else { throw failure("taking a picture from \(name)", code) }
            spare = nil
            samples.append(sample(box))
        }
    }

    private func sample(_ box: PacketBox) -> EncodedSample {
        let packet = box.pointer.pointee
        let (shown, duration) = times.removeTimes(of: packet.pts)
        let decoded =
            packet.dts == packet.pts || !settings.allowsFrameReordering
            ? shown : CMTime(value: packet.dts, timescale: FrameTimes.timescale)
        let isKeyFrame = packet.flags & AV_PKT_FLAG_KEY != 0
        if formatDescription == nil {
            formatDescription = LibAVVideoOpening.formatDescription(
                codec: settings.codec,
                parameters: box.bytes,
                settings,
                color
            )
        }
        guard !NALUnits.hasStartCode(box.bytes) else {
            return EncodedSample(
                data: NALUnits.lengthPrefixed(box.bytes),
                presentationTime: shown,
                decodeTime: decoded,
                duration: duration,
                isKeyFrame: isKeyFrame
            )
        }
        return EncodedSample(
            storage: box,
            bytes: box.bytes,
            presentationTime: shown,
            decodeTime: decoded,
            duration: duration,
            isKeyFrame: isKeyFrame
        )
    }
}

/// Takes pictures' exact times back from the encoder's ticks.
struct FrameTimes {
    /// Ticks per second that the encoder's rate control sees.
    static let timescale: CMTimeScale = 90_000

    private var pending: [(tick: Int64, time: CMTime, duration: CMTime)] = []
    private var last = Int64.min

    var count: Int { pending.count }

    /// Notes a picture's times and gives its tick: increasing, however near the times are.
    mutating func add(_ time: CMTime, _ duration: CMTime) -> Int64 {
        let tick = CMTimeConvertScale(time, timescale: Self.timescale, method: .roundHalfAwayFromZero).value
        last = max(tick, last == .min ? .min : last + 1)
        pending.append((last, time, duration))
        return last
    }

    /// The times of the picture with a tick.
    mutating func removeTimes(of tick: Int64) -> (CMTime, CMTime) {
        guard let index = pending.firstIndex(where: { $0.tick == tick }) else {
            return (CMTime(value: tick, timescale: Self.timescale), .invalid)
        }
        let found = pending.remove(at: index)
        return (found.time, found.duration)
    }
}

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
