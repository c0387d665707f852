import CameraLifecycle

/// A phone's second camera as the engine meets it.
struct SecondCameraModel: Sendable {
    /// What both cameras together ask of the hardware.
    enum Cost: Sendable, Hashable {
        /// No more than there is.
        case fits
        /// More than there is, unless something is taken back.
        case fitsWithLess
        /// More than there is, whatever is taken back.
        case isTooMuch
    }

    // MARK: The world

    /// Whether there is another camera besides the one that is used alone.
    var isThere = true
    var cost = Cost.fits
    /// The session does not take it.
    var isRefused = false
    var isFrozen = false
    /// The next configuration with it takes for ever.
    var hangsNext = false

    // MARK: The session

    /// Whether the session has it.
    private(set) var isIn = false
    /// Whether something was taken back for it.
    private(set) var hasLess = false
    /// Whether the first one was lost, and the second one goes on alone until the session is configured anew.
    var isAlone = false
    private(set) var framesSinceLook = 0

    /// Whether the session is too much for the hardware.
    var isOverBudget: Bool { isIn && (cost == .isTooMuch || (cost == .fitsWithLess && !hasLess)) }

    /// Whether its frames arrive in a session that runs.
    var isDelivering: Bool { isIn && isThere && !isFrozen }

    /// The session is configured.
    ///
    /// - Parameter seesCost: whether what both cost is seen beforehand.
    /// - Returns: whether it is as was wanted.
    mutating func configure(_ steps: ConfigurationSteps, seesCost: Bool) -> Bool {
        isAlone = false
        isIn = false
        guard steps.contains(.addSecondCamera) else { return true }
        guard isThere, !isRefused, cost != .isTooMuch || !seesCost else { return false }
        hasLess = cost == .fitsWithLess
        isIn = true
        return true
    }

    /// The session is empty, or given up.
    mutating func empty() {
        isIn = false
        isAlone = false
        framesSinceLook = 0
    }

    /// How many frames came since the last time.
    mutating func takeCount(isRunning: Bool) -> Int {
        defer { framesSinceLook = 0 }
        return isRunning && isDelivering ? max(framesSinceLook, 1) : framesSinceLook
    }

    /// Everything is well again.
    mutating func heal() {
        cost = .fits
        isRefused = false
        isFrozen = false
        hangsNext = false
    }
}

extension PhoneModel {
    /// One of the two cameras is pulled out.
    ///
    /// - Returns: what the engine is told in the end.
    mutating func pullOut(_ isFirst: Bool, _ now: CameraTime, _ agenda: inout Agenda<Happening>) -> CameraEvent? {
        guard second.isThere, hasCamera else { return nil }
        second.isThere = false
        switch (isFirst, second.isIn) {
        case (true, true):
            second.isAlone = true
            agenda.add(.event(.cameraLost), at: now)
        case (true, false):
            loseOnlyCamera(now, &agenda)
        case (false, true): agenda.add(.event(.secondCameraLost), at: now)
        case (false, false): break
        }
        return .cameras(available: true)
    }

    /// A camera is put in besides the one that there is, or as the only one.
    mutating func putIn() -> CameraEvent {
        if hasCamera { second.isThere = true } else { hasCamera = true }
        return .cameras(available: true)
    }

    /// What both cameras cost changes.
    mutating func setCost(
        _ cost: SecondCameraModel.Cost,
        _ now: CameraTime,
        _ agenda: inout Agenda<Happening>
    ) -> CameraEvent? {
        second.cost = cost
        guard isRunning, second.isOverBudget else { return nil }
        return failSession(.resourcesExhausted, now, &agenda)
    }
}
