import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Reads the camera's events once and gives them to every client of `/events`.
///
/// Each client has a short queue of its own; when a client reads too slowly its oldest events go. That loses nothing
/// that matters, because a state event is complete and replaces all earlier ones, and photos and movies are listed.
final class EventHub: Service {
    /// One client's events.
    struct Subscription: Sendable {
        /// The events, beginning with the camera's state.
        let events: AsyncStream<ServerSentEvent>
        fileprivate let continuation: AsyncStream<ServerSentEvent>.Continuation

        /// Ends the events. Callable from any thread, any number of times.
        func end() {
            continuation.finish()
        }
    }

    private struct Subscribers {
        var next: UInt64 = 0
        var continuations: [UInt64: AsyncStream<ServerSentEvent>.Continuation] = [:]
        var isClosed = false
    }

    /// How many events wait for one client at most.
    static let queueLimit = 32
    /// Numbers beyond this are lost in the floating point numbers of a page.
    private static let greatestID: UInt64 = 1 << 53
    /// The time between two reports of how far a recording is, and how loud it is.
    static let progressInterval: Duration = .milliseconds(100)

    private let camera: any ViewfinderCamera
    private let simulator: (any PhoneSimulator)?
    private let recovery: RecoveryService
    private let heartbeat: Duration
    private let clock: any Clock<Duration>
    private let subscribers = Mutex(Subscribers())
    private let lastID = Atomic<UInt64>(0)

    /// Makes a hub that does nothing until ``run()``.
    init(
        camera: any ViewfinderCamera,
        simulator: (any PhoneSimulator)? = nil,
        recovery: RecoveryService,
        heartbeat: Duration,
        clock: any Clock<Duration>
    ) {
        self.camera = camera
        self.simulator = simulator
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

    /// Events that begin with the camera's state, and the simulated phone's if there is one, as they are now.
    ///
    /// - Parameter lastEventID: what a client that reconnects has seen last. Nothing is replayed, since the first event
    ///   tells everything; the numbering merely goes on above it.
    func subscribe(lastEventID: UInt64?) async -> Subscription {
        // A number that this server never gives is none that it gave.
        if let lastEventID, lastEventID < Self.greatestID {
            lastID.max(lastEventID, ordering: .relaxed)
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: ServerSentEvent.self,
            bufferingPolicy: .bufferingNewest(Self.queueLimit)
        )
        let subscription = Subscription(events: stream, continuation: continuation)
        // Subscribed before the state is read: a change in between is then sent twice rather than not at all.
        let key: UInt64? = subscribers.withLock { subscribers in
            guard !subscribers.isClosed else { return nil }
            subscribers.next += 1
            subscribers.continuations[subscribers.next] = continuation
            return subscribers.next
        }
        guard let key else {
            continuation.finish()
            return subscription
        }
        continuation.onTermination = { [weak self] _ in
            self?.remove(key)
        }
        let state = await camera.state()
        continuation.yield(Self.event("state", state, id: nextID(), retry: 250))
        if let simulator {
            continuation.yield(Self.event("simulator", await simulator.state(), id: nextID()))
        }
        let recovery = await recovery.state()
        if !recovery.items.isEmpty { continuation.yield(Self.event("recovery", recovery, id: nextID())) }
        return subscription
    }

    private func remove(_ key: UInt64) {
        subscribers.withLock { _ = $0.continuations.removeValue(forKey: key) }
    }

    private func broadcast(_ event: ViewfinderEvent) {
        switch event {
        case .state(let state): broadcast(name: "state", data: JSON.string(state))
        case .photo(let photo): broadcast(name: "photo", data: JSON.string(photo))
        case .movie(let movie): broadcast(name: "movie", data: JSON.string(movie))
        case .failure(let error): broadcast(name: "failure", data: JSON.string(error))
        case .metrics(let metrics, let camera):
            broadcast(name: CameraAddress(camera).metricsEvent, data: JSON.string(metrics))
        }
    }

    /// The camera is asked only while somebody looks.
    private func broadcastProgress() async {
        guard subscribers.withLock({ !$0.continuations.isEmpty }),
            let progress = await camera.recordingProgress()
        else { return }
        broadcast(name: "progress", data: JSON.string(progress))
    }

    private func broadcast(name: String, data: String) {
        let event = ServerSentEvent(name: name, data: data, id: nextID())
        for continuation in subscribers.withLock({ Array($0.continuations.values) }) {
            continuation.yield(event)
        }
    }

    private func close() {
        let continuations = subscribers.withLock { subscribers in
            subscribers.isClosed = true
            return Array(subscribers.continuations.values)
        }
        for continuation in continuations {
            continuation.finish()
        }
    }

    private func nextID() -> UInt64 {
        lastID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static func event(_ name: String, _ value: some Encodable, id: UInt64, retry: Int? = nil) -> ServerSentEvent
    {
        ServerSentEvent(name: name, data: JSON.string(value), id: id, retry: retry)
    }
}
