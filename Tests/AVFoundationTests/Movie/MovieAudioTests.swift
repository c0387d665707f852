import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Recording movies with sound")
    struct MovieAudioTests {
        @Test("R-REC-1, S-177: two tracks that begin and end together, without a gap")
        func movie() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let movie = try fixture.record(seconds: 2)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
            #expect(fixture.recorder.connectionCounts == [2])
            #expect(try movie.complaints == [])
            #expect(movie.streamCount == 2 && movie.videoCodec == "h264" && movie.audioCodec == "aac")
            #expect(movie.sampleRate == 48_000 && movie.videoStart == 0 && abs(movie.audioStart) < 0.001)
            #expect(abs(movie.videoDuration - 2) < 0.05 && abs(movie.audioDuration - movie.videoDuration) < 0.03)
            #expect(try movie.unevenness < 0.001)
            #expect(try movie.validator.sound().gaps.isEmpty)
        }

        @Test("R-REC-1: however short, a movie has the sound of all its pictures", arguments: [1, 2, 3, 4, 5, 7, 11])
        func short(steps: Int) throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            while !fixture.recorder.words.contains("start") { fixture.run(seconds: 0.01) }
            fixture.run(seconds: Double(steps) / 100)
            fixture.output.stopRecording()
            #expect(!fixture.output.isRecording)
            fixture.run(seconds: 0.06)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
            let movie = try ValidatedMovie(fixture.url())
            #expect(movie.streamCount == 2, "\(movie)")
            // The last packet of AAC holds 21 ms.
            #expect(abs(movie.audioDuration - movie.videoDuration) < 0.022, "\(movie)")
        }

        @Test("A microphone that falls silent holds the end of a movie up for a quarter of a second")
        func silentEnd() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 1)
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            fixture.phone.apply(.stall(seconds: 60), to: microphone.uniqueID)
            fixture.output.stopRecording()
            fixture.run(seconds: 0.2)
            #expect(fixture.recorder.words == ["start"])
            fixture.run(seconds: 0.1)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
        }

        @Test(
            "A session that stops, or loses its microphone, ends the wait for the last sound",
            arguments: [true, false]
        )
        func noWait(stops: Bool) throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 1.005)
            fixture.output.stopRecording()
            if stops {
                fixture.session.stopRunning()
            } else {
                fixture.session.beginConfiguration()
                fixture.session.inputs.dropFirst().forEach(fixture.session.removeInput)
                fixture.session.commitConfiguration()
            }
            fixture.settle()
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
        }

        @Test("R-REC-2: a pause is cut out of pictures and sound, and leaves no gap in either")
        func pause() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.7)
            fixture.output.pauseRecording()
            fixture.run(seconds: 1.3)
            fixture.output.resumeRecording()
            fixture.run(seconds: 0.8)
            fixture.stop()
            #expect(fixture.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
            let movie = try ValidatedMovie(fixture.url())
            #expect(try movie.complaints == [])
            #expect(abs(movie.videoDuration - 1.5) < 0.07 && abs(movie.audioDuration - movie.videoDuration) < 0.03)
            #expect(try movie.unevenness < 0.001)
            #expect(try movie.validator.sound().gaps.isEmpty)
        }

        @Test("R-REC-2: stopped while paused, a recording has what came before")
        func stoppedInPause() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 1)
            fixture.output.pauseRecording()
            fixture.run(seconds: 1)
            fixture.stop()
            #expect(
                fixture.recorder.words == ["start", "pause", "willFinish", "finish"] && fixture.recorder.codes == [0]
            )
            let movie = try ValidatedMovie(fixture.url())
            #expect(abs(movie.videoDuration - 1) < 0.05 && abs(movie.audioDuration - movie.videoDuration) < 0.03)
        }

        @Test("S-179: there is no sound beyond the longest duration")
        func maximumDuration() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
            fixture.start()
            fixture.run(seconds: 1.5)
            #expect(fixture.recorder.codes == [-11810])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            let movie = try ValidatedMovie(fixture.url())
            #expect(movie.frameCount == 30 && abs(movie.duration - 1) < 0.001)
            #expect(movie.audioDuration > 0.9 && movie.audioDuration < 1.001)
        }

        @Test("R-REC-6: a microphone that is unplugged leaves the picture, which is recorded on")
        func unpluggedMicrophone() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            fixture.start()
            fixture.run(seconds: 1)
            fixture.phone.unplug(microphone.uniqueID)
            fixture.run(seconds: 1)
            #expect(fixture.output.isRecording && fixture.recorder.words == ["start"])
            fixture.stop()
            #expect(fixture.recorder.codes == [0])
            let movie = try ValidatedMovie(fixture.url())
            #expect(try movie.complaints == [])
            #expect(movie.frameCount >= 58 && movie.audioDuration > 0.8 && movie.audioDuration < 1.1)
        }

        @Test("S-89, R-LIFE-9: a call ends the recording with -11818, and the movie is good")
        func phoneCall() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 1)
            fixture.phone.phoneCall()
            fixture.run(seconds: 0.3)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [-11818])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            let movie = try ValidatedMovie(fixture.url())
            #expect(try movie.complaints == [])
            #expect(movie.frameCount >= 28 && movie.audioDuration > 0.8)
        }

        @Test("R-LIFE-9: an interruption in a pause ends the recording, too")
        func interruptedPause() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            fixture.output.pauseRecording()
            fixture.run(seconds: 0.5)
            fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
            fixture.settle()
            #expect(fixture.recorder.words == ["start", "pause", "willFinish", "finish"])
            #expect(fixture.recorder.codes == [-11818] && !fixture.output.isRecordingPaused)
            #expect(try ValidatedMovie(fixture.url()).frameCount >= 14)
        }

        @Test("S-111: a disabled connection of a microphone is not recorded; disabled later, it ends the recording")
        func disabledConnection() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .audio))
            connection.isEnabled = false
            let silent = try fixture.record("silent.mov", seconds: 0.3)
            #expect(silent.streamCount == 1 && silent.videoCodec == "h264")
            connection.isEnabled = true
            fixture.start("ended.mov")
            fixture.run(seconds: 0.3)
            connection.isEnabled = false
            fixture.settle()
            #expect(fixture.recorder.codes == [0, -11806])
            #expect(try ValidatedMovie(fixture.url("ended.mov")).streamCount == 2)
        }

        struct Choice: Sendable, CustomTestStringConvertible {
            var format: AudioFormatID
            var rate: Double
            var channels: Int
            var codec: String

            var testDescription: String { "\(codec) \(rate) \(channels)" }

            var settings: [String: Any] {
                [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
            }
        }

        @Test(
            "S-182: sound as a connection's settings say",
            arguments: [
                Choice(format: kAudioFormatLinearPCM, rate: 48_000, channels: 1, codec: "pcm_s16le"),
                Choice(format: kAudioFormatOpus, rate: 48_000, channels: 2, codec: "opus"),
                Choice(format: kAudioFormatMPEG4AAC, rate: 44_100, channels: 1, codec: "aac"),
            ]
        )
        func settings(choice: Choice) throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .audio))
            let keys = fixture.output.supportedOutputSettingsKeys(for: connection)
            #expect(keys.contains(AVFormatIDKey) && keys.contains(AVSampleRateKey))
            fixture.output.setOutputSettings(choice.settings, for: connection)
            // Uncompressed sound needs a QuickTime movie, whatever the file is called.
            let movie = try fixture.record("movie.mp4", seconds: 0.5)
            #expect(movie.audioCodec == choice.codec && movie.sampleRate == Int(choice.rate))
            #expect(movie.channels == choice.channels && abs(movie.audioDuration - 0.5) < 0.1)
            #expect(movie.brand.hasPrefix("qt") == (choice.format == kAudioFormatLinearPCM))
            #expect(try movie.complaints == [])
        }

        @Test("S-182: keys that sound doesn't have stop the program")
        func foreignKeys() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try MovieFixture(hasAudio: true)
                let connection = try #require(fixture.output.connection(with: .audio))
                fixture.output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
            }
            expectMessage(result, "NSInvalidArgumentException", "setOutputSettings:forConnection:]", AVVideoCodecKey)
        }

        @Test("Without a camera a movie is sound alone")
        func audioAlone() throws {
            let fixture = try MovieFixture(hasAudio: true, hasCamera: false)
            defer { fixture.cleanUp() }
            #expect(fixture.output.connection(with: .video) == nil && fixture.output.availableVideoCodecTypes.isEmpty)
            fixture.start()
            fixture.run(seconds: 0.6)
            fixture.output.pauseRecording()
            fixture.run(seconds: 0.5)
            fixture.output.resumeRecording()
            fixture.run(seconds: 0.4)
            fixture.stop()
            #expect(fixture.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
            let movie = try ValidatedMovie(fixture.url())
            #expect(movie.streamCount == 1 && movie.audioCodec == "aac" && abs(movie.duration - 1) < 0.1)
            #expect(abs(movie.duration - fixture.output.recordedDuration.seconds) < 0.03)
            #expect(try movie.complaints == [])
        }

        @Test("S-14, S-16: data outputs for pictures and sound, photos and a movie, all from one session")
        func besideOthers() throws {
            let fixture = try MovieFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let (frames, sounds, photos) = (FrameRecorder(), AudioRecorder(), PhotoRecorder())
            let (audioOutput, photoOutput) = (AVCaptureAudioDataOutput(), AVCapturePhotoOutput())
            audioOutput.setSampleBufferDelegate(sounds, queue: sounds.queue)
            fixture.session.beginConfiguration()
            // All of them are counted, also where the machine is busy with something else.
            fixture.fixture.addVideoOutput(frames).alwaysDiscardsLateVideoFrames = false
            fixture.session.addOutput(audioOutput)
            fixture.session.addOutput(photoOutput)
            fixture.session.commitConfiguration()
            fixture.run(seconds: 0.2)
            #expect(fixture.session.hardwareCost > 0)
            fixture.start()
            fixture.run(seconds: 0.5)
            photoOutput.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
            fixture.run(seconds: 0.5)
            fixture.stop()
            frames.settle()
            sounds.settle()
            #expect(fixture.recorder.codes == [0] && photos.photos.count == 1)
            #expect(frames.frames.count >= 29 && sounds.count >= 20)
            let movie = try ValidatedMovie(fixture.url())
            // Encoding may lose frames on a busy machine, but neither the beginning nor the end.
            #expect(abs(movie.duration - 1) < 0.1 && abs(movie.audioDuration - 1) < 0.1)
            #expect(try movie.complaints == [])
        }
    }
}
