import Foundation
import Testing

@testable import V4L2Driver

/// The signal that vivid's grabber receives.
enum DigitalSignal {
    /// Requests for a structure of 132 bytes, `v4l2_dv_timings`, which is packed, so that Swift cannot import it.
    private static let getTimings: UInt = 0xc084_5658
    private static let setTimings: UInt = 0xc084_5657
    private static let size = 132
    /// Where the pixels between picture and synchronisation are in it.
    private static let frontPorch = 28

    /// Sets 1280x720 with 30 frames per second: the same as with 60, with a longer pause in each line. At 60 vivid doesn't
    /// count its frames exactly.
    static func setThirtyFramesPerSecond(path: String) throws {
        let descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let timings = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { timings.deallocate() }
        memset(timings, 0, size)
        try #require(ioctl(descriptor, getTimings, timings) == 0)
        timings.storeBytes(of: 1_760, toByteOffset: frontPorch, as: UInt32.self)
        try #require(ioctl(descriptor, setTimings, timings) == 0)
    }
}
