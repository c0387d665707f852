import CLibAV
import Foundation

/// A scene that is one photo, scaled to fit.
public struct PhotoScene: SimulatedScene {
    /// The photo's file.
    public let path: String

    /// Takes a photo in any format that libav decodes, such as JPEG or PNG.
    ///
    /// - Throws: `SceneError` when it cannot be read or decoded.
    public init(path: String) throws(SceneError) {
        self.path = path
        guard try SceneFileDecoder(path: path).next() != nil else {
            throw SceneError(path: path, reason: "there is no picture in it. Choose a photo.")
        }
    }

    /// The file's path.
    public var name: String { path }

    /// Decodes the photo and fits it into the camera's frame.
    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
        let decoder = try SceneFileDecoder(path: path)
        let fitter = ImageFitter(view: view)
        guard let (frame, _) = decoder.next(), fitter.fit(frame, angle: decoder.angle(of: frame)) else {
            throw SceneError(path: path, reason: "its picture cannot be converted. Choose another photo.")
        }
        return StillRenderer(image: fitter.image)
    }
}

/// Shows the same picture always.
private final class StillRenderer: SceneRenderer {
    private let image: PlanarImage

    init(image: PlanarImage) {
        self.image = image
    }

    func render(at seconds: Double, into target: SceneTarget) {
        image.copy(into: target.view)
    }
}

/// A scene that is a video, scaled to fit and played again and again in real time.
public struct VideoScene: SimulatedScene {
    /// The video's file.
    public let path: String

    /// Takes a video in any format that libav decodes, such as MP4.
    ///
    /// - Throws: `SceneError` when it cannot be read or decoded.
    public init(path: String) throws(SceneError) {
        self.path = path
        guard try SceneFileDecoder(path: path).next() != nil else {
            throw SceneError(path: path, reason: "there is no picture in it. Choose a video.")
        }
    }

    /// The file's path.
    public var name: String { path }

    /// Opens the video for a camera.
    public func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
        try VideoRenderer(decoder: SceneFileDecoder(path: path), fitter: ImageFitter(view: view), path: path)
    }
}

/// Shows the picture of a video that belongs to the scene's time.
private final class VideoRenderer: SceneRenderer {
    /// Beyond so many seconds it is faster to seek than to decode what lies between.
    private static let seekDistance = 2.0

    private let decoder: SceneFileDecoder
    private let fitter: ImageFitter
    private var shown = 0.0
    private let length: Double
    private var waiting: (frame: UnsafePointer<AVFrame>, seconds: Double)?

    init(decoder: SceneFileDecoder, fitter: ImageFitter, path: String) throws {
        self.decoder = decoder
        self.fitter = fitter
        length = decoder.seconds
        guard let first = decoder.next(), fitter.fit(first.frame, angle: decoder.angle(of: first.frame)) else {
            throw SceneError(path: path, reason: "its pictures cannot be converted. Choose another video.")
        }
        waiting = decoder.next()
    }

    func render(at seconds: Double, into target: SceneTarget) {
        let place = length > 0 ? seconds.truncatingRemainder(dividingBy: length) : 0
        if place < shown || place > shown + Self.seekDistance { start(at: place) }
        advance(to: place)
        fitter.image.copy(into: target.view)
    }

    private func start(at place: Double) {
        // Containers round times to pictures; from a second before, decoding passes the right one.
        decoder.seek(to: max(0, place - 1))
        shown = place
        waiting = decoder.next()
        if let first = waiting { present(first) }
    }

    /// Decodes until the next picture would be too early. A decoder lends one picture at a time, so the one that waits is
    /// shown before the next is decoded.
    private func advance(to place: Double) {
        while let next = waiting, next.seconds <= place {
            present(next)
        }
    }

    private func present(_ next: (frame: UnsafePointer<AVFrame>, seconds: Double)) {
        _ = fitter.fit(next.frame, angle: decoder.angle(of: next.frame))
        shown = next.seconds
        waiting = decoder.next()
    }
}

/// Decodes the pictures of a photo or video file with libav. Used by one thread at a time.
final class SceneFileDecoder {
    private let path: String
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var frame = av_frame_alloc()
    private let streamIndex: Int32
    private var isDraining = false

    /// Opens a file.
    ///
    /// - Throws: `SceneError` that says what is wrong with it.
    init(path: String) throws(SceneError) {
        self.path = path
        var format: UnsafeMutablePointer<AVFormatContext>?
        let opened = avformat_open_input(&format, path, nil, nil)
        guard opened >= 0, let format else { throw SceneError(path: path, reason: Self.message(for: opened)) }
        self.format = format
        guard avformat_find_stream_info(format, nil) >= 0 else {
            avformat_close_input(&self.format)
            throw SceneError(path: path, reason: "it is damaged. Choose another file.")
        }
        var decoder: UnsafePointer<AVCodec>?
        streamIndex = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0)
        guard streamIndex >= 0, let decoder, let made = avcodec_alloc_context3(decoder) else {
            avformat_close_input(&self.format)
            throw SceneError(
                path: path,
                reason: "there is no picture in it that can be decoded. Choose a photo or a video."
            )
        }
        codec = made
        avcodec_parameters_to_context(made, format.pointee.streams[Int(streamIndex)]?.pointee.codecpar)
        guard avcodec_open2(made, decoder, nil) >= 0 else {
            close()
            throw SceneError(path: path, reason: "its pictures cannot be decoded. Choose another file.")
        }
    }

    deinit {
        close()
    }

    private func close() {
        avcodec_free_context(&codec)
        avformat_close_input(&format)
        av_packet_free(&packet)
        av_frame_free(&frame)
    }

    /// The file's length in seconds; 0 for a photo or when unknown.
    var seconds: Double {
        guard let duration = format?.pointee.duration, duration > 0 else { return 0 }
        return Double(duration) / Double(AV_TIME_BASE)
    }

    /// Decodes the next picture; `nil` at the end of the file, or where it is damaged beyond use.
    func next() -> (frame: UnsafePointer<AVFrame>, seconds: Double)? {
        guard let codec, let frame else { return nil }
        while true {
            let received = avcodec_receive_frame(codec, frame)
            if received == 0 { return (UnsafePointer(frame), time(of: frame)) }
            guard received == pinhole_averror_again(), feed(codec) else { return nil }
        }
    }

    /// Goes to the last picture from which decoding can start before a time.
    func seek(to seconds: Double) {
        guard let format, let codec else { return }
        av_seek_frame(format, -1, Int64(seconds * Double(AV_TIME_BASE)), AVSEEK_FLAG_BACKWARD)
        avcodec_flush_buffers(codec)
        isDraining = false
    }

    /// Degrees, clockwise, by which the pictures must be turned to be upright.
    func angle(of frame: UnsafePointer<AVFrame>) -> Int {
        let matrix: UnsafeMutableRawPointer?
        if let side = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX) {
            matrix = UnsafeMutableRawPointer(side.pointee.data)
        } else {
            matrix = av_stream_get_side_data(
                format?.pointee.streams[Int(streamIndex)],
                AV_PKT_DATA_DISPLAYMATRIX,
                nil
            ).map { UnsafeMutableRawPointer($0) }
        }
        guard let matrix else { return 0 }
        let counterclockwise = av_display_rotation_get(matrix.assumingMemoryBound(to: Int32.self))
        guard counterclockwise.isFinite else { return 0 }
        return ((Int((-counterclockwise / 90).rounded()) * 90) % 360 + 360) % 360
    }

    private func feed(_ codec: UnsafeMutablePointer<AVCodecContext>) -> Bool {
        guard !isDraining, let packet else { return false }
        while av_read_frame(format, packet) >= 0 {
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == streamIndex else { continue }
            // A damaged packet is skipped; the next key frame mends the picture.
            if avcodec_send_packet(codec, packet) >= 0 { return true }
        }
        isDraining = true
        return avcodec_send_packet(codec, nil) >= 0
    }

    private func time(of frame: UnsafeMutablePointer<AVFrame>) -> Double {
        guard let stream = format?.pointee.streams[Int(streamIndex)] else { return 0 }
        let stamp = frame.pointee.best_effort_timestamp
        guard stamp != pinhole_av_no_time() else { return 0 }
        let start = stream.pointee.start_time == pinhole_av_no_time() ? 0 : stream.pointee.start_time
        return Double(stamp - start) * av_q2d(stream.pointee.time_base)
    }

    private static func message(for code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        av_strerror(code, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "\(text). Check the path, and that the file is a photo or a video."
    }
}
