import AsyncHTTPClient
import CameraSource
import CaptureDriver
import CaptureSystemTesting
import Foundation
import Logging
import NIOCore
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
        onLook: @escaping @Sendable (String?) -> Void = { _ in },
        _ body: @escaping @Sendable (LateCamera, AsyncStream<Void>) async throws -> Void
    ) async throws {
        let late = LateCamera(source: source, camera: camera) { source in
            let name = source.lateCamera?.name
            onLook(name)
            return name
        }
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
            for phase in [ViewfinderRecording.Phase.paused, .finishing, .idle] {
                camera.update { $0.recording.phase = phase }
            }
            for await _ in ends {}
            #expect(late.name == webcam.name)
        }
    }

    @Test("One that is unplugged again before the movie is finished is none")
    func unpluggedAgain() async throws {
        let camera = try scriptedCamera()
        camera.update { $0.recording.phase = .recording }
        let looks = Mutex<[String?]>([])
        try await withLateCamera(camera, onLook: { name in looks.withLock { $0.append(name) } }) { late, ends in
            machine.plug(webcam.id)
            while camera.eventStreamCount == 0 { await Task.yield() }
            machine.unplug(webcam.id)
            camera.update { $0.recording.phase = .idle }
            while looks.withLock({ $0.suffix(2) }) != [webcam.name, nil] { await Task.yield() }
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

    @Test("It takes the phone's place, at the same address")
    func served() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (addresses, listening) = AsyncStream.makeStream(of: URL.self)
        let (names, arrival) = AsyncStream.makeStream(of: String.self)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: loop(onListening: { listening.yield($0) }, onLateCamera: { arrival.yield($0) }),
                        successTerminationBehavior: .gracefullyShutdownGroup
                    )
                ],
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
            }
            var address: URL?
            for await url in addresses {
                address = url
                break
            }
            let state = try #require(address).appending(path: "state").absoluteString
            while try await !Self.cameras(state).contains("Front Camera") { await Task.yield() }
            machine.plug(webcam.id)
            for await name in names {
                #expect(name == webcam.name)
                break
            }
            while (try? await Self.cameras(state)) != [webcam.name] { await Task.yield() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func loop(
        onListening: @escaping @Sendable (URL) -> Void,
        onLateCamera: @escaping @Sendable (String) -> Void
    ) -> ServeLoop {
        ServeLoop(
            source: { [machine] in
                let source = CameraSource(named: nil, machine: { machine.system })
                CaptureSystem.use(source.system)
                return source
            },
            camera: { [folder] _ in
                LiveCamera.Configuration(photoFolder: folder, movieFolder: folder, recordsAudio: false)
            },
            server: ViewfinderConfiguration(port: 0, photoFolder: folder, movieFolder: folder),
            scanner: ServeScanner(hasScans: { false }, open: { throw CancellationError() }),
            logger: logger,
            onListening: { onListening($0) },
            onLateCamera: onLateCamera
        )
    }

    /// The names of the cameras that a server has.
    private static func cameras(_ address: String) async throws -> [String] {
        let answer = try await HTTPClient.shared.get(url: address).get()
        let body = try #require(answer.body)
        let state = try JSONDecoder().decode(ViewfinderState.self, from: Data(body.readableBytesView))
        return state.cameras.map(\.name)
    }
}
