import CaptureDriver
import CoreMedia
import Synchronization

/// One open device for all who use it: calls go through one at a time, as the driver seam demands.
final class SharedDeviceHandle: Sendable {
    private let handle: any CaptureDeviceHandle
    /// The number of the stream that was started last.
    private let turn = Mutex(0)

    init(_ handle: any CaptureDeviceHandle) {
        self.handle = handle
    }

    /// Starts a stream in the place of the one there is, if there is one.
    ///
    /// - Returns: the new stream's number.
    func start(_ start: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void) throws(CaptureDriverError) -> Int
    {
        try turn.withLock { number throws(CaptureDriverError) in
            number += 1
            try start(handle)
            return number
        }
    }

    /// Does something with a stream, unless it has given way to another one.
    func withStream(
        _ stream: Int,
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void
    ) throws(CaptureDriverError) {
        try turn.withLock { number throws(CaptureDriverError) in
            if number == stream { try body(handle) }
        }
    }

    /// Does something with the device.
    func perform<Result>(
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Result
    ) throws(CaptureDriverError) -> Result {
        try turn.withLock { _ throws(CaptureDriverError) in try body(handle) }
    }
}
