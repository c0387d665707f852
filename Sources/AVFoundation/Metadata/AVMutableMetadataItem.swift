import CoreMedia
import Foundation

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
