@preconcurrency import AVFoundation

#if !os(Linux)
    import CoreGraphics
    import ImageIO
#endif

/// Makes one photo of the photos that several cameras took at once: upright, with the pictures where an arrangement has them, as in a
/// movie of several cameras (`FrameCompositor`). It is as large as the photo of the leading camera, unless another size is given, and
/// tells what that one tells.
struct PhotoComposition: Sendable {
    /// Each camera's photo, by the camera's index; at least one.
    var photos: [Int: CapturedPhoto]
    /// Where they stand.
    var arrangement: CameraArrangement
    /// The kind of file.
    var format: PhotoFormat
    /// The size; `nil` for the leading photo's. What a picture has too much for its place is cut off.
    var canvas: PhotoSize?

    /// How well it is compressed, from 0 to 1: no loss can be seen.
    private static let quality = 0.92
    private static let queue = DispatchQueue(label: "camera.photos.composition", qos: .userInitiated)

    /// Makes the photo on a queue of its own: pictures are decoded, drawn and encoded.
    func photo() async throws(PhotoFailure) -> CapturedPhoto {
        let result: Result<CapturedPhoto, PhotoFailure> = await withCheckedContinuation { continuation in
            Self.queue.async {
                do throws(PhotoFailure) {
                    continuation.resume(returning: .success(try photoNow()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    func photoNow() throws(PhotoFailure) -> CapturedPhoto {
        let cameras = photos.keys.sorted()
        guard let leading = arrangement.order(of: cameras).first.flatMap({ photos[$0] }) else { throw .notLive }
        let upright = canvas ?? leading.uprightSize
        let canvas = CanvasSize(width: upright.width, height: upright.height)
        let image = try draw(arrangement.placements(of: cameras), canvas)
        let properties = Self.properties(leading.metadata.properties, canvas)
        var photo = leading
        photo.data = try file(image, properties)
        photo.format = format
        photo.size = PhotoSize(width: canvas.width, height: canvas.height)
        photo.orientation = .upright
        photo.metadata = CapturedPhoto.Metadata(properties: properties)
        photo.isProxy = false
        photo.thumbnail = nil
        photo.livePhotoMovie = nil
        return photo
    }

    private static func spoilt(_ reason: String) -> PhotoFailure { .spoilt(code: 0, reason: reason) }

    // MARK: Metadata

    /// What a photo tells of its moment, for an upright picture of another size. What belongs to its file alone is left out.
    private static func properties(_ properties: [String: Any], _ canvas: CanvasSize) -> [String: Any] {
        func values(_ key: CFString) -> [String: Any] { properties[key as String] as? [String: Any] ?? [:] }
        var image = values(kCGImagePropertyTIFFDictionary)
        image[kCGImagePropertyTIFFOrientation as String] = ImageOrientation.upright.exif
        var exif = values(kCGImagePropertyExifDictionary)
        exif[kCGImagePropertyExifPixelXDimension as String] = canvas.width
        exif[kCGImagePropertyExifPixelYDimension as String] = canvas.height
        // A place in the leading camera's picture, as the sensor saw it.
        exif[kCGImagePropertyExifSubjectArea as String] = nil
        var result: [String: Any] = [
            kCGImagePropertyOrientation as String: ImageOrientation.upright.exif,
            kCGImagePropertyTIFFDictionary as String: image,
            kCGImagePropertyExifDictionary as String: exif,
        ]
        let location = values(kCGImagePropertyGPSDictionary)
        if !location.isEmpty { result[kCGImagePropertyGPSDictionary as String] = location }
        return result
    }

    private func file(_ image: CGImage, _ properties: [String: Any]) throws(PhotoFailure) -> Data {
        let data = NSMutableData()
        let destination = CGImageDestinationCreateWithData(data as CFMutableData, format.type as CFString, 1, nil)
        guard let destination else { throw Self.spoilt("No such file can be written.") }
        var properties = properties
        properties[kCGImageDestinationLossyCompressionQuality as String] = Self.quality
        CGImageDestinationAddImage(destination, image, properties as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { throw Self.spoilt("The pictures could not be encoded.") }
        return data as Data
    }

    // MARK: Drawing

    private func draw(_ placements: [FramePlacement], _ canvas: CanvasSize) throws(PhotoFailure) -> CGImage {
        var context: CGContext?
        for placement in placements {
            guard let image = photos[placement.camera].flatMap(Self.upright) else {
                throw Self.spoilt("A camera's picture could not be read.")
            }
            // The picture behind all others is the first.
            context = context ?? Self.context(canvas, like: image)
            if let context { Self.draw(image, placement, in: context) }
        }
        guard let result = context?.makeImage() else { throw Self.spoilt("There is no memory for the pictures.") }
        return result
    }

    /// A photo's picture as it is to be seen.
    private static func upright(_ photo: CapturedPhoto) -> CGImage? {
        guard let source = CGImageSourceCreateWithData(photo.data as CFData, nil) else { return nil }
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: max(photo.size.width, photo.size.height),
        ]
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }

    /// A black canvas with an image's colours.
    private static func context(_ canvas: CanvasSize, like image: CGImage) -> CGContext? {
        let context = CGContext(
            data: nil,
            width: canvas.width,
            height: canvas.height,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.noneSkipFirst.rawValue
        )
        context?.interpolationQuality = .high
        return context
    }

    /// Fills a place with a picture: what does not fit is cut off on both sides alike, and a line lies upon its border.
    private static func draw(_ image: CGImage, _ placement: FramePlacement, in context: CGContext) {
        let canvas = CGSize(width: context.width, height: context.height)
        let rect = pixels(placement.rect, canvas)
        let border = (CGFloat(placement.border) * canvas.height).rounded()
        let radius = CGFloat(placement.cornerRadius) * canvas.height
        let inner = rect.insetBy(dx: border, dy: border)
        guard !inner.isNull, inner.width >= 1, inner.height >= 1 else { return }
        if border > 0 {
            context.setFillColor(gray: 1, alpha: 1)
            context.addPath(path(rect, radius))
            context.fillPath()
        }
        context.saveGState()
        context.addPath(path(inner, radius - border))
        context.clip()
        let (width, height) = (CGFloat(image.width), CGFloat(image.height))
        let scale = max(rect.width / width, rect.height / height)
        let size = CGSize(width: width * scale, height: height * scale)
        let corner = CGPoint(x: rect.midX - size.width / 2, y: rect.midY - size.height / 2)
        context.draw(image, in: CGRect(origin: corner, size: size))
        context.restoreGState()
    }

    /// A place on a canvas whose rows are counted from below. Borders are moved to the nearest pixels, so that pictures that touch leave
    /// no gap.
    private static func pixels(_ rect: CanvasRect, _ canvas: CGSize) -> CGRect {
        func pixel(_ share: Double, of extent: CGFloat) -> CGFloat { (CGFloat(share) * extent).rounded() }
        let (left, right) = (pixel(rect.x, of: canvas.width), pixel(rect.x + rect.width, of: canvas.width))
        let (top, bottom) = (pixel(rect.y, of: canvas.height), pixel(rect.y + rect.height, of: canvas.height))
        return CGRect(x: left, y: canvas.height - bottom, width: right - left, height: bottom - top)
    }

    private static func path(_ rect: CGRect, _ radius: CGFloat) -> CGPath {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        guard radius > 0 else { return CGPath(rect: rect, transform: nil) }
        return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
    }
}

extension PhotoFormat {
    /// The type of its files.
    fileprivate var type: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .heic: "public.heic"
        }
    }
}
