import CVideo4Linux
import Foundation
import Glibc
import Synchronization

@testable import V4L2Driver

/// A scripted kernel with one or more video nodes. It records every call, fails those it is told to fail, and otherwise
/// behaves as the kernel documents it.
final class FakeKernel: SystemCalls {
    /// A call that is to fail.
    struct Failure: Sendable {
        /// The call's name, or the request's.
        var call: String
        var code: Int32
        /// So many calls pass before.
        var after = 0
        /// So many calls fail.
        var times = 1
    }

    /// A frame that waits to be fetched.
    struct Frame: Sendable {
        var sequence: UInt32
        var seconds: Int
        var microseconds = 0
        var flags = PINHOLE_BUF_FLAG_TIMESTAMP_MONOTONIC
        var bytes: [UInt8]?
        /// `nil`: as many as the buffer has.
        var used: UInt32?
    }

    /// What a poll finds.
    enum Poll: Sendable {
        /// Frames.
        case frames([Frame])
        /// Nothing, and so much time passes (nanoseconds).
        case silence(Int64)
        /// These events.
        case events(Int32)
        /// An error.
        case failure(Int32)
    }

    /// One node.
    struct Camera: Sendable {
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        var formats = ["YUYV"]
        var sizes: [(width: UInt32, height: UInt32)] = [(64, 48), (640, 480)]
        var rates: [UInt32] = [30, 15]
        var controls: [UInt32: Int32] = [:]
        var driver = "fake"
        var card = "Fake Camera"
        /// What the driver makes of the size asked for.
        var adjustedSize: (width: UInt32, height: UInt32)?
        var field = V4L2_FIELD_NONE.rawValue
        var bufferCount: UInt32?
    }

    private struct State {
        var cameras: [String: Camera] = [:]
        var failures: [Failure] = []
        var calls: [String] = []
        var paths: [Int32: String] = [:]
        var nextDescriptor: Int32 = 1_000
        var format = v4l2_pix_format()
        var interval = v4l2_fract(numerator: 1, denominator: 30)
        var queued: [Int] = []
        var bufferCount = 0
        var memory: [Int: UInt] = [:]
        var mapped = 0
        var isStreaming = false
        var wrongQueueings = 0
        var ready: [Frame] = []
        var polls: [Poll] = []
        var now: Int64 = 100_000_000_000
    }

    // @unchecked access: everything is behind the mutex.
    private let state = Mutex(State())

    init(_ cameras: [String: Camera] = ["/dev/video0": Camera()]) {
        state.withLock { $0.cameras = cameras }
    }

    // MARK: - For tests

    var calls: [String] { state.withLock { $0.calls } }
    var mappedCount: Int { state.withLock { $0.mapped } }
    var openCount: Int { state.withLock { $0.paths.count } }
    var queuedBuffers: [Int] { state.withLock { $0.queued } }
    /// Buffers that were queued although the kernel had them.
    var wrongQueueings: Int { state.withLock { $0.wrongQueueings } }
    var now: Int64 { state.withLock { $0.now } }
    func fail(_ call: String, _ code: Int32, after: Int = 0, times: Int = 1) {
        state.withLock { $0.failures.append(Failure(call: call, code: code, after: after, times: times)) }
    }
    func script(_ polls: [Poll]) { state.withLock { $0.polls += polls } }
    func forgetCalls() { state.withLock { $0.calls = [] } }
    func plug(_ path: String, _ camera: Camera?) { state.withLock { $0.cameras[path] = camera } }
    func advance(_ nanoseconds: Int64) { state.withLock { $0.now += nanoseconds } }
    func control(_ id: UInt32) -> Int32? { state.withLock { $0.cameras["/dev/video0"]?.controls[id] } }

    /// A frame with a fitting time.
    static func frame(_ sequence: UInt32, bytes: [UInt8]? = nil) -> Frame {
        Frame(sequence: sequence, seconds: 99, microseconds: 500_000 + Int(sequence) * 33, bytes: bytes)
    }

    // MARK: - SystemCalls

    func open(_ path: String, flags: Int32) throws(Errno) -> Int32 {
        try perform("open", "open \(path) \(String(flags, radix: 8))") { state throws(Errno) in
            guard state.cameras[path] != nil else { throw Errno(ENOENT) }
            state.nextDescriptor += 1
            state.paths[state.nextDescriptor] = path
            return state.nextDescriptor
        }
    }

    func close(_ descriptor: Int32) throws(Errno) {
        try perform("close", "close") { state throws(Errno) in
            guard state.paths.removeValue(forKey: descriptor) != nil else { throw Errno(EBADF) }
        }
    }

    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        let address = try perform("mmap", "mmap \(length) at \(offset)") { state throws(Errno) in
            let address = UInt(bitPattern: calloc(1, length))
            state.memory[offset / 4_096] = address
            state.mapped += 1
            return address
        }
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { throw Errno(ENOMEM) }
        return pointer
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {
        try perform("munmap", "munmap \(length)") { state throws(Errno) in state.mapped -= 1 }
        free(address)
    }

    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32 {
        let step = state.withLock { state -> Poll? in
            state.calls.append("poll \(timeoutMilliseconds)")
            return state.polls.isEmpty ? nil : state.polls.removeFirst()
        }
        switch step {
        case .frames(let frames)?:
            state.withLock { $0.ready += frames }
            entries[0].revents = Int16(POLLIN)
        case .silence(let nanoseconds)?:
            advance(nanoseconds)
            return 0
        case .events(let events)?:
            entries[0].revents = Int16(events)
        case .failure(let code)?:
            throw Errno(code)
        case nil:
            // The script is over: wait for the wake signal, as the kernel does, but not for ever.
            entries[0].fd = -1
            return Glibc.poll(entries.baseAddress, nfds_t(entries.count), 5_000)
        }
        return 1
    }

    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) {
        let name = Self.names[request] ?? "unknown"
        try perform(name, name + Self.detail(request, argument)) { state throws(Errno) in
            guard let path = state.paths[descriptor] else { throw Errno(EBADF) }
            guard let camera = state.cameras[path] else { throw Errno(ENODEV) }
            try Self.answer(request, argument, camera, path, &state)
        }
    }

    // MARK: - Inside

    private func perform<Result: Sendable>(
        _ call: String,
        _ record: String,
        _ body: (inout State) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        try state.withLock { (state) throws(Errno) in
            state.calls.append(record)
            if let index = state.failures.firstIndex(where: { $0.call == call && $0.times > 0 }) {
                if state.failures[index].after > 0 {
                    state.failures[index].after -= 1
                } else {
                    state.failures[index].times -= 1
                    throw Errno(state.failures[index].code)
                }
            }
            return try body(&state)
        }
    }

    private static let requests: [VideoRequest] = [
        .queryCapabilities, .enumerateFormats, .enumerateFrameSizes, .enumerateFrameIntervals, .getFormat, .setFormat,
        .getParameters, .setParameters, .requestBuffers, .queryBuffer, .queueBuffer, .dequeueBuffer, .streamOn,
        .streamOff, .queryControl, .queryMenu, .getControl, .setControl,
    ]
    private static let names = Dictionary(uniqueKeysWithValues: requests.map { ($0.code, $0.name) })

    private static func detail(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> String {
        switch request {
        case VideoRequest.setFormat.code:
            let format = argument.load(as: v4l2_format.self).fmt.pix
            return " \(PixelEncoding.text(format.pixelformat)) \(format.width)x\(format.height)"
        case VideoRequest.setParameters.code:
            let interval = argument.load(as: v4l2_streamparm.self).parm.capture.timeperframe
            return " \(interval.numerator)/\(interval.denominator)"
        case VideoRequest.requestBuffers.code:
            let request = argument.load(as: v4l2_requestbuffers.self)
            return " \(request.count) memory \(request.memory)"
        case VideoRequest.queueBuffer.code, VideoRequest.queryBuffer.code:
            return " \(argument.load(as: v4l2_buffer.self).index)"
        case VideoRequest.setControl.code:
            let control = argument.load(as: v4l2_control.self)
            return " \(String(control.id, radix: 16))=\(control.value)"
        default:
            return ""
        }
    }

    private static func answer(
        _ request: UInt,
        _ argument: UnsafeMutableRawPointer,
        _ camera: Camera,
        _ path: String,
        _ state: inout State
    ) throws(Errno) {
        switch request {
        case VideoRequest.queryCapabilities.code:
            let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
            capability.pointee.capabilities = camera.capabilities | UInt32(V4L2_CAP_DEVICE_CAPS)
            capability.pointee.device_caps = camera.capabilities
            write(camera.driver, &capability.pointee.driver)
            write(camera.card, &capability.pointee.card)
            write("platform:fake", &capability.pointee.bus_info)
        case VideoRequest.enumerateFormats.code, VideoRequest.enumerateFrameSizes.code,
            VideoRequest.enumerateFrameIntervals.code:
            try list(request, argument, camera)
        case VideoRequest.getFormat.code:
            argument.assumingMemoryBound(to: v4l2_format.self).pointee.fmt.pix = state.format
        case VideoRequest.setFormat.code:
            setFormat(argument, camera, &state)
        case VideoRequest.getParameters.code, VideoRequest.setParameters.code:
            let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
            if request == VideoRequest.setParameters.code {
                state.interval = parameters.pointee.parm.capture.timeperframe
            }
            parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
            parameters.pointee.parm.capture.timeperframe = state.interval
        case VideoRequest.queryControl.code, VideoRequest.getControl.code, VideoRequest.setControl.code,
            VideoRequest.queryMenu.code:
            try control(request, argument, path, &state)
        default:
            try stream(request, argument, camera, &state)
        }
    }

    private static func list(
        _ request: UInt,
        _ argument: UnsafeMutableRawPointer,
        _ camera: Camera
    ) throws(Errno) {
        switch request {
        case VideoRequest.enumerateFormats.code:
            let format = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            let index = Int(format.pointee.index)
            guard camera.formats.indices.contains(index) else { throw Errno(EINVAL) }
            format.pointee.pixelformat = PixelEncoding.fourCharacters(camera.formats[index])
        case VideoRequest.enumerateFrameSizes.code:
            let size = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
            let index = Int(size.pointee.index)
            guard camera.sizes.indices.contains(index) else { throw Errno(EINVAL) }
            size.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            size.pointee.discrete = v4l2_frmsize_discrete(
                width: camera.sizes[index].width,
                height: camera.sizes[index].height
            )
        default:
            let interval = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
            let index = Int(interval.pointee.index)
            guard camera.rates.indices.contains(index) else { throw Errno(EINVAL) }
            interval.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            interval.pointee.discrete = v4l2_fract(numerator: 1, denominator: camera.rates[index])
        }
    }

    private static func setFormat(_ argument: UnsafeMutableRawPointer, _ camera: Camera, _ state: inout State) {
        let format = argument.assumingMemoryBound(to: v4l2_format.self)
        if let size = camera.adjustedSize {
            format.pointee.fmt.pix.width = size.width
            format.pointee.fmt.pix.height = size.height
        }
        let isJPEG = format.pointee.fmt.pix.pixelformat == PixelEncoding.fourCharacters("MJPG")
        format.pointee.fmt.pix.field = camera.field
        format.pointee.fmt.pix.bytesperline = isJPEG ? 0 : format.pointee.fmt.pix.width * 2
        format.pointee.fmt.pix.sizeimage = format.pointee.fmt.pix.width * 2 * format.pointee.fmt.pix.height
        format.pointee.fmt.pix.colorspace = V4L2_COLORSPACE_SRGB.rawValue
        state.format = format.pointee.fmt.pix
    }

    private static func control(
        _ request: UInt,
        _ argument: UnsafeMutableRawPointer,
        _ path: String,
        _ state: inout State
    ) throws(Errno) {
        if request == VideoRequest.queryControl.code {
            let query = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
            guard let value = state.cameras[path]?.controls[query.pointee.id] else { throw Errno(EINVAL) }
            query.pointee.minimum = 0
            query.pointee.maximum = 255
            query.pointee.step = 1
            query.pointee.default_value = value
            query.pointee.type = V4L2_CTRL_TYPE_INTEGER.rawValue
            return
        }
        guard request != VideoRequest.queryMenu.code else { throw Errno(EINVAL) }
        let control = argument.assumingMemoryBound(to: v4l2_control.self)
        guard let value = state.cameras[path]?.controls[control.pointee.id] else { throw Errno(EINVAL) }
        if request == VideoRequest.setControl.code {
            state.cameras[path]?.controls[control.pointee.id] = control.pointee.value
        } else {
            control.pointee.value = value
        }
    }

    private static func stream(
        _ request: UInt,
        _ argument: UnsafeMutableRawPointer,
        _ camera: Camera,
        _ state: inout State
    ) throws(Errno) {
        switch request {
        case VideoRequest.requestBuffers.code:
            let buffers = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
            if buffers.pointee.count > 0, let count = camera.bufferCount { buffers.pointee.count = count }
            state.bufferCount = Int(buffers.pointee.count)
            state.queued = []
        case VideoRequest.queryBuffer.code:
            let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
            buffer.pointee.length = state.format.sizeimage
            buffer.pointee.m.offset = buffer.pointee.index * 4_096
        case VideoRequest.queueBuffer.code:
            let index = Int(argument.load(as: v4l2_buffer.self).index)
            guard index < state.bufferCount, !state.queued.contains(index) else {
                state.wrongQueueings += 1
                throw Errno(EINVAL)
            }
            state.queued.append(index)
        case VideoRequest.dequeueBuffer.code:
            try dequeue(argument, &state)
        case VideoRequest.streamOn.code:
            state.isStreaming = true
        case VideoRequest.streamOff.code:
            state.isStreaming = false
            state.queued = []
        default:
            throw Errno(ENOTTY)
        }
    }

    private static func dequeue(_ argument: UnsafeMutableRawPointer, _ state: inout State) throws(Errno) {
        guard state.isStreaming else { throw Errno(EINVAL) }
        guard !state.ready.isEmpty, !state.queued.isEmpty else { throw Errno(EAGAIN) }
        let frame = state.ready.removeFirst()
        let index = state.queued.removeFirst()
        let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        buffer.pointee.index = UInt32(index)
        buffer.pointee.sequence = frame.sequence
        buffer.pointee.flags = frame.flags
        buffer.pointee.timestamp.tv_sec = frame.seconds
        buffer.pointee.timestamp.tv_usec = frame.microseconds
        buffer.pointee.bytesused = frame.used ?? frame.bytes.map { UInt32($0.count) } ?? state.format.sizeimage
        if let bytes = frame.bytes, let memory = UnsafeMutableRawPointer(bitPattern: state.memory[index] ?? 0) {
            memory.copyMemory(from: bytes, byteCount: min(bytes.count, Int(state.format.sizeimage)))
        }
    }

    private static func write<Target>(_ text: String, _ target: inout Target) {
        withUnsafeMutableBytes(of: &target) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
    }
}

/// A directory that lists what a test says.
final class FakeDirectory: VideoNodeDirectory {
    private let entries: Mutex<[VideoNodeEntry]>

    init(_ entries: [VideoNodeEntry] = [FakeDirectory.entry()]) {
        self.entries = Mutex(entries)
    }

    func nodes() -> [VideoNodeEntry] { entries.withLock { $0 } }
    func set(_ entries: [VideoNodeEntry]) { self.entries.withLock { $0 = entries } }

    static func entry(_ path: String = "/dev/video0", place: String = "fake.0") -> VideoNodeEntry {
        VideoNodeEntry(path: path, hardwarePath: "/devices/platform/" + place)
    }
}
