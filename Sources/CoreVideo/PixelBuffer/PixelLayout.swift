import FoundationExtras

/// Where the pixels of a buffer lie in its memory. A pure value: no memory is touched.
///
/// Buffers of one pool share one layout, whose plane list is therefore allocated once.
package struct PixelLayout: Sendable {
    /// Where one plane lies.
    package struct Plane: Sendable, Equatable {
        /// Distance of the plane's first pixel from the buffer's base address, in bytes.
        package var offset: Int
        /// Width in the plane's own pixels.
        package var width: Int
        /// Height in rows.
        package var height: Int
        /// Distance between the starts of two rows, in bytes.
        package var bytesPerRow: Int

        package init(offset: Int, width: Int, height: Int, bytesPerRow: Int) {
            self.offset = offset
            self.width = width
            self.height = height
            self.bytesPerRow = bytesPerRow
        }
    }

    /// Pixels of memory around the image, in the image's pixels.
    struct ExtendedPixels: Sendable, Equatable {
        var left = 0
        var right = 0
        var top = 0
        var bottom = 0
    }

    /// The pixel format's four-character code.
    package var pixelFormat: OSType
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// Whether the format is planar.
    package var isPlanar: Bool
    /// One plane for packed formats, several for planar ones.
    package var planes: [Plane]
    /// Bytes of memory from the base address on.
    package var dataSize: Int
    /// The alignment that allocated memory must have.
    var alignment = PixelLayout.defaultAlignment
    var extended = ExtendedPixels()
    /// Whether the memory begins with a plane descriptor block.
    var hasPlaneDescriptor = false

    /// Row length and plane address alignment unless attributes ask for another: a cache line.
    static let defaultAlignment = 64
    /// Bytes reserved before the first plane for the plane descriptor block.
    static let planeDescriptorSize = 64
}

extension PixelLayout {
    /// Lays a new buffer out.
    ///
    /// - Parameters:
    ///   - format: the pixel format.
    ///   - width: width in pixels, positive.
    ///   - height: height in pixels, positive.
    ///   - request: alignments and extended pixels.
    /// - Returns: the layout, or nil when the size overflows.
    init?(format: PixelFormat, width: Int, height: Int, request: PixelBufferRequest) {
        guard width > 0, height > 0 else { return nil }
        pixelFormat = format.type
        self.width = width
        self.height = height
        isPlanar = format.isPlanar
        extended = request.extended
        alignment = max(PixelLayout.defaultAlignment, request.planeAlignment)
        hasPlaneDescriptor = format.isPlanar && format.content == .yCbCr
        planes = []
        var end = hasPlaneDescriptor ? PixelLayout.planeDescriptorSize : 0
        for plane in format.planes {
            guard
                let start = end.roundedUp(to: request.planeAlignment),
                let placed = PixelLayout.place(plane, at: start, width, height, request)
            else { return nil }
            planes.append(placed.plane)
            end = placed.end
        }
        dataSize = end
    }

    /// Places one plane with its extended pixels.
    private static func place(
        _ format: PixelFormat.Plane,
        at start: Int,
        _ width: Int,
        _ height: Int,
        _ request: PixelBufferRequest
    ) -> (plane: Plane, end: Int)? {
        let planeWidth = width.dividedRoundingUp(by: format.horizontalSubsampling)
        let planeHeight = height.dividedRoundingUp(by: format.verticalSubsampling)
        let extended = request.extended
        let left = extended.left.dividedRoundingUp(by: format.horizontalSubsampling)
        let right = extended.right.dividedRoundingUp(by: format.horizontalSubsampling)
        let top = extended.top.dividedRoundingUp(by: format.verticalSubsampling)
        let bottom = extended.bottom.dividedRoundingUp(by: format.verticalSubsampling)
        guard
            let leftBytes = format.bytes(forPixels: left, wholeGroups: false),
            let imageBytes = format.bytes(forPixels: planeWidth + right, wholeGroups: true),
            let bytesPerRow = (leftBytes + imageBytes).roundedUp(to: request.bytesPerRowAlignment)
        else { return nil }
        let rows = (top + planeHeight + bottom).roundedUpToMultiple(of: format.blockHeight)
        let (size, sizeOverflows) = bytesPerRow.multipliedReportingOverflow(by: rows)
        let (end, endOverflows) = start.addingReportingOverflow(size)
        guard !sizeOverflows, !endOverflows else { return nil }
        let plane = Plane(
            offset: start + top * bytesPerRow + leftBytes,
            width: planeWidth,
            height: planeHeight,
            bytesPerRow: bytesPerRow
        )
        return (plane, end)
    }

    /// The row length that `CVPixelBufferGetBytesPerRow` tells: of a planar buffer one that, times the height, covers
    /// all planes.
    var bytesPerRow: Int {
        isPlanar ? coveredSize.dividedRoundingUp(by: height) : planes[0].bytesPerRow
    }

    /// Bytes of memory, or the sum of the planes where the client did not tell a size.
    private var coveredSize: Int {
        dataSize > 0 ? dataSize : planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
    }
}

extension PixelFormat.Plane {
    /// Bytes that a run of pixels occupies in a row, or nil when that overflows.
    func bytes(forPixels pixels: Int, wholeGroups: Bool) -> Int? {
        let blocks = pixels.dividedRoundingUp(by: blockWidth)
            .roundedUpToMultiple(of: wholeGroups ? blockHorizontalAlignment : 1)
        let (bits, overflows) = blocks.multipliedReportingOverflow(by: bitsPerBlock)
        return overflows ? nil : bits.dividedRoundingUp(by: 8)
    }
}

extension Int {
    func dividedRoundingUp(by divisor: Int) -> Int {
        self / divisor + (self % divisor == 0 ? 0 : 1)
    }

    func roundedUpToMultiple(of step: Int) -> Int {
        dividedRoundingUp(by: step) * step
    }

    /// The next multiple of a step, or nil when that overflows.
    func roundedUp(to step: Int) -> Int? {
        let (padded, overflows) = addingReportingOverflow(step - 1)
        return overflows ? nil : padded / step * step
    }
}
