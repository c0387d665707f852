import CaptureDriver
import CoreMedia
import Synchronization

/// Looks at a camera's frames now and then, and notices when the picture has become another.
package final class SceneChangeDetector: Sendable {
    private struct State: Sendable {
        /// When was looked last, and until when not again.
        var lastTime = CMTime.invalid
        var nextTime = CMTime.invalid
        var last: FrameSummary?
        /// What the picture was when comparing began, or when it last became another.
        var reference: FrameSummary?

        /// A time before the last look is that of another stream.
        func isDue(_ time: CMTime) -> Bool {
            !(nextTime.isNumeric && CMTimeCompare(time, nextTime) < 0 && CMTimeCompare(time, lastTime) >= 0)
        }
    }

    /// How often is looked.
    private static let interval = CMTime(value: 1, timescale: 5)

    private let state = Mutex(State())

    package init() {}

    /// What was seen last.
    package var last: FrameSummary? { state.withLock { $0.last } }

    /// Compares with what comes next from now on.
    package func forgetReference() {
        state.withLock { $0.reference = nil }
    }

    /// Looks at a frame if it is time to.
    ///
    /// - Parameter comparing: whether anybody wants to know of another picture.
    /// - Returns: whether the picture has become another.
    package func check(_ frame: CaptureFrame, comparing: Bool) -> Bool {
        let time = frame.presentationTime
        return state.withLock { state in
            guard state.isDue(time), case .image(let buffer) = frame.content else { return false }
            (state.lastTime, state.nextTime) = (time, CMTimeAdd(time, Self.interval))
            guard let summary = FrameSummary(buffer) else { return false }
            state.last = summary
            guard comparing else { return false }
            guard let reference = state.reference else {
                state.reference = summary
                return false
            }
            guard summary.isOtherImage(than: reference) else { return false }
            state.reference = summary
            return true
        }
    }
}
