import AVFoundation
import CaptureDriver

/// A fault, what the client does before and after, and what the documents say the client observes.
public struct FaultScenario: Sendable, CustomStringConvertible {
    /// What happens in a step.
    public enum Action: Sendable, Hashable, CustomStringConvertible {
        /// The client makes an input if it has none, and starts the session.
        case start
        /// The client lets go of its input, finds the camera again, makes a new input, and starts.
        case reopen
        /// The client stops the session.
        case stop
        /// The fault happens.
        case inject(InjectedFault)
        /// The fault ends.
        case heal
        /// Time passes.
        case go

        /// As it stands in the trace.
        public var description: String {
            switch self {
            case .start: "start"
            case .reopen: "reopen"
            case .stop: "stop"
            case .inject(let fault): fault.rawValue
            case .heal: "heal"
            case .go: "go on"
            }
        }
    }

    /// One action, and what follows.
    struct Act: Sendable {
        var action: Action
        var expected: FaultTrace.Step
        /// So many frames have to come before the step is over.
        var frames = 0
        /// So much time has to pass before the step is over.
        var seconds = 0.0
    }

    /// Which camera it takes.
    public enum Bus: Sendable, Hashable {
        /// Any, but that kind on which nothing is lost by itself.
        case platform
        /// One on a USB cable.
        case usb
    }

    /// The first fault's name, and which variety it is if there are several.
    public let name: String
    /// What documents the expectation: numbers of documented behaviours, or `UNKNOWN` with our choice.
    public let source: String
    /// Which camera it takes.
    public let bus: Bus
    let delivery: FaultClient.Delivery
    let acts: [Act]

    init(
        _ name: String,
        bus: Bus = .platform,
        delivery: FaultClient.Delivery = .raw,
        source: String,
        _ acts: [Act]
    ) {
        self.name = name
        self.source = source
        self.bus = bus
        self.delivery = delivery
        self.acts = acts
    }

    /// The name.
    public var description: String { name }

    /// What the client observes according to the documents.
    public var expectation: FaultTrace { FaultTrace(steps: acts.map(\.expected)) }

    /// The faults that happen.
    public var faults: [InjectedFault] {
        acts.compactMap { act in
            if case .inject(let fault) = act.action { fault } else { nil }
        }
    }

    /// Whether the camera has to have compressed formats.
    public var isCompressed: Bool { delivery != .raw }

    // MARK: Playing

    /// How long a step may take until everything expected has happened.
    private static let patience = 10.0
    /// How long the client listens afterwards for what is not expected.
    private static let afterwards = 0.2

    /// Plays the scenario.
    ///
    /// - Throws: what the rig says, or `FaultClient.NotStaged`.
    public func play(on rig: any FaultRig) throws -> FaultTrace {
        CaptureSystem.use(rig.system)
        let client = try FaultClient(rig: rig, delivery: delivery)
        defer { client.tearDown() }
        defer { try? rig.heal() }
        return FaultTrace(steps: try acts.map { try play($0, client, rig) })
    }

    private func play(_ act: Act, _ client: FaultClient, _ rig: any FaultRig) throws -> FaultTrace.Step {
        client.beginStep()
        let refusal = try perform(act.action, client, rig)
        let begin = rig.now
        // On the USB bus of an emulated machine the client may be late by itself.
        let reasons: @Sendable (String) -> Bool = { [bus] in bus == .platform || $0 == Self.discontinuity }
        let observe = {
            client.observe(
                act.action.description,
                refusal: refusal,
                drops: act.expected.drops == nil ? nil : reasons
            )
        }
        client.wait(atMost: Self.patience + act.seconds) {
            client.frameCount >= act.frames && rig.now - begin >= act.seconds && observe() == act.expected
        }
        client.wait(atMost: Self.afterwards) { false }
        // A slow machine may have held up frames just now; anything else that differs stays.
        client.wait(atMost: 1) { observe() == act.expected }
        return observe()
    }

    private func perform(_ action: Action, _ client: FaultClient, _ rig: any FaultRig) throws -> Int? {
        switch action {
        case .start: return try client.start()
        case .reopen: return try client.reopen()
        case .stop: client.stop()
        case .inject(let fault): try rig.inject(fault)
        case .heal: try rig.heal()
        case .go: break
        }
        return nil
    }
}

extension FaultScenario.Act {
    /// An action after which the session runs and frames come.
    static func frames(
        _ action: FaultScenario.Action,
        session: [FaultTrace.SessionNotice] = [],
        drops: [String: FaultTrace.Amount]? = [:],
        frames: Int = 0,
        seconds: Double = 0
    ) -> Self {
        Self(
            action: action,
            expected: FaultTrace.Step(
                action: action.description,
                session: session,
                drops: drops,
                flow: .frames,
                isRunning: true
            ),
            frames: frames,
            seconds: seconds
        )
    }

    /// An action after which no frames come.
    static func silence(
        _ action: FaultScenario.Action,
        refusal: Int? = nil,
        session: [FaultTrace.SessionNotice] = [],
        device: [FaultTrace.DeviceNotice] = [],
        drops: [String: FaultTrace.Amount]? = [:],
        isRunning: Bool = false,
        isConnected: Bool = true,
        isListed: Bool = true
    ) -> Self {
        Self(
            action: action,
            expected: FaultTrace.Step(
                action: action.description,
                refusal: refusal,
                session: session,
                device: device,
                drops: drops,
                flow: .silence,
                isRunning: isRunning,
                isConnected: isConnected,
                isListed: isListed
            )
        )
    }
}
