import Foundation

/// What a JPEG file has besides its picture. Nothing is decoded.
package enum JPEGFile {
    /// What a file's head tells.
    package struct Info: Sendable {
        /// The size of the stored picture.
        package var dimensions: PixelDimensions
        /// 1 for gray, 3 for colours, 4 for inks.
        package var componentCount: Int
        /// The EXIF payload with its identifier.
        package var exif: Data?
    }

    /// Reads a file's head.
    ///
    /// - Throws: ``JPEGError/notJPEG(reason:)``, for kinds that cannot be decoded, too.
    package static func info(of file: Data) throws(JPEGError) -> Info {
        try withBytes(file) { bytes throws(JPEGError) in
            let segments = try JPEGSegments.header(bytes)
            guard let size = JPEGSegments.frameSize(segments, bytes) else { throw .notJPEG(reason: "no frame header") }
            let frame = segments.first { (0xC0...0xC2).contains($0.marker) && $0.payload.count >= 6 }
            return Info(
                dimensions: size,
                componentCount: frame.map { Int(bytes[$0.payload.lowerBound + 5]) } ?? 3,
                exif: try JPEGSegments.exif(bytes).map { Data($0) }
            )
        }
    }

    /// A file with other EXIF. The picture is not compressed again.
    ///
    /// - Parameters:
    ///   - payload: with its identifier.
    ///   - file: a JPEG file.
    /// - Throws: ``JPEGError/notJPEG(reason:)``, ``JPEGError/metadataTooLarge(bytes:)``.
    package static func replacingExif(_ payload: Data, in file: Data) throws(JPEGError) -> Data {
        try withBytes(file) { bytes throws(JPEGError) in
            try JPEGSegments.assemble(bytes, exif: payload, iccProfile: nil)
        }
    }
}
