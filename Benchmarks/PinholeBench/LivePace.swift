import CoreMedia
import Dispatch
import Foundation

/// The pace of live capture: thirty pictures a second, and packets of sound in between.
struct LivePace {
    private let began = CMClockGetTime(CMClockGetHostTimeClock())
    private var nextPicture = 1
    private var nextPacket = 0

    /// The next picture, and when it is captured.
    private var upcoming: (number: Int, time: CMTime) {
        (nextPicture, began + CMTime(value: Int64(nextPicture), timescale: 30))
    }

    private var secondsLeft: Double { CMTimeGetSeconds(upcoming.time - CMClockGetTime(CMClockGetHostTimeClock())) }

    /// Waits until it is time for the next picture.
    mutating func awaitPicture() -> (number: Int, time: CMTime) {
        let left = secondsLeft
        if left > 0 { usleep(UInt32(left * 1e6)) }
        defer { nextPicture += 1 }
        return upcoming
    }

    /// The next packet of sound that is over before the latest picture is; `nil` when it is not over yet.
    mutating func takePacket() -> (number: Int, time: CMTime)? {
        guard (nextPacket + 1) * MappedAudio.packet * 30 <= (nextPicture - 1) * MappedAudio.rate else { return nil }
        defer { nextPacket += 1 }
        let time = CMTime(value: Int64(nextPacket * MappedAudio.packet), timescale: Int32(MappedAudio.rate))
        return (nextPacket, began + time)
    }

    /// Whether what is to end ends before the next picture is due.
    func ends(_ ended: DispatchSemaphore) -> Bool {
        ended.wait(timeout: .now() + max(0, secondsLeft)) == .success
    }
}
