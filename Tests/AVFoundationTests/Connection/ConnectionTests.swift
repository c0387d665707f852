import AVFoundation
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Connections")
    struct ConnectionTests {
        private static func connectedFixture(_ recorder: FrameRecorder = FrameRecorder()) throws -> (
            Fixture, AVCaptureConnection
        ) {
            let fixture = Fixture()
            try fixture.addInput()
            let output = fixture.addVideoOutput(recorder)
            return (fixture, try #require(output.connection(with: .video)))
        }

        @Test("S-110, S-111: ends never change; enabled and active at first")
        func defaults() throws {
            let (fixture, connection) = try Self.connectedFixture()
            #expect(connection.isEnabled && connection.isActive)
            #expect(connection.inputPorts.count == 1)
            #expect(connection.output === fixture.session.outputs.first)
            #expect(connection.videoPreviewLayer == nil)
            fixture.session.removeConnection(connection)
            #expect(!connection.isActive)
        }

        @Test("S-111: a disabled connection carries nothing, at once")
        func disabling() throws {
            let recorder = FrameRecorder()
            let (fixture, connection) = try Self.connectedFixture(recorder)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            connection.isEnabled = false
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.isEmpty)
            connection.isEnabled = true
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
        }

        @Test("S-113: mirroring by hand while it is automatic stops the program with Apple's message")
        func automaticMirroring() async throws {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                try fixture.addInput()
                let output = fixture.addVideoOutput(FrameRecorder())
                output.connection(with: .video)?.isVideoMirrored = true
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when automaticallyAdjustsVideoMirroring is YES"
            )
        }

        @Test("R-PREV-2, S-114: the preview of the front camera is mirrored by itself, that of the back camera is not")
        func previewMirroring() throws {
            let fixture = Fixture()
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            let back = try fixture.addInput()
            #expect(layer.connection?.isVideoMirrored == false)
            fixture.session.removeInput(back)
            try fixture.addInput(fixture.frontCamera)
            #expect(layer.connection?.isVideoMirrored == true)
            layer.connection?.automaticallyAdjustsVideoMirroring = false
            #expect(layer.connection?.isVideoMirrored == true)
            layer.connection?.isVideoMirrored = false
            #expect(layer.connection?.isVideoMirrored == false)
        }

        @Test("S-115: only four angles are supported, and another one stops the program")
        func angles() async throws {
            let (_, connection) = try Self.connectedFixture()
            #expect([0, 90, 180, 270].allSatisfy { connection.isVideoRotationAngleSupported($0) })
            #expect([-90, 45, 360, 1].allSatisfy { !connection.isVideoRotationAngleSupported($0) })
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                try fixture.addInput()
                fixture.addVideoOutput(FrameRecorder()).connection(with: .video)?.videoRotationAngle = 45
            }
            expectMessage(result, "NSInvalidArgumentException", "setVideoRotationAngle:")
        }

        @Test(
            "S-116, S-118, S-123: data outputs turn the pixels; 0 is the sensor's own orientation",
            arguments: [0, 90, 180, 270]
        )
        func physicalRotation(angle: Int) throws {
            let recorder = FrameRecorder()
            let (fixture, connection) = try Self.connectedFixture(recorder)
            #expect(connection.videoRotationAngle == 0)
            connection.videoRotationAngle = CGFloat(angle)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            let upright = angle % 180 != 0
            #expect(
                recorder.frames.last?.size
                    == (upright ? CGSize(width: 1080, height: 1920) : CGSize(width: 1920, height: 1080))
            )
        }

        @available(*, deprecated, message: "tests a deprecated property")
        @Test("S-119: the deprecated orientation is another view of the angle")
        func orientation() throws {
            let (_, connection) = try Self.connectedFixture()
            connection.videoOrientation = .portrait
            #expect(connection.videoRotationAngle == 90)
            connection.videoRotationAngle = 180
            #expect(connection.videoOrientation == .landscapeLeft)
        }

        @available(*, deprecated, message: "tests a deprecated property")
        @Test("S-119: orientations have Apple's numbers; each means another angle, and back and front differ")
        func orientations() throws {
            let (fixture, connection) = try Self.connectedFixture()
            let all: [AVCaptureVideoOrientation] = [.portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft]
            #expect(all.map(\.rawValue) == [1, 2, 3, 4])
            let angles = all.map { orientation -> CGFloat in
                connection.videoOrientation = orientation
                #expect(connection.videoOrientation == orientation)
                return connection.videoRotationAngle
            }
            #expect(angles == [90, 270, 0, 180])
            fixture.session.removeInput(connection.inputPorts[0].input)
            try fixture.addInput(fixture.frontCamera)
            let front = try #require(fixture.session.connections.first)
            front.videoOrientation = .landscapeRight
            #expect(front.videoRotationAngle == 180)
        }

        @Test("S-124, S-125: stabilization stays off and intrinsics are refused honestly")
        func unsupportedFeatures() async throws {
            let (_, connection) = try Self.connectedFixture()
            #expect(connection.preferredVideoStabilizationMode == .off)
            for mode in [AVCaptureVideoStabilizationMode.standard, .cinematic, .cinematicExtended, .auto] {
                connection.preferredVideoStabilizationMode = mode
                #expect(connection.preferredVideoStabilizationMode == mode)
                #expect(connection.activeVideoStabilizationMode == .off)
            }
            #expect(!connection.isVideoStabilizationSupported)
            #expect(!connection.isCameraIntrinsicMatrixDeliverySupported)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let (_, connection) = try ConnectionTests.connectedFixture()
                connection.isCameraIntrinsicMatrixDeliveryEnabled = true
            }
            expectMessage(result, "NSInvalidArgumentException", "setCameraIntrinsicMatrixDeliveryEnabled:")
        }

        @Test("S-111: whether a connection is active is observable, and follows its port and its device")
        func activity() throws {
            let (fixture, connection) = try Self.connectedFixture()
            let seen = Recorded<Bool>()
            let observation = connection.observe(\.isActive, options: [.new]) { _, change in
                change.newValue.map(seen.append)
            }
            fixture.session.startRunning()
            connection.inputPorts[0].isEnabled = false
            connection.inputPorts[0].isEnabled = true
            connection.isEnabled = false
            connection.isEnabled = true
            fixture.phone.unplug(try fixture.camera.uniqueID)
            fixture.session.settle()
            observation.invalidate()
            #expect(seen.values == [false, true, false] && !connection.isActive)
        }
    }
}
