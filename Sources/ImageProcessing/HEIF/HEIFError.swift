internal import CLibHEIF

/// Why a HEIF file could not be written or read.
public enum HEIFError: Error, Equatable, CustomStringConvertible {
    /// libheif was built without what compresses HEVC, or without what decompresses the file's codec.
    case codecMissing
    /// libheif found no memory.
    case outOfMemory
    /// The buffer cannot be brought into the form that is compressed.
    case pixels(PixelTransformError)
    /// The bytes are not a HEIF file, or of a kind that is not supported. `reason` is libheif's.
    case notHEIF(reason: String)
    /// The file is damaged or incomplete. `reason` is libheif's.
    case corrupt(reason: String)
    /// The image has more pixels than the caller allows.
    case tooLarge(PixelDimensions)
    /// EXIF metadata has 64 KiB at most. `bytes` is what it needs.
    case metadataTooLarge(bytes: Int)
    /// libheif failed; `operation` is its function, `reason` its message.
    case libraryFailure(operation: String, reason: String)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .codecMissing: "libheif has no codec for HEVC here. Install Debian's libheif1, which has."
        case .outOfMemory: "libheif found no memory."
        case .pixels(let error): "The pixels cannot be used for HEIC: \(error)"
        case .notHEIF(let reason): "Not a HEIF file that can be read: \(reason)"
        case .corrupt(let reason): "The HEIF file is damaged: \(reason)"
        case .tooLarge(let size): "The HEIF image is too large: \(size.width) by \(size.height) pixels."
        case .metadataTooLarge(let bytes):
            "The metadata needs \(bytes) bytes, more than fit; make the embedded thumbnail smaller."
        case .libraryFailure(let operation, let reason): "\(operation) failed: \(reason)"
        }
    }

    /// Throws what a function of libheif's says, unless that is success.
    static func check(_ outcome: heif_error, _ operation: String) throws(HEIFError) {
        let reason = outcome.message.map { String(cString: $0) } ?? "no reason given"
        switch outcome.code {
        case heif_error_Ok: return
        case heif_error_Memory_allocation_error: throw .outOfMemory
        case heif_error_Plugin_loading_error: throw .codecMissing
        case heif_error_Unsupported_feature where outcome.subcode == heif_suberror_Unsupported_codec:
            throw .codecMissing
        case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: throw .notHEIF(reason: reason)
        case heif_error_Invalid_input, heif_error_Input_does_not_exist, heif_error_Decoder_plugin_error:
            throw .corrupt(reason: reason)
        default: throw .libraryFailure(operation: operation, reason: reason)
        }
    }
}
