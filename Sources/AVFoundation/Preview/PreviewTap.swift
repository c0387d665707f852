import CaptureDriver
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
