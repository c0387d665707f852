/// A line of text as it was read, with what grouping needs to know of it.
struct SpineLine {
    /// Corners: where the text begins, where it ends, and their feet.
    let corners: [Point]
    let text: String
    let letters: [ReadLine.Letter]
    /// From 0 to 1.
    let confidence: Double
    let center: Point
    /// The direction of reading; of length 1.
    let direction: Point
    /// From the letters' heads to their feet; of length 1.
    let down: Point
    let length: Double
    /// The height of the text; lengths between lines are told in it.
    let height: Double
    /// A library's label, which is never part of a title.
    var label: CallNumberLabel?
    /// Words as they are compared; none for a label.
    var words: [String]
    /// How sure each letter of the words is, from 0 to 1.
    let sureness: [Double]
    /// Which shelf of the picture it stands on, from the top.
    var row = 0

    /// Labels are short.
    private static let longestLabel = 12.0

    /// - Parameters:
    ///   - corners: upper left, upper right, lower right, lower left, as the text is read.
    ///   - letters: what was read, letter by letter.
    init(corners: [Point], confidence: Double, letters: [ReadLine.Letter]) {
        self.corners = corners
        self.letters = letters
        self.confidence = confidence
        text = letters.map(\.text).joined()
        let along = corners[1] - corners[0]
        let across = corners[3] - corners[0]
        length = along.length
        height = max(1e-6, across.length)
        direction = along * (1 / max(1e-6, along.length))
        down = across * (1 / height)
        center = (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25
        label = length < Self.longestLabel * height ? CallNumberLabel(text) : nil
        words = label == nil ? FoldedText.words(text) : []
        let each = letters.flatMap { letter in
            [Double](repeating: letter.confidence, count: FoldedText.letterCount(letter.text))
        }
        let count = words.reduce(0) { $0 + $1.unicodeScalars.count }
        sureness = each.count == count ? each : [Double](repeating: confidence, count: count)
    }

    /// Whether it runs rather up or down the picture than across it.
    var isVertical: Bool { abs(direction.y) > abs(direction.x) }
}
