@preconcurrency import AVFoundation

/// What the cameras are set to, and what is done about what they cost. Used on the session's queue.
extension SessionConfigurator {
    /// Chooses the format in an ordinary session, inside of a configuration.
    func chooseFormat(_ plan: CameraPlan) throws(Refusal) {
        guard !canHaveSeveral else { return }
        do {
            try FormatChooser(session: session, wanted: plan.format).apply(to: plan.leading.input.device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
    }

    /// Sets the formats of a session that can have several cameras.
    func setFormats(_ plan: inout CameraPlan) throws(Refusal) {
        do {
            try plan.entry(of: plan.leading)?.setFormat(of: plan.leading.input.device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
        for camera in plan.additional {
            do {
                try plan.entry(of: camera)?.setFormat(of: camera.input.device)
            } catch {
                plan.leaveOut(camera.index, MultiCamObstacle(error))
            }
        }
    }

    /// Locks the rates (R-MULTI-2).
    func setRates(_ plan: CameraPlan) {
        for camera in plan.cameras { setRate(camera.input, plan.entry(of: camera)) }
    }

    private func setRate(_ input: AVCaptureDeviceInput, _ entry: CostLadder.Entry?) {
        guard let entry else { return }
        do {
            let duration = try FrameRateLimiter(device: input.device).lock(to: entry.rate)
            MultiCamSupport.reserve(duration, for: input)
        } catch {
            EngineLog.shared.write(.configuration, .error, "frame rate not set", ["reason": "\(error)"])
        }
    }

    /// Takes something back, step by step, as long as the cameras cost too much; if all that can be was, one camera after the other
    /// (R-MULTI-4). What only would be too hot in the long run is not refused (S-103). One camera alone takes its steps, too: something
    /// else may need so much of the hardware that there is not even enough for it.
    func fitIntoBudget(_ plan: inout CameraPlan) {
        while true {
            while let costs = excess(plan), let place = plan.ladder?.next() {
                plan.refuse(costs)
                apply(plan.cameras[place], plan)
            }
            let costs = SessionCosts(session)
            guard costs.hardware > 1, let last = plan.additional.last else { return }
            plan.refuse(costs)
            drop(last, .tooExpensive(cost: costs.hardware), &plan)
        }
    }

    /// What the session costs, if that is too much.
    private func excess(_ plan: CameraPlan) -> SessionCosts? {
        let costs = SessionCosts(session)
        return (plan.areSeveral ? costs.isTooMuch : costs.hardware > 1) ? costs : nil
    }

    private func apply(_ camera: CameraPlan.Camera, _ plan: CameraPlan) {
        guard let entry = plan.entry(of: camera) else { return }
        do {
            try entry.setFormat(of: camera.input.device)
            setRate(camera.input, entry)
        } catch {
            EngineLog.shared.write(.configuration, .error, "format not set", ["reason": "\(error)"])
        }
    }

    /// The others go on without a camera, as if nobody had asked for it.
    func drop(_ camera: CameraPlan.Camera, _ obstacle: MultiCamObstacle, _ plan: inout CameraPlan) {
        session.removeInput(camera.input)
        plan.leaveOut(camera.index, obstacle)
        do {
            // Those that the leading one has alone were there before, or can be added since there is less in the session.
            try addOutputs(&plan)
        } catch {
            EngineLog.shared.write(.configuration, .error, "not as before", ["reason": "\(error)"])
        }
        connect(plan)
        for camera in plan.cameras { apply(camera, plan) }
    }
}
