import CommandSupport
import Foundation
import Glibc
import ServiceLifecycle
import Synchronization

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
