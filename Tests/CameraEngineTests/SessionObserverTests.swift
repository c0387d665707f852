import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine
@testable import CameraLifecycle

@Suite("What a session's errors mean", .ownCaptureSystem)
struct SessionObserverTests {
    @Test(
        "R-REC-6: an error that names a microphone says nothing of the camera, whatever its code",
        arguments: [true, false]
    )
    func microphone(isRunning: Bool) throws {
        let phone = SimulatedPhone(profile: .iphone, scene: DarkScene(), clock: ManualCaptureClock())
        phone.setAuthorization(.authorized, for: .video)
        CaptureSystem.use(phone.system)
        let session = AVCaptureSession()
        let camera = try #require(AVCaptureDevice.default(for: .video))
        session.addInput(try AVCaptureDeviceInput(device: camera))
        if isRunning { session.startRunning() }
        let events = Mutex<[CameraEvent]>([])
        let observer = SessionObserver(session) { event in events.withLock { $0.append(event) } }
        for device in [camera, try #require(AVCaptureDevice.default(for: .audio))] {
            let error = AVError(.deviceInUseByAnotherApplication, userInfo: [AVErrorDeviceKey: device])
            NotificationCenter.default.post(
                name: AVCaptureSession.runtimeErrorNotification,
                object: session,
                userInfo: [AVCaptureSessionErrorKey: error as NSError]
            )
        }
        let expected: [CameraEvent] = [.failed(.cameraInUse, isRunning: isRunning)]
        #expect(events.withLock { $0 } == (isRunning ? expected : expected + [.failed(.other, isRunning: false)]))
        withExtendedLifetime(observer) {}
        session.stopRunning()
    }
}
