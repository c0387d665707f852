import Foundation

/// What else than its identifier names a type.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// How names of files end, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// What HTTP and mail call it.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}
