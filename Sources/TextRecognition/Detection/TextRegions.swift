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
