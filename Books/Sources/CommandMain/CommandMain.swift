public import ArgumentParser
// Of `stdout`.
@preconcurrency import Foundation

extension AsyncParsableCommand {
    /// Runs what was asked for, and ends the program.
    ///
    /// Not by returning or by `exit`, which would destroy what libraries keep in globals: spines may be read at this moment, on
    /// threads that need them. What is to stay is on the disk by now.
    public static func runAndEnd() async -> Never {
        var status = EXIT_SUCCESS
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            status = report(error)
        }
        fflush(stdout)
        quick_exit(status)
    }

    /// Says what went wrong, or the help that was asked for.
    ///
    /// - Returns: the status to end with.
    private static func report(_ error: any Error) -> Int32 {
        let message = fullMessage(for: error)
        let status = exitCode(for: error)
        let output = status.isSuccess ? FileHandle.standardOutput : .standardError
        if !message.isEmpty { try? output.write(contentsOf: Data((message + "\n").utf8)) }
        return status.rawValue
    }
}
