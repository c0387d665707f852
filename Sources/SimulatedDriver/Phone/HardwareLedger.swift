import CaptureDriver

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
