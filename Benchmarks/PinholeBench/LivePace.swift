import CoreMedia
import Dispatch
import Foundation

/// The pace of live capture: thirty pictures a second, and packets of sound in between.
struct LivePace {
    private let began = CMClockGetTime(CMClockGetHostTimeClock())
    private var nextFrameNumber = 1
    private var nextPacketNumber = 0

    /// The next picture, and when it is captured.
    private var upcoming: (number: Int, time: CMTime) {
        (nextFrameNumber, began + CMTime(value: Int64(nextFrameNumber), timescale: 30))
    }

    private var secondsLeft: Double { CMTimeGetSeconds(upcoming.time - CMClockGetTime(CMClockGetHostTimeClock())) }

    /// Waits until it is time for the next picture.
    mutating func awaitFrame() -> (number: Int, time: CMTime) {
        let left = secondsLeft
        if left > 0 { usleep(UInt32(left * 1e6)) }
        defer { nextFrameNumber += 1 }
        return upcoming
    }

    /// The next packet of sound that is over before the latest picture is; `nil` when it is not over yet.
    mutating func nextPacket() -> (number: Int, time: CMTime)? {
        guard (nextPacketNumber + 1) * MappedAudio.packet * 30 <= (nextFrameNumber - 1) * MappedAudio.rate else {
            return nil
        }
        defer { nextPacketNumber += 1 }
        let time = CMTime(value: Int64(nextPacketNumber * MappedAudio.packet), timescale: Int32(MappedAudio.rate))
        return (nextPacketNumber, began + time)
    }

    /// Whether what is to end ends before the next picture is due.
    func ends(_ ended: DispatchSemaphore) -> Bool {
        ended.wait(timeout: .now() + max(0, secondsLeft)) == .success
    }
}
