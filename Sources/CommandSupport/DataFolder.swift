public import Foundation

/// Where programs keep what is the user's.
public enum DataFolder {
    /// `$XDG_DATA_HOME/pinhole`, by default `~/.local/share/pinhole`.
    public static func url(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        let home = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let data = home ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        return data.appending(path: "pinhole", directoryHint: .isDirectory)
    }
}
