import FoundationExtras

/// Creates a buffer and its memory.
///
/// The memory's contents are undefined. Rows and planes are aligned to 64 bytes unless attributes ask otherwise.
///
/// - Parameters:
///   - allocator: any; memory comes from the C library.
///   - width: width in pixels.
///   - height: height in pixels.
///   - pixelFormatType: the pixel format's four-character code.
///   - pixelBufferAttributes: `kCVPixelBuffer...Key` attributes; size and format in it are overridden by the arguments.
///   - pixelBufferOut: receives the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`,
///   `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let request = PixelBufferRequest(pixelBufferAttributes) else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormatRegistry.format(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelLayout(format: format, width: width, height: height, request: request) else {
        return kCVReturnInvalidSize
    }
    guard let buffer = CVBuffer(allocating: layout, creationAttributes: pixelBufferAttributes) else {
        return kCVReturnAllocationFailed
    }
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// Creates a buffer over a client's memory, for formats that are not planar.
///
/// - Parameters:
///   - allocator: ignored, nothing is allocated but the object.
///   - width: width in pixels.
///   - height: height in pixels.
///   - pixelFormatType: the pixel format's four-character code.
///   - baseAddress: the first pixel.
///   - bytesPerRow: distance between the starts of two rows, at least what the row's pixels occupy.
///   - releaseCallback: called once when the buffer goes away; nil if the memory outlives every buffer.
///   - releaseRefCon: handed to the callback.
///   - pixelBufferAttributes: attributes; those about memory layout have no meaning here.
///   - pixelBufferOut: receives the buffer; nil on failure, in which case the callback is not called.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPixelFormat` (also for planar formats), `kCVReturnInvalidSize`,
///   `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnInvalidArgument` for rows that are too short.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard PixelBufferRequest(pixelBufferAttributes) != nil else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormatRegistry.format(pixelFormatType), !format.isPlanar else {
        return kCVReturnInvalidPixelFormat
    }
    let plane = PixelLayout.Plane(offset: 0, width: width, height: height, bytesPerRow: bytesPerRow)
    guard let layout = PixelLayout(existing: [plane], format: format, width: width, height: height, dataSize: nil)
    else { return kCVReturnInvalidSize }
    guard layout.rowsAreLongEnough(for: format) else { return kCVReturnInvalidArgument }
    pixelBufferOut.pointee = CVBuffer(
        layout: layout,
        baseAddress: baseAddress,
        publicBaseAddress: baseAddress,
        memory: .bytes(releaseCallback, refCon: releaseRefCon),
        creationAttributes: pixelBufferAttributes
    )
    return kCVReturnSuccess
}

/// Creates a buffer over a client's planes.
///
/// - Parameters:
///   - allocator: ignored, nothing is allocated but the object.
///   - width: width of the image in pixels.
///   - height: height of the image in pixels.
///   - pixelFormatType: the four-character code of a planar pixel format.
///   - dataPtr: the plane descriptor block, or nil; `CVPixelBufferGetBaseAddress` answers it.
///   - dataSize: size of the memory if the planes are contiguous, else 0.
///   - numberOfPlanes: the number of planes, which must be the format's.
///   - planeBaseAddress: the first pixel of every plane.
///   - planeWidth: the width of every plane in its own pixels.
///   - planeHeight: the height of every plane.
///   - planeBytesPerRow: the row length of every plane in bytes.
///   - releaseCallback: called once when the buffer goes away; nil if the memory outlives every buffer.
///   - releaseRefCon: handed to the callback.
///   - pixelBufferAttributes: attributes; those about memory layout have no meaning here.
///   - pixelBufferOut: receives the buffer; nil on failure, in which case the callback is not called.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPixelFormat` (also for formats that are not planar),
///   `kCVReturnInvalidSize`, `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnInvalidArgument` for a wrong number
///   of planes, a missing address or rows that are too short.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?,
    _ dataSize: Int,
    _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>,
    _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard PixelBufferRequest(pixelBufferAttributes) != nil else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormatRegistry.format(pixelFormatType), format.isPlanar else {
        return kCVReturnInvalidPixelFormat
    }
    guard numberOfPlanes == format.planes.count, let base = planeBaseAddress[0] else { return kCVReturnInvalidArgument }
    var planes: [PixelLayout.Plane] = []
    for index in 0..<numberOfPlanes {
        guard let address = planeBaseAddress[index] else { return kCVReturnInvalidArgument }
        planes.append(
            PixelLayout.Plane(
                offset: address - base,
                width: planeWidth[index],
                height: planeHeight[index],
                bytesPerRow: planeBytesPerRow[index]
            )
        )
    }
    guard let layout = PixelLayout(existing: planes, format: format, width: width, height: height, dataSize: dataSize)
    else { return kCVReturnInvalidSize }
    guard layout.rowsAreLongEnough(for: format) else { return kCVReturnInvalidArgument }
    let release = PlanarBytesRelease(
        callback: releaseCallback,
        refCon: releaseRefCon,
        dataPointer: dataPtr,
        dataSize: dataSize
    )
    pixelBufferOut.pointee = CVBuffer(
        layout: layout,
        baseAddress: base,
        publicBaseAddress: dataPtr,
        memory: .planarBytes(release),
        creationAttributes: pixelBufferAttributes
    )
    return kCVReturnSuccess
}

/// Gives a client's memory back: called once with the client's reference and the base address, on whichever thread
/// drops the last reference to the buffer.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Gives a client's planes back: called once with the client's reference, the plane descriptor block, its size, the
/// number of planes and their base addresses, on whichever thread drops the last reference to the buffer.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// One plane in a plane descriptor block. All numbers are big-endian.
public struct CVPlanarComponentInfo: Sendable {
    /// Distance of the plane's first pixel from the block's address, in bytes, big-endian.
    public var offset: Int32
    /// Length of a row in bytes, big-endian.
    public var rowBytes: UInt32

    /// Creates the value with all fields zero.
    public init() {
        self.init(offset: 0, rowBytes: 0)
    }

    /// Creates the value from its fields.
    public init(offset: Int32, rowBytes: UInt32) {
        self.offset = offset
        self.rowBytes = rowBytes
    }
}

/// A plane descriptor block of any number of planes; the first plane's component.
public struct CVPlanarPixelBufferInfo: Sendable {
    /// The first plane; those of further planes follow in memory.
    public var componentInfo: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        self.init(componentInfo: CVPlanarComponentInfo())
    }

    /// Creates the value from its fields.
    public init(componentInfo: CVPlanarComponentInfo) {
        self.componentInfo = componentInfo
    }
}

/// The plane descriptor block of buffers with the planes Y, Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrPlanar: Sendable {
    /// The luma plane.
    public var componentInfoY: CVPlanarComponentInfo
    /// The blue-difference plane.
    public var componentInfoCb: CVPlanarComponentInfo
    /// The red-difference plane.
    public var componentInfoCr: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        let zero = CVPlanarComponentInfo()
        self.init(componentInfoY: zero, componentInfoCb: zero, componentInfoCr: zero)
    }

    /// Creates the value from its fields.
    public init(
        componentInfoY: CVPlanarComponentInfo,
        componentInfoCb: CVPlanarComponentInfo,
        componentInfoCr: CVPlanarComponentInfo
    ) {
        self.componentInfoY = componentInfoY
        self.componentInfoCb = componentInfoCb
        self.componentInfoCr = componentInfoCr
    }
}

/// The plane descriptor block of buffers with the planes Y and CbCr.
public struct CVPlanarPixelBufferInfo_YCbCrBiPlanar: Sendable {
    /// The luma plane.
    public var componentInfoY: CVPlanarComponentInfo
    /// The plane of interleaved blue and red differences.
    public var componentInfoCbCr: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        self.init(componentInfoY: CVPlanarComponentInfo(), componentInfoCbCr: CVPlanarComponentInfo())
    }

    /// Creates the value from its fields.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCbCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCbCr = componentInfoCbCr
    }
}

/// Writes plane descriptor blocks: the components of all planes, one after the other.
enum PlaneDescriptor {
    static func write(_ layout: PixelLayout, at address: UnsafeMutableRawPointer) {
        let components = address.assumingMemoryBound(to: CVPlanarComponentInfo.self)
        for (index, plane) in layout.planes.enumerated() {
            components[index] = CVPlanarComponentInfo(
                offset: Int32(truncatingIfNeeded: plane.offset).bigEndian,
                rowBytes: UInt32(truncatingIfNeeded: plane.bytesPerRow).bigEndian
            )
        }
    }
}

/// Who owns the memory behind a pixel buffer, and how it is given back.
enum PixelMemory {
    /// Allocated by this module.
    case allocated(UnsafeMutableRawPointer)
    /// A client's single block, given back through its callback.
    case bytes(CVPixelBufferReleaseBytesCallback?, refCon: UnsafeMutableRawPointer?)
    /// A client's planes, given back through its callback.
    case planarBytes(PlanarBytesRelease)
    /// Memory that lives as long as a Swift object, for instance a driver's mapping.
    case object(AnyObject)

    /// Gives the memory back. Called exactly once, by the buffer's `deinit`, on whichever thread drops the buffer.
    func release(layout: PixelLayout, baseAddress: UnsafeMutableRawPointer) {
        switch self {
        case .allocated(let pointer):
            FrameAllocator.deallocate(pointer, byteCount: layout.dataSize, alignment: layout.alignment)
        case .bytes(let callback, let refCon):
            callback?(refCon, UnsafeRawPointer(baseAddress))
        case .planarBytes(let release):
            release.call(layout: layout, baseAddress: baseAddress)
        case .object:
            break
        }
    }
}

/// What `CVPixelBufferCreateWithPlanarBytes` was told about giving planes back.
struct PlanarBytesRelease {
    let callback: CVPixelBufferReleasePlanarBytesCallback?
    let refCon: UnsafeMutableRawPointer?
    let dataPointer: UnsafeMutableRawPointer?
    let dataSize: Int

    func call(layout: PixelLayout, baseAddress: UnsafeMutableRawPointer) {
        guard let callback else { return }
        var planes = layout.planes.map { UnsafeRawPointer(baseAddress + $0.offset) as UnsafeRawPointer? }
        planes.withUnsafeMutableBufferPointer { planes in
            callback(refCon, dataPointer, dataSize, planes.count, planes.baseAddress)
        }
    }
}
