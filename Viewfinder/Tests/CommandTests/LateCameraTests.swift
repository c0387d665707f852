import CameraLifecycle
import CameraSource
import CaptureDriver
import CaptureSystemTesting
import Foundation
import HTTPTransports
import HTTPTypes
import Logging
import ScannerLink
import ServiceLifecycle
import SimulatedDriver
import Synchronization
import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import pinhole

/// The machine is a simulation, too: of one with a camera, which is not plugged in at first.
@Suite("A camera that comes while a simulated phone stands in for it", .ownCaptureSystem)
struct LateCameraTests {
    private let machine = SimulatedPhone(profile: .webcam)
    private let webcam: CaptureDeviceDescription
    private let folder = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID().uuidString)")
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        webcam = try #require(machine.driver.devices().first { $0.medium == .video })
        machine.unplug(webcam.id)
    }

    private var source: CameraSource { CameraSource(named: nil, machine: { [machine] in machine.system }) }

    /// Waits for the camera while the body runs.
    ///
    /// - Parameter onLook: is told what was found by each look.
    private func withLateCamera(
        _ camera: ScriptedCamera,
        onPoll: @escaping @Sendable (String?) -> Void = { _ in },
        settle: @escaping @Sendable () async -> Void = {},
        _ body: @escaping @Sendable (LateCamera, AsyncStream<Void>) async throws -> Void
    ) async throws {
        let source = source
        let find: @Sendable () -> String? = {
            let name = CameraList.lateCamera(of: source, matching: nil)
            onPoll(name)
            return name
        }
        let late = LateCamera(source: source, find: find, moment: QuietMoment(camera: camera, settle: settle))
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: late, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: logger
            )
        )
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { end.finish() }
                try await group.run()
            }
            try await body(late, ends)
            try await tasks.waitForAll()
        }
    }

    private func scriptedCamera() throws -> ScriptedCamera {
        ScriptedCamera(
            pictures: [try TestFrames.small(), try TestFrames.other()],
            photoFolder: folder,
            movieFolder: folder
        )
    }

    @Test("It is waited for until a movie is finished that is being recorded")
    func recording() async throws {
        let camera = try scriptedCamera()
        camera.update { $0.recording.phase = .recording }
        try await withLateCamera(camera) { late, ends in
            machine.plug(webcam.id)
            while camera.eventStreamCount == 0 { await Task.yield() }
            #expect(late.name == nil)
            for phase in [RecordingPhase.paused, .finishing] {
                camera.update { $0.recording.phase = phase }
                for _ in 0..<100 { await Task.yield() }
                #expect(late.name == nil, "\(phase)")
            }
            camera.update { $0.recording.phase = .idle }
            for await _ in ends {}
            #expect(late.name == webcam.name)
        }
    }

    @Test("One that is unplugged again before the movie is finished is none")
    func unpluggedAgain() async throws {
        let camera = try scriptedCamera()
        camera.update { $0.recording.phase = .recording }
        let polls = Mutex<[String?]>([])
        try await withLateCamera(camera, onPoll: { name in polls.withLock { $0.append(name) } }) { late, ends in
            machine.plug(webcam.id)
            while camera.eventStreamCount == 0 { await Task.yield() }
            machine.unplug(webcam.id)
            camera.update { $0.recording.phase = .idle }
            while !polls.withLock({ $0.contains(webcam.name) && $0.last == .some(nil) }) { await Task.yield() }
            // When it comes again, it is the next movie that is waited for.
            camera.update { $0.recording.phase = .recording }
            machine.plug(webcam.id)
            while camera.eventStreamCount == 1 { await Task.yield() }
            #expect(late.name == nil)
            camera.update { $0.recording.phase = .idle }
            for await _ in ends {}
            #expect(late.name == webcam.name)
        }
    }

    @Test("What is under way besides is waited for, and then a movie that was begun meanwhile")
    func settling() async throws {
        let camera = try scriptedCamera()
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (settled, settle) = AsyncStream.makeStream(of: Void.self)
        try await withLateCamera(
            camera,
            settle: {
                ask.yield()
                for await _ in settled { break }
            }
        ) { late, ends in
            machine.plug(webcam.id)
            for await _ in asked { break }
            camera.update { $0.recording.phase = .recording }
            settle.yield()
            // Events are asked for again: it is the movie that is waited for now.
            while camera.eventStreamCount < 2 { await Task.yield() }
            #expect(late.name == nil)
            settle.yield()
            camera.update { $0.recording.phase = .idle }
            for await _ in ends {}
            #expect(late.name == webcam.name)
        }
    }

    @Test(
        "Who asked for a camera by its name waits for that one",
        arguments: [(nil, true), ("desk", true), ("Desk Camera", true), ("Front Camera", false)]
    )
    func named(wanted: String?, isIt: Bool) {
        let source = source
        #expect(CameraList.lateCamera(of: source, matching: wanted) == nil)
        machine.plug(webcam.id)
        #expect(webcam.name == "Desk Camera")
        #expect(CameraList.lateCamera(of: source, matching: wanted) == (isIt ? webcam.name : nil))
        #expect(CameraList.lateCamera(of: source, matching: webcam.id) == webcam.name)
    }

    @Test("It is told of as long as it is there, and what is missing otherwise")
    func notice() {
        let source = source
        #expect(StandInNotice.messages(source, lateCamera: nil)?.title.description == StandInNotice.title)
        #expect(StandInNotice.messages(source, lateCamera: "Desk Camera")?.title == "\("Desk Camera") is connected now")
        let asked = CameraSource(named: "iphone", machine: { [machine] in machine.system })
        #expect(StandInNotice.messages(asked, lateCamera: nil) == nil)
    }

    /// Whether a server was asked to end.
    private final class EndRequest: Sendable {
        let isMade = Atomic(false)
    }

    /// A server ended that nobody has asked to.
    private struct EndedTooEarly: Error {}

    /// A server that waits for a camera.
    private struct Running: Sendable {
        /// Where its state is read.
        let state: String
        /// The cameras that have come late.
        let arrivals: AsyncStream<String>
        /// Ends it.
        let end: @Sendable () async -> Void
    }

    /// Serves with a simulated phone while the body runs, which ends the server unless that ends with an error.
    ///
    /// - Parameter onLateCamera: called with the server's port, when it is about to begin again.
    private func withServer(
        clock: any Clock<Duration> = ContinuousClock(),
        onLateCamera: @escaping @Sendable (Int) -> Void = { _ in },
        _ body: @escaping @Sendable (Running) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (addresses, listening) = AsyncStream.makeStream(of: URL.self)
        let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
        let port = Atomic(0)
        let request = EndRequest()
        let loop = loop(clock: clock) { url in
            port.store(url.port ?? 0, ordering: .relaxed)
            listening.yield(url)
        } onLateCamera: { name in
            onLateCamera(port.load(ordering: .relaxed))
            arrival.yield(name)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: loop, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: logger
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer {
                    listening.finish()
                    arrival.finish()
                }
                try await group.run()
                guard request.isMade.load(ordering: .relaxed) else { throw EndedTooEarly() }
            }
            tasks.addTask {
                for await url in addresses {
                    let state = url.appending(path: "state").absoluteString
                    return try await body(
                        Running(state: state, arrivals: arrivals) {
                            request.isMade.store(true, ordering: .relaxed)
                            await group.triggerGracefulShutdown()
                        }
                    )
                }
            }
            // Whichever fails first ends the other.
            while try await tasks.next() != nil {}
        }
    }

    @Test("It takes the phone's place, at the same address")
    func served() async throws {
        try await withServer { [machine, webcam] server in
            #expect(try await Self.cameras(server.state).contains("Front Camera"))
            machine.plug(webcam.id)
            let arrived = await server.arrivals.first { _ in true }
            #expect(arrived == webcam.name)
            while (try? await Self.cameras(server.state)) != [webcam.name] {
                try Task.checkCancellation()
                await Task.yield()
            }
            await server.end()
        }
    }

    @Test("Where somebody else has got the port meanwhile, it is waited for until it is free")
    func portTaken() async throws {
        let taker = PortTaker(pauses: 3)
        try await withServer(clock: taker, onLateCamera: { taker.take($0) }) { [machine, webcam] server in
            machine.plug(webcam.id)
            while (try? await Self.cameras(server.state)) != [webcam.name] {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(taker.pauseCount >= 3)
            await server.end()
        }
    }

    @Test("A port that is not given back is an error in the end, not a server that waits for ever")
    func portLost() async throws {
        let taker = PortTaker(pauses: .max)
        await #expect(throws: ViewfinderServerError.self) {
            try await withServer(clock: taker, onLateCamera: { taker.take($0) }) { [machine, webcam] _ in
                machine.plug(webcam.id)
            }
        }
        #expect(taker.pauseCount == ServeLoop.mostAttempts)
    }

    private func loop(
        clock: any Clock<Duration>,
        onListening: @escaping @Sendable (URL) -> Void,
        onLateCamera: @escaping @Sendable (String) -> Void
    ) -> ServeLoop {
        ServeLoop(
            source: { [machine] in
                let source = CameraSource(named: nil, machine: { machine.system })
                CaptureSystem.use(source.system)
                return source
            },
            wantedCamera: nil,
            camera: { [folder] _ in
                LiveCamera.Configuration(photoFolder: folder, movieFolder: folder, recordsAudio: false)
            },
            server: ViewfinderConfiguration(port: 0, photoFolder: folder, movieFolder: folder),
            scanner: ServeScanner(
                hasScans: { false },
                program: { ScannerProgram { () throws(ScannerError) in throw ScannerError(.unavailable, "No scans.") } }
            ),
            logger: logger,
            longestEnd: .seconds(86_400),
            clock: clock,
            onListening: { onListening($0) },
            onLateCamera: onLateCamera
        )
    }

    /// The names of the cameras that a server has.
    private static func cameras(_ address: String) async throws -> [String] {
        let request = HTTPRequest(.get, to: try #require(URL(string: address)))
        let answer = try await SystemHTTPTransport().send(request, body: nil)
        let state = try JSONDecoder().decode(ViewfinderState.self, from: try await answer.collect(upTo: 1 << 20))
        return state.cameras.map(\.name)
    }
}

/// Listens at a port, and gives it up after so many pauses of the server that wants it, none of which takes time.
private final class PortTaker: Clock {
    private struct State {
        var socket: Int32?
        var pauseCount = 0
    }

    private let pauses: Int
    private let state = Mutex(State())

    init(pauses: Int) { self.pauses = pauses }

    deinit { release() }

    var pauseCount: Int { state.withLock { $0.pauseCount } }
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let count = state.withLock { state in
            state.pauseCount += 1
            return state.pauseCount
        }
        if count >= pauses { release() }
    }

    /// Waits for the port, if need be: programs that other tests start have the server's socket until they close it.
    func take(_ port: Int) {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else {
            Issue.record("There is no socket: \(errno)")
            return
        }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let size = socklen_t(MemoryLayout.size(ofValue: address))
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                while bind(socket, address, size) != 0, errno == EADDRINUSE { sched_yield() }
            }
        }
        #expect(listen(socket, 1) == 0)
        state.withLock { $0.socket = socket }
    }

    private func release() {
        let socket = state.withLock { state in
            defer { state.socket = nil }
            return state.socket
        }
        if let socket { close(socket) }
    }
}
