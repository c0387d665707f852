import CaptureDriver
import CoreMedia
import SeededRandom

/// What becomes of a frame.
struct FramePlan: Sendable, Hashable {
    /// Whether the frame arrives.
    enum Outcome: Sendable, Hashable {
        /// It arrives.
        case delivered
        /// It vanishes; only the gap in the sequence numbers tells.
        case lost
        /// The hardware marks it as bad.
        case bad
    }

    /// What is wrong with a compressed picture.
    enum Damage: Sendable, Hashable {
        case none
        /// Bytes are wrong; the number decides which.
        case corrupt(UInt64)
    }

    var fate = Outcome.delivered
    /// Shows the picture of the frame before.
    var repeatsFrame = false
    /// The upper half shows the frame before.
    var isTorn = false
    var damage = Damage.none
    var presentationTime: CMTime
    var sequence: UInt64
}

/// The faults that are in force for a camera's streams, and what they do to each frame. Pure: no clock, no lock.
struct StreamFaults: Sendable {
    /// A fault that hits some of the frames.
    private struct Chance: Sendable {
        var percent = 0.0
        var until: CMTime?

        mutating func strikes(at time: CMTime, _ generator: inout SeededGenerator) -> Bool {
            if let until, CMTimeCompare(time, until) >= 0 { percent = 0 }
            guard percent > 0 else { return false }
            return generator.nextUnit() * 100 < percent
        }
    }

    private var generator: SeededGenerator
    private var bufferErrors = 0
    private var tornFrames = 0
    private var corruptFrames = 0
    private var truncatedFrames = 0
    private var drops = Chance()
    private var duplicates = Chance()
    private var timestampShift = CMTime.zero
    private var wrappingClock: WrappingClock?
    private var wrappingCounter: WrappingCounter?
    private var supply = BufferSupply()
    private var payloadErrors = 0
    private(set) var stalledUntil: CMTime?
    private var firstFrameStall = 0.0
    private var slowStart = 0.0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Puts a fault in force; false if it isn't one of a stream.
    mutating func apply(_ fault: SimulatedFault, now: CMTime) -> Bool {
        switch fault {
        case .bufferError(let count): bufferErrors += count
        case .payloadError(let count): payloadErrors += count
        case .queueBufferError(let count): supply.refuse(count)
        case .tornFrame(let count): tornFrames += count
        case .corruptJPEG(let count): corruptFrames += count
        case .truncatedJPEG(let count): truncatedFrames += count
        case .droppedFrames(let percent, let seconds):
            drops = Chance(percent: percent, until: seconds.map { now.adding(seconds: $0) })
        case .duplicatedFrames(let percent, let seconds):
            duplicates = Chance(percent: percent, until: seconds.map { now.adding(seconds: $0) })
        case .timestampJump(let seconds): timestampShift = timestampShift.adding(seconds: seconds)
        case .wrapTimestamp: wrappingClock = WrappingClock()
        case .wrapSequenceNumber: wrappingCounter = WrappingCounter()
        case .stall(let seconds): stalledUntil = now.adding(seconds: seconds)
        case .firstFrameStall(let seconds): firstFrameStall = seconds
        case .slowStart(let seconds): slowStart = seconds
        default: return false
        }
        return true
    }

    /// Hands the buffers to the hardware before a stream starts; whether it takes enough of them.
    mutating func supplyBuffers() -> Bool {
        supply.start()
    }

    /// Tells of a new stream.
    ///
    /// - Returns: when the sensor begins to expose.
    mutating func streamStarts(now: CMTime) -> CMTime {
        timestampShift = .zero
        let start = now.adding(seconds: slowStart)
        slowStart = 0
        stalledUntil = firstFrameStall > 0 ? start.adding(seconds: firstFrameStall) : nil
        firstFrameStall = 0
        return start
    }

    /// Tells that the stream has ended; counter and clock begin anew.
    mutating func streamEnded() {
        wrappingCounter = nil
        wrappingClock = nil
        stalledUntil = nil
    }

    /// Whether the sensor stands still.
    mutating func isStalled(at time: CMTime) -> Bool {
        guard let until = stalledUntil else { return false }
        if CMTimeCompare(time, until) < 0 { return true }
        stalledUntil = nil
        return false
    }

    /// Decides about a frame.
    ///
    /// - Parameters:
    ///   - number: the frame's number in its stream.
    ///   - time: when it was taken.
    ///   - arrival: when the driver gets it.
    ///   - isCompressed: whether it is delivered as JPEG.
    mutating func plan(frame number: UInt64, at time: CMTime, arrival: CMTime, isCompressed: Bool) -> FramePlan {
        var plan = FramePlan(
            presentationTime: presentationTime(time, arrival: arrival),
            sequence: wrappingCounter?.number(of: number) ?? number
        )
        let isDropped = drops.strikes(at: time, &generator)
        plan.repeatsFrame = duplicates.strikes(at: time, &generator)
        if !supply.fill() || isDropped || Self.countDown(&payloadErrors) {
            plan.fate = .lost
        } else if Self.countDown(&bufferErrors) || Self.countDown(&truncatedFrames) {
            plan.fate = .bad
        } else if Self.countDown(&corruptFrames) {
            plan.damage = .corrupt(generator.next())
            if !isCompressed { plan.fate = .bad }
        } else if Self.countDown(&tornFrames) {
            plan.isTorn = true
        }
        return plan
    }

    private mutating func presentationTime(_ time: CMTime, arrival: CMTime) -> CMTime {
        let time = wrappingClock?.time(of: time, arrival: arrival) ?? time
        return timestampShift == .zero ? time : CMTimeAdd(time, timestampShift)
    }

    private static func countDown(_ count: inout Int) -> Bool {
        guard count > 0 else { return false }
        count -= 1
        return true
    }
}

/// The buffers that the hardware has, and those that it refused. Pure.
///
/// A refused buffer is offered again: once more before the start, then with each frame.
struct BufferSupply: Sendable {
    /// Buffers of a stream.
    static let count = 6
    /// A stream needs so many to start: one to fill while the other is finished.
    static let reserve = 2

    private var queued = 0
    private var refusals = 0

    /// So many buffers will be refused.
    mutating func refuse(_ count: Int) {
        refusals += count
    }

    /// Offers all buffers before the start; whether the hardware takes enough.
    mutating func start() -> Bool {
        queued = 0
        offer()
        if queued < Self.count { offer() }
        return queued >= Self.reserve
    }

    /// A frame fills a buffer, which is offered again at once; false if there was none.
    mutating func fill() -> Bool {
        let hasBuffer = queued > 0
        if hasBuffer { queued -= 1 }
        if queued < Self.count { offer() }
        return hasBuffer
    }

    private mutating func offer() {
        let offered = Self.count - queued
        let refused = min(offered, refusals)
        refusals -= refused
        queued += offered - refused
    }
}

/// A camera's clock that is about to wrap, seen through the driver's eyes. Pure.
struct WrappingClock: Sendable {
    private static let limit: Int64 = (1 << 31) * 1_000_000_000
    /// So long before the wrap the clock starts, as vivid's.
    private static let lead: Int64 = 16_000_000_000

    private var start: CMTime?
    private var trust = TimestampTrust()

    /// The time that the driver gives a frame.
    ///
    /// - Parameters:
    ///   - taken: when the frame was taken.
    ///   - arrival: when the driver gets it.
    mutating func time(of taken: CMTime, arrival: CMTime) -> CMTime {
        let start = start ?? taken
        self.start = start
        let told = (Self.limit - Self.lead + taken.nanoseconds - start.nanoseconds) % Self.limit
        return CMTime(nanoseconds: trust.time(kernel: told, isMonotonic: true, arrival: arrival.nanoseconds).time)
    }
}

/// A camera's frame counter that is about to wrap, seen through the driver's eyes. Pure.
struct WrappingCounter: Sendable {
    /// So many frames before the wrap the counter starts, as vivid's.
    private static let lead: UInt32 = 128

    private var first: UInt64?
    private var tracker = SequenceTracker()

    /// The number that the driver gives a frame.
    mutating func number(of frame: UInt64) -> UInt64 {
        let first = first ?? frame
        if self.first == nil {
            self.first = first
            tracker = SequenceTracker(next: first)
        }
        let counter = UInt32(truncatingIfNeeded: frame - first) &- Self.lead
        return tracker.advance(to: counter).number
    }
}
