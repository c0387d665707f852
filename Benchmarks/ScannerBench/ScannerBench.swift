import ArgumentParser

/// Measures how well and how fast books are recognised.
@main
struct ScannerBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scanner-bench",
        abstract: "Measure the scanner of books.",
        subcommands: [ScenesBench.self, PhotosBench.self, SpeedBench.self, LiveTextBench.self]
    )
}
