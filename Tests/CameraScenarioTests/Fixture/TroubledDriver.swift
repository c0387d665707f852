import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Synchronization

/// A driver around another one that goes wrong wherever it is told to, and counts what is open.
///
/// Its cameras have one small format, and deliver fifteen frames per second: enough to be live, and cheap. Microphones are as they
/// are.
final class TroubledDriver: CaptureDriver {
    /// A call into the driver.
    enum Call: String, Sendable, CaseIterable {
        case open, startStream, setFrameDuration, stopStream, setControl, controlValue, close
    }

    /// What becomes of it.
    enum Trouble: Sendable, Hashable {
        /// It throws; of calls that cannot throw nothing becomes.
        case fails(CaptureDriverError.Kind)
        /// It does not return until all such calls are released.
        case hangs
    }

    private struct State {
        var troubles: [Call: [Trouble]] = [:]
        var hanging: [DispatchSemaphore] = []
        var openHandles: Set<UInt64> = []
        var streams: Set<UInt64> = []
        var lastHandle: UInt64 = 0
        var frames = 0
        var refusals = 0
    }

    /// A fifteenth of a second.
    static let frameDuration = CMTime(value: 1, timescale: 15)

    private let base: any CaptureDriver
    private let state = Mutex(State())

    init(_ base: any CaptureDriver) {
        self.base = base
    }

    // MARK: Trouble

    /// Lets the next calls of a kind go wrong.
    func trouble(_ call: Call, _ trouble: Trouble, times: Int = 1) {
        state.withLock { $0.troubles[call, default: []] += Array(repeating: trouble, count: times) }
    }

    /// Ends all trouble: calls that hang go on, and no more go wrong.
    func heal() {
        let hanging = state.withLock { state in
            state.troubles = [:]
            defer { state.hanging = [] }
            return state.hanging
        }
        hanging.forEach { $0.signal() }
    }

    /// Whether a call does not return.
    var isHanging: Bool { state.withLock { !$0.hanging.isEmpty } }

    /// Whether a call does not return, or is not going to.
    var mayHang: Bool {
        state.withLock { !$0.hanging.isEmpty || $0.troubles.values.contains { $0.contains(.hangs) } }
    }

    fileprivate func pass(_ call: Call) throws(CaptureDriverError) {
        guard let kind = wait(call) else { return }
        throw CaptureDriverError(kind: kind, operation: call.rawValue, advice: "Wait until the trouble is over.")
    }

    /// Hangs if it has to.
    ///
    /// - Returns: what to throw.
    @discardableResult
    fileprivate func wait(_ call: Call) -> CaptureDriverError.Kind? {
        let (failure, semaphore) = state.withLock { state -> (CaptureDriverError.Kind?, DispatchSemaphore?) in
            guard let trouble = state.troubles[call]?.first else { return (nil, nil) }
            state.troubles[call]?.removeFirst()
            switch trouble {
            case .fails(let kind): return (kind, nil)
            case .hangs:
                let semaphore = DispatchSemaphore(value: 0)
                state.hanging.append(semaphore)
                return (nil, semaphore)
            }
        }
        semaphore?.wait()
        return failure
    }

    // MARK: Counts

    /// Devices that are open, and streams that run.
    var openHandles: Int { state.withLock { $0.openHandles.count } }
    /// How often a device was opened.
    var openings: UInt64 { state.withLock { $0.lastHandle } }
    /// Streams that run.
    var streams: Int { state.withLock { $0.streams.count } }
    /// Frames delivered so far.
    var frames: Int { state.withLock { $0.frames } }

    /// How often a camera was in use elsewhere.
    var refusals: Int { state.withLock { $0.refusals } }

    /// Passes a call on, and counts whether the camera is in use elsewhere.
    fileprivate func counting<Result>(
        _ call: () throws(CaptureDriverError) -> Result
    ) throws(CaptureDriverError) -> Result {
        do {
            return try call()
        } catch {
            if error.kind == .busy { state.withLock { $0.refusals += 1 } }
            throw error
        }
    }

    fileprivate func countFrame() { state.withLock { $0.frames += 1 } }

    fileprivate func note(_ handle: UInt64, streams: Bool) {
        state.withLock { state in
            if streams { state.streams.insert(handle) } else { state.streams.remove(handle) }
        }
    }

    fileprivate func noteClosed(_ handle: UInt64) {
        state.withLock { state in
            state.openHandles.remove(handle)
            state.streams.remove(handle)
        }
    }

    // MARK: The seam

    var name: String { base.name }

    func devices() -> [CaptureDeviceDescription] { base.devices().map(Self.lighten) }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        base.observeDevices { change in
            switch change {
            case .appeared(let description): handler(.appeared(Self.lighten(description)))
            case .disappeared: handler(change)
            }
        }
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        let handle = try counting { () throws(CaptureDriverError) in
            try pass(.open)
            return try base.open(id)
        }
        let number = state.withLock { state in
            state.lastHandle += 1
            state.openHandles.insert(state.lastHandle)
            return state.lastHandle
        }
        return TroubledHandle(handle, number: number, description: Self.lighten(handle.description), driver: self)
    }

    /// The same camera with its smallest format alone.
    private static func lighten(_ description: CaptureDeviceDescription) -> CaptureDeviceDescription {
        guard description.medium == .video else { return description }
        var light = description
        let smallest = description.formats.filter { $0.mediaSubType != kCMVideoCodecType_JPEG }.min {
            $0.dimensions.width < $1.dimensions.width
        }
        if var smallest {
            // So that cameras go together.
            smallest.traits.isMultiCamSupported = true
            light.formats = [smallest]
        }
        light.defaultFormatIndex = 0
        return light
    }
}

/// An open device of a troubled driver's.
private final class TroubledHandle: CaptureDeviceHandle {
    let description: CaptureDeviceDescription
    private let base: any CaptureDeviceHandle
    private let number: UInt64
    private let driver: TroubledDriver

    init(_ base: any CaptureDeviceHandle, number: UInt64, description: CaptureDeviceDescription, driver: TroubledDriver)
    {
        self.base = base
        self.number = number
        self.description = description
        self.driver = driver
    }

    deinit {
        driver.noteClosed(number)
    }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        var slow = request
        slow.frameDuration = TroubledDriver.frameDuration
        // The camera's own, which may not know that it goes with several cameras.
        slow.format.traits =
            base.description.formats.first {
                $0.mediaSubType == request.format.mediaSubType && $0.dimensions == request.format.dimensions
            }?.traits ?? request.format.traits
        let configuration = try driver.counting { () throws(CaptureDriverError) in
            try driver.pass(.startStream)
            return try base.startStream(slow, sink: CountingSink(sink, driver))
        }
        driver.note(number, streams: true)
        return configuration
    }

    func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        let configuration = try base.startAudioStream(request, sink: sink)
        driver.note(number, streams: true)
        return configuration
    }

    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try driver.pass(.setFrameDuration)
        try base.setFrameDuration(CMTimeMaximum(duration, TroubledDriver.frameDuration))
    }

    func stopStream() {
        driver.wait(.stopStream)
        base.stopStream()
        driver.note(number, streams: false)
    }

    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
        try driver.pass(.setControl)
        return try base.setControl(control, to: value)
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try driver.pass(.controlValue)
        return try base.controlValue(control)
    }

    func close() {
        driver.wait(.close)
        base.close()
        driver.noteClosed(number)
    }
}

/// Counts frames on their way.
private final class CountingSink: CaptureStreamSink {
    private let sink: any CaptureStreamSink
    private let driver: TroubledDriver

    init(_ sink: any CaptureStreamSink, _ driver: TroubledDriver) {
        self.sink = sink
        self.driver = driver
    }

    func capture(_ frame: CaptureFrame) {
        driver.countFrame()
        sink.capture(frame)
    }

    func captureDropped(_ drop: CaptureDrop) { sink.captureDropped(drop) }

    func captureEvent(_ event: CaptureStreamEvent) { sink.captureEvent(event) }
}
