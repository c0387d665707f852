import Foundation

/// Looks over a movie's tables before a library is let loose on them: how many samples they announce must fit in them, and in
/// the file. A damaged or malicious file would otherwise take all memory and time.
struct MovieTables {
    /// A day's recording has fewer samples.
    private static let mostSamples = 8 << 20
    /// The largest index, and the largest header of a fragment.
    private static let largest: Int64 = 256 << 20
    private static let deepest = 8
    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf",
    ]
    /// Tables with a number of entries at their beginning, and the entries' lengths.
    private static let entryLengths: [String: Int] = [
        "stts": 8, "ctts": 8, "stsc": 12, "stco": 4, "co64": 8, "stss": 4, "elst": 12,
    ]

    /// What one track's tables say about samples that all have the same length, as uncompressed sound has.
    private struct Uniform {
        var count = 0
        var hasUnitSteps = false
        var chunks = 0
        var mostInChunk = 0

        /// Uncompressed sound is handled by the chunk, in pieces of 1024 frames.
        var isSensible: Bool {
            count <= mostSamples || (hasUnitSteps && chunks * ((mostInChunk + 1023) / 1024) <= mostSamples)
        }
    }

    private let fileSize: Int64
    private var samples = 0

    /// - Throws: `unreadable`.
    static func check(_ boxes: [MovieBoxes.Box], of storage: any MovieStorage) throws(MediaEncodingError) {
        var tables = MovieTables(fileSize: try storage.size())
        for box in boxes where isTable(box.type) && box.end <= tables.fileSize {
            guard box.size <= largest else { throw senseless("its index is too large") }
            let bytes = try storage.read(Int(box.size), at: box.offset)
            var uniform = Uniform()
            guard bytes.count == Int(box.size),
                tables.fits(box.type, bytes, Int(box.headerSize)..<bytes.count, depth: 0, &uniform)
            else { throw senseless("its tables contradict each other") }
        }
    }

    private static func isTable(_ type: String) -> Bool {
        containers.contains(type) || entryLengths[type] != nil || ["stsz", "trun", "cmov"].contains(type)
    }

    static func senseless(_ why: String) -> MediaEncodingError {
        MediaEncodingError(
            kind: .unreadable,
            operation: "reading a movie: \(why)",
            advice: "Choose a movie that Pinhole recorded, or restore the file from a copy."
        )
    }

    private mutating func fits(
        _ type: String,
        _ bytes: Data,
        _ body: Range<Int>,
        depth: Int,
        _ uniform: inout Uniform
    ) -> Bool {
        switch type {
        case "trak":
            var own = Uniform()
            return children(bytes, body, depth: depth, &own) && own.isSensible
        case "stsz": return sizes(bytes, body, &uniform)
        case "trun": return run(bytes, body)
        // Compressed indices went out of use with QuickTime 4, and may grow to any size.
        case "cmov": return false
        default:
            if Self.containers.contains(type) { return children(bytes, body, depth: depth, &uniform) }
            return Self.entryLengths[type].map { table(type, bytes, body, $0, &uniform) } ?? true
        }
    }

    private mutating func children(_ bytes: Data, _ range: Range<Int>, depth: Int, _ uniform: inout Uniform) -> Bool {
        guard depth < Self.deepest else { return false }
        var end = range.lowerBound
        for (type, box) in MovieBoxes.children(in: bytes, within: range) {
            let body = box.lowerBound + 8..<box.upperBound
            guard fits(type, bytes, body, depth: depth + 1, &uniform) else { return false }
            end = box.upperBound
        }
        // What is no box here may be one to somebody else.
        return range.upperBound - end < 8
    }

    private func number(_ bytes: Data, _ place: Int, _ body: Range<Int>) -> Int? {
        guard place >= body.lowerBound, place + 4 <= body.upperBound else { return nil }
        return Int(MovieBoxes.number(bytes[place..<place + 4]))
    }

    private func table(_ type: String, _ bytes: Data, _ body: Range<Int>, _ length: Int, _ uniform: inout Uniform)
        -> Bool
    {
        guard let count = number(bytes, body.lowerBound + 4, body), count * length <= body.count - 8 else {
            return false
        }
        let entries = body.lowerBound + 8
        switch type {
        case "stts": uniform.hasUnitSteps = count == 1 && number(bytes, entries + 4, body) == 1
        case "stco", "co64": uniform.chunks = count
        case "stsc":
            uniform.mostInChunk = (0..<count).reduce(0) { max($0, number(bytes, entries + $1 * 12 + 4, body) ?? 0) }
        default: break
        }
        return true
    }

    private mutating func sizes(_ bytes: Data, _ body: Range<Int>, _ uniform: inout Uniform) -> Bool {
        guard let length = number(bytes, body.lowerBound + 4, body),
            let count = number(bytes, body.lowerBound + 8, body)
        else { return false }
        if length > 0 {
            uniform.count = count
            return Int64(count) * Int64(length) <= fileSize
        }
        samples += count
        return count * 4 <= body.count - 12 && samples <= Self.mostSamples
    }

    private mutating func run(_ bytes: Data, _ body: Range<Int>) -> Bool {
        guard let flags = number(bytes, body.lowerBound, body), let count = number(bytes, body.lowerBound + 4, body)
        else {
            return false
        }
        // The entries' parts are there or not, bit by bit, as are two numbers before them.
        let entry = (flags >> 8 & 0xf).nonzeroBitCount * 4
        let before = 8 + (flags & 0x1) * 4 + (flags >> 2 & 0x1) * 4
        samples += count
        return count * entry <= body.count - before && Int64(count) <= fileSize && samples <= Self.mostSamples
    }
}
