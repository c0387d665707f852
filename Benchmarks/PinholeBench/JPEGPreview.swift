@preconcurrency import AVFoundation
import Foundation
import ImageProcessing
import Synchronization

/// Encodes a camera's pictures as JPEG on a queue of its own, as a live preview does; of those that come while one is encoded
/// only the last is kept.
final class JPEGPreview: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    // @unchecked: the encoder guards itself; what changes lies in the mutex.
    private struct State {
        var waiting: CVPixelBuffer?
        var count = 0
        var isBusy = false
    }

    private let encoder: JPEGEncoder
    private let options: JPEGEncodingOptions
    let queue = DispatchQueue(label: "bench.preview")
    private let state = Mutex(State())

    /// How many were encoded.
    var count: Int { state.withLock { $0.count } }

    init(quality: Int) throws {
        encoder = try JPEGEncoder()
        options = JPEGEncodingOptions(quality: quality)
    }

    /// Encodes a picture, in time.
    func enqueue(_ picture: CVPixelBuffer) {
        let wasBusy = state.withLock { state in
            state.waiting = picture
            defer { state.isBusy = true }
            return state.isBusy
        }
        if !wasBusy { queue.async { [self] in drain() } }
    }

    /// Encodes a data output's picture before it returns: the output keeps the latest one meanwhile.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        if let picture = CMSampleBufferGetImageBuffer(sampleBuffer) { encode(picture) }
    }

    private func drain() {
        while let picture = next() { encode(picture) }
    }

    private func encode(_ picture: CVPixelBuffer) {
        let isEncoded = (try? encoder.withEncodedBytes(of: picture, options: options) { $0.count > 0 }) ?? false
        if isEncoded { state.withLock { $0.count += 1 } }
    }

    private func next() -> CVPixelBuffer? {
        state.withLock { state in
            defer { state.waiting = nil }
            state.isBusy = state.waiting != nil
            return state.waiting
        }
    }
}
