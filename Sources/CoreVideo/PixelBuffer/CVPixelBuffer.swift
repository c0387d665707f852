import FoundationExtras

/// A buffer that holds an image's pixels in memory.
public typealias CVPixelBuffer = CVImageBuffer

/// The type number of pixel buffers, for `CFGetTypeID(_:)`.
@discardableResult
public func CVPixelBufferGetTypeID() -> CFTypeID {
    CVBuffer.typeID
}

/// The width of a buffer in pixels.
@discardableResult
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.width
}

/// The height of a buffer in pixels.
@discardableResult
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.height
}

/// The four-character code of a buffer's pixel format.
@discardableResult
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.layout.pixelFormat
}

/// The address of a buffer's memory, or nil while the buffer is not locked.
///
/// Documented: S-202, the buffer must be locked first. Of a planar buffer this is the address of its plane descriptor
/// block (`CVPlanarPixelBufferInfo_YCbCrBiPlanar` and its siblings, big-endian), or nil if it has none; use
/// ``CVPixelBufferGetBaseAddressOfPlane(_:_:)`` for the pixels.
///
/// UNKNOWN: what an unlocked buffer answers is undefined on Apple's platforms; here it is always nil, so that a
/// forgotten lock is found at once.
@discardableResult
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.isLocked ? pixelBuffer.publicBaseAddress : nil
}

/// The distance between the starts of two rows in bytes. Documented: S-204, of a planar buffer a length that, times
/// the height, covers all planes.
@discardableResult
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.bytesPerRow
}

/// The size of a buffer's memory in bytes, with everything that padding, extended pixels and a plane descriptor block
/// add; of a buffer over a client's planes what the client told.
@discardableResult
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.dataSize
}

/// Whether a buffer keeps its components in several planes.
@discardableResult
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
    pixelBuffer.layout.isPlanar
}

/// The number of planes, 0 for buffers that are not planar.
@discardableResult
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.layout.isPlanar ? pixelBuffer.layout.planes.count : 0
}

/// The width of a plane in its own pixels; 0 for buffers that are not planar and for planes that do not exist.
@discardableResult
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.layout.plane(planeIndex)?.width ?? 0
}

/// The height of a plane in rows; 0 for buffers that are not planar and for planes that do not exist.
@discardableResult
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.layout.plane(planeIndex)?.height ?? 0
}

/// The address of a plane's first pixel; nil while the buffer is not locked (see ``CVPixelBufferGetBaseAddress(_:)``),
/// for buffers that are not planar and for planes that do not exist.
@discardableResult
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer,
    _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    guard pixelBuffer.isLocked, let plane = pixelBuffer.layout.plane(planeIndex) else { return nil }
    return pixelBuffer.baseAddress + plane.offset
}

/// The distance between the starts of two rows of a plane, in bytes; 0 for buffers that are not planar and for planes
/// that do not exist.
@discardableResult
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.layout.plane(planeIndex)?.bytesPerRow ?? 0
}

/// How much memory there is around the image.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - extraColumnsOnLeft: receives the number of pixels beyond the left edge.
///   - extraColumnsOnRight: receives the number of pixels beyond the right edge.
///   - extraRowsOnTop: receives the number of pixels beyond the top edge.
///   - extraRowsOnBottom: receives the number of pixels beyond the bottom edge.
public func CVPixelBufferGetExtendedPixels(
    _ pixelBuffer: CVPixelBuffer,
    _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
    _ extraColumnsOnRight: UnsafeMutablePointer<Int>?,
    _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
    _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
    let extended = pixelBuffer.layout.extended
    extraColumnsOnLeft?.pointee = extended.left
    extraColumnsOnRight?.pointee = extended.right
    extraRowsOnTop?.pointee = extended.top
    extraRowsOnBottom?.pointee = extended.bottom
}

/// The attributes with which a buffer was created, completed with its format, width and height.
@discardableResult
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
    let attributes = NSMutableDictionary()
    if let given = pixelBuffer.creationAttributes {
        attributes.addEntries(from: given as! [AnyHashable: Any])
    }
    attributes.setObject(NSNumber(value: pixelBuffer.layout.pixelFormat), forKey: kCVPixelBufferPixelFormatTypeKey)
    attributes.setObject(NSNumber(value: pixelBuffer.layout.width), forKey: kCVPixelBufferWidthKey)
    attributes.setObject(NSNumber(value: pixelBuffer.layout.height), forKey: kCVPixelBufferHeightKey)
    return attributes
}

extension PixelLayout {
    /// A plane of a planar buffer.
    fileprivate func plane(_ index: Int) -> Plane? {
        isPlanar && planes.indices.contains(index) ? planes[index] : nil
    }
}
