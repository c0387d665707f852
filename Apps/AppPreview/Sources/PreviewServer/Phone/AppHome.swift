import Foundation

/// The folder that an app has for itself on a phone.
struct AppHome {
    let folder: URL
    let photos: URL

    /// The variable that names the folder once the program has entered it.
    private static let entered = "PINHOLE_PHONE_FOLDER"

    /// Makes the folders.
    init(_ options: LaunchOptions) throws {
        let path = ProcessInfo.processInfo.environment[Self.entered] ?? options.documents
        folder = path.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? Self.standard
        photos =
            options.photos.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? folder.appending(path: "Photo Library", directoryHint: .isDirectory)
        for folder in [folder, photos] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    private static var standard: URL {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        return data.appending(path: "pinhole/Phone", directoryHint: .isDirectory)
    }

    /// Makes Foundation find the app's documents, settings and so on here. Before anything else is done.
    ///
    /// Foundation has looked up where settings lie before the program's first line, so the program is started anew, once.
    func enter() {
        guard getenv(Self.entered) == nil else { return }
        shareTextRecognition()
        setenv(Self.entered, folder.path, 1)
        // Foundation's own override of the home; what it looks up by other variables lies there as well.
        setenv("CFFIXED_USER_HOME", folder.path, 1)
        for (name, path) in ["XDG_DATA_HOME": "Library", "XDG_CONFIG_HOME": "Settings", "XDG_CACHE_HOME": "Caches"] {
            setenv(name, folder.appending(path: path).path, 1)
        }
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
        // Where that fails the app runs all the same, and only its settings do not last.
        execv(program, CommandLine.unsafeArgv)
    }

    /// Writes what the app has set in its defaults, as a phone does by itself.
    static func saveSettings() { _ = UserDefaults.standard.synchronize() }

    /// What text is read with is this machine's, as it is the system's on a phone; it lies in the cache that the app does not see.
    private func shareTextRecognition() {
        let environment = ProcessInfo.processInfo.environment
        let cache =
            environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache")
        let folder = cache.appending(path: "pinhole/text-recognition")
        if FileManager.default.fileExists(atPath: folder.path) { setenv("PINHOLE_TEXT_RECOGNITION", folder.path, 0) }
    }
}
