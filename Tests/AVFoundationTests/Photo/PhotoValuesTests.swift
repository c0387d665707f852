import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Testing

@testable import AVFoundation

@Suite struct PhotoValuesTests {
    @Test("R-PHOTO-1: what is known of the camera is in the metadata, and what is unknown is not")
    func metadata() throws {
        var info = PhotoInfo(
            dimensions: CaptureDimensions(width: 1024, height: 768),
            date: Date(timeIntervalSince1970: 0),
            timeZone: try #require(TimeZone(secondsFromGMT: 0))
        )
        let bare = PhotoMetadata.dictionary(for: info).photoMetadataObjects
        let bareExif = try #require(bare[kCGImagePropertyExifDictionary as String] as? [String: Any])
        #expect(bareExif[kCGImagePropertyExifExposureTime as String] == nil)
        #expect(bareExif[kCGImagePropertyExifFlash as String] as? Int == 32)
        info.make = "Maker"
        info.model = "Model"
        info.hasFlash = true
        info.exposure = CaptureExposure(duration: 0.008, iso: 64, bias: -1, aperture: 1.8, focalLength: 5.7)
        let full = PhotoMetadata.dictionary(for: info).photoMetadataObjects
        let exif = try #require(full[kCGImagePropertyExifDictionary as String] as? [String: Any])
        let tiff = try #require(full[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
        #expect(tiff[kCGImagePropertyTIFFMake as String] as? String == "Maker")
        #expect(tiff[kCGImagePropertyTIFFModel as String] as? String == "Model")
        #expect(exif[kCGImagePropertyExifExposureTime as String] as? Double == 0.008)
        #expect(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [64])
        #expect(exif[kCGImagePropertyExifExposureBiasValue as String] as? Double == -1)
        #expect(exif[kCGImagePropertyExifFlash as String] as? Int == 16)
        #expect(full[kCGImagePropertyOrientation as String] as? UInt32 == 1)
    }

    @Test("S-161: clients see the readiness in Apple's terms")
    func readiness() {
        #expect(PhotoReadiness.allCases.map { AVCapturePhotoOutput.CaptureReadiness($0).rawValue } == [0, 1, 2, 3, 4])
    }

    @Test("S-160: what is no longer supported is taken back, and not restored")
    func reversion() {
        let source = PhotoCapabilities.Source(
            photoDimensions: [CaptureDimensions(width: 640, height: 480)],
            streamDimensions: CaptureDimensions(width: 640, height: 480)
        )
        var options = PhotoOutputOptions(
            maxDimensions: CaptureDimensions(width: 1, height: 1),
            isResponsiveEnabled: true,
            isFastEnabled: true
        )
        options.revert(to: PhotoCapabilities(source: source))
        #expect(options.maxDimensions == nil)
        #expect(options.isResponsiveEnabled)
        options.isZeroShutterLagDeclined = true
        options.revert(to: PhotoCapabilities(source: source))
        #expect(!options.isResponsiveEnabled)
        #expect(!options.isFastEnabled)
    }
}
