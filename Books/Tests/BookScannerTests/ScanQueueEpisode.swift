import BookScanner
import Foundation
import ScanProtocol
import SeededRandom

/// A queue machine in a world that does what it likes: attempts end in every way, the server refuses, the network comes
/// and goes, other processes hold the lease, users cancel and retry, and events come late and twice. What must never
/// happen is checked after every event.
struct ScanQueueEpisode {
    struct Violation: Error, CustomStringConvertible {
        var description: String
    }

    private enum Stored: Equatable {
        case captured, uploaded, recognized, done, removed
        case failed(ScanFailure, isUploaded: Bool)
    }

    private struct Running: Equatable {
        var id: UUID
        var attempt: ScanAttemptNumber
        var isUpload: Bool
    }

    private var random: SeededGenerator
    private let policy = ScanQueuePolicy()
    private var machine: ScanQueueMachine
    private var uptime = Duration.zero
    private var order: [UUID] = []
    private var stored: [UUID: Stored] = [:]
    private var running: [Running] = []
    private var alarm: Duration?
    private var holdsLease = false
    private var otherProcessHoldsLease = false
    private var refusedUntil: Duration?
    private var finished: [UUID] = []
    /// Those that were failed at some time lose their place.
    private var lostPlace: Set<UUID> = []
    private var pastEvents: [ScanQueueEvent] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        machine = ScanQueueMachine(policy: policy)
    }

    /// Plays the episode: a wild part, and then a world in which everything works.
    mutating func run(steps: Int) throws {
        try send(.started([], pause: random.nextUnit() < 0.3 ? .seconds(random.nextUnit() * 50) : nil))
        for _ in 0..<steps { try wildStep() }
        otherProcessHoldsLease = false
        try send(.network(isReachable: true))
        // Each job needs an upload, a follow, and a few wakes in between.
        for _ in 0..<(200 + order.count * 60) where !isSettled { try calmStep() }
        guard isSettled else {
            throw Violation(description: "work is left: \(machine.states), alarm \(String(describing: alarm))")
        }
    }

    private var isSettled: Bool {
        stored.values.allSatisfy {
            switch $0 {
            case .done, .removed, .failed: true
            case .captured, .uploaded, .recognized: false
            }
        }
    }

    // MARK: - Steps

    private mutating func wildStep() throws {
        switch random.nextUnit() {
        case ..<0.15: try capture()
        case ..<0.45: try progressOrSuccess()
        case ..<0.60: try failure()
        case ..<0.78: try wake()
        case ..<0.82: try send(.network(isReachable: random.nextUnit() < 0.5))
        case ..<0.85: otherProcessHoldsLease.toggle()
        case ..<0.88: if let id = order.randomElement(using: &random) { try send(.cancel(id)) }
        case ..<0.91: if let id = order.randomElement(using: &random) { try send(.retry(id)) }
        case ..<0.95: if let event = pastEvents.randomElement(using: &random) { try send(event) }
        case ..<0.97: try restart()
        default: uptime += .seconds(random.nextUnit() * 40)
        }
    }

    private mutating func calmStep() throws {
        if running.isEmpty { try wake() } else { try success(running[0]) }
    }

    private mutating func capture() throws {
        let id = UUID()
        order.append(id)
        stored[id] = .captured
        try send(.captured(PendingScanJob(id: id, sequence: Int64(order.count), stage: .captured)))
    }

    private mutating func wake() throws {
        guard let alarm else { return }
        // Timers come late, and sometimes early.
        uptime = max(uptime, alarm + .seconds(random.nextUnit() < 0.1 ? -0.5 : random.nextUnit() * 0.2))
        if uptime >= alarm { self.alarm = nil }
        try send(.woke)
    }

    private mutating func progressOrSuccess() throws {
        guard let one = running.randomElement(using: &random) else { return }
        switch random.nextUnit() {
        case ..<0.4:
            let fraction = random.nextUnit()
            try send(
                one.isUpload
                    ? .uploadProgress(one.id, one.attempt, fraction)
                    : .recognitionProgress(one.id, one.attempt, RecognitionProgress(fraction, stage: .reading))
            )
        case ..<0.5: try send(.answered(one.id, one.attempt))
        default: try success(one)
        }
    }

    private mutating func success(_ one: Running) throws {
        running.removeAll { $0 == one }
        stored[one.id] = one.isUpload ? .uploaded : .recognized
        try send(one.isUpload ? .uploaded(one.id, one.attempt) : .recognized(one.id, one.attempt))
    }

    private mutating func failure() throws {
        guard let one = running.randomElement(using: &random) else { return }
        running.removeAll { $0 == one }
        try send(.attemptFailed(one.id, one.attempt, randomError()))
    }

    private mutating func randomError() -> ScanAttemptError {
        let after: Duration? = random.nextUnit() < 0.5 ? .seconds(random.nextUnit() * 100 - 5) : nil
        switch random.nextUnit() {
        case ..<0.25: return .network
        case ..<0.4: return .interrupted
        case ..<0.6:
            if let after { refusedUntil = max(refusedUntil ?? .zero, uptime + after) }
            return .rateLimited(retryAfter: after)
        case ..<0.8: return .server(status: random.nextUnit() < 0.5 ? 500 : 503, retryAfter: after)
        case ..<0.88: return .forgotten
        case ..<0.92: return .storage
        case ..<0.95: return .leaseLost
        default:
            return .failed(random.nextUnit() < 0.5 ? .rejected(status: 415, problem: nil) : .recognition(problem: nil))
        }
    }

    /// The process is killed, and another one starts.
    private mutating func restart() throws {
        machine = ScanQueueMachine(policy: policy)
        running = []
        alarm = nil
        holdsLease = false
        pastEvents = []
        let pause = refusedUntil.flatMap { $0 > uptime ? $0 - uptime : nil }
        try send(.started(pending, pause: pause))
    }

    private var pending: [PendingScanJob] {
        order.enumerated().compactMap { index, id in
            let stage: PendingScanJob.Stage? =
                switch stored[id] {
                case .captured: .captured
                case .uploaded: .uploaded
                case .recognized: .recognized
                case .failed(let failure, let isUploaded): .failed(failure, isUploaded: isUploaded)
                case .done, .removed, nil: nil
                }
            return stage.map { PendingScanJob(id: id, sequence: Int64(index + 1), stage: $0) }
        }
    }

    // MARK: - What the machine wants, and may not want

    private mutating func send(_ event: ScanQueueEvent) throws {
        if case .started = event {} else { pastEvents.append(event) }
        let effects = machine.handle(event, uptime: uptime, jitter: random.nextUnit())
        var claims = false
        for effect in effects { try perform(effect, &claims) }
        guard claims else { return try check() }
        holdsLease = !otherProcessHoldsLease
        try send(.leaseClaimed(holdsLease ? pending : nil))
    }

    private mutating func perform(_ effect: ScanQueueEffect, _ claims: inout Bool) throws {
        switch effect {
        case .upload(let id, let attempt): try begin(Running(id: id, attempt: attempt, isUpload: true))
        case .follow(let id, let attempt): try begin(Running(id: id, attempt: attempt, isUpload: false))
        case .stop(let id, let attempt): running.removeAll { $0.id == id && $0.attempt == attempt }
        case .finish(let id): try finish(id)
        case .fail(let id, let failure):
            stored[id] = .failed(failure, isUploaded: stored[id] == .uploaded && !failure.isPermanent)
            lostPlace.insert(id)
        case .requeue(let id):
            guard case .failed(_, let isUploaded) = stored[id] else {
                throw Violation(description: "requeued what has not failed")
            }
            stored[id] = isUploaded ? .uploaded : .captured
        case .forgetUpload(let id): stored[id] = .captured
        case .remove(let id):
            guard stored[id] != .done else { throw Violation(description: "removed what is done") }
            stored[id] = .removed
        case .storePause: break
        case .claimLease: claims = true
        case .releaseLease: holdsLease = false
        case .wake(let time): alarm = time
        }
    }

    private mutating func begin(_ one: Running) throws {
        guard holdsLease else { throw Violation(description: "an attempt without the lease") }
        guard !running.contains(where: { $0.id == one.id }) else {
            throw Violation(description: "two attempts for one job")
        }
        if let refusedUntil, uptime < refusedUntil {
            throw Violation(description: "an attempt \(refusedUntil - uptime) before the server allows it")
        }
        guard stored[one.id] == (one.isUpload ? .captured : .uploaded) else {
            throw Violation(
                description: "upload \(one.isUpload) of a job that is \(String(describing: stored[one.id]))"
            )
        }
        if one.isUpload {
            guard !running.contains(where: \.isUpload) else { throw Violation(description: "two uploads at once") }
            for earlier in order.prefix(while: { $0 != one.id }) where stored[earlier] == .captured {
                throw Violation(description: "an upload overtakes another")
            }
        }
        running.append(one)
    }

    private mutating func finish(_ id: UUID) throws {
        guard stored[id] == .recognized else { throw Violation(description: "done without a result, or twice") }
        stored[id] = .done
        if !lostPlace.contains(id) {
            for earlier in order.prefix(while: { $0 != id }) {
                switch stored[earlier] {
                case .captured, .uploaded, .recognized:
                    if !lostPlace.contains(earlier) { throw Violation(description: "done before an earlier one") }
                case .done, .removed, .failed, nil: break
                }
            }
        }
        finished.append(id)
    }

    private func check() throws {
        let withServer = order.filter { stored[$0] == .uploaded || stored[$0] == .recognized }.count
        // A user's retry adds to those that are with the server already.
        guard withServer <= policy.window + lostPlace.count else {
            throw Violation(description: "\(withServer) with the server")
        }
        guard Set(finished).count == finished.count else { throw Violation(description: "done twice") }
        let waits = machine.states.contains {
            if case .failed = $0.state { false } else { true }
        }
        guard !waits || !running.isEmpty || alarm != nil || !holdsLease else {
            throw Violation(description: "work waits for nothing: \(machine.states)")
        }
    }
}
