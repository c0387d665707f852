import CaptureDriver
import CoreVideo
import SimulatedDriver
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Photos with depth data")
    struct DepthPhotoTests {
        /// A photo output at a depth camera; not started.
        private func stage(_ type: AVCaptureDevice.DeviceType) throws -> PhotoStage {
            let stage = try PhotoStage(Stage(scene: MovingScene()), preset: .photo, starts: false)
            stage.session.beginConfiguration()
            stage.session.inputs.forEach(stage.session.removeInput)
            let position: AVCaptureDevice.Position = type == .builtInTrueDepthCamera ? .front : .back
            try stage.stage.addInput(AVCaptureDevice.default(type, for: .video, position: position))
            stage.session.commitConfiguration()
            return stage
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
            let stage = try stage(.builtInLiDARDepthCamera)
            #expect(stage.output.isDepthDataDeliverySupported && !stage.output.isDepthDataDeliveryEnabled)
            stage.output.isDepthDataDeliveryEnabled = true
            stage.session.startRunning()
            stage.run(seconds: 0.2)
            let recorder = stage.take(settings(isFiltered: isFiltered))
            let data = try #require(recorder.photos.first?.depthData)
            #expect(CVPixelBufferGetWidth(data.depthDataMap) == 320)
            #expect(CVPixelBufferGetHeight(data.depthDataMap) == 240)
            #expect(data.isDepthDataFiltered == isFiltered)
            #expect(data.depthDataMap.depthNumbers.contains { $0.isNaN } == !isFiltered)
            #expect(data.cameraCalibrationData?.intrinsicMatrixReferenceDimensions == CGSize(width: 4032, height: 3024))
            #expect(stage.take().photos.first?.depthData == nil)
        }

        @Test("S-165: photos of a camera that is faster than its depth sensor have depth too")
        func fastCamera() throws {
            let stage = try stage(.builtInTrueDepthCamera)
            let connection = try stage.connection
            let camera = try #require(connection.captureDevice)
            try camera.lockForConfiguration()
            camera.activeFormat = try #require(
                camera.formats.first {
                    $0.formatDescription.dimensions.width == 1280
                        && $0.videoSupportedFrameRateRanges.first?.maxFrameRate == 60
                }
            )
            camera.unlockForConfiguration()
            stage.output.isDepthDataDeliveryEnabled = true
            stage.session.startRunning()
            stage.run(seconds: 0.2)
            for _ in 0..<4 { #expect(stage.take(settings()).photos.first?.depthData != nil) }
        }

        @Test("S-165: without a depth sensor it is not supported, and is off again for a camera without one")
        func otherCamera() throws {
            let stage = try stage(.builtInTrueDepthCamera)
            stage.output.isDepthDataDeliveryEnabled = true
            stage.session.beginConfiguration()
            stage.session.inputs.forEach(stage.session.removeInput)
            try stage.stage.addInput()
            stage.session.commitConfiguration()
            #expect(!stage.output.isDepthDataDeliverySupported && !stage.output.isDepthDataDeliveryEnabled)
        }

        @Test("S-165: depth that is not switched on stops the program")
        func notEnabled() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                let settings = AVCapturePhotoSettings()
                settings.isDepthDataDeliveryEnabled = true
                stage.output.capturePhoto(with: settings, delegate: PhotoRecorder())
            }
            expectMessage(result, "NSInvalidArgumentException", "settings.depthDataDeliveryEnabled")
        }
    }
}
