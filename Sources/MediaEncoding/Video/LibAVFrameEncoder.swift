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
