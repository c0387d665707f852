import CaptureDriver
import CoreVideo
import SimulatedDriver
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Photos with depth data")
    struct DepthPhotoTests {
        /// A photo output at a depth camera; not started.
        private func fixture(_ type: AVCaptureDevice.DeviceType) throws -> PhotoFixture {
            let fixture = try PhotoFixture(Fixture(scene: MovingScene()), preset: .photo, starts: false)
            fixture.session.beginConfiguration()
            fixture.session.inputs.forEach(fixture.session.removeInput)
            let position: AVCaptureDevice.Position = type == .builtInTrueDepthCamera ? .front : .back
            try fixture.fixture.addInput(AVCaptureDevice.default(type, for: .video, position: position))
            fixture.session.commitConfiguration()
            return fixture
        }

        private func settings(isFiltered: Bool = true) -> AVCapturePhotoSettings {
            let settings = AVCapturePhotoSettings()
            settings.isDepthDataDeliveryEnabled = true
            settings.isDepthDataFiltered = isFiltered
            return settings
        }

        @Test(
            "S-165: photos come with depth where it is supported, switched on and asked for",
            arguments: [true, false]
        )
        func depth(isFiltered: Bool) throws {
            let fixture = try fixture(.builtInLiDARDepthCamera)
            #expect(fixture.output.isDepthDataDeliverySupported && !fixture.output.isDepthDataDeliveryEnabled)
            fixture.output.isDepthDataDeliveryEnabled = true
            fixture.session.startRunning()
            fixture.run(seconds: 0.2)
            let recorder = fixture.take(settings(isFiltered: isFiltered))
            let data = try #require(recorder.photos.first?.depthData)
            #expect(CVPixelBufferGetWidth(data.depthDataMap) == 320)
            #expect(CVPixelBufferGetHeight(data.depthDataMap) == 240)
            #expect(data.isDepthDataFiltered == isFiltered)
            #expect(data.depthDataMap.depthNumbers.contains { $0.isNaN } == !isFiltered)
            #expect(data.cameraCalibrationData?.intrinsicMatrixReferenceDimensions == CGSize(width: 4032, height: 3024))
            #expect(fixture.take().photos.first?.depthData == nil)
        }

        @Test("S-165: photos of a camera that is faster than its depth sensor have depth too")
        func fastCamera() throws {
            let fixture = try fixture(.builtInTrueDepthCamera)
            let connection = try fixture.connection
            let camera = try #require(connection.captureDevice)
            try camera.lockForConfiguration()
            camera.activeFormat = try #require(
                camera.formats.first {
                    $0.formatDescription.dimensions.width == 1280
                        && $0.videoSupportedFrameRateRanges.first?.maxFrameRate == 60
                }
            )
            camera.unlockForConfiguration()
            fixture.output.isDepthDataDeliveryEnabled = true
            fixture.session.startRunning()
            fixture.run(seconds: 0.2)
            for _ in 0..<4 { #expect(fixture.take(settings()).photos.first?.depthData != nil) }
        }

        @Test("S-165: without a depth sensor it is not supported, and is off again for a camera without one")
        func otherCamera() throws {
            let fixture = try fixture(.builtInTrueDepthCamera)
            fixture.output.isDepthDataDeliveryEnabled = true
            fixture.session.beginConfiguration()
            fixture.session.inputs.forEach(fixture.session.removeInput)
            try fixture.fixture.addInput()
            fixture.session.commitConfiguration()
            #expect(!fixture.output.isDepthDataDeliverySupported && !fixture.output.isDepthDataDeliveryEnabled)
        }

        @Test("S-165: depth that is not switched on stops the program")
        func notEnabled() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                let settings = AVCapturePhotoSettings()
                settings.isDepthDataDeliveryEnabled = true
                fixture.output.capturePhoto(with: settings, delegate: PhotoRecorder())
            }
            expectMessage(result, "NSInvalidArgumentException", "settings.depthDataDeliveryEnabled")
        }
    }
}
