/// Why a camera is left out though it is wanted besides others.
public enum CameraObstacle: UInt8, Sendable, Hashable, CaseIterable {
    /// It could not be added.
    case refused
    /// It is too hot.
    case tooHot
    /// It was disconnected, or the leading one was, and the others have moved up.
    case lost
    /// It stopped delivering.
    case silent
    /// All together need more hardware than there is, whatever is taken back.
    case tooExpensive
    /// Starting with several failed more than once, or never returned; it may be the fault of the additional ones.
    case suspected
}

/// What is to be seen of one camera of the list.
public struct SessionCameraState: Sendable, Hashable {
    /// Whether the user wants it.
    public var isWanted: Bool
    /// Whether the session has it.
    public var isOn: Bool
    /// Why not, if it is wanted besides others.
    public var obstacle: CameraObstacle?

    /// A camera's state.
    public init(isWanted: Bool = false, isOn: Bool = false, obstacle: CameraObstacle? = nil) {
        self.isWanted = isWanted
        self.isOn = isOn
        self.obstacle = obstacle
    }
}

/// Decides which cameras the session gets besides the leading one (R-MULTI).
///
/// The leading camera comes first: whatever the others do, its picture goes on, or comes back without them. What stands in the way of
/// an additional camera is remembered until something is different: the user asks again, a camera comes or goes, it has cooled down,
/// the hardware has room. So nothing is tried again and again for nothing.
///
/// ```
///             wanted, nothing in its way: configured with it
///    off ───────────────────────────────────────────────────────▶ on
///     ▲                                                            │
///     └────────────────────────────────────────────────────────────┘
///       not wanted, too hot, lost, silent, refused, too expensive, suspected: configured without it
/// ```
///
/// A change that the user asks for ends a recording, since one file has the same cameras from its beginning to its end; for a camera
/// that comes back by itself the end of the recording is waited for; and one that goes leaves the recording to the others.
///
/// All sets here are of additional cameras: the leading one belongs to every configuration.
struct CameraListPolicy: Sendable {
    /// The cameras that the user wants.
    private(set) var wanted = CameraSet()
    /// Those that are too hot.
    private var hot = CameraSet()
    /// Those that are left out besides heat, and why.
    private var refused = CameraSet()
    private var reasons = [CameraObstacle](repeating: .refused, count: CameraSet.longestList)
    /// Those that the session has.
    private(set) var on = CameraSet()
    /// Those that the last configuration was to have.
    private(set) var asked = CameraSet()
    /// Those that were lost, and have not been taken out of the session.
    private var lost = CameraSet()
    /// Whether the user has asked for a change that has not been made.
    private var isUrgent = false
    /// Those that were lost, and may be back, since a camera has come or gone.
    private var mayBeBack = CameraSet()
    /// How often all together were too much, since they last were well.
    private var overages = 0
    /// Whether there is hardware for what was taken back of the cameras.
    private(set) var mayHaveMore = false
    private var checks = [FrameChecks](repeating: FrameChecks(), count: CameraSet.longestList)

    /// What is to be seen of the additional cameras, up to the last one that is wanted or there.
    var states: [SessionCameraState] {
        (1..<max((wanted.union(on).last ?? 0) + 1, 1)).map { index in
            let isWanted = wanted.contains(index: index)
            return SessionCameraState(
                isWanted: isWanted,
                isOn: on.subtracting(lost).contains(index: index),
                obstacle: isWanted ? obstacle(index) : nil
            )
        }
    }

    private func obstacle(_ index: Int) -> CameraObstacle? {
        if hot.contains(index: index) { return .tooHot }
        return refused.contains(index: index) ? reasons[index] : nil
    }

    /// Those that are wanted, and nothing is known to be in their way.
    private var due: CameraSet { wanted.subtracting(hot).subtracting(refused) }

    /// Whether the user wants several.
    var areSeveralWanted: Bool { !wanted.isEmpty }

    /// Whether the user waits for a change. Who has changed the mind, or got it by other ways, waits no more.
    mutating func mustChange() -> Bool {
        isUrgent = isUrgent && due != on
        return isUrgent
    }

    /// Whether something has to go that is of no use any more.
    var mustRepair: Bool { !lost.isEmpty || !on.isSubset(of: due) }

    /// Whether one may come by itself.
    var mayCome: Bool { !due.isSubset(of: on) }

    /// Whether the session has a camera that is too hot.
    var hasHotCamera: Bool { !on.isDisjoint(with: hot) }

    // MARK: What is wanted, and what happens

    /// The user wants so many cameras.
    mutating func setWantedCount(_ count: Int) {
        let wanted = CameraSet.first(count).subtracting(.leading)
        isUrgent = isUrgent || wanted != self.wanted
        self.wanted = wanted
        forgetRefusals()
    }

    /// A camera is too hot, or not any more.
    mutating func setPressure(isTooHigh: Bool, _ index: Int) {
        if isTooHigh { hot.insert(CameraSet(index: index)) } else { hot.remove(CameraSet(index: index)) }
    }

    /// Something is different: what was refused may be possible now.
    mutating func forgetRefusals() {
        refused = []
        overages = 0
    }

    /// A camera has come or gone.
    mutating func rosterChanged() {
        refused.formIntersection(lost)
        overages = 0
        // One that comes back before the session is without it may be added as soon as it is.
        mayBeBack = lost
    }

    /// The cameras cost so much less that there may be room for more of them.
    mutating func hardwareFreed() {
        mayHaveMore = true
        forgetRefusals()
    }

    /// A camera was disconnected while others were on. When it led, the others move up, and the last one is missing.
    mutating func markLost(_ index: Int) {
        guard let last = on.subtracting(lost).last, index == 0 || on.contains(index: index) else { return }
        let index = index == 0 ? last : index
        lost.insert(CameraSet(index: index))
        leaveOut(index, .lost)
    }

    /// All together were too much for the hardware. That is tried once more, with less of each; then with one camera less.
    mutating func exceed() {
        overages += 1
        if overages > 1, let last = asked.subtracting(refused).last { leaveOut(last, .tooExpensive) }
    }

    /// Starting with several failed, once more.
    mutating func suspect() {
        for index in asked.subtracting(refused).indices { leaveOut(index, .suspected) }
    }

    /// The camera has been well for long.
    mutating func isWell() { overages = 0 }

    /// The number of a camera's frames since the last look.
    mutating func check(_ count: Int, _ index: Int) {
        guard on.contains(index: index), checks[index].record(count, stableAfter: .max) == .stalled else { return }
        leaveOut(index, .silent)
    }

    private mutating func leaveOut(_ index: Int, _ reason: CameraObstacle) {
        refused.insert(CameraSet(index: index))
        mayBeBack.remove(CameraSet(index: index))
        reasons[index] = reason
    }

    // MARK: The session

    /// The session is about to be configured.
    ///
    /// - Parameter addsNone: whether a movie is recorded that goes on with those that are there.
    /// - Returns: the cameras that it is to have.
    mutating func configure(addsNone: Bool = false) -> CameraSet {
        asked = addsNone ? due.intersection(on).subtracting(lost) : due
        refused.subtract(mayBeBack)
        mayBeBack = []
        isUrgent = false
        lost = []
        mayHaveMore = false
        for index in checks.indices { checks[index] = FrameChecks() }
        return asked.union(.leading)
    }

    /// A camera was not added, or not started.
    mutating func refuse(_ index: Int) {
        if asked.contains(index: index) { leaveOut(index, .refused) }
    }

    /// The session is configured.
    mutating func finish() {
        on = asked
        for index in asked.intersection(refused).indices where reasons[index] == .refused {
            on.remove(CameraSet(index: index))
        }
        // What was lost meanwhile, and is not in the session any more, need not be taken out of it.
        let settled = lost.subtracting(on)
        lost.subtract(settled)
        refused.subtract(mayBeBack.intersection(settled))
        mayBeBack.subtract(settled)
    }

    /// The session is empty.
    mutating func empty() {
        on = []
        lost = []
    }
}

/// Cameras of a session, by their index in its list of cameras.
///
/// The camera with index 0 leads: the status, controls and photos are about it. The others come on top of it.
public struct CameraSet: OptionSet, Sendable, Hashable {
    /// A bit for each index.
    public let rawValue: UInt8

    /// A set of cameras.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One camera; none for an index that no list is long enough for.
    public init(index: Int) {
        self.init(rawValue: (0..<Self.longestList).contains(index) ? 1 << UInt8(index) : 0)
    }

    /// The first so many cameras of the list.
    public static func first(_ count: Int) -> CameraSet {
        CameraSet(rawValue: UInt8(truncatingIfNeeded: 1 << min(max(count, 0), longestList) - 1))
    }

    /// The leading camera alone.
    public static let leading = CameraSet(rawValue: 1)

    /// How many cameras a list has at most.
    public static let longestList = 8

    /// Whether the camera with this index is one of them.
    public func contains(index: Int) -> Bool { !isDisjoint(with: CameraSet(index: index)) }

    /// How many they are.
    public var count: Int { rawValue.nonzeroBitCount }

    /// The highest index; `nil` for no camera.
    public var last: Int? { isEmpty ? nil : UInt8.bitWidth - 1 - rawValue.leadingZeroBitCount }

    /// Their indices, in ascending order.
    public var indices: [Int] { (0..<Self.longestList).filter { contains(index: $0) } }
}
