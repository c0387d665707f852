import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

@testable import CameraApp

/// The test that README shows.
@MainActor
struct ReadmeTests {
    @Test("A video call interrupts the camera, and its end brings it back")
    func call() async {
        let phone = SimulatedPhone()  // an iPhone, in memory
        phone.permissionAnswer = .allow
        await CaptureSystem.withScope(using: phone.system) {
            let camera = CameraModel()  // the app's own class
            await camera.start()
            phone.phoneCall(.video)
            await camera.reaches(.interrupted(.videoDeviceInUseByAnotherClient))
            phone.endCall()
            await camera.reaches(.running("Back Camera"))
            await camera.stop()
        }
    }
}
