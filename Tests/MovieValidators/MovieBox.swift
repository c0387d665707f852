import Foundation

/// A box of an MP4 or QuickTime file: its place, and the boxes in it. What it contains is read when asked for.
public struct MovieBox: Sendable {
    /// Four letters.
    public var type: String
    /// Where its header begins in the file.
    public var offset: Int
    /// Bytes of the header: 8, or 16 when the size needs 64 bits.
    public var headerSize: Int
    /// Bytes with the header, as the header says.
    public var size: Int
    /// Whether the file ends before the box does.
    public var isTruncated: Bool
    /// The boxes in it, of those that contain boxes.
    public var children: [MovieBox]
    /// The bytes after the header, of those that are small and contain no boxes.
    public var contents: Data

    /// Every box of a type in this one, at any depth.
    public func all(_ type: String) -> [MovieBox] {
        children.flatMap { ($0.type == type ? [$0] : []) + $0.all(type) }
    }

    /// The first box on a path of types.
    public func child(_ path: String...) -> MovieBox? {
        path.reduce(self) { box, type in box?.children.first { $0.type == type } }
    }
}

/// What the movie's boxes say of a track, in the file's own numbers.
public struct MovieBoxTrack: Sendable {
    /// One piece of an edit list.
    public struct Edit: Sendable, Hashable {
        /// How long, in seconds of the movie.
        public var duration: Double
        /// From which moment of the track, in seconds; `nil` shows nothing.
        public var mediaTime: Double?
        /// How fast.
        public var rate: Double
    }

    public var id: Int
    /// `vide`, `soun`, `meta`, ...
    public var handler: String
    public var isEnabled: Bool
    /// In seconds.
    public var duration: Double
    /// a b u, c d v, x y w: the first two columns in 16.16, the last in 2.30 fixed point, as numbers.
    public var matrix: [Double]
    public var width: Double
    public var height: Double
    /// Ticks a second.
    public var timescale: Int
    public var edits: [Edit]
    /// How many samples the sample table lists: none in a movie of fragments.
    public var sampleCount: Int
    /// How many of them decoding can begin at; `nil` when it can at all.
    public var keyFrameCount: Int?
}

/// The boxes of a file.
public struct MovieBoxes: Sendable {
    public var boxes: [MovieBox]
    /// Bytes of the file.
    public var fileSize: Int

    /// The types of the outermost boxes, in order.
    public var order: [String] { boxes.map(\.type) }
    /// The same without boxes that mean nothing.
    public var orderOfMeaning: [String] { order.filter { !["free", "skip", "wide"].contains($0) } }
    /// Whether the file is a sequence of fragments.
    public var isFragmented: Bool { order.contains("moof") || moov?.child("mvex") != nil }
    /// Whether a player that loads the file from its beginning can play before it has all of it.
    public var isMoovFirst: Bool {
        guard let moov = order.firstIndex(of: "moov") else { return false }
        return order.firstIndex(of: "mdat").map { moov < $0 } ?? true
    }
    /// What describes the movie.
    public var moov: MovieBox? { boxes.first { $0.type == "moov" } }
    /// Whether the boxes fill the file to its last byte.
    public var isWhole: Bool {
        guard let last = boxes.last else { return false }
        return !last.isTruncated && last.offset + last.size == fileSize
    }
}

extension MovieFileValidator {
    /// Reads the boxes of the file.
    public func boxes() throws(ValidationFailure) -> MovieBoxes {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw ValidationFailure("cannot read \(path)") }
        defer { try? handle.close() }
        do {
            let size = Int(try handle.seekToEnd())
            return MovieBoxes(boxes: try BoxReader(handle: handle).boxes(in: 0..<size), fileSize: size)
        } catch {
            throw ValidationFailure("cannot read the boxes of \(path): \(error)")
        }
    }
}

/// Reads box headers.
private struct BoxReader {
    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf", "udta", "dinf", "mfra", "gmhd",
    ]
    private static let mostContents = 1 << 20

    let handle: FileHandle

    func boxes(in range: Range<Int>) throws -> [MovieBox] {
        var found: [MovieBox] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let box = try box(at: offset, end: range.upperBound)
            found.append(box)
            guard box.size >= box.headerSize else {
                throw ValidationFailure("box \(box.type) at \(offset) says it has \(box.size) bytes")
            }
            offset += box.size
        }
        return found
    }

    private func box(at offset: Int, end: Int) throws -> MovieBox {
        let header = try read(offset, 16)
        var size = Int(header.number(at: 0, bytes: 4))
        var headerSize = 8
        switch size {
        case 0: size = end - offset
        case 1:
            size = Int(header.number(at: 8, bytes: 8))
            headerSize = 16
        default: break
        }
        let type = String(decoding: header[header.startIndex + 4..<header.startIndex + 8], as: Unicode.ASCII.self)
        let body = offset + headerSize..<max(offset + headerSize, min(offset + size, end))
        let isContainer = Self.containers.contains(type)
        return MovieBox(
            type: type,
            offset: offset,
            headerSize: headerSize,
            size: size,
            isTruncated: offset + size > end,
            children: isContainer ? try boxes(in: body) : [],
            contents: isContainer || type == "mdat" || body.count > Self.mostContents
                ? Data() : try read(body.lowerBound, body.count)
        )
    }

    private func read(_ offset: Int, _ count: Int) throws -> Data {
        try handle.seek(toOffset: UInt64(offset))
        return try handle.read(upToCount: count) ?? Data()
    }
}

extension Data {
    /// A big-endian number; 0 past the end.
    fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
        (0..<bytes).reduce(0) { $0 << 8 | (offset + $1 < count ? UInt64(self[startIndex + offset + $1]) : 0) }
    }

    fileprivate func signed(at offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(at: offset, bytes: 4))) }
}

extension MovieBoxes {
    /// Ticks a second of the whole movie.
    public var timescale: Int {
        guard let header = moov?.child("mvhd")?.contents else { return 0 }
        return Int(header.number(at: header.first == 1 ? 20 : 12, bytes: 4))
    }

    /// The tracks in the order of the file.
    public var tracks: [MovieBoxTrack] {
        moov?.children.filter { $0.type == "trak" }.map { MovieBoxTrack($0, movieTimescale: timescale) } ?? []
    }
}

extension MovieBoxTrack {
    fileprivate init(_ track: MovieBox, movieTimescale: Int) {
        let header = track.child("tkhd")?.contents ?? Data()
        let isLong = header.first == 1
        id = Int(header.number(at: isLong ? 20 : 12, bytes: 4))
        isEnabled = header.number(at: 1, bytes: 3) & 1 == 1
        let ticks = header.number(at: isLong ? 28 : 20, bytes: isLong ? 8 : 4)
        duration = Double(ticks) / Double(max(movieTimescale, 1))
        let matrixStart = isLong ? 52 : 40
        matrix = (0..<9).map { index in
            Double(header.signed(at: matrixStart + index * 4)) / (index % 3 == 2 ? 0x4000_0000 : 0x10000)
        }
        width = Double(header.number(at: matrixStart + 36, bytes: 4)) / 0x10000
        height = Double(header.number(at: matrixStart + 40, bytes: 4)) / 0x10000
        let media = track.child("mdia", "mdhd")?.contents ?? Data()
        timescale = Int(media.number(at: media.first == 1 ? 20 : 12, bytes: 4))
        let handlerBox = track.child("mdia", "hdlr")?.contents ?? Data()
        handler = String(decoding: handlerBox.dropFirst(8).prefix(4), as: Unicode.ASCII.self)
        edits = Self.edits(
            track.child("edts", "elst")?.contents ?? Data(),
            movieTimescale: movieTimescale,
            timescale: timescale
        )
        let table = track.child("mdia", "minf", "stbl")
        sampleCount = Int(table?.child("stsz")?.contents.number(at: 8, bytes: 4) ?? 0)
        keyFrameCount = table?.child("stss").map { Int($0.contents.number(at: 4, bytes: 4)) }
    }

    private static func edits(_ list: Data, movieTimescale: Int, timescale: Int) -> [Edit] {
        let isLong = list.first == 1
        let width = isLong ? 8 : 4
        return (0..<Int(list.number(at: 4, bytes: 4))).map { index in
            let start = 8 + index * (2 * width + 4)
            let ticks = list.number(at: start, bytes: width)
            let from = list.number(at: start + width, bytes: width)
            let isEmpty = isLong ? from == .max : from == UInt64(UInt32.max)
            return Edit(
                duration: Double(ticks) / Double(max(movieTimescale, 1)),
                mediaTime: isEmpty ? nil : Double(from) / Double(max(timescale, 1)),
                rate: Double(list.signed(at: start + 2 * width)) / 0x10000
            )
        }
    }
}
