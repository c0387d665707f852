import AVFoundation
import Testing

extension AVFoundationBehaviour {
    @Suite("First values, as documented, of what no device here offers")
    struct DocumentedDefaultsTests {
        @Test("S-24: a session may choose wide colour at first, and can be told not to")
        func wideColor() {
            let session = Fixture().session
            #expect(session.automaticallyConfiguresCaptureDeviceForWideColor)
            session.automaticallyConfiguresCaptureDeviceForWideColor = false
            #expect(!session.automaticallyConfiguresCaptureDeviceForWideColor)
        }

        @Test("S-43: every format feeds every output, so each class of output can be added")
        func outputs() throws {
            let fixture = Fixture()
            try fixture.addInput()
            #expect(try fixture.camera.formats.allSatisfy { $0.unsupportedCaptureOutputClasses.isEmpty })
            let outputs = [AVCaptureVideoDataOutput(), AVCapturePhotoOutput(), AVCaptureMovieFileOutput()]
            #expect(outputs.allSatisfy(fixture.session.canAddOutput))
        }

        @Test("S-44: presets and formats have defaults of their own at first")
        func exposureDefaults() throws {
            let input = try Fixture().addInput()
            #expect(!input.unifiedAutoExposureDefaultsEnabled)
        }

        @Test("S-74, S-76: a physical camera has no parts to change over to, and no known place")
        func physicalCameras() throws {
            let fixture = Fixture()
            let (back, front) = try (fixture.camera, fixture.frontCamera)
            try fixture.addInput(back)
            fixture.session.startRunning()
            #expect(!back.isVirtualDevice && back.constituentDevices.isEmpty)
            #expect(back.virtualDeviceSwitchOverVideoZoomFactors.isEmpty)
            #expect(back.activePrimaryConstituent == nil)
            #expect(AVCaptureDevice.extrinsicMatrix(from: back, to: front) == nil)
            fixture.session.stopRunning()
        }

        @Test("S-206: a preview shows the whole picture at first")
        func gravity() {
            #expect(AVCaptureVideoPreviewLayer(session: Fixture().session).videoGravity == .resizeAspect)
        }
    }
}
