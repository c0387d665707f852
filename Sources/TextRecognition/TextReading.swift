/// The reading of one image.
struct TextReading {
    let image: BGRAImage
    let options: TextReader.Options
    let models: TextModels
    private var direction = TextDirection()
    /// The median height of what was found.
    private var usualHeight = 0.0

    /// Finding takes about as long as reading a dozen lines.
    private static let linesLikeFinding = 12

    init(_ image: BGRAImage, _ options: TextReader.Options, _ models: TextModels) {
        self.image = image
        self.options = options
        self.models = models
    }

    /// The lines that are to be read.
    func find(_ isCancelled: () -> Bool) throws(TextRecognitionError) -> [DetectedText] {
        let found = try models.detector.detect(image, scale: options.detectionScale) {
            () throws(TextRecognitionError) in
            if isCancelled() { throw .cancelled }
        }
        return found.filter { $0.quad.height >= options.leastHeight }
    }

    /// Finds lines and reads them. Long ones come first: they tell which way short ones run.
    mutating func read(
        progress: (Double) -> Void,
        isCancelled: () -> Bool
    ) throws(TextRecognitionError) -> [TextLine] {
        let found = try find(isCancelled).sorted { $0.quad.length > $1.quad.length }
        usualHeight = found.map(\.quad.height).sorted().dropFirst(found.count / 2).first ?? 0
        var lines: [TextLine] = []
        let work = Double(found.count + Self.linesLikeFinding)
        for (index, text) in found.enumerated() {
            if isCancelled() { throw .cancelled }
            progress((Double(index) + Double(Self.linesLikeFinding)) / work)
            lines += try readWell(text).filter { isBelieved($0) }
        }
        progress(1)
        return lines
    }

    private func isBelieved(_ line: TextLine) -> Bool {
        line.confidence >= options.leastConfidence && !line.read.letters.isEmpty
    }

    /// Reads what was found as a line, which may turn out to be several.
    private mutating func readWell(_ text: DetectedText) throws(TextRecognitionError) -> [TextLine] {
        var line = try read(text)
        if options.looksAgain {
            if let clearer = try searchAround(line) { line.read = clearer }
            if isBlock(line), let apart = try searchInside(line) {
                apart.forEach { direction.record($0) }
                return apart
            }
        }
        if isBelieved(line) { direction.record(line) }
        return [line]
    }

    /// Reads a line once, in the direction in which it makes more sense.
    private func read(_ text: DetectedText) throws(TextRecognitionError) -> TextLine {
        let likely = direction.likely(text.quad)
        let read = try models.recognizer.read(image, along: likely)
        if options.readsBothDirections, !TextDirection.isClear(read) {
            let other = try models.recognizer.read(image, along: likely.reversed)
            if other.confidence > read.confidence {
                return TextLine(read: other, quad: likely.reversed, score: text.score)
            }
        }
        return TextLine(read: read, quad: likely, score: text.score)
    }
}

// MARK: - The second look

extension TextReading {
    /// What is read less clearly than this is nothing, or as clear as it gets.
    private static let doubtful = 0.4..<0.93
    /// How much of its surroundings a line gets on each side, in heights.
    private static let surroundings = (along: 0.35, across: 0.12)

    /// Reads a doubtful line with a little more around it, in case that its box cuts letters.
    /// - Returns: `nil` if that is no clearer.
    private func searchAround(_ line: TextLine) throws(TextRecognitionError) -> ReadText? {
        guard Self.doubtful.contains(line.confidence) else { return nil }
        let larger = line.quad.grown(
            along: Self.surroundings.along * line.quad.height,
            across: Self.surroundings.across * line.quad.height
        )
        let again = try models.recognizer.read(image, along: larger)
        let isClearer = again.confidence > line.confidence && again.letters.count >= line.read.letters.count - 1
        return isClearer ? again : nil
    }

    /// Whether it may be several lines: higher than most, and not read well.
    private func isBlock(_ line: TextLine) -> Bool {
        line.confidence < 0.85 && line.quad.height > 1.3 * usualHeight
    }

    /// Straightens the surroundings of what may be several lines, enlarges them, and looks for lines in them.
    /// - Returns: `nil` if that is no better.
    private func searchInside(_ line: TextLine) throws(TextRecognitionError) -> [TextLine]? {
        let area = line.quad.grown(along: 0.4 * line.quad.height, across: 0.4 * line.quad.height)
        guard let enlarged = EnlargedPart(of: image, area) else { return nil }
        var lines: [TextLine] = []
        for text in try models.detector.detect(enlarged.image) {
            lines.append(try read(DetectedText(score: text.score, quad: enlarged.inWhole(text.quad))))
        }
        lines.removeAll { $0.confidence < 0.7 || $0.read.letters.count < 2 }
        return Self.worth(lines) > Self.worth([line]) + 1 ? lines : nil
    }

    /// How much of it can be read.
    private static func worth(_ lines: [TextLine]) -> Double {
        lines.reduce(0) { $0 + Double($1.read.letters.count) * max(0, $1.confidence - 0.5) }
    }
}

/// A part of an image, straightened and enlarged.
private struct EnlargedPart {
    let image: BGRAImage
    private let area: TextQuad
    private let size: TextPoint

    /// How much larger at most, and how long at most.
    private static let zoom = 2.0
    private static let longest = 960.0
    /// Sides are a multiple of this.
    private static let step = 32

    /// - Returns: `nil` if the part is too small or too narrow to hold several lines.
    init?(of whole: BGRAImage, _ area: TextQuad) {
        let factor = min(Self.zoom, Self.longest / max(area.length, area.height, 1))
        func side(_ length: Double) -> Int { Int((length * factor / Double(Self.step)).rounded()) * Self.step }
        let (width, height) = (side(area.length), side(area.height))
        guard min(width, height) >= 2 * Self.step else { return nil }
        self.area = area
        size = TextPoint(Double(width), Double(height))
        image = BGRAImage(anyWidth: width, height: height)
        image.draw(
            whole,
            columns: width,
            origin: area.topLeft,
            right: (area.topRight - area.topLeft) * (1 / size.x),
            down: (area.bottomLeft - area.topLeft) * (1 / size.y)
        )
    }

    /// A place in the whole image.
    func inWhole(_ quad: TextQuad) -> TextQuad {
        let right = (area.topRight - area.topLeft) * (1 / size.x)
        let down = (area.bottomLeft - area.topLeft) * (1 / size.y)
        return quad.mapped { area.topLeft + right * $0.x + down * $0.y }
    }
}

/// Which way the text of an image runs that stands upright or on its head: most lines of an image agree.
struct TextDirection {
    /// From here on the recogniser is so sure of a direction that the other one is not tried. Few letters may be anything.
    static func isClear(_ read: ReadText) -> Bool { read.confidence >= 0.93 && read.letters.count > 2 }

    private var upright = 0
    private var reversed = 0

    /// The same rectangle, read in the direction that most upright text before was read in.
    func likely(_ quad: TextQuad) -> TextQuad {
        guard Self.isVertical(quad), upright != reversed else { return quad }
        return Self.isReversed(quad) == (reversed > upright) ? quad : quad.reversed
    }

    mutating func record(_ line: TextLine) {
        guard Self.isVertical(line.quad), line.read.letters.count > 3, line.confidence > 0.8 else { return }
        if Self.isReversed(line.quad) { reversed += 1 } else { upright += 1 }
    }

    /// Whether it runs upwards.
    private static func isReversed(_ quad: TextQuad) -> Bool { quad.topRight.y < quad.topLeft.y }

    private static func isVertical(_ quad: TextQuad) -> Bool {
        let along = quad.topRight - quad.topLeft
        return abs(along.y) > abs(along.x)
    }
}
