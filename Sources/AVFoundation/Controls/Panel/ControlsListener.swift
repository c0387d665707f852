import Dispatch

/// Who hears of the presentation of a session's controls, and where.
struct ControlsListener: @unchecked Sendable {
    // @unchecked: the delegate is called on the queue only.

    /// Not kept alive.
    weak var delegate: (any AVCaptureSessionControlsDelegate)?
    /// The client's queue.
    let queue: DispatchQueue
    private let id: ObjectIdentifier

    init(_ delegate: any AVCaptureSessionControlsDelegate, on queue: DispatchQueue) {
        self.delegate = delegate
        self.queue = queue
        id = ObjectIdentifier(delegate)
    }

    /// Whether both mean the same delegate on the same queue. Neither delegate is looked at: under a lock one may find oneself the
    /// last to hold it.
    func isSame(as other: ControlsListener) -> Bool { id == other.id && queue === other.queue }
}
