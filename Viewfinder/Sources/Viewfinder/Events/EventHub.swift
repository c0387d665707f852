import Foundation
import Logging
import ServerSentEvents
import ServiceLifecycle
import Synchronization

/// Reads the camera's events once and gives them to every client of `/events`.
///
/// Each client has events of its own that wait (``PendingEvents``): a client that reads slowly hears how things are when it reads.
final class EventHub: Service {
    /// One client's events.
    struct Subscription: Sendable {
        /// The events, beginning with the camera's state.
        let events: ClientEvents
        fileprivate let source: ClientEvents.Source

        /// Ends the events. Callable from any thread, any number of times.
        func end() {
            source.finish()
        }
    }

    private struct Subscribers {
        var next: UInt64 = 0
        var list: [UInt64: Subscriber] = [:]
        var isClosed = false
    }

    private struct Subscriber {
        let source: ClientEvents.Source
        /// The names of the events that it was sent.
        var sentEvents: Set<String> = []
    }

    /// Numbers beyond this are lost in the floating point numbers of a page.
    private static let greatestID: UInt64 = 1 << 53
    /// The time between two reports of how far a recording is, and how loud it is.
    static let progressInterval: Duration = .milliseconds(100)

    /// Milliseconds.
    private static let reconnectionDelay = 250

    private let camera: any ViewfinderCamera
    private let simulator: (any PhoneSimulator)?
    private let scanner: (any ViewfinderScanner)?
    private let recovery: RecoveryService
    private let heartbeat: Duration
    private let clock: any Clock<Duration>
    private let subscribers = Mutex(Subscribers())
    private let lastID = Atomic<UInt64>(0)

    /// Makes a hub that does nothing until ``run()``.
    init(
        camera: any ViewfinderCamera,
        simulator: (any PhoneSimulator)? = nil,
        scanner: (any ViewfinderScanner)? = nil,
        recovery: RecoveryService,
        heartbeat: Duration,
        clock: any Clock<Duration>
    ) {
        self.camera = camera
        self.simulator = simulator
        self.scanner = scanner
        self.recovery = recovery
        self.heartbeat = heartbeat
        self.clock = clock
    }

    /// Forwards events until the server stops, then ends all subscriptions.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in self.camera.events().cancelOnGracefulShutdown() {
                    self.broadcast(event)
                }
            }
            if let simulator {
                group.addTask {
                    for await state in simulator.states().cancelOnGracefulShutdown() {
                        self.broadcast(name: "simulator", data: JSON.string(state))
                    }
                }
            }
            if let scanner { self.follow(scanner, &group) }
            group.addTask {
                for await state in self.recovery.states().cancelOnGracefulShutdown() {
                    self.broadcast(name: "recovery", data: JSON.string(state))
                }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while (try? await self.clock.sleep(for: Self.progressInterval)) != nil {
                        await self.broadcastProgress()
                    }
                }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while (try? await self.clock.sleep(for: self.heartbeat)) != nil {
                        self.broadcast(name: "heartbeat", data: "{}")
                    }
                }
            }
            await group.waitForAll()
        }
        close()
    }

    private func follow(_ scanner: any ViewfinderScanner, _ group: inout TaskGroup<Void>) {
        group.addTask {
            for await state in scanner.states().cancelOnGracefulShutdown() {
                self.broadcast(name: "scanner", data: JSON.string(state))
            }
        }
        group.addTask {
            for await text in scanner.liveText().cancelOnGracefulShutdown() {
                self.broadcast(name: "text", data: JSON.string(text))
            }
        }
    }

    /// Events that begin with the camera's state, the simulated phone's, which is null where there is none, and the scanner's if there
    /// is one, as they are now.
    ///
    /// - Parameter lastEventID: what a client that reconnects has seen last. Nothing is replayed, since the first event
    ///   tells everything; the numbering merely goes on above it.
    func subscribe(lastEventID: UInt64?) async -> Subscription {
        // A number that this server never gives is none that it gave.
        if let lastEventID, lastEventID < Self.greatestID {
            lastID.max(lastEventID, ordering: .relaxed)
        }
        let (events, source) = ClientEvents.make()
        let subscription = Subscription(events: events, source: source)
        // Subscribed before the state is read: a change in between is told rather than lost.
        let key: UInt64? = subscribers.withLock { subscribers in
            guard !subscribers.isClosed else { return nil }
            subscribers.next += 1
            subscribers.list[subscribers.next] = Subscriber(source: source)
            return subscribers.next
        }
        guard let key else {
            source.finish()
            return subscription
        }
        source.whenOver { [weak self] in self?.remove(key) }
        begin(key, "state", await camera.state())
        // Told also where there is none: a page may have been connected to a server that had one, at the same address.
        begin(key, "simulator", await simulator?.state())
        if let scanner { begin(key, "scanner", await scanner.state()) }
        let recovery = await recovery.state()
        if !recovery.items.isEmpty { begin(key, "recovery", recovery) }
        return subscription
    }

    /// Sends a subscriber how something is now, unless it has been told news of that meanwhile: what was read before those must not
    /// come after them.
    private func begin(_ key: UInt64, _ name: String, _ value: some Encodable) {
        let event = event(name, JSON.string(value))
        subscribers.withLock { subscribers in
            guard subscribers.list[key]?.sentEvents.contains(name) == false else { return }
            subscribers.list[key]?.source.send(event)
        }
    }

    private func remove(_ key: UInt64) {
        // Released unlocked: its end may call this again.
        let former = subscribers.withLock { $0.list.removeValue(forKey: key) }
        withExtendedLifetime(former) {}
    }

    private func broadcast(_ event: ViewfinderEvent) {
        switch event {
        case .state(let state): broadcast(name: "state", data: JSON.string(state))
        case .photo(let photo): broadcast(name: "photo", data: JSON.string(photo))
        case .movie(let movie): broadcast(name: "movie", data: JSON.string(movie))
        case .failure(let error): broadcast(name: "failure", data: JSON.string(error))
        case .metrics(let metrics): broadcast(name: "metrics", data: JSON.string(metrics))
        }
    }

    /// The camera is asked only while somebody looks.
    private func broadcastProgress() async {
        guard subscribers.withLock({ !$0.list.isEmpty }),
            let progress = await camera.recordingProgress()
        else { return }
        broadcast(name: "progress", data: JSON.string(progress))
    }

    private func broadcast(name: String, data: String) {
        let event = event(name, data)
        let sources = subscribers.withLock { subscribers in
            subscribers.list.keys.map { key in
                subscribers.list[key]?.sentEvents.insert(name)
                return subscribers.list[key]?.source
            }
        }
        for source in sources { source?.send(event) }
    }

    private func close() {
        let sources = subscribers.withLock { subscribers in
            subscribers.isClosed = true
            return subscribers.list.values.map(\.source)
        }
        for source in sources { source.finish() }
    }

    /// Each state, which comes first, also tells how long to wait before a reconnection.
    private func event(_ name: String, _ data: String) -> ServerSentEvent {
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        return ServerSentEvent(
            name: name,
            data: data,
            id: "\(id)",
            retry: name == "state" ? Self.reconnectionDelay : nil
        )
    }
}
