/// What was recognised in one photo.
///
/// In JSON `{"photo", "books"}`; `recognizer` and `tokens` are there when they are known.
public struct PhotoResult: Sendable, Hashable, Codable {
    /// The photo's name as its sender gave it, or the path of a photo that was read from a file.
    public var photo: String
    /// The books, in the order in which they stand in the photo.
    public var books: [RecognizedBook]
    /// The name of the recogniser, for example of a model.
    public var recognizer: String?
    /// What the photo costs a vision model (R-PHOTO-3).
    public var tokens: TokenUsage?

    /// Makes a result.
    public init(photo: String, books: [RecognizedBook], recognizer: String? = nil, tokens: TokenUsage? = nil) {
        self.photo = photo
        self.books = books
        self.recognizer = recognizer
        self.tokens = tokens
    }
}
