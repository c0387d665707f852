import CaptureDriver
import Logging
import Synchronization

/// Looks at the machine's cameras, remembers them, and tells observers of changes.
final class DeviceWatch: Sendable {
    private struct State: Sendable {
        var roster = DeviceRoster()
        /// What inspecting a node told, so that a node is opened once per plug, not once per look.
        var inspected: [VideoNodeEntry: CameraModel] = [:]
        var rejected: [VideoNodeEntry: NodeInspector.Rejection] = [:]
        var observers: [Int: @Sendable (CaptureDeviceChange) -> Void] = [:]
        var nextObserver = 0
        /// The token of the handle that uses each camera.
        var openHandles: [String: Int] = [:]
        var nextToken = 0
        var thread: HotplugThread?
    }

    private let directory: any VideoNodeDirectory
    private let inspector: NodeInspector
    private let makeHints: @Sendable () -> (any HotplugHints)?
    private let now: MonotonicTime
    private let log: Logger
    private let state = Mutex(State())
    /// Serialises looks, and with them the calls of observers.
    private let looking = Mutex(())

    init(
        directory: any VideoNodeDirectory,
        system: any SystemCalls,
        makeHints: @escaping @Sendable () -> (any HotplugHints)?,
        now: @escaping MonotonicTime,
        log: Logger
    ) {
        self.directory = directory
        inspector = NodeInspector(system: system)
        self.makeHints = makeHints
        self.now = now
        self.log = log
    }

    /// The cameras that are present. Looks at the machine unless somebody observes it anyway.
    func models() -> [CameraModel] {
        let isWatched = state.withLock { $0.thread != nil }
        if !isWatched { look() }
        return state.withLock { $0.roster.present }
    }

    /// The camera with an id, as last seen.
    func model(_ id: String) -> CameraModel? {
        state.withLock { $0.roster.model(id) }
    }

    /// Why the node that would be a camera is not listed; for the error when somebody opens it.
    func rejection(ofPath path: String) -> NodeInspector.Rejection? {
        state.withLock { $0.rejected.first { $0.key.path == path }?.value }
    }

    /// Marks a camera as used by a handle.
    ///
    /// - Returns: the handle's token, or `nil` if another handle uses the camera.
    func markOpen(_ id: String) -> Int? {
        state.withLock { state in
            guard state.openHandles[id] == nil else { return nil }
            state.nextToken += 1
            state.openHandles[id] = state.nextToken
            return state.nextToken
        }
    }

    /// A handle doesn't use the camera any more: it was closed, or has found out that the camera is gone. Harmless when
    /// told twice; then another handle may use the camera already, which the token tells apart.
    func markClosed(_ id: String, token: Int) {
        state.withLock { state in
            if state.openHandles[id] == token { state.openHandles[id] = nil }
        }
    }

    /// Adds an observer; the first one starts the thread.
    func observe(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        let needsLook = state.withLock { $0.thread == nil }
        // Hints are collected from now on: a camera may be plugged in during the look.
        let hints = needsLook ? makeHints() : nil
        // The state that changes are told against.
        if needsLook { look() }
        let id = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = handler
            return state.nextObserver
        }
        startThread(hints)
        return CaptureObservation { [weak self] in
            let thread = self?.state.withLock { state -> HotplugThread? in
                state.observers[id] = nil
                guard state.observers.isEmpty else { return nil }
                defer { state.thread = nil }
                return state.thread
            }
            // Released here, outside the lock: its end stops the thread.
            _ = thread
        }
    }

    private func startThread(_ hints: (any HotplugHints)?) {
        let isRunning = state.withLock { $0.thread != nil }
        guard !isRunning, let hints = hints ?? makeHints() else { return }
        let thread = HotplugThread(hints: hints, now: now) { [weak self] in
            self?.look() ?? (false, nil)
        }
        let surplus = state.withLock { state -> HotplugThread? in
            if state.thread != nil { return thread }
            state.thread = thread
            return nil
        }
        _ = surplus
    }

    /// Looks at the machine once and tells observers what changed.
    @discardableResult
    func look() -> (hasInaccessible: Bool, lookAgain: Int64?) {
        looking.withLock { _ in
            let entries = directory.nodes()
            let (inspected, rejected) = inspect(entries)
            let (changes, observers, lookAgain) = state.withLock { state in
                state.inspected = inspected
                state.rejected = rejected
                let found = entries.compactMap { inspected[$0] }
                let open = state.openHandles
                let changes = state.roster.update(found: found, at: now()) { open[$0] != nil }
                // Whoever has a camera that is gone open doesn't get it back, and is in nobody's way.
                for case .disappeared(let id) in changes { state.openHandles[id] = nil }
                let observers = state.observers.sorted { $0.key < $1.key }.map(\.value)
                return (changes, observers, state.roster.deadline)
            }
            for change in changes {
                for observer in observers { observer(change) }
            }
            return (rejected.values.contains(where: \.isTemporary), lookAgain)
        }
    }

    /// Inspects the nodes that are new, or that could not be inspected before.
    private func inspect(
        _ entries: [VideoNodeEntry]
    ) -> ([VideoNodeEntry: CameraModel], [VideoNodeEntry: NodeInspector.Rejection]) {
        let (knownModels, knownRejections) = state.withLock { ($0.inspected, $0.rejected) }
        var models: [VideoNodeEntry: CameraModel] = [:]
        var rejections: [VideoNodeEntry: NodeInspector.Rejection] = [:]
        for entry in entries {
            if let model = knownModels[entry] {
                models[entry] = model
                continue
            }
            if let rejection = knownRejections[entry], !rejection.isTemporary {
                rejections[entry] = rejection
                continue
            }
            do {
                models[entry] = try inspector.inspect(entry)
            } catch {
                rejections[entry] = error
                if knownRejections[entry] != error { tell(error, entry) }
            }
        }
        return (models, rejections)
    }

    private func tell(_ rejection: NodeInspector.Rejection, _ entry: VideoNodeEntry) {
        let metadata: Logger.Metadata = ["device": "\(entry.path)", "reason": "\(rejection.text)"]
        switch rejection {
        case .notCapture: log.debug("A video node is not a camera", metadata: metadata)
        case .inaccessible, .multiplanarOnly, .cannotStream, .noUsableFormat:
            log.notice("A video node is not listed", metadata: metadata)
        }
    }
}

extension NodeInspector.Rejection {
    /// Whether the next look may find otherwise.
    var isTemporary: Bool {
        switch self {
        case .inaccessible(let error): error.kind != .notACaptureDevice
        case .notCapture, .multiplanarOnly, .cannotStream, .noUsableFormat: false
        }
    }

    /// Words for the log and for errors.
    var text: String {
        switch self {
        case .inaccessible(let error): error.description
        case .notCapture: "The node captures no video."
        case .multiplanarOnly: "The node captures only through the multi-planar interface, which is not supported."
        case .cannotStream: "The node cannot stream."
        case .noUsableFormat: "The node has no format that can be delivered; such a sensor needs libcamera."
        }
    }
}
