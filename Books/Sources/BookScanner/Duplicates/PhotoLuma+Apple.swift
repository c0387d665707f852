#if !os(Linux)
    import CoreGraphics
    import Foundation
    import ImageIO

    /// The brightness of a photo, scaled down.
    enum PhotoLuma {
        /// `side` x `side` bytes of luma, row by row, averaged; `nil` if the photo cannot be decoded.
        static func square(of file: Data, side: Int) -> [UInt8]? {
            // Decoded smaller at once, and not turned: how a photo is held does not count.
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceThumbnailMaxPixelSize: side * 8,
            ]
            guard let source = CGImageSourceCreateWithData(file as CFData, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: side * side)
            let isDrawn = bytes.withUnsafeMutableBytes { buffer in
                let context = CGContext(
                    data: buffer.baseAddress,
                    width: side,
                    height: side,
                    bitsPerComponent: 8,
                    bytesPerRow: side,
                    space: CGColorSpaceCreateDeviceGray(),
                    bitmapInfo: CGImageAlphaInfo.none.rawValue
                )
                context?.interpolationQuality = .high
                context?.draw(image, in: CGRect(x: 0, y: 0, width: side, height: side))
                return context != nil
            }
            return isDrawn ? bytes : nil
        }
    }
#endif
