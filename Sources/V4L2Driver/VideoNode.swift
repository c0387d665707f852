import CVideo4Linux
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

/// The six system calls that the driver makes on a video node.
///
/// Below this line is the kernel; a test puts a scripted kernel here, forces every error code and reads back every
/// argument. The calls are passed through as they are: no retry, no interpretation.
protocol SystemCalls: Sendable {
    /// `open(2)`.
    func open(_ path: String, flags: Int32) throws(Errno) -> Int32
    /// `close(2)`.
    func close(_ descriptor: Int32) throws(Errno)
    /// `ioctl(2)`.
    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno)
    /// `mmap(2)`, shared, for reading and writing.
    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer
    /// `munmap(2)`.
    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno)
    /// `poll(2)`; the number of entries that have something to tell.
    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32
}

/// The real kernel.
struct LinuxSystemCalls: SystemCalls {
    func open(_ path: String, flags: Int32) throws(Errno) -> Int32 {
        let descriptor = Glibc.open(path, flags)
        guard descriptor >= 0 else { throw Errno.last }
        return descriptor
    }

    func close(_ descriptor: Int32) throws(Errno) {
        guard Glibc.close(descriptor) == 0 else { throw Errno.last }
    }

    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) {
        guard Glibc.ioctl(descriptor, request, argument) >= 0 else { throw Errno.last }
    }

    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        guard let address = Glibc.mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset),
            address != MAP_FAILED
        else { throw Errno.last }
        return address
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {
        guard Glibc.munmap(address, length) == 0 else { throw Errno.last }
    }

    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32 {
        let ready = Glibc.poll(entries.baseAddress, nfds_t(entries.count), timeoutMilliseconds)
        guard ready >= 0 else { throw Errno.last }
        return ready
    }
}

/// A request that a video node understands: its number, and its name for error messages.
struct VideoRequest: Sendable, Hashable {
    /// The number that `ioctl` takes.
    let code: UInt
    /// The kernel's name for it.
    let name: String

    static let queryCapabilities = VideoRequest(code: PINHOLE_VIDIOC_QUERYCAP, name: "VIDIOC_QUERYCAP")
    static let enumerateFormats = VideoRequest(code: PINHOLE_VIDIOC_ENUM_FMT, name: "VIDIOC_ENUM_FMT")
    static let enumerateFrameSizes = VideoRequest(
        code: PINHOLE_VIDIOC_ENUM_FRAMESIZES,
        name: "VIDIOC_ENUM_FRAMESIZES"
    )
    static let enumerateFrameIntervals = VideoRequest(
        code: PINHOLE_VIDIOC_ENUM_FRAMEINTERVALS,
        name: "VIDIOC_ENUM_FRAMEINTERVALS"
    )
    static let getFormat = VideoRequest(code: PINHOLE_VIDIOC_G_FMT, name: "VIDIOC_G_FMT")
    static let setFormat = VideoRequest(code: PINHOLE_VIDIOC_S_FMT, name: "VIDIOC_S_FMT")
    static let getParameters = VideoRequest(code: PINHOLE_VIDIOC_G_PARM, name: "VIDIOC_G_PARM")
    static let setParameters = VideoRequest(code: PINHOLE_VIDIOC_S_PARM, name: "VIDIOC_S_PARM")
    static let requestBuffers = VideoRequest(code: PINHOLE_VIDIOC_REQBUFS, name: "VIDIOC_REQBUFS")
    static let queryBuffer = VideoRequest(code: PINHOLE_VIDIOC_QUERYBUF, name: "VIDIOC_QUERYBUF")
    static let queueBuffer = VideoRequest(code: PINHOLE_VIDIOC_QBUF, name: "VIDIOC_QBUF")
    static let dequeueBuffer = VideoRequest(code: PINHOLE_VIDIOC_DQBUF, name: "VIDIOC_DQBUF")
    static let streamOn = VideoRequest(code: PINHOLE_VIDIOC_STREAMON, name: "VIDIOC_STREAMON")
    static let streamOff = VideoRequest(code: PINHOLE_VIDIOC_STREAMOFF, name: "VIDIOC_STREAMOFF")
    static let queryControl = VideoRequest(code: PINHOLE_VIDIOC_QUERYCTRL, name: "VIDIOC_QUERYCTRL")
    static let queryMenu = VideoRequest(code: PINHOLE_VIDIOC_QUERYMENU, name: "VIDIOC_QUERYMENU")
    static let getControl = VideoRequest(code: PINHOLE_VIDIOC_G_CTRL, name: "VIDIOC_G_CTRL")
    static let setControl = VideoRequest(code: PINHOLE_VIDIOC_S_CTRL, name: "VIDIOC_S_CTRL")
}

extension CaptureDriverError {
    /// Puts a system call's error code into the seam's words, with what the user can do about it.
    ///
    /// - Parameters:
    ///   - errno: the code.
    ///   - operation: the call or request that failed.
    ///   - device: the node's path.
    init(_ errno: Errno, operation: String, device: String) {
        let (kind, advice) = Self.meaning(of: errno, operation: operation)
        self.init(kind: kind, operation: operation, nativeCode: errno.code, device: device, advice: advice)
    }

    private static func meaning(of errno: Errno, operation: String) -> (Kind, String) {
        switch errno.code {
        case ENODEV, ENXIO:
            (.disconnected, "The camera was unplugged. Plug it in again.")
        case ENOENT:
            (.disconnected, "The camera's node is gone. Plug the camera in again and list the devices.")
        case EBUSY:
            (.busy, "Another program uses the camera. Close it; `fuser -v /dev/video*` shows which one.")
        case EACCES where operation == VideoRequest.setControl.name:
            (.unsupportedControl, "The camera's driver allows this setting only to be read.")
        case EACCES, EPERM:
            (
                .denied,
                "You may not use the camera. Join its group, `sudo usermod -aG video $USER`, and log in again; "
                    + "a container needs the device passed in, `--device /dev/video0`."
            )
        case ENOSPC:
            (
                .bandwidth,
                "The USB bus has no room for this stream. Choose a smaller or compressed format, or move the camera "
                    + "to another USB controller."
            )
        case ENOMEM, ENOBUFS:
            (.outOfMemory, "No memory for capture buffers. Choose a smaller format or end other programs.")
        case EMFILE, ENFILE:
            (.outOfMemory, "Too many open files. End other programs or raise the limit, `ulimit -n`.")
        case ETIMEDOUT, ETIME:
            (.timedOut, "The camera does not answer. Unplug it and plug it in again.")
        default:
            unusual(errno, operation: operation)
        }
    }

    private static func unusual(_ errno: Errno, operation: String) -> (Kind, String) {
        switch (operation, errno.code) {
        case (VideoRequest.setFormat.name, EINVAL):
            (.unsupportedFormat, "The camera refuses a format that it listed. Choose another one.")
        case (VideoRequest.setControl.name, EINVAL), (VideoRequest.setControl.name, ERANGE),
            (VideoRequest.getControl.name, EINVAL):
            (.unsupportedControl, "The camera refuses this value or has no such setting.")
        case (_, ENOTTY), (VideoRequest.queryCapabilities.name, EINVAL):
            (.notACaptureDevice, "This node is not a camera. List the devices and choose one of them.")
        default:
            (
                .io,
                "The camera or its driver failed: \(errno). Unplug the camera and plug it in again; `dmesg` may tell more."
            )
        }
    }
}
