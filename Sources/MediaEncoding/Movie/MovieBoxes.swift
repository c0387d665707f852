import Foundation

/// The boxes of which movie files consist, as far as this module handles them itself: their headers.
enum MovieBoxes {
    /// One box at the top of a file.
    struct Box: Equatable {
        let type: String
        let offset: Int64
        /// The header's length: 8 or 16.
        let headerSize: Int64
        /// The box's length with its header, as it says itself.
        let size: Int64
        /// Where the next box begins; possibly beyond the end of the file.
        let end: Int64

        /// - Returns: nil for a box whose end has no number, or lies within its header.
        init?(type: String, offset: Int64, headerSize: Int64, size: Int64) {
            guard size >= headerSize, let end = (FileNumber(offset) + FileNumber(size)).value else { return nil }
            self.type = type
            self.offset = offset
            self.headerSize = headerSize
            self.size = size
            self.end = end
        }
    }

    static func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    static func bytes(_ number: UInt64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

    /// A short header.
    static func header(_ type: String, size: Int64) -> Data {
        bytes(UInt32(size)) + Data(type.utf8)
    }

    /// A header whose length may be of any size: 16 bytes.
    static func longHeader(_ type: String, size: Int64) -> Data {
        bytes(UInt32(1)) + Data(type.utf8) + bytes(UInt64(size))
    }

    /// The box that begins at an offset.
    ///
    /// - Parameters:
    ///   - header: the bytes there: 16, or fewer at the end of the file.
    ///   - fileSize: where a box ends that reaches to the end of the file.
    /// - Returns: nil where no header can be read.
    private static func box(_ header: Data, at offset: Int64, fileSize: Int64) -> Box? {
        let header = Data(header)
        guard header.count >= 8, header[4..<8].allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0xa9 }) else {
            return nil
        }
        let type = String(decoding: header[4..<8], as: UTF8.self)
        let short = number(header[0..<4])
        switch short {
        case 0: return Box(type: type, offset: offset, headerSize: 8, size: fileSize - offset)
        case 1:
            guard header.count == 16 else { return nil }
            // No end lies beyond the largest number.
            let long = min(Int64(clamping: number(header[8..<16])), .max - offset)
            return Box(type: type, offset: offset, headerSize: 16, size: long)
        default: return Box(type: type, offset: offset, headerSize: 8, size: Int64(short))
        }
    }

    /// More boxes than a day's recording has fragments are none of ours.
    private static let mostBoxes = 1 << 20
    /// Headers that lie near each other are read at once.
    private static let windowSize = 4096

    /// The boxes at the top of a file. The last may reach beyond the end.
    ///
    /// - Throws: `unreadable` for a file of more boxes than there is sense in.
    static func topLevel(of storage: any MovieStorage) throws(MediaEncodingError) -> [Box] {
        let size = try storage.size()
        var boxes: [Box] = []
        var window = Data()
        var windowStart: Int64 = 0
        var offset: Int64 = 0
        while offset < size {
            if offset - windowStart > Int64(window.count) - 16 {
                window = try storage.read(windowSize, at: offset)
                windowStart = offset
            }
            let header = window.dropFirst(Int(offset - windowStart)).prefix(16)
            guard let box = box(header, at: offset, fileSize: size) else { break }
            guard boxes.count < mostBoxes else { throw MovieTables.senseless("it consists of too many pieces") }
            boxes.append(box)
            offset = box.end
        }
        return boxes
    }

    static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// The range of the first box of a type among those within a range, header included.
    static func child(_ type: String, in data: Data, within range: Range<Int>) -> Range<Int>? {
        children(in: data, within: range).first { $0.type == type }?.range
    }

    /// The boxes within a range.
    static func children(in data: Data, within range: Range<Int>) -> [(type: String, range: Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            let size = Int(number(data[position..<position + 4]))
            guard size >= 8, size <= range.upperBound - position else { break }
            let type = String(decoding: data[position + 4..<position + 8], as: UTF8.self)
            found.append((type, position..<position + size))
            position += size
        }
        return found
    }
}

/// A track of a kind that libavformat does not write, or not as it is meant: its media and tables are written as a track of other
/// data, whose description is then replaced.
struct DescribedTrack {
    /// The box that says what the media are.
    let handler: Data
    /// The table of sample descriptions.
    let descriptions: Data

    /// QuickTime's general media header, which says nothing of the media.
    static let generalHeader: Data = {
        let general: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
        return MovieBoxes.box("gmhd", MovieBoxes.box("gmin", Data(general)))
    }()

    /// The table with one description of samples.
    static func descriptions(_ type: String, _ content: Data) -> Data {
        // Six unused bytes, and the number of the data reference.
        let description = MovieBoxes.box(type, Data([0, 0, 0, 0, 0, 0, 0, 1]) + content)
        return MovieBoxes.box("stsd", Data([0, 0, 0, 0, 0, 0, 0, 1]) + description)
    }

    /// An index in which a track is described like this.
    func described(_ number: Int, in index: Data) -> Data {
        let boxes = MovieBoxes.children(in: index, within: 8..<index.count)
        var tracks = 0
        let body = boxes.reduce(into: Data()) { body, box in
            let isWanted = box.type == "trak" && tracks == number
            if box.type == "trak" { tracks += 1 }
            body.append(isWanted ? rebuilt(index, box) : Data(index[box.range]))
        }
        return MovieBoxes.box("moov", body)
    }

    private func rebuilt(_ index: Data, _ box: (type: String, range: Range<Int>)) -> Data {
        let content = box.range.lowerBound + 8..<box.range.upperBound
        switch box.type {
        case "trak", "mdia", "minf", "stbl":
            let children = MovieBoxes.children(in: index, within: content)
            return MovieBoxes.box(box.type, children.reduce(into: Data()) { $0.append(rebuilt(index, $1)) })
        case "hdlr" where index[content].dropFirst(4).prefix(4) == Data("mhlr".utf8): return handler
        case "gmhd": return Self.generalHeader
        case "stsd": return descriptions
        default: return Data(index[box.range])
        }
    }
}

extension TrackRecord {
    /// What is to stand in place of libavformat's description; nil for pictures and sound.
    var replacedDescription: DescribedTrack? {
        if let metadataKeys {
            return DescribedTrack(
                handler: TimedMetadataTrack.handler,
                descriptions: TimedMetadataTrack.descriptions(metadataKeys)
            )
        }
        return text.map { DescribedTrack(handler: $0.handler, descriptions: $0.descriptions) }
    }
}

extension MovieBoxes {
    /// A whole box.
    static func box(_ type: String, _ body: Data) -> Data { header(type, size: Int64(body.count + 8)) + body }

    /// Says what a track's media, or where its data, are.
    static func handler(_ type: String, _ subtype: String, _ name: String) -> Data {
        let maker = Data("appl".utf8) + bytes(UInt64(0))
        let text = Data([UInt8(name.utf8.count)]) + Data(name.utf8)
        return box("hdlr", bytes(UInt32(0)) + Data(type.utf8) + Data(subtype.utf8) + maker + text)
    }
}
