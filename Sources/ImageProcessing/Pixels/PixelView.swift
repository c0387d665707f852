internal import CLibYUV
import CoreVideo
import Foundation

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

/// A rectangle of whole pixels, origin at the upper left.
struct PixelRegion: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

extension PixelRegion {
    /// The whole pixels of a crop.
    ///
    /// - Parameters:
    ///   - crop: the part of the unit square, origin at the upper left; nil for everything. Edges are moved to whole
    ///     chroma samples, at most by one sample, and at least one sample remains.
    ///   - size: the image's size.
    ///   - arrangement: how the image lies.
    init(
        crop: CGRect?,
        of size: PixelDimensions,
        _ arrangement: PixelArrangement
    ) throws(PixelTransformError) {
        guard let crop else {
            self.init(x: 0, y: 0, width: size.width, height: size.height)
            return
        }
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1).insetBy(dx: -1e-9, dy: -1e-9)
        let numbers = [crop.origin.x, crop.origin.y, crop.size.width, crop.size.height]
        guard
            numbers.allSatisfy(\.isFinite), crop.size.width > 0, crop.size.height > 0, unit.contains(crop)
        else { throw .invalidCrop(crop) }
        let across = Self.span(crop.minX, crop.width, of: size.width, step: arrangement.horizontalStep)
        let down = Self.span(crop.minY, crop.height, of: size.height, step: arrangement.verticalStep)
        self.init(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    private static func span(
        _ start: Double,
        _ length: Double,
        of extent: Int,
        step: Int
    ) -> (start: Int, length: Int) {
        let total = Double(extent)
        let first = min(max(0, Int((start * total / Double(step)).rounded()) * step), (extent - 1) / step * step)
        let end = Int(((start + length) * total / Double(step)).rounded()) * step
        return (first, min(max(end - first, step), extent - first))
    }
}

/// An image's size in pixels.
public struct PixelDimensions: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// A picture's size. Any thread.
    package init(of picture: CVPixelBuffer) {
        self.init(width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture))
    }

    /// The size of the same shape, with no side longer than a longest one; even, as the chroma of most formats wants it. A picture that
    /// is small enough stays as large as it is.
    ///
    /// - Parameter longestSide: in pixels.
    public func reduced(toLongestSide longestSide: Int) -> PixelDimensions {
        let factor = min(1, Double(longestSide) / Double(max(1, width, height)))
        func side(_ length: Int) -> Int { max(2, Int((Double(length) * factor / 2).rounded()) * 2) }
        return PixelDimensions(width: side(width), height: side(height))
    }

    /// The size with width and height exchanged if asked.
    func exchanged(_ exchange: Bool) -> PixelDimensions {
        exchange ? PixelDimensions(width: height, height: width) : self
    }
}
