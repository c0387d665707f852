import Foundation
import FoundationExtras

/// The host's time in seconds: that of Core Media's host clock and of frames' timestamps. It never jumps.
public func CACurrentMediaTime() -> CFTimeInterval {
    CFTimeInterval(mach_absolute_time()) / CFTimeInterval(NSEC_PER_SEC)
}
