import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureSession {
    /// Runs a decision and its effects one at a time with all others, then posts what there is to post, unlocked.
    func operate(_ decide: () -> [SessionStateMachine.Effect]) {
        Self.operation.lock()
        let announcements = perform(decide())
        Self.operation.unlock()
        announcements.forEach { $0() }
    }

    /// Performs effects in order.
    ///
    /// - Returns: the announcements to make once nothing is locked.
    private func perform(_ effects: [SessionStateMachine.Effect]) -> [() -> Void] {
        var announcements: [() -> Void] = []
        var queue = effects[...]
        while let effect = queue.popFirst() {
            switch effect {
            case .openStreams:
                let failure = openStreams(configuration.withLock { $0.committed })
                queue = machine.withLock { $0.opened(failure: failure) } + queue
            case .closeStreams:
                streams.stopAll()
                forgetLosses()
                releaseSound()
                RunningSessions.release(ObjectIdentifier(self))
            case .setRunning(let value):
                announcements.append(setRunning(value))
                tellOutputs(value, failure: queue.lazy.compactMap(\.failure).first)
            case .setInterrupted(let value):
                announcements.append(setInterrupted(value))
            case .post(let notice):
                announcements.append { self.post(notice) }
            }
        }
        return announcements
    }

    /// Tells the outputs that the session runs, or doesn't any more, and what failed if that is why.
    private func tellOutputs(_ isRunning: Bool, failure: SessionFailure?) {
        for output in configuration.withLock({ $0.committed }).outputs {
            if let failure { output.sessionDidFail(failure) }
            output.sessionRunningChanged(isRunning)
        }
    }

    /// Opens what a graph needs.
    ///
    /// - Returns: why not, if it could not.
    func openStreams(_ graph: CaptureGraph) -> SessionFailure? {
        if let failure = refusalToRun(graph) { return failure }
        prepareSound(for: graph)
        let plan = StreamPlan(graph: graph, audioSession: audioSession)
        if let refusal = system.conditions.refusalToStart(identity, devices: plan.deviceIDs) {
            return SessionFailure(code: refusal.code, underlying: nil, toldAfter: refusal.toldAfter)
        }
        RunningSessions.claim(plan.entries.map(\.device.hardware), for: self)
        do {
            try streams.apply(plan) { [weak self] device, event, stream in
                guard let self else { return }
                self.later { self.streamEvent(event, of: device, stream) }
            }
            return nil
        } catch {
            return SessionFailure(error.error, of: error.device)
        }
    }

    /// Changes the flag now; answers with telling the observers.
    private func setRunning(_ value: Bool) -> () -> Void {
        let old = flags.withLock { flags in
            defer { flags.isRunning = value }
            return flags.isRunning
        }
        return {
            self.reportChange(of: \AVCaptureSession.isRunning, from: old, to: value)
            self.controlsAvailabilityChanged()
        }
    }

    /// Changes the flag now; answers with telling the observers.
    private func setInterrupted(_ value: Bool) -> () -> Void {
        let old = flags.withLock { flags in
            defer { flags.isInterrupted = value }
            return flags.isInterrupted
        }
        return { self.reportChange(of: \AVCaptureSession.isInterrupted, from: old, to: value) }
    }

    // MARK: What happens by itself

    /// Something happened to a stream. On the session's event queue.
    private func streamEvent(_ event: SessionStreams.Event, of device: AVCaptureDevice, _ stream: Int) {
        switch event {
        case .stream(.stalled), .stream(.resumed):
            return
        case .stream(.disconnected):
            lose(device, failure: .disconnected(device), stream: stream)
        case .stream(.failed(let error)):
            lose(device, failure: SessionFailure(error, of: device), stream: stream)
        case .soundFormatChanged(let description):
            device.soundFormatDidChange(description)
        }
    }

    /// A device's stream has ended by itself: it was unplugged, or its hardware failed.
    ///
    /// `UNKNOWN`: the session goes on as long as another camera streams, and without its microphone as long as anything
    /// does (R-REC-6); else it fails. Of a camera that a session goes on without tells a runtime error that names it, while
    /// `isRunning` stays true; of a microphone only `wasDisconnectedNotification`. Its connections are no longer active.
    ///
    /// - Parameter stream: the number of the stream that ended; `nil` when the device is gone. What happened to a stream before
    ///   its device was started anew is no loss any more.
    func lose(_ device: AVCaptureDevice, failure: SessionFailure, stream: Int? = nil) {
        operate {
            if let stream, !streams.isCurrent(stream) { return [] }
            return goOn(without: device, failure, wasStreaming: streams.isStreaming(device))
        }
    }

    /// Goes on without a device if other devices allow that, else fails.
    func goOn(
        without device: AVCaptureDevice,
        _ failure: SessionFailure,
        wasStreaming: Bool
    ) -> [SessionStateMachine.Effect] {
        let graph = configuration.withLock { $0.committed }
        let isCamera = device.hardware.medium == .video
        let isRunning = machine.withLock { $0.isRunning }
        let othersGoOn = isRunning && streams.drop(device)
        if othersGoOn, isCamera { graph.deviceInputs.first { $0.device === device }?.isLost = true }
        reviewDelivery(graph)
        guard isRunning else { return [] }
        for connection in graph.connections where connection.captureDevice === device {
            connection.output?.connectionDidEnd(connection, failure)
        }
        guard othersGoOn else { return machine.withLock { $0.failed(failure) } }
        return isCamera && wasStreaming ? [.post(.runtimeError(failure))] : []
    }

    /// Cameras that were lost while others went on are tried again with the next start.
    private func forgetLosses() {
        let graph = configuration.withLock { $0.committed }
        let lost = graph.deviceInputs.filter(\.isLost)
        guard !lost.isEmpty else { return }
        lost.forEach { $0.isLost = false }
        reviewDelivery(graph)
    }

    /// Whether a change is this session's business, now that it happens. `OBSERVED`: a session without a microphone is not
    /// interrupted when a call takes the microphone.
    func isConcerned(by change: SystemConditionChange) -> Bool {
        guard case .interruptionBegan(.audioDeviceInUseByAnotherClient) = change else { return true }
        return system.conditions.interruptions(of: media).contains(.audioDeviceInUseByAnotherClient)
    }

    /// The world changed. On the session's event queue.
    func conditionsChanged(_ change: SystemConditionChange) {
        switch change {
        case .interruptionBegan(let reason):
            interrupt(reason)
        case .interruptionEnded(let reason):
            endInterruption(reason)
        case .pressure:
            reviewPressure()
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

    private func endInterruption(_ reason: CaptureInterruption) {
        operate {
            let isPressure = reason == .videoDeviceNotAvailableDueToSystemPressure
            if isPressure, isOverheated(configuration.withLock { $0.committed }) { return [] }
            return machine.withLock { $0.interruptionEnded(reason) }
        }
    }

    /// Interrupts a session if it can't stand the pressure on its cameras, or lets it go on if it can, and the system lets it
    /// (S-92, S-103).
    func reviewPressure() {
        let reason = CaptureInterruption.videoDeviceNotAvailableDueToSystemPressure
        operate {
            // Looked at under the lock: another thread may just have committed something else.
            if isOverheated(configuration.withLock { $0.committed }) {
                return machine.withLock { $0.interruptionBegan(reason) }
            }
            guard !system.conditions.interruptions(of: media).contains(reason) else { return [] }
            return machine.withLock { $0.interruptionEnded(reason) }
        }
    }

    private func fail(code: Int) {
        operate { machine.withLock { $0.failed(SessionFailure(code: code, underlying: nil)) } }
    }

    /// Interrupts the session now.
    func interrupt(_ reason: CaptureInterruption) {
        operate { machine.withLock { $0.interruptionBegan(reason) } }
    }

    /// Stops the session's streams now, on behalf of another session that takes one of its devices. What there is to
    /// announce is announced on the event queue, since the other session still holds the lock.
    func yieldDevices(_ reason: CaptureInterruption) {
        Self.operation.lock()
        let announcements = perform(machine.withLock { $0.interruptionBegan(reason) })
        Self.operation.unlock()
        // The announcements refer to this session only, which is safe to use from any queue.
        nonisolated(unsafe) let pending = announcements
        later { pending.forEach { $0() } }
    }

    /// Ends an interruption on the event queue.
    func endInterruptionLater(_ reason: CaptureInterruption) {
        later { self.operate { self.machine.withLock { $0.interruptionEnded(reason) } } }
    }

    /// Deals with something that happened by itself, on the session's event queue.
    func later(_ action: @escaping @Sendable () -> Void) {
        events.async(group: system.unsettled, execute: action)
    }

    /// Waits until everything that has happened by itself so far is dealt with.
    package func settle() {
        events.sync {}
    }

    // MARK: Notifications

    private func post(_ notice: SessionStateMachine.Notice) {
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
        case .runtimeError(let failure) where failure.toldAfter > 0:
            postLater(failure)
        case .runtimeError(let failure):
            center.post(
                name: Self.runtimeErrorNotification,
                object: self,
                userInfo: [AVCaptureSessionErrorKey: failure.avError as NSError]
            )
        }
    }

    /// Posts an error when its time has come, whatever the session does then, as long as there is one.
    private func postLater(_ failure: SessionFailure) {
        var prompt = failure
        prompt.toldAfter = 0
        let time = CMTimeAdd(system.clock.now, CMTime(seconds: failure.toldAfter, preferredTimescale: 1_000_000_000))
        let number = lateErrors.withLock { errors in
            errors.lastNumber += 1
            return errors.lastNumber
        }
        let appointment = system.clock.schedule(at: time) { [weak self, prompt] in
            guard let self else { return }
            self.later {
                _ = self.lateErrors.withLock { $0.appointments.removeValue(forKey: number) }
                self.post(.runtimeError(prompt))
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

    func deviceWasDisconnected(_ device: AVCaptureDevice) {
        later { self.lose(device, failure: .disconnected(device)) }
    }

    /// Brings running streams in line with what devices and connections now say, unless a commit will do so.
    func replanUnlessConfiguring() {
        guard configuration.withLock({ $0.depth }) == 0 else { return }
        operate { updateStreams(configuration.withLock { $0.committed }) }
        reviewPressure()
    }
}
