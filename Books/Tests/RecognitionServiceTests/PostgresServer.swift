import Foundation
import ScanTestSupport

/// A PostgreSQL of the test's own, in a folder of its own, reached through a socket file there.
///
/// `@unchecked Sendable`: its properties do not change.
final class PostgresServer: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let folder: URL
    private let programs: String

    var connectionString: String { connectionString(database: "postgres") }

    func connectionString(database: String) -> String {
        "host=\(folder.path) dbname=\(database) user=scans connect_timeout=10"
    }

    /// Makes an empty database; gives the way to it.
    func newDatabase() throws -> String {
        let name = "scans_\(UUID().uuidString.prefix(8).lowercased())"
        try perform("createdb", ["-h", folder.path, "-U", "scans", name])
        return connectionString(database: name)
    }

    /// Executes statements in a database, each in a transaction of its own.
    func execute(_ statements: String..., database: String) throws {
        let commands = statements.flatMap { ["-c", $0] }
        try perform("psql", ["-v", "ON_ERROR_STOP=1", "-q", "-d", database] + commands)
    }

    /// Makes a cluster and starts it. Debian's package `postgresql` has to be installed; without it the test fails.
    init() async throws {
        let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        guard let newest = versions.compactMap({ Int($0) }).max() else {
            throw Failure(description: "PostgreSQL's server is not installed: apt-get install postgresql")
        }
        programs = "/usr/lib/postgresql/\(newest)/bin"
        // A short path: the names of sockets have a limit.
        folder = URL(filePath: "/tmp/pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try Self.run("/bin/chown", ["postgres", folder.path]) }
        try perform("initdb", ["-D", data, "-U", "scans", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"])
        try await start()
    }

    /// Ends it and deletes its folder. To be called at the end of the test, also of one that fails.
    func remove() {
        try? stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private var data: String { folder.appending(path: "data").path }

    /// Starts it, and returns when it takes connections.
    func start() async throws {
        let arguments = ["-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off"]
        let (program, all) = command("postgres", arguments)
        let child = try ChildProgram(URL(filePath: program), all, announcesErrors: true)
        for await line in child.lines where line.contains("ready to accept connections") { return }
        throw Failure(description: "PostgreSQL has ended instead of starting.")
    }

    /// Ends it as a crash would, without a word to its clients, and returns when it is gone.
    func stop() throws {
        let file = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        guard let identifier = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw Failure(description: "PostgreSQL does not tell its process.")
        }
        kill(identifier, SIGQUIT)
        while kill(identifier, 0) == 0 { sched_yield() }
    }

    /// PostgreSQL refuses to run as root.
    private func command(_ program: String, _ arguments: [String]) -> (String, [String]) {
        let path = "\(programs)/\(program)"
        return getuid() == 0 ? ("/sbin/runuser", ["-u", "postgres", "--", path] + arguments) : (path, arguments)
    }

    private func perform(_ program: String, _ arguments: [String]) throws {
        let (path, all) = command(program, arguments)
        try Self.run(path, all)
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) \(arguments.joined(separator: " ")) has ended with an error.")
        }
    }
}
