import CaptureDriver
@_spi(Pinhole) import CoreMedia
import Foundation
import Synchronization

/// A microphone that says what a test tells it to, on the test's thread, packet by packet without a gap.
final class ScriptedMicrophone: CaptureDriver {
    static let standard = CaptureAudioFormat(sampleRate: 48_000, channels: 2, sampleFormat: .int16)

    private struct State {
        var isPlugged = true
        var observers: [UInt64: @Sendable (CaptureDeviceChange) -> Void] = [:]
        var nextObserver: UInt64 = 0
        var sink: (any CaptureAudioSink)?
        var requests: [CaptureAudioRequest] = []
        var openHandles = 0
        var format: CaptureAudioFormat?
        var formatDescription: CMFormatDescription?
        var time = CMTime.invalid
        var startFailure: CaptureDriverError?
        var lastData: CMBlockBuffer?
    }

    let name = "scripted"
    let description: CaptureDeviceDescription
    private let state = Mutex(State())

    init(id: String = "microphone", formats: [CaptureAudioFormat] = [standard]) {
        description = CaptureDeviceDescription(
            id: id,
            modelID: "scripted",
            name: "Scripted Microphone",
            medium: .audio,
            deviceType: "AVCaptureDeviceTypeMicrophone",
            transportType: 0x626C_746E,
            formats: [],
            audioFormats: formats
        )
    }

    // MARK: What a test does

    /// Delivers a packet.
    ///
    /// - Parameters:
    ///   - frames: how many frames.
    ///   - time: when the first frame was heard; without a gap after the packet before when left out.
    ///   - value: a sample for each frame and channel, full scale at 1.
    func deliver(_ frames: Int = 480, at time: CMTime? = nil, _ value: (Int, Int) -> Double = { _, _ in 0 }) {
        guard let (sink, sound) = packet(frames, time, value) else { return }
        sink.capture(sound)
    }

    /// Goes on in another format.
    func changeFormat(_ format: CaptureAudioFormat) {
        state.withLock { state in
            state.format = format
            state.formatDescription = format.makeDescription()
        }
    }

    /// The stream ends.
    func fail(_ error: CaptureDriverError) {
        let sink = state.withLock { state in
            defer { state.sink = nil }
            return state.sink
        }
        sink?.captureEvent(.failed(error))
    }

    /// The next starts fail; `nil` lets them succeed.
    func refuseStart(_ error: CaptureDriverError?) {
        state.withLock { $0.startFailure = error }
    }

    func unplug() {
        let (sink, observers) = state.withLock { state in
            defer { state.sink = nil }
            state.isPlugged = false
            return (state.sink, Array(state.observers.values))
        }
        sink?.captureEvent(.disconnected)
        observers.forEach { $0(.disappeared(description.id)) }
    }

    func plug() {
        let observers = state.withLock { state in
            state.isPlugged = true
            return Array(state.observers.values)
        }
        observers.forEach { $0(.appeared(description)) }
    }

    /// The memory of the latest packet.
    var lastData: CMBlockBuffer? { state.withLock { $0.lastData } }
    var isStreaming: Bool { state.withLock { $0.sink != nil } }
    var openHandles: Int { state.withLock { $0.openHandles } }
    var requests: [CaptureAudioRequest] { state.withLock { $0.requests } }

    private func packet(
        _ frames: Int,
        _ time: CMTime?,
        _ value: (Int, Int) -> Double
    ) -> (any CaptureAudioSink, CaptureAudioPacket)? {
        state.withLock { state in
            guard let sink = state.sink, let format = state.format, let description = state.formatDescription else {
                return nil
            }
            let start = time ?? (state.time.isNumeric ? state.time : CMTime(value: 1_000, timescale: 1))
            state.time = CMTimeAdd(start, CMTime(value: Int64(frames), timescale: Int32(format.sampleRate)))
            let sound = CaptureAudioPacket(
                data: Self.samples(frames, format, value),
                formatDescription: description,
                frameCount: frames,
                presentationTime: start
            )
            state.lastData = sound.data
            return (sink, sound)
        }
    }

    private static func samples(
        _ frames: Int,
        _ format: CaptureAudioFormat,
        _ value: (Int, Int) -> Double
    ) -> CMBlockBuffer {
        var data = Data()
        for frame in 0..<frames {
            for channel in 0..<format.channels {
                let sample = value(frame, channel)
                switch format.sampleFormat {
                case .int16: append(Int16(clamping: Int((sample * 32_768).rounded())), to: &data)
                case .int32: append(Int32(clamping: Int((sample * 2_147_483_648).rounded())), to: &data)
                case .float32: append(Float(sample), to: &data)
                }
            }
        }
        let owner = NSMutableData(data: data)
        return CMBlockBuffer(memory: owner.mutableBytes, length: owner.length, owner: owner)
    }

    private static func append<Sample>(_ sample: Sample, to data: inout Data) {
        withUnsafeBytes(of: sample) { data.append(contentsOf: $0) }
    }

    // MARK: The driver

    func devices() -> [CaptureDeviceDescription] { state.withLock { $0.isPlugged } ? [description] : [] }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        let id = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = handler
            return state.nextObserver
        }
        return CaptureObservation { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: id) } }
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        let isPlugged = state.withLock { state in
            if state.isPlugged { state.openHandles += 1 }
            return state.isPlugged
        }
        guard isPlugged else { throw Self.error(.disconnected) }
        return Handle(self)
    }

    static func error(_ kind: CaptureDriverError.Kind) -> CaptureDriverError {
        CaptureDriverError(kind: kind, operation: "script", advice: "Look into the test.")
    }

    private func start(
        _ request: CaptureAudioRequest,
        _ sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        let failure = state.withLock { state -> CaptureDriverError? in
            if !state.isPlugged { return Self.error(.disconnected) }
            if let failure = state.startFailure { return failure }
            state.requests.append(request)
            state.sink = sink
            state.format = request.format
            state.formatDescription = request.format.makeDescription()
            return nil
        }
        if let failure { throw failure }
        return CaptureAudioConfiguration(format: request.format, packetFrames: 480)
    }

    private final class Handle: CaptureDeviceHandle {
        private let microphone: ScriptedMicrophone
        private let isClosed = Mutex(false)

        init(_ microphone: ScriptedMicrophone) {
            self.microphone = microphone
        }

        var description: CaptureDeviceDescription { microphone.description }

        func startStream(
            _ request: CaptureStreamRequest,
            sink: any CaptureStreamSink
        ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
            throw ScriptedMicrophone.error(.unsupportedFormat)
        }

        func startAudioStream(
            _ request: CaptureAudioRequest,
            sink: any CaptureAudioSink
        ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
            try microphone.start(request, sink)
        }

        func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {}

        func stopStream() {
            microphone.state.withLock { $0.sink = nil }
        }

        func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
            throw ScriptedMicrophone.error(.unsupportedControl)
        }

        func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
            throw ScriptedMicrophone.error(.unsupportedControl)
        }

        func close() {
            stopStream()
            let wasOpen = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            if wasOpen { microphone.state.withLock { $0.openHandles -= 1 } }
        }
    }
}
