/// A line of text as a recogniser read it.
public struct ReadLine: Sendable, Equatable {
    /// A letter, or a blank, as it was read.
    public struct Letter: Sendable, Equatable {
        /// Mostly one character.
        public var text: String
        /// From 0 to 1.
        public var confidence: Double
        /// Where it lies, as a share of the line's length, from 0 to 1.
        public var position: Double

        /// A letter with its confidence and its position along the line, both from 0 to 1.
        public init(text: String, confidence: Double, position: Double) {
            (self.text, self.confidence, self.position) = (text, confidence, position)
        }
    }

    /// Upper left, upper right, lower right, lower left as the text is read; x and y in pixels from the upper left corner
    /// of the image.
    public var corners: [SIMD2<Double>]
    /// From 0 to 1.
    public var confidence: Double
    /// The letters in the order of reading.
    public var letters: [Letter]

    /// A line with four corners, in the order of ``corners``.
    public init(corners: [SIMD2<Double>], confidence: Double, letters: [Letter]) {
        precondition(corners.count == 4, "A line has four corners.")
        (self.corners, self.confidence, self.letters) = (corners, confidence, letters)
    }
}
