import CaptureDriver
import CoreMedia

/// What waits for a delegate to fetch it: in order, and bounded. How data are put in, each kind of mailbox decides.
package protocol DataMailbox: Sendable {
    /// What the delegate's reader fetches.
    associatedtype Item: Sendable

    /// How many items wait.
    var count: Int { get }

    /// Fetches the oldest item.
    mutating func next() -> Item?

    /// Forgets everything.
    mutating func removeAll()
}

/// What was seen, on its way to a slow or fast delegate: in order, bounded, and only what is news.
package struct ObservationMailbox<Observation: Sendable>: DataMailbox {
    /// How many calls wait for a slow delegate; beyond, the oldest is forgotten.
    private static var capacity: Int { 4 }

    private var waiting: [[Observation]] = []
    /// Whether the delegate was told of something that it does not know to be gone.
    private var isAnythingInSight = false

    /// Nothing has been seen yet.
    package init() {}

    /// How many calls wait.
    package var count: Int { waiting.count }

    /// Puts in what a look has seen. That nothing is in sight is news once, when something was.
    ///
    /// - Returns: whether it is news.
    package mutating func offer(_ sightings: [Observation]) -> Bool {
        guard !sightings.isEmpty || isAnythingInSight else { return false }
        isAnythingInSight = !sightings.isEmpty
        if waiting.count == Self.capacity { waiting.removeFirst() }
        waiting.append(sightings)
        return true
    }

    /// Fetches what was seen by the oldest look.
    package mutating func next() -> [Observation]? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Forgets what was seen.
    package mutating func removeAll() {
        isAnythingInSight = false
        waiting.removeAll()
    }
}

/// Packets of sound on their way to a slow or fast reader, in order, bounded.
///
/// `UNKNOWN`: Apple documents no bound. Here at most a second of sound waits; what comes then is dropped silently (S-139).
/// The storage is allocated once.
package struct AudioMailbox: DataMailbox {
    /// How much sound waits at most, in nanoseconds: whole numbers, so that a second of packets is a second.
    package static let limit: Int64 = 1_000_000_000

    private var items: [CaptureAudioPacket?]
    private var head = 0
    private var waiting: Int64 = 0
    /// How many packets wait.
    package private(set) var count = 0
    /// How many packets were dropped.
    package private(set) var dropped = 0

    /// - Parameter capacity: how many packets wait at most, however short they are.
    package init(capacity: Int = 256) {
        items = Array(repeating: nil, count: capacity)
    }

    /// Puts in a packet, unless too much waits.
    package mutating func offer(_ packet: CaptureAudioPacket) {
        let duration = Self.nanoseconds(packet)
        guard count < items.count, count == 0 || waiting + duration <= Self.limit else {
            dropped += 1
            return
        }
        items[(head + count) % items.count] = packet
        count += 1
        waiting += duration
    }

    /// Fetches the oldest packet.
    package mutating func next() -> CaptureAudioPacket? {
        guard count > 0, let packet = items[head] else { return nil }
        items[head] = nil
        head = (head + 1) % items.count
        count -= 1
        waiting -= Self.nanoseconds(packet)
        return packet
    }

    /// Forgets everything.
    package mutating func removeAll() {
        while next() != nil {}
    }

    private static func nanoseconds(_ packet: CaptureAudioPacket) -> Int64 {
        let stream = CMAudioFormatDescriptionGetStreamBasicDescription(packet.formatDescription)
        let rate = stream?.pointee.mSampleRate ?? 0
        return rate > 0 ? Int64(Double(packet.frameCount) * 1_000_000_000 / rate) : 0
    }
}

extension CaptureAudioPacket {
    /// The packet as Core Media has it, over the same memory: the one allocation per packet. `nil` only if Core Media refuses.
    package func makeSampleBuffer() -> CMSampleBuffer? {
        var sample: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: kCFAllocatorDefault,
            dataBuffer: data,
            formatDescription: formatDescription,
            sampleCount: frameCount,
            presentationTimeStamp: presentationTime,
            packetDescriptions: nil,
            sampleBufferOut: &sample
        )
        return status == noErr ? sample : nil
    }
}

/// News of a lost frame or depth map.
package struct FrameDrop: Equatable, Sendable {
    /// Why it was lost.
    package enum Reason: Equatable, CaseIterable, Sendable {
        /// The reader was too slow.
        case late
        /// The reader, or somebody else, holds too many buffers.
        case outOfBuffers
        /// The device skipped or spoilt it.
        case discontinuity
    }

    /// Why it was lost.
    package var reason: Reason
    /// Its time.
    package var time: CMTime
    /// How long it would have lasted; invalid when unknown.
    package var duration: CMTime

    /// News of what was lost.
    package init(reason: Reason, time: CMTime, duration: CMTime) {
        self.reason = reason
        self.time = time
        self.duration = duration
    }
}

extension FrameDrop.Reason {
    /// The reason why a driver lost a frame.
    package init(_ reason: CaptureDrop.Reason) {
        switch reason {
        case .outOfBuffers: self = .outOfBuffers
        case .sequenceGap, .corrupt: self = .discontinuity
        }
    }
}
