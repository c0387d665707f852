import CaptureDriver
import CoreMedia
import CoreVideo
import SimulatedDriver
import Synchronization
import Testing

/// Remembers what a stream delivers.
final class Recorder: CaptureStreamSink {
    struct Frame: Sendable {
        var time: CMTime
        var sequence: UInt64
        var exposure: CaptureExposure
        /// What the strip in the picture says; `nil` when it can't be read.
        var sighting: TimecodeReader.TimecodeReading?
        var brightness: Int
        var data: [UInt8]
    }

    private struct State: Sendable {
        var frames: [Frame] = []
        var drops: [CaptureDrop] = []
        var events: [String] = []
        var held: [CaptureFrame] = []
    }

    private let state = Mutex(State())
    private let holdsFrames: Bool
    private let reads: Bool

    /// - Parameters:
    ///   - holdsFrames: whether to keep the buffers.
    ///   - reads: whether to look into the pictures.
    init(holdsFrames: Bool = false, reads: Bool = true) {
        self.holdsFrames = holdsFrames
        self.reads = reads
    }

    var frames: [Frame] { state.withLock { $0.frames } }
    var drops: [CaptureDrop] { state.withLock { $0.drops } }
    var events: [String] { state.withLock { $0.events } }

    func forget() { state.withLock { $0 = State() } }

    func capture(_ frame: CaptureFrame) {
        var seen = Frame(
            time: frame.presentationTime,
            sequence: frame.sequence,
            exposure: frame.exposure,
            sighting: nil,
            brightness: 0,
            data: []
        )
        if reads { inspect(frame, &seen) }
        state.withLock { state in
            state.frames.append(seen)
            if holdsFrames { state.held.append(frame) }
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        state.withLock { $0.drops.append(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        let words =
            switch event {
            case .stalled(let seconds): "stalled \(Int((seconds * 1000).rounded())) ms"
            case .resumed: "resumed"
            case .disconnected: "disconnected"
            case .failed(let error): "failed \(error.kind)"
            }
        state.withLock { $0.events.append(words) }
    }

    private func inspect(_ frame: CaptureFrame, _ seen: inout Frame) {
        switch frame.content {
        case .compressed(let block):
            seen.data = (try? Array(block.dataBytes())) ?? []
        case .image(let buffer):
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
            let isPacked = CVPixelBufferGetPlaneCount(buffer) == 0
            let base = isPacked ? CVPixelBufferGetBaseAddress(buffer) : CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
            let stride = isPacked ? CVPixelBufferGetBytesPerRow(buffer) : CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
            guard let luma = base?.assumingMemoryBound(to: UInt8.self) else { return }
            let size = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            seen.sighting = TimecodeReader(
                luma: luma,
                width: size.0,
                height: size.1,
                rowStride: stride,
                pixelStride: isPacked ? 2 : 1
            ).find()
            var sum = 0
            for x in 0..<size.0 { sum += Int(luma[size.1 / 2 * stride + x * (isPacked ? 2 : 1)]) }
            seen.brightness = sum / size.0
        }
    }
}

/// A simulated phone on a clock that stands still, with one camera streaming.
struct Bench {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let start: CMTime

    init(_ profile: SimulatedPhone.Profile = .iphone, faults: FaultScript? = nil, isAllowed: Bool = true) {
        start = clock.now
        phone = SimulatedPhone(profile: profile, clock: clock, faults: faults)
        if isAllowed { phone.setAuthorization(.authorized, for: .video) }
    }

    /// The id of a camera by name; the first for `nil`.
    func id(_ name: String? = nil) throws -> String {
        try #require(phone.driver.devices().first { name == nil || $0.name == name }).id
    }

    /// Opens a camera.
    func open(_ name: String? = nil) throws -> any CaptureDeviceHandle {
        try phone.driver.open(id(name))
    }

    /// Starts a small stream.
    @discardableResult
    func stream(
        _ handle: any CaptureDeviceHandle,
        _ recorder: Recorder,
        type: FourCharCode? = nil,
        width: Int32 = 640,
        fps: Int32 = 30
    ) throws -> CaptureStreamConfiguration {
        let format = try #require(
            handle.description.formats.first {
                $0.dimensions.width == width && (type == nil || $0.mediaSubType == type)
            }
        )
        return try handle.startStream(
            CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: fps)),
            sink: recorder
        )
    }

    /// Seconds since the phone was made.
    func elapsed(_ time: CMTime) -> Double { CMTimeGetSeconds(CMTimeSubtract(time, start)) }
}
