import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    /// Frames of two cameras, which keep their own time.
    @Suite("Two cameras, synchronized")
    struct TwoCameraSynchronizerTests {
        private struct Setup {
            let fixture = Fixture()
            let session = AVCaptureMultiCamSession()
            let devices: [AVCaptureDevice]
            let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
            let synchronizer: AVCaptureDataOutputSynchronizer
            let recorder: PairRecorder

            init() throws {
                devices = [try fixture.camera, try fixture.frontCamera]
                synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: outputs)
                recorder = PairRecorder(outputs)
                synchronizer.setDelegate(recorder, queue: recorder.queue)
                for device in devices { try Self.choose(device) }
                session.beginConfiguration()
                for (device, output) in zip(devices, outputs) {
                    let input = try AVCaptureDeviceInput(device: device)
                    session.addInputWithNoConnections(input)
                    session.addOutputWithNoConnections(output)
                    let ports = input.mediaPorts
                    session.addConnection(AVCaptureConnection(inputPorts: ports, output: output))
                }
                session.commitConfiguration()
                session.startRunning()
                try #require(session.isRunning)
            }

            /// The smallest format, at thirty frames a second.
            private static func choose(_ device: AVCaptureDevice) throws {
                let formats = device.formats.filter(\.isMultiCamSupported)
                let area = { (format: AVCaptureDevice.Format) in
                    let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
                    return Int(size.width) * Int(size.height)
                }
                let format = try #require(formats.min { area($0) < area($1) })
                try device.lockForConfiguration()
                device.activeFormat = format
                device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
                device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
                device.unlockForConfiguration()
            }

            func run(seconds: Double) { fixture.run(seconds: seconds, pairs: recorder) }
        }

        @Test("S-144: frames of two cameras come in pairs")
        func pairs() throws {
            let setup = try Setup()
            setup.run(seconds: 1)
            #expect(setup.recorder.members.filter { $0 == [0, 1] }.count >= 28)
            setup.session.stopRunning()
        }

        @Test(
            "S-144, R-MULTI-6: while a camera's clock runs ahead by a frame and more, no pair is half a frame apart, no frame lost"
        )
        func drift() throws {
            let setup = try Setup()
            setup.fixture.phone.apply(.clockDrift(partsPerMillion: 10_000), to: setup.devices[1].uniqueID)
            setup.run(seconds: 5)
            let pairs = setup.recorder.calls.filter { $0.count == 2 }
            let worst = pairs.map { abs(CMTimeGetSeconds(CMTimeSubtract($0[0].time, $0[1].time))) }.max() ?? 1
            #expect(worst < 0.016_667 && worst > 0.01)
            // 50 ms ahead after five seconds: one or two frames that belong to none.
            #expect((1...2).contains(setup.recorder.members.filter { $0 == [1] }.count))
            #expect(setup.recorder.parts(0).count >= 147 && setup.recorder.parts(1).count >= 148)
            let lost = setup.recorder.calls.joined().filter { $0.reason != .none || !$0.hasData }
            #expect(lost.isEmpty, "\(lost)")
            setup.session.stopRunning()
        }

        @Test(
            "S-105, S-144: a camera whose port is disabled holds the other up not at all, and is paired again afterwards"
        )
        func portDisabled() throws {
            let setup = try Setup()
            setup.run(seconds: 0.3)
            let port = try #require(setup.outputs[1].connection(with: .video)?.inputPorts.first)
            port.isEnabled = false
            let before = setup.recorder.calls.count
            setup.run(seconds: 0.1)
            let members = setup.recorder.members.dropFirst(before)
            #expect(members.count >= 2 && members.allSatisfy { $0 == [0] }, "\(members)")
            port.isEnabled = true
            setup.run(seconds: 0.3)
            #expect(setup.recorder.members.last == [0, 1], "\(setup.recorder.members)")
            setup.session.stopRunning()
        }

        @Test("S-144: a camera that was lost is waited for again from the next start on")
        func startedAnew() throws {
            let setup = try Setup()
            setup.run(seconds: 0.2)
            setup.fixture.phone.apply(.fatalStreamingError, to: setup.devices[1].uniqueID)
            setup.session.settle()
            setup.session.stopRunning()
            setup.recorder.settle()
            let before = setup.recorder.calls.count
            setup.session.startRunning()
            setup.run(seconds: 0.3)
            let members = setup.recorder.members.dropFirst(before)
            #expect(members.count { $0 == [0, 1] } >= 8, "\(members)")
            setup.session.stopRunning()
        }

        @Test(
            "S-105, S-144: a camera that stalls holds the other up once; one that is unplugged, not at all",
            arguments: [true, false]
        )
        func oneLess(_ isUnplugged: Bool) throws {
            let setup = try Setup()
            setup.run(seconds: 0.5)
            let before = setup.recorder.calls.count
            setup.fixture.phone.apply(
                isUnplugged ? .unplug(seconds: nil) : .stall(seconds: 0.6),
                to: setup.devices[1].uniqueID
            )
            // The session gets to know it on a queue of its own.
            setup.session.settle()
            setup.run(seconds: 0.2)
            let alone = setup.recorder.members.dropFirst(before).filter { $0 == [0] }.count
            #expect(isUnplugged ? alone >= 4 : alone <= 1)
            setup.run(seconds: 0.3)
            #expect(setup.recorder.members.dropFirst(before).filter { $0 == [0] }.count >= 11)
            setup.run(seconds: 0.4)
            #expect(setup.recorder.members.last == (isUnplugged ? [0] : [0, 1]))
            setup.session.stopRunning()
        }
    }
}
