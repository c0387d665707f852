import CaptureDriver
import CoreMedia

/// What waits for a recording's queue, in the order in which it happened. Frames beyond a few are lost at once, because
/// they hold the camera's buffers.
package struct RecordingInbox {
    /// Something that happened.
    package enum Item: Sendable {
        case frame(CaptureFrame)
        /// A frame for which there was no room.
        case lostFrame(time: CMTime, duration: CMTime)
        /// Frames that the camera lost.
        case cameraDrop(count: Int)
        case audio(CaptureAudioPacket)
        /// The microphone is gone.
        case audioEnded
        /// The sound of the last frames was waited for long enough.
        case audioOverdue
        case pause(CMTime)
        case resume(CMTime)
        case end(RecordingStopReason)
        /// Nothing was captured for too long.
        case expired
    }

    /// How many frames may wait.
    package static let capacity = 4
    /// How many may wait while the file and its encoders are opened, which takes longer than a frame lasts.
    package static let capacityWhileOpening = 12

    private var items: [Item?] = []
    private var first = 0
    private var frameCount = 0
    private var capacity = RecordingInbox.capacityWhileOpening
    /// Whether somebody is about to empty the inbox.
    package private(set) var isBeingEmptied = false

    /// Nothing has happened yet.
    package init() {}

    /// Enqueues what happened.
    ///
    /// - Returns: whether the queue is to be woken.
    package mutating func enqueue(_ item: Item) -> Bool {
        if case .frame(let frame) = item {
            if frameCount >= capacity {
                items.append(.lostFrame(time: frame.presentationTime, duration: frame.duration))
            } else {
                frameCount += 1
                items.append(item)
            }
        } else {
            items.append(item)
        }
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// Takes out the oldest item; after `nil` the queue has to be woken again.
    package mutating func next() -> Item? {
        guard first < items.count else {
            items.removeAll(keepingCapacity: true)
            first = 0
            isBeingEmptied = false
            // Nobody takes anything before the file is open.
            capacity = Self.capacity
            return nil
        }
        defer { first += 1 }
        let item = items[first]
        items[first] = nil
        if case .frame = item { frameCount -= 1 }
        return item
    }
}
