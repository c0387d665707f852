import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import pinhole

@Suite("A program that is built while another one serves")
struct ProgramReplacementTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func scriptedCamera() throws -> ScriptedCamera {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replacement-\(UUID().uuidString)")
        return ScriptedCamera(pictures: [try TestFrames.small()], photoFolder: folder, movieFolder: folder)
    }

    /// Lets time pass at once.
    private struct HurriedClock: Clock {
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func group(_ replacement: ProgramReplacement) -> ServiceGroup {
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: replacement, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: logger
            )
        )
    }

    @Test("It takes over when it is whole, and not before a movie is finished that is being recorded")
    func replacement() async throws {
        let camera = try scriptedCamera()
        camera.update { $0.recording.phase = .recording }
        let polls = Atomic(0)
        let replacement = ProgramReplacement(
            isReady: { polls.add(1, ordering: .relaxed).newValue > 3 },
            moment: QuietMoment(camera: camera, settle: {}),
            clock: HurriedClock()
        )
        let group = group(replacement)
        async let running: Void = group.run()
        while camera.eventStreamCount == 0 { await Task.yield() }
        #expect(polls.load(ordering: .relaxed) == 4 && !replacement.hasCome)
        camera.update { $0.recording.phase = .idle }
        try await running
        #expect(replacement.hasCome)
    }

    @Test("Whoever ends the viewfinder does not wait for it")
    func end() async throws {
        let polls = Atomic(0)
        let replacement = ProgramReplacement(
            isReady: {
                polls.add(1, ordering: .relaxed)
                return false
            },
            moment: QuietMoment(camera: try scriptedCamera(), settle: {}),
            clock: HurriedClock()
        )
        let group = group(replacement)
        async let running: Void = group.run()
        while polls.load(ordering: .relaxed) < 3 { await Task.yield() }
        await group.triggerGracefulShutdown()
        try await running
        #expect(!replacement.hasCome)
    }

    @Test("It is named by the environment, is there when it can be started, and listens where the first one did")
    func program() throws {
        #expect(ReplacementProgram(environment: [:]) == nil)
        #expect(ReplacementProgram(environment: [ReplacementProgram.variable: "pinhole"]) == nil)
        let there = try #require(ReplacementProgram(environment: [ReplacementProgram.variable: "/bin/sh"]))
        let absent = try #require(ReplacementProgram(environment: [ReplacementProgram.variable: "/nowhere/pinhole"]))
        #expect(there.isReady && !absent.isReady)
        let arguments = ReplacementProgram.arguments(
            after: ["pinhole", "--camera", "iphone", "--port", "0"],
            port: 8123
        )
        #expect(arguments == ["--camera", "iphone", "--port", "0", "--port", "8123", "--no-browser"])
        let parsed = try #require(try Pinhole.parseAsRoot(arguments) as? ServeCommand)
        #expect(parsed.port == 8123 && parsed.noBrowser)
    }
}
