import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras
import ImageIO
import ImageProcessing

/// What is known about a photo when it has been taken.
struct PhotoInfo: Sendable {
    /// How it must be turned to be upright.
    var orientation = CGImagePropertyOrientation.up
    /// Its size in pixels, unturned.
    var dimensions: CaptureDimensions
    /// The camera's state.
    var exposure = CaptureExposure.unknown
    /// What the client asked of the flash.
    var flashMode = AVCaptureDevice.FlashMode.off
    /// Whether the camera has a flash.
    var hasFlash = false
    /// Who made the camera; empty when unknown.
    var make = ""
    /// The product that the camera is, or is built into; empty when unknown.
    var model = ""
    /// The lens.
    var lensModel = ""
    /// What pairs a Live Photo's photo with its movie; `nil` for other photos.
    var contentIdentifier: String?
    /// When it was taken, by the wall clock.
    var date: Date
    /// The zone that the time is told in.
    var timeZone: TimeZone
}

/// The base set of metadata of every photo, with the keys of `CGImageProperties`.
enum PhotoMetadata {
    /// The program named in photos.
    static let software = "Pinhole"

    /// Everything known about a photo; unknown things are left out.
    static func dictionary(for info: PhotoInfo) -> [String: PhotoMetadataValue] {
        var metadata: [String: PhotoMetadataValue] = [
            kCGImagePropertyOrientation as String: .integer(Int64(info.orientation.rawValue)),
            kCGImagePropertyPixelWidth as String: .integer(Int64(info.dimensions.width)),
            kCGImagePropertyPixelHeight as String: .integer(Int64(info.dimensions.height)),
            kCGImagePropertyTIFFDictionary as String: .dictionary(tiff(info)),
            kCGImagePropertyExifDictionary as String: .dictionary(exif(info)),
        ]
        if let identifier = info.contentIdentifier {
            metadata[kCGImagePropertyMakerAppleDictionary as String] = .dictionary(
                [contentIdentifierKey: .string(identifier)]
            )
        }
        return metadata
    }

    /// The identifier of a Live Photo within the maker's dictionary: its number in Apple's maker note.
    static let contentIdentifierKey = "17"

    private static func tiff(_ info: PhotoInfo) -> [String: PhotoMetadataValue] {
        var tiff: [String: PhotoMetadataValue] = [
            kCGImagePropertyTIFFDateTime as String: .string(ExifDate(info.date, in: info.timeZone).dateTime),
            kCGImagePropertyTIFFSoftware as String: .string(software),
            kCGImagePropertyTIFFOrientation as String: .integer(Int64(info.orientation.rawValue)),
        ]
        if !info.make.isEmpty { tiff[kCGImagePropertyTIFFMake as String] = .string(info.make) }
        if !info.model.isEmpty { tiff[kCGImagePropertyTIFFModel as String] = .string(info.model) }
        return tiff
    }

    private static func exif(_ info: PhotoInfo) -> [String: PhotoMetadataValue] {
        let date = ExifDate(info.date, in: info.timeZone)
        var exif: [String: PhotoMetadataValue] = [
            kCGImagePropertyExifDateTimeOriginal as String: .string(date.dateTime),
            kCGImagePropertyExifDateTimeDigitized as String: .string(date.dateTime),
            kCGImagePropertyExifSubsecTime as String: .string(date.subseconds),
            kCGImagePropertyExifSubsecTimeOriginal as String: .string(date.subseconds),
            kCGImagePropertyExifSubsecTimeDigitized as String: .string(date.subseconds),
            kCGImagePropertyExifOffsetTime as String: .string(date.offset),
            kCGImagePropertyExifOffsetTimeOriginal as String: .string(date.offset),
            kCGImagePropertyExifOffsetTimeDigitized as String: .string(date.offset),
            kCGImagePropertyExifPixelXDimension as String: .integer(Int64(info.dimensions.width)),
            kCGImagePropertyExifPixelYDimension as String: .integer(Int64(info.dimensions.height)),
            kCGImagePropertyExifColorSpace as String: .integer(1),
            kCGImagePropertyExifFlash as String: .integer(Int64(flash(info))),
        ]
        if !info.make.isEmpty { exif[kCGImagePropertyExifLensMake as String] = .string(info.make) }
        if !info.lensModel.isEmpty { exif[kCGImagePropertyExifLensModel as String] = .string(info.lensModel) }
        return exif.merging(exposure(info.exposure)) { $1 }
    }

    /// Zero means unknown for all of these except the bias, which is known when the duration is.
    private static func exposure(_ exposure: CaptureExposure) -> [String: PhotoMetadataValue] {
        var exif: [String: PhotoMetadataValue] = [:]
        if exposure.duration > 0 {
            exif[kCGImagePropertyExifExposureTime as String] = .real(exposure.duration)
            exif[kCGImagePropertyExifShutterSpeedValue as String] = .real(-log2(exposure.duration))
            exif[kCGImagePropertyExifExposureBiasValue as String] = .real(Double(exposure.bias))
        }
        if exposure.iso > 0 {
            exif[kCGImagePropertyExifISOSpeedRatings as String] = .array([.integer(Int64(exposure.iso.rounded()))])
        }
        if exposure.aperture > 0 {
            exif[kCGImagePropertyExifFNumber as String] = .real(Double(exposure.aperture))
            exif[kCGImagePropertyExifApertureValue as String] = .real(2 * log2(Double(exposure.aperture)))
        }
        if exposure.focalLength > 0 {
            exif[kCGImagePropertyExifFocalLength as String] = .real(Double(exposure.focalLength))
        }
        return exif
    }

    /// EXIF's flash bits: fired 1; by hand on 8, by hand off 16, automatic 24; no flash at all 32.
    private static func flash(_ info: PhotoInfo) -> Int {
        guard info.hasFlash else { return 32 }
        let mode =
            switch info.flashMode {
            case .on: 8
            case .auto: 24
            default: 16
            }
        return mode + (info.exposure.flashFired ? 1 : 0)
    }
}

/// The keys that photo metadata may have at the top. Documented: S-175.
enum PhotoMetadataKeys {
    /// Top-level keys of ImageIO's `CGImageProperties`.
    static let allowed: Set<String> = [
        "Orientation", "PixelWidth", "PixelHeight", "DPIWidth", "DPIHeight", "Depth", "IsFloat", "IsIndexed",
        "HasAlpha", "ColorModel", "ProfileName", "FileSize", "PrimaryImage", "ImageCount", "ImageIndex", "Width",
        "Height", "BytesPerRow", "NamedColorSpace", "PixelFormat", "Images", "ThumbnailImages", "AuxiliaryData",
        "AuxiliaryDataType", "Headroom", "{TIFF}", "{GIF}", "{JFIF}", "{Exif}", "{PNG}", "{IPTC}", "{GPS}",
        "{Raw}", "{CIFF}", "{MakerCanon}", "{MakerNikon}", "{MakerMinolta}", "{MakerFuji}", "{MakerOlympus}",
        "{MakerPentax}", "{MakerApple}", "{8BIM}", "{DNG}", "{ExifAux}", "{HEICS}", "{HEIF}", "{WebP}", "{TGA}",
        "{AVIS}", "{OpenEXR}", "{FileContents}",
    ]
}
