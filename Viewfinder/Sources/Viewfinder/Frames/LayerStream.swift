@_spi(PreviewRendering) public import AVFoundation
import Foundation

/// What a preview layer shows, as a stream of JPEG files for pages. Nothing is encoded while nobody watches.
// @unchecked: the encoder is used on the queue only; everything else is immutable.
@_spi(PageServer)
public final class LayerStream: @unchecked Sendable {
    /// The frames, turned and mirrored as the layer shows them.
    public let frames = FrameBroadcaster()

    private let queue = DispatchQueue(label: "pinhole.layer-stream", qos: .userInteractive)
    private let arrivals: Arrivals
    private let reader: PreviewFrameReader
    private let longestSide: Int
    private var encoder: FrameEncoder

    /// Begins to stream.
    ///
    /// - Parameters:
    ///   - layer: what is shown. It is not kept alive.
    ///   - longestSide: the frames' size at most, in pixels.
    ///   - quality: of the JPEG files, 1 to 100.
    /// - Throws: when there is no memory for an encoder.
    public init(_ layer: AVCaptureVideoPreviewLayer, longestSide: Int, quality: Int = 80) throws {
        self.longestSide = longestSide
        encoder = try FrameEncoder(quality: quality)
        let arrivals = Arrivals(queue)
        self.arrivals = arrivals
        reader = PreviewFrameReader(layer) { arrivals.report() }
        arrivals.observe { [weak self] in self?.publish() }
    }

    deinit {
        reader.cancel()
        arrivals.end()
    }

    private func publish() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard frames.hasClients, let frame = reader.next(longestSide: longestSide),
            let jpeg = try? encoder.encode(frame.image)
        else { return }
        let time = CMTimeConvertScale(frame.presentationTime, timescale: 1_000_000_000, method: .roundTowardZero)
        frames.publish(
            EncodedFrame(
                jpeg: jpeg,
                sequence: frame.sequence,
                captureTime: UInt64(max(0, time.value)),
                width: CVPixelBufferGetWidth(frame.image),
                height: CVPixelBufferGetHeight(frame.image)
            )
        )
    }
}

/// Wakes a queue after one or several frames, without an allocation for each.
// @unchecked: dispatch sources may be used from any thread.
private final class Arrivals: @unchecked Sendable {
    private let source: any DispatchSourceUserDataAdd

    init(_ queue: DispatchQueue) {
        source = DispatchSource.makeUserDataAddSource(queue: queue)
    }

    func observe(_ handler: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: handler)
        source.resume()
    }

    func report() { source.add(data: 1) }

    func end() { source.cancel() }
}
