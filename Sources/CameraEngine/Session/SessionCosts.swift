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
///
/// The two costs are measured one after the other, and what else the hardware has to do may change in between. If the cost fell by more than
/// there are fewer pixels, it did: then the pixels tell what the larger configuration costs. That is an estimate, so it is
/// tried once: if it was wrong, the costs that are measured then hold.
struct SteppedDownBudget: Sendable, Hashable {
    /// What the cameras cost as they were set up in the end.
    var chosen: SessionCosts
    /// What they cost before the last thing was taken back.
    var refused: SessionCosts
    /// Pixels a second of all cameras as they were set up in the end; 0 if not known.
    var chosenPixelRate = 0.0
    /// Pixels a second before the last thing was taken back; 0 if not known.
    var refusedPixelRate = 0.0
    /// Whether the larger configuration was tried because of an estimate, and did not fit.
    var isTried = false

    /// More than this share is not asked for again: a cost on the border would go up and down for ever.
    static let limit: Float = 0.95

    /// Whether what was refused fits by now.
    ///
    /// - Parameter costs: what the cameras cost now, set up as they were in the end.
    func hasRoom(at costs: SessionCosts) -> Bool {
        // Heat by what the cameras do themselves does not become less by waiting.
        guard refused.systemPressure <= 1, chosen.hardware > 0 else { return false }
        return costs.hardware * ratio <= Self.limit
    }

    /// How many times as much the larger configuration costs.
    private var ratio: Float {
        let measured = refused.hardware / chosen.hardware
        guard !isTried, chosenPixelRate > 0, refusedPixelRate > chosenPixelRate else { return measured }
        return min(measured, Float(refusedPixelRate / chosenPixelRate))
    }

    /// Whether the same configuration was refused.
    func isAsMuch(as other: SteppedDownBudget?) -> Bool {
        guard let other else { return false }
        return refusedPixelRate == other.refusedPixelRate && chosenPixelRate == other.chosenPixelRate
    }
}

extension SessionCosts {
    /// What a session asks for now; nothing if it can have one camera only.
    init(_ session: AVCaptureSession) {
        let costs = MultiCamSupport.costs(of: session)
        self.init(hardware: costs.hardware, systemPressure: costs.systemPressure)
    }
}
