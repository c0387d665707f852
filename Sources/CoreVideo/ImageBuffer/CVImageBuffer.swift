import FoundationExtras

/// The full size of an image in encoded pixels.
@discardableResult
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.layout.width, height: imageBuffer.layout.height)
}

/// The nominal size for display in square pixels: 640 by 480 for a DV frame of 720 by 480.
///
/// The display-dimensions attachment if there is one; else the clean aperture, widened by the pixel aspect ratio.
@discardableResult
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    let dimensions = imageBuffer.attachment(kCVImageBufferDisplayDimensionsKey)?.value as? CFDictionary
    if let width = dimensions?.number(kCVImageBufferDisplayWidthKey),
        let height = dimensions?.number(kCVImageBufferDisplayHeightKey)
    {
        return CGSize(width: width, height: height)
    }
    let clean = CVImageBufferGetCleanRect(imageBuffer).size
    let aspect = imageBuffer.attachment(kCVImageBufferPixelAspectRatioKey)?.value as? CFDictionary
    guard
        let horizontal = aspect?.number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
        let vertical = aspect?.number(kCVImageBufferPixelAspectRatioVerticalSpacingKey), vertical > 0
    else { return clean }
    return CGSize(width: (clean.width * horizontal / vertical).rounded(), height: clean.height)
}

/// The part of the image that is free of edge artefacts, in encoded pixels: the clean-aperture attachment, or the
/// whole image. Documented: the origin is the lower left corner.
@discardableResult
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    let encoded = CVImageBufferGetEncodedSize(imageBuffer)
    let aperture = imageBuffer.attachment(kCVImageBufferCleanApertureKey)?.value as? CFDictionary
    guard
        let width = aperture?.number(kCVImageBufferCleanApertureWidthKey),
        let height = aperture?.number(kCVImageBufferCleanApertureHeightKey)
    else { return CGRect(origin: .zero, size: encoded) }
    let right = aperture?.number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
    let down = aperture?.number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
    return CGRect(
        x: (encoded.width - width) / 2 + right,
        y: (encoded.height - height) / 2 - down,
        width: width,
        height: height
    )
}

/// Whether the first row is the top of the image: true for every pixel buffer.
@discardableResult
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
    true
}

/// Unavailable: Linux has no Core Graphics colour spaces.
@available(
    *,
    unavailable,
    message: "Linux has no CGColorSpace; read the attachments kCVImageBufferColorPrimariesKey ..."
)
@discardableResult
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<AnyObject>? { nil }

/// Unavailable: Linux has no Core Graphics colour spaces.
@available(
    *,
    unavailable,
    message: "Linux has no CGColorSpace; read the attachments kCVImageBufferColorPrimariesKey ..."
)
@discardableResult
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<AnyObject>? { nil }
