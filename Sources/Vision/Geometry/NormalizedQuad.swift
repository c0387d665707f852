import Foundation
import TextRecognition

/// A quadrilateral as shares of a picture's width and height, from its lower left corner; its corners as what is in it is read.
struct NormalizedQuad: Hashable, Sendable {
    var topLeft: CGPoint
    var topRight: CGPoint
    var bottomRight: CGPoint
    var bottomLeft: CGPoint

    /// - Parameters:
    ///   - quad: in pixels from the upper left corner.
    ///   - width: of the picture.
    ///   - height: of the picture.
    init(_ quad: TextQuad, width: Int, height: Int) {
        func normalized(_ point: TextPoint) -> CGPoint {
            CGPoint(
                x: min(1, max(0, point.x / Double(width))),
                y: min(1, max(0, 1 - point.y / Double(height)))
            )
        }
        topLeft = normalized(quad.topLeft)
        topRight = normalized(quad.topRight)
        bottomRight = normalized(quad.bottomRight)
        bottomLeft = normalized(quad.bottomLeft)
    }

    private init(_ topLeft: CGPoint, _ topRight: CGPoint, _ bottomRight: CGPoint, _ bottomLeft: CGPoint) {
        (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
    }

    /// The smallest upright rectangle around it.
    var boundingBox: CGRect {
        let xs = [topLeft.x, topRight.x, bottomRight.x, bottomLeft.x]
        let ys = [topLeft.y, topRight.y, bottomRight.y, bottomLeft.y]
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }

    /// The part from one share of its length to another, 0 being where what is in it begins.
    func part(_ range: ClosedRange<Double>) -> NormalizedQuad {
        func along(_ from: CGPoint, _ to: CGPoint, _ share: Double) -> CGPoint {
            CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        return NormalizedQuad(
            along(topLeft, topRight, range.lowerBound),
            along(topLeft, topRight, range.upperBound),
            along(bottomLeft, bottomRight, range.upperBound),
            along(bottomLeft, bottomRight, range.lowerBound)
        )
    }
}

extension ReadText {
    /// Which share of the line some letters take: to the middle between them and their neighbours.
    func extent(of range: Range<Int>) -> ClosedRange<Double> {
        guard let first = range.first, let last = range.last else { return 0...0 }
        let start = first == 0 ? 0 : (letters[first - 1].position + letters[first].position) / 2
        let end = last + 1 == letters.count ? 1 : (letters[last].position + letters[last + 1].position) / 2
        return min(start, end)...max(start, end)
    }

    /// The letters of a part of the text; `nil` if the range does not lie in it.
    func letters(of range: Range<String.Index>) -> Range<Int>? {
        let text = self.text
        guard range.lowerBound >= text.startIndex, range.upperBound <= text.endIndex, !range.isEmpty else { return nil }
        let from = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let to = text.utf8.distance(from: text.startIndex, to: range.upperBound)
        var position = 0
        var touched: Range<Int>?
        for (index, letter) in letters.enumerated() {
            let next = position + letter.text.utf8.count
            if position < to, next > from { touched = (touched?.lowerBound ?? index)..<index + 1 }
            position = next
        }
        return touched
    }
}
