import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Session")
    struct SessionTests {
        // MARK: Running

        @Test("S-1, S-3, S-8: starting and stopping are synchronous and posted with the session as object")
        func startAndStop() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            let notices = NoticeRecorder(fixture.session)
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            fixture.run(seconds: 1, recorder: recorder)
            #expect((29...31).contains(recorder.frames.count))
            fixture.session.stopRunning()
            #expect(!fixture.session.isRunning)
            let count = recorder.frames.count
            fixture.run(seconds: 0.5, recorder: recorder)
            #expect(recorder.frames.count == count)
            #expect(notices.words == ["start", "stop"])
        }

        @Test("S-7: isRunning is key-value observable, also when the system stops the session")
        func observableRunning() throws {
            let fixture = Fixture()
            try fixture.addInput()
            _ = fixture.addVideoOutput(FrameRecorder())
            let seen = Mutex<[Bool]>([])
            let observation = fixture.session.observe(\.isRunning, options: [.new]) { _, change in
                seen.withLock { $0.append(change.newValue ?? false) }
            }
            fixture.session.startRunning()
            fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.session.stopRunning()
            observation.invalidate()
            #expect(seen.withLock { $0 } == [true, false, true, false])
        }

        @Test("S-4: startRunning between begin and commit stops the program with Apple's message")
        func startWhileConfiguring() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                fixture.session.beginConfiguration()
                fixture.session.startRunning()
            }
            expectMessage(
                result,
                "NSGenericException",
                "*** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and commitConfiguration"
            )
        }

        @Test("S-4: stopRunning between begin and commit stops the program too")
        func stopWhileConfiguring() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                fixture.session.beginConfiguration()
                fixture.session.stopRunning()
            }
            expectMessage(result, "NSGenericException", "-[AVCaptureSession stopRunning]")
        }

        // MARK: Configuration

        @Test("S-36: a format and a frame rate that are set between begin and commit hold from the commit on, together")
        func formatWithinConfiguration() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            let camera = try fixture.camera
            let usual = CMVideoFormatDescriptionGetDimensions(camera.activeFormat.formatDescription)
            let format = try #require(
                camera.formats.first {
                    let size = CMVideoFormatDescriptionGetDimensions($0.formatDescription)
                    let rates = $0.videoSupportedFrameRateRanges
                    return size.width < usual.width && rates.contains { $0.minFrameRate <= 15 && $0.maxFrameRate >= 15 }
                }
            )
            fixture.session.beginConfiguration()
            try camera.lockForConfiguration()
            camera.activeFormat = format
            camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
            camera.unlockForConfiguration()
            recorder.forget()
            fixture.run(seconds: 1, recorder: recorder)
            #expect((29...31).contains(recorder.frames.count))
            #expect(Set(recorder.frames.map { Int32($0.size.width) }) == [usual.width])
            fixture.session.commitConfiguration()
            recorder.forget()
            fixture.run(seconds: 1, recorder: recorder)
            #expect((14...16).contains(recorder.frames.count))
            let wanted = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            #expect(Set(recorder.frames.map { Int32($0.size.width) }) == [wanted.width])
        }

        @Test("S-5, S-6: nested changes are applied together by the outermost commit")
        func nestedConfiguration() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            fixture.run(seconds: 0.1, recorder: recorder)
            fixture.session.beginConfiguration()
            fixture.session.beginConfiguration()
            fixture.session.sessionPreset = .vga640x480
            fixture.session.commitConfiguration()
            recorder.forget()
            fixture.run(seconds: 0.1, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
            #expect(recorder.frames.allSatisfy { $0.size == CGSize(width: 1920, height: 1080) })
            fixture.session.commitConfiguration()
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(!recorder.frames.isEmpty)
            #expect(recorder.frames.allSatisfy { $0.size == CGSize(width: 640, height: 480) })
        }

        @Test("S-9: outputs may come and go while the session runs, without disturbing others")
        func changesWhileRunning() throws {
            let fixture = Fixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            try fixture.addInput()
            _ = fixture.addVideoOutput(first)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: first)
            let added = fixture.addVideoOutput(second)
            for _ in 0..<20 {
                fixture.run(seconds: 0.01, recorder: first)
                second.settle()
            }
            #expect(!second.frames.isEmpty)
            fixture.session.removeOutput(added)
            second.forget()
            fixture.run(seconds: 0.2, recorder: first)
            #expect(second.frames.isEmpty)
            #expect(first.drops.isEmpty)
        }

        @Test("S-10: the preset is high at first")
        func defaultPreset() {
            #expect(Fixture().session.sessionPreset == .high)
        }

        @Test("S-11: a preset that the camera lacks is refused, and setting it stops the program")
        func unsupportedPreset() async throws {
            let fixture = Fixture(.webcam)
            try fixture.addInput()
            #expect(!fixture.session.canSetSessionPreset(.hd4K3840x2160))
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture(.webcam)
                try fixture.addInput()
                fixture.session.sessionPreset = .hd4K3840x2160
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureSession setSessionPreset:]")
        }

        // MARK: Inputs and outputs

        @Test("S-12: adding an input twice stops the program")
        func secondInput() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let input = try fixture.addInput()
                fixture.session.addInput(input)
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureSession addInput:]")
        }

        @Test("S-13: an input that is in this session or in another one can't be added")
        func sharedInput() throws {
            let fixture = Fixture()
            let input = try fixture.addInput()
            #expect(!fixture.session.canAddInput(input))
            #expect(!AVCaptureSession().canAddInput(input))
            fixture.session.removeInput(input)
            #expect(AVCaptureSession().canAddInput(input))
        }

        @Test("A plain session takes one camera")
        func twoCameras() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let second = try AVCaptureDeviceInput(device: fixture.frontCamera)
            #expect(!fixture.session.canAddInput(second))
        }

        @Test("S-14: one output of a type, but any number of video data outputs")
        func outputLimits() throws {
            let fixture = Fixture()
            fixture.session.addOutput(AVCaptureVideoDataOutput())
            #expect(fixture.session.canAddOutput(AVCaptureVideoDataOutput()))
            fixture.session.addOutput(AVCapturePhotoOutput())
            #expect(!fixture.session.canAddOutput(AVCapturePhotoOutput()))
        }

        @Test("S-12: an output that belongs to another session can't be added")
        func sharedOutput() async {
            let fixture = Fixture()
            let output = AVCaptureVideoDataOutput()
            fixture.session.addOutput(output)
            #expect(!AVCaptureSession().canAddOutput(output))
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let output = AVCaptureVideoDataOutput()
                fixture.session.addOutput(output)
                AVCaptureSession().addOutput(output)
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureSession addOutput:]")
        }

        // MARK: Connections

        @Test("S-17: connections are made whichever of input and output comes first")
        func implicitConnections() throws {
            let outputFirst = Fixture()
            outputFirst.session.addOutput(AVCaptureVideoDataOutput())
            #expect(outputFirst.session.connections.isEmpty)
            try outputFirst.addInput()
            #expect(outputFirst.session.connections.count == 1)

            let inputFirst = Fixture()
            try inputFirst.addInput()
            let output = AVCaptureVideoDataOutput()
            inputFirst.session.addOutput(output)
            #expect(output.connection(with: .video) === inputFirst.session.connections.first)
        }

        @Test("S-17: without implicit connections none is made, and one made by hand carries frames")
        func explicitConnections() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            let input = try AVCaptureDeviceInput(device: fixture.camera)
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(recorder, queue: recorder.queue)
            fixture.session.addInputWithNoConnections(input)
            fixture.session.addOutputWithNoConnections(output)
            #expect(fixture.session.connections.isEmpty)
            let port = try #require(
                input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified).first
            )
            let connection = AVCaptureConnection(inputPorts: [port], output: output)
            #expect(fixture.session.canAddConnection(connection))
            fixture.session.addConnection(connection)
            #expect(!fixture.session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: output)))
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.last?.connection == ObjectIdentifier(connection))
            fixture.session.removeConnection(connection)
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            #expect(recorder.frames.isEmpty)
        }

        @Test("S-12: a connection from an input outside the session stops the program")
        func foreignConnection() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let input = try AVCaptureDeviceInput(device: fixture.camera)
                let output = AVCaptureVideoDataOutput()
                fixture.session.addOutputWithNoConnections(output)
                fixture.session.addConnection(AVCaptureConnection(inputPorts: input.mediaPorts, output: output))
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureSession addConnection:]")
        }

        @Test("S-18, S-19: a preview layer gets a connection by itself, unless told otherwise, and keeps its session")
        func previewLayers() throws {
            let fixture = Fixture()
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            #expect(layer.connection == nil)
            try fixture.addInput()
            #expect(layer.connection?.videoPreviewLayer === layer)
            #expect(AVCaptureVideoPreviewLayer(sessionWithNoConnection: fixture.session).connection == nil)

            var session: AVCaptureSession? = AVCaptureSession()
            weak let watched = session
            let keeper = AVCaptureVideoPreviewLayer(session: try #require(session))
            session = nil
            #expect(watched != nil)
            keeper.session = nil
            #expect(watched == nil)
        }

        @Test("S-20: frames are stamped on the session's synchronization clock")
        func clock() throws {
            let fixture = Fixture()
            #expect(fixture.session.synchronizationClock == nil)
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            let clock = try #require(fixture.session.synchronizationClock)
            fixture.session.startRunning()
            let start = CMClockGetTime(clock)
            fixture.run(seconds: 0.5, recorder: recorder)
            let times = recorder.frames.map(\.time)
            #expect(times.count >= 14)
            #expect(times.allSatisfy { $0 >= start && $0 <= CMClockGetTime(clock) })
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }

        @Test("S-25, S-26: what no device here offers is refused honestly")
        func unsupportedFeatures() async {
            let session = Fixture().session
            #expect(!session.isMultitaskingCameraAccessSupported && !session.isMultitaskingCameraAccessEnabled)
            #expect(!session.isManualDeferredStartSupported && session.automaticallyRunsDeferredStart)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                Fixture().session.automaticallyRunsDeferredStart = false
            }
            expectMessage(result, "NSInvalidArgumentException", "setAutomaticallyRunsDeferredStart:")
        }
    }
}
