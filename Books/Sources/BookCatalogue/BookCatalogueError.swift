/// Why a catalogue cannot be used.
public enum BookCatalogueError: Error, Equatable, CustomStringConvertible {
    /// The file is a database, but not of a catalogue.
    case notACatalogue
    /// The catalogue was written by another version of the program; its number.
    case otherVersion(Int)
    /// Another import into the same catalogue is running.
    case importIsRunning
    /// A file that was to be imported cannot be read; its path and the reason.
    case unreadable(path: String, reason: String)
    /// A CSV file lacks a column; its name.
    case missingColumn(String)
    /// A system call failed; what was tried, and `errno`.
    case system(operation: String, errno: Int32)

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .notACatalogue: "The file is not a book catalogue."
        case .otherVersion(let version): "The catalogue has version \(version), which this program does not know."
        case .importIsRunning: "Another import into this catalogue is running."
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .missingColumn(let name): "The first line of the CSV file names no column \"\(name)\"."
        case .system(let operation, let errno): "\(operation) failed with error \(errno)."
        }
    }
}
