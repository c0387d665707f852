import AVFoundation
import Foundation
import ImageProcessing
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Metadata of photos")
    struct PhotoMetadataTests {
        @Test(
            "R-PHOTO-1, R-ROT-3, S-116: exiftool reads the right orientation for every rotation and mirroring",
            arguments: [
                (0, false, "1"), (90, false, "6"), (180, false, "3"), (270, false, "8"),
                (0, true, "2"), (90, true, "5"), (180, true, "4"), (270, true, "7"),
            ] as [(CGFloat, Bool, String)]
        )
        func orientation(angle: CGFloat, isMirrored: Bool, expected: String) throws {
            let fixture = try PhotoFixture()
            let connection = try fixture.connection
            connection.videoRotationAngle = angle
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
            let photo = try #require(fixture.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            #expect(try exifTool(file, "Orientation")["Orientation"] == expected)
            #expect(photo.metadata[kCGImagePropertyOrientation as String] as? UInt32 == UInt32(expected))
        }

        @Test("R-PHOTO-1: exiftool reads maker, model, exposure, and the date with sub-seconds and offset")
        func exif() throws {
            let fixture = try PhotoFixture()
            let photo = try #require(fixture.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(
                file,
                "Model",
                "Software",
                "DateTimeOriginal",
                "SubSecTimeOriginal",
                "OffsetTimeOriginal",
                "ExifImageWidth",
                "LensModel",
                "Warning"
            )
            #expect(tags["Model"] == "iPhone 17 Pro")
            #expect(tags["LensModel"] == (try fixture.fixture.camera.localizedName))
            #expect(tags["Software"] == "Pinhole")
            #expect(tags["DateTimeOriginal"]?.count == 19)
            #expect(tags["SubSecTimeOriginal"]?.count == 3)
            #expect(tags["OffsetTimeOriginal"]?.count == 6)
            #expect(tags["ExifImageWidth"] == "\(photo.resolvedSettings.photoDimensions.width)")
            #expect(tags["Warning"] == nil)
        }

        @Test("R-PHOTO-1, S-175: the client's metadata are in the file, and replace the output's")
        func clientMetadata() throws {
            let fixture = try PhotoFixture()
            let settings = AVCapturePhotoSettings()
            settings.metadata = [
                kCGImagePropertyGPSDictionary as String: [
                    kCGImagePropertyGPSLatitude as String: 52.5, kCGImagePropertyGPSLatitudeRef as String: "N",
                    kCGImagePropertyGPSLongitude as String: 13.4, kCGImagePropertyGPSLongitudeRef as String: "W",
                ],
                kCGImagePropertyTIFFDictionary as String: [kCGImagePropertyTIFFMake as String: "Somebody"],
            ]
            let photo = try #require(fixture.take(settings).photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(file, "Make", "GPSLatitude", "GPSLongitude", "Software")
            #expect(tags["Make"] == "Somebody")
            #expect(tags["Software"] == "Pinhole")
            #expect(tags["GPSLatitude"].flatMap(Double.init) == 52.5)
            #expect(tags["GPSLongitude"].flatMap(Double.init) == -13.4)
        }

        @Test("S-175: metadata keys that are not ImageIO's stop the program")
        func foreignMetadata() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCapturePhotoSettings().metadata = ["flavour": "vanilla"]
            }
            expectMessage(result, "NSInvalidArgumentException", "setMetadata:", "flavour")
        }

        private final class Customizer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
            func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
        }

        @Test("A customizer can leave the metadata out")
        func customizer() throws {
            let fixture = try PhotoFixture()
            let photo = try #require(fixture.take().photos.first)
            let bare = try #require(photo.fileDataRepresentation(with: Customizer()))
            #expect(try exifTool(bare, "Software", "Orientation").isEmpty)
        }
    }
}
