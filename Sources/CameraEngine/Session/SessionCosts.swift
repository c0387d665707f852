@preconcurrency import AVFoundation

/// What a session with several cameras asks of the hardware: shares of what there is, and of what can be borne for long.
struct SessionCosts: Sendable, Hashable {
    var hardware: Float = 0
    var systemPressure: Float = 0

    /// Whether one of the two is more than there is.
    var isTooMuch: Bool { max(hardware, systemPressure) > 1 }

    /// Whether a user would see that they are different.
    func isNoticeablyDifferent(from other: SessionCosts) -> Bool {
        abs(hardware - other.hardware) > 0.005 || abs(systemPressure - other.systemPressure) > 0.005
    }
}

/// What was decided when something was taken back of the cameras, so that it is given back when there is room for it again.
///
/// Nobody tells when the hardware has less else to do; the session's cost does, when somebody looks at it. How much it has changed
/// since tells what a larger configuration would cost now, without trying it.
struct SteppedDownBudget: Sendable, Hashable {
    /// What the cameras cost as they were set up in the end.
    var chosen: SessionCosts
    /// What they cost before the last thing was taken back.
    var refused: SessionCosts

    /// More than this share is not asked for again: a cost on the border would go up and down for ever.
    static let limit: Float = 0.95

    /// Whether what was refused fits by now.
    ///
    /// - Parameter costs: what the cameras cost now, set up as they were in the end.
    func hasRoom(at costs: SessionCosts) -> Bool {
        // Heat by what the cameras do themselves does not become less by waiting.
        guard refused.systemPressure <= 1, chosen.hardware > 0 else { return false }
        return refused.hardware * costs.hardware / chosen.hardware <= Self.limit
    }
}

extension SessionCosts {
    /// What a session asks for now; nothing if it can have one camera only.
    init(_ session: AVCaptureSession) {
        let costs = MultiCamSupport.costs(of: session)
        self.init(hardware: costs.hardware, systemPressure: costs.systemPressure)
    }
}
