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
