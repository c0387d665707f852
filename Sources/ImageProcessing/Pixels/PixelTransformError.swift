import CoreVideo
import Foundation

/// Why an image could not be transformed.
public enum PixelTransformError: Error, Equatable, CustomStringConvertible {
    /// The format is not one that image processing reads or writes. Ask the camera or output for another one.
    case unsupportedPixelFormat(OSType)
    /// The crop is empty, not finite, or reaches outside of the unit square.
    case invalidCrop(CGRect)
    /// A width or height is less than one or more than 32,767.
    case invalidDimensions(PixelDimensions)
    /// The buffer has no pixels in memory, or other planes than its format says.
    case unreadableBuffer
    /// No output buffer: memory is exhausted. `code` is Core Video's.
    case outputUnavailable(code: CVReturn)
    /// A library refused; `operation` is its function, `code` its answer.
    case libraryFailure(operation: String, code: Int32)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .unsupportedPixelFormat(let type):
            "The pixel format \(type) cannot be converted; choose another one."
        case .invalidCrop(let crop):
            "The crop \(crop) is not a part of the unit square."
        case .invalidDimensions(let size):
            "An image of \(size.width) by \(size.height) pixels cannot be made."
        case .unreadableBuffer:
            "The buffer's pixels cannot be read."
        case .outputUnavailable(let code):
            "No memory for the result (Core Video says \(code)); release buffers you no longer need."
        case .libraryFailure(let operation, let code):
            "\(operation) failed with \(code)."
        }
    }
}
