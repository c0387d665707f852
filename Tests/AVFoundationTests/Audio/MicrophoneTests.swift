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
            let fixture = AudioFixture()
            let microphone = try fixture.device
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
            let fixture = AudioFixture()
            let search = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone],
                mediaType: .audio,
                position: .unspecified
            )
            let before = try #require(search.devices.first)
            fixture.microphone.unplug()
            #expect(search.devices.isEmpty && !before.isConnected)
            fixture.microphone.plug()
            let after = try #require(search.devices.first)
            #expect(after !== before && after.uniqueID == before.uniqueID && after.isConnected)
        }

        @Test("S-210: a microphone offers no formats; the active one tells what is delivered")
        func formats() throws {
            let microphone = try AudioFixture().device
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
                let microphone = try AudioFixture().device
                try microphone.lockForConfiguration()
                microphone.activeFormat = microphone.activeFormat
            }
            expectMessage(result, "NSInvalidArgumentException", "setActiveFormat:")
        }

        @Test("S-20: a microphone's input has one port, with the sound's format and the session's clock")
        func port() throws {
            let fixture = AudioFixture()
            let input = try fixture.addMicrophone()
            let port = try #require(input.ports.first)
            #expect(input.ports.count == 1 && port.mediaType == .audio && port.sourceDeviceType == .microphone)
            #expect(port.clock === fixture.session.synchronizationClock)
            #expect(port.formatDescription?.audioStreamBasicDescription?.mSampleRate == 48_000)
            #expect(
                input.ports(for: .audio, sourceDeviceType: .microphone, sourceDevicePosition: .unspecified) == [port]
            )
            #expect(input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified).isEmpty)
        }

        @Test("S-57: without permission a microphone's input cannot be made")
        func permissionDenied() throws {
            let fixture = AudioFixture(authorization: .denied)
            let microphone = try fixture.device
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: microphone) }
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
        }

        @Test("S-55: an input for a microphone asks for permission, and sound comes once it is given")
        func permissionAsked() throws {
            let fixture = AudioFixture(authorization: .notDetermined)
            fixture.phone.permissionAnswer = .wait
            try fixture.addMicrophone()
            #expect(fixture.phone.isAskingForPermission(for: .audio))
            let recorder = AudioRecorder()
            fixture.addOutput(recorder)
            fixture.phone.setAuthorization(.authorized, for: .audio)
            fixture.session.startRunning()
            fixture.microphone.deliver()
            recorder.settle()
            #expect(fixture.session.isRunning && recorder.count == 1)
        }

        @Test("S-13, S-17: a session takes a camera and a microphone, one of each, and connects each with what fits")
        func graph() throws {
            let fixture = AudioFixture()
            try fixture.addCamera()
            try fixture.addMicrophone()
            let (frames, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
            fixture.session.addOutput(frames)
            fixture.session.addOutput(sound)
            #expect(fixture.session.connections.count == 2)
            #expect(frames.connection(with: .video) != nil && frames.connection(with: .audio) == nil)
            let connection = try #require(sound.connection(with: .audio))
            #expect(connection.inputPorts.map(\.mediaType) == [.audio] && connection.isActive)
            #expect(!connection.isVideoMirroringSupported && !connection.isVideoRotationAngleSupported(0))
            #expect(try !fixture.session.canAddInput(AVCaptureDeviceInput(device: fixture.device)))
            // S-14: a second audio data output has no place.
            #expect(!fixture.session.canAddOutput(AVCaptureAudioDataOutput()))
        }

        @Test("S-17: connections of sound can be made by hand")
        func connectionsByHand() throws {
            let fixture = AudioFixture()
            let input = try AVCaptureDeviceInput(device: fixture.device)
            let (sound, frames) = (AVCaptureAudioDataOutput(), AVCaptureVideoDataOutput())
            fixture.session.addInputWithNoConnections(input)
            fixture.session.addOutputWithNoConnections(sound)
            fixture.session.addOutputWithNoConnections(frames)
            #expect(fixture.session.connections.isEmpty)
            #expect(!fixture.session.canAddConnection(AVCaptureConnection(inputPorts: input.ports, output: frames)))
            let connection = AVCaptureConnection(inputPorts: input.ports, output: sound)
            #expect(fixture.session.canAddConnection(connection))
            fixture.session.addConnection(connection)
            let again = AVCaptureConnection(inputPorts: input.ports, output: sound)
            #expect(!fixture.session.canAddConnection(again))
            let recorder = AudioRecorder()
            sound.setSampleBufferDelegate(recorder, queue: recorder.queue)
            fixture.session.startRunning()
            fixture.microphone.deliver()
            recorder.settle()
            #expect(recorder.connections == [ObjectIdentifier(connection)])
        }

        @Test(
            "S-111: sound stops where its connection or its port is disabled, and the microphone with the last of them"
        )
        func disabling() throws {
            let fixture = AudioFixture()
            let input = try fixture.addMicrophone()
            let recorder = AudioRecorder()
            let output = fixture.addOutput(recorder)
            let connection = try #require(output.connection(with: .audio))
            fixture.session.startRunning()
            #expect(fixture.microphone.isStreaming)
            connection.isEnabled = false
            #expect(!fixture.microphone.isStreaming && fixture.session.isRunning)
            connection.isEnabled = true
            #expect(fixture.microphone.isStreaming)
            input.ports.first?.isEnabled = false
            #expect(!fixture.microphone.isStreaming)
            input.ports.first?.isEnabled = true
            fixture.microphone.deliver()
            recorder.settle()
            #expect(recorder.count == 1)
            fixture.session.stopRunning()
            #expect(!fixture.microphone.isStreaming)
        }

        @Test("R-REC-6: a session that loses its microphone goes on with its camera")
        func lossOfMicrophone() throws {
            let fixture = AudioFixture()
            try fixture.addCamera()
            let microphone = try fixture.device
            try fixture.addMicrophone()
            let (frames, sound) = (FrameRecorder(), AudioRecorder())
            fixture.addVideoOutput(frames)
            let output = fixture.addOutput(sound)
            let connection = try #require(output.connection(with: .audio))
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.microphone.unplug()
            fixture.session.settle()
            let before = frames.frames.count
            fixture.film(frames)
            #expect(fixture.session.isRunning && frames.frames.count > before && notices.words.isEmpty)
            #expect(!microphone.isConnected && !connection.isActive)
        }

        @Test(
            "R-REC-6: a session that has nothing but its microphone fails when that is lost, and says which device it was"
        )
        func lossOfOnlyDevice() throws {
            let fixture = AudioFixture()
            let input = try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.microphone.unplug()
            fixture.session.settle()
            #expect(!fixture.session.isRunning && notices.words == ["error", "stop"])
            #expect(notices.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
            #expect(notices.devices == [input.device])
        }

        @Test("R-REC-6: a microphone whose hardware fails while it streams takes no camera with it")
        func failureOfMicrophone() throws {
            let fixture = AudioFixture()
            try fixture.addCamera()
            try fixture.addMicrophone()
            let frames = FrameRecorder()
            fixture.addVideoOutput(frames)
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            fixture.microphone.fail(ScriptedMicrophone.error(.io))
            fixture.session.settle()
            fixture.film(frames)
            #expect(fixture.session.isRunning && !frames.frames.isEmpty && !fixture.microphone.isStreaming)
        }

        @Test("R-LIFE-12: a session that loses its camera fails, though its microphone is still there")
        func lossOfCamera() throws {
            let fixture = AudioFixture()
            let camera = try fixture.addCamera()
            try fixture.addMicrophone()
            fixture.session.addOutput(AVCaptureVideoDataOutput())
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            fixture.phone.unplug(camera.device.uniqueID)
            fixture.session.settle()
            #expect(!fixture.session.isRunning && notices.words == ["error", "stop"])
            #expect(notices.devices == [camera.device])
            #expect(!fixture.microphone.isStreaming)
        }

        @Test("S-86: without cameras, a microphone that cannot start makes the start fail, and the error names it")
        func refusedStart() throws {
            let fixture = AudioFixture()
            let input = try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            let notices = NoticeRecorder(fixture.session)
            fixture.microphone.refuseStart(ScriptedMicrophone.error(.busy))
            fixture.session.startRunning()
            #expect(!fixture.session.isRunning && notices.devices == [input.device])
            #expect(notices.errorCodes == [AVError.Code.deviceInUseByAnotherApplication.rawValue])
            fixture.microphone.refuseStart(nil)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning)
        }

        @Test(
            "S-80: a session that starts takes the microphone away from another, which is interrupted and goes on later"
        )
        func microphoneTaken() throws {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            let notices = NoticeRecorder(fixture.session)
            let other = AVCaptureSession()
            other.addInput(try AVCaptureDeviceInput(device: fixture.device))
            other.addOutput(AVCaptureAudioDataOutput())
            other.startRunning()
            fixture.session.settle()
            #expect(fixture.session.isInterrupted && other.isRunning)
            #expect(notices.interruptionReasons == [2])
            other.stopRunning()
            fixture.session.settle()
            #expect(fixture.session.isRunning && fixture.microphone.isStreaming)
        }

        @Test("R-MULTI-9: sound that goes on in another format changes the port's and the device's format")
        func changeOfFormat() throws {
            let fixture = AudioFixture()
            let input = try fixture.addMicrophone()
            let recorder = AudioRecorder()
            fixture.addOutput(recorder)
            let port = try #require(input.ports.first)
            let posted = Mutex(0)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
                object: port,
                queue: nil
            ) { _ in posted.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            fixture.session.startRunning()
            fixture.microphone.deliver()
            fixture.session.settle()
            #expect(posted.withLock { $0 } == 0)
            fixture.microphone.changeFormat(CaptureAudioFormat(sampleRate: 16_000, channels: 1, sampleFormat: .int16))
            fixture.microphone.deliver(160)
            recorder.settle()
            fixture.session.settle()
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
