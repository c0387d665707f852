/// The rectangle around a line of text, which may be turned: its corners as the text is read.
public struct TextQuad: Hashable, Sendable, Codable {
    /// Where the first letter's upper edge begins.
    public var topLeft: TextPoint
    public var topRight: TextPoint
    public var bottomRight: TextPoint
    public var bottomLeft: TextPoint

    public init(topLeft: TextPoint, topRight: TextPoint, bottomRight: TextPoint, bottomLeft: TextPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    public var corners: [TextPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// How long the text is, in pixels.
    public var length: Double { (topRight - topLeft).length }
    /// How tall it is.
    public var height: Double { (bottomLeft - topLeft).length }

    public var center: TextPoint { (topLeft + bottomRight) * 0.5 }

    /// The same rectangle for text that runs the other way.
    public var reversed: TextQuad {
        TextQuad(topLeft: bottomRight, topRight: bottomLeft, bottomRight: topLeft, bottomLeft: topRight)
    }

    /// The part from one share of its length to another, 0 being where the text begins.
    public func part(_ range: ClosedRange<Double>) -> TextQuad {
        func along(_ from: TextPoint, _ to: TextPoint, _ share: Double) -> TextPoint { from + (to - from) * share }
        return TextQuad(
            topLeft: along(topLeft, topRight, range.lowerBound),
            topRight: along(topLeft, topRight, range.upperBound),
            bottomRight: along(bottomLeft, bottomRight, range.upperBound),
            bottomLeft: along(bottomLeft, bottomRight, range.lowerBound)
        )
    }

    /// A rectangle that is larger by so many pixels on each side.
    func grown(along: Double, across: Double) -> TextQuad {
        guard length > 0, height > 0 else { return self }
        let right = (topRight - topLeft) * (along / length)
        let down = (bottomLeft - topLeft) * (across / height)
        return TextQuad(
            topLeft: topLeft - right - down,
            topRight: topRight + right - down,
            bottomRight: bottomRight + right + down,
            bottomLeft: bottomLeft - right + down
        )
    }

    func scaled(x: Double, y: Double) -> TextQuad { mapped { TextPoint($0.x * x, $0.y * y) } }

    /// The quadrilateral of which each corner is moved.
    public func mapped(_ move: (TextPoint) -> TextPoint) -> TextQuad {
        TextQuad(
            topLeft: move(topLeft),
            topRight: move(topRight),
            bottomRight: move(bottomRight),
            bottomLeft: move(bottomLeft)
        )
    }
}
