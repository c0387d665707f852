import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

/// A simulated phone whose session records sound to files.
struct AudioFileFixture {
    let movies: MovieFixture
    let output = AVCaptureAudioFileOutput()
    let recorder = MovieRecorder()

    /// - Parameter hasCamera: whether a camera and a movie output are in the session as well.
    init(hasCamera: Bool = false) throws {
        movies = try MovieFixture(hasAudio: true, hasCamera: hasCamera)
        movies.session.addOutput(output)
        movies.settle()
    }

    func url(_ name: String) -> URL { movies.url(name) }

    func start(_ name: String, _ fileType: AVFileType) {
        output.startRecording(to: url(name), outputFileType: fileType, recordingDelegate: recorder)
    }

    func stop() {
        output.stopRecording()
        movies.settle()
    }

    /// Records for a while and stops.
    func record(_ name: String, _ fileType: AVFileType, seconds: Double) throws -> ValidatedMovie {
        start(name, fileType)
        movies.run(seconds: seconds)
        stop()
        return try ValidatedMovie(url(name))
    }

    func cleanUp() { movies.cleanUp() }
}

extension AVFoundationBehaviour {
    @Suite("Recording sound to files")
    struct AudioFileOutputTests {
        static let types: [(AVFileType, String, String)] = [
            (.m4a, "aac", "m4a"), (.caf, "pcm_s16le", "caf"), (.wav, "pcm_s16le", "wav"),
        ]

        @Test("S-177: every kind of file that is on offer can be recorded, and plays", arguments: types)
        func files(type: AVFileType, codec: String, container: String) throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            #expect(AVCaptureAudioFileOutput.availableOutputFileTypes().contains(type))
            let file = try fixture.record("sound.\(container)", type, seconds: 1)
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
            #expect(fixture.recorder.connectionCounts == [1] && !fixture.recorder.wasOnMainThread)
            #expect(file.streamCount == 1 && file.audioCodec == codec && file.container.contains(container))
            #expect(file.sampleRate == 48_000 && abs(file.duration - 1) < 0.05)
            #expect(abs(file.duration - fixture.output.recordedDuration.seconds) < 0.03)
            #expect(fixture.output.recordedFileSize == Int64(file.fileSize))
            #expect(try file.complaints == [])
            #expect(try file.validator.sound().gaps.isEmpty)
        }

        @Test("R-REC-2: a pause leaves no gap", arguments: types)
        func pause(type: AVFileType, codec: String, container: String) throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            fixture.start("sound", type)
            fixture.movies.run(seconds: 0.5)
            fixture.output.pauseRecording()
            fixture.movies.run(seconds: 1)
            fixture.output.resumeRecording()
            fixture.movies.run(seconds: 0.5)
            fixture.stop()
            #expect(fixture.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
            let file = try ValidatedMovie(fixture.url("sound"))
            #expect(abs(file.duration - 1) < 0.06)
            #expect(try file.complaints == [])
            #expect(try file.validator.sound().gaps.isEmpty)
        }

        @Test("S-179: the longest duration, to the sample")
        func maximumDuration() throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            fixture.output.maxRecordedDuration = CMTime(value: 12_345, timescale: 48_000)
            fixture.start("sound.wav", .wav)
            fixture.movies.run(seconds: 1)
            #expect(fixture.recorder.codes == [-11810])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            let samples = try ValidatedMovie(fixture.url("sound.wav")).validator.sound().samples
            #expect(samples.count == 12_345)
        }

        @Test("S-179: the largest file")
        func maximumSize() throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            fixture.output.maxRecordedFileSize = 100_000
            fixture.start("sound.wav", .wav)
            fixture.movies.run(seconds: 3)
            #expect(fixture.recorder.codes == [-11811])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            let file = try ValidatedMovie(fixture.url("sound.wav"))
            #expect(file.fileSize <= 100_000 && file.fileSize > 20_000)
            #expect(try file.complaints == [])
        }

        @Test("Settings and metadata that were set are those of the file")
        func settings() throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            #expect(fixture.output.audioSettings == nil && fixture.output.metadata.isEmpty)
            let title = AVMutableMetadataItem()
            title.identifier = .commonIdentifierTitle
            title.value = "A word" as NSString
            fixture.output.metadata = [title]
            fixture.output.audioSettings = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
            ]
            let compressed = try fixture.record("sound.m4a", .m4a, seconds: 0.5)
            #expect(compressed.audioCodec == "aac" && compressed.sampleRate == 44_100 && compressed.channels == 1)
            #expect(compressed.tag("title") == "A word")
            fixture.output.audioSettings = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
            ]
            let linear = try fixture.record("sound.caf", .caf, seconds: 0.5)
            #expect(linear.audioCodec == "pcm_f32le")
            #expect(try compressed.complaints + linear.complaints == [])
        }

        @Test("Settings that a file can't hold are an error, and nothing is left", arguments: [AVFileType.wav, .caf])
        func unfit(type: AVFileType) throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            fixture.output.audioSettings = [AVFormatIDKey: kAudioFormatMPEG4AAC]
            fixture.start("sound", type)
            fixture.movies.run(seconds: 0.1)
            #expect(fixture.recorder.words == ["willFinish", "finish"])
            #expect(fixture.recorder.codes == [AVError.Code.unsupportedOutputSettings.rawValue])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == false)
            #expect(!FileManager.default.fileExists(atPath: fixture.url("sound").path))
        }

        @Test("A movie and a sound file can be recorded at once, each with limits and pauses of its own")
        func besideMovie() throws {
            let fixture = try AudioFileFixture(hasCamera: true)
            defer { fixture.cleanUp() }
            fixture.movies.start("movie.mov")
            fixture.movies.run(seconds: 0.3)
            fixture.start("sound.m4a", .m4a)
            fixture.movies.run(seconds: 0.5)
            fixture.movies.output.pauseRecording()
            fixture.movies.run(seconds: 0.5)
            fixture.stop()
            fixture.movies.output.resumeRecording()
            fixture.movies.run(seconds: 0.2)
            fixture.movies.stop()
            #expect(fixture.recorder.codes == [0] && fixture.movies.recorder.codes == [0])
            let (movie, sound) = (
                try ValidatedMovie(fixture.url("movie.mov")), try ValidatedMovie(fixture.url("sound.m4a"))
            )
            #expect(abs(movie.duration - 1) < 0.1 && abs(movie.audioDuration - movie.videoDuration) < 0.1)
            #expect(abs(sound.duration - 1) < 0.06)
            #expect(try movie.complaints + sound.complaints == [])
        }

        @Test("R-REC-5, R-LIFE-12: whatever ends the session's sound ends the recording, and the file is good")
        func ends() throws {
            let ends: [(Int, (AudioFileFixture) throws -> Void)] = [
                (-11808, { $0.movies.phone.unplug(try #require(AVCaptureDevice.default(for: .audio)).uniqueID) }),
                (-11818, { $0.movies.phone.phoneCall() }),
                (-11818, { $0.movies.session.stopRunning() }),
                (-11819, { $0.movies.phone.resetMediaServices() }),
                (-11806, { $0.movies.session.removeOutput($0.output) }),
            ]
            for (code, event) in ends {
                let fixture = try AudioFileFixture()
                defer { fixture.cleanUp() }
                fixture.start("sound.m4a", .m4a)
                fixture.movies.run(seconds: 0.5)
                try event(fixture)
                fixture.movies.run(seconds: 0.2)
                #expect(fixture.recorder.words == ["start", "willFinish", "finish"])
                #expect(fixture.recorder.codes == [code])
                #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
                #expect(try ValidatedMovie(fixture.url("sound.m4a")).duration > 0.4)
            }
        }

        @Test("S-176, S-183: what can't begin is told")
        func refusals() throws {
            let fixture = try AudioFileFixture()
            defer { fixture.cleanUp() }
            try Data("mine".utf8).write(to: fixture.url("there.wav"))
            fixture.start("there.wav", .wav)
            fixture.movies.settle()
            fixture.start("no/folder.wav", .wav)
            fixture.movies.settle()
            fixture.movies.session.stopRunning()
            fixture.start("late.wav", .wav)
            fixture.movies.settle()
            #expect(fixture.recorder.codes == [-11823, -11800, -11803])
            #expect(try Data(contentsOf: fixture.url("there.wav")) == Data("mine".utf8))
            #expect(!FileManager.default.fileExists(atPath: fixture.url("late.wav").path))
        }

        @Test("A kind of file that isn't on offer, none at all, and keys that sound doesn't have stop the program")
        func programmerErrors() async {
            let kind = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try AudioFileFixture().start("sound.mov", .mov)
            }
            expectMessage(kind, "NSInvalidArgumentException", "Unsupported file type")
            let none = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try AudioFileFixture()
                fixture.output.startRecording(to: fixture.url("sound"), recordingDelegate: fixture.recorder)
            }
            expectMessage(none, "NSInvalidArgumentException", "outputFileType")
            let keys = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureAudioFileOutput().audioSettings = [AVVideoWidthKey: 1]
            }
            expectMessage(keys, "NSInvalidArgumentException", AVVideoWidthKey)
            let values = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureAudioFileOutput().audioSettings = [AVNumberOfChannelsKey: 9]
            }
            expectMessage(values, "NSInvalidArgumentException", "setAudioSettings:", "9")
        }
    }
}
