/// A range of items: the index of the first and their number.
public struct CFRange: Hashable, Sendable {
    /// The index of the first item.
    public var location: CFIndex
    /// The number of items.
    public var length: CFIndex

    /// Makes the empty range at 0.
    public init() {
        self.init(location: 0, length: 0)
    }

    /// Makes a range.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// Makes a range of items.
@discardableResult
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}
