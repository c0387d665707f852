import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// One piece of information about a movie, exactly as Apple's class of the same name.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, AVAsynchronousKeyValueLoading {
    // Safe on any thread: all that changes lies in the mutex; values are copied on their way in.

    struct Fields: @unchecked Sendable {
        // @unchecked: values are immutable objects.
        var identifier: AVMetadataIdentifier?
        var keySpace: AVMetadataKeySpace?
        var key: (any NSCopying & NSObjectProtocol)?
        var value: (any NSCopying & NSObjectProtocol)?
        var dataType: String?
        var extendedLanguageTag: String?
        var locale: Locale?
        var time = CMTime.invalid
        var duration = CMTime.invalid
        var startDate: Date?
        var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    }

    private let mutex: Mutex<Fields>

    var fields: Fields {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }

    init(fields: Fields) {
        mutex = Mutex(fields)
        super.init()
    }

    /// Makes an empty item; useful as ``AVMutableMetadataItem`` only.
    public convenience override init() {
        self.init(fields: Fields())
    }

    /// Would load the value when it is asked for.
    @available(*, unavailable, message: "Values are not loaded later; make an AVMutableMetadataItem with the value.")
    public convenience init(
        propertiesOfMetadataItem metadataItem: AVMetadataItem,
        valueLoadingHandler handler: @escaping (AnyObject) -> Void
    ) {
        self.init(fields: metadataItem.fields)
    }

    // MARK: What it is

    /// Key space and key in one.
    open var identifier: AVMetadataIdentifier? { fields.identifier }
    /// The key space.
    open var keySpace: AVMetadataKeySpace? { fields.keySpace }
    /// The key within the key space.
    open var key: (any NSCopying & NSObjectProtocol)? { fields.key }
    /// The key that means the same in all key spaces; `nil` if there is none.
    open var commonKey: AVMetadataKey? { MetadataMeaning(self)?.commonKey }
    /// The type of the value, as a Core Media type name.
    open var dataType: String? { fields.dataType }
    /// The language as a tag of BCP 47.
    open var extendedLanguageTag: String? { fields.extendedLanguageTag }
    /// The locale of the value.
    open var locale: Locale? { fields.locale }
    /// When the information begins to hold; invalid for the whole movie.
    open var time: CMTime { fields.time }
    /// How long the information holds; invalid for the whole movie.
    open var duration: CMTime { fields.duration }
    /// The date at which the information begins to hold.
    open var startDate: Date? { fields.startDate }
    /// Further attributes.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { fields.extraAttributes }

    // MARK: Its value

    /// The value.
    open var value: (any NSCopying & NSObjectProtocol)? { fields.value }

    /// The value as a string, if it can be one.
    open var stringValue: String? {
        switch fields.value {
        case let string as NSString: String(describing: string)
        case let number as NSNumber: number.stringValue
        case let date as NSDate:
            ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: date.timeIntervalSince1970))
        default: nil
        }
    }

    /// The value as a number, if it can be one.
    open var numberValue: NSNumber? {
        switch fields.value {
        case let number as NSNumber: number
        case let string as NSString: Double(String(describing: string)).map(NSNumber.init(value:))
        default: nil
        }
    }

    /// The value as a date, if it can be one: a date, or a string as of ISO 8601.
    open var dateValue: Date? {
        switch fields.value {
        case let date as NSDate: Date(timeIntervalSince1970: date.timeIntervalSince1970)
        case let string as NSString: ISO8601DateFormatter().date(from: String(describing: string))
        default: nil
        }
    }

    /// The value as bytes, if it can be some.
    open var dataValue: Data? { (fields.value as? NSData).map { Data(referencing: $0) } }

    // MARK: Copies

    /// The same item, which does not change any more.
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(fields: fields) }

    /// An item with the same contents that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(fields: fields) }

    // MARK: Finding values out

    /// Loaded: values are known with the item.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        .loaded
    }

    /// Calls the handler: values are known with the item.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String],
        completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        if let handler { DispatchQueue.global().async(execute: handler) }
    }

    // MARK: Identifiers

    /// The identifier of a key; `nil` if the key is neither a string nor a number.
    open class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        let space = keySpace == .common ? "common" : keySpace.rawValue
        // The copyright sign of older keys is one byte in files, and written as one in identifiers.
        func identifier(_ key: String) -> AVMetadataIdentifier {
            AVMetadataIdentifier("\(space)/\(key.replacingOccurrences(of: "\u{a9}", with: "%A9"))")
        }
        if let key = key as? AVMetadataKey { return identifier(key.rawValue) }
        if let key = key as? String { return identifier(key) }
        if let key = key as? NSString { return identifier("\(key)") }
        if let key = key as? NSNumber { return identifier("\(key)") }
        return nil
    }

    /// The key space of an identifier; `nil` if it is malformed.
    open class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        guard let slash = identifier.rawValue.firstIndex(of: "/") else { return nil }
        let space = String(identifier.rawValue[..<slash])
        return space == "common" ? .common : AVMetadataKeySpace(space)
    }

    /// The key of an identifier, as a string; `nil` if it is malformed.
    open class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        guard let slash = identifier.rawValue.firstIndex(of: "/") else { return nil }
        return String(identifier.rawValue[identifier.rawValue.index(after: slash)...])
            .replacingOccurrences(of: "%A9", with: "\u{a9}")
    }

    // MARK: Choosing

    /// The items with an identifier; with a common one, those of any format that mean the same.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        let isCommon = keySpace(forIdentifier: identifier) == .common
        let common = isCommon ? (key(forIdentifier: identifier) as? String).map(AVMetadataKey.init(rawValue:)) : nil
        return metadataItems.filter { $0.identifier == identifier || common != nil && $0.commonKey == common }
    }

    /// The items of a locale.
    open class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
        metadataItems.filter { $0.locale == locale }
    }

    /// The items with a key, or with any if it is `nil`, in a key space, or in any if it is `nil`.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        withKey key: Any?,
        keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let wanted = key.flatMap {
            ($0 as? AVMetadataKey)?.rawValue ?? $0 as? String ?? ($0 as? NSString).map { "\($0)" }
        }
        return metadataItems.filter { item in
            (keySpace == nil || item.keySpace == keySpace) && (key == nil || item.key.map { "\($0)" } == wanted)
        }
    }
}

/// A metadata item that can be changed, exactly as Apple's class of the same name.
open class AVMutableMetadataItem: AVMetadataItem {
    // Safe on any thread: inherited.

    override init(fields: Fields) {
        super.init(fields: fields)
    }

    /// Makes an empty item.
    public convenience init() {
        self.init(fields: Fields())
    }

    /// Key space and key in one; setting it sets both of them.
    open override var identifier: AVMetadataIdentifier? {
        get { fields.identifier }
        set {
            fields.identifier = newValue
            fields.keySpace = newValue.flatMap { AVMetadataItem.keySpace(forIdentifier: $0) }
            fields.key = newValue.flatMap { AVMetadataItem.key(forIdentifier: $0) as? String }.map {
                NSString(string: $0)
            }
        }
    }

    /// The key space; together with the key it makes the identifier.
    open override var keySpace: AVMetadataKeySpace? {
        get { fields.keySpace }
        set {
            fields.keySpace = newValue
            identify()
        }
    }

    /// The key within the key space; together with it, it makes the identifier.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { fields.key }
        set {
            fields.key = newValue
            identify()
        }
    }

    private func identify() {
        guard let space = fields.keySpace, let key = fields.key else {
            fields.identifier = nil
            return
        }
        fields.identifier = AVMetadataItem.identifier(forKey: key, keySpace: space)
    }

    /// The value.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { fields.value }
        set { fields.value = newValue?.copy(with: nil) as? (any NSCopying & NSObjectProtocol) }
    }

    /// The type of the value, as a Core Media type name.
    open override var dataType: String? {
        get { fields.dataType }
        set { fields.dataType = newValue }
    }

    /// The language as a tag of BCP 47.
    open override var extendedLanguageTag: String? {
        get { fields.extendedLanguageTag }
        set { fields.extendedLanguageTag = newValue }
    }

    /// The locale of the value.
    open override var locale: Locale? {
        get { fields.locale }
        set { fields.locale = newValue }
    }

    /// When the information begins to hold.
    open override var time: CMTime {
        get { fields.time }
        set { fields.time = newValue }
    }

    /// How long the information holds.
    open override var duration: CMTime {
        get { fields.duration }
        set { fields.duration = newValue }
    }

    /// The date at which the information begins to hold.
    open override var startDate: Date? {
        get { fields.startDate }
        set { fields.startDate = newValue }
    }

    /// Further attributes.
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { fields.extraAttributes }
        set { fields.extraAttributes = newValue }
    }
}

/// Chooses metadata items by what they tell, exactly as Apple's class of the same name.
open class AVMetadataItemFilter: NSObject {
    private let keys: Set<AVMetadataKey>

    init(keys: Set<AVMetadataKey>) {
        self.keys = keys
        super.init()
    }

    /// A filter for movies that are given to others: it keeps what players show, and leaves out what tells of the user, such as
    /// the place, the moment and the device.
    ///
    /// UNKNOWN: which items Apple's keeps. Here they are those whose common key is the title, the description, the album, the
    /// artist, the author, the artwork, the publisher, the copyright, or the description for people who cannot see.
    open class func forSharing() -> AVMetadataItemFilter {
        AVMetadataItemFilter(keys: [
            .commonKeyTitle, .commonKeyDescription, .commonKeyAlbumName, .commonKeyArtist, .commonKeyAuthor,
            .commonKeyArtwork, .commonKeyPublisher, .commonKeyCopyrights, .commonKeyAccessibilityDescription,
        ])
    }

    func keeps(_ item: AVMetadataItem) -> Bool { item.commonKey.map(keys.contains) ?? false }
}

extension AVMetadataItem {
    /// The items that a filter keeps.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter(metadataItemFilter.keeps)
    }

    /// The items of languages that somebody prefers, in the order of preference.
    ///
    /// - Parameter preferredLanguages: tags of BCP 47; `en` is every English, and an item in `en` is for `en-GB`, too. Items
    ///   without a language are left out.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        let wanted = preferredLanguages.map { $0.lowercased() }
        func rank(_ item: AVMetadataItem) -> Int? {
            guard let tag = item.extendedLanguageTag ?? item.locale?.identifier else { return nil }
            let language = tag.replacingOccurrences(of: "_", with: "-").lowercased()
            return wanted.firstIndex { $0 == language || $0.hasPrefix(language + "-") || language.hasPrefix($0 + "-") }
        }
        let ranked = metadataItems.enumerated().compactMap { place, item in rank(item).map { ($0, place, item) } }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

/// A key of further attributes of a metadata item.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Where the value lies.
    public static let valueURI = AVMetadataExtraAttributeKey("URIs")
    /// What the value's place is relative to.
    public static let baseURI = AVMetadataExtraAttributeKey("baseURI")
    /// More about the value.
    public static let info = AVMetadataExtraAttributeKey("info")
}
