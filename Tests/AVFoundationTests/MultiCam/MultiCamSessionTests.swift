import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Sessions with several cameras")
    struct MultiCamSessionTests {
        private static let overCost = AVError.Code.sessionHardwareCostOverage.rawValue
        private static let unfitFormat = AVError.Code.unsupportedDeviceActiveFormat.rawValue

        // MARK: What goes together

        @Test("R-MULTI-1, R-MULTI-3: two cameras with explicit connections deliver to their own outputs")
        func twoCameras() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            fixture.session.beginConfiguration()
            let connections = try fixture.addBothCameras(first, second)
            fixture.session.commitConfiguration()
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && connections.back.isActive && connections.front.isActive)
            fixture.run(seconds: 1, first, second)
            for (recorder, connection) in [(first, connections.back), (second, connections.front)] {
                #expect((29...31).contains(recorder.frames.count) && recorder.isUndisturbed())
                #expect(recorder.frames.allSatisfy { $0.connection == ObjectIdentifier(connection) })
            }
            fixture.session.stopRunning()
            let count = first.frames.count + second.frames.count
            fixture.run(seconds: 0.2, first, second)
            #expect(first.frames.count + second.frames.count == count)
        }

        @Test("S-96: hardware that runs one camera says so, and takes no second one; one alone runs")
        func unsupported() throws {
            let fixture = MultiCamFixture()
            #expect(AVCaptureMultiCamSession.isMultiCamSupported)
            fixture.phone.isMultiCamSupported = false
            #expect(!AVCaptureMultiCamSession.isMultiCamSupported)
            try fixture.addCamera(fixture.back)
            #expect(!fixture.session.canAddInput(try AVCaptureDeviceInput(device: fixture.front)))
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera],
                mediaType: .video,
                position: .unspecified
            )
            #expect(found.supportedMultiCamDeviceSets.isEmpty)
        }

        @Test("S-96: a desktop machine runs whatever its buses carry")
        func desktop() {
            _ = MultiCamFixture(.webcam)
            #expect(AVCaptureMultiCamSession.isMultiCamSupported)
        }

        @Test("S-97: the preset is inputPriority, and another one stops the program")
        func preset() async throws {
            let fixture = MultiCamFixture()
            #expect(fixture.session.sessionPreset == .inputPriority)
            #expect(fixture.session.canSetSessionPreset(.inputPriority))
            fixture.session.sessionPreset = .inputPriority
            for preset in [AVCaptureSession.Preset.high, .photo, .hd1280x720] {
                #expect(!fixture.session.canSetSessionPreset(preset))
            }
            try MultiCamFixture.use(fixture.back, 1280, 720)
            try fixture.addCamera(fixture.back)
            fixture.session.commitConfiguration()
            let size = CMVideoFormatDescriptionGetDimensions(try fixture.back.activeFormat.formatDescription)
            #expect(size.width == 1280)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                MultiCamFixture().session.sessionPreset = .high
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCaptureMultiCamSession setSessionPreset:] Use -canSetSessionPreset:"
            )
        }

        @Test("S-99: of the cameras at the back, two that don't go together can't be added; a set's subsets can")
        func deviceSets() async throws {
            let fixture = MultiCamFixture()
            let ultraWide = try fixture.camera(.builtInUltraWideCamera, .back)
            let telephoto = try fixture.camera(.builtInTelephotoCamera, .back)
            try fixture.addCamera(ultraWide)
            #expect(!fixture.session.canAddInput(try AVCaptureDeviceInput(device: telephoto)))
            try fixture.addCamera(fixture.back)
            try fixture.addCamera(fixture.front)
            #expect(fixture.session.inputs.count == 3)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera],
                mediaType: .video,
                position: .unspecified
            )
            let sets = found.supportedMultiCamDeviceSets
            #expect(sets.contains([ultraWide, try fixture.back, try fixture.front]))
            #expect(sets.contains([telephoto, try fixture.front]))
            #expect(!sets.contains { $0.isSuperset(of: [ultraWide, telephoto]) })
            #expect(sets.count == 7 && sets.allSatisfy { $0.count > 1 } && Set(sets).count == sets.count)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = MultiCamFixture()
                try fixture.addCamera(fixture.camera(.builtInUltraWideCamera, .back))
                fixture.session.addInput(
                    try AVCaptureDeviceInput(device: fixture.camera(.builtInTelephotoCamera, .back))
                )
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureMultiCamSession addInput:]")
        }

        @Test("S-106: one input for a camera, and one microphone")
        func oneInputPerCamera() throws {
            let fixture = MultiCamFixture()
            try fixture.addCamera(fixture.back)
            #expect(!fixture.session.canAddInput(try AVCaptureDeviceInput(device: fixture.back)))
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try fixture.addInput(microphone)
            #expect(!fixture.session.canAddInput(try AVCaptureDeviceInput(device: microphone)))
        }

        @Test("S-106: a phone runs one session at a time; another one that starts interrupts it, whatever its camera")
        func oneSession() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            let notices = NoticeRecorder(fixture.session)
            fixture.session.startRunning()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.camera(.builtInTelephotoCamera, .back)))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            fixture.session.settle()
            #expect(other.isRunning && !fixture.session.isRunning && fixture.session.isInterrupted)
            #expect(notices.interruptionReasons == [3])
            other.stopRunning()
            fixture.session.settle()
            #expect(fixture.session.isRunning && notices.words == ["start", "interrupted", "stop", "ended", "start"])
        }

        @Test("S-106: a session with sound alone is no rival; and where several sessions run, other cameras are none")
        func noRivals() throws {
            let fixture = MultiCamFixture()
            try fixture.addCamera(fixture.back)
            let sound = AVCaptureSession()
            sound.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice.default(for: .audio))))
            sound.addOutput(AVCaptureAudioDataOutput())
            sound.startRunning()
            fixture.session.startRunning()
            sound.settle()
            #expect(sound.isRunning && fixture.session.isRunning)
            fixture.phone.runsOneSession = false
            fixture.session.settle()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.front))
            other.addOutput(AVCaptureVideoDataOutput())
            fixture.session.stopRunning()
            fixture.session.startRunning()
            other.startRunning()
            fixture.session.settle()
            #expect(other.isRunning && fixture.session.isRunning)
        }

        @Test("S-14: several outputs of every type")
        func outputs() throws {
            let fixture = MultiCamFixture()
            for _ in 1...2 {
                for output in [
                    AVCaptureVideoDataOutput(), AVCapturePhotoOutput(), AVCaptureMovieFileOutput(),
                    AVCaptureAudioDataOutput(),
                ] as [AVCaptureOutput] {
                    #expect(fixture.session.canAddOutput(output))
                    fixture.session.addOutputWithNoConnections(output)
                }
            }
            #expect(fixture.session.outputs.count == 8)
            #expect(!fixture.session.canAddOutput(fixture.session.outputs[0]))
        }

        @Test("S-109: photos are taken for speed at first; in a plain session they are balanced")
        func photoQuality() {
            let fixture = MultiCamFixture()
            let (several, plain) = (AVCapturePhotoOutput(), AVCapturePhotoOutput())
            #expect(several.maxPhotoQualityPrioritization == .balanced)
            fixture.session.addOutput(several)
            #expect(several.maxPhotoQualityPrioritization == .speed)
            several.maxPhotoQualityPrioritization = .quality
            #expect(several.maxPhotoQualityPrioritization == .quality)
            let session = AVCaptureSession()
            session.addOutput(plain)
            #expect(plain.maxPhotoQualityPrioritization == .balanced)
        }

        // MARK: Formats

        @Test("S-98: of several cameras, each needs a multi-camera format; starting posts -11873 with the camera")
        func formats() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            try MultiCamFixture.use(fixture.front, 3840, 2160)
            let notices = NoticeRecorder(fixture.session)
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && !fixture.session.isInterrupted)
            #expect(notices.errorCodes == [Self.unfitFormat] && notices.words == ["error"])
            #expect(try Self.unfitFormat == -11873 && notices.devices == [fixture.front])
            try MultiCamFixture.use(fixture.front, 1280, 720)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            try MultiCamFixture.use(fixture.back, 1280, 720, rate: 240)
            #expect(!fixture.session.isRunning && notices.errorCodes == [Self.unfitFormat, Self.unfitFormat])
            #expect(notices.devices.last === (try fixture.back))
        }

        @Test("S-98: a single camera may have any format, until a second one joins it")
        func singleCamera() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            try MultiCamFixture.use(fixture.back, 3840, 2160)
            try fixture.addCamera(fixture.back, recorder)
            let notices = NoticeRecorder(fixture.session)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder)
            #expect(fixture.session.isRunning && recorder.frames.last?.size.width == 3840)
            try fixture.addCamera(fixture.front)
            #expect(!fixture.session.isRunning && notices.errorCodes == [Self.unfitFormat])
        }

        // MARK: Cost

        @Test("S-100: a cost above 1 makes the start fail with -11872, no interruption; a smaller format runs")
        func overCost() throws {
            let fixture = MultiCamFixture()
            try MultiCamFixture.use(fixture.back, 1920, 1080, rate: 60)
            try MultiCamFixture.use(fixture.front, 1920, 1080, rate: 60)
            try fixture.addBothCameras()
            let notices = NoticeRecorder(fixture.session)
            #expect(abs(fixture.session.hardwareCost - 1.41) < 0.01)
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && !fixture.session.isInterrupted)
            #expect(notices.words == ["error"] && notices.errorCodes == [Self.overCost] && Self.overCost == -11872)
            try MultiCamFixture.use(fixture.front, 640, 480, rate: 30)
            #expect(fixture.session.hardwareCost < 1)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }

        @Test("S-45, S-101: an input's promise to be slower lowers the cost, until it is added anew; frames keep it")
        func override() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            try MultiCamFixture.use(fixture.back, 1920, 1080, rate: 60)
            try MultiCamFixture.use(fixture.front, 1920, 1080, rate: 60)
            try fixture.addBothCameras(recorder)
            let inputs = fixture.session.inputs.compactMap { $0 as? AVCaptureDeviceInput }
            inputs.forEach { $0.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 30) }
            #expect(abs(fixture.session.hardwareCost - 0.71) < 0.01)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            fixture.run(seconds: 1, recorder)
            #expect((29...31).contains(recorder.frames.count))
            let notices = NoticeRecorder(fixture.session)
            inputs.forEach { $0.videoMinFrameDurationOverride = .invalid }
            #expect(!fixture.session.isRunning && notices.errorCodes == [Self.overCost])
            fixture.session.removeInput(inputs[0])
            fixture.session.addInput(inputs[0])
            #expect(!inputs[0].videoMinFrameDurationOverride.isValid)
        }

        @Test("S-45: an input that goes with a batch of changes leaves another input for its camera its promise")
        func overrideOfSuccessor() throws {
            let fixture = MultiCamFixture()
            let recorder = FrameRecorder()
            try fixture.addInput(fixture.back).videoMinFrameDurationOverride = CMTime(value: 1, timescale: 25)
            // From here on only the session holds the input, and nothing is connected to it.
            fixture.session.beginConfiguration()
            fixture.session.removeInput(fixture.session.inputs[0])
            try fixture.addCamera(fixture.back, recorder)
            let input = try #require(fixture.session.inputs[0] as? AVCaptureDeviceInput)
            input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 20)
            fixture.session.commitConfiguration()
            fixture.session.startRunning()
            fixture.run(seconds: 1, recorder)
            #expect((19...21).contains(recorder.frames.count), "\(recorder.frames.count)")
        }

        @Test("S-101: a slower rate that the device may change at any time leaves the hardware cost as it is")
        func activeRate() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            let (hardware, pressure) = (fixture.session.hardwareCost, fixture.session.systemPressureCost)
            for camera in [try fixture.back, try fixture.front] {
                try camera.lockForConfiguration()
                camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
                camera.unlockForConfiguration()
            }
            #expect(fixture.session.hardwareCost == hardware && fixture.session.systemPressureCost < pressure)
        }

        @Test("S-102: always computed with several cameras; a plain session's is 0 with one output")
        func alwaysComputed() throws {
            let fixture = MultiCamFixture()
            #expect(fixture.session.hardwareCost == 0 && fixture.session.systemPressureCost == 0)
            try fixture.addCamera(fixture.back)
            #expect(abs(fixture.session.hardwareCost - 0.35) < 0.01)
            try fixture.addInput(fixture.front)
            #expect(abs(fixture.session.hardwareCost - 0.35) < 0.01)
            let plain = Fixture()
            try plain.addInput()
            _ = plain.addVideoOutput(FrameRecorder())
            #expect(plain.session.hardwareCost == 0)
            _ = plain.addVideoOutput(FrameRecorder())
            #expect(abs(plain.session.hardwareCost - 0.35) < 0.01)
        }

        @Test("S-100: what else needs the hardware counts; a session that runs fails when there is too little left")
        func hardwareLoad() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            let notices = NoticeRecorder(fixture.session)
            fixture.session.startRunning()
            fixture.phone.apply(.hardwareLoad(factor: 2, seconds: 1))
            fixture.session.settle()
            #expect(!fixture.session.isRunning && notices.errorCodes == [Self.overCost])
            #expect(abs(fixture.session.hardwareCost - 1.41) < 0.01)
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && notices.errorCodes == [Self.overCost, Self.overCost])
            fixture.run(seconds: 1)
            #expect(abs(fixture.session.hardwareCost - 0.71) < 0.01)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
            fixture.phone.hardwareLoad = 1.2
            fixture.session.settle()
            #expect(fixture.session.isRunning && abs(fixture.session.hardwareCost - 0.85) < 0.01)
        }

        @Test("S-100: a bus without room fails the start with the same error, what the driver says, and advice")
        func bandwidth() throws {
            let fixture = MultiCamFixture()
            try fixture.addBothCameras()
            fixture.phone.apply(.startFailure(kind: .bandwidth, count: 1), to: "Front Camera")
            let errors = Recorded<AVError>()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification,
                object: fixture.session,
                queue: nil
            ) { note in (note.userInfo?[AVCaptureSessionErrorKey] as? AVError).map(errors.append) }
            defer { NotificationCenter.default.removeObserver(token) }
            fixture.session.startRunning()
            let error = errors.values.first
            #expect(!fixture.session.isRunning && error?.code == .sessionHardwareCostOverage)
            #expect(error?.device === (try fixture.front))
            let underlying = error?.userInfo[NSUnderlyingErrorKey] as? CaptureDriverError
            #expect(underlying?.kind == .bandwidth && underlying?.nativeCode == 28)
            #expect((error as NSError?)?.localizedRecoverySuggestion?.contains("smaller format") == true)
            #expect(try fixture.sensorEvents(fixture.back) == ["start", "stop"])
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }

        // MARK: One camera off

        @Test("S-105: with its last connection or port disabled a sensor stops, and the other camera is undisturbed")
        func disabling() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try fixture.addBothCameras(first, second)
            let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: fixture.session)
            let port = try #require(connections.front.inputPorts.first)
            let preview = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            try #require(fixture.session.canAddConnection(preview))
            fixture.session.addConnection(preview)
            fixture.session.startRunning()
            fixture.run(seconds: 0.5, first, second)
            connections.front.isEnabled = false
            second.forget()
            fixture.run(seconds: 0.5, first, second)
            #expect(try second.frames.isEmpty && fixture.sensorEvents(fixture.front) == ["start"])
            let cost = fixture.session.hardwareCost
            preview.isEnabled = false
            fixture.run(seconds: 0.5, first, second)
            #expect(try fixture.sensorEvents(fixture.front) == ["start", "stop"])
            #expect(fixture.session.hardwareCost == cost && fixture.session.systemPressureCost < 0.45)
            connections.front.isEnabled = true
            fixture.run(seconds: 0.5, first, second)
            #expect(try !second.frames.isEmpty && fixture.sensorEvents(fixture.front) == ["start", "stop", "start"])
            port.isEnabled = false
            second.forget()
            fixture.run(seconds: 0.5, first, second)
            #expect(try second.frames.isEmpty && fixture.sensorEvents(fixture.front).count == 4)
            port.isEnabled = true
            fixture.run(seconds: 0.5, first, second)
            #expect(!second.frames.isEmpty && fixture.session.isRunning)
            #expect((89...91).contains(first.frames.count) && first.isUndisturbed())
            #expect(try fixture.sensorEvents(fixture.back) == ["start"])
        }

        @Test("S-9: a second camera comes and goes while the first one streams on")
        func secondCameraLater() throws {
            let fixture = MultiCamFixture()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            try fixture.addCamera(fixture.back, first)
            fixture.session.startRunning()
            fixture.run(seconds: 0.5, first, second)
            fixture.session.beginConfiguration()
            let connection = try fixture.addCamera(fixture.front, second)
            fixture.session.commitConfiguration()
            fixture.run(seconds: 0.5, first, second)
            #expect(!second.frames.isEmpty)
            fixture.session.beginConfiguration()
            fixture.session.removeInput(connection.inputPorts[0].input)
            fixture.session.commitConfiguration()
            fixture.run(seconds: 0.5, first, second)
            #expect((44...46).contains(first.frames.count) && first.isUndisturbed())
            #expect(try fixture.sensorEvents(fixture.back) == ["start"])
            #expect(try fixture.sensorEvents(fixture.front) == ["start", "stop"])
        }
    }
}
