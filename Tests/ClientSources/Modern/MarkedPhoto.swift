import AVFoundation

// AVFoundation's headers import those of Core Graphics, Image I/O, QuartzCore, simd and AudioToolbox, so that a file which imports
// AVFoundation alone can use all of them.

/// A photo with boxes around what was found in it.
public struct MarkedPhoto {
    let photo: AVCapturePhoto
    /// Shares of the photo's sides, from the upper left.
    let boxes: [CGRect]

    public init(_ photo: AVCapturePhoto, boxes: [CGRect]) {
        self.photo = photo
        self.boxes = boxes
    }

    /// A small upright image of the photo's file.
    public func thumbnail(side: Int) -> CGImage? {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: side,
            kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        guard let file = photo.fileDataRepresentation(), let source = CGImageSourceCreateWithData(file as CFData, nil)
        else { return nil }
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }

    /// A layer with the boxes, for a preview of a size.
    public func layer(_ size: CGSize) -> CAShapeLayer {
        let path = CGMutablePath()
        let transform = CGAffineTransform(scaleX: size.width, y: size.height)
        boxes.forEach { path.addRect($0, transform: transform) }
        let layer = CAShapeLayer()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.frame = CGRect(origin: .zero, size: size)
        layer.path = path
        layer.fillColor = nil
        layer.strokeColor = CGColor(red: 1, green: 0.8, blue: 0, alpha: 1)
        layer.transform = CATransform3DIdentity
        CATransaction.commit()
        return layer
    }

    /// Where a point in front of the camera is in its image.
    public static func project(_ point: SIMD3<Float>, intrinsics: matrix_float3x3) -> CGPoint {
        let image = intrinsics * point
        return CGPoint(x: CGFloat(image.x / image.z), y: CGFloat(image.y / image.z))
    }

    /// Sounds the shutter, and tells when.
    public static func soundShutter() -> CFTimeInterval {
        AudioServicesPlaySystemSound(1108)
        return CACurrentMediaTime()
    }
}
