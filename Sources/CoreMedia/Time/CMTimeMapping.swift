/// A correspondence of two ranges: what plays where. An invalid source with a valid target stands for a gap.
public struct CMTimeMapping: Sendable {
    /// The range of the source.
    public var source: CMTimeRange
    /// The range of the target.
    public var target: CMTimeRange

    /// Makes an invalid mapping.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    /// Makes a mapping of two ranges.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// The invalid mapping.
    public static let invalid = CMTimeMapping()

    /// Whether the target is valid.
    public var isValid: Bool { target.isValid }
    /// Whether the mapping is valid and its source has no numeric start: a gap.
    public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

extension CMTimeMapping: Hashable, Codable {}

/// Makes a mapping of two ranges.
@discardableResult
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Makes a gap in the target.
@discardableResult
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

/// Whether the mapping's target is valid.
@discardableResult
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Whether the mapping's target is invalid.
@discardableResult
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Whether the mapping is a gap.
@discardableResult
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }
