import AVFoundation
import CameraEngine
import CameraLifecycle
import CameraSimulation
import CaptureDriver
import SimulatedDriver

extension ScenarioFixture {
    /// Plays an episode of the simulator's with real sessions: the same stimuli at the same times, then the end of all faults,
    /// after which the picture has to come back.
    ///
    /// - Returns: what was not as it should be, each with the end of what happened.
    static func play(seed: UInt64, episode: Int) async -> [String] {
        let decided: [CaptureAuthorization] = [.authorized, .authorized, .notDetermined, .denied]
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.maximumCameraCount = episode % 3 == 0 ? 1 : 2
        configuration.keepsMultiCamSession = episode % 3 == 1
        configuration.audio = episode.isMultiple(of: 2) ? .whenAvailable : .never
        let fixture = await ScenarioFixture(
            .iphone,
            decided[episode % decided.count],
            configuration: configuration,
            examines: false
        )
        var now = CameraTime.zero
        for scheduled in CameraSimulator<CameraStateMachine>.stimuli(seed: seed, episode: episode) {
            await fixture.pass(Double(scheduled.time.nanoseconds - now.nanoseconds) / 1e9)
            now = scheduled.time
            fixture.write("\(scheduled.stimulus)")
            fixture.apply(scheduled.stimulus)
        }
        var defects: [String] = []
        if let defect = await fixture.recoverFully() { defects.append(defect) }
        defects += await fixture.end()
        return defects.map { "seed \(seed), episode \(episode): \($0)\n\(fixture.record.lines(200))" }
    }

    /// - Returns: what is not as it should be.
    private func recoverFully() async -> String? {
        let bound = Double(SimulationRules(timing: CameraTiming()).bound) / 1_000
        write("all faults end")
        driver.heal()
        phone.permissionAnswer = .allow
        let healing: [PhoneStimulus] = [
            .thaw, .thawAdditional(1), .cools(1), .room(complete: 8, reduced: 8), .callEnds, .otherAppReturnsCamera,
            .oneApp, .coolDown,
            .pressureAbates, .sensitiveContentDismissed,
            .plug,
            .otherProgramReturnsCamera, .foreground, .allow, .foreground, .start,
        ]
        healing.forEach(apply)
        _ = await run(atMost: bound) { status == .live }
        if case .failed = status {
            write("restart")
            engine?.rebootCamera()
            _ = await run(atMost: bound) { status == .live }
        }
        guard status == .live else { return "not live again, but \(status)" }
        let before = consumer.frames
        return await run(atMost: 3) { consumer.frames > before } ? nil : "live without frames"
    }

    private func apply(_ stimulus: PhoneStimulus) {
        switch stimulus {
        case .prewarm: engine?.prewarm()
        case .start: engine?.start()
        case .stop: engine?.stop()
        case .restart: engine?.rebootCamera()
        case .selectCamera: engine?.select(CameraSelection(position: record.count.isMultiple(of: 2) ? .front : .back))
        case .background:
            phone.background()
            engine?.enterBackground()
        case .foreground:
            phone.foreground()
            engine?.enterForeground()
        case .allow: decide(.authorized)
        case .deny: decide(.denied)
        case .restrict: decide(.restricted)
        case .unplug: phone.apply(.unbind)
        case .plug: phone.apply(.bind)
        case .callBegins: phone.interrupt(.audioDeviceInUseByAnotherClient)
        case .callEnds: phone.endInterruption(.audioDeviceInUseByAnotherClient)
        case .otherAppTakesCamera: phone.otherAppTakesCamera()
        case .otherAppReturnsCamera: phone.otherAppLeavesCamera()
        case .severalApps: phone.splitScreen()
        case .oneApp: phone.endSplitScreen()
        case .overheat: phone.setPressure(SystemPressure(level: .shutdown))
        case .coolDown: phone.setPressure(SystemPressure())
        case .pressureTooHigh: engine?.pretend(.pressure(isTooHigh: true))
        case .pressureAbates: engine?.pretend(.pressure(isTooHigh: false))
        case .sensitiveContent: phone.detectSensitiveContent()
        case .sensitiveContentDismissed: phone.continueAfterSensitiveContent()
        case .record: record(goesOn: false)
        case .recordGoingOn: record(goesOn: true)
        case .pauseRecording: tell { try? await $0.pauseRecording() }
        case .resumeRecording: tell { try? await $0.resumeRecording() }
        case .stopRecording: tell { _ = try? await $0.stopRecording() }
        default: applyFault(stimulus)
        }
    }

    private func record(goesOn: Bool) {
        guard let tray else { return }
        var request = RecordingRequest(url: tray.nextFile())
        request.cameraSwitch = goesOn ? .goesOnInNextFile : .ends
        tell { [request] engine in
            if (try? await engine.startRecording(request)) != nil { tray.noteBeginning(request.url) }
        }
    }

    private func tell(_ work: @escaping @Sendable (CameraEngine) async -> Void) {
        guard let engine else { return }
        Task { await work(engine) }
    }

    private func applyFault(_ stimulus: PhoneStimulus) {
        switch stimulus {
        case .resetMediaServices: phone.resetMediaServices()
        case .sessionFails: phone.failRunningSession(code: -11800)
        case .staleError: engine?.pretend(.failed(.other, isRunning: true))
        case .freeze: phone.apply(.stall(seconds: 30))
        case .thaw: phone.apply(.stall(seconds: 0))
        // Calls that really hang are told of in scenarios: each takes real time.
        case .hangNext: driver.trouble(.startStream, .fails(.timedOut))
        case .failNextConfiguration: driver.trouble(.open, .fails(.io))
        case .failNextStart: phone.failNextStart(code: -11800)
        case .loseNextNotice: engine?.pretend(.interrupted(.cameraInUse))
        case .repeatAnswer: engine?.pretend(.tornDown(CameraTicket(number: 3)))
        case .cameraBreaks: driver.trouble(.startStream, .fails(.disconnected), times: 50)
        case .cameraWorks: driver.heal()
        case .otherProgramTakesCamera: phone.apply(.deviceBusy(seconds: 600))
        case .otherProgramReturnsCamera: phone.apply(.deviceBusy(seconds: 0))
        case .clockGoesBack: engine?.pretend(.timer(.frameCheck))
        default: applyToAdditional(stimulus)
        }
    }

    /// Where there are two cameras, the front camera is the additional one unless the user has chosen it.
    private func applyToAdditional(_ stimulus: PhoneStimulus) {
        let front = phone.driver.devices().first { $0.position == .front }?.id ?? "none"
        switch stimulus {
        case .wantCameras(let count): engine?.setCameraCount(count)
        case .pullOut(let index): phone.apply(.unplug(seconds: 5), to: index == 0 ? "Back Camera" : "Front Camera")
        case .putInAnother: phone.apply(.replug, to: "Front Camera")
        case .tooHot: phone.setPressure(SystemPressure(level: .shutdown), on: front)
        case .cools: phone.setPressure(SystemPressure(), on: front)
        case .freezeAdditional: phone.apply(.stall(seconds: 20), to: "Front Camera")
        case .thawAdditional: phone.apply(.stall(seconds: 0), to: "Front Camera")
        case .additionalFails, .refuseAdditional: driver.trouble(.startStream, .fails(.io))
        case .room(_, let reduced): phone.hardwareLoad = [100, 20, 6, 3, 1][min(reduced, 4)]
        default: break
        }
    }

    /// In the dialog if it is open, else in the settings; before anybody was asked it is the answer to come.
    private func decide(_ authorization: CaptureAuthorization) {
        let isDecided = phone.conditions.authorization(for: .video) != .notDetermined
        if isDecided || phone.isAskingForPermission() {
            phone.setAuthorization(authorization, for: .video)
        } else {
            phone.permissionAnswer = authorization == .authorized ? .allow : .deny
        }
    }
}
