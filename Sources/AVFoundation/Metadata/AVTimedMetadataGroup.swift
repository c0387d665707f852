import CoreMedia
import Foundation
import MediaEncoding

/// Metadata items that belong together, exactly as Apple's class of the same name: ``AVTimedMetadataGroup`` is one.
open class AVMetadataGroup: NSObject {
    override init() { super.init() }

    /// The items.
    open var items: [AVMetadataItem] { [] }
}

/// Metadata items that hold for a stretch of time, exactly as Apple's class of the same name.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying {
    var content: [AVMetadataItem]
    var range: CMTimeRange

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - items: the items; what they say of times is ignored.
    ///   - timeRange: for how long they hold; an invalid duration lets them hold until the next group.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        content = items
        range = timeRange
        super.init()
    }

    /// Makes a group of a sample of timed metadata in QuickTime's boxes; `nil` for anything else.
    public convenience init?(sampleBuffer: CMSampleBuffer) {
        let time = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
        guard let format = sampleBuffer.formatDescription, let coding = TimedMetadataCoding(format),
            let data = try? sampleBuffer.dataBuffer?.dataBytes(), let items = coding.items(data, time)
        else { return nil }
        self.init(items: items, timeRange: time)
    }

    /// The items.
    open override var items: [AVMetadataItem] { content }
    /// For how long the items hold.
    open var timeRange: CMTimeRange { range }

    /// What a track must be like that holds the items: to be an input's format hint. `nil` without items, and for items without
    /// an identifier or a value.
    open func copyFormatDescription() -> CMMetadataFormatDescription? {
        TimedMetadataCoding.format(content)
    }

    /// The same group, which does not change any more.
    open func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: content, timeRange: range) }
    /// A group of the same items that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: content, timeRange: range)
    }
}

/// A group of metadata items that can be changed, exactly as Apple's class of the same name.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup {
    /// The items.
    open override var items: [AVMetadataItem] {
        get { content }
        set { content = newValue }
    }

    /// For how long the items hold.
    open override var timeRange: CMTimeRange {
        get { range }
        set { range = newValue }
    }
}

/// Writes metadata items as samples of a track of timed metadata, and reads them.
struct TimedMetadataCoding {
    private let keys: [(key: TimedMetadataKeys.Key, identifier: String)]

    /// `nil` for formats of anything but QuickTime's boxes.
    init?(_ format: CMFormatDescription) {
        guard let table = TimedMetadataKeys(format), table.keys.count == format.identifiers.count else { return nil }
        // Both are in the order of the keys' numbers.
        keys = zip(table.keys, format.identifiers).map { ($0, $1) }
    }

    /// The format of a track that holds items.
    static func format(_ items: [AVMetadataItem]) -> CMFormatDescription? {
        var specifications: [NSDictionary] = []
        for item in items {
            guard let identifier = item.identifier?.rawValue, let type = type(of: item) else { return nil }
            let specification = NSMutableDictionary()
            specification.setObject(
                NSString(string: identifier),
                forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier
            )
            specification.setObject(
                NSString(string: type),
                forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType
            )
            if let language = item.extendedLanguageTag {
                specification.setObject(
                    NSString(string: language),
                    forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag
                )
            }
            if !specifications.contains(where: { $0.isEqual(specification) }) { specifications.append(specification) }
        }
        guard !specifications.isEmpty else { return nil }
        var made: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: nil,
            metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: NSArray(array: specifications),
            formatDescriptionOut: &made
        )
        return made
    }

    // MARK: Samples

    /// A sample; `nil` where an item has no key, or a value that is not of the key's type.
    func sample(_ items: [AVMetadataItem]) -> Data? {
        // Samples have something in them in any case: the number 0 stands for nothing.
        if items.isEmpty { return TimedMetadataKeys.item(0, Data()) }
        var sample = Data()
        for item in items {
            guard let type = Self.type(of: item),
                let key = keys.first(where: { key, identifier in
                    identifier == item.identifier?.rawValue && key.type == type
                        && key.language == item.extendedLanguageTag
                })?.key,
                let value = Self.bytes(item, type)
            else { return nil }
            sample.append(TimedMetadataKeys.item(key.number, value))
        }
        return sample
    }

    /// The items of a sample; `nil` for bytes that are none.
    func items(_ sample: Data, _ time: CMTimeRange) -> [AVMetadataItem]? {
        TimedMetadataKeys.items(sample)?.compactMap { number, value in
            guard let (key, identifier) = keys.first(where: { $0.key.number == number }) else { return nil }
            let item = AVMutableMetadataItem()
            item.identifier = AVMetadataIdentifier(identifier)
            item.dataType = key.type
            item.extendedLanguageTag = key.language
            item.value = Self.value(value, key.type)
            item.time = time.start
            item.duration = time.duration
            return AVMetadataItem(fields: item.fields)
        }
    }

    // MARK: Values

    /// What an item says it is, or what its value is.
    private static func type(of item: AVMetadataItem) -> String? {
        if let type = item.dataType { return type }
        return switch item.value {
        case is NSString: "\(kCMMetadataBaseDataType_UTF8)"
        case is NSNumber: "\(kCMMetadataBaseDataType_Float64)"
        case is NSData: "\(kCMMetadataBaseDataType_RawData)"
        default: nil
        }
    }

    private static func bytes(_ item: AVMetadataItem, _ type: String) -> Data? {
        func number<Number: FixedWidthInteger>(_: Number.Type) -> Data? {
            item.numberValue.flatMap { whole($0) }.map { bits($0 as Number) }
        }
        func bits<Bits: FixedWidthInteger>(_ bits: Bits) -> Data { withUnsafeBytes(of: bits.bigEndian) { Data($0) } }
        switch TimedMetadataKeys.typeNumbers[type] {
        case 1: return item.stringValue.map { Data($0.utf8) }
        case 2: return item.stringValue.flatMap { $0.data(using: .utf16BigEndian) }
        case 23: return item.numberValue.map { bits($0.floatValue.bitPattern) }
        case 24: return item.numberValue.map { bits($0.doubleValue.bitPattern) }
        case 65: return number(Int8.self)
        case 66: return number(Int16.self)
        case 67: return number(Int32.self)
        case 74: return number(Int64.self)
        case 75: return number(UInt8.self)
        case 76: return number(UInt16.self)
        case 77: return number(UInt32.self)
        case 78: return number(UInt64.self)
        case nil: return item.dataValue ?? item.stringValue.map { Data($0.utf8) }
        default: return item.dataValue
        }
    }

    /// A number without a fraction, if it fits.
    private static func whole<Number: FixedWidthInteger>(_ number: NSNumber) -> Number? {
        // Only asked for where it has an answer: whole numbers of 64 bits are not exact as floating-point numbers.
        switch String(cString: number.objCType) {
        case "d", "f": Number(exactly: number.doubleValue)
        case "Q": Number(exactly: number.uint64Value)
        default: Number(exactly: number.int64Value)
        }
    }

    private static func value(_ bytes: Data, _ type: String) -> any NSCopying & NSObjectProtocol {
        func bits<Bits: FixedWidthInteger>(_: Bits.Type) -> Bits {
            bytes.reduce(0) { $0 << 8 | Bits(truncatingIfNeeded: $1) }
        }
        let lengths: [UInt32: Int] = [
            23: 4, 24: 8, 65: 1, 66: 2, 67: 4, 74: 8, 75: 1, 76: 2, 77: 4, 78: 8,
        ]
        let number = TimedMetadataKeys.typeNumbers[type]
        // Values of other lengths than their types are given as they are.
        if let length = number.flatMap({ lengths[$0] }), length != bytes.count { return NSData(data: bytes) }
        switch number {
        case 1: return NSString(string: String(decoding: bytes, as: UTF8.self))
        case 2: return NSString(string: String(data: bytes, encoding: .utf16BigEndian) ?? "")
        case 23: return NSNumber(value: Float(bitPattern: bits(UInt32.self)))
        case 24: return NSNumber(value: Double(bitPattern: bits(UInt64.self)))
        case 65: return NSNumber(value: bits(Int8.self))
        case 66: return NSNumber(value: bits(Int16.self))
        case 67: return NSNumber(value: bits(Int32.self))
        case 74: return NSNumber(value: bits(Int64.self))
        case 75: return NSNumber(value: bits(UInt8.self))
        case 76: return NSNumber(value: bits(UInt16.self))
        case 77: return NSNumber(value: bits(UInt32.self))
        case 78: return NSNumber(value: bits(UInt64.self))
        default: return NSData(data: bytes)
        }
    }
}
