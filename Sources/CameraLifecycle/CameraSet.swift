/// Cameras of a session, by their index in its list of cameras.
///
/// The camera with index 0 leads: the status, controls and photos are about it. The others come on top of it.
public struct CameraSet: OptionSet, Sendable, Hashable {
    /// A bit for each index.
    public let rawValue: UInt8

    /// A set of cameras.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One camera; none for an index that no list is long enough for.
    public init(index: Int) {
        self.init(rawValue: (0..<Self.longestList).contains(index) ? 1 << UInt8(index) : 0)
    }

    /// The first so many cameras of the list.
    public static func first(_ count: Int) -> CameraSet {
        CameraSet(rawValue: UInt8(truncatingIfNeeded: 1 << min(max(count, 0), longestList) - 1))
    }

    /// The leading camera alone.
    public static let leading = CameraSet(rawValue: 1)

    /// How many cameras a list has at most.
    public static let longestList = 8

    /// Whether the camera with this index is one of them.
    public func contains(index: Int) -> Bool { !isDisjoint(with: CameraSet(index: index)) }

    /// How many they are.
    public var count: Int { rawValue.nonzeroBitCount }

    /// The highest index; `nil` for no camera.
    public var last: Int? { isEmpty ? nil : UInt8.bitWidth - 1 - rawValue.leadingZeroBitCount }

    /// Their indices, in ascending order.
    public var indices: [Int] { (0..<Self.longestList).filter { contains(index: $0) } }
}
