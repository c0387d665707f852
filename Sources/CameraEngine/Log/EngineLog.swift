/// Where the engine tells what it does: one line for each thing that happens, in order, under a category (R-LIFE-14).
///
/// On Apple's platforms these are `os.Logger`s, to be seen in Console under the app's subsystem; on Linux swift-log's, under the
/// label `CameraEngine.` and the category. This package's own `os` is for apps that import it: the engine does not have every program
/// that uses it find a module of that name by `canImport(os)`.
struct EngineLog: Sendable {
    /// What a line is about.
    enum Category: String, Sendable, Hashable, CaseIterable {
        /// Wishes, and what the session is told.
        case session
        /// Inputs and outputs.
        case configuration
        /// What the user allows.
        case permission
        /// The system takes the camera, and gives it back.
        case interruption
        /// Failures, and what is done about them.
        case recovery
        /// Heat and power.
        case pressure
        /// Photos and scans, and their size.
        case photo
        /// Movies, and their sound.
        case recording
        /// What the user sees.
        case status
    }

    /// How much a line matters.
    enum Level: Sendable, Hashable {
        /// For whoever looks for a fault.
        case debug
        /// What happens when all is well.
        case info
        /// What a user may ask about.
        case notice
        /// What should not happen.
        case error
    }

    /// A line.
    struct Entry: Sendable, Hashable {
        var category: Category
        var level: Level
        /// Always the same words for the same thing.
        var message: String
        /// What differs from time to time.
        var details: [String: String] = [:]

        /// All of it in one line: "start() called, isRunning=false".
        var line: String {
            let details = details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return details.isEmpty ? message : "\(message), \(details.joined(separator: " "))"
        }
    }

    private let sinks = Dictionary(uniqueKeysWithValues: Category.allCases.map { ($0, LogSink($0)) })

    /// The engine's log.
    static let shared = EngineLog()

    /// Tells a line.
    func write(_ entry: Entry) {
        sinks[entry.category]?.write(entry)
    }

    /// Tells a line.
    func write(
        _ category: Category,
        _ level: Level,
        _ message: String,
        _ details: [String: String] = [:]
    ) {
        write(Entry(category: category, level: level, message: message, details: details))
    }
}
