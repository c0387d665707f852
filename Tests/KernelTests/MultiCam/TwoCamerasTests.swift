import AVFoundation
import CaptureDriver
import EmulatedUSBCamera
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("Two of the kernel's cameras in one session")
    struct TwoCameras {
        private static let (webcam, grabber) = ("vivid-000", "vivid-001")

        @Test("R-MULTI-1: two vivid cameras in one AVCaptureMultiCamSession, each with its own pictures")
        func pictures() throws {
            try TwoCamerasRun.fill(Self.webcam, isWhite: false)
            try TwoCamerasRun.fill(Self.grabber, isWhite: true)
            defer {
                try? TwoCamerasRun.reset(Self.webcam)
                try? TwoCamerasRun.reset(Self.grabber)
            }
            let run = try TwoCamerasRun(Self.webcam, Self.grabber)
            #expect(AVCaptureMultiCamSession.isMultiCamSupported && run.session.sessionPreset == .inputPriority)
            #expect(run.session.hardwareCost > 0 && run.session.systemPressureCost > 0)
            run.session.startRunning()
            #expect(run.session.isRunning && run.framesCome(of: run.first, run.second))
            #expect(run.first.frames.brightness < 30 && run.second.frames.brightness > 220)
            #expect(run.errors.codes.isEmpty)
            run.session.stopRunning()
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [run.first.device.deviceType],
                mediaType: .video,
                position: .unspecified
            )
            #expect(
                found.supportedMultiCamDeviceSets.contains { $0.isSuperset(of: [run.first.device, run.second.device]) }
            )
        }

        @Test("S-105: one camera is switched off and on again, and the other one goes on")
        func disabling() throws {
            let run = try TwoCamerasRun(Self.webcam, Self.grabber)
            run.session.startRunning()
            #expect(run.framesCome(of: run.first, run.second))
            run.second.connection.isEnabled = false
            let count = run.second.frames.count
            #expect(run.framesCome(of: run.first))
            // One that the delegate was just given, and one that was waiting for it, may still have come.
            #expect(run.second.frames.count <= count + 2 && run.session.isRunning)
            run.second.connection.isEnabled = true
            #expect(run.framesCome(of: run.first, run.second) && run.errors.codes.isEmpty)
        }

        @Test("One camera's hardware fails, and the session goes on with the other; the next start tries both")
        func loss() throws {
            let run = try TwoCamerasRun(Self.webcam, Self.grabber)
            run.session.startRunning()
            #expect(run.framesCome(of: run.first, run.second))
            try KernelCamera.set(KernelCamera.Fault.fatalError)
            #expect(TwoCamerasRun.wait { run.errors.devices == [run.first.device] })
            #expect(run.session.isRunning && run.framesCome(of: run.second))
            #expect(!run.first.connection.isActive && run.second.connection.isActive)
            run.session.stopRunning()
            run.session.startRunning()
            #expect(run.framesCome(of: run.first, run.second) && run.errors.codes.count == 1)
        }

        @Test("A USB camera is unplugged, and the session goes on with the other camera")
        func unplugged() throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let run = try TwoCamerasRun(Self.webcam, device.id)
            run.session.startRunning()
            #expect(run.framesCome(of: run.first, run.second))
            plugged.camera.unplug()
            #expect(TwoCamerasRun.wait { !run.second.device.isConnected && !run.errors.codes.isEmpty })
            #expect(run.errors.codes == [.deviceWasDisconnected] && run.errors.devices == [run.second.device])
            #expect(run.session.isRunning && run.framesCome(of: run.first))
        }
    }
}
