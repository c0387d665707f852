import ArgumentParser
import CommandMain

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
            FramesCommand.self, BooksScanCommand.self, BooksCatalogueCommand.self, BooksRecognizerCommand.self,
            DoctorCommand.self,
            SimulateCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func main() async { await runAndEnd() }
}
