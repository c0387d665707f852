import AVFoundation
import Foundation
import Testing

/// A webcam that may be configured.
private func lockedWebcam() throws -> (fixture: Fixture, camera: AVCaptureDevice) {
    let fixture = Fixture(.webcam)
    let camera = try fixture.camera
    try camera.lockForConfiguration()
    return (fixture, camera)
}

extension AVFoundationBehaviour {
    @Suite("What a webcam cannot do stops the program that asks for it anyway")
    struct UnsupportedFeatureTests {
        @Test("S-27: running a deferred start by hand, while it is automatic")
        func deferredStartByHand() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture(.webcam)
                #expect(fixture.session.automaticallyRunsDeferredStart)
                fixture.session.runDeferredStartWhenNeeded()
            }
            expectMessage(result, "NSInvalidArgumentException", "runDeferredStartWhenNeeded]")
        }

        @Test("S-28: deferring the start of an output")
        func deferredOutput() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let output = AVCapturePhotoOutput()
                #expect(!output.isDeferredStartSupported)
                output.isDeferredStartEnabled = false
                output.isDeferredStartEnabled = true
            }
            expectMessage(result, "NSInvalidArgumentException", "setDeferredStartEnabled:]")
        }

        @Test("S-62: a rectangle to focus on")
        func focusRectangle() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (fixture, camera) = try lockedWebcam()
                _ = fixture
                camera.focusRectOfInterest = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
            }
            expectMessage(result, "NSInvalidArgumentException", "setFocusRectOfInterest:]")
        }

        @Test("S-66: a limit of automatic exposure out of the format's range; invalid is the default")
        func exposureLimit() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (fixture, camera) = try lockedWebcam()
                _ = fixture
                camera.activeMaxExposureDuration = .invalid
                #expect(camera.activeMaxExposureDuration == camera.activeFormat.maxExposureDuration)
                camera.activeMaxExposureDuration = CMTime(value: 1, timescale: 1000)
                #expect(camera.activeMaxExposureDuration == CMTime(value: 1, timescale: 1000))
                camera.activeMaxExposureDuration = CMTime(value: 1, timescale: 1)
            }
            expectMessage(result, "NSRangeException", "setActiveMaxExposureDuration:]")
        }

        @Test("S-75: restricting the change-over between cameras")
        func changeOver() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (fixture, camera) = try lockedWebcam()
                _ = fixture
                camera.setPrimaryConstituentDeviceSwitchingBehavior(
                    .restricted,
                    restrictedSwitchingBehaviorConditions: .videoZoomChanged
                )
            }
            expectMessage(result, "NSInvalidArgumentException", "setPrimaryConstituentDeviceSwitchingBehavior:")
        }

        @Test("S-77: a format of depth maps")
        func depthFormat() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (fixture, camera) = try lockedWebcam()
                _ = fixture
                camera.activeDepthDataFormat = nil
                camera.activeDepthDataFormat = camera.activeFormat
            }
            expectMessage(result, "NSInvalidArgumentException", "setActiveDepthDataFormat:]")
        }

        @Test("S-78: correcting the distortion of its lens")
        func distortion() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (fixture, camera) = try lockedWebcam()
                _ = fixture
                camera.isGeometricDistortionCorrectionEnabled = false
                camera.isGeometricDistortionCorrectionEnabled = true
            }
            expectMessage(result, "NSInvalidArgumentException", "setGeometricDistortionCorrectionEnabled:]")
        }
    }
}
