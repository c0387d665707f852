@preconcurrency import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CoreMedia
import SimulatedDriver
import Synchronization

/// An engine of its own on a phone of its own, in time that stands still until it is let pass.
final class ScenarioFixture {
    let clock = ManualCaptureClock()
    let engineTime: ScenarioClock
    let phone: SimulatedPhone
    let driver: TroubledDriver
    /// The driver of the microphones.
    let microphones: TroubledDriver
    /// The phone's own microphone, also when it is unplugged.
    let microphone: String
    let record: ScenarioRecord
    let consumer = BlockingConsumer()
    /// Where movies go, if the engine records any.
    let tray: MovieCollector?
    private let system: CaptureSystem
    private let sessions = SessionCensus()
    private(set) var engine: CameraEngine?
    private var watcher: Task<[CameraStatus], Never>?
    var other: AVCaptureSession?
    /// Whether starts may be held by the camera system.
    var holdsStarts = false

    /// Seconds for which a fixture that hangs on purpose waits for what does not hang. Only then is real time waited for: who
    /// hangs cannot tell that nothing else is under way.
    private static let patience = 0.05

    /// - Parameters:
    ///   - judges: whether the simulator's rules are to hold.
    ///   - examines: whether other people's programs look at every movie.
    init(
        _ profile: SimulatedPhone.Profile,
        _ permission: CaptureAuthorization,
        microphone: CaptureAuthorization = .authorized,
        configuration: EngineConfiguration = EngineConfiguration(),
        judges: Bool = true,
        examines: Bool = true
    ) async {
        // Movies of nothing would not become as large as some are to.
        let scene: any SimulatedScene = configuration.recordsMovies ? MovingScene() : DarkScene()
        phone = SimulatedPhone(profile: profile, scene: scene, clock: clock)
        phone.setAuthorization(permission, for: .video)
        phone.setAuthorization(microphone, for: .audio)
        // Whoever leaves something in a session that is stopped is found out at once.
        phone.hardwareLeak = .always
        driver = TroubledDriver(phone.driver)
        microphones = TroubledDriver(phone.microphoneDriver)
        self.microphone = microphones.devices().first?.id ?? "none"
        system = CaptureSystem(drivers: [driver, microphones], conditions: phone.conditions, clock: clock)
        CaptureSystem.use(system)
        let record = ScenarioRecord(
            timing: CameraTiming(),
            judges: judges,
            keepsMultiCamSession: configuration.keepsMultiCamSession
        )
        self.record = record
        engineTime = ScenarioClock(clock)
        let engine = CameraEngine(configuration: configuration, clock: engineTime.engineClock) {
            record.decided($0, $1, $2, $3)
        }
        self.engine = engine
        tray = configuration.recordsMovies ? try? MovieCollector(engine, examines: examines) : nil
        let consumer = consumer
        await engine.deliverFrames { _, _ in consumer.take() }
        let statuses = await engine.statuses()
        watcher = Task {
            var seen: [CameraStatus] = []
            for await status in statuses { seen.append(status) }
            return seen
        }
    }

    /// The phone's time.
    var seconds: Double { CMTimeGetSeconds(clock.now) }

    /// What the user sees, as far as everything is dealt with.
    var status: CameraStatus { record.status }

    func write(_ line: String) {
        record.write(engineTime.now, line)
    }

    // MARK: Time

    /// Returns when everything that happened is dealt with, and what followed from it; but for what hangs on purpose.
    func settle() async {
        repeat {
            // Asked first: an answer that comes after this is dealt with by the next round, one that came before by this one.
            let isBeingAnswered = await isBeingAnswered
            let before = record.count
            await settleOnce()
            if before == record.count, !isBeingAnswered { return }
        } while true
    }

    /// Whether the user was asked, and does not let the dialog wait: the answer is on its way.
    private var isBeingAnswered: Bool {
        get async { await (engine?.openQuestions ?? 0) > 0 && !phone.isAskingForPermission() }
    }

    private func settleOnce() async {
        guard let engine else { return }
        let system = system
        let settlesFormer = !mayHang
        let work: @Sendable () async -> Void = {
            await withCheckedContinuation { continuation in
                system.unsettled.notify(queue: .global()) { continuation.resume() }
            }
            await engine.settle(rounds: 1)
            if settlesFormer { await engine.settleFormerSessions() }
        }
        guard mayHang else { return await work() }
        // A start that the system holds keeps nobody but its own session, which may have been given up.
        let abandoned = await engine.abandonedSessions
        await Self.run(
            work,
            unless: { [driver, consumer, phone] in
                driver.isHanging || consumer.isBlocked || phone.heldStarts > abandoned
            }
        )
    }

    /// Whether something hangs on purpose, or is going to.
    private var mayHang: Bool { driver.mayHang || consumer.mayBlock || holdsStarts }

    /// Runs something to its end, or leaves it alone as soon as somebody hangs, and everybody else has had a while.
    private static func run(
        _ work: @escaping @Sendable () async -> Void,
        unless hangs: @escaping @Sendable () -> Bool
    ) async {
        await withCheckedContinuation { continuation in
            let isOver = Once { continuation.resume() }
            Task {
                await work()
                isOver.act()
            }
            poll(isOver, hangs)
        }
    }

    private static func poll(_ isOver: Once, _ hangs: @escaping @Sendable () -> Bool) {
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
            guard !isOver.isDone else { return }
            if hangs() { isOver.act() } else { poll(isOver, hangs) }
        }
    }

    /// Lets time pass until something holds.
    ///
    /// - Returns: whether it came to hold within so many seconds.
    func run(atMost seconds: Double, until holds: () -> Bool) async -> Bool {
        let end = CMTimeAdd(clock.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000_000))
        while true {
            await settle()
            poll()
            if holds() { return true }
            guard CMTimeCompare(clock.now, end) < 0 else { return false }
            clock.advance(to: CMTimeMinimum(nextStop, end))
        }
    }

    /// When something is going to happen. While somebody hangs, larger steps do.
    private var nextStop: CMTime {
        guard let due = clock.nextDue else { return .positiveInfinity }
        return CMTimeMaximum(due, mayHang ? CMTimeAdd(clock.now, Self.step) : clock.now)
    }

    private static let step = CMTime(value: 1, timescale: 4)

    private func poll() {
        record.check(
            engineTime.now,
            frames: driver.frames,
            refusals: driver.refusals,
            isInterrupted: !phone.conditions.interruptions(of: [.video]).isEmpty || other != nil
        )
    }

    // MARK: The end

    /// Stops the engine, ends it, and tells what is left over, and which rules were broken.
    func end() async -> [String] {
        var defects: [String] = []
        driver.heal()
        consumer.goOn()
        if holdsStarts { phone.resetMediaServices() }
        holdsStarts = false
        other?.stopRunning()
        other = nil
        engine?.stop()
        _ = await run(atMost: 60) { isAtRest }
        if await !Self.comes({ isAtRest }) {
            defects.append(
                "after the stop: \(status), \(openDevices) devices open, \(driver.streams) streams, "
                    + "\(phone.resources.used) shares of hardware used, \(engineTime.appointments) timers"
            )
        }
        if let violation = record.violation { defects.append(violation.explanation) }
        if let difference = record.difference() { defects.append("not as the machine by itself: \(difference)") }
        defects += await endEngine()
        if engine == nil, let tray { defects += await tray.end() }
        return defects
    }

    /// Cameras and microphones that are open.
    var openDevices: Int { driver.openHandles + microphones.openHandles }

    /// Whether the engine holds nothing and waits for nothing.
    private var isAtRest: Bool {
        status == .off && openDevices == 0 && phone.resources.used == 0 && engineTime.appointments == 0
    }

    private func endEngine() async -> [String] {
        weak let gone = engine
        engine = nil
        var defects: [String] = []
        if await !Self.comes({ gone == nil }) {
            defects.append("the engine stays in memory")
        } else if let seen = await watcher?.value {
            if !seen.isSubsequence(of: record.shown) || seen.last != .off {
                defects.append("seen was \(seen), but shown \(record.shown)")
            }
        }
        if await !Self.comes({ sessions.live == 0 }) { defects.append("\(sessions.live) sessions stay in memory") }
        return defects
    }

    /// Whether something that other threads are about to do is done soon.
    static func comes(_ holds: () -> Bool) async -> Bool {
        for _ in 0..<2_000 {
            if holds() { return true }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { continuation.resume() }
            }
        }
        return holds()
    }
}

/// Does something once, whoever asks first.
private final class Once: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    var isDone: Bool { action.withLock { $0 == nil } }

    func act() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

/// The sessions that have ever run, and are still in memory.
final class SessionCensus: Sendable {
    private struct WeakSession: Sendable {
        weak var session: AVCaptureSession?
    }

    private let all = Mutex<[WeakSession]>([])
    // Only handed back to the notification centre, which is thread-safe.
    nonisolated(unsafe) private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.didStartRunningNotification,
            object: nil,
            queue: nil
        ) { [weak self] notification in
            let session = notification.object as? AVCaptureSession
            self?.all.withLock { $0.append(WeakSession(session: session)) }
        }
    }

    deinit {
        token.map(NotificationCenter.default.removeObserver)
    }

    /// How many there are.
    var live: Int { all.withLock { $0.count { $0.session != nil } } }
}

extension [CameraStatus] {
    /// Whether another list has these, in this order, with others in between.
    fileprivate func isSubsequence(of other: [CameraStatus]) -> Bool {
        var rest = other[...]
        for status in self {
            guard let index = rest.firstIndex(of: status) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}
