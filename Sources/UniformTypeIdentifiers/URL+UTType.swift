import Foundation

extension URL {
    /// The URL with a type's extension, unless it has one of the type's already.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        let own = UTType(filenameExtension: pathExtension, conformingTo: contentType)
        guard own.map({ $0.isDynamic || pathExtension.isEmpty }) ?? true else { return self }
        return contentType.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// A place in the URL, with a type's extension.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }

    /// Adds a type's extension, unless there is one of the type's already.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }

    /// Adds a place, with a type's extension.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }
}
