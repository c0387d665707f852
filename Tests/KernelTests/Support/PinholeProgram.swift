import Foundation

/// The command, as it was built.
enum PinholeProgram {
    /// It stands beside the test program.
    static var url: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("pinhole")
    }
}
