import CoreMedia
import Foundation
import FoundationExtras

/// The keys of a track of timed metadata in QuickTime's boxes (`mebx`).
public struct TimedMetadataKeys: Sendable {
    /// What a number in the samples stands for.
    public struct Key: Sendable, Hashable {
        /// The number.
        public var number: UInt32
        /// The key space, four characters.
        public var space: UInt32
        /// The key itself.
        public var value: Data
        /// Core Media's name of the type of its values.
        public var type: String
        /// The language of its values, as a tag of BCP 47.
        public var language: String?
    }

    /// In the order of their numbers.
    public let keys: [Key]

    /// Core Media's names of the types that QuickTime has numbers for.
    public static let typeNumbers: [String: UInt32] = {
        let numbers: [CFString: UInt32] = [
            kCMMetadataBaseDataType_RawData: 0, kCMMetadataBaseDataType_UTF8: 1, kCMMetadataBaseDataType_UTF16: 2,
            kCMMetadataBaseDataType_JPEG: 13, kCMMetadataBaseDataType_PNG: 14, kCMMetadataBaseDataType_Float32: 23,
            kCMMetadataBaseDataType_Float64: 24, kCMMetadataBaseDataType_SInt8: 65,
            kCMMetadataBaseDataType_SInt16: 66, kCMMetadataBaseDataType_SInt32: 67,
            kCMMetadataBaseDataType_SInt64: 74, kCMMetadataBaseDataType_UInt8: 75,
            kCMMetadataBaseDataType_UInt16: 76, kCMMetadataBaseDataType_UInt32: 77,
            kCMMetadataBaseDataType_UInt64: 78,
        ]
        return numbers.reduce(into: [:]) { $0["\($1.key)"] = $1.value }
    }()

    /// Nil for formats of anything else.
    public init?(_ format: CMFormatDescription) {
        let key = kCMFormatDescriptionExtensionKey_MetadataKeyTable
        guard format.mediaType == .metadata, format.mediaSubType.rawValue == kCMMetadataFormatType_Boxed,
            let table = CMFormatDescriptionGetExtension(format, extensionKey: key) as? NSDictionary
        else { return nil }
        keys = table.compactMap { name, value in
            guard let number = UInt32("\(name)"), let entry = (value as AnyObject) as? NSDictionary else { return nil }
            return Key(number, entry)
        }.sorted { $0.number < $1.number }
    }

    // MARK: In files

    /// The box of a sample description that lists the keys.
    var box: Data {
        MovieBoxes.box("keys", keys.reduce(into: Data()) { $0.append(Self.box($1)) })
    }

    private static func box(_ key: Key) -> Data {
        let name = MovieBoxes.box("keyd", MovieBoxes.bytes(key.space) + key.value)
        // Types without a number are told by their names.
        let type =
            typeNumbers[key.type].map { MovieBoxes.bytes(UInt32(0)) + MovieBoxes.bytes($0) }
            ?? MovieBoxes.bytes(UInt32(1)) + Data(key.type.utf8)
        let language = key.language.map { MovieBoxes.box("loca", Data($0.utf8) + [0]) } ?? Data()
        return item(key.number, name + MovieBoxes.box("dtyp", type) + language)
    }

    /// A piece of a sample: the key's number, and the value.
    public static func item(_ number: UInt32, _ value: Data) -> Data {
        MovieBoxes.bytes(UInt32(value.count + 8)) + MovieBoxes.bytes(number) + value
    }

    /// The pieces of a sample; nil for bytes that are none.
    public static func items(_ sample: Data) -> [(number: UInt32, value: Data)]? {
        var rest = sample
        var items: [(UInt32, Data)] = []
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            let size = Int(MovieBoxes.number(rest.prefix(4)))
            guard size >= 8, size <= rest.count else { return nil }
            items.append((UInt32(MovieBoxes.number(rest.dropFirst(4).prefix(4))), Data(rest.prefix(size).dropFirst(8))))
            rest = rest.dropFirst(size)
        }
        return items
    }
}

extension TimedMetadataKeys.Key {
    fileprivate init?(_ number: UInt32, _ entry: NSDictionary) {
        guard let space = entry.object(forKey: kCMMetadataFormatDescriptionKey_Namespace) as? NSNumber,
            let value = entry.object(forKey: kCMMetadataFormatDescriptionKey_Value) as? Data
        else { return nil }
        let type = entry.object(forKey: kCMMetadataFormatDescriptionKey_DataType) as? NSString
        let language = entry.object(forKey: kCMMetadataFormatDescriptionKey_LanguageTag) as? NSString
        self.init(
            number: number,
            space: space.uint32Value,
            value: value,
            type: "\(type ?? kCMMetadataBaseDataType_RawData)",
            language: language.map { "\($0)" }
        )
    }
}

/// What makes a track one of timed metadata with keys (`mebx`).
enum TimedMetadataTrack {
    static let handler = MovieBoxes.handler("mhlr", "meta", "Core Media Metadata")

    /// The table with one description of samples.
    ///
    /// - Parameter keys: the box with the keys.
    static func descriptions(_ keys: Data) -> Data { DescribedTrack.descriptions("mebx", keys) }
}

/// The track of a Live Photo's movie that tells which moment of the movie is the photo's: timed metadata in QuickTime's boxes
/// (`mebx`) with one sample, whose key is `com.apple.quicktime.still-image-time`.
///
/// libavformat writes no such tracks, so it is put into an index that the library has made.
struct StillImageTrack {
    /// The photo's time from the movie's start, in units of the movie.
    let time: Int64
    /// The movie's units per second.
    let timescale: Int32

    private static let key = "com.apple.quicktime.still-image-time"
    /// The number that stands for the key within the track.
    private static let keyNumber: UInt32 = 1
    /// QuickTime's type of a signed number of 8 bits.
    private static let signedByte: UInt32 = 65
    /// The identity, as track headers have it.
    private static let identity: [UInt32] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]

    /// The one sample. `OBSERVED`: iPhones write -1; the sample's time is what counts.
    static let sample = box(keyNumber, Data([0xff]))

    /// How long the sample lasts: a thirtieth of a second.
    private var duration: UInt32 { UInt32(max(1, timescale / 30)) }
    private var delay: UInt32 { UInt32(clamping: max(0, time)) }

    // MARK: In an index

    /// An index with the track behind its others. Where its sample lies must be said with ``place(_:at:)``.
    ///
    /// - Parameter video: the number of the track of pictures among the others.
    func appended(to index: Data, video: Int?) -> Data {
        let boxes = MovieBoxes.children(in: index, within: 8..<index.count)
        let tracks = boxes.filter { $0.type == "trak" }.map(\.range)
        guard let header = boxes.first(where: { $0.type == "mvhd" })?.range, let last = tracks.last else {
            return index
        }
        let next = header.upperBound - 4
        let number = UInt32(MovieBoxes.number(index[next..<header.upperBound]))
        let described = video.flatMap { tracks.indices.contains($0) ? Self.identifier(of: tracks[$0], in: index) : nil }
        var result = index
        result.insert(contentsOf: track(number, describing: described), at: last.upperBound)
        result.replaceSubrange(next..<header.upperBound, with: MovieBoxes.bytes(number + 1))
        result.replaceSubrange(0..<4, with: MovieBoxes.bytes(UInt32(result.count)))
        return result
    }

    /// Says where in the file the sample lies. Changes no length.
    static func place(_ index: inout Data, at offset: Int64) {
        let tracks = MovieBoxes.children(in: index, within: 8..<index.count).filter { $0.type == "trak" }
        let table = ["mdia", "minf", "stbl", "co64"].reduce(tracks.last?.range) { box, type in
            box.flatMap { MovieBoxes.child(type, in: index, within: $0.lowerBound + 8..<$0.upperBound) }
        }
        guard let table else { return }
        index.replaceSubrange(table.lowerBound + 16..<table.lowerBound + 24, with: MovieBoxes.bytes(UInt64(offset)))
    }

    private static func identifier(of track: Range<Int>, in index: Data) -> UInt32? {
        MovieBoxes.child("tkhd", in: index, within: track.lowerBound + 8..<track.upperBound).map { header in
            let place = header.lowerBound + (index[header.lowerBound + 8] == 1 ? 28 : 20)
            return UInt32(MovieBoxes.number(index[place..<place + 4]))
        }
    }

    // MARK: The track's boxes

    private func track(_ number: UInt32, describing video: UInt32?) -> Data {
        let reference = video.map { Self.box("tref", Self.box("cdsc", MovieBoxes.bytes($0))) } ?? Data()
        return Self.box("trak", header(number) + edits + reference + media)
    }

    /// Enabled, and part of the movie.
    private func header(_ number: UInt32) -> Data {
        let end = UInt32(clamping: UInt64(delay) + UInt64(duration))
        let numbers: [UInt32] = [3, 0, 0, number, 0, end, 0, 0, 0, 0] + Self.identity + [0, 0]
        return Self.box("tkhd", Self.bytes(numbers))
    }

    /// Nothing up to the photo's moment, then the sample.
    private var edits: Data {
        let rate: UInt32 = 1 << 16
        let gap: [UInt32] = delay > 0 ? [delay, .max, rate] : []
        let entries = gap + [duration, 0, rate]
        return Self.box("edts", Self.box("elst", Self.bytes([0, UInt32(entries.count / 3)] + entries)))
    }

    private var media: Data {
        // Undetermined language.
        let header = Self.box("mdhd", Self.bytes([0, 0, 0, UInt32(timescale), duration, 0x55c4 << 16]))
        return Self.box("mdia", header + TimedMetadataTrack.handler + information)
    }

    private var information: Data {
        let reference = Self.box("dref", Self.bytes([0, 1]) + Self.box("url ", Self.bytes([1])))
        return Self.box(
            "minf",
            DescribedTrack.generalHeader + MovieBoxes.handler("dhlr", "url ", "Core Media Data Handler")
                + Self.box("dinf", reference) + samples
        )
    }

    private var samples: Data {
        let key = Self.box("keyd", Data("mdta".utf8) + Data(Self.key.utf8))
        let type = Self.box("dtyp", Self.bytes([0, Self.signedByte]))
        let keys = Self.box("keys", Self.box(Self.keyNumber, key + type))
        return Self.box(
            "stbl",
            TimedMetadataTrack.descriptions(keys) + Self.box("stts", Self.bytes([0, 1, 1, duration]))
                + Self.box("stsc", Self.bytes([0, 1, 1, 1, 1]))
                + Self.box("stsz", Self.bytes([0, UInt32(Self.sample.count), 1]))
                + Self.box("co64", Self.bytes([0, 1, 0, 0]))
        )
    }

    private static func box(_ type: String, _ body: Data) -> Data { MovieBoxes.box(type, body) }

    private static func box(_ number: UInt32, _ body: Data) -> Data { TimedMetadataKeys.item(number, body) }

    private static func bytes(_ numbers: [UInt32]) -> Data {
        numbers.reduce(into: Data()) { $0.append(MovieBoxes.bytes($1)) }
    }
}

extension MovieIndexRecord {
    /// The track that tells the photo's moment; nil for movies that are no part of a Live Photo.
    var stillImageTrack: StillImageTrack? {
        stillImageTime.map { StillImageTrack(time: $0, timescale: movieTimescale) }
    }

    /// What lies at the beginning of the finished file's media.
    var mediaPreamble: Data { stillImageTime == nil ? Data() : StillImageTrack.sample }

    /// An index that knows where the preamble lies.
    func index(_ index: Data, withPreambleAt offset: Int64) -> Data {
        guard stillImageTime != nil else { return index }
        var located = index
        StillImageTrack.place(&located, at: offset)
        return located
    }
}
