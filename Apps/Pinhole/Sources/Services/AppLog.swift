import Foundation
import os

/// The app's own lines in the unified log, beside those of the engine: to be read in Console under the app's subsystem.
enum AppLog {
    static let subsystem = Bundle.main.bundleIdentifier ?? "Pinhole"

    /// Scenes and modes.
    static let app = Logger(subsystem: subsystem, category: "app")
    /// Where the picture is on the screen.
    static let preview = Logger(subsystem: subsystem, category: "preview")
    /// Files, and the photo library.
    static let files = Logger(subsystem: subsystem, category: "files")
    /// The scanner.
    static let scanner = Logger(subsystem: subsystem, category: "scanner")
}
