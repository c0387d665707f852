import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import ImageProcessing
import Synchronization

/// Reads out of every frame which of the emulated camera's pictures it shows.
final class FrameSink: CaptureStreamSink {
    /// What a frame showed.
    enum Shown: Equatable {
        case picture(Int)
        /// Pixels that are none of the camera's.
        case nothing
        /// A JPEG that cannot be decoded.
        case undecodable
    }

    private struct State {
        var shown: [Shown] = []
    }

    /// Counts, and lets a test wait.
    let record: RecordingSink
    private let state = Mutex(State())
    private let decoder: JPEGDecoder

    init() throws {
        record = RecordingSink(isSumming: false)
        decoder = try JPEGDecoder(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    /// In the order of the frames.
    var shown: [Shown] { state.withLock { $0.shown } }

    func capture(_ frame: CaptureFrame) {
        let seen = inspect(frame)
        state.withLock { $0.shown.append(seen) }
        record.capture(frame)
    }

    func captureDropped(_ drop: CaptureDrop) {
        record.captureDropped(drop)
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        record.captureEvent(event)
    }

    private func inspect(_ frame: CaptureFrame) -> Shown {
        switch frame.content {
        case .image(let buffer):
            return inspect(buffer, pixelStride: 2)
        case .compressed(let data):
            return inspect(data)
        }
    }

    private func inspect(_ data: CMBlockBuffer) -> Shown {
        var length = 0
        var start: UnsafeMutablePointer<CChar>?
        let status = CMBlockBufferGetDataPointer(
            data,
            atOffset: 0,
            lengthAtOffsetOut: &length,
            totalLengthOut: nil,
            dataPointerOut: &start
        )
        guard status == kCMBlockBufferNoErr, let start,
            let picture = try? decoder.decode(UnsafeRawBufferPointer(start: start, count: length))
        else { return .undecodable }
        return inspect(picture, pixelStride: 1)
    }

    private func inspect(_ buffer: CVPixelBuffer, pixelStride: Int) -> Shown {
        let plane = buffer.plane(0)
        let width = CVPixelBufferGetWidth(buffer)
        let number = EmulatedFrame.number { x, y in
            let row = Int(y * Double(plane.height)) * plane.bytesPerRow
            return plane.baseAddress.load(fromByteOffset: row + Int(x * Double(width)) * pixelStride, as: UInt8.self)
        }
        return number.map { .picture($0) } ?? .nothing
    }
}
