import ArgumentParser
// Of `stdout`.
@preconcurrency import Foundation

/// The command.
@main
struct Pinhole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pinhole",
        abstract: "A camera you can trust: viewfinder in the browser, photos, movies, and cameras in plain words.",
        discussion: """
            Without a subcommand, pinhole serves the viewfinder. Real cameras are used when there are any, else a \
            simulated iPhone stands in; --camera chooses.
            """,
        version: PinholeVersion.current,
        subcommands: [
            ServeCommand.self, DevicesCommand.self, PhotoCommand.self, RecordCommand.self, RecoverCommand.self,
            FramesCommand.self, ScanCommand.self, CatalogueCommand.self, RecognizerCommand.self, DoctorCommand.self,
            SimulateCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    /// Runs what was asked for, and ends the program.
    ///
    /// Not by returning or by `exit`, which would destroy what libraries keep in globals: spines may be read at this moment, on
    /// threads that need them. What is to stay is on the disk by now.
    static func main() async {
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
