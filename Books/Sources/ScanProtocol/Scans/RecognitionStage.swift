/// What a recogniser is doing with a photo, as one word of a vocabulary that may grow.
///
/// A reader that does not know a word shows none. Words for people belong to the user interface.
public struct RecognitionStage: RawRepresentable, Sendable, Hashable, Codable {
    /// The word, as it stands in JSON.
    public let rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Decodes the image.
    public static let decoding = Self(rawValue: "decoding")
    /// Looks for text, spines and barcodes.
    public static let detecting = Self(rawValue: "detecting")
    /// Reads text.
    public static let reading = Self(rawValue: "reading")
    /// Searches the catalogue.
    public static let matching = Self(rawValue: "matching")
    /// Waits for the answer of a model on another machine.
    public static let waitingForModel = Self(rawValue: "waiting-for-model")
}

/// How far a recogniser is with a photo.
public struct RecognitionProgress: Sendable, Hashable {
    /// The part that is done, from 0 to 1.
    public var fraction: Double
    /// What is being done; nil if the recogniser does not tell.
    public var stage: RecognitionStage?

    /// Makes a progress.
    public init(_ fraction: Double, stage: RecognitionStage? = nil) {
        self.fraction = fraction
        self.stage = stage
    }
}
