import CaptureDriver
import CoreMedia
import Synchronization

/// A driver that is right but for one defect.
final class DefectiveDriver: CaptureDriver {
    private let base: any CaptureDriver
    private let clock: ManualCaptureClock
    private let defect: DriverDefect?
    /// All devices that were ever there.
    private let known: [CaptureDeviceDescription]
    private let open = Mutex<DefectiveHandle?>(nil)
    private let immortal = Mutex<[CaptureObservation]>([])

    /// - Parameter flaw: `nil` for none.
    init(_ base: any CaptureDriver, _ clock: ManualCaptureClock, _ defect: DriverDefect?) {
        self.base = base
        self.clock = clock
        self.defect = defect
        known = base.devices()
    }

    var name: String { base.name }

    func devices() -> [CaptureDeviceDescription] {
        let devices = base.devices()
        switch defect {
        case .listsTheDeviceTwice: return devices + devices
        case .listsUnpluggedDevices: return known
        case .listsRatesInTheWrongOrder: return devices.map(Self.withReversedRates)
        default: return devices
        }
    }

    private static func withReversedRates(_ device: CaptureDeviceDescription) -> CaptureDeviceDescription {
        var device = device
        for index in device.formats.indices {
            device.formats[index].frameDurations = [.rate(10), .rate(30)]
        }
        return device
    }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        let defect = defect
        let observation = base.observeDevices { change in
            guard defect == .comesBackAsAnother, case .appeared(var device) = change else { return handler(change) }
            device.formats.removeLast()
            handler(.appeared(device))
        }
        guard defect == .tellsCancelledObservers else { return observation }
        immortal.withLock { $0.append(observation) }
        return CaptureObservation {}
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        let isKnown = known.contains { $0.id == id }
        if defect == .opensWhatDoesNotExist, !isKnown, let first = known.first { return try open(first.id) }
        do {
            let handle = DefectiveHandle(try base.open(id), clock, defect)
            if defect == .opensTwice { open.withLock { $0 = handle } }
            return handle
        } catch {
            if defect == .waitsForOtherPrograms, error.kind == .busy {
                clock.advance(bySeconds: 10)
                return try base.open(id)
            }
            if defect == .opensTwice, error.kind == .busy, let handle = open.withLock({ $0 }) { return handle }
            throw error
        }
    }
}

/// What a flawed driver opens.
final class DefectiveHandle: CaptureDeviceHandle {
    private struct State: Sendable {
        var starts = 0
        var isClosed = false
        var sink: DefectiveSink?
        var former: (any CaptureStreamSink)?
        var running: (any CaptureStreamSink)?
        var format: CaptureFormat?
        var depth: CaptureDepthRequest?
        var controls: [CaptureControl: CaptureControlValue] = [:]
    }

    private let base: any CaptureDeviceHandle
    private let clock: ManualCaptureClock
    private let defect: DriverDefect?
    private let state = Mutex(State())

    init(_ base: any CaptureDeviceHandle, _ clock: ManualCaptureClock, _ defect: DriverDefect?) {
        self.base = base
        self.clock = clock
        self.defect = defect
    }

    var description: CaptureDeviceDescription { base.description }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        let starts = state.withLock { state in
            state.starts += 1
            state.former = state.running
            state.running = sink
            return state.starts
        }
        let former = state.withLock { $0.former }
        let defective = DefectiveSink(sink, former: former, clock, defect)
        if defect == .worksAfterClose, state.withLock({ $0.isClosed }) {
            return CaptureStreamConfiguration(format: request.format, frameDuration: request.frameDuration)
        }
        if defect == .startsTwiceOnly, starts > 2 {
            return CaptureStreamConfiguration(format: request.format, frameDuration: request.frameDuration)
        }
        var request = request
        if defect == .acceptsUnlistedFormats, !description.formats.contains(request.format) {
            request.format = description.formats[0]
        }
        if defect == .deliversAnotherFormat {
            request.format = description.formats.first { $0.dimensions != request.format.dimensions } ?? request.format
        }
        request.depth = state.withLock { state in
            state.sink = defective
            state.format = request.format
            let depth = defectiveDepth(of: request, before: state.depth)
            state.depth = depth
            return depth
        }
        var configuration = try base.startStream(request, sink: defective)
        if defect == .promisesAnotherFormat { configuration.format.dimensions.width += 16 }
        if defect == .promisesTheHighestRateOnly {
            configuration.frameDuration = request.format.frameDurations[0].shortest
        }
        return configuration
    }

    private func defectiveDepth(
        of request: CaptureStreamRequest,
        before: CaptureDepthRequest?
    ) -> CaptureDepthRequest? {
        let listed = request.format.traits.depthFormats
        guard var depth = request.depth else { return defect == .goesOnWithDepth ? before : nil }
        switch defect {
        case .deliversAnotherDepthFormat:
            depth.format = listed.first { $0.mediaSubType != depth.format.mediaSubType } ?? depth.format
        case .acceptsUnlistedDepthFormats where !listed.contains(depth.format):
            depth.format = listed.first ?? depth.format
        case .ignoresDepthIntervals:
            depth.minimumInterval = .invalid
        default:
            break
        }
        return depth
    }

    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        if defect == .ignoresChangesOfRate { return }
        try base.setFrameDuration(duration)
    }

    func stopStream() {
        let (running, sink) = state.withLock { state in
            defer { state.running = nil }
            return (state.running, state.sink)
        }
        base.stopStream()
        sink?.streamStopped()
        if defect == .speaksUpWhenStoppedTwice, running == nil { sink?.speakUp() }
    }

    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
        switch defect {
        case .ignoresControls where description.controls[control]?.nearest(to: value) != nil:
            return clock.now
        case .refusesNumbersOutOfRange where description.controls[control]?.nearest(to: value) != value:
            throw CaptureDriverError(kind: .unsupportedControl, operation: "set", advice: "")
        case .acceptsUnlistedControls where description.controls[control] == nil:
            state.withLock { $0.controls[control] = value }
            return clock.now
        default:
            return try base.setControl(control, to: value)
        }
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        if defect == .acceptsUnlistedControls, let value = state.withLock({ $0.controls[control] }) { return value }
        return try base.controlValue(control)
    }

    func close() {
        state.withLock { $0.isClosed = true }
        base.close()
    }
}
