import FoundationExtras
import Synchronization
import Testing

/// Stands for `AVCaptureSession`: a class with subclasses.
private class Engine: NSObject, KeyValueObservable, @unchecked Sendable {
    let keyValueObservers = KeyValueObserverRegistry()
    private let state = Mutex((isRunning: false, name: String?.none))

    class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: Engine>(_: Root.Type) -> [AnyKeyPath] { [\Root.isRunning, \Root.name] }
        guard let root = root as? any (Engine & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    var name: String? {
        get { state.withLock { $0.name } }
        set { withChange(of: \.name, from: name, to: newValue) { state.withLock { $0.name = newValue } } }
    }

    var unobservable: Int { 0 }

    func setRunning(_ running: Bool) {
        let old = state.withLock { state in
            defer { state.isRunning = running }
            return state.isRunning
        }
        reportChange(of: \.isRunning, from: old, to: running)
    }
}

/// Stands for `AVCaptureMultiCamSession`: a subclass with a property of its own.
private final class TurboEngine: Engine, @unchecked Sendable {
    private let pressure = Mutex(0)

    override class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        super.observableKeyPaths(rootedAt: root) + (root == TurboEngine.self ? [\TurboEngine.boost] : [])
    }

    var boost: Int {
        get { pressure.withLock { $0 } }
        set { withChange(of: \.boost, from: boost, to: newValue) { pressure.withLock { $0 = newValue } } }
    }
}

private final class Plain: NSObject {
    let value = 0
}

private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("Key-value observing")
struct KeyValueObservingTests {
    @Test("An observer is told the values it asked for, on the changing thread")
    func values() {
        let engine = Engine()
        let log = Log()
        let observation = engine.observe(\.isRunning, options: [.old, .new]) { engine, change in
            log.add(
                "\(change.kind) \(String(describing: change.oldValue)) \(String(describing: change.newValue)) \(engine.isRunning)"
            )
        }
        let quiet = engine.observe(\.isRunning) { _, change in
            log.add("\(change.oldValue == nil) \(change.newValue == nil)")
        }
        engine.setRunning(true)
        withExtendedLifetime((observation, quiet)) {}
        #expect(log.all == ["setting Optional(false) Optional(true) true", "true true"])
    }

    @Test("Option initial calls at once with the new value only; prior calls before the change without it")
    func initialAndPrior() {
        let engine = Engine()
        let log = Log()
        let observation = engine.observe(\.name, options: [.initial, .new, .old, .prior]) { engine, change in
            log.add(
                "\(change.isPrior) \(String(describing: change.oldValue)) \(String(describing: change.newValue)) \(engine.name ?? "-")"
            )
        }
        engine.name = "a"
        withExtendedLifetime(observation) {}
        #expect(
            log.all == [
                "false nil Optional(nil) -", "true Optional(nil) nil -",
                "false Optional(nil) Optional(Optional(\"a\")) a",
            ]
        )
    }

    @Test("Only observers of the changed property are called")
    func otherProperty() {
        let engine = Engine()
        let log = Log()
        let observation = engine.observe(\.name) { _, _ in log.add("name") }
        engine.setRunning(true)
        withExtendedLifetime(observation) {}
        #expect(log.all.isEmpty)
    }

    @Test("Key paths written for a subclass or a superclass find the same property")
    func subclass() {
        let turbo = TurboEngine()
        let log = Log()
        let observations = [
            turbo.observe(\.isRunning) { _, _ in log.add("subclass") },
            (turbo as Engine).observe(\.isRunning) { _, _ in log.add("superclass") },
            turbo.observe(\.boost, options: .new) { _, change in log.add("boost \(change.newValue ?? 0)") },
        ]
        turbo.setRunning(true)
        turbo.boost = 3
        withExtendedLifetime(observations) {}
        #expect(log.all == ["subclass", "superclass", "boost 3"])
    }

    @Test("Invalidation and release end an observation, also from within an observer")
    func ending() {
        let engine = Engine()
        let log = Log()
        let later = Mutex<NSKeyValueObservation?>(nil)
        let first = engine.observe(\.isRunning) { _, _ in
            log.add("first")
            later.withLock { $0 }?.invalidate()
        }
        later.withLock { $0 = engine.observe(\.isRunning) { _, _ in log.add("later") } }
        engine.setRunning(true)
        first.invalidate()
        first.invalidate()
        engine.setRunning(false)
        var released: NSKeyValueObservation? = engine.observe(\.isRunning) { _, _ in log.add("released") }
        #expect(released != nil)
        released = nil
        engine.setRunning(true)
        #expect(log.all == ["first"])
        #expect(!engine.keyValueObservers.isObserved)
    }

    @Test("An observation does not keep the object, and outlives it harmlessly")
    func lifetime() {
        var engine: Engine? = Engine()
        weak let watched = engine
        let observation = engine?.observe(\.isRunning) { _, _ in }
        engine = nil
        #expect(watched == nil)
        observation?.invalidate()
    }

    @Test("Observers come and go while other threads change the value")
    func concurrency() {
        let engine = Engine()
        let calls = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                if thread.isMultiple(of: 2) {
                    engine.setRunning(round.isMultiple(of: 2))
                } else {
                    let observation = engine.observe(\.isRunning, options: [.old, .new]) { engine, _ in
                        _ = engine.isRunning
                        calls.wrappingAdd(1, ordering: .relaxed)
                    }
                    observation.invalidate()
                }
            }
        }
        #expect(!engine.keyValueObservers.isObserved)
    }

    @Test("Observing a property that reports no changes stops the process")
    func unobservableProperty() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            _ = Engine().observe(\.unobservable) { _, _ in }
        }
    }

    @Test("A class of a client's cannot be observed, which the compiler says")
    func unobservableObject() {
        #expect(!((Plain() as Any) is any _KeyValueCodingAndObserving))
        #expect((Engine() as Any) is any _KeyValueCodingAndObserving)
    }
}
