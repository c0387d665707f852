import CaptureDriver
import CoreMedia

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
