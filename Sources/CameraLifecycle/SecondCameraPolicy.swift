/// Why there is no second camera where one is wanted.
public enum SecondCameraObstacle: UInt8, Sendable, Hashable, CaseIterable {
    /// It could not be added.
    case refused
    /// It is too hot.
    case tooHot
    /// It was disconnected, or the first one was, and it has taken its place.
    case lost
    /// It stopped delivering.
    case silent
    /// Both together need more hardware than there is, whatever is taken back.
    case tooExpensive
    /// Starting with both failed more than once, or never returned; it may be the second camera's fault.
    case suspected
}

/// What is to be seen of the second camera.
public struct SecondCameraState: Sendable, Hashable {
    /// Whether the user wants one.
    public var isWanted = false
    /// Whether the session has one.
    public var isOn = false
    /// Why not, if it is wanted.
    public var obstacle: SecondCameraObstacle?

    /// None, and none wanted.
    public init() {}
}

/// Decides whether the session gets a second camera (R-MULTI).
///
/// The first camera comes first: whatever the second one does, the first one's picture goes on, or comes back without it. What
/// stands in the second one's way is remembered until something is different: the user asks again, a camera comes or goes, it has
/// cooled down. So nothing is tried again and again for nothing.
///
/// ```
///             wanted, nothing in its way: configured with both
///    off ───────────────────────────────────────────────────────▶ on
///     ▲                                                            │
///     └────────────────────────────────────────────────────────────┘
///       not wanted, too hot, lost, silent, refused, too expensive, suspected: configured with one
/// ```
///
/// A change that the user asks for ends a recording, since one file has one or two cameras from its beginning to its end; for a
/// camera that comes back by itself the end of the recording is waited for; and one that goes leaves the recording to the other.
struct SecondCameraPolicy: Sendable {
    /// Whether the user wants one.
    private(set) var isWanted = false
    /// Whether it is too hot.
    var isTooHot = false
    /// Why it is left out, besides heat.
    private(set) var refusal: SecondCameraObstacle?
    /// Whether the session has it.
    private(set) var isOn = false
    /// Whether the last configuration was to have it.
    private(set) var isAsked = false
    /// Whether the user has asked for a change that has not been made.
    private var isUrgent = false
    /// Whether a camera was lost that has not been taken out of the session.
    private var hasLoss = false
    /// Whether a camera has come or gone since.
    private var mayBeBack = false
    /// How often both were too much, since they last were well.
    private var overages = 0
    private var checks = FrameChecks()

    /// What is to be seen of it.
    var state: SecondCameraState {
        var state = SecondCameraState()
        state.isWanted = isWanted
        state.isOn = isOn && !hasLoss
        if isWanted { state.obstacle = isTooHot ? .tooHot : refusal }
        return state
    }

    /// Whether it is wanted, and nothing is known to be in its way.
    var isDue: Bool { isWanted && !isTooHot && refusal == nil }

    /// Whether the user waits for a change. Who has changed the mind, or got it by other ways, waits no more.
    mutating func mustChange() -> Bool {
        isUrgent = isUrgent && isDue != isOn
        return isUrgent
    }

    /// Whether something has to go that is of no use any more.
    var mustRepair: Bool { hasLoss || (isOn && !isDue) }

    /// Whether it may come by itself.
    var mayCome: Bool { isDue && !isOn }

    // MARK: What is wanted, and what happens

    /// The user wants a second camera, or not any more.
    mutating func want(_ isWanted: Bool) {
        isUrgent = isUrgent || isWanted != self.isWanted
        self.isWanted = isWanted
        forgetRefusal()
    }

    /// Something is different: what was refused may be possible now.
    mutating func forgetRefusal() {
        refusal = nil
        overages = 0
    }

    /// A camera has come or gone.
    mutating func rosterChanged() {
        // One that comes back before the session is without it may be added as soon as it is.
        if hasLoss { mayBeBack = true } else { forgetRefusal() }
    }

    /// One of the two cameras was disconnected.
    mutating func lose() {
        guard isOn else { return }
        hasLoss = true
        refusal = .lost
    }

    /// Both were too much for the hardware. That is tried once more, with less of each.
    mutating func exceed() {
        overages += 1
        if overages > 1 { refusal = .tooExpensive }
    }

    /// Starting with both failed, once more.
    mutating func suspect() {
        if isAsked, refusal == nil { refusal = .suspected }
    }

    /// The camera has been well for long.
    mutating func isWell() { overages = 0 }

    /// The number of its frames since the last look.
    mutating func take(_ count: Int) {
        guard isOn, checks.take(count, stableAfter: .max) == .stalled else { return }
        refusal = .silent
    }

    // MARK: The session

    /// The session is about to be configured.
    ///
    /// - Returns: what is to be done.
    mutating func configure() -> ConfigurationSteps {
        isAsked = isDue
        if mayBeBack { forgetRefusal() }
        mayBeBack = false
        isUrgent = false
        hasLoss = false
        checks = FrameChecks()
        return isAsked ? [.all, .addSecondCamera] : .all
    }

    /// The second camera was not added, or not started.
    mutating func refuse() {
        if isAsked { refusal = .refused }
    }

    /// The session is configured.
    mutating func finish() { isOn = isAsked && refusal != .refused }

    /// The session is empty.
    mutating func empty() {
        isOn = false
        hasLoss = false
    }
}
