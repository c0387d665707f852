internal import CLibYUV
import CoreVideo

/// A plane in memory that somebody else owns.
struct PixelPlane {
    var base: UnsafeMutablePointer<UInt8>
    /// The distance between two rows in bytes; negative when the image is read from its last row upwards.
    var stride: Int32

    /// The plane starting at another byte.
    func advanced(by bytes: Int) -> PixelPlane {
        PixelPlane(base: base + bytes, stride: stride)
    }

    /// The plane's rows in reverse.
    func upsideDown(rows: Int) -> PixelPlane {
        PixelPlane(base: base + (rows - 1) * Int(stride), stride: -stride)
    }

    /// The same bytes as 16-bit words.
    var words: UnsafeMutablePointer<UInt16> {
        UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt16.self)
    }
}

/// An image in memory that somebody else owns and keeps alive. Copying the view copies no pixels.
struct PixelView {
    var arrangement: PixelArrangement
    var width: Int
    var height: Int
    /// The planes in order. An arrangement with fewer planes repeats its last one, so that no optional is needed.
    var first: PixelPlane
    var second: PixelPlane
    var third: PixelPlane

    var columns: Int32 { Int32(width) }
    var rows: Int32 { Int32(height) }
    /// The chroma planes' columns, for arrangements that halve them.
    var chromaColumns: Int32 { Int32((width + 1) / 2) }
    /// The chroma planes' rows.
    var chromaRows: Int32 { Int32(arrangement.rows(plane: 1, height: height)) }

    init(
        _ arrangement: PixelArrangement,
        width: Int,
        height: Int,
        _ first: PixelPlane,
        _ second: PixelPlane? = nil,
        _ third: PixelPlane? = nil
    ) {
        self.arrangement = arrangement
        self.width = width
        self.height = height
        self.first = first
        self.second = second ?? first
        self.third = third ?? second ?? first
    }

    /// A buffer's pixels. The buffer must stay locked as long as the view is used.
    ///
    /// - Returns: nil when the buffer has fewer planes than the arrangement, or no memory.
    init?(_ buffer: CVPixelBuffer, arrangement: PixelArrangement) {
        func plane(_ index: Int) -> PixelPlane? {
            let planar = CVPixelBufferIsPlanar(buffer)
            let base = planar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer)
            let stride =
                planar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
            return base.map {
                PixelPlane(base: $0.assumingMemoryBound(to: UInt8.self), stride: Int32(truncatingIfNeeded: stride))
            }
        }
        let count = arrangement.planeCount
        guard
            count == max(1, CVPixelBufferGetPlaneCount(buffer)),
            let first = plane(0), let second = plane(min(1, count - 1)), let third = plane(count - 1)
        else { return nil }
        self.init(
            arrangement,
            width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer),
            first,
            second,
            third
        )
    }

    /// A part of the image. `region` lies inside the image and begins at a multiple of the arrangement's steps.
    func cropped(to region: PixelRegion) -> PixelView {
        if region.x == 0, region.y == 0, region.width == width, region.height == height { return self }
        func part(_ plane: PixelPlane, _ index: Int) -> PixelPlane {
            let across = arrangement.rowBytes(plane: index, width: region.x)
            let down = arrangement.rows(plane: index, height: region.y)
            return plane.advanced(by: across + down * Int(plane.stride))
        }
        var result = self
        result.width = region.width
        result.height = region.height
        result.first = part(first, 0)
        result.second = arrangement.planeCount > 1 ? part(second, 1) : result.first
        result.third = arrangement.planeCount > 2 ? part(third, 2) : result.second
        return result
    }

    /// The image with its rows in reverse.
    func upsideDown() -> PixelView {
        func turned(_ plane: PixelPlane, _ index: Int) -> PixelPlane {
            plane.upsideDown(rows: arrangement.rows(plane: index, height: height))
        }
        var result = self
        result.first = turned(first, 0)
        result.second = arrangement.planeCount > 1 ? turned(second, 1) : result.first
        result.third = arrangement.planeCount > 2 ? turned(third, 2) : result.second
        return result
    }

    /// The luma plane alone. Only for planar Y'CbCr and luma.
    func lumaOnly() -> PixelView {
        PixelView(.gray, width: width, height: height, first)
    }

    /// Copies all samples to the upper left of an image of the same arrangement, which is as large or larger.
    func copyPlanes(to target: PixelView) {
        copyPlanes(to: target, width: width, height: height)
    }

    /// Fills this image from the upper left of one of the same arrangement, which is as large or larger.
    func copyPlanes(from source: PixelView) {
        source.copyPlanes(to: self, width: width, height: height)
    }

    private func copyPlanes(to target: PixelView, width: Int, height: Int) {
        for index in 0..<arrangement.planeCount {
            CopyPlane(
                plane(index).base,
                plane(index).stride,
                target.plane(index).base,
                target.plane(index).stride,
                Int32(arrangement.rowBytes(plane: index, width: width)),
                Int32(arrangement.rows(plane: index, height: height))
            )
        }
    }

    func plane(_ index: Int) -> PixelPlane {
        index == 0 ? first : index == 1 ? second : third
    }
}
