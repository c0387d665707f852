/// Keeps account of who has each kernel buffer: the kernel, the driver, or a consumer.
///
/// ```
///   driver --queued--> kernel --dequeued--> arrived --lent--> consumer
///      ^                                       |                 |
///      +-------------- settled ----------------+--- reclaimed ---+
/// ```
///
/// A consumer may keep a buffer as long as it likes, but the camera needs somewhere to write: at least `reserve` buffers
/// stay with the kernel. A frame that would break that is copied, and its buffer goes back at once.
struct BufferTracker: Sendable, Equatable {
    /// Who has a buffer.
    enum Holder: Sendable, Equatable {
        /// The camera writes into it, or will.
        case kernel
        /// Ours; to be queued as soon as the kernel takes it.
        case driver
        /// Ours, with a frame that has not been dealt with yet: must not be queued.
        case arrived
        /// Lent without a copy.
        case consumer
    }

    /// How to deliver a frame.
    enum Delivery: Sendable, Equatable {
        /// Lend the kernel's buffer.
        case lend
        /// Copy, and give the kernel's buffer back at once.
        case copy
    }

    /// A kernel that breaks its own rules.
    enum Violation: Error, Sendable, Equatable {
        /// The kernel delivered a buffer that does not exist.
        case unknownBuffer(Int)
        /// The kernel delivered a buffer that it did not have.
        case notQueued(Int)
    }

    /// How many buffers stay with the kernel: it fills one while it finishes the other.
    static let reserve = 2

    private(set) var holders: [Holder]

    /// All buffers are the driver's at first.
    init(count: Int) {
        holders = Array(repeating: .driver, count: count)
    }

    /// How many buffers the kernel has.
    var queued: Int {
        var count = 0
        for holder in holders where holder == .kernel { count += 1 }
        return count
    }

    /// The kernel accepted a buffer.
    mutating func queued(_ index: Int) {
        holders[index] = .kernel
    }

    /// The kernel delivered a buffer with a frame.
    mutating func dequeued(_ index: Int) throws(Violation) {
        guard holders.indices.contains(index) else { throw .unknownBuffer(index) }
        guard holders[index] == .kernel else { throw .notQueued(index) }
        holders[index] = .arrived
    }

    /// Decides how to deliver a frame that has arrived. Buffers that are the driver's count as queued, because they will
    /// be before the camera needs them.
    func delivery() -> Delivery {
        var available = 0
        for holder in holders where holder == .kernel || holder == .driver { available += 1 }
        return available >= Self.reserve ? .lend : .copy
    }

    /// A frame was dealt with; unless its buffer was lent, it is the driver's.
    mutating func settled(_ index: Int) {
        if holders[index] == .arrived { holders[index] = .driver }
    }

    /// A consumer has the buffer now.
    mutating func lent(_ index: Int) {
        holders[index] = .consumer
    }

    /// The consumers have let go of the buffer.
    mutating func reclaimed(_ index: Int) {
        holders[index] = .driver
    }

    /// The stream was switched off: the kernel gives all its buffers back without delivering them.
    mutating func streamStopped() {
        for index in holders.indices where holders[index] == .kernel { holders[index] = .driver }
    }
}
