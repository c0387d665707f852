import FoundationExtras
import Synchronization

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

/// How a pixel buffer's memory is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: CVOptionFlags

    /// Creates flags from bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The memory will only be read. Must be passed to both lock and unlock (documented: S-202).
    public static var readOnly: CVPixelBufferLockFlags { CVPixelBufferLockFlags(rawValue: 1) }
}

/// Makes a buffer's memory accessible until the matching unlock. Locks nest. Any thread.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lockCounts.wrappingAdd(LockCounts.one(lockFlags), ordering: .acquiringAndReleasing)
    return kCVReturnSuccess
}

/// Ends one lock.
///
/// The flags must be those of the lock (documented: S-202). UNKNOWN: the result of other flags is undefined on Apple's
/// platforms; here the call fails and the lock stays.
///
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` when the buffer is not locked with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    let one = LockCounts.one(unlockFlags)
    var counts = pixelBuffer.lockCounts.load(ordering: .relaxed)
    while LockCounts.contains(counts, one) {
        let (exchanged, original) = pixelBuffer.lockCounts.compareExchange(
            expected: counts,
            desired: counts - one,
            ordering: .acquiringAndReleasing
        )
        if exchanged { return kCVReturnSuccess }
        counts = original
    }
    return kCVReturnInvalidArgument
}

extension CVBuffer {
    /// Whether there is a lock of either kind.
    var isLocked: Bool {
        lockCounts.load(ordering: .relaxed) != 0
    }
}

/// Two counts in one word, so that locking needs one atomic instruction: writers below, readers above.
private enum LockCounts {
    private static let reader: UInt64 = 1 << 32
    private static let writer: UInt64 = 1

    static func one(_ flags: CVPixelBufferLockFlags) -> UInt64 {
        flags.contains(.readOnly) ? reader : writer
    }

    static func contains(_ counts: UInt64, _ one: UInt64) -> Bool {
        one == reader ? counts >> 32 != 0 : counts & UInt64(UInt32.max) != 0
    }
}

/// Fills the memory around an image by repeating the pixels of its edges.
///
/// Formats that pack several pixels into a block repeat whole blocks. The caller must be alone with the buffer; no
/// lock is needed.
///
/// - Returns: `kCVReturnSuccess`, also when there are no extended pixels; `kCVReturnUnsupported` for formats with less
///   than a byte per pixel.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
    let layout = pixelBuffer.layout
    if layout.extended == PixelLayout.ExtendedPixels() { return kCVReturnSuccess }
    guard
        let format = PixelFormatRegistry.format(layout.pixelFormat),
        format.planes.allSatisfy({ $0.bitsPerBlock.isMultiple(of: 8) })
    else { return kCVReturnUnsupported }
    for (plane, planeFormat) in zip(layout.planes, format.planes) {
        let margins = PlaneMargins(plane, planeFormat, layout.extended)
        margins.fillColumns(pixelBuffer.baseAddress + plane.offset)
        margins.fillRows(pixelBuffer.baseAddress + plane.offset)
    }
    return kCVReturnSuccess
}

/// The memory around one plane, in blocks and rows.
private struct PlaneMargins {
    let plane: PixelLayout.Plane
    let blockSize: Int
    let blocks: Int
    let left: Int
    let right: Int
    let top: Int
    let bottom: Int

    init(_ plane: PixelLayout.Plane, _ format: PixelFormat.Plane, _ extended: PixelLayout.ExtendedPixels) {
        func columns(_ pixels: Int) -> Int {
            pixels.dividedRoundingUp(by: format.horizontalSubsampling)
        }
        self.plane = plane
        blockSize = format.bitsPerBlock / 8
        blocks = plane.width.dividedRoundingUp(by: format.blockWidth)
        left = columns(extended.left).dividedRoundingUp(by: format.blockWidth)
        right = (plane.width + columns(extended.right)).dividedRoundingUp(by: format.blockWidth) - blocks
        top = extended.top.dividedRoundingUp(by: format.verticalSubsampling)
        bottom = extended.bottom.dividedRoundingUp(by: format.verticalSubsampling)
    }

    func fillColumns(_ start: UnsafeMutableRawPointer) {
        for row in 0..<plane.height {
            let first = start + row * plane.bytesPerRow
            for block in 0..<left {
                (first - (block + 1) * blockSize).copyMemory(from: first, byteCount: blockSize)
            }
            let last = first + (blocks - 1) * blockSize
            for block in 0..<right {
                (last + (block + 1) * blockSize).copyMemory(from: last, byteCount: blockSize)
            }
        }
    }

    func fillRows(_ start: UnsafeMutableRawPointer) {
        let first = start - left * blockSize
        let last = first + (plane.height - 1) * plane.bytesPerRow
        let length = (left + blocks + right) * blockSize
        for row in 0..<top {
            (first - (row + 1) * plane.bytesPerRow).copyMemory(from: first, byteCount: length)
        }
        for row in 0..<bottom {
            (last + (row + 1) * plane.bytesPerRow).copyMemory(from: last, byteCount: length)
        }
    }
}

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
