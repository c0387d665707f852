import CaptureDriver
import CoreMedia

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
