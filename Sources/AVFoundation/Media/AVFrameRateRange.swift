import CaptureDriver
import CoreMedia
import Foundation

/// A range of frame rates that a format supports. Documented: S-41.
open class AVFrameRateRange: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The duration of a frame at the highest rate; the reciprocal of `maxFrameRate`.
    public let minFrameDuration: CMTime
    /// The duration of a frame at the lowest rate; the reciprocal of `minFrameRate`.
    public let maxFrameDuration: CMTime

    init(_ range: CaptureFormat.FrameDurationRange) {
        minFrameDuration = range.shortest
        maxFrameDuration = range.longest
        super.init()
    }

    /// The lowest rate in frames per second.
    public var minFrameRate: Float64 { Self.rate(maxFrameDuration) }

    /// The highest rate in frames per second.
    public var maxFrameRate: Float64 { Self.rate(minFrameDuration) }

    private static func rate(_ duration: CMTime) -> Float64 {
        duration.value == 0 ? 0 : Float64(duration.timescale) / Float64(duration.value)
    }

    /// `<AVFrameRateRange: 0x... 1 - 30>`, as in Apple's messages.
    open override var description: String {
        let address = UInt(bitPattern: ObjectIdentifier(self).hashValue)
        return
            "<AVFrameRateRange: 0x\(String(address, radix: 16)) \(Self.text(minFrameRate)) - \(Self.text(maxFrameRate))>"
    }

    private static func text(_ rate: Float64) -> String {
        rate == rate.rounded() ? String(Int(rate)) : String(format: "%.2f", rate)
    }
}
