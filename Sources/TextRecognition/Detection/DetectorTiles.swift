/// How an image is laid before the detector: whole if it is small, else in tiles that overlap, as its memory grows with what it
/// sees at once.
struct DetectorTiles: Equatable {
    /// The largest side that is looked at in one piece; a multiple of 32, as all sides are that the detector sees. With 1280 the
    /// detector takes 70 MB more, and finds the same.
    static let largestSide = 960
    /// What is seen beyond what is believed, on each side: the detector is not sure at edges.
    static let margin = 96

    struct Tile: Equatable {
        /// Columns and rows that are looked at, and those of them whose answer is taken.
        var seenX: Range<Int>
        var seenY: Range<Int>
        var takenX: Range<Int>
        var takenY: Range<Int>
    }

    let tiles: [Tile]

    init(width: Int, height: Int) {
        let columns = Self.spans(width)
        tiles = Self.spans(height).flatMap { y in
            columns.map { x in Tile(seenX: x.seen, seenY: y.seen, takenX: x.taken, takenY: y.taken) }
        }
    }

    private static func spans(_ length: Int) -> [(seen: Range<Int>, taken: Range<Int>)] {
        guard length > largestSide else { return [(0..<length, 0..<length)] }
        let core = largestSide - 2 * margin
        let count = (length + core - 1) / core
        return (0..<count).map { index in
            let taken = length * index / count..<length * (index + 1) / count
            return (max(0, taken.lowerBound - margin)..<min(length, taken.upperBound + margin), taken)
        }
    }
}
