import CoreVideo

/// A Core Video pixel format taken apart: arrangement and range.
struct PixelFormatTraits: Equatable {
    var arrangement: PixelArrangement
    /// The range of luma and chroma; full for RGB.
    var range: SampleRange

    init(arrangement: PixelArrangement, range: SampleRange) {
        self.arrangement = arrangement
        self.range = range
    }

    /// - Parameter pixelFormat: a Core Video pixel format.
    /// - Returns: nil for formats that image processing cannot read or write.
    init?(_ pixelFormat: OSType) {
        guard let (arrangement, range) = Self.lookup(pixelFormat) else { return nil }
        self.arrangement = arrangement
        self.range = range
    }

    private static func lookup(_ pixelFormat: OSType) -> (PixelArrangement, SampleRange)? {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.biplanar420, .video)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.biplanar420, .full)
        case kCVPixelFormatType_420YpCbCr8Planar: (.planar420, .video)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: (.planar420, .full)
        case kCVPixelFormatType_422YpCbCr8_yuvs: (.yuyv, .video)
        case kCVPixelFormatType_422YpCbCr8FullRange: (.yuyv, .full)
        case kCVPixelFormatType_422YpCbCr8: (.uyvy, .video)
        case kCVPixelFormatType_32BGRA: (.bgra, .full)
        case kCVPixelFormatType_32ARGB: (.argb, .full)
        case kCVPixelFormatType_32RGBA: (.rgba, .full)
        case kCVPixelFormatType_32ABGR: (.abgr, .full)
        case kCVPixelFormatType_24RGB: (.rgb, .full)
        case kCVPixelFormatType_24BGR: (.bgr, .full)
        case kCVPixelFormatType_OneComponent8: (.gray, .full)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: (.biplanar420TenBit, .video)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: (.biplanar420TenBit, .full)
        default: nil
        }
    }
}
