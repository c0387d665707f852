import FoundationExtras
import Synchronization

/// The pixel formats that buffers can be made of: the known ones and those that the client registered.
package enum PixelFormatRegistry {
    private static let formats = Mutex(
        Dictionary(uniqueKeysWithValues: PixelFormat.known.map { ($0.type, $0) })
    )

    /// The format with a four-character code, or nil when buffers of it cannot be made.
    package static func format(_ type: OSType) -> PixelFormat? {
        formats.withLock { $0[type] }
    }

    /// Adds a format, or replaces the one with its code.
    static func register(_ format: PixelFormat) {
        formats.withLock { $0[format.type] = format }
    }

    /// The four-character codes of all formats, in ascending order.
    static var types: [OSType] {
        formats.withLock { $0.keys.sorted() }
    }
}
