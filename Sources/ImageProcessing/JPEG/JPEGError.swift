/// Why a JPEG image could not be written or read.
public enum JPEGError: Error, Equatable, CustomStringConvertible {
    /// TurboJPEG could not be set up: memory is exhausted.
    case outOfMemory
    /// The buffer cannot be brought into a form that JPEG stores.
    case pixels(PixelTransformError)
    /// The bytes are not a JPEG image, or a kind that is not supported. `reason` is the parser's or TurboJPEG's.
    case notJPEG(reason: String)
    /// The image is damaged or incomplete: TurboJPEG could only guess at a part of it. `reason` is TurboJPEG's.
    case corrupt(reason: String)
    /// The image has more pixels than the caller allows.
    case tooLarge(PixelDimensions)
    /// Metadata does not fit: EXIF has 64 KiB at most. `bytes` is what it needs.
    case metadataTooLarge(bytes: Int)
    /// TurboJPEG failed; `operation` is its function, `reason` its message.
    case libraryFailure(operation: String, reason: String)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .outOfMemory: "TurboJPEG found no memory."
        case .pixels(let error): "The pixels cannot be used for JPEG: \(error)"
        case .notJPEG(let reason): "Not a JPEG image that can be read: \(reason)"
        case .corrupt(let reason): "The JPEG image is damaged: \(reason)"
        case .tooLarge(let size): "The JPEG image is too large: \(size.width) by \(size.height) pixels."
        case .metadataTooLarge(let bytes):
            "The metadata needs \(bytes) bytes, more than fit; make the embedded thumbnail smaller."
        case .libraryFailure(let operation, let reason): "\(operation) failed: \(reason)"
        }
    }
}

/// Runs pixel work on behalf of JPEG.
func asJPEGError<Result>(
    _ body: () throws(PixelTransformError) -> Result
) throws(JPEGError) -> Result {
    do {
        return try body()
    } catch {
        throw .pixels(error)
    }
}
