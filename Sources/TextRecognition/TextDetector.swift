/// Finds lines of text in an image, whichever way they run.
///
/// Not thread-safe: its owner asks one thing at a time.
final class TextDetector {
    private let model: InferenceModel
    private let rules = TextBoxRules()
    /// Detectors of this family divide the image by this.
    private static let step = 32

    init(_ runtime: InferenceRuntime, threads: Int) throws(TextRecognitionError) {
        // As it was trained: the order of the color channels is blue, green, red, the figures are those of red, green, blue.
        model = try runtime.compile(
            .detector,
            mean: [0.485 * 255, 0.456 * 255, 0.406 * 255],
            deviation: [0.229 * 255, 0.224 * 255, 0.225 * 255],
            threads: threads
        )
    }

    /// The lines of an image.
    /// - Parameters:
    ///   - scale: how much smaller the image is made before it is looked at, from 0 to 1. Quicker, and blind to small text.
    ///   - proceed: asked before each tile; throws if nobody wants the answer any more.
    func detect(
        _ image: BGRAImage,
        scale: Double = 1,
        proceed: () throws(TextRecognitionError) -> Void = {}
    ) throws(TextRecognitionError) -> [DetectedText] {
        let width = max(Self.step, Int(Double(image.width) * scale))
        let height = max(Self.step, Int(Double(image.height) * scale))
        let factors = TextPoint(Double(image.width) / Double(width), Double(image.height) / Double(height))
        var map = TextMap(width: width, height: height)
        for tile in DetectorTiles(width: width, height: height).tiles {
            try proceed()
            try detect(in: tile, of: image, factors: factors, into: &map)
        }
        return map.texts(rules).map { text in
            DetectedText(score: text.score, quad: text.quad.scaled(x: factors.x, y: factors.y))
        }
    }

    private func detect(
        in tile: DetectorTiles.Tile,
        of image: BGRAImage,
        factors: TextPoint,
        into map: inout TextMap
    ) throws(TextRecognitionError) {
        func rounded(_ length: Int) -> Int { (length + Self.step - 1) / Self.step * Self.step }
        let input = BGRAImage(anyWidth: rounded(tile.seenX.count), height: rounded(tile.seenY.count))
        input.draw(
            image,
            columns: input.width,
            origin: TextPoint(Double(tile.seenX.lowerBound) * factors.x, Double(tile.seenY.lowerBound) * factors.y),
            right: TextPoint(factors.x, 0),
            down: TextPoint(0, factors.y)
        )
        let corner = (tile.takenX.lowerBound - tile.seenX.lowerBound, tile.takenY.lowerBound - tile.seenY.lowerBound)
        // Exclusive access to the map ends before the model is asked.
        let taken = try model.infer(input) { sizes, values -> TextMap? in
            guard sizes == [1, 1, input.height, input.width] else { return nil }
            var next = map
            next.copy(values, stride: input.width, corner: corner, x: tile.takenX, y: tile.takenY)
            return next
        }
        guard let taken else { throw .failed(operation: "find text", reason: "the detector's answer has another size") }
        map = taken
    }
}

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

/// Where the detector thinks that text is: for each pixel, how sure it is, from 0 to 255.
struct TextMap {
    let width: Int
    let height: Int
    private(set) var values: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [UInt8](repeating: 0, count: width * height)
    }

    subscript(_ x: Int, _ y: Int) -> UInt8 {
        get { values[y * width + x] }
        set { values[y * width + x] = newValue }
    }

    /// Copies a part of a detector's answer.
    /// - Parameters:
    ///   - answer: shares of 1, row by row.
    ///   - stride: the answer's columns.
    ///   - corner: which of its columns and rows is copied first.
    ///   - x: where that lies here; with the columns and rows that are copied from there on.
    mutating func copy(
        _ answer: UnsafeBufferPointer<Float>,
        stride: Int,
        corner: (x: Int, y: Int),
        x: Range<Int>,
        y: Range<Int>
    ) {
        for row in y {
            let from = (row - y.lowerBound + corner.y) * stride + corner.x
            for column in x {
                let share = answer[from + column - x.lowerBound]
                values[row * width + column] = UInt8(max(0, min(255, share * 255 + 0.5)))
            }
        }
    }
}

/// Connected pixels of a map that are above a threshold.
struct TextRegion {
    /// Rows, and of each the first and the last column that belongs to it.
    fileprivate(set) var rows: [Int: (first: Int, last: Int)] = [:]
    fileprivate(set) var count = 0

    /// The outermost pixels' corners. Nothing else decides about the convex hull.
    var outline: [TextPoint] {
        rows.flatMap { y, extent in
            [
                TextPoint(Double(extent.first), Double(y)), TextPoint(Double(extent.last + 1), Double(y)),
                TextPoint(Double(extent.first), Double(y + 1)), TextPoint(Double(extent.last + 1), Double(y + 1)),
            ]
        }
    }

    fileprivate mutating func add(_ run: TextRun) {
        count += run.last - run.first + 1
        let extent = rows[run.y]
        rows[run.y] = (min(extent?.first ?? run.first, run.first), max(extent?.last ?? run.last, run.last))
    }
}

/// Neighbouring pixels of a row.
private struct TextRun {
    let y: Int
    let first: Int
    let last: Int
}

extension TextMap {
    /// The regions above a threshold. Pixels that touch by a corner are connected.
    func regions(above threshold: UInt8) -> [TextRegion] {
        let runs = self.runs(above: threshold)
        var sets = DisjointSets(count: runs.count)
        connectNeighbours(runs, in: &sets)
        var regions: [Int: TextRegion] = [:]
        for (index, run) in runs.enumerated() {
            regions[sets.root(of: index), default: TextRegion()].add(run)
        }
        // In the order of the image, lest what is found depends on how a dictionary is laid out.
        return regions.sorted { $0.key < $1.key }.map(\.value)
    }

    private func runs(above threshold: UInt8) -> [TextRun] {
        var runs: [TextRun] = []
        values.withUnsafeBufferPointer { values in
            for y in 0..<height {
                let row = y * width
                var x = 0
                while x < width {
                    guard values[row + x] > threshold else {
                        x += 1
                        continue
                    }
                    let first = x
                    while x < width, values[row + x] > threshold { x += 1 }
                    runs.append(TextRun(y: y, first: first, last: x - 1))
                }
            }
        }
        return runs
    }

    /// Runs come row by row, so those of the row above are a window that moves along.
    private func connectNeighbours(_ runs: [TextRun], in sets: inout DisjointSets) {
        var above = 0
        for (index, run) in runs.enumerated() {
            while above < index,
                runs[above].y < run.y - 1 || (runs[above].y == run.y - 1 && runs[above].last < run.first - 1)
            {
                above += 1
            }
            var other = above
            while other < index, runs[other].y == run.y - 1, runs[other].first <= run.last + 1 {
                sets.unite(other, index)
                other += 1
            }
        }
    }
}

/// Which of some things belong together.
struct DisjointSets {
    private var parents: [Int]

    init(count: Int) {
        parents = Array(0..<count)
    }

    /// The smallest number of all that belong together with one.
    mutating func root(of index: Int) -> Int {
        var root = index
        while parents[root] != root { root = parents[root] }
        var step = index
        while parents[step] != root {
            let next = parents[step]
            parents[step] = root
            step = next
        }
        return root
    }

    mutating func unite(_ a: Int, _ b: Int) {
        let (a, b) = (root(of: a), root(of: b))
        parents[max(a, b)] = min(a, b)
    }
}

/// What is taken for text, and how much larger than its mark in the map a line is. The values are those that the models'
/// publishers recommend.
struct TextBoxRules: Equatable {
    /// A pixel belongs to text from here on, of 255.
    var threshold: UInt8 = 76
    /// The least that the pixels of a box are sure of on average, of 1.
    var leastScore = 0.5
    /// The shortest side in the map, before and after it is made larger.
    var leastSide = 3.0
    var leastGrownSide = 5.0
    var unclipRatio = 1.6
    /// So many boxes at most, the surest ones.
    var most = 1000
}

/// A line of text that was found, not yet read.
public struct DetectedText: Sendable, Equatable {
    /// How sure the detector is, from 0 to 1.
    public var score: Double
    /// The line, in pixels of the image that was looked at. Text that stands upright is taken to run downwards.
    public var quad: TextQuad
}

extension TextMap {
    /// The lines of text that the map shows, in pixels of the map.
    func texts(_ rules: TextBoxRules) -> [DetectedText] {
        let found = regions(above: rules.threshold).compactMap { region -> DetectedText? in
            guard let box = OrientedBox(aroundHull: convexHull(region.outline)), box.halfHeight * 2 >= rules.leastSide
            else { return nil }
            let score = meanInside(box)
            let whole = box.unclipped(ratio: rules.unclipRatio)
            guard score >= rules.leastScore, whole.halfHeight * 2 >= rules.leastGrownSide else { return nil }
            return DetectedText(score: score, quad: whole.quad)
        }
        guard found.count > rules.most else { return found }
        return Array(found.sorted { $0.score > $1.score }.prefix(rules.most))
    }

    /// The mean of the pixels whose centers lie in a box, from 0 to 1.
    private func meanInside(_ box: OrientedBox) -> Double {
        let reach = TextPoint(
            abs(box.axis.x) * box.halfLength + abs(box.axis.y) * box.halfHeight,
            abs(box.axis.y) * box.halfLength + abs(box.axis.x) * box.halfHeight
        )
        var (sum, count) = (0, 0)
        for y in rows(from: box.center.y - reach.y, to: box.center.y + reach.y, limit: height) {
            for x in rows(from: box.center.x - reach.x, to: box.center.x + reach.x, limit: width) {
                let place = TextPoint(Double(x) + 0.5, Double(y) + 0.5) - box.center
                guard abs(TextPoint.dot(place, box.axis)) <= box.halfLength,
                    abs(TextPoint.cross(box.axis, place)) <= box.halfHeight
                else { continue }
                sum += Int(self[x, y])
                count += 1
            }
        }
        return count == 0 ? 0 : Double(sum) / Double(count) / 255
    }

    private func rows(from: Double, to: Double, limit: Int) -> Range<Int> {
        let first = max(0, Int(from.rounded(.down)))
        return first..<max(first, min(limit, Int(to.rounded(.up))))
    }
}
