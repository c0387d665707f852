import Foundation

/// Looks over a movie's tables before a library reads them: what they announce must fit in them, in the file, and in what a
/// day's recording has. A damaged or malicious file would otherwise take all memory and time.
///
/// What is not needed to tell what a movie consists of is hidden from the library: it then reads the same boxes as this, and its
/// time and memory grow with nothing but the numbers that are counted here.
struct MovieTables {
    /// What the library is to read.
    enum Scope {
        /// The samples, as they lie in the file.
        case samples
        /// Also which of them are shown and when, and what the movie says about itself.
        case presentation
    }

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
        /// What a movie says about itself, covers included.
        static let metadataSize = 16 << 20
        static let edits = 4096
        /// For each edit the library goes through the samples, and remembers those that it shows.
        static let editedSamples: FileNumber = 16_777_216
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
    /// Further boxes for ``Scope/presentation``.
    private static let presentationContent: [BoxType: Set<BoxType>] = [
        "moov": ["meta", "udta"], "trak": ["edts"], "edts": ["elst"], "mdia": ["elng"],
    ]
    /// What has no business in a sample description or in metadata, whose own layouts are not followed here.
    private static let structure = Set(content.keys).union(content.values.flatMap(\.self)).union([
        "moov", "moof", "elst", "sidx", "tfra", "iloc", "iinf", "dref",
    ])
    /// What has no business in metadata, which name their own kind.
    private static let foreignToMetadata = structure.subtracting(["hdlr"])
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
        var volume: Float?
        var languageTag: String?
        /// The kind of media.
        var handler: BoxType?
        var isAudio = true
        var isUncompressed = true
        var descriptions = 0
        var hasUnitSteps = true
        var stepTables = 0
        /// Samples that all have the same length.
        var uniform: FileNumber = 0
        var chunks: FileNumber = 0
        var mostInChunk: FileNumber = 0
        var number: Int32 = 0
        var edits: [Edit] = []
        /// Samples with a length each.
        var single: FileNumber = 0

        /// What the library makes of the samples for the edits.
        var editCost: FileNumber { (single + uniformCost) * FileNumber(edits.count) }

        /// How many samples the library makes of those of the same length: of uncompressed sound it gathers 160 at least.
        var uniformCost: FileNumber {
            let isGathered = isAudio && isUncompressed && descriptions > 0 && hasUnitSteps && stepTables > 0
            return isGathered ? chunks * mostInChunk.portions(of: 160) : uniform
        }
    }

    private let fileSize: FileNumber
    private let scope: Scope
    private var editedSamples: FileNumber = 0
    private var metadataSize = 0
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
        /// Units per second of the edits' lengths.
        var timescale: Int32 = 0
        /// The edits of the tracks that have some, by the tracks' numbers.
        var edits: [Int32: [Edit]] = [:]
        /// How loud the tracks are to be played, by their numbers.
        var volumes: [Int32: Float] = [:]
        /// The tags of the tracks' languages, by their numbers.
        var languageTags: [Int32: String] = [:]
        /// The kinds of the tracks' media, by the tracks' numbers.
        var handlers: [Int32: BoxType] = [:]
    }

    /// A part of a track, as it is to be shown.
    struct Edit {
        /// How long, in units of the movie.
        var duration: Int64
        /// From where on, in units of the track; negative for nothing.
        var start: Int64
        var isEmpty: Bool { start < 0 }
    }

    /// - Parameters:
    ///   - boxes: the boxes at the top.
    ///   - end: where the movie ends.
    /// - Throws: `unreadable`.
    static func check(
        _ boxes: [MovieBoxes.Box],
        until end: Int64,
        of storage: any MovieStorage,
        for scope: Scope = .samples
    ) throws(MediaEncodingError) -> Summary {
        var tables = MovieTables(fileSize: FileNumber(try storage.size()), scope: scope)
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

    private init(fileSize: FileNumber, scope: Scope) {
        self.fileSize = fileSize
        self.scope = scope
    }

    private func isRead(_ type: BoxType, in parent: BoxType) -> Bool {
        Self.content[parent]?.contains(type) == true
            || scope == .presentation && Self.presentationContent[parent]?.contains(type) == true
    }

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
                    BoxPosition(offset: box.offset, depth: 0),
                    &track
                )
        }
        guard isSensible else { throw Self.senseless("its tables contradict each other") }
    }

    /// Where a piece of the file begins, and how many boxes it lies within.
    private struct BoxPosition {
        var offset: Int64
        var depth: Int
        var inner: BoxPosition { BoxPosition(offset: offset, depth: depth + 1) }
    }

    private mutating func children(
        of parent: BoxType,
        _ reader: BoxReader,
        _ range: Range<Int>,
        _ place: BoxPosition,
        _ track: inout Track
    ) -> Bool {
        guard place.depth < Limit.depth else { return false }
        var position = range.lowerBound
        while let child = reader.child(at: position, within: range) {
            boxes += 1
            guard boxes <= Limit.boxes else { return false }
            if !isRead(child.type, in: parent) || isSuspicious(child, reader) {
                summary.hidden.append(place.offset + Int64(child.start) + 4)
            } else if !fits(child, reader, place.inner, &track) {
                return false
            }
            position = child.body.upperBound
        }
        // What is no box here may be one to somebody else.
        return range.upperBound - position < 8
    }

    /// Whether a box of metadata is larger than any is, or has in it what the library would take for a part of the movie.
    private mutating func isSuspicious(_ box: BoxReader.Child, _ reader: BoxReader) -> Bool {
        guard box.type == "meta" || box.type == "udta" else { return false }
        metadataSize += box.body.count
        return metadataSize > Limit.metadataSize || reader.contains(Self.foreignToMetadata, in: box.body)
    }

    private mutating func fits(_ box: BoxReader.Child, _ reader: BoxReader, _ place: BoxPosition, _ track: inout Track)
        -> Bool
    {
        switch box.type {
        case "trak":
            tracks += 1
            var own = Track()
            guard children(of: box.type, reader, box.body, place, &own), own.headers > 0 else { return false }
            samples = samples + own.uniformCost
            editedSamples = editedSamples + own.editCost
            if !own.edits.isEmpty { summary.edits[own.number] = own.edits }
            summary.volumes[own.number] = own.volume
            summary.languageTags[own.number] = own.languageTag
            summary.handlers[own.number] = own.handler
            return samples.isAtMost(Limit.samples) && editedSamples.isAtMost(Limit.editedSamples)
        case "mvhd":
            let version = reader.number(0, into: box.body).map { $0 >> 24 }
            let timescale = reader.number(version == 1 ? 20 : 12, into: box.body)
            summary.timescale = timescale.flatMap(Int32.init(exactly:)) ?? 0
            return true
        case "elst": return edits(box, reader, &track)
        case "tkhd":
            track.headers += 1
            return readHeader(box, reader, &track)
        case "elng":
            track.languageTag = reader.text(4, into: box.body)
            return true
        case "hdlr":
            let handler = reader.number(8, into: box.body).map { BoxType(code: $0) }
            // The media's comes before that of the data.
            track.handler = track.handler ?? handler
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
            let isParent = Self.content[box.type] != nil || Self.presentationContent[box.type] != nil
            return !isParent || children(of: box.type, reader, box.body, place, &track)
        }
    }

    /// Whether a track's header has a number: in a movie with a track without one, the library looks for the fragments' samples
    /// two thousand million times per fragment.
    private func readHeader(_ box: BoxReader.Child, _ reader: BoxReader, _ track: inout Track) -> Bool {
        guard let version = reader.number(0, into: box.body).map({ $0 >> 24 }),
            let number = reader.number(version == 1 ? 20 : 12, into: box.body)
        else { return false }
        track.number = Int32(truncatingIfNeeded: number)
        // A fraction of 256.
        track.volume = reader.number(version == 1 ? 48 : 36, into: box.body).map { Float($0 >> 16) / 256 }
        return (1...UInt32(Int32.max)).contains(number)
    }

    /// Whether a list of edits fits in its box; remembers them.
    private func edits(_ box: BoxReader.Child, _ reader: BoxReader, _ track: inout Track) -> Bool {
        guard let version = reader.number(0, into: box.body).map({ $0 >> 24 }),
            let count = reader.number(4, into: box.body), count <= Limit.edits
        else { return false }
        let isLong = version == 1
        let length = isLong ? 20 : 12
        guard Int(count) * length <= box.body.count - 8 else { return false }
        func number(_ place: Int) -> UInt32 { reader.number(place, into: box.body) ?? 0 }
        func long(_ place: Int) -> Int64 {
            Int64(bitPattern: UInt64(number(place)) << 32 | UInt64(number(place + 4)))
        }
        for entry in 0..<Int(count) {
            let place = 8 + entry * length
            let start = isLong ? long(place + 8) : Int64(Int32(bitPattern: number(place + 4)))
            let duration = isLong ? long(place) : Int64(number(place))
            guard duration >= 0 else { return false }
            track.edits.append(Edit(duration: duration, start: start))
        }
        return true
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

    /// Counts samples that have a length each.
    private mutating func count(_ number: FileNumber, of track: inout Track) {
        samples = samples + number
        track.single = track.single + number
    }

    private mutating func sizes(_ box: BoxReader.Child, _ reader: BoxReader, _ track: inout Track) -> Bool {
        guard let size = reader.number(4, into: box.body), let number = reader.number(8, into: box.body) else {
            return false
        }
        let count = FileNumber(number)
        let room = FileNumber(box.body.count) - 12
        if box.type == "stz2" {
            self.count(count, of: &track)
            // The last byte of the first number is the entries' length in bits.
            let bits = FileNumber(size & 0xff)
            return (count * bits).portions(of: 8).isAtMost(room) && bits != 0 && samples.isAtMost(Limit.samples)
        }
        guard size == 0 else {
            track.uniform = track.uniform + count
            return (count * FileNumber(size)).isAtMost(fileSize)
        }
        self.count(count, of: &track)
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
