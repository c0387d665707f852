/// Why text could not be read.
public enum TextRecognitionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The library or the models are on none of the places where they are looked for.
    case missing(file: String, searched: [String])
    /// A file is there, and is not the one that was published.
    case damaged(file: String)
    /// The library cannot be loaded.
    case unusableLibrary(file: String, reason: String)
    /// The library refused something.
    case failed(operation: String, reason: String)
    /// Whoever wanted the text wants it no more.
    case cancelled
    /// The image is too small to hold text, or too large to be looked at.
    case unsuitableImage(width: Int, height: Int)

    public var description: String {
        switch self {
        case .missing(let file, let searched):
            "Reading text needs \(file), which is in none of these folders: \(searched.joined(separator: ", ")). "
                + "Run scripts/bootstrap to fetch it, or set \(ModelFolder.variable) to the folder that has it."
        case .damaged(let file):
            "\(file) is damaged: it is not the published file. Delete it and run scripts/bootstrap to fetch it again."
        case .unusableLibrary(let file, let reason): "\(file) cannot be loaded: \(reason)"
        case .failed(let operation, let reason): "Reading text failed (\(operation)): \(reason)"
        case .cancelled: "Reading text was cancelled."
        case .unsuitableImage(let width, let height):
            "A picture of \(width) x \(height) pixels cannot be read. Between 16 and 32,767 in each direction can."
        }
    }
}
