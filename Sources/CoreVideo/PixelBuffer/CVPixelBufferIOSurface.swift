import FoundationExtras

/// Unavailable: Linux has no IOSurface.
@available(*, unavailable, message: "Linux has no IOSurface; a pixel buffer's memory is the process's own")
@discardableResult
public func CVPixelBufferGetIOSurface(_ pixelBuffer: CVPixelBuffer?) -> Unmanaged<AnyObject>? { nil }

/// Unavailable: Linux has no IOSurface.
@available(*, unavailable, message: "Linux has no IOSurface; use CVPixelBufferCreateWithBytes")
@discardableResult
public func CVPixelBufferCreateWithIOSurface(
    _ allocator: CFAllocator?,
    _ surface: AnyObject,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<Unmanaged<CVPixelBuffer>?>
) -> CVReturn { kCVReturnUnsupported }
