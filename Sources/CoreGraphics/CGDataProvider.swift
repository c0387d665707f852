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

/// Where written bytes go.
public final class CGDataConsumer: CFTypeIdentified {
    private enum Destination {
        case data(NSMutableData)
        case file(URL)
    }

    private let destination: Destination

    /// Appends what is written to data.
    public init?(data: CFMutableData) {
        destination = .data(data)
    }

    /// Writes to a file, replacing what is there; nil if its folder does not exist.
    public init?(url: CFURL) {
        let file = url as URL
        guard file.isFileURL, FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path) else {
            return nil
        }
        destination = .file(file)
    }

    /// Writes a whole document.
    ///
    /// - Returns: whether all of it was written.
    package func write(_ document: Data) -> Bool {
        switch destination {
        case .data(let data):
            data.append(document)
            return true
        case .file(let url):
            return (try? document.write(to: url, options: .atomic)) != nil
        }
    }
}

/// A changeable Core Foundation byte buffer: Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData
