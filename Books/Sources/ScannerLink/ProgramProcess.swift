import Foundation
import Glibc

/// A program that was started with a socket as its standard input and output. It inherits nothing else that is open: a port that
/// this process listens at would stay taken as long as the program runs.
final class ProgramProcess: Sendable {
    let link: LinkSocket
    private let id: pid_t

    /// How long it has to end by itself once its input has ended, and how long when it is asked to by a signal.
    private static let patience: [(signal: Int32, seconds: Double)] = [(0, 8), (SIGTERM, 2), (SIGKILL, 2)]

    /// Starts a program.
    ///
    /// - Throws: ``ScannerError`` that says why it cannot be started.
    init(_ executable: URL, _ arguments: [String]) throws(ScannerError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.failure(executable, errno)
        }
        let (code, id) = Self.spawn(executable, arguments, ends[1])
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Self.failure(executable, code)
        }
        self.id = id
        link = LinkSocket(ends[0])
    }

    private static func spawn(_ executable: URL, _ arguments: [String], _ end: Int32) -> (code: Int32, id: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        // To close what is not open is no error.
        for descriptor in STDERR_FILENO + 1...highestDescriptor() {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Dispatch's threads block signals, which programs would inherit. A group of its own: Control-C in a terminal is for whoever
        // started it, who ends it when nothing is needed of it any more.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words = ([executable.path] + arguments).map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + environment).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, executable.path, &actions, &attributes, words, environment)
        return (code, id)
    }

    /// The highest descriptor that is open, and some room for those that are opened at this moment.
    private static func highestDescriptor() -> Int32 {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return max(1_024, (open.compactMap { Int32($0) }.max() ?? 0) + 64)
    }

    private static func failure(_ executable: URL, _ code: Int32) -> ScannerError {
        ScannerError(.unavailable, "\(executable.path) cannot be started: \(String(cString: strerror(code))).")
    }

    /// Waits until it has ended, and sees to it that it does. For a thread of its own, once.
    ///
    /// - Returns: the exit status; 128 and the signal's number when a signal ended it; nil when nothing ends it.
    func waitForEnd() -> Int32? {
        for (signal, seconds) in Self.patience {
            if signal != 0 { kill(id, signal) }
            // Twenty looks a second, on a thread that has nothing else to do.
            for _ in 0..<Int(seconds * 20) {
                var word: Int32 = 0
                let ended = waitpid(id, &word, WNOHANG)
                if ended == id { return word & 0x7f == 0 ? word >> 8 & 0xff : 128 + (word & 0x7f) }
                if ended < 0, errno != EINTR { return nil }
                usleep(50_000)
            }
        }
        return nil
    }

    /// Ends it at once, as it does not answer.
    func terminate() {
        kill(id, SIGKILL)
        link.end()
    }
}
