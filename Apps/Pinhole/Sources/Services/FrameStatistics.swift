import AVFoundation
import Synchronization

/// Counts a camera's frames as they come, for the performance overlay. Cheap enough to be done for each frame, on any thread.
final class FrameStatistics: Sendable {
    /// What was counted since the last reading.
    struct Reading: Sendable, Equatable {
        /// Frames per second.
        var framesPerSecond = 0.0
        /// Frames that were lost on their way, altogether.
        var droppedCount = 0
        /// From the exposure of the latest frame until the app had it, in seconds; `nil` before the first frame.
        var latency: Double?
    }

    private struct Counts: Sendable {
        var frameCount = 0
        var droppedCount = 0
        var latency: Double?
        var since: Double?
    }

    private let counts = Mutex(Counts())

    /// A frame has come.
    func count(_ frame: CMSampleBuffer) {
        let exposed = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(frame))
        count(exposedAt: exposed, at: Self.now)
    }

    func count(exposedAt exposed: Double, at now: Double) {
        counts.withLock { counts in
            counts.frameCount += 1
            counts.latency = now >= exposed ? now - exposed : nil
        }
    }

    /// A frame was lost.
    func countDrop() { counts.withLock { $0.droppedCount += 1 } }

    /// What was counted since the last reading. To be read about once a second.
    func read(at now: Double = FrameStatistics.now) -> Reading {
        counts.withLock { counts in
            var reading = Reading(droppedCount: counts.droppedCount, latency: counts.latency)
            if let since = counts.since, now > since {
                reading.framesPerSecond = Double(counts.frameCount) / (now - since)
            }
            counts.frameCount = 0
            counts.since = now
            return reading
        }
    }

    /// The time of the clock that frames are stamped by.
    static var now: Double { CMTimeGetSeconds(CMClockGetTime(CMClockGetHostTimeClock())) }
}
