@preconcurrency import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

extension ScenarioFixture {
    /// Plays a scenario from beginning to end on a fixture of its own.
    ///
    /// - Returns: what was not as it should be.
    static func play(_ scenario: CameraScenario) async -> [String] {
        let fixture = await ScenarioFixture(
            scenario.phone,
            scenario.permission,
            microphone: scenario.microphone,
            configuration: scenario.configuration,
            judges: !scenario.hasJumps
        )
        var defects: [String] = []
        for (number, step) in scenario.steps.enumerated() {
            fixture.write("\(step)")
            await fixture.settle()
            guard let defect = await fixture.take(step) else { continue }
            defects.append("step \(number + 1), \(step): \(defect)")
            break
        }
        fixture.write("the end")
        defects += await fixture.end()
        // A story that broke off has not made room again.
        DiskQuota.limitFiles(to: nil)
        return defects.map { "\(scenario.requirement): \(scenario.name): \($0)\n\(fixture.record.lines(150))" }
    }

    /// - Returns: what is not as it should be.
    private func take(_ step: ScenarioStep) async -> String? {
        if takeWish(step) || takeHappening(step) || takeMisbehaviour(step) { return nil }
        return await takeExpectation(step)
    }

    // MARK: Users

    private func takeWish(_ step: ScenarioStep) -> Bool {
        guard let engine else { return false }
        switch step {
        case .prewarm: engine.prewarm()
        case .start: engine.start()
        case .stop: engine.stop()
        case .restart: engine.rebootCamera()
        case .leavesApp:
            engine.enterBackground()
            phone.background()
        case .returnsToApp:
            phone.foreground()
            engine.enterForeground()
        case .selects(let position): engine.select(CameraSelection(position: position))
        case .selectsNobodysCamera: engine.select(CameraSelection(uniqueID: "nobody's", position: .front))
        case .answers(let answer): phone.permissionAnswer = answer
        case .permission(let authorization): phone.setAuthorization(authorization, for: .video)
        default: return false
        }
        return true
    }

    // MARK: The phone

    private func takeHappening(_ step: ScenarioStep) -> Bool {
        switch step {
        case .interrupts(let reason): phone.interrupt(reason.captured)
        case .interruptionEnds(let reason): phone.endInterruption(reason.captured)
        case .resetsMediaServices: phone.resetMediaServices()
        case .startHangs:
            holdsStarts = true
            phone.holdNextStart(seconds: nil)
        case .sessionFails(let code): phone.failRunningSession(code: code)
        case .startFails(let code): phone.failNextStart(code: code)
        case .pressure(let level): phone.setPressure(SystemPressure(level: level, factors: 1))
        case .unplugs(let camera): phone.apply(.unplug(seconds: nil), to: camera)
        case .plugs(let camera): phone.apply(.replug, to: camera)
        case .fault(let fault): phone.apply(fault)
        case .otherSessionStarts: startOtherSession()
        case .otherSessionStops:
            other?.stopRunning()
            other = nil
        default: return false
        }
        return true
    }

    private func startOtherSession() {
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera)
        else { return }
        let session = AVCaptureSession()
        session.addInput(input)
        session.addOutput(AVCaptureVideoDataOutput())
        session.startRunning()
        other = session
    }

    private func takeMisbehaviour(_ step: ScenarioStep) -> Bool {
        switch step {
        case .driver(let call, let trouble, let times): driver.trouble(call, trouble, times: times)
        case .driverHeals: driver.heal()
        case .consumerBlocks: consumer.block()
        case .consumerGoesOn: consumer.goOn()
        case .clockJumps(let seconds): engineTime.jump(seconds: seconds)
        case .event(let event): engine?.pretend(event)
        default: return false
        }
        return true
    }

    // MARK: Expectations

    private func takeExpectation(_ step: ScenarioStep) async -> String? {
        switch step {
        case .movie(let step): return await take(step)
        case .two(let step): return await take(step)
        case .passes(let seconds): await pass(seconds)
        case .shows(let wanted, let seconds): return await expect([wanted], seconds)
        case .showsAnyOf(let wanted, let seconds): return await expect(wanted, seconds)
        case .stays(let wanted, let seconds):
            let changes = await run(atMost: seconds) { status != wanted }
            if changes { return "shows \(status)" }
        case .neverShowed(let unwanted):
            if record.shown.contains(unwanted) { return "was shown" }
        case .uses(let position):
            let used = await engine?.device?.position
            if used != position { return "uses \(used.map { "\($0)" } ?? "none")" }
        case .framesCome:
            let before = consumer.frames
            if await !run(atMost: 3, until: { consumer.frames > before + 2 }) { return "none come" }
        case .noFramesCome:
            await settle()
            let before = consumer.frames
            await pass(3)
            if consumer.frames > before + 1 { return "\(consumer.frames - before) come" }
        case .holds(let devices):
            await settle()
            // A device is closed when the last of those that had to do with it is gone, on whatever thread that is.
            if await !Self.comes({ openDevices == devices }) { return "\(openDevices) are open" }
        case .repeats(let count, let steps):
            for round in 0..<count {
                for step in steps {
                    write("round \(round + 1): \(step)")
                    await settle()
                    if let defect = await take(step) { return "round \(round + 1), \(step): \(defect)" }
                }
            }
        default: return "nobody knows how"
        }
        return nil
    }

    func pass(_ seconds: Double) async {
        _ = await run(atMost: seconds) { false }
    }

    private func expect(_ wanted: [CameraStatus], _ seconds: Double) async -> String? {
        guard await run(atMost: seconds, until: { wanted.contains(status) }) else { return "shows \(status)" }
        return nil
    }
}

extension CameraScenario {
    /// Whether the engine's clock jumps in it.
    fileprivate var hasJumps: Bool {
        steps.contains { if case .clockJumps = $0 { true } else { false } }
    }
}

extension CameraInterruption {
    /// The driver seam's word for it.
    var captured: CaptureInterruption {
        CaptureInterruption(rawValue: number) ?? .videoDeviceInUseByAnotherClient
    }
}
