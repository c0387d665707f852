/// What the user and the app want, and what the surroundings allow.
struct CameraIntent: Sendable {
    /// The user wants to see the camera.
    var wantsRunning = false
    /// The app wants a start to take little time.
    var wantsPrewarm = false
    /// The app is not in the background.
    var isForeground = true
    /// Some camera is connected.
    var hasCamera = true
    /// The camera is too hot to be used (R-MULTI-5).
    var isTooHot = false
    /// What the user allows.
    private(set) var permission = CameraPermission.undecided
    private var isAsking = false

    /// Whether the camera is wanted where somebody can see it.
    var isWantedNow: Bool { wantsRunning && isForeground }

    /// Whether frames are wanted, and can be had.
    var runs: Bool { isWantedNow && isPossible }

    /// Whether a session with inputs and outputs is wanted, and can be had.
    var isConfigured: Bool { runs || (wantsPrewarm && isPossible) }

    private var isPossible: Bool { permission == .granted && hasCamera && !isTooHot }

    /// The user allows something, or not any more. Still undecided is no answer to a question.
    mutating func setPermission(_ permission: CameraPermission) {
        self.permission = permission
        if permission != .undecided { isAsking = false }
    }

    /// Whether the user has to be asked now; from then on the user is being asked, until there is an answer (R-LIFE-1).
    mutating func beginAsking() -> Bool {
        guard wantsRunning || wantsPrewarm, isForeground, permission == .undecided, !isAsking else { return false }
        isAsking = true
        return true
    }
}
