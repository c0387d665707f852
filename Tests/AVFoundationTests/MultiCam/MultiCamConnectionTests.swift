import AVFoundation
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Connections of several cameras")
    struct MultiCamConnectionTests {
        @Test("S-12: connections that can't be are refused, and adding one stops the program")
        func refusals() async throws {
            let fixture = MultiCamFixture()
            let (back, front) = (try fixture.addInput(fixture.back), try fixture.addInput(fixture.front))
            let foreign = try AVCaptureDeviceInput(device: fixture.camera(.builtInTelephotoCamera, .back))
            let output = AVCaptureVideoDataOutput()
            fixture.session.addOutputWithNoConnections(output)
            let refused = [
                "a foreign port": AVCaptureConnection(inputPorts: foreign.mediaPorts, output: output),
                "no port": AVCaptureConnection(inputPorts: [], output: output),
                "the same port twice": AVCaptureConnection(
                    inputPorts: back.mediaPorts + back.mediaPorts,
                    output: output
                ),
                "two cameras": AVCaptureConnection(inputPorts: back.mediaPorts + front.mediaPorts, output: output),
                "a foreign output": AVCaptureConnection(
                    inputPorts: back.mediaPorts,
                    output: AVCaptureVideoDataOutput()
                ),
                "pictures into a sound output": AVCaptureConnection(
                    inputPorts: back.mediaPorts,
                    output: AVCaptureAudioDataOutput()
                ),
                "a foreign layer": AVCaptureConnection(
                    inputPort: back.mediaPorts[0],
                    videoPreviewLayer: AVCaptureVideoPreviewLayer()
                ),
            ]
            for (name, connection) in refused {
                #expect(!fixture.session.canAddConnection(connection), "\(name)")
            }
            let good = try fixture.connect(back.mediaPorts, output)
            #expect(!fixture.session.canAddConnection(good))
            #expect(
                !fixture.session.canAddConnection(AVCaptureConnection(inputPorts: front.mediaPorts, output: output))
            )
            #expect(fixture.session.connections == [good])
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = MultiCamFixture()
                let output = AVCaptureVideoDataOutput()
                fixture.session.addOutput(output)
                let foreign = try AVCaptureDeviceInput(device: fixture.back)
                fixture.session.addConnection(AVCaptureConnection(inputPorts: foreign.mediaPorts, output: output))
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCaptureMultiCamSession addConnection:] The connection's input port belongs to an input"
            )
        }

        @Test("S-110: one layer for each camera, and one connection for a layer")
        func layers() throws {
            let fixture = MultiCamFixture()
            let connections = try fixture.addBothCameras()
            let layers = (1...2).map { _ in AVCaptureVideoPreviewLayer(sessionWithNoConnection: fixture.session) }
            let made = [connections.back, connections.front].enumerated().map { index, connection in
                AVCaptureConnection(inputPort: connection.inputPorts[0], videoPreviewLayer: layers[index])
            }
            for connection in made {
                #expect(fixture.session.canAddConnection(connection))
                fixture.session.addConnection(connection)
            }
            let another = AVCaptureConnection(inputPort: made[1].inputPorts[0], videoPreviewLayer: layers[0])
            #expect(!fixture.session.canAddConnection(another))
            fixture.session.startRunning()
            #expect(layers.allSatisfy { $0.isPreviewing })
            #expect(layers.map { $0.connection } == made)
            // Documented: S-114. Layers keep the session, and the session the camera that a connection is mirrored for.
            withExtendedLifetime(layers) { #expect(made.map(\.isVideoMirrored) == [false, true]) }
        }

        @Test("S-18, S-105: a layer that goes away takes its connection along, and its camera's sensor stops")
        func layerGone() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            try fixture.addCamera(fixture.back, recorder)
            let front = try fixture.addInput(fixture.front)
            var layer: AVCaptureVideoPreviewLayer? = AVCaptureVideoPreviewLayer(
                sessionWithNoConnection: fixture.session
            )
            weak let watched = layer
            fixture.session.addConnection(
                AVCaptureConnection(inputPort: front.mediaPorts[0], videoPreviewLayer: try #require(layer))
            )
            let cost = fixture.session.hardwareCost
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder)
            layer = nil
            fixture.run(seconds: 0.2, recorder)
            #expect(watched == nil && layer == nil)
            #expect(fixture.session.connections.count == 1, "\(fixture.session.connections)")
            #expect(fixture.session.hardwareCost < cost, "\(fixture.session.hardwareCost)")
            let events = try fixture.sensorEvents(fixture.front)
            #expect(events == ["start", "stop"] && recorder.isUndisturbed(), "\(events)")
            #expect((11...13).contains(recorder.frames.count))
        }

        @Test(
            "S-111: a disabled port makes its connection inactive, whether the session runs or not",
            arguments: [true, false]
        )
        func inactive(isRunning: Bool) throws {
            let fixture = MultiCamFixture()
            let connections = try fixture.addBothCameras()
            if isRunning { fixture.session.startRunning() }
            connections.front.inputPorts[0].isEnabled = false
            #expect(connections.back.isActive && !connections.front.isActive)
            connections.front.inputPorts[0].isEnabled = true
            #expect(connections.back.isActive && connections.front.isActive)
        }

        @Test("S-17: an added input is connected to outputs that have none yet, not the first camera once more")
        func implicitConnections() throws {
            let fixture = MultiCamFixture()
            let outputs = (1...2).map { _ in AVCaptureVideoDataOutput() }
            fixture.session.addOutput(outputs[0])
            let back = try AVCaptureDeviceInput(device: fixture.back)
            fixture.session.addInput(back)
            fixture.session.addOutputWithNoConnections(outputs[1])
            let front = try AVCaptureDeviceInput(device: fixture.front)
            fixture.session.addInput(front)
            #expect(outputs[0].connections.map { $0.inputPorts } == [back.mediaPorts])
            #expect(outputs[1].connections.map { $0.inputPorts } == [front.mediaPorts])
        }

        @Test("S-108: a microphone has hidden ports for front and back, which only several cameras' sessions connect")
        func beams() throws {
            let fixture = MultiCamFixture()
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            let input = try fixture.addInput(microphone)
            func port(_ position: AVCaptureDevice.Position) -> [AVCaptureInput.Port] {
                input.ports(for: .audio, sourceDeviceType: microphone.deviceType, sourceDevicePosition: position)
            }
            #expect(input.mediaPorts.map(\.sourceDevicePosition) == [.unspecified])
            #expect(port(.unspecified).map(\.sourceDevicePosition) == [.unspecified, .back, .front])
            let (front, back) = (port(.front), port(.back))
            #expect(front.map(\.sourceDevicePosition) == [.front] && back.map(\.sourceDevicePosition) == [.back])
            #expect(front == port(.front) && front != back && front[0].input === input)
            let recorders = [PacketCounter(), PacketCounter(), PacketCounter()]
            for (ports, recorder) in zip([input.mediaPorts, front, back], recorders) {
                let output = AVCaptureAudioDataOutput()
                output.setSampleBufferDelegate(recorder, queue: recorder.queue)
                fixture.session.addOutputWithNoConnections(output)
                try fixture.connect(ports, output)
            }
            fixture.session.startRunning()
            fixture.run(seconds: 0.3)
            #expect(recorders.allSatisfy { $0.count > 5 })
            front[0].isEnabled = false
            let counts = recorders.map(\.count)
            fixture.run(seconds: 0.3)
            let grown = zip(recorders.map(\.count), counts).map { $0 > $1 }
            #expect(grown == [true, false, true])
        }

        @Test("S-108: a plain session refuses a microphone's hidden ports")
        func beamsOfPlainSessions() throws {
            _ = MultiCamFixture()
            let session = AVCaptureSession()
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            let input = try AVCaptureDeviceInput(device: microphone)
            let output = AVCaptureAudioDataOutput()
            session.addInputWithNoConnections(input)
            session.addOutputWithNoConnections(output)
            let front = input.ports(for: .audio, sourceDeviceType: nil, sourceDevicePosition: .front)
            #expect(front.count == 1)
            #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: front, output: output)))
            #expect(session.canAddConnection(AVCaptureConnection(inputPorts: input.mediaPorts, output: output)))
        }

        @Test("S-112, S-119: what a connection of sound can't do stops the program")
        func audioConnections() async {
            let mirrored = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try MultiCamConnectionTests.audioConnection().isVideoMirrored = true
            }
            expectMessage(mirrored, "NSInvalidArgumentException", "setVideoMirrored:")
            let turned = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try MultiCamConnectionTests.audioConnection().videoRotationAngle = 90
            }
            expectMessage(turned, "NSInvalidArgumentException", "setVideoRotationAngle:")
        }

        private static func audioConnection() throws -> AVCaptureConnection {
            let fixture = MultiCamFixture()
            let input = try fixture.addInput(#require(AVCaptureDevice.default(for: .audio)))
            let output = AVCaptureAudioDataOutput()
            fixture.session.addOutputWithNoConnections(output)
            return try fixture.connect(input.mediaPorts, output)
        }

        @Test("S-116, S-117: each camera's connection turns its own pictures")
        func rotation() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first, second)
            connections.back.videoRotationAngle = 90
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, first, second)
            #expect(first.frames.last?.size.width == 1080 && second.frames.last?.size.width == 1920)
        }

        // MARK: Sound first

        @Test(
            "R-MULTI-3: a phone's console shows two errors when the microphone comes after cameras",
            arguments: [true, false]
        )
        func audioFirst(isFirst: Bool) throws {
            let fixture = MultiCamFixture()
            let seen = Recorded<String>()
            let observation = fixture.phone.observeLog { seen.append($0) }
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            let output = AVCaptureAudioDataOutput()
            fixture.session.beginConfiguration()
            if isFirst { try fixture.addInput(microphone) }
            try fixture.addBothCameras()
            if !isFirst { try fixture.addInput(microphone) }
            fixture.session.addOutput(output)
            fixture.session.commitConfiguration()
            #expect(output.connections.count == 1)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            let complaints = fixture.phone.log.filter { $0.contains("err=-19224") || $0.contains("err=-17281") }
            #expect(complaints.count == (isFirst ? 0 : 2))
            #expect(seen.values.filter { $0.contains("err=-") } == complaints)
            fixture.session.stopRunning()
            fixture.session.startRunning()
            observation.cancel()
            #expect(fixture.phone.log.count { $0.contains("err=-19224") } == (isFirst ? 0 : 1))
        }

        @Test("R-MULTI-3: with one camera the order makes no difference")
        func oneCameraBeforeAudio() throws {
            let fixture = MultiCamFixture()
            try fixture.addCamera(fixture.back)
            try fixture.addInput(#require(AVCaptureDevice.default(for: .audio)))
            fixture.session.addOutput(AVCaptureAudioDataOutput())
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && !fixture.phone.log.contains { $0.contains("err=-") })
        }
    }
}

/// Counts packets of sound.
private final class PacketCounter: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    let queue = DispatchQueue(label: "test.packets")
    private let packets = Mutex(0)

    /// So many came, with all that is on its way.
    var count: Int {
        queue.sync {}
        return packets.withLock { $0 }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        packets.withLock { $0 += 1 }
    }
}
