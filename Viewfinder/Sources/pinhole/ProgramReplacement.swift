import CameraSource
import CommandSupport
import Foundation
import Glibc
import ServiceLifecycle
import Synchronization
import Viewfinder

/// A program that takes this one's place when it is there: `scripts/run` serves with one that was built in a hurry, until the one that
/// takes longer to build, and less to run, is ready.
struct ReplacementProgram: Sendable {
    /// The environment's variable that names its file, which appears when it is whole.
    static let variable = "PINHOLE_REPLACEMENT"

    let file: URL

    /// The one that the environment names; nil where none is to come.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment[Self.variable], path.hasPrefix("/") else { return nil }
        file = URL(fileURLWithPath: path)
    }

    /// Whether it is there.
    var isReady: Bool { access(file.path, X_OK) == 0 }

    /// The arguments that it is started with: it listens where this one did, and pages that are open find it there.
    static func arguments(after arguments: [String], port: Int) -> [String] {
        arguments.dropFirst() + ["--port", "\(port)", "--no-browser"]
    }

    /// Becomes it.
    ///
    /// - Throws: `CommandError` when that cannot be.
    func become(port: Int) throws(CommandError) -> Never {
        let words = [file.path] + Self.arguments(after: CommandLine.arguments, port: port)
        unsetenv(Self.variable)
        execv(file.path, words.map { strdup($0) } + [nil])
        throw CommandError("\(file.path) cannot be started: \(String(cString: strerror(errno)))")
    }
}

/// Ends when the program that replaces this one is ready, and nothing is under way that an end would cut off.
final class ProgramReplacement: Service {
    /// The time between two looks for a file, which nobody tells of.
    static let interval: Duration = .seconds(1)

    private let isReady: @Sendable () -> Bool
    private let moment: QuietMoment
    private let clock: any Clock<Duration>
    private let ended = Atomic(false)

    /// Whether this has ended because it is ready, not because everything did.
    var hasCome: Bool { ended.load(ordering: .acquiring) }

    init(isReady: @escaping @Sendable () -> Bool, moment: QuietMoment, clock: any Clock<Duration>) {
        self.isReady = isReady
        self.moment = moment
        self.clock = clock
    }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { [self] in
                while !isReady() { try await clock.sleep(for: Self.interval) }
            }
        } catch is CancellationError {
            return
        }
        guard await moment.wait() else { return }
        ended.store(true, ordering: .releasing)
    }
}

/// Ends when the machine has got a camera of its own while a simulated phone stands in for one, and nothing is under way that an end
/// would cut off.
final class LateCamera: Service {
    private let source: CameraSource
    private let moment: QuietMoment
    private let find: @Sendable () -> String?
    private let found = Mutex<String?>(nil)

    /// The camera's name, when this has ended for it; `nil` when it has ended because everything did.
    var name: String? { found.withLock { $0 } }

    /// - Parameters:
    ///   - source: where the simulated phone is from.
    ///   - find: the name of the camera that the machine has got.
    ///   - moment: when nothing is under way.
    init(source: CameraSource, find: @escaping @Sendable () -> String?, moment: QuietMoment) {
        self.source = source
        self.find = find
        self.moment = moment
    }

    func run() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observations = source.observeLateCameras { _ in arrival.yield() }
        defer { for observation in observations { observation.cancel() } }
        // One may have come before anybody observed.
        arrival.yield()
        for await _ in arrivals.cancelOnGracefulShutdown() {
            guard find() != nil, await moment.wait() else { continue }
            // It may have been unplugged again meanwhile.
            guard let name = find() else { continue }
            found.withLock { $0 = name }
            return
        }
    }
}

/// A moment at which a viewfinder can end and begin anew without cutting anything off.
struct QuietMoment: Sendable {
    /// What may be recording a movie.
    let camera: any ViewfinderCamera
    /// Waits until nothing else is under way.
    let settle: @Sendable () async -> Void

    /// Waits for it.
    ///
    /// - Returns: whether nothing is under way any more; if not, everything ends.
    func wait() async -> Bool {
        repeat {
            guard await waitForTheEndOfTheMovie(), await waitUntilSettled() else { return false }
            // A movie may have been begun meanwhile.
        } while await camera.state().recording.phase != .idle
        return true
    }

    private func waitUntilSettled() async -> Bool {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        // Not a child task, which would have to be waited for.
        Task { [settle] in
            await settle()
            end.yield()
        }
        for await _ in ends.cancelOnGracefulShutdown() { return true }
        return false
    }

    private func waitForTheEndOfTheMovie() async -> Bool {
        let events = camera.events()
        if await camera.state().recording.phase == .idle { return true }
        for await event in events.cancelOnGracefulShutdown() {
            if case .state(let state) = event, state.recording.phase == .idle { return true }
        }
        return false
    }
}
