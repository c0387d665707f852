import AVFoundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Exposure of photos")
    struct PhotoExposureTests {
        @Test(
            "S-172: a photo for speed has the custom exposure, and so has one of any other quality",
            arguments: [AVCapturePhotoOutput.QualityPrioritization.speed, .balanced, .quality]
        )
        func customExposure(_ quality: AVCapturePhotoOutput.QualityPrioritization) throws {
            let fixture = try PhotoFixture()
            let camera = try fixture.fixture.camera
            try camera.lockForConfiguration()
            camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 250), iso: 400)
            camera.unlockForConfiguration()
            fixture.run(seconds: 0.2)
            let exposure = try Self.exposure(of: quality, on: fixture)
            #expect(abs(exposure.seconds - 1.0 / 250) < 0.0001)
            #expect(exposure.iso == 400)
            #expect(camera.exposureMode == .custom)
            #expect(camera.exposureDuration.seconds == 1.0 / 250)
            #expect(camera.iso == 400)
        }

        @Test(
            "S-172: a locked exposure is kept alike",
            arguments: [AVCapturePhotoOutput.QualityPrioritization.speed, .quality]
        )
        func lockedExposure(_ quality: AVCapturePhotoOutput.QualityPrioritization) throws {
            let fixture = try PhotoFixture()
            let camera = try fixture.fixture.camera
            try camera.lockForConfiguration()
            camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 250), iso: 400)
            camera.exposureMode = .locked
            camera.unlockForConfiguration()
            fixture.run(seconds: 0.2)
            let exposure = try Self.exposure(of: quality, on: fixture)
            #expect(abs(exposure.seconds - 1.0 / 250) < 0.0001)
            #expect(exposure.iso == 400)
            #expect(camera.exposureMode == .locked)
        }

        /// Takes a photo; how it says that it was exposed.
        private static func exposure(
            of quality: AVCapturePhotoOutput.QualityPrioritization,
            on fixture: PhotoFixture
        ) throws -> (seconds: Double, iso: Int) {
            fixture.output.maxPhotoQualityPrioritization = .quality
            let settings = AVCapturePhotoSettings()
            settings.photoQualityPrioritization = quality
            let photo = try #require(fixture.take(settings).photos.first)
            let exif = try #require(photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any])
            let seconds = try #require(exif[kCGImagePropertyExifExposureTime as String] as? Double)
            let speeds = try #require(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int])
            return (seconds, try #require(speeds.first))
        }
    }
}
