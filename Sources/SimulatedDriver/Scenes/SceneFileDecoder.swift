import CLibAV
import Foundation

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
