/// What a client of the public API could observe, step by step, without timing: order is kept within each source of
/// news (the session's notifications, the device's, the output's drops), since nothing promises an order between them.
public struct FaultTrace: Sendable, Hashable, CustomStringConvertible {
    /// A notification of the session's.
    public enum SessionNotice: Sendable, Hashable {
        /// `didStartRunningNotification`
        case didStart
        /// `didStopRunningNotification`
        case didStop
        /// `runtimeErrorNotification` with this code of `AVError`.
        case runtimeError(Int)
        /// `wasInterruptedNotification` with this reason.
        case interrupted(Int)
        /// `interruptionEndedNotification`
        case interruptionEnded
    }

    /// A notification about the camera.
    public enum DeviceNotice: Sendable, Hashable {
        /// `wasConnectedNotification`, with an object that the client has not seen before.
        case connectedAsNewObject
        /// `wasConnectedNotification`, with the object that the client knows.
        case connectedAsKnownObject
        /// `wasDisconnectedNotification`
        case disconnected
    }

    /// How many frames were dropped for one reason.
    public enum Amount: Sendable, Hashable {
        /// One.
        case one
        /// More.
        case several
    }

    /// Whether frames arrive.
    public enum Flow: Sendable, Hashable {
        /// Frame after frame.
        case frames
        /// None for a while.
        case silence
        /// Too early to tell.
        case unsettled
    }

    /// What followed one action.
    public struct Step: Sendable, Hashable {
        /// What the client did, or what was done to it.
        public var action: String
        /// The code of the `AVError` that making the input threw.
        public var refusal: Int?
        /// The session's notifications, in order.
        public var session: [SessionNotice] = []
        /// Notifications about the camera, in order.
        public var device: [DeviceNotice] = []
        /// Drops by the reason that their buffers carry; `nil` where nobody looks, because the bus loses frames by itself.
        public var drops: [String: Amount]?
        /// Whether frames arrive at the end of the step.
        public var flow: Flow
        /// Whether every frame's time was on the session's clock, and later than that of the frame before.
        public var timesAreRight = true
        /// `AVCaptureSession.isRunning`
        public var isRunning: Bool
        /// `AVCaptureSession.isInterrupted`
        public var isInterrupted = false
        /// `AVCaptureDevice.isConnected`, of the object that the client uses.
        public var isConnected = true
        /// Whether a discovery session lists the camera.
        public var isListed = true
    }

    /// The steps, in order.
    public var steps: [Step]

    /// A line each step.
    public var description: String {
        steps.map(\.description).joined(separator: "\n")
    }
}

extension FaultTrace.Step: CustomStringConvertible {
    /// One line.
    public var description: String {
        let refused = refusal.map { " refused(\($0))" } ?? ""
        let lost =
            drops.map { $0.sorted { $0.key < $1.key }.map { " \($0.key):\($0.value)" }.joined() } ?? " not looked at"
        let state = [
            "\(flow)", isRunning ? "running" : "not running",
            isInterrupted ? "interrupted" : nil, isConnected ? "connected" : "disconnected",
            isListed ? "listed" : "not listed", timesAreRight ? nil : "WRONG TIMES",
        ]
        let news = session.map { "\($0)" } + device.map { "\($0)" }
        return "\(action):\(refused) \(news.joined(separator: " ")) drops[\(lost)] "
            + state.compactMap { $0 }.joined(separator: ", ")
    }
}
