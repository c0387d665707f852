import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Routes of sound while it is captured")
    struct RouteSwitchTests {
        /// A simulated phone whose session captures picture and sound.
        private struct Scene {
            let fixture = Fixture()
            let audio: AVAudioSession
            let recorder = AudioRecorder()
            let frames = FrameRecorder()
            let input: AVCaptureDeviceInput

            init(_ prepare: (AVCaptureSession) -> Void = { _ in }) throws {
                fixture.phone.setAuthorization(.authorized, for: .audio)
                audio = .sharedInstance()
                try fixture.addInput()
                let microphone = try #require(AVCaptureDevice.default(for: .audio))
                input = try AVCaptureDeviceInput(device: microphone)
                fixture.session.addInput(input)
                _ = fixture.addVideoOutput(frames)
                let output = AVCaptureAudioDataOutput()
                output.setSampleBufferDelegate(recorder, queue: recorder.queue)
                fixture.session.addOutput(output)
                prepare(fixture.session)
                fixture.session.startRunning()
            }

            func run(seconds: Double) {
                for _ in 0..<Int((seconds * 100).rounded()) {
                    fixture.clock.advance(bySeconds: 0.01)
                    recorder.settle()
                    frames.settle()
                }
                audio.settle()
                fixture.session.settle()
            }

            /// The rates of the sound that came, each run of them once.
            var rates: [Double] {
                recorder.buffers.compactMap { $0.formatDescription?.audioStreamBasicDescription?.mSampleRate }
                    .reduce(into: []) { rates, rate in if rates.last != rate { rates.append(rate) } }
            }

            /// The largest hole, or overlap, between two packets, in seconds.
            var largestHole: Double {
                let buffers = recorder.buffers
                return zip(buffers, buffers.dropFirst()).map { earlier, later in
                    let end = CMTimeAdd(
                        CMSampleBufferGetPresentationTimeStamp(earlier),
                        CMSampleBufferGetDuration(earlier)
                    )
                    return abs(CMTimeGetSeconds(CMTimeSubtract(CMSampleBufferGetPresentationTimeStamp(later), end)))
                }.max() ?? 1
            }
        }

        @Test("R-MULTI-9: a switch to a hands-free headset and back loses nothing, and changes the port's format")
        func handsFree() throws {
            let scene = try Scene { $0.automaticallyConfiguresApplicationAudioSession = false }
            try scene.audio.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            scene.audio.settle()
            scene.fixture.session.settle()
            let notices = AudioNotices(scene.audio)
            scene.run(seconds: 0.5)
            scene.fixture.phone.plug(.bluetoothHeadset)
            scene.run(seconds: 0.5)
            let port = try #require(scene.input.ports.first)
            #expect(port.formatDescription?.audioStreamBasicDescription?.mSampleRate == 16_000)
            scene.fixture.phone.unplug(.bluetoothHeadset)
            scene.run(seconds: 0.5)
            #expect(scene.rates == [48_000, 16_000, 48_000] && scene.largestHole < 0.001)
            #expect(notices.reasons == [.newDeviceAvailable, .oldDeviceUnavailable])
            #expect(scene.fixture.session.isRunning && scene.frames.frames.count > 30)
        }

        @Test("R-MULTI-9: what a switch costs is silence, not a hole")
        func gap() throws {
            let scene = try Scene()
            scene.run(seconds: 0.5)
            scene.fixture.phone.apply(.audioGap(seconds: 0.3))
            scene.fixture.phone.plug(.wiredHeadset)
            scene.run(seconds: 1)
            let seconds = scene.recorder.buffers.reduce(0) { $0 + CMTimeGetSeconds(CMSampleBufferGetDuration($1)) }
            #expect(scene.largestHole < 0.001 && seconds > 1.4)
        }

        @Test("S-23, R-MULTI-9: a session told to records a Bluetooth headset in high quality")
        func highQuality() throws {
            let scene = try Scene { $0.configuresApplicationAudioSessionForBluetoothHighQualityRecording = true }
            scene.fixture.phone.plug(.highQualityBluetoothHeadset)
            scene.run(seconds: 0.3)
            #expect(scene.audio.currentRoute.inputs.first?.portType == .bluetoothHFP)
            #expect(scene.audio.sampleRate == 48_000 && scene.rates == [48_000] && scene.largestHole < 0.001)
        }

        @Test("R-REC-6: the phone's microphone vanishes, and the picture goes on")
        func lostMicrophone() throws {
            let scene = try Scene()
            scene.run(seconds: 0.2)
            let (sounds, frames) = (scene.recorder.count, scene.frames.frames.count)
            scene.fixture.phone.unplug(scene.input.device.uniqueID)
            scene.run(seconds: 0.3)
            #expect(sounds > 0 && scene.recorder.count == sounds && scene.frames.frames.count > frames)
            #expect(scene.fixture.session.isRunning && !scene.input.device.isConnected)
        }
    }
}
