internal import CLibAV
import CoreMedia

/// A sample of a file, with what a decoder has to know beside.
public struct DemuxedSample {
    /// The sample. Its times are the movie's.
    public var sample: EncodedSample
    /// Whether it is only there so that others can be decoded.
    public var isHidden: Bool
    let packet: PacketBox
    /// The decoding time, in the track's units.
    let tick: Int64

    /// Anything else is a damaged number.
    private static let sensibleTicks: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// Nil for a packet without times.
    init?(_ box: PacketBox, _ base: AVRational, _ kind: MediaFileInfo.Kind) {
        let packet = box.pointer.pointee
        let decoded = Self.sensibleTicks.contains(packet.dts) ? packet.dts : packet.pts
        let shown = Self.sensibleTicks.contains(packet.pts) ? packet.pts : decoded
        let time = base.time(shown)
        let decodeTime = base.time(decoded)
        guard Self.sensibleTicks.contains(shown), time.isNumeric, decodeTime.isNumeric else { return nil }
        self.packet = box
        tick = decoded
        isHidden = packet.flags & AV_PKT_FLAG_DISCARD != 0
        sample = EncodedSample(
            storage: box,
            bytes: box.bytes,
            presentationTime: time,
            decodeTime: min(decodeTime, time),
            duration: packet.duration > 0 ? base.time(packet.duration) : .invalid,
            isKeyFrame: packet.flags & AV_PKT_FLAG_KEY != 0
        )
    }
}
