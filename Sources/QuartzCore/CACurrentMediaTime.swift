import Foundation
import FoundationExtras

/// The host's time in seconds: that of Core Media's host clock and of frames' timestamps. It never jumps.
public func CACurrentMediaTime() -> CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return CFTimeInterval(time.tv_sec) + CFTimeInterval(time.tv_nsec) / 1_000_000_000
}
