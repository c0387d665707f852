import AVFoundation
import CaptureDriver
import FoundationExtras
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Microphones")
    struct MicrophoneTests {
        @Test("S-46, S-47: a microphone is found by medium and by either name of its type")
        func discovery() throws {
            let stage = AudioStage()
            let microphone = try stage.device
            #expect(microphone.hasMediaType(.audio) && !microphone.hasMediaType(.video))
            #expect(microphone.deviceType == .microphone && microphone.position == .unspecified)
            #expect(microphone.localizedName == "Scripted Microphone")
            #expect(AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified) === microphone)
            #expect(AVCaptureDevice.default(.microphone, for: .video, position: .unspecified) == nil)
            let search = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera, .microphone],
                mediaType: .audio,
                position: .unspecified
            )
            #expect(search.devices == [microphone])
            #expect(microphone.supportsSessionPreset(.high))
        }

        @Test("S-51: a microphone that is pulled out and put in again is another device with the same identifier")
        func hotPlug() throws {
            let stage = AudioStage()
            let search = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone],
                mediaType: .audio,
                position: .unspecified
            )
            let before = try #require(search.devices.first)
            stage.microphone.unplug()
            #expect(search.devices.isEmpty && !before.isConnected)
            stage.microphone.plug()
            let after = try #require(search.devices.first)
            #expect(after !== before && after.uniqueID == before.uniqueID && after.isConnected)
        }

        @Test("S-210: a microphone offers no formats; the active one tells what is delivered")
        func formats() throws {
            let microphone = try AudioStage().device
            #expect(microphone.formats.isEmpty)
            let format = microphone.activeFormat
            #expect(format.mediaType == .audio && format.videoSupportedFrameRateRanges.isEmpty)
            #expect(format.videoMaxZoomFactor == 1 && format.videoFieldOfView == 0)
            let stream = try #require(format.formatDescription.audioStreamBasicDescription)
            #expect(stream.mSampleRate == 48_000 && stream.mChannelsPerFrame == 2 && stream.mBitsPerChannel == 16)
            #expect(stream.mFormatID == kAudioFormatLinearPCM && stream.mBytesPerFrame == 4)
        }

        @Test("S-35, S-210: not even the active format of a microphone can be set")
        func settingTheFormat() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let microphone = try AudioStage().device
                try microphone.lockForConfiguration()
                microphone.activeFormat = microphone.activeFormat
            }
            expectMessage(result, "NSInvalidArgumentException", "setActiveFormat:")
        }

        @Test("S-20: a microphone's input has one port, with the sound's format and the session's clock")
        func port() throws {
            let stage = AudioStage()
            let input = try stage.addMicrophone()
            let port = try #require(input.ports.first)
            #expect(input.ports.count == 1 && port.mediaType == .audio && port.sourceDeviceType == .microphone)
            #expect(port.clock === stage.session.synchronizationClock)
            #expect(port.formatDescription?.audioStreamBasicDescription?.mSampleRate == 48_000)
            #expect(
                input.ports(for: .audio, sourceDeviceType: .microphone, sourceDevicePosition: .unspecified) == [port]
            )
            #expect(input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified).isEmpty)
        }

        @Test("S-57: without permission a microphone's input cannot be made")
        func permissionDenied() throws {
            let stage = AudioStage(authorization: .denied)
            let microphone = try stage.device
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: microphone) }
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
        }

        @Test("S-55: an input for a microphone asks for permission, and sound comes once it is given")
        func permissionAsked() throws {
            let stage = AudioStage(authorization: .notDetermined)
            stage.phone.permissionAnswer = .wait
            try stage.addMicrophone()
            #expect(stage.phone.isAskingForPermission(for: .audio))
            let recorder = AudioRecorder()
            stage.addOutput(recorder)
            stage.phone.setAuthorization(.authorized, for: .audio)
            stage.session.startRunning()
            stage.microphone.deliver()
            recorder.settle()
            #expect(stage.session.isRunning && recorder.count == 1)
        }

        @Test("S-13, S-17: a session takes a camera and a microphone, one of each, and connects each with what fits")
        func graph() throws {
            let stage = AudioStage()
            try stage.addCamera()
            try stage.addMicrophone()
            let (frames, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
            stage.session.addOutput(frames)
            stage.session.addOutput(sound)
            #expect(stage.session.connections.count == 2)
            #expect(frames.connection(with: .video) != nil && frames.connection(with: .audio) == nil)
            let connection = try #require(sound.connection(with: .audio))
            #expect(connection.inputPorts.map(\.mediaType) == [.audio] && connection.isActive)
            #expect(!connection.isVideoMirroringSupported && !connection.isVideoRotationAngleSupported(0))
            #expect(try !stage.session.canAddInput(AVCaptureDeviceInput(device: stage.device)))
            // S-14: a second audio data output has no place.
            #expect(!stage.session.canAddOutput(AVCaptureAudioDataOutput()))
        }

        @Test("S-17: connections of sound can be made by hand")
        func connectionsByHand() throws {
            let stage = AudioStage()
            let input = try AVCaptureDeviceInput(device: stage.device)
            let (sound, frames) = (AVCaptureAudioDataOutput(), AVCaptureVideoDataOutput())
            stage.session.addInputWithNoConnections(input)
            stage.session.addOutputWithNoConnections(sound)
            stage.session.addOutputWithNoConnections(frames)
            #expect(stage.session.connections.isEmpty)
            #expect(!stage.session.canAddConnection(AVCaptureConnection(inputPorts: input.ports, output: frames)))
            let connection = AVCaptureConnection(inputPorts: input.ports, output: sound)
            #expect(stage.session.canAddConnection(connection))
            stage.session.addConnection(connection)
            let again = AVCaptureConnection(inputPorts: input.ports, output: sound)
            #expect(!stage.session.canAddConnection(again))
            let recorder = AudioRecorder()
            sound.setSampleBufferDelegate(recorder, queue: recorder.queue)
            stage.session.startRunning()
            stage.microphone.deliver()
            recorder.settle()
            #expect(recorder.connections == [ObjectIdentifier(connection)])
        }

        @Test(
            "S-111: sound stops where its connection or its port is disabled, and the microphone with the last of them"
        )
        func disabling() throws {
            let stage = AudioStage()
            let input = try stage.addMicrophone()
            let recorder = AudioRecorder()
            let output = stage.addOutput(recorder)
            let connection = try #require(output.connection(with: .audio))
            stage.session.startRunning()
            #expect(stage.microphone.isStreaming)
            connection.isEnabled = false
            #expect(!stage.microphone.isStreaming && stage.session.isRunning)
            connection.isEnabled = true
            #expect(stage.microphone.isStreaming)
            input.ports.first?.isEnabled = false
            #expect(!stage.microphone.isStreaming)
            input.ports.first?.isEnabled = true
            stage.microphone.deliver()
            recorder.settle()
            #expect(recorder.count == 1)
            stage.session.stopRunning()
            #expect(!stage.microphone.isStreaming)
        }

        @Test("R-REC-6: a session that loses its microphone goes on with its camera")
        func lossOfMicrophone() throws {
            let stage = AudioStage()
            try stage.addCamera()
            let microphone = try stage.device
            try stage.addMicrophone()
            let (frames, sound) = (FrameRecorder(), AudioRecorder())
            stage.addVideoOutput(frames)
            let output = stage.addOutput(sound)
            let connection = try #require(output.connection(with: .audio))
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.microphone.unplug()
            stage.session.settle()
            let before = frames.frames.count
            stage.film(frames)
            #expect(stage.session.isRunning && frames.frames.count > before && notices.words.isEmpty)
            #expect(!microphone.isConnected && !connection.isActive)
        }

        @Test(
            "R-REC-6: a session that has nothing but its microphone fails when that is lost, and says which device it was"
        )
        func lossOfOnlyDevice() throws {
            let stage = AudioStage()
            let input = try stage.addMicrophone()
            stage.addOutput(AudioRecorder())
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.microphone.unplug()
            stage.session.settle()
            #expect(!stage.session.isRunning && notices.words == ["error", "stop"])
            #expect(notices.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
            #expect(notices.devices == [input.device])
        }

        @Test("R-REC-6: a microphone whose hardware fails while it streams takes no camera with it")
        func failureOfMicrophone() throws {
            let stage = AudioStage()
            try stage.addCamera()
            try stage.addMicrophone()
            let frames = FrameRecorder()
            stage.addVideoOutput(frames)
            stage.addOutput(AudioRecorder())
            stage.session.startRunning()
            stage.microphone.fail(ScriptedMicrophone.error(.io))
            stage.session.settle()
            stage.film(frames)
            #expect(stage.session.isRunning && !frames.frames.isEmpty && !stage.microphone.isStreaming)
        }

        @Test("R-LIFE-12: a session that loses its camera fails, though its microphone is still there")
        func lossOfCamera() throws {
            let stage = AudioStage()
            let camera = try stage.addCamera()
            try stage.addMicrophone()
            stage.session.addOutput(AVCaptureVideoDataOutput())
            stage.addOutput(AudioRecorder())
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            stage.phone.unplug(camera.device.uniqueID)
            stage.session.settle()
            #expect(!stage.session.isRunning && notices.words == ["error", "stop"])
            #expect(notices.devices == [camera.device])
            #expect(!stage.microphone.isStreaming)
        }

        @Test("S-86: without cameras, a microphone that cannot start makes the start fail, and the error names it")
        func refusedStart() throws {
            let stage = AudioStage()
            let input = try stage.addMicrophone()
            stage.addOutput(AudioRecorder())
            let notices = NoticeRecorder(stage.session)
            stage.microphone.refuseStart(ScriptedMicrophone.error(.busy))
            stage.session.startRunning()
            #expect(!stage.session.isRunning && notices.devices == [input.device])
            #expect(notices.errorCodes == [AVError.Code.deviceInUseByAnotherApplication.rawValue])
            stage.microphone.refuseStart(nil)
            stage.session.startRunning()
            #expect(stage.session.isRunning)
        }

        @Test(
            "S-80: a session that starts takes the microphone away from another, which is interrupted and goes on later"
        )
        func microphoneTaken() throws {
            let stage = AudioStage()
            try stage.addMicrophone()
            stage.addOutput(AudioRecorder())
            stage.session.startRunning()
            let notices = NoticeRecorder(stage.session)
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: stage.device))
            other.addOutput(AVCaptureAudioDataOutput())
            other.startRunning()
            stage.session.settle()
            #expect(stage.session.isInterrupted && other.isRunning)
            #expect(notices.interruptionReasons == [2])
            other.stopRunning()
            stage.session.settle()
            #expect(stage.session.isRunning && stage.microphone.isStreaming)
        }

        @Test("R-MULTI-9: sound that goes on in another format changes the port's and the device's format")
        func changeOfFormat() throws {
            let stage = AudioStage()
            let input = try stage.addMicrophone()
            let recorder = AudioRecorder()
            stage.addOutput(recorder)
            let port = try #require(input.ports.first)
            let posted = Mutex(0)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
                object: port,
                queue: nil
            ) { _ in posted.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            stage.session.startRunning()
            stage.microphone.deliver()
            stage.session.settle()
            #expect(posted.withLock { $0 } == 0)
            stage.microphone.changeFormat(CaptureAudioFormat(sampleRate: 16_000, channels: 1, sampleFormat: .int16))
            stage.microphone.deliver(160)
            recorder.settle()
            stage.session.settle()
            #expect(posted.withLock { $0 } == 1)
            #expect(port.formatDescription?.audioStreamBasicDescription?.mSampleRate == 16_000)
            #expect(input.device.activeFormat.formatDescription.audioStreamBasicDescription?.mChannelsPerFrame == 1)
            #expect(
                recorder.buffers.map { $0.formatDescription?.audioStreamBasicDescription?.mSampleRate } == [
                    48_000, 16_000,
                ]
            )
        }
    }
}
