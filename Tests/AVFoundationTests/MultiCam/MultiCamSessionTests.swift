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
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            stage.session.beginConfiguration()
            let connections = try stage.addBothCameras(first, second)
            stage.session.commitConfiguration()
            stage.session.startRunning()
            #expect(stage.session.isRunning && connections.back.isActive && connections.front.isActive)
            stage.run(seconds: 1, first, second)
            for (recorder, connection) in [(first, connections.back), (second, connections.front)] {
                #expect((29...31).contains(recorder.frames.count) && recorder.isUndisturbed())
                #expect(recorder.frames.allSatisfy { $0.connection == ObjectIdentifier(connection) })
            }
            stage.session.stopRunning()
            let count = first.frames.count + second.frames.count
            stage.run(seconds: 0.2, first, second)
            #expect(first.frames.count + second.frames.count == count)
        }

        @Test("S-96: hardware that runs one camera says so, and takes no second one; one alone runs")
        func unsupported() throws {
            let stage = MultiCamStage()
            #expect(AVCaptureMultiCamSession.isMultiCamSupported)
            stage.phone.isMultiCamSupported = false
            #expect(!AVCaptureMultiCamSession.isMultiCamSupported)
            try stage.addCamera(stage.back)
            #expect(!stage.session.canAddInput(try AVCaptureDeviceInput(device: stage.front)))
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera],
                mediaType: .video,
                position: .unspecified
            )
            #expect(found.supportedMultiCamDeviceSets.isEmpty)
        }

        @Test("S-96: a desktop machine runs whatever its buses carry")
        func desktop() {
            _ = MultiCamStage(.webcam)
            #expect(AVCaptureMultiCamSession.isMultiCamSupported)
        }

        @Test("S-97: the preset is inputPriority, and another one stops the program")
        func preset() async throws {
            let stage = MultiCamStage()
            #expect(stage.session.sessionPreset == .inputPriority)
            #expect(stage.session.canSetSessionPreset(.inputPriority))
            stage.session.sessionPreset = .inputPriority
            for preset in [AVCaptureSession.Preset.high, .photo, .hd1280x720] {
                #expect(!stage.session.canSetSessionPreset(preset))
            }
            try MultiCamStage.use(stage.back, 1280, 720)
            try stage.addCamera(stage.back)
            stage.session.commitConfiguration()
            let size = CMVideoFormatDescriptionGetDimensions(try stage.back.activeFormat.formatDescription)
            #expect(size.width == 1280)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                MultiCamStage().session.sessionPreset = .high
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCaptureMultiCamSession setSessionPreset:] Use -canSetSessionPreset:"
            )
        }

        @Test("S-99: of the cameras at the back, two that don't go together can't be added; a set's subsets can")
        func deviceSets() async throws {
            let stage = MultiCamStage()
            let ultraWide = try stage.camera(.builtInUltraWideCamera, .back)
            let telephoto = try stage.camera(.builtInTelephotoCamera, .back)
            try stage.addCamera(ultraWide)
            #expect(!stage.session.canAddInput(try AVCaptureDeviceInput(device: telephoto)))
            try stage.addCamera(stage.back)
            try stage.addCamera(stage.front)
            #expect(stage.session.inputs.count == 3)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera],
                mediaType: .video,
                position: .unspecified
            )
            let sets = found.supportedMultiCamDeviceSets
            #expect(sets.contains([ultraWide, try stage.back, try stage.front]))
            #expect(sets.contains([telephoto, try stage.front]))
            #expect(!sets.contains { $0.isSuperset(of: [ultraWide, telephoto]) })
            #expect(sets.count == 7 && sets.allSatisfy { $0.count > 1 } && Set(sets).count == sets.count)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = MultiCamStage()
                try stage.addCamera(stage.camera(.builtInUltraWideCamera, .back))
                stage.session.addInput(
                    try AVCaptureDeviceInput(device: stage.camera(.builtInTelephotoCamera, .back))
                )
            }
            expectMessage(result, "NSInvalidArgumentException", "-[AVCaptureMultiCamSession addInput:]")
        }

        @Test("S-106: one input for a camera, and one microphone")
        func oneInputPerCamera() throws {
            let stage = MultiCamStage()
            try stage.addCamera(stage.back)
            #expect(!stage.session.canAddInput(try AVCaptureDeviceInput(device: stage.back)))
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try stage.addInput(microphone)
            #expect(!stage.session.canAddInput(try AVCaptureDeviceInput(device: microphone)))
        }

        @Test("S-106: a phone runs one session at a time; another one that starts interrupts it, whatever its camera")
        func oneSession() throws {
            let stage = MultiCamStage()
            try stage.addBothCameras()
            let notices = NoticeRecorder(stage.session)
            stage.session.startRunning()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.camera(.builtInTelephotoCamera, .back)))
            other.addOutput(AVCaptureVideoDataOutput())
            other.startRunning()
            stage.session.settle()
            #expect(other.isRunning && !stage.session.isRunning && stage.session.isInterrupted)
            #expect(notices.interruptionReasons == [3])
            other.stopRunning()
            stage.session.settle()
            #expect(stage.session.isRunning && notices.words == ["start", "interrupted", "stop", "ended", "start"])
        }

        @Test("S-106: a session with sound alone is no rival; and where several sessions run, other cameras are none")
        func noRivals() throws {
            let stage = MultiCamStage()
            try stage.addCamera(stage.back)
            let sound = AVCaptureSession()
            sound.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice.default(for: .audio))))
            sound.addOutput(AVCaptureAudioDataOutput())
            sound.startRunning()
            stage.session.startRunning()
            sound.settle()
            #expect(sound.isRunning && stage.session.isRunning)
            stage.phone.runsOneSession = false
            stage.session.settle()
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.front))
            other.addOutput(AVCaptureVideoDataOutput())
            stage.session.stopRunning()
            stage.session.startRunning()
            other.startRunning()
            stage.session.settle()
            #expect(other.isRunning && stage.session.isRunning)
        }

        @Test("S-14: several outputs of every type")
        func outputs() throws {
            let stage = MultiCamStage()
            for _ in 1...2 {
                for output in [
                    AVCaptureVideoDataOutput(), AVCapturePhotoOutput(), AVCaptureMovieFileOutput(),
                    AVCaptureAudioDataOutput(),
                ] as [AVCaptureOutput] {
                    #expect(stage.session.canAddOutput(output))
                    stage.session.addOutputWithNoConnections(output)
                }
            }
            #expect(stage.session.outputs.count == 8)
            #expect(!stage.session.canAddOutput(stage.session.outputs[0]))
        }

        @Test("S-109: photos are taken for speed at first; in a plain session they are balanced")
        func photoQuality() {
            let stage = MultiCamStage()
            let (several, plain) = (AVCapturePhotoOutput(), AVCapturePhotoOutput())
            #expect(several.maxPhotoQualityPrioritization == .balanced)
            stage.session.addOutput(several)
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
            let stage = MultiCamStage()
            try stage.addBothCameras()
            try MultiCamStage.use(stage.front, 3840, 2160)
            let notices = NoticeRecorder(stage.session)
            stage.session.startRunning()
            #expect(!stage.session.isRunning && !stage.session.isInterrupted)
            #expect(notices.errorCodes == [Self.unfitFormat] && notices.words == ["error"])
            #expect(try Self.unfitFormat == -11873 && notices.devices == [stage.front])
            try MultiCamStage.use(stage.front, 1280, 720)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            try MultiCamStage.use(stage.back, 1280, 720, rate: 240)
            #expect(!stage.session.isRunning && notices.errorCodes == [Self.unfitFormat, Self.unfitFormat])
            #expect(notices.devices.last === (try stage.back))
        }

        @Test("S-98: a single camera may have any format, until a second one joins it")
        func singleCamera() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            try MultiCamStage.use(stage.back, 3840, 2160)
            try stage.addCamera(stage.back, recorder)
            let notices = NoticeRecorder(stage.session)
            stage.session.startRunning()
            stage.run(seconds: 0.2, recorder)
            #expect(stage.session.isRunning && recorder.frames.last?.size.width == 3840)
            try stage.addCamera(stage.front)
            #expect(!stage.session.isRunning && notices.errorCodes == [Self.unfitFormat])
        }

        // MARK: Cost

        @Test("S-100: a cost above 1 makes the start fail with -11872, no interruption; a smaller format runs")
        func overCost() throws {
            let stage = MultiCamStage()
            try MultiCamStage.use(stage.back, 1920, 1080, rate: 60)
            try MultiCamStage.use(stage.front, 1920, 1080, rate: 60)
            try stage.addBothCameras()
            let notices = NoticeRecorder(stage.session)
            #expect(abs(stage.session.hardwareCost - 1.41) < 0.01)
            stage.session.startRunning()
            #expect(!stage.session.isRunning && !stage.session.isInterrupted)
            #expect(notices.words == ["error"] && notices.errorCodes == [Self.overCost] && Self.overCost == -11872)
            try MultiCamStage.use(stage.front, 640, 480, rate: 30)
            #expect(stage.session.hardwareCost < 1)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }

        @Test("S-45, S-101: an input's promise to be slower lowers the cost, until it is added anew; frames keep it")
        func override() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            try MultiCamStage.use(stage.back, 1920, 1080, rate: 60)
            try MultiCamStage.use(stage.front, 1920, 1080, rate: 60)
            try stage.addBothCameras(recorder)
            let inputs = stage.session.inputs.compactMap { $0 as? AVCaptureDeviceInput }
            inputs.forEach { $0.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 30) }
            #expect(abs(stage.session.hardwareCost - 0.71) < 0.01)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            stage.run(seconds: 1, recorder)
            #expect((29...31).contains(recorder.frames.count))
            let notices = NoticeRecorder(stage.session)
            inputs.forEach { $0.videoMinFrameDurationOverride = .invalid }
            #expect(!stage.session.isRunning && notices.errorCodes == [Self.overCost])
            stage.session.removeInput(inputs[0])
            stage.session.addInput(inputs[0])
            #expect(!inputs[0].videoMinFrameDurationOverride.isValid)
        }

        @Test("S-45: an input that goes with a batch of changes leaves another input for its camera its promise")
        func overrideOfSuccessor() throws {
            let stage = MultiCamStage()
            let recorder = FrameRecorder()
            try stage.addInput(stage.back).videoMinFrameDurationOverride = CMTime(value: 1, timescale: 25)
            // From here on only the session holds the input, and nothing is connected to it.
            stage.session.beginConfiguration()
            stage.session.removeInput(stage.session.inputs[0])
            try stage.addCamera(stage.back, recorder)
            let input = try #require(stage.session.inputs[0] as? AVCaptureDeviceInput)
            input.videoMinFrameDurationOverride = CMTime(value: 1, timescale: 20)
            stage.session.commitConfiguration()
            stage.session.startRunning()
            stage.run(seconds: 1, recorder)
            #expect((19...21).contains(recorder.frames.count), "\(recorder.frames.count)")
        }

        @Test("S-101: a slower rate that the device may change at any time leaves the hardware cost as it is")
        func activeRate() throws {
            let stage = MultiCamStage()
            try stage.addBothCameras()
            let (hardware, pressure) = (stage.session.hardwareCost, stage.session.systemPressureCost)
            for camera in [try stage.back, try stage.front] {
                try camera.lockForConfiguration()
                camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
                camera.unlockForConfiguration()
            }
            #expect(stage.session.hardwareCost == hardware && stage.session.systemPressureCost < pressure)
        }

        @Test("S-102: always computed with several cameras; a plain session's is 0 with one output")
        func alwaysComputed() throws {
            let stage = MultiCamStage()
            #expect(stage.session.hardwareCost == 0 && stage.session.systemPressureCost == 0)
            try stage.addCamera(stage.back)
            #expect(abs(stage.session.hardwareCost - 0.35) < 0.01)
            try stage.addInput(stage.front)
            #expect(abs(stage.session.hardwareCost - 0.35) < 0.01)
            let plain = Stage()
            try plain.addInput()
            _ = plain.addVideoOutput(FrameRecorder())
            #expect(plain.session.hardwareCost == 0)
            _ = plain.addVideoOutput(FrameRecorder())
            #expect(abs(plain.session.hardwareCost - 0.35) < 0.01)
        }

        @Test("S-100: what else needs the hardware counts; a session that runs fails when there is too little left")
        func hardwareLoad() throws {
            let stage = MultiCamStage()
            try stage.addBothCameras()
            let notices = NoticeRecorder(stage.session)
            stage.session.startRunning()
            stage.phone.apply(.hardwareLoad(factor: 2, seconds: 1))
            stage.session.settle()
            #expect(!stage.session.isRunning && notices.errorCodes == [Self.overCost])
            #expect(abs(stage.session.hardwareCost - 1.41) < 0.01)
            stage.session.startRunning()
            #expect(!stage.session.isRunning && notices.errorCodes == [Self.overCost, Self.overCost])
            stage.run(seconds: 1)
            #expect(abs(stage.session.hardwareCost - 0.71) < 0.01)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
            stage.phone.hardwareLoad = 1.2
            stage.session.settle()
            #expect(stage.session.isRunning && abs(stage.session.hardwareCost - 0.85) < 0.01)
        }

        @Test("S-100: a bus without room fails the start with the same error, what the driver says, and advice")
        func bandwidth() throws {
            let stage = MultiCamStage()
            try stage.addBothCameras()
            stage.phone.apply(.startFailure(kind: .bandwidth, count: 1), to: "Front Camera")
            let errors = Recorded<AVError>()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification,
                object: stage.session,
                queue: nil
            ) { note in (note.userInfo?[AVCaptureSessionErrorKey] as? AVError).map(errors.append) }
            defer { NotificationCenter.default.removeObserver(token) }
            stage.session.startRunning()
            let error = errors.values.first
            #expect(!stage.session.isRunning && error?.code == .sessionHardwareCostOverage)
            #expect(error?.device === (try stage.front))
            let underlying = error?.userInfo[NSUnderlyingErrorKey] as? CaptureDriverError
            #expect(underlying?.kind == .bandwidth && underlying?.nativeCode == 28)
            #expect((error as NSError?)?.localizedRecoverySuggestion?.contains("smaller format") == true)
            #expect(try stage.sensorEvents(stage.back) == ["start", "stop"])
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }

        // MARK: One camera off

        @Test("S-105: with its last connection or port disabled a sensor stops, and the other camera is undisturbed")
        func disabling() throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            let connections = try stage.addBothCameras(first, second)
            let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: stage.session)
            let port = try #require(connections.front.inputPorts.first)
            let preview = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            try #require(stage.session.canAddConnection(preview))
            stage.session.addConnection(preview)
            stage.session.startRunning()
            stage.run(seconds: 0.5, first, second)
            connections.front.isEnabled = false
            second.forget()
            stage.run(seconds: 0.5, first, second)
            #expect(try second.frames.isEmpty && stage.sensorEvents(stage.front) == ["start"])
            let cost = stage.session.hardwareCost
            preview.isEnabled = false
            stage.run(seconds: 0.5, first, second)
            #expect(try stage.sensorEvents(stage.front) == ["start", "stop"])
            #expect(stage.session.hardwareCost == cost && stage.session.systemPressureCost < 0.45)
            connections.front.isEnabled = true
            stage.run(seconds: 0.5, first, second)
            #expect(try !second.frames.isEmpty && stage.sensorEvents(stage.front) == ["start", "stop", "start"])
            port.isEnabled = false
            second.forget()
            stage.run(seconds: 0.5, first, second)
            #expect(try second.frames.isEmpty && stage.sensorEvents(stage.front).count == 4)
            port.isEnabled = true
            stage.run(seconds: 0.5, first, second)
            #expect(!second.frames.isEmpty && stage.session.isRunning)
            #expect((89...91).contains(first.frames.count) && first.isUndisturbed())
            #expect(try stage.sensorEvents(stage.back) == ["start"])
        }

        @Test("S-9: a second camera comes and goes while the first one streams on")
        func secondCameraLater() throws {
            let stage = MultiCamStage()
            let (first, second) = (FrameRecorder(), FrameRecorder())
            try stage.addCamera(stage.back, first)
            stage.session.startRunning()
            stage.run(seconds: 0.5, first, second)
            stage.session.beginConfiguration()
            let connection = try stage.addCamera(stage.front, second)
            stage.session.commitConfiguration()
            stage.run(seconds: 0.5, first, second)
            #expect(!second.frames.isEmpty)
            stage.session.beginConfiguration()
            stage.session.removeInput(connection.inputPorts[0].input)
            stage.session.commitConfiguration()
            stage.run(seconds: 0.5, first, second)
            #expect((44...46).contains(first.frames.count) && first.isUndisturbed())
            #expect(try stage.sensorEvents(stage.back) == ["start"])
            #expect(try stage.sensorEvents(stage.front) == ["start", "stop"])
        }
    }
}
