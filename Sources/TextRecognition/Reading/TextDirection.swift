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
