import CVideo4Linux
import CaptureDriver
import Glibc
import Synchronization

@testable import V4L2Driver

/// A camera whose driver says whatever the bytes say: capabilities, formats, sizes, rates and controls, and what it makes of the
/// format that it is asked for. They come from the camera's descriptors, or from a hostile device.
enum VideoNodesHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let entry = VideoNodeEntry(path: "/dev/video0", hardwarePath: "/devices/fuzz")
        let kernel = ByteKernel(bytes)
        guard let model = try? NodeInspector(system: kernel).inspect(entry),
            let node = try? VideoNode(path: entry.path, system: kernel)
        else { return }
        for format in model.description.formats.prefix(4) {
            precondition(!format.frameDurations.isEmpty, "a format without durations")
            let request = CaptureStreamRequest(format: format, frameDuration: format.frameDurations[0].shortest)
            _ = try? StreamNegotiation(node: node, model: model).agree(on: request)
        }
        _ = JPEGMarkers.areJoined(bytes)
    }
}

/// Answers each request with the next bytes, or with an error.
private final class ByteKernel: SystemCalls {
    private struct State {
        var bytes: [UInt8]
        var position = 0
        var calls = 0
    }

    /// A driver that never comes to an end is not what is looked for.
    private static let mostCalls = 20_000

    private let state: Mutex<State>

    init(_ bytes: UnsafeRawBufferPointer) { state = Mutex(State(bytes: Array(bytes))) }

    func open(_ path: String, flags: Int32) throws(Errno) -> Int32 { 3 }
    func close(_ descriptor: Int32) throws(Errno) {}

    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        throw Errno(ENOMEM)
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {}

    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32 {
        throw Errno(EIO)
    }

    /// The first byte says whether there is an error, the second how many bytes of the answer follow, and where they go.
    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) {
        // How large the argument is stands in the request's number.
        let size = Int(request >> 16 & 0x3fff)
        let answer = state.withLock { state -> ArraySlice<UInt8>? in
            state.calls += 1
            guard state.calls < Self.mostCalls, state.position + 2 <= state.bytes.count, size > 0 else { return nil }
            let (kind, count) = (state.bytes[state.position], Int(state.bytes[state.position + 1]))
            state.position += 2
            guard kind & 7 != 7 else { return nil }
            let answer = state.bytes[state.position...].prefix(count)
            state.position += answer.count
            return answer
        }
        guard let answer else { throw Errno(EINVAL) }
        // The index and the type that were asked for stay.
        for (place, byte) in zip(0..<size, answer) where place >= Self.kept(request) {
            argument.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        }
    }

    private static func kept(_ request: UInt) -> Int {
        switch request {
        case VideoRequest.enumerateFormats.code, VideoRequest.enumerateFrameSizes.code: 8
        case VideoRequest.enumerateFrameIntervals.code: 16
        case VideoRequest.getFormat.code, VideoRequest.setFormat.code, VideoRequest.getParameters.code,
            VideoRequest.setParameters.code, VideoRequest.queryControl.code:
            4
        default: 0
        }
    }
}

#if FUZZER
    let harness = VideoNodesHarness.run
#endif
