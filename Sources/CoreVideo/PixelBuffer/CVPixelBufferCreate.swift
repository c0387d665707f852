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
