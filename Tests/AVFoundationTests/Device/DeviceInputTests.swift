@preconcurrency import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Device inputs")
    struct DeviceInputTests {
        @Test("S-57: an input that was removed gives its camera back, though the output that it fed stays")
        func removedInput() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            let output = fixture.addVideoOutput(recorder)
            weak var input: AVCaptureDeviceInput?
            do {
                let added = try fixture.addInput()
                fixture.session.startRunning()
                fixture.run(seconds: 0.1, recorder: recorder)
                #expect(!recorder.frames.isEmpty)
                fixture.session.removeInput(added)
                input = added
            }
            recorder.forget()
            recorder.settle()
            #expect(input == nil)
            #expect(fixture.session.outputs == [output])
        }

        @Test(
            "S-57, R-LIFE-1: without permission an input cannot be made",
            arguments: [CaptureAuthorization.denied, .restricted]
        )
        func denied(authorization: CaptureAuthorization) throws {
            let fixture = Fixture(authorization: authorization)
            let camera = try fixture.camera
            do {
                _ = try AVCaptureDeviceInput(device: camera)
                Issue.record("made an input without permission")
            } catch let error as AVError {
                #expect(error.code == .applicationIsNotAuthorizedToUseDevice)
                #expect(error.device === camera)
            }
        }

        @Test("S-55: making an input while undecided asks the user")
        func undecided() throws {
            let fixture = Fixture(authorization: .notDetermined)
            fixture.phone.permissionAnswer = .wait
            _ = try AVCaptureDeviceInput(device: fixture.camera)
            #expect(fixture.phone.isAskingForPermission())
        }

        @Test("S-57: a lost device and a device in use are typed errors")
        func unavailable() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let other = try fixture.phone.system.open(camera.uniqueID)
            #expect(code { try AVCaptureDeviceInput(device: camera) } == .deviceInUseByAnotherApplication)
            other.close()
            #expect(code { try AVCaptureDeviceInput(device: camera) } == nil)
            fixture.phone.unplug(camera.uniqueID)
            #expect(code { try AVCaptureDeviceInput(device: camera) } == .deviceNotConnected)
        }

        private func code(_ body: () throws -> AVCaptureDeviceInput) -> AVError.Code? {
            do {
                _ = try body()
                return nil
            } catch { return (error as? AVError)?.code }
        }

        @Test("S-57: an input that was removed and let go of gives the device back, also after frames came")
        func givingBack() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            _ = fixture.addVideoOutput(recorder)
            var input: AVCaptureDeviceInput? = try fixture.addInput()
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
            fixture.session.stopRunning()
            let id = try fixture.camera.uniqueID
            if let input { fixture.session.removeInput(input) }
            #expect(throws: CaptureDriverError.self) { try fixture.phone.system.open(id) }
            #expect(input != nil)
            input = nil
            try fixture.phone.system.open(id).close()
        }

        @Test("S-57: two inputs share the device, the last one gives it back")
        func sharing() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            var inputs = [try AVCaptureDeviceInput(device: camera), try AVCaptureDeviceInput(device: camera)]
            #expect(throws: CaptureDriverError.self) { try fixture.phone.system.open(camera.uniqueID) }
            inputs.removeLast()
            #expect(throws: CaptureDriverError.self) { try fixture.phone.system.open(camera.uniqueID) }
            inputs.removeLast()
            try fixture.phone.system.open(camera.uniqueID).close()
        }

        @Test("S-20, S-107: a port tells medium, clock, source and format, and keeps its input")
        func ports() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            var input: AVCaptureDeviceInput? = try AVCaptureDeviceInput(device: camera)
            let ports = try #require(input?.ports)
            let port = try #require(ports.first)
            #expect(ports.map(\.mediaType) == [.video, .metadataObject] && input?.ports.first === port)
            #expect(port.mediaType == .video && port.isEnabled)
            #expect(port.clock === fixture.clock.clock)
            #expect(port.sourceDeviceType == .builtInWideAngleCamera && port.sourceDevicePosition == .back)
            #expect(port.formatDescription === camera.activeFormat.formatDescription)
            #expect(input?.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified) == [port])
            #expect(input?.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .front) == [])
            #expect(input?.ports(for: .audio, sourceDeviceType: nil, sourceDevicePosition: .unspecified) == [])
            weak let weakInput = input
            input = nil
            #expect(weakInput != nil && port.input === weakInput)
        }

        @Test("A port's format description follows the active format, observed and posted")
        func formatDescription() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let input = try AVCaptureDeviceInput(device: camera)
            let port = try #require(input.ports.first)
            let seen = Recorded<String>()
            let observation = port.observe(\.formatDescription, options: [.new]) { port, _ in
                seen.append("observed \(port.formatDescription === camera.formats[0].formatDescription)")
            }
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
                object: port,
                queue: nil
            ) { _ in seen.append("posted") }
            try camera.lockForConfiguration()
            camera.activeFormat = camera.formats[0]
            camera.unlockForConfiguration()
            #expect(seen.values == ["observed true", "posted"])
            observation.invalidate()
            NotificationCenter.default.removeObserver(token)
        }

        @Test("S-45: the override lasts until the input is added to a session")
        func override() throws {
            let fixture = Fixture()
            let input = try AVCaptureDeviceInput(device: fixture.camera)
            #expect(!input.videoMinFrameDurationOverride.isValid)
            input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 15)
            #expect(input.videoMinFrameDurationOverride == CMTime(value: 1, timescale: 15))
            fixture.session.addInput(input)
            #expect(!input.videoMinFrameDurationOverride.isValid)
        }

        @Test("S-45: an unsupported override stops the program")
        func unsupportedOverride() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let input = try AVCaptureDeviceInput(device: Fixture().camera)
                input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 1000)
            }
            expectMessage(result, "NSInvalidArgumentException", "setVideoMinFrameDurationOverride:")
        }
    }
}
