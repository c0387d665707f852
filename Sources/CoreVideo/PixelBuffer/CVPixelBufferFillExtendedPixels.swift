import FoundationExtras

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
