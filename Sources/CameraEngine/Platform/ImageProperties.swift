import Foundation

// Where the keys of photos' metadata are declared.
#if os(Linux)
    import AVFoundation
#else
    import ImageIO
#endif

/// Reads photos' metadata.
enum ImageProperties {
    /// EXIF's number for a picture's orientation; `nil` if it is not told.
    static func orientation(_ properties: [String: Any]) -> Int? {
        (properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue
    }
}
