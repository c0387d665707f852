import Foundation
import FoundationExtras

/// Gives a provider's bytes back to their owner.
public typealias CGDataProviderReleaseDataCallback =
    @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// Bytes that others read.
public final class CGDataProvider: Sendable, CFTypeIdentified {
    package let bytes: Data

    package init(bytes: Data) {
        self.bytes = bytes
    }

    /// Provides the bytes of data.
    public init?(data: CFData) {
        bytes = data as Data
    }

    /// Provides the bytes of a file; nil if it cannot be read.
    public convenience init?(url: CFURL) {
        guard let bytes = try? Data(contentsOf: url as URL, options: .mappedIfSafe) else { return nil }
        self.init(bytes: bytes)
    }

    /// Provides the bytes of a file; nil if it cannot be read.
    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: String(cString: filename)) as CFURL)
    }

    /// Provides somebody's bytes, without copying them.
    ///
    /// - Parameters:
    ///   - info: handed to `releaseData`.
    ///   - data: the bytes. They must not change and must stay until `releaseData` is called.
    ///   - size: their number.
    ///   - releaseData: called when nobody needs them any more, on any thread.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?,
        data: UnsafeRawPointer,
        size: Int,
        releaseData: CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        // Foundation may let bytes go at once when there are none; the owner is told then, too.
        let owner = ProvidedBytes(info: info, data: data, size: size, releaseData: releaseData)
        bytes = Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: data),
            count: size,
            deallocator: .custom { _, _ in owner.release() }
        )
    }

    /// All bytes.
    public var data: CFData? { bytes as CFData }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGDataProvider.self)) }
}

/// Bytes that belong to somebody else.
// @unchecked: the pointers are only handed back; what lies behind them must not change, as documented.
private struct ProvidedBytes: @unchecked Sendable {
    let info: UnsafeMutableRawPointer?
    let data: UnsafeRawPointer
    let size: Int
    let releaseData: CGDataProviderReleaseDataCallback

    func release() {
        releaseData(info, data, size)
    }
}

extension CGDataProvider: Hashable {
    /// Providers are equal when they are the same object.
    public static func == (left: CGDataProvider, right: CGDataProvider) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
