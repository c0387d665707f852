import FoundationExtras

/// A tag that knows its value's type.
public final class CMTypedTag<TypedValue: Sendable>: CMTag, @unchecked Sendable {
    // @unchecked: constants alone.

    /// A kind of label, and how its values are stored.
    public struct Category: Sendable {
        /// What kind of label it is, by four characters.
        public let rawCategory: RawCategory
        private let decode: @Sendable (CMTag.Value) -> TypedValue?
        private let encode: @Sendable (TypedValue) -> CMTag.Value

        /// Makes a category.
        ///
        /// - Parameters:
        ///   - rawCategory: four characters.
        ///   - valueForTagValue: a stored value as the type; nil for what is none of it.
        ///   - tagValueForValue: how a value is stored. The other function must understand it.
        public init(
            rawCategory: RawCategory,
            valueForTagValue: @escaping @Sendable (CMTag.Value) -> TypedValue?,
            tagValueForValue: @escaping @Sendable (TypedValue) -> CMTag.Value
        ) {
            self.rawCategory = rawCategory
            decode = valueForTagValue
            encode = tagValueForValue
        }

        /// A stored value as the category's type; nil for what is none of it.
        public func value(for tagValue: CMTag.Value) -> TypedValue? { decode(tagValue) }

        /// How a value is stored.
        public func tagValue(for value: TypedValue) -> CMTag.Value { encode(value) }
    }

    /// What kind of label it is.
    public let category: Category
    /// Its value.
    public let value: TypedValue

    /// Makes a tag.
    public init(category: Category, value: TypedValue) {
        self.category = category
        self.value = value
        super.init(rawCategory: category.rawCategory, rawTagValue: category.tagValue(for: value))
    }

    /// A tag of a stored value; nil for another category, or a value that is none of its type.
    convenience init?(_ tag: CMTag, _ category: Category) {
        guard let value = tag.value(onlyIfMatching: category) else { return nil }
        self.init(category: category, value: value)
    }
}

extension Sequence where Element: CMTag {
    /// The first tag of a category; nil if there is none.
    public func first<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> CMTypedTag<T>? {
        for tag in self {
            if let typed = CMTypedTag(tag, category) { return typed }
        }
        return nil
    }

    /// The value of the first tag of a category; nil if there is none.
    public func firstValue<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> T? {
        first(matchingCategory: category)?.value
    }

    /// All tags of a category.
    public func filter<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> [CMTypedTag<T>] {
        compactMap { CMTypedTag($0, category) }
    }
}
