public import BookScanner
public import Foundation

/// A photo that follows from its number, with its id, so that a process that was killed can capture it again.
public struct NumberedPhoto: Sendable {
    private let number: Int

    /// The photo of a number.
    public init(_ number: Int) { self.number = number }

    /// The file's bytes.
    public var bytes: Data { CrashPhoto.bytes(seed: UInt64(number)) }

    /// The id under which it is captured.
    public var id: UUID {
        UUID(uuidString: "00000000-0000-4000-8000-" + String(format: "%012x", number))!
    }

    /// What is told of it.
    public var info: ScanPhotoInfo {
        ScanPhotoInfo(
            capturedAt: Date(timeIntervalSince1970: Double(number)),
            name: "p\(number).jpg",
            width: 1024,
            height: 768
        )
    }
}
