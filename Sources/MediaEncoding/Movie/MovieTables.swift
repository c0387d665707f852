import Foundation

/// Looks over a movie's tables before a library reads them: what they announce must fit in them, in the file, and in what a
/// day's recording has. A damaged or malicious file would otherwise take all memory and time.
///
/// What is not needed to tell what a movie consists of is hidden from the library: it then reads the same boxes as this, and its
/// time and memory grow with nothing but the numbers that are counted here.
struct MovieTables {
    /// What a movie may cost. A day's recording of two tracks has 7 million samples in 173,000 fragments.
    private enum Limit {
        static let samples: FileNumber = 8_388_608
        static let boxes = 4 << 20
        static let tracks = 32
        /// The library remembers each fragment for each track.
        static let fragmentsOfTracks: FileNumber = 2_097_152
        /// The largest index, and the largest header of a fragment.
        static let tableSize: Int64 = 256 << 20
        static let kindSize: Int64 = 4096
        static let sampleDescriptionSize = 64 << 10
        static let depth = 8
    }

    /// The boxes that the library may read, by the box that holds them.
    private static let content: [BoxType: Set<BoxType>] = [
        "moov": ["mvhd", "trak", "mvex", "cmov"],
        "trak": ["tkhd", "mdia"],
        "mdia": ["mdhd", "hdlr", "minf"],
        "minf": ["hdlr", "stbl"],
        "stbl": ["stsd", "stts", "ctts", "stsc", "stco", "co64", "stss", "stsz", "stz2"],
        "mvex": ["trex"],
        "moof": ["mfhd", "traf"],
        "traf": ["tfhd", "tfdt", "trun"],
    ]
    /// What has no business in a sample description, whose own layout is not followed here.
    private static let structure = Set(content.keys).union(content.values.flatMap(\.self))
    /// Tables with a number of entries at their beginning, and the entries' lengths.
    private static let entryLengths: [BoxType: Int] = [
        "stts": 8, "ctts": 8, "stsc": 12, "stco": 4, "co64": 8, "stss": 4,
    ]
    /// Uncompressed sound's formats, whose samples the library gathers.
    private static let uncompressed: Set<BoxType> = [
        "sowt", "twos", "lpcm", "in24", "in32", "fl32", "fl64", "raw ", "NONE", "ulaw", "alaw", "ipcm", "fpcm",
    ]
    /// What a handler of sound, and of a sound's data, is called.
    private static let audioHandlers: Set<BoxType> = ["soun", "alis", "url ", "rsrc"]

    /// What one track's boxes say.
    private struct Track {
        var headers = 0
        var isAudio = true
        var isUncompressed = true
        var descriptions = 0
        var hasUnitSteps = true
        var stepTables = 0
        /// Samples that all have the same length.
        var uniform: FileNumber = 0
        var chunks: FileNumber = 0
        var mostInChunk: FileNumber = 0

        /// How many samples the library makes of those of the same length: of uncompressed sound it gathers 160 at least.
        var uniformCost: FileNumber {
            let isGathered = isAudio && isUncompressed && descriptions > 0 && hasUnitSteps && stepTables > 0
            return isGathered ? chunks * mostInChunk.portions(of: 160) : uniform
        }
    }

    private let fileSize: FileNumber
    private var samples: FileNumber = 0
    private var boxes = 0
    private var tracks = 0
    private var fragments = 0
    private var extensions = 0
    private var summary = Summary()

    /// What the library is given to read.
    struct Summary {
        /// Where the types of the boxes stand that it must not see, in order.
        var hidden: [Int64] = []
        /// How many bytes its tables have.
        var tableBytes: Int64 = 0
        /// How many boxes there are at the top.
        var boxes = 0
    }

    /// - Parameters:
    ///   - boxes: the boxes at the top.
    ///   - end: where the movie ends.
    /// - Throws: `unreadable`.
    static func check(
        _ boxes: [MovieBoxes.Box],
        until end: Int64,
        of storage: any MovieStorage
    ) throws(MediaEncodingError) -> Summary {
        var tables = MovieTables(fileSize: FileNumber(try storage.size()))
        var hasIndex = false
        for box in boxes where box.offset < end {
            tables.summary.boxes += 1
            switch box.type {
            case "mdat", "free", "skip", "wide": break
            case "ftyp" where box.end <= end:
                guard box.size <= Limit.kindSize else { throw senseless("its first box is too large") }
            case "moov" where box.end <= end, "moof" where box.end <= end:
                try tables.check(box, of: storage)
                hasIndex = hasIndex || box.type == "moov"
            default: tables.summary.hidden.append(box.offset + 4)
            }
        }
        guard hasIndex else { throw senseless("it has no index") }
        let remembered = FileNumber(tables.fragments) * FileNumber(max(1, tables.tracks))
        guard tables.tracks <= Limit.tracks, tables.extensions <= Limit.tracks,
            remembered.isAtMost(Limit.fragmentsOfTracks)
        else { throw senseless("it has too many tracks") }
        return tables.summary
    }

    private init(fileSize: FileNumber) { self.fileSize = fileSize }

    static func senseless(_ why: String) -> MediaEncodingError {
        MediaEncodingError(
            kind: .unreadable,
            operation: "reading a movie: \(why)",
            advice: "Choose a movie that Pinhole recorded, or restore the file from a copy."
        )
    }

    private mutating func check(_ box: MovieBoxes.Box, of storage: any MovieStorage) throws(MediaEncodingError) {
        guard box.size <= Limit.tableSize else { throw Self.senseless("its index is too large") }
        let data = try storage.read(Int(box.size), at: box.offset)
        summary.tableBytes += box.size
        if box.type == "moof" { fragments += 1 }
        let isSensible = data.withUnsafeBytes { bytes in
            var track = Track()
            return bytes.count == Int(box.size)
                && children(
                    of: box.type == "moof" ? "moof" : "moov",
                    BoxReader(bytes),
                    Int(box.headerSize)..<bytes.count,
                    Place(offset: box.offset, depth: 0),
                    &track
                )
        }
        guard isSensible else { throw Self.senseless("its tables contradict each other") }
    }

    /// Where a piece of the file begins, and how many boxes it lies within.
    private struct Place {
        var offset: Int64
        var depth: Int
        var inner: Place { Place(offset: offset, depth: depth + 1) }
    }

    private mutating func children(
        of parent: BoxType,
        _ reader: BoxReader,
        _ range: Range<Int>,
        _ place: Place,
        _ track: inout Track
    ) -> Bool {
        guard place.depth < Limit.depth, let known = Self.content[parent] else { return false }
        var position = range.lowerBound
        while let child = reader.child(at: position, within: range) {
            boxes += 1
            guard boxes <= Limit.boxes else { return false }
            if !known.contains(child.type) {
                summary.hidden.append(place.offset + Int64(child.start) + 4)
            } else if !fits(child, reader, place.inner, &track) {
                return false
            }
            position = child.body.upperBound
        }
        // What is no box here may be one to somebody else.
        return range.upperBound - position < 8
    }

    private mutating func fits(_ box: BoxReader.Child, _ reader: BoxReader, _ place: Place, _ track: inout Track)
        -> Bool
    {
        switch box.type {
        case "trak":
            tracks += 1
            var own = Track()
            guard children(of: box.type, reader, box.body, place, &own), own.headers > 0 else { return false }
            samples = samples + own.uniformCost
            return samples.isAtMost(Limit.samples)
        case "tkhd":
            track.headers += 1
            return hasNumber(box, reader)
        case "hdlr":
            let handler = reader.number(8, into: box.body).map { BoxType(code: $0) }
            track.isAudio = track.isAudio && handler.map(Self.audioHandlers.contains) ?? false
            return handler != nil
        case "stsd": return descriptions(box, reader, &track)
        case "stsz", "stz2": return sizes(box, reader, &track)
        case "trun": return run(box, reader)
        case "trex":
            extensions += 1
            return true
        // Compressed indices went out of use with QuickTime 4, and may grow to any size.
        case "cmov": return false
        default:
            if let length = Self.entryLengths[box.type] { return table(box, reader, length, &track) }
            return Self.content[box.type] == nil || children(of: box.type, reader, box.body, place, &track)
        }
    }

    /// Whether a track's header has a number: in a movie with a track without one, the library looks for the fragments' samples
    /// two thousand million times per fragment.
    private func hasNumber(_ box: BoxReader.Child, _ reader: BoxReader) -> Bool {
        guard let version = reader.number(0, into: box.body).map({ $0 >> 24 }),
            let number = reader.number(version == 1 ? 20 : 12, into: box.body)
        else { return false }
        return (1...UInt32(Int32.max)).contains(number)
    }

    private func descriptions(_ box: BoxReader.Child, _ reader: BoxReader, _ track: inout Track) -> Bool {
        guard box.body.count <= Limit.sampleDescriptionSize, !reader.contains(Self.structure, in: box.body),
            let count = reader.number(4, into: box.body)
        else { return false }
        let format = reader.number(12, into: box.body).map { BoxType(code: $0) }
        let isUncompressed = count == 1 && format.map(Self.uncompressed.contains) ?? false
        track.descriptions += 1
        track.isUncompressed = track.isUncompressed && isUncompressed
        return true
    }

    private func table(_ box: BoxReader.Child, _ reader: BoxReader, _ length: Int, _ track: inout Track) -> Bool {
        guard let count = reader.number(4, into: box.body) else { return false }
        let room = FileNumber(box.body.count) - 8
        guard (FileNumber(count) * FileNumber(length)).isAtMost(room) else { return false }
        switch box.type {
        case "stts":
            track.stepTables += 1
            track.hasUnitSteps = track.hasUnitSteps && count == 1 && reader.number(12, into: box.body) == 1
        case "stco", "co64": track.chunks = track.chunks + FileNumber(count)
        case "stsc":
            for entry in 0..<Int(count) {
                let inChunk = FileNumber(reader.number(8 + entry * length + 4, into: box.body) ?? .max)
                if track.mostInChunk.isAtMost(inChunk) { track.mostInChunk = inChunk }
            }
        default: break
        }
        return true
    }

    private mutating func sizes(_ box: BoxReader.Child, _ reader: BoxReader, _ track: inout Track) -> Bool {
        guard let size = reader.number(4, into: box.body), let number = reader.number(8, into: box.body) else {
            return false
        }
        let count = FileNumber(number)
        let room = FileNumber(box.body.count) - 12
        if box.type == "stz2" {
            samples = samples + count
            // The last byte of the first number is the entries' length in bits.
            let bits = FileNumber(size & 0xff)
            return (count * bits).portions(of: 8).isAtMost(room) && bits != 0 && samples.isAtMost(Limit.samples)
        }
        guard size == 0 else {
            track.uniform = track.uniform + count
            return (count * FileNumber(size)).isAtMost(fileSize)
        }
        samples = samples + count
        return (count * 4).isAtMost(room) && samples.isAtMost(Limit.samples)
    }

    private mutating func run(_ box: BoxReader.Child, _ reader: BoxReader) -> Bool {
        guard let flags = reader.number(0, into: box.body), let number = reader.number(4, into: box.body) else {
            return false
        }
        // The entries' parts are there or not, bit by bit, as are two numbers before them.
        let entry = FileNumber((flags >> 8 & 0xf).nonzeroBitCount * 4)
        let before = FileNumber(8 + (flags & 0x1) * 4 + (flags >> 2 & 0x1) * 4)
        let count = FileNumber(number)
        samples = samples + count
        return (count * entry).isAtMost(FileNumber(box.body.count) - before) && count.isAtMost(fileSize)
            && samples.isAtMost(Limit.samples)
    }
}
