/// What Apple's cameras write into EXIF's maker note, as far as it is needed here: the identifier that pairs a Live Photo's photo
/// with its movie.
///
/// `OBSERVED`, as readers of such notes have found out: "Apple iOS", a zero, two bytes of version, the byte order as in TIFF, then
/// a directory as in TIFF, whose offsets count from the note's first byte. The identifier is text under number 17.
struct AppleMakerNote: Equatable {
    /// A UUID, in the movie under `com.apple.quicktime.content.identifier`.
    var contentIdentifier: String

    private static let signature = Array("Apple iOS".utf8) + [0]
    private static let contentIdentifierTag = 17
    private static let asciiType = 2
    /// Where the directory begins.
    private static let directory = 14
    private static let entrySize = 12

    init(contentIdentifier: String) {
        self.contentIdentifier = contentIdentifier
    }

    /// Reads a note; nil for those of others, and for ones that have no identifier.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature), bytes.count >= Self.directory + 2 else { return nil }
        let isBigEndian = bytes[Self.directory - 2] == UInt8(ascii: "M")
        func number(at offset: Int, size: Int) -> Int? {
            guard offset >= 0, offset + size <= bytes.count else { return nil }
            let digits = bytes[offset..<offset + size]
            return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        let count = number(at: Self.directory, size: 2) ?? 0
        let entries = (0..<count).lazy.map { Self.directory + 2 + $0 * Self.entrySize }
        guard let entry = entries.first(where: { number(at: $0, size: 2) == Self.contentIdentifierTag }),
            number(at: entry + 2, size: 2) == Self.asciiType, let length = number(at: entry + 4, size: 4),
            let start = length <= 4 ? entry + 8 : number(at: entry + 8, size: 4), start <= bytes.count,
            length <= bytes.count - start
        else { return nil }
        contentIdentifier = String(decoding: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The whole note.
    var bytes: [UInt8] {
        let text = Array(contentIdentifier.utf8) + [0]
        // What fits into four bytes stands in the entry itself.
        let value = text.count <= 4 ? text + [UInt8](repeating: 0, count: 4 - text.count) : Self.long(Self.textOffset)
        return Self.signature + [0, 1] + Array("MM".utf8) + Self.short(1)
            + Self.short(Self.contentIdentifierTag) + Self.short(Self.asciiType) + Self.long(text.count) + value
            + Self.long(0) + (text.count <= 4 ? [] : text)
    }

    /// Behind the directory's number of entries, its one entry, and the offset of a next directory.
    private static let textOffset = directory + 2 + entrySize + 4

    private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }
    private static func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number & 0xffff) }
}
