import CameraLifecycle

/// How many cameras a phone's hardware can run at once.
public struct HardwareRoom: Sendable, Hashable {
    /// So many with all that they can do.
    var complete: Int
    /// So many with less of each.
    var reduced: Int

    /// Enough for all.
    static let plenty = HardwareRoom(complete: CameraSet.longestList, reduced: CameraSet.longestList)
}

/// A phone's cameras besides the leading one, as the engine meets them.
struct AdditionalCamerasModel: Sendable {
    // MARK: The world

    /// How many are connected besides the one that leads.
    var connected = Self.all
    var room = HardwareRoom.plenty
    /// Those that the session does not take.
    var refused = CameraSet()
    var frozen = CameraSet()
    var hot = CameraSet()
    /// The next configuration with one of them takes for ever.
    var hangsNext = false

    /// So many there are on this phone.
    static let all = 2

    // MARK: The session

    /// Those that the session has.
    private(set) var present = CameraSet()
    /// Those of them that were pulled out.
    private var gone = CameraSet()
    /// Whether something was taken back of the cameras.
    private var hasLess = false
    /// How many cameras the session was to have when it got fewer because of what they cost.
    private var tooMany: Int?
    /// Whether the leading camera was lost, and the others go on until the session is configured anew.
    var lacksLeader = false

    private var count: Int { 1 + present.count }

    /// Whether the session is too much for the hardware.
    var isOverBudget: Bool { count > (hasLess ? room.reduced : room.complete) }

    /// Whether the session may get back what was taken back.
    var mayHaveMore: Bool {
        if let tooMany { return tooMany <= room.reduced }
        return hasLess && count <= room.complete
    }

    /// Those whose frames arrive in a session that runs.
    var delivering: CameraSet { present.subtracting(gone).subtracting(frozen) }

    /// Whether the system does not let the session run because of one that is too hot.
    var areTooHot: Bool { !present.isDisjoint(with: hot) }

    /// The session is configured.
    ///
    /// - Parameters:
    ///   - cameras: the ones that are wanted.
    ///   - seesCost: whether what they cost is seen beforehand.
    /// - Returns: those that it does not have though they are wanted.
    mutating func configure(_ cameras: CameraSet, seesCost: Bool) -> CameraSet {
        empty()
        let wanted = cameras.subtracting(.leading)
        for index in wanted.indices where present.count < connected && !refused.contains(index: index) {
            present.insert(CameraSet(index: index))
        }
        if seesCost, count > room.reduced, let last = present.last {
            tooMany = count
            while count > max(room.reduced, 1) { present.remove(CameraSet(index: present.last ?? last)) }
        }
        hasLess = count > room.complete
        return wanted.subtracting(present)
    }

    /// One is pulled out.
    ///
    /// - Returns: whether the session has it.
    mutating func lose(_ index: Int) -> Bool {
        guard present.subtracting(gone).contains(index: index) else { return false }
        gone.insert(CameraSet(index: index))
        return true
    }

    /// The session is empty, or given up.
    mutating func empty() {
        present = []
        gone = []
        hasLess = false
        tooMany = nil
        lacksLeader = false
    }

    /// How many frames of each camera came since the last time.
    func frameCounts(leading: Int, isRunning: Bool) -> [Int] {
        [leading] + (1..<1 + (present.last ?? 0)).map { isRunning && delivering.contains(index: $0) ? 1 : 0 }
    }

    /// Everything is well again.
    mutating func heal() {
        room = .plenty
        refused = []
        frozen = []
        hangsNext = false
    }
}

extension PhoneModel {
    /// One of several cameras is pulled out.
    ///
    /// - Returns: what the engine is told in the end.
    mutating func pullOut(_ index: Int, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>)
        -> CameraEvent?
    {
        guard others.connected > 0, hasCamera else { return nil }
        others.connected -= 1
        if index > 0 {
            if others.lose(index) { eventQueue.add(.event(.cameraLost(index: index)), at: now) }
        } else if others.present.isEmpty {
            loseOnlyCamera(now, &eventQueue)
        } else {
            others.lacksLeader = true
            eventQueue.add(.event(.cameraLost()), at: now)
        }
        return .cameras(available: true)
    }

    /// A camera is put in besides those that there are, or as the only one.
    mutating func plugIn() -> CameraEvent {
        if hasCamera {
            others.connected = min(others.connected + 1, AdditionalCamerasModel.all)
        } else {
            hasCamera = true
        }
        return .cameras(available: true)
    }

    /// How much the hardware can do changes.
    mutating func setRoom(_ room: HardwareRoom, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>)
        -> CameraEvent?
    {
        others.room = room
        guard isRunning, others.isOverBudget else { return nil }
        return failSession(overage, now, &eventQueue)
    }

    /// How the session fails when its cameras are too much: it may tell that by its cost, or not.
    var overage: SessionFailure { isHasty ? .overBudget : .resourcesExhausted }

    /// An additional camera becomes too hot: the system interrupts the session that has it.
    mutating func heat(_ index: Int, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) -> CameraEvent?
    {
        others.hot.insert(CameraSet(index: index))
        let pressure = CameraEvent.pressure(isTooHigh: true, index: index)
        guard others.areTooHot else { return pressure }
        // Either may be told first.
        if !isHasty { eventQueue.add(.event(pressure), at: now) }
        interrupt(.systemPressure, now, &eventQueue)
        return isHasty ? pressure : nil
    }

    /// It has cooled down.
    mutating func cool(_ index: Int, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) -> CameraEvent {
        others.hot.remove(CameraSet(index: index))
        release(now, &eventQueue)
        return .pressure(isTooHigh: false, index: index)
    }
}
