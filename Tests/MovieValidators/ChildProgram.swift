import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program in a process of its own, which can be killed. What it writes goes to files: nothing that it leaves running, and
/// no other child, can keep whoever waits for it from going on.
// @unchecked: the descriptors are constants, and the end is behind a mutex.
public final class ChildProgram: @unchecked Sendable {
    /// The process.
    public let id: pid_t
    private let output: Int32
    private let complaints: Int32
    private let status = Mutex<Int32?>(nil)
    private let end = DispatchGroup()

    /// Starts a program that is found on the path.
    public init(_ program: String, _ arguments: [String]) throws(ValidationFailure) {
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        output = try Self.scratchFile()
        complaints = try Self.scratchFile()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [nothing, output, complaints].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // What other tests have open may be inherited: a server's port would stay taken as long as this program runs. To close
        // what is not open is no error.
        for descriptor in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // Dispatch's threads block signals, which children would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + environment).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, &attributes, words, environment)
        guard code == 0 else {
            close(output)
            close(complaints)
            throw ValidationFailure("\(program) cannot be started: \(String(cString: strerror(code)))")
        }
        id = child
        end.enter()
        Thread.detachNewThread { [self] in
            var word: Int32 = 0
            while waitpid(id, &word, 0) < 0, errno == EINTR {}
            // The shell's way: 128 and the signal's number when one ended it.
            status.withLock { $0 = word & 0x7f == 0 ? word >> 8 & 0xff : 128 + (word & 0x7f) }
            end.leave()
        }
    }

    deinit {
        close(output)
        close(complaints)
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { status.withLock { $0 == nil } }

    /// Sends a signal.
    public func send(_ signal: Int32) {
        // Nobody else may have been given the number since.
        status.withLock { if $0 == nil { kill(id, signal) } }
    }

    /// Waits for the end; kills the program when it takes too long, which is a failure.
    ///
    /// - Parameter seconds: the bound, far above what it takes where many others want the processors: it is for what hangs.
    /// - Returns: the exit status; 128 and the signal's number when a signal ended it.
    @discardableResult
    public func wait(within seconds: Double = 1_200) throws(ValidationFailure) -> Int32 {
        if end.wait(timeout: .now() + seconds) == .timedOut {
            send(SIGKILL)
            end.wait()
            throw ValidationFailure("process \(id) did not end within \(seconds) s")
        }
        return status.withLock { $0 } ?? 0
    }

    /// What it has written to its standard output so far.
    public var outputData: Data { Self.contents(output) }

    /// What it has written to its standard error so far.
    public var complaintText: String { String(decoding: Self.contents(complaints), as: UTF8.self) }

    private static func scratchFile() throws(ValidationFailure) -> Int32 {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ValidationFailure("cannot write \(path): errno \(errno)") }
        unlink(path)
        return descriptor
    }

    private static func contents(_ descriptor: Int32) -> Data {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return Data() }
        var data = Data(count: Int(status.st_size))
        let count = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return data.prefix(max(0, count))
    }
}

/// Runs what waits for other programs on a thread of its own, so that it keeps nothing else from running.
public func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
}
