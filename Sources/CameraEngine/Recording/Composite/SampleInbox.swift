@preconcurrency import AVFoundation
import CameraLifecycle

/// What waits for a recording's queue, in the order in which it happened. Pictures beyond a few of each camera are lost at once,
/// because they hold the cameras' buffers.
struct SampleInbox {
    /// Something that happened.
    // @unchecked: media that has been handed over is read only.
    enum Item: @unchecked Sendable {
        case frame(CMSampleBuffer, Int)
        /// Pictures that were lost on their way, before anybody could take them.
        case lost(Int, count: Int)
        case audio(CMSampleBuffer)
        /// The microphone is gone.
        case audioEnded
        /// The sound of the last pictures was waited for long enough.
        case audioOverdue
        /// The camera is gone.
        case left(Int)
        case arrangement(CameraArrangement)
        case pause(CMTime)
        case resume(CMTime)
        case end(RecordingEnd)

        /// The camera that it is about.
        var camera: Int? {
            switch self {
            case .frame(_, let camera), .lost(let camera, _), .left(let camera): camera
            default: nil
            }
        }
    }

    /// How many pictures of a camera may wait.
    static let capacity = 4
    /// How many may wait while the file and its encoders are opened, which takes longer than a picture lasts.
    static let capacityWhileOpening = 12

    /// Whether the file is open.
    var isOpen = false

    private var items: [Item?] = []
    private var first = 0
    /// How many pictures wait, by camera.
    private var waiting: [Int]
    /// Whether somebody is about to empty the inbox.
    private var isBeingEmptied = false

    /// - Parameter cameraCount: how many cameras are recorded.
    init(cameraCount: Int) {
        waiting = Array(repeating: 0, count: cameraCount)
    }

    /// Puts in what happened.
    ///
    /// - Returns: whether the queue is to be woken.
    mutating func enqueue(_ item: Item) -> Bool {
        if case .frame(_, let camera) = item {
            if waiting[camera] >= (isOpen ? Self.capacity : Self.capacityWhileOpening) {
                items.append(.lost(camera, count: 1))
            } else {
                waiting[camera] += 1
                items.append(item)
            }
        } else {
            items.append(item)
        }
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// Takes out the oldest item; after `nil` the queue has to be woken again.
    mutating func dequeue() -> Item? {
        guard first < items.count else {
            items.removeAll(keepingCapacity: true)
            first = 0
            isBeingEmptied = false
            return nil
        }
        defer { first += 1 }
        let item = items[first]
        items[first] = nil
        if case .frame(_, let camera) = item { waiting[camera] -= 1 }
        return item
    }
}
