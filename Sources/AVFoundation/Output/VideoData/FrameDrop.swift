import CaptureDriver
import CoreMedia

/// News of a lost frame or depth map.
struct FrameDrop: Equatable, Sendable {
    /// Why it was lost.
    enum Reason: Equatable, CaseIterable, Sendable {
        /// The reader was too slow.
        case late
        /// The reader, or somebody else, holds too many buffers.
        case outOfBuffers
        /// The device skipped or spoilt it.
        case discontinuity
    }

    var reason: Reason
    var time: CMTime
    var duration: CMTime
}

extension FrameDrop.Reason {
    /// The reason why a driver lost a frame.
    init(_ reason: CaptureDrop.Reason) {
        switch reason {
        case .outOfBuffers: self = .outOfBuffers
        case .sequenceGap, .corrupt: self = .discontinuity
        }
    }
}
