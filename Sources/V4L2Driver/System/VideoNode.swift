import CaptureDriver
import Glibc
import Synchronization

/// An open video node (`/dev/videoN`); closes it when released.
final class VideoNode: Sendable {
    /// How often a call that a signal interrupted is made again before the interruption counts as a failure. A signal
    /// storm must not keep the caller for ever.
    static let interruptionLimit = 16

    /// The node's path.
    let path: String
    /// The kernel, or a test's.
    let system: any SystemCalls
    /// For `poll` and `mmap`.
    let descriptor: Int32
    private let isClosed = Atomic(false)

    /// Opens the node without blocking on it: a stuck driver must not hold the caller in `VIDIOC_DQBUF`.
    init(path: String, system: any SystemCalls) throws(Errno) {
        self.path = path
        self.system = system
        descriptor = try Self.repeatingInterrupted { () throws(Errno) in
            try system.open(path, flags: O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
    }

    deinit {
        close()
    }

    /// Gives the node back now, not when the last reference goes. Requests fail from now on; harmless when repeated.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // A failing close leaves the descriptor closed all the same on Linux; there is nothing to be done about it.
        try? system.close(descriptor)
    }

    /// Makes a request. The only function of the driver that does.
    ///
    /// - Throws: the kernel's error code; `EINTR` only after `interruptionLimit` interruptions in a row.
    func request<Argument>(_ request: VideoRequest, _ argument: inout Argument) throws(Errno) {
        // The number may be another file's already.
        guard !isClosed.load(ordering: .acquiring) else { throw Errno(EBADF) }
        try withUnsafeMutablePointer(to: &argument) { (pointer) throws(Errno) in
            try Self.repeatingInterrupted { () throws(Errno) in
                try system.ioctl(descriptor, request.code, UnsafeMutableRawPointer(pointer))
            }
        }
    }

    /// The same, with the error in the seam's words.
    func require<Argument>(_ request: VideoRequest, _ argument: inout Argument) throws(CaptureDriverError) {
        do {
            try self.request(request, &argument)
        } catch {
            throw CaptureDriverError(error, operation: request.name, device: path)
        }
    }

    /// Makes a call again as long as signals interrupt it, up to the limit.
    static func repeatingInterrupted<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
        for _ in 1..<interruptionLimit {
            do {
                return try call()
            } catch  where error.code == EINTR {
                continue
            }
        }
        return try call()
    }
}
