import Observation
import Synchronization
import ViewTree

/// Keeps the tree of places, evaluates what changed, and calls back when it is done.
@MainActor
final class Renderer {
    typealias Handler = @MainActor (EventValue) -> Void

    let invalidations: Invalidations
    let resources = Resources()
    let previews = Previews()
    /// How often views' bodies were evaluated, by the names of their types: tests count them.
    private(set) var evaluations: [String: Int] = [:]

    private var root: Node?
    private var view: any View
    /// What the whole tree was rendered in.
    private(set) var environment: EnvironmentValues
    private var nodes: [Int: WeakNode] = [:]
    private var handlers: [ElementID: [String: Handler]] = [:]
    private var pending: [@MainActor () -> Void] = []
    private var nodeCount = 0
    private var elementCount = ScreenComposer.lastFixedID
    private(set) var output = Output()

    private struct WeakNode {
        weak var node: Node?
    }

    /// - Parameter schedule: called when something changed, from whatever thread; it has to lead to `render()`.
    init(_ view: any View, environment: EnvironmentValues, schedule: @escaping @Sendable () -> Void) {
        self.view = view
        self.environment = environment
        invalidations = Invalidations(schedule: schedule)
    }

    /// Renders in an environment until nothing changes any more, but not forever: the rest is left to the next turn.
    ///
    /// - Returns: the animation of the changes that were rendered.
    @discardableResult
    func render(in environment: EnvironmentValues) -> Animation? {
        self.environment = environment
        var animation: Animation?
        for _ in 0..<Self.passes {
            let changes = invalidations.drain()
            animation = changes.animation ?? animation
            renderOnce(changes.places)
            runPending()
            if invalidations.isEmpty { break }
        }
        return animation
    }

    private static let passes = 8

    private func renderOnce(_ places: Set<Int>) {
        for number in places { nodes[number]?.node?.invalidate() }
        let node = root ?? Node(view, environment: environment, parent: nil, renderer: self)
        output = node.update(to: view, environment: environment, isKnown: root != nil)
        root = node
    }

    private func runPending() {
        let actions = pending
        pending = []
        for action in actions { action() }
    }

    /// Takes all views away.
    func end() {
        root?.leaveAll()
        root = nil
        runPending()
    }

    // MARK: For nodes

    func nextNodeNumber() -> Int {
        nodeCount += 1
        return nodeCount
    }

    func nextElementID() -> ElementID {
        elementCount += 1
        return elementCount
    }

    /// How many elements the nodes keep the numbers of, for tests.
    var keptElementCount: Int { nodes.values.reduce(0) { $0 + ($1.node?.keptElementCount ?? 0) } }

    func register(_ node: Node) { nodes[node.number] = WeakNode(node: node) }
    func unregister(_ node: Node) { nodes[node.number] = nil }

    func countEvaluation(of view: any View) {
        evaluations[String(describing: type(of: view)), default: 0] += 1
    }

    func afterRendering(_ action: @escaping @MainActor () -> Void) { pending.append(action) }

    func listen(to id: ElementID, _ event: String, _ handler: @escaping Handler) {
        handlers[id, default: [:]][event] = handler
    }

    func ignore(_ id: ElementID, _ event: String) {
        handlers[id]?[event] = nil
        if handlers[id]?.isEmpty == true { handlers[id] = nil }
    }

    /// Calls who listens; false when nobody does.
    @discardableResult
    func handle(_ event: ViewEvent) -> Bool {
        guard let handler = handlers[event.id]?[event.event] else { return false }
        handler(event.value)
        return true
    }
}

/// The places whose values changed, from whatever thread, until the next render.
final class Invalidations: Sendable {
    /// What has changed.
    struct Changes {
        var places: Set<Int> = []
        /// The animation that the last of the animated changes was made with.
        var animation: Animation?
    }

    private struct State {
        var changes = Changes()
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let schedule: @Sendable () -> Void

    /// - Parameter schedule: asks for a render; called once until `take()`.
    init(schedule: @escaping @Sendable () -> Void) {
        self.schedule = schedule
    }

    func insert(_ place: Int) {
        let animation = Transaction.current.animation
        let asks = state.withLock { state in
            state.changes.places.insert(place)
            if let animation { state.changes.animation = animation }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if asks { schedule() }
    }

    /// Asks for a render without a place.
    func requestRender() {
        let asks = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if asks { schedule() }
    }

    var isEmpty: Bool { state.withLock { $0.changes.places.isEmpty } }

    /// Whether a render was asked for that has not begun.
    var isScheduled: Bool { state.withLock { $0.isScheduled } }

    func drain() -> Changes {
        state.withLock { state in
            defer { state = State() }
            return state.changes
        }
    }
}

/// One look at observable values, which can be ended before any of them changes.
///
/// `withObservationTracking` has no way to stop waiting. So each look reads a property of its own, too; changing that ends the
/// wait, and every registration with it.
final class Reading: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let isOver = Mutex(false)
    private var end: Void { () }

    init() {}

    /// Calls a function, and `onChange` once, on whatever thread, just before something that it read changes.
    @MainActor
    func track<T>(_ read: () -> T, onChange: @escaping @Sendable () -> Void) -> T {
        withObservationTracking {
            registrar.access(self, keyPath: \.end)
            return read()
        } onChange: { [weak self] in
            if let self, !self.isOver.withLock({ $0 }) { onChange() }
        }
    }

    /// Waits no longer.
    func cancel() {
        isOver.withLock { $0 = true }
        registrar.withMutation(of: self, keyPath: \.end) {}
    }
}
