import AVFoundation
import CaptureDriver
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("A capture session and the program's audio session")
    struct SessionAudioTests {
        private func fixture() throws -> (AudioFixture, AVAudioSession) {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            return (fixture, .sharedInstance())
        }

        @Test("S-21, S-22, S-23: how a capture session stands to the audio session at first")
        func defaults() {
            let session = AVCaptureSession()
            #expect(session.usesApplicationAudioSession && session.automaticallyConfiguresApplicationAudioSession)
            #expect(!session.configuresApplicationAudioSessionToMixWithOthers)
            #expect(!session.configuresApplicationAudioSessionForBluetoothHighQualityRecording)
        }

        @Test("S-22: a session with a microphone sets play-and-record; one without leaves the audio session alone")
        func automatic() throws {
            let (fixture, audio) = try fixture()
            let silent = AVCaptureSession()
            let camera = try #require(AVCaptureDevice.default(for: .video))
            silent.addInput(try AVCaptureDeviceInput(device: camera))
            silent.addOutput(AVCaptureVideoDataOutput())
            silent.startRunning()
            #expect(audio.category == .soloAmbient)
            silent.stopRunning()
            fixture.session.startRunning()
            #expect(audio.category == .playAndRecord && audio.categoryOptions == [] && fixture.microphone.isStreaming)
            fixture.session.stopRunning()
            #expect(audio.category == .playAndRecord)
        }

        @Test(
            "S-23: others go on with their sound, and Bluetooth is recorded in high quality, if the session is told so"
        )
        func options() throws {
            let (fixture, audio) = try fixture()
            fixture.session.configuresApplicationAudioSessionToMixWithOthers = true
            fixture.session.configuresApplicationAudioSessionForBluetoothHighQualityRecording = true
            fixture.session.startRunning()
            #expect(audio.categoryOptions == [.mixWithOthers, .bluetoothHighQualityRecording])
        }

        @Test(
            "S-22: told not to, a session doesn't change the audio session, and gets no sound unless that takes input"
        )
        func manual() throws {
            let (fixture, audio) = try fixture()
            fixture.session.automaticallyConfiguresApplicationAudioSession = false
            try audio.setCategory(.playback)
            let connection = try #require(fixture.session.connections.first)
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && !fixture.microphone.isStreaming && audio.category == .playback)
            try audio.setCategory(.record)
            fixture.session.settle()
            #expect(fixture.microphone.isStreaming && connection.isActive)
            try audio.setCategory(.playback)
            fixture.session.settle()
            #expect(!fixture.microphone.isStreaming && !connection.isActive && fixture.session.isRunning)
        }

        @Test("Deactivating the audio session under a capture session stops its sound, and activating brings it back")
        func deactivation() throws {
            let (fixture, audio) = try fixture()
            fixture.session.startRunning()
            let error = #expect(throws: NSError.self) { try audio.setActive(false) }
            #expect(error?.code == AVAudioSession.ErrorCode.isBusy.rawValue)
            fixture.session.settle()
            #expect(!fixture.microphone.isStreaming && fixture.session.isRunning)
            try audio.setActive(true)
            fixture.session.settle()
            #expect(fixture.microphone.isStreaming)
            fixture.session.stopRunning()
            try audio.setActive(false)
        }

        @Test("S-21: with an audio session of its own, a capture session interrupts the program's while it takes sound")
        func ownAudioSession() throws {
            let (fixture, audio) = try fixture()
            let notices = AudioNotices(audio)
            fixture.session.usesApplicationAudioSession = false
            fixture.session.configuresApplicationAudioSessionToMixWithOthers = true
            try audio.setActive(true)
            fixture.session.startRunning()
            audio.settle()
            #expect(fixture.microphone.isStreaming && audio.category == .soloAmbient && audio.categoryOptions == [])
            #expect(notices.words == ["began"])
            fixture.session.stopRunning()
            audio.settle()
            #expect(notices.words == ["began", "ended"])
        }

        @Test(
            "S-21: the program's sound comes back when the session with one of its own stops, though another one takes sound"
        )
        func ownAudioSessionBeside() throws {
            let clock = ManualCaptureClock()
            let phone = SimulatedPhone(clock: clock)
            phone.setAuthorization(.authorized, for: .audio)
            let microphones = ["one", "two"].map { ScriptedMicrophone(id: $0) }
            CaptureSystem.use(CaptureSystem(drivers: microphones, conditions: phone.conditions, clock: clock))
            let audio = AVAudioSession.sharedInstance()
            let sessions = try microphones.map { microphone in
                let session = AVCaptureSession()
                let device = try #require(AVCaptureDevice(uniqueID: microphone.description.id))
                session.addInput(try AVCaptureDeviceInput(device: device))
                session.addOutput(AVCaptureAudioDataOutput())
                return session
            }
            sessions[1].usesApplicationAudioSession = false
            sessions[0].startRunning()
            audio.settle()
            let notices = AudioNotices(audio)
            sessions[1].startRunning()
            audio.settle()
            #expect(notices.words == ["began"])
            sessions[1].stopRunning()
            audio.settle()
            #expect(notices.words == ["began", "ended"])
            sessions[0].stopRunning()
        }

        @Test("S-79: a call interrupts the capture session and its audio session, and both go on afterwards")
        func call() throws {
            let (fixture, audio) = try fixture()
            let notices = AudioNotices(audio)
            fixture.session.startRunning()
            fixture.phone.phoneCall()
            fixture.session.settle()
            audio.settle()
            #expect(fixture.session.isInterrupted && !fixture.microphone.isStreaming && notices.words == ["began"])
            fixture.phone.endCall()
            fixture.session.settle()
            audio.settle()
            #expect(fixture.session.isRunning && fixture.microphone.isStreaming && notices.words == ["began", "ended"])
        }

        @Test("S-210: what is preferred in the audio session is what the microphone is asked for")
        func preferences() throws {
            let formats = [(48_000.0, 1), (48_000, 2), (16_000, 1)].map {
                CaptureAudioFormat(sampleRate: $0.0, channels: $0.1, sampleFormat: .int16)
            }
            let fixture = AudioFixture(ScriptedMicrophone(formats: formats))
            let audio = AVAudioSession.sharedInstance()
            try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            fixture.session.startRunning()
            try audio.setPreferredSampleRate(22_050)
            try audio.setPreferredIOBufferDuration(0.02)
            fixture.session.settle()
            #expect(fixture.microphone.requests.last == CaptureAudioRequest(format: formats[2], packetFrames: 320))
            try audio.setPreferredSampleRate(0)
            #expect(throws: NSError.self) { try audio.setPreferredSampleRate(-1) }
            #expect(throws: NSError.self) { try audio.setPreferredIOBufferDuration(-1) }
            #expect(throws: NSError.self) { try audio.setPreferredInputNumberOfChannels(3) }
            #expect(abs(audio.ioBufferDuration - 0.02) < 1e-9)
            try audio.setPreferredIOBufferDuration(1e20)
            fixture.session.stopRunning()
            fixture.session.startRunning()
            #expect(fixture.session.isRunning && fixture.microphone.requests.last?.packetFrames == 8_192)
        }
    }
}
