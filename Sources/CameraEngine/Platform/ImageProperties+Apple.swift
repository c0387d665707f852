#if !os(Linux)
    import Foundation
    import ImageIO

    /// Reads photos' metadata, whose keys are declared in different modules.
    enum ImageProperties {
        /// EXIF's number for a picture's orientation; `nil` if it is not told.
        static func orientation(_ properties: [String: Any]) -> Int? {
            (properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue
        }
    }
#endif
