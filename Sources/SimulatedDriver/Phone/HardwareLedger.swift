import CaptureDriver
import CoreMedia
import Dispatch
import Synchronization

/// When the hardware of a session that was stopped with inputs or outputs in it leaks.
public enum HardwareLeak: String, Sendable, Hashable, CaseIterable {
    /// Never: it is given back at once.
    case never
    /// When the app is in the background before the system has taken it back, which takes
    /// `PhoneResources.returnSeconds`. Sessions that are stopped and started in the foreground never notice.
    case background
    /// Always.
    case always
}

/// Which session has how much of a phone's camera hardware. Pure: no clock, no lock.
///
/// A session holds one share of the hardware from its first start until the client stops it; interruptions and failures do
/// not change that. What becomes of the share then depends on what is in the session at that moment:
///
/// ```
///             start                  stop, empty
///   nothing ─────────► holding ──────────────────────────► nothing, and former leaks are given back
///      ▲                 ▲  │ stop, not empty
///      │           start │  ▼
///      └───────────── returning ────────────────────────► leaked (for good; a start needs another share)
///        in time                 in the background first
/// ```
///
/// A leak ends with a correct stop of the same session, with the session, with the media services, or with the process.
struct HardwareLedger: Sendable {
    private struct Account: Sendable {
        /// Counts the phone's sessions from 1.
        var number: Int
        var isHolding = false
        /// When the share is given back that the session was stopped with.
        var returnsAt: Double?
        var leaked = 0

        var used: Int { (isHolding || returnsAt != nil ? 1 : 0) + leaked }
    }

    /// When hardware leaks.
    var leak: HardwareLeak
    private var accounts: [CaptureSessionIdentity: Account] = [:]
    private var lastNumber = 0
    private var isInBackground = false

    init(leak: HardwareLeak) {
        self.leak = leak
    }

    /// What is used by whom.
    mutating func resources(now: Double) -> PhoneResources {
        settle(now)
        let sessions = accounts.values.sorted { $0.number < $1.number }.map { account in
            PhoneResources.Session(
                number: account.number,
                isHolding: account.isHolding,
                isReturning: account.returnsAt != nil,
                leaked: account.leaked
            )
        }
        return PhoneResources(sessions: sessions)
    }

    /// A session starts, or goes on; false if there is no hardware left for it.
    mutating func start(_ session: CaptureSessionIdentity, now: Double) -> Bool {
        settle(now)
        var account = account(session)
        let isNew = !account.isHolding && account.returnsAt == nil
        let used = accounts.values.reduce(0) { $0 + $1.used }
        if isNew, used >= PhoneResources.budget { return false }
        account.isHolding = true
        account.returnsAt = nil
        accounts[session] = account
        return true
    }

    /// A client stops a session that may still have inputs and outputs.
    ///
    /// - Returns: whether its hardware leaks at once.
    mutating func stop(_ session: CaptureSessionIdentity, isEmpty: Bool, now: Double) -> Bool {
        settle(now)
        var account = account(session)
        defer { accounts[session] = account }
        if isEmpty {
            account.isHolding = false
            account.returnsAt = nil
            account.leaked = 0
        }
        guard account.isHolding else { return false }
        account.isHolding = false
        switch leak {
        case .never: return false
        case .background where !isInBackground:
            account.returnsAt = now + PhoneResources.returnSeconds
            return false
        case .background, .always:
            account.leaked += 1
            return true
        }
    }

    /// The app goes to the background: what stopped sessions have not given back by now leaks.
    ///
    /// - Returns: the numbers of the sessions.
    mutating func enterBackground(now: Double) -> [Int] {
        settle(now)
        isInBackground = true
        guard leak != .never else { return [] }
        var losers: [Int] = []
        for (session, account) in accounts where account.returnsAt != nil {
            accounts[session]?.returnsAt = nil
            accounts[session]?.leaked += 1
            losers.append(account.number)
        }
        return losers.sorted()
    }

    /// The app is in the foreground again.
    mutating func enterForeground() {
        isInBackground = false
    }

    /// A session is no more; all that it had is free.
    mutating func end(_ session: CaptureSessionIdentity) {
        accounts[session] = nil
    }

    /// The media services died, and with them all that they had given out.
    mutating func reset() {
        for session in accounts.keys {
            accounts[session]?.isHolding = false
            accounts[session]?.returnsAt = nil
            accounts[session]?.leaked = 0
        }
    }

    /// Counts the phone's sessions from 1.
    mutating func number(of session: CaptureSessionIdentity) -> Int {
        let account = account(session)
        accounts[session] = account
        return account.number
    }

    private mutating func account(_ session: CaptureSessionIdentity) -> Account {
        if let account = accounts[session] { return account }
        lastNumber += 1
        return Account(number: lastNumber)
    }

    /// Takes back what is due.
    private mutating func settle(_ now: Double) {
        for (session, account) in accounts {
            if let due = account.returnsAt, due <= now { accounts[session]?.returnsAt = nil }
        }
    }
}

/// How much of a simulated phone's camera hardware is in use, and by whom.
///
/// Hardware is counted in shares: a session that runs needs one. `UNKNOWN`: Apple publishes no such account; the numbers are
/// chosen so that a session whose stop leaks cannot start after its third stop.
public struct PhoneResources: Sendable, Hashable {
    /// So many shares there are.
    public static let budget = 3
    /// So many seconds the system takes to take back what a session was stopped with. `UNKNOWN`: chosen.
    public static let returnSeconds = 0.75
    /// So many seconds after a start that found no hardware the session's error is posted. `UNKNOWN`: chosen; it was seen to
    /// come "eventually".
    public static let errorSeconds = 0.5

    /// One session's account.
    public struct Session: Sendable, Hashable {
        /// Counts the phone's sessions from 1.
        public var number: Int
        /// Whether it has been started and not been stopped since.
        public var isHolding: Bool
        /// Whether it was stopped with inputs or outputs in it, whose hardware is on its way back.
        public var isReturning: Bool
        /// So many shares its stops have leaked.
        public var leaked: Int
    }

    /// The sessions that there are, oldest first.
    public var sessions: [Session]

    /// Shares of sessions that have not been stopped.
    public var held: Int { sessions.filter(\.isHolding).count }
    /// Shares on their way back.
    public var returning: Int { sessions.filter(\.isReturning).count }
    /// Shares that no session can use any more.
    public var leaked: Int { sessions.reduce(0) { $0 + $1.leaked } }
    /// All shares that are not free.
    public var used: Int { held + returning + leaked }
}

/// A phone's rule that a session with several cameras gets its microphone first, before any camera.
///
/// `OBSERVED`, by one app: with the microphone added last the session runs, and the console shows these errors. `UNKNOWN`: what
/// Apple's code does then; its documents don't mention the order.
enum AudioFirstRule {
    /// What the console shows of a session that breaks the rule.
    static let complaints = [
        "FigAudioSession err=-19224: the microphone was added to a multi-camera session after a camera",
        "FigCaptureSourceRemote err=-17281: the audio session conflicts with cameras that were set up before it",
    ]

    private static let handhelds = SimulatedPhone.Profile.allCases.filter(\.isHandheld)
    private static let microphones = Set(handhelds.flatMap(\.microphones).map(\.id))
    private static let cameras = Set(handhelds.flatMap(\.cameraModels).map(\.description.id))

    /// - Parameter devices: what a session streams from, in the order in which it was added.
    static func isBroken(by devices: [CaptureDeviceDescription.ID]) -> Bool {
        guard devices.count(where: cameras.contains) > 1,
            let microphone = devices.firstIndex(where: microphones.contains)
        else { return false }
        return devices[..<microphone].contains(where: cameras.contains)
    }
}

/// Starts of sessions that the system does not answer for a while: the caller's thread waits.
final class HeldStarts: Sendable {
    /// The longest that any start is held, on the phone's clock.
    static let limit = 600.0

    private struct State {
        /// For how long the starts to come are held.
        var coming: [Double] = []
        var begun = 0
        var held: [Int: DispatchSemaphore] = [:]
        /// Who waits for a start to be held, and for which.
        var watchers: [(number: Int, action: @Sendable () -> Void)] = []
    }

    private let clock: any CaptureClock
    private let state = Mutex(State())

    init(clock: any CaptureClock) {
        self.clock = clock
    }

    /// Holds the next starts.
    func holdNext(seconds: Double?, count: Int) {
        state.withLock { $0.coming += Array(repeating: min(seconds ?? Self.limit, Self.limit), count: count) }
    }

    /// Starts that are held now.
    var count: Int { state.withLock { $0.held.count } }

    /// Starts that were ever held.
    var begun: Int { state.withLock { $0.begun } }

    /// Calls back as soon as more than so many starts were ever held, on the thread that is held, or at once.
    func whenBegun(moreThan number: Int, _ action: @escaping @Sendable () -> Void) {
        let isBegun = state.withLock { state in
            if state.begun <= number { state.watchers.append((number, action)) }
            return state.begun > number
        }
        if isBegun { action() }
    }

    /// Waits, if this start is to be held.
    ///
    /// - Parameter begins: called before it waits.
    func pass(begins: (_ seconds: Double) -> Void) {
        let semaphore = DispatchSemaphore(value: 0)
        guard
            let (seconds, number, watchers) = state.withLock({ state -> (Double, Int, [@Sendable () -> Void])? in
                guard !state.coming.isEmpty else { return nil }
                state.begun += 1
                state.held[state.begun] = semaphore
                let due = state.watchers.filter { $0.number < state.begun }.map(\.action)
                state.watchers.removeAll { $0.number < state.begun }
                return (state.coming.removeFirst(), state.begun, due)
            })
        else { return }
        begins(seconds)
        let appointment = clock.schedule(at: clock.now.adding(seconds: seconds)) { [weak self] in
            self?.release(number)
        }
        watchers.forEach { $0() }
        semaphore.wait()
        appointment.cancel()
    }

    /// Answers all starts that are held now, and holds no others.
    func releaseAll() {
        let held = state.withLock { state in
            defer { state.held = [:] }
            state.coming = []
            return state.held
        }
        for number in held.keys.sorted() { held[number]?.signal() }
    }

    private func release(_ number: Int) {
        state.withLock { $0.held.removeValue(forKey: number) }?.signal()
    }
}
