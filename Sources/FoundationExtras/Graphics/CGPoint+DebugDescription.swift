import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
    /// The coordinates, as on Apple's platforms: `(1.0, 2.0)`.
    public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
    /// Width and height, as on Apple's platforms: `(1.0, 2.0)`.
    public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
    /// Origin and size, as on Apple's platforms: `(0.0, 0.0, 1.0, 2.0)`.
    public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}
