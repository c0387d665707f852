import CaptureCore
import CaptureDriver
import CoreMedia
@preconcurrency import CoreVideo
import Synchronization

/// Where the frames of a preview layer's connection go: to those who render the layer, and to nobody else.
///
/// Without a reader a frame is let go of at once, so a layer that nobody looks at costs the camera nothing.
final class PreviewTap: StreamReceiver, Sendable {
    private struct State {
        var nextKey: UInt64 = 0
        var readers: [(key: UInt64, mailbox: PreviewMailbox)] = []
    }

    private let state = Mutex(State())

    /// Gives frames to a mailbox from now on.
    ///
    /// - Returns: what ``remove(_:)`` wants.
    func add(_ mailbox: PreviewMailbox) -> UInt64 {
        state.withLock { state in
            state.nextKey += 1
            state.readers.append((state.nextKey, mailbox))
            return state.nextKey
        }
    }

    /// Gives a mailbox no frames any more. Callable again.
    func remove(_ key: UInt64) {
        state.withLock { $0.readers.removeAll { $0.key == key } }
    }

    func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        for reader in state.withLock({ $0.readers }) { reader.mailbox.store(frame, from: connection) }
    }

    func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {}

    func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection) {}
}

/// Holds the one frame that its reader renders next: the newest that came since it looked last.
final class PreviewMailbox: Sendable {
    /// A frame, and where it came from.
    struct Item: Sendable {
        let frame: CaptureFrame
        /// Not kept alive: a frame that nobody fetches must not keep a camera open after its input has been removed.
        private let source: WeakReference<AVCaptureConnection>

        init(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
            self.frame = frame
            source = WeakReference(connection)
        }

        /// `nil` once the session has let go of it.
        var connection: AVCaptureConnection? { source.object }
    }

    private let item = Mutex<Item?>(nil)
    private let onFrame: @Sendable () -> Void

    /// - Parameter onFrame: called after each frame, on the driver's thread.
    init(onFrame: @escaping @Sendable () -> Void) {
        self.onFrame = onFrame
    }

    /// Replaces the frame that waits.
    func store(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        let new = Item(frame, from: connection)
        // The former one is let go of unlocked: its buffer then goes back to the driver.
        let former = item.withLock { item in
            defer { item = new }
            return item
        }
        withExtendedLifetime(former) {}
        onFrame()
    }

    /// Fetches the frame that waits.
    func dequeue() -> Item? {
        item.withLock { item in
            defer { item = nil }
            return item
        }
    }
}

/// A frame as a preview layer shows it: zoomed, turned and mirrored as the layer's connection says.
@_spi(PreviewRendering)
public struct PreviewFrame: Sendable {
    /// The pixels. Only to be read.
    public let image: CVPixelBuffer
    /// When the picture was taken, on the capture system's clock.
    public let presentationTime: CMTime
    /// Counts the frames that the camera produced since its stream began.
    public let sequence: UInt64
}

/// Reads the frames that a preview layer shows, for those who draw it: Linux has no layer renderer.
///
/// There is no queue: a frame that was not fetched before the next one came is gone. The session's work never waits for a reader,
/// and pixels are turned only for frames that are fetched. The reader does not keep the layer alive; frames come while the layer has
/// a session that runs and a connection that is enabled.
@_spi(PreviewRendering)
public final class PreviewFrameReader: Sendable {
    private let tap: PreviewTap
    private let key: UInt64
    private let mailbox: PreviewMailbox
    private let preparer = Mutex(FramePreparer())

    /// Begins to read a layer's frames.
    ///
    /// - Parameters:
    ///   - layer: whose frames.
    ///   - onFrame: called when a frame can be fetched, on the driver's thread: it must return at once.
    public init(_ layer: AVCaptureVideoPreviewLayer, onFrame: @escaping @Sendable () -> Void) {
        tap = layer.tap
        mailbox = PreviewMailbox(onFrame: onFrame)
        key = tap.add(mailbox)
    }

    deinit {
        tap.remove(key)
    }

    /// The newest frame that was not fetched yet; `nil` when there is none, or when it is damaged. Callable from any thread.
    ///
    /// - Parameter longestSide: the frame is made smaller so that neither side is longer, in pixels.
    public func next(longestSide: Int) -> PreviewFrame? {
        guard let item = mailbox.dequeue(), let connection = item.connection else { return nil }
        let angle = Int(connection.videoRotationAngle)
        let request = FramePreparer.Request(
            form: .pixels(nil),
            explicitSize: Self.size(of: item.frame, turnedBy: angle, longestSide: longestSide),
            prefersPreviewSize: false,
            rotationAngle: angle,
            isMirrored: connection.isVideoMirrored,
            zoomFactor: connection.captureDevice?.softwareZoomFactor ?? 1
        )
        guard let sample = try? preparer.withLock({ try $0.sample(from: item.frame, wanted: request) }),
            let image = CMSampleBufferGetImageBuffer(sample)
        else { return nil }
        return PreviewFrame(
            image: image,
            presentationTime: item.frame.presentationTime,
            sequence: item.frame.sequence
        )
    }

    /// Ends the reading. No frame is announced after those that are being announced. Callable again.
    public func cancel() {
        tap.remove(key)
        _ = mailbox.dequeue()
    }

    /// The size to make a frame, after it was turned; `nil` when it fits as it is. Both sides are even, as chroma wants it.
    static func size(of frame: CaptureFrame, turnedBy angle: Int, longestSide: Int) -> CaptureDimensions? {
        let frameSize = CMVideoFormatDescriptionGetDimensions(frame.formatDescription)
        let longest = Int(max(frameSize.width, frameSize.height))
        guard longest > longestSide, longestSide > 0 else { return nil }
        let scale = Double(longestSide) / Double(longest)
        let side = { (side: Int32) in max(2, Int32(Double(side) * scale / 2) * 2) }
        let isTurned = angle % 180 != 0
        return CaptureDimensions(
            width: side(isTurned ? frameSize.height : frameSize.width),
            height: side(isTurned ? frameSize.width : frameSize.height)
        )
    }
}
