import FoundationExtras

// Attachments that tell how an image's pixels are laid out in space and time.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The part of the image that is free of edge artefacts: a dictionary of the four clean-aperture keys.
nonisolated(unsafe) public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// Width of the clean aperture in encoded pixels.
nonisolated(unsafe) public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// Height of the clean aperture in encoded pixels.
nonisolated(unsafe) public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// Offset of the clean aperture's centre from the image's centre, in pixels to the right.
nonisolated(unsafe) public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// Offset of the clean aperture's centre from the image's centre, in pixels downwards.
nonisolated(unsafe) public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The clean aperture that the source would prefer: a dictionary as for ``kCVImageBufferCleanApertureKey``.
nonisolated(unsafe) public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// 1 for progressive, 2 for interlaced images.
nonisolated(unsafe) public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// How the two fields of an interlaced image are stored.
nonisolated(unsafe) public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// Fields are stored in order of time, the top field first.
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// Fields are stored in order of time, the bottom field first.
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Lines are interleaved and the first line belongs to the earlier field.
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Lines are interleaved and the first line belongs to the later field.
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The shape of a pixel: a dictionary of horizontal and vertical spacing.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// Relative width of a pixel.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// Relative height of a pixel.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The nominal size for display: a dictionary of width and height.
nonisolated(unsafe) public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// Nominal width for display, in square pixels.
nonisolated(unsafe) public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// Nominal height for display, in square pixels.
nonisolated(unsafe) public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The part of the image that matters most: a dictionary representation of a rectangle.
nonisolated(unsafe) public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
/// The part of the raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleKey: CFString = "DisplayMaskRectangle"
/// The part of the left eye's raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleStereoLeftKey: CFString =
    "DisplayMaskRectangleStereoLeft"
/// The part of the right eye's raster that is meant to be shown.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangleStereoRightKey: CFString =
    "DisplayMaskRectangleStereoRight"
/// Width of the raster in which a display mask's numbers are given.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_ReferenceRasterWidthKey: CFString =
    "ReferenceRasterWidth"
/// Height of the raster in which a display mask's numbers are given.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_ReferenceRasterHeightKey: CFString =
    "ReferenceRasterHeight"
/// Left edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleLeftKey: CFString = "RectangleLeft"
/// Width of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleWidthKey: CFString = "RectangleWidth"
/// Top edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleTopKey: CFString = "RectangleTop"
/// Height of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RectangleHeightKey: CFString = "RectangleHeight"
/// Points that shape the left edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_LeftEdgePointsKey: CFString = "LeftEdgePoints"
/// Points that shape the right edge of a display mask.
nonisolated(unsafe) public let kCVImageBufferDisplayMaskRectangle_RightEdgePointsKey: CFString = "RightEdgePoints"
