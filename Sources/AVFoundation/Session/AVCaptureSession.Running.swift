import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras

extension AVCaptureSession {
    /// Runs a decision and its effects one at a time with all others, then tells what there is to tell, unlocked.
    func operate(_ decide: () -> [Machine.Effect]) {
        operations.perform { perform(decide()) }
        outbox.deliver()
    }

    /// Performs effects in order. What is to be told of them lies in the outbox afterwards. Inside of an operation.
    private func perform(_ effects: [Machine.Effect]) {
        var queue = effects[...]
        while let effect = queue.popFirst() {
            switch effect {
            case .openStreams:
                let failure = openStreams(configuration.withLock { $0.committed })
                queue = machine.withLock { $0.opened(failure: failure) } + queue
            case .closeStreams:
                streams.stopAll()
                clearLosses()
                releaseAudio()
                runningSessions.release(ObjectIdentifier(self))
            case .setRunning(let value):
                setRunning(value)
                notifyOutputs(value, failure: queue.lazy.compactMap(\.failure).first)
            case .setInterrupted(let value):
                setInterrupted(value)
            case .post(let notice):
                announce(notice)
            }
        }
    }

    /// Tells the outputs that the session runs, or doesn't any more, and what failed if that is why.
    private func notifyOutputs(_ isRunning: Bool, failure: SessionRuntimeError?) {
        for output in configuration.withLock({ $0.committed }).outputs {
            if let failure { output.sessionDidFail(failure) }
            output.sessionRunningChanged(isRunning)
        }
    }

    /// Opens what a graph needs. Pictures go without their sound where a microphone can't be had (R-REC-6).
    ///
    /// - Returns: why not, if it could not.
    func openStreams(_ graph: CaptureGraph) -> SessionRuntimeError? {
        while let failure = failureToOpenStreams(graph) {
            guard let microphone = failure.brokenMicrophone, wantsFrames(graph) else { return failure }
            lose(microphone, of: graph, failure)
        }
        return nil
    }

    /// Whether a camera has to stream.
    private func wantsFrames(_ graph: CaptureGraph) -> Bool {
        StreamPlan(graph: graph, audioSession: audioSession).entries.contains { $0.device.hardware.medium == .video }
    }

    /// Opens what a graph needs, all of it.
    private func failureToOpenStreams(_ graph: CaptureGraph) -> SessionRuntimeError? {
        if let failure = refusalToRun(graph) { return failure }
        prepareAudio(for: graph)
        let plan = StreamPlan(graph: graph, audioSession: audioSession)
        if let refusal = system.conditions.refusalToStart(identity, devices: plan.deviceIDs) {
            return SessionRuntimeError(code: refusal.code, underlying: nil, toldAfter: refusal.toldAfter)
        }
        runningSessions.claim(plan.entries.map(\.device.hardware), for: self)
        do {
            let later = laterIfAlive
            try streams.apply(plan) { device, event, stream in
                later { [device = Shared(device)] in $0.streamEvent(event, of: device.object, stream) }
            }
            return nil
        } catch {
            return SessionRuntimeError(error.error, of: error.device)
        }
    }

    private func setRunning(_ value: Bool) {
        flags.withLock { flags in
            reportChange(of: \AVCaptureSession.isRunning, from: flags.isRunning, to: value, through: outbox)
            flags.isRunning = value
        }
        configuration.withLock { $0.committed }.connections.forEach { $0.reviewPreview(through: outbox) }
        controlsAvailabilityChanged()
    }

    private func setInterrupted(_ value: Bool) {
        flags.withLock { flags in
            reportChange(of: \AVCaptureSession.isInterrupted, from: flags.isInterrupted, to: value, through: outbox)
            flags.isInterrupted = value
        }
    }

    // MARK: What happens by itself

    /// Something happened to a stream. On the session's event queue.
    private func streamEvent(_ event: SessionStreams.Event, of device: AVCaptureDevice, _ stream: Int) {
        dispatchPrecondition(condition: .onQueue(events))
        switch event {
        case .stream(.stalled), .stream(.resumed):
            return
        case .stream(.disconnected):
            lose(device, failure: .disconnected(device), stream: stream)
        case .stream(.failed(let error)):
            lose(device, failure: SessionRuntimeError(error, of: device), stream: stream)
        case .audioFormatChanged(let description):
            device.audioFormatDidChange(description)
        }
    }

    /// A device's stream has ended by itself: it was unplugged, or its hardware failed.
    ///
    /// `UNKNOWN`: the session goes on as long as another camera streams, and without its microphone as long as anything
    /// does (R-REC-6); else it fails. Of a camera that a session goes on without tells a runtime error that names it, while
    /// `isRunning` stays true; of a microphone only `wasDisconnectedNotification`. Its connections are no longer active. The device
    /// is not tried again before the session starts anew, or a new input for it is added.
    ///
    /// - Parameter stream: the number of the stream that ended; `nil` when the device is gone. What happened to a stream before
    ///   its device was started anew is no loss any more.
    func lose(_ device: AVCaptureDevice, failure: SessionRuntimeError, stream: Int? = nil) {
        operate {
            if let stream, !streams.isCurrent(stream) { return [] }
            return goOn(without: device, failure, wasStreaming: streams.isStreaming(device))
        }
    }

    /// Goes on without a device if other devices allow that, else fails.
    func goOn(
        without device: AVCaptureDevice,
        _ failure: SessionRuntimeError,
        wasStreaming: Bool
    ) -> [Machine.Effect] {
        let graph = configuration.withLock { $0.committed }
        let isCamera = device.hardware.medium == .video
        let isRunning = machine.withLock { $0.isRunning }
        let isRest = isRunning && streams.drop(device)
        // A camera whose connections are switched off just now is still what the session is about.
        let hasCamera = graph.deviceInputs.contains { $0.device.hardware.medium == .video && $0.isUsable }
        let othersGoOn = isRunning && (isRest || !isCamera && hasCamera)
        if othersGoOn { graph.deviceInputs.first { $0.device === device }?.isLost = true }
        reviewDelivery(graph)
        guard isRunning else { return [] }
        endConnections(of: device, in: graph, failure)
        guard othersGoOn else { return machine.withLock { $0.failed(failure) } }
        return isCamera && wasStreaming ? [.post(.runtimeError(failure))] : []
    }

    /// A microphone can't be had: the session goes without it, from its start or from now on.
    func lose(_ microphone: AVCaptureDevice, of graph: CaptureGraph, _ failure: SessionRuntimeError) {
        _ = streams.drop(microphone)
        graph.deviceInputs.first { $0.device === microphone }?.isLost = true
        reviewDelivery(graph)
        endConnections(of: microphone, in: graph, failure)
    }

    private func endConnections(of device: AVCaptureDevice, in graph: CaptureGraph, _ failure: SessionRuntimeError) {
        for connection in graph.connections where connection.captureDevice === device {
            connection.output?.connectionDidEnd(connection, failure)
        }
    }

    /// Devices that were lost while others went on are tried again with the next start.
    private func clearLosses() {
        let graph = configuration.withLock { $0.committed }
        let lost = graph.deviceInputs.filter(\.isLost)
        guard !lost.isEmpty else { return }
        lost.forEach { $0.isLost = false }
        reviewDelivery(graph)
    }

    /// Has the session deal with what changes in the world. `OBSERVED`: a session without a microphone is not interrupted when a call
    /// takes the microphone.
    func observeConditions() -> CaptureObservation {
        let (later, conditions) = (laterIfAlive, system.conditions)
        return conditions.observe { change in
            guard change == .interruptionBegan(.audioDeviceInUseByAnotherClient) else {
                return later { $0.conditionsChanged(change) }
            }
            // Asked now: it may be over when its turn has come.
            let concerned = [[], [.audio], [.video], [.audio, .video]].filter { media in
                conditions.interruptions(of: media).contains(.audioDeviceInUseByAnotherClient)
            }
            later { if concerned.contains($0.media) { $0.conditionsChanged(change) } }
        }
    }

    /// The world changed. On the session's event queue.
    private func conditionsChanged(_ change: SystemConditionChange) {
        dispatchPrecondition(condition: .onQueue(events))
        switch change {
        case .pressure, .interruptionBegan(.videoDeviceNotAvailableDueToSystemPressure),
            .interruptionEnded(.videoDeviceNotAvailableDueToSystemPressure):
            reviewPressure()
        case .interruptionBegan(let reason):
            interrupt(reason)
        case .interruptionEnded(let reason):
            operate { machine.withLock { $0.interruptionEnded(reason) } }
        case .cameraHardware:
            replanUnlessConfiguring()
        case .mediaServicesWereReset:
            fail(code: AVError.Code.mediaServicesWereReset.rawValue)
        case .sessionFailed(let code):
            fail(code: code)
        case .authorization(let medium):
            guard system.conditions.authorization(for: medium) != .authorized else { return }
            guard
                configuration.withLock({ $0.committed }).deviceInputs.contains(where: {
                    $0.device.hardware.medium == medium
                })
            else { return }
            fail(code: AVError.Code.applicationIsNotAuthorizedToUseDevice.rawValue)
        case .controlGesture(let gesture):
            handle(gesture)
        case .orientation, .audioPorts, .mediaServicesWereLost:
            return
        }
    }

    /// Interrupts a session if it can't stand the pressure on its cameras, or the system is too hot, else lets it go on (S-92,
    /// S-103). News of pressure come from several sides; what counts is how it is when they are dealt with.
    func reviewPressure() {
        let reason = CaptureInterruption.videoDeviceNotAvailableDueToSystemPressure
        operate {
            // Looked at under the lock: another thread may just have committed something else.
            let isTooHot =
                isOverheated(configuration.withLock { $0.committed })
                || system.conditions.interruptions(of: media).contains(reason)
            return machine.withLock { isTooHot ? $0.interruptionBegan(reason) : $0.interruptionEnded(reason) }
        }
    }

    private func fail(code: Int) {
        operate { machine.withLock { $0.failed(SessionRuntimeError(code: code, underlying: nil)) } }
    }

    /// Interrupts the session now.
    func interrupt(_ reason: CaptureInterruption) {
        operate { machine.withLock { $0.interruptionBegan(reason) } }
    }

    /// Stops the session's streams now, on behalf of another session that takes one of its devices. Inside of that session's
    /// operation, so it is told on the event queue.
    func yieldDevices(_ reason: CaptureInterruption) {
        outbox.redirectingDelivery(to: events) {
            operations.perform { perform(machine.withLock { $0.interruptionBegan(reason) }) }
            outbox.deliver()
        }
    }

    /// Ends an interruption on the event queue.
    ///
    /// - Parameter then: called on that queue when the session streams again, if it does.
    func endInterruptionLater(_ reason: CaptureInterruption, then: @escaping @Sendable () -> Void) {
        later { me in
            me.operate { me.machine.withLock { $0.interruptionEnded(reason) } }
            then()
        }
    }

    /// Deals with something that happened by itself, on the session's event queue.
    func later(_ action: @escaping @Sendable (AVCaptureSession) -> Void) {
        events.async(group: system.unsettled) { [me = Shared(self)] in
            Outbox.withoutWaiting { action(me.object) }
        }
    }

    /// As `later(_:)`, for threads of drivers and clocks: it does not keep the session meanwhile. They must not be the last to let
    /// go of a session, as a session that goes away stops its streams, which means to wait for those very threads.
    var laterIfAlive: @Sendable (@escaping @Sendable (AVCaptureSession) -> Void) -> Void {
        let (events, unsettled) = (events, system.unsettled)
        return { [me = WeakReference(self)] action in
            events.async(group: unsettled) {
                guard let me = me.object else { return }
                Outbox.withoutWaiting { action(me) }
            }
        }
    }

    /// Waits until everything that has happened by itself so far is dealt with and told, of the session and of its devices.
    package func settle() {
        configuration.withLock { $0.pending }.deviceInputs.forEach { $0.device.settle() }
        events.sync {}
        outbox.deliver()
    }

    // MARK: Notifications

    /// Has a notification posted: in its turn, or when an error's time has come.
    private func announce(_ notice: Machine.Notice) {
        if case .runtimeError(let failure) = notice, failure.toldAfter > 0 {
            announceLater(failure)
        } else {
            outbox.append { [me = Shared(self)] in me.object.post(notice) }
        }
    }

    private func post(_ notice: Machine.Notice) {
        let center = NotificationCenter.default
        switch notice {
        case .didStart:
            center.post(name: Self.didStartRunningNotification, object: self)
        case .didStop:
            center.post(name: Self.didStopRunningNotification, object: self)
        case .wasInterrupted(let reason):
            center.post(name: Self.wasInterruptedNotification, object: self, userInfo: details(of: reason))
        case .interruptionEnded:
            center.post(name: Self.interruptionEndedNotification, object: self)
        case .runtimeError(let failure):
            center.post(
                name: Self.runtimeErrorNotification,
                object: self,
                userInfo: [AVCaptureSessionErrorKey: failure.avError as NSError]
            )
        }
    }

    /// Announces an error when its time has come, whatever the session does then, as long as there is one.
    private func announceLater(_ failure: SessionRuntimeError) {
        var prompt = failure
        prompt.toldAfter = 0
        let time = CMTimeAdd(system.clock.now, CMTime(seconds: failure.toldAfter, preferredTimescale: 1_000_000_000))
        let number = lateErrors.withLock { errors in
            errors.lastNumber += 1
            return errors.lastNumber
        }
        let later = laterIfAlive
        let appointment = system.clock.schedule(at: time) { [prompt] in
            later { session in
                _ = session.lateErrors.withLock { $0.appointments.removeValue(forKey: number) }
                session.announce(.runtimeError(prompt))
                session.outbox.deliver()
            }
        }
        lateErrors.withLock { $0.appointments[number] = appointment }
    }

    /// S-79, S-84: the reason as a number; with pressure, the state of the device under most pressure.
    private func details(of reason: CaptureInterruption) -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [AVCaptureSessionInterruptionReasonKey: NSNumber(value: reason.rawValue)]
        if reason == .videoDeviceNotAvailableDueToSystemPressure {
            // The system is asked, as devices may not have heard of the change yet.
            let pressures = configuration.withLock { $0.committed }.deviceInputs
                .map { system.conditions.pressure(on: $0.device.hardware.id) }
            info[AVCaptureSessionInterruptionSystemPressureStateKey] = pressures.max { $0.level < $1.level }
                .map(AVCaptureDevice.SystemPressureState.init)
        }
        return info
    }
}

extension AVCaptureSession: DeviceSessionObserver {
    /// S-31: a client's choice of a format takes the formats out of the preset's hands.
    func deviceActiveFormatWasSetByClient(_ device: AVCaptureDevice) {
        edit { $0.preset = .inputPriority }
    }

    func deviceActiveFormatDidChange(_ device: AVCaptureDevice) {
        replanUnlessConfiguring()
    }

    func deviceFrameDurationDidChange(_ device: AVCaptureDevice) {
        replanUnlessConfiguring()
    }

    var whenDeviceIsDisconnected: @Sendable (AVCaptureDevice) -> Void {
        let later = laterIfAlive
        return { device in
            later { [device = Shared(device)] in $0.lose(device.object, failure: .disconnected(device.object)) }
        }
    }

    /// Brings running streams in line with what devices and connections now say, unless a commit will do so.
    func replanUnlessConfiguring() {
        guard configuration.withLock({ $0.depth }) == 0 else { return }
        operate { updateStreams(configuration.withLock { $0.committed }) }
        reviewPressure()
    }
}

extension AVCaptureSession {
    /// Decides about starting, stopping, interruptions and failures.
    typealias Machine = SessionStateMachine<SessionRuntimeError>
}

/// Why a session failed: a code of `AVError`, and the driver's error behind it if there is one.
struct SessionRuntimeError: Sendable, Equatable {
    /// Raw value of `AVError.Code`.
    var code: Int
    /// What the driver said.
    var underlying: CaptureDriverError?
    /// The device at fault, if it is one.
    @Shared var device: AVCaptureDevice?
    /// Seconds after which the client is told.
    var toldAfter = 0.0
}

extension SessionRuntimeError {
    /// A device's driver failed.
    init(_ error: CaptureDriverError, of device: AVCaptureDevice) {
        self.init(code: error.kind.code.rawValue, underlying: error, device: device)
    }

    /// A device was unplugged.
    static func disconnected(_ device: AVCaptureDevice) -> SessionRuntimeError {
        SessionRuntimeError(code: AVError.Code.deviceWasDisconnected.rawValue, underlying: nil, device: device)
    }

    /// The device at fault, if it is gone or does not answer, and nothing that is asked of it could be right.
    var deadDevice: AVCaptureDevice? {
        switch underlying?.kind {
        case .notFound, .disconnected, .io, .timedOut: device
        default: nil
        }
    }

    /// The microphone at fault, if it is one that another program has, or that does not work. A refusal by the user is no fault of
    /// the microphone's: a program that asks for sound without permission has to hear of it.
    var brokenMicrophone: AVCaptureDevice? {
        guard let kind = underlying?.kind, kind != .denied else { return nil }
        return microphone
    }

    /// The microphone at fault, if it is one, whatever is the matter with it.
    var microphone: AVCaptureDevice? { device.flatMap { $0.hardware.medium == .audio ? $0 : nil } }

    /// The error as clients see it; it names the device at fault under `AVErrorDeviceKey`.
    var avError: AVError {
        if let underlying { return AVError(underlying, device: device) }
        return AVError(
            AVError.Code(rawValue: code) ?? .unknown,
            userInfo: device.map { [AVErrorDeviceKey: $0] } ?? [:]
        )
    }
}

extension AVCaptureSession {
    /// What no time may pass for that a test holds in hand: whoever does something with what the session delivers, on a queue of
    /// their own, enters the group meanwhile.
    package var unsettledWork: DispatchGroup { system.unsettled }

    /// Calls back after so many seconds of the session's time, on any thread; not at all once what this returns is gone.
    package func callBack(after seconds: Double, _ action: @escaping @Sendable () -> Void) -> any Sendable {
        let time = CMTimeAdd(system.clock.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000))
        return system.clock.schedule(at: time, action)
    }
}
