import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Recording movies")
    struct MovieFileOutputTests {
        @Test(
            "S-177, S-178, R-REC-1: start, willFinish, finish; the file plays",
            arguments: ["movie.mov", "movie.mp4"]
        )
        func movie(name: String) throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            #expect(!fixture.output.isRecording && fixture.output.outputFileURL == nil)
            fixture.start(name)
            #expect(fixture.output.isRecording && fixture.output.outputFileURL == fixture.url(name))
            fixture.run(seconds: 1)
            #expect(fixture.recorder.words == ["start"])
            let duration = fixture.output.recordedDuration.seconds
            #expect(abs(duration - 1) < 0.05)
            fixture.output.stopRecording()
            #expect(!fixture.output.isRecording && fixture.output.outputFileURL == nil)
            fixture.settle()
            #expect(fixture.recorder.words == ["start", "willFinish", "finish"] && fixture.recorder.codes == [0])
            #expect(!fixture.recorder.wasOnMainThread && fixture.recorder.connectionCounts == [1])
            let report = try ValidatedMovie(fixture.url(name))
            #expect(report.videoCodec == "h264" && report.size == [640, 480])
            #expect(try report.complaints == [])
            #expect(abs(report.duration - duration) < 0.002 && report.videoStart == 0)
            #expect(report.frameCount == Int((duration * 30).rounded()))
            #expect(report.brand.hasPrefix(name.hasSuffix("mov") ? "qt" : "iso") || report.brand.hasPrefix("mp4"))
            #expect(fixture.output.recordedFileSize == Int64(report.fileSize))
            #expect(fixture.output.recordedDuration.seconds == duration)
        }

        @Test("S-181, S-179: Apple's defaults")
        func defaults() throws {
            let output = AVCaptureMovieFileOutput()
            #expect(output.movieFragmentInterval == CMTime(value: 10, timescale: 1))
            #expect(!output.maxRecordedDuration.isValid && output.maxRecordedFileSize == 0)
            #expect(output.minFreeDiskSpaceLimit == 0 && output.metadata == nil)
            #expect(output.availableVideoCodecTypes.isEmpty && !output.isRecording && !output.isRecordingPaused)
            #expect(output.recordedDuration == .zero && output.recordedFileSize == 0 && output.outputFileURL == nil)
            #expect(!output.isSpatialVideoCaptureSupported && !output.isSpatialVideoCaptureEnabled)
            #expect(output.primaryConstituentDeviceSwitchingBehaviorForRecording == .unsupported)
        }

        @Test("S-14, S-16: one movie output in a session, beside data outputs that go on")
        func besideDataOutput() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            #expect(!fixture.session.canAddOutput(AVCaptureMovieFileOutput()))
            let frames = FrameRecorder()
            _ = fixture.fixture.addVideoOutput(frames)
            fixture.start()
            for _ in 0..<100 {
                fixture.run(seconds: 0.01)
                frames.settle()
            }
            fixture.output.stopRecording()
            fixture.settle()
            #expect(try ValidatedMovie(fixture.url()).frameCount >= 29)
            #expect(frames.frames.count >= 29 && frames.drops.isEmpty)
            #expect(fixture.session.hardwareCost > 0)
        }

        @Test("R-REC-2: what is captured during a pause is missing, and the pictures' pace is kept")
        func pause() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.5)
            fixture.output.pauseRecording()
            #expect(fixture.output.isRecordingPaused && fixture.output.isRecording)
            fixture.output.pauseRecording()
            fixture.run(seconds: 2)
            let paused = fixture.output.recordedDuration
            #expect(abs(paused.seconds - 0.5) < 0.04)
            fixture.output.resumeRecording()
            #expect(!fixture.output.isRecordingPaused)
            fixture.output.resumeRecording()
            fixture.run(seconds: 0.5)
            fixture.output.stopRecording()
            fixture.settle()
            #expect(fixture.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
            let report = try ValidatedMovie(fixture.url())
            #expect(abs(report.duration - 1) < 0.05 && report.frameCount == Int((report.duration * 30).rounded()))
        }

        @Test("S-179, R-REC-2: the longest duration ends a recording with -11810, and the file is good")
        func maximumDuration() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
            fixture.start()
            fixture.run(seconds: 1)
            #expect(fixture.recorder.codes == [-11810] && !fixture.output.isRecording)
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            #expect(fixture.recorder.error?.time == CMTime(value: 1, timescale: 2))
            #expect(try ValidatedMovie(fixture.url()).frameCount == 15)
        }

        @Test("S-179, R-REC-2: the largest file size ends a recording with -11811, and the file is good")
        func maximumFileSize() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.output.maxRecordedFileSize = 600_000
            fixture.start()
            fixture.run(seconds: 8)
            #expect(fixture.recorder.codes == [-11811])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == true)
            let report = try ValidatedMovie(fixture.url())
            #expect(report.fileSize <= 600_000 && report.frameCount > 5)
        }

        @Test("S-179: too little room on the disk is told before anything is written")
        func freeSpace() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.output.minFreeDiskSpaceLimit = .max
            fixture.start()
            fixture.run(seconds: 0.1)
            #expect(fixture.recorder.words == ["willFinish", "finish"] && fixture.recorder.codes == [-11807])
            #expect(!FileManager.default.fileExists(atPath: fixture.url().path))
        }

        @Test("S-176: a file that exists is left alone")
        func existingFile() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            try Data("mine".utf8).write(to: fixture.url())
            fixture.start()
            fixture.run(seconds: 0.1)
            #expect(fixture.recorder.codes == [-11823] && !fixture.output.isRecording)
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == false)
            #expect(try Data(contentsOf: fixture.url()) == Data("mine".utf8))
        }

        @Test("S-177: a folder that is missing is an error")
        func missingFolder() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start("none/movie.mov")
            fixture.run(seconds: 0.1)
            #expect(fixture.recorder.words == ["willFinish", "finish"])
            #expect(fixture.recorder.error?.recordingSuccessfullyFinished == false)
        }

        @Test("S-183: a session that doesn't run refuses with -11803, a second request is refused with -11859")
        func refusals() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.run(seconds: 0.2)
            fixture.start("second.mov")
            fixture.settle()
            #expect(fixture.recorder.codes == [-11859] && fixture.output.isRecording)
            #expect(fixture.recorder.urls.last == fixture.url("second.mov"))
            fixture.output.stopRecording()
            fixture.settle()
            fixture.session.stopRunning()
            fixture.start("third.mov")
            fixture.settle()
            #expect(fixture.recorder.codes == [-11859, 0, -11803])
        }

        @Test("S-176: a URL that is no file's stops the program, and so does an output without a connection")
        func programmersErrors() async {
            let web = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try MovieFixture()
                let url = try #require(URL(string: "http://example.org/a.mov"))
                fixture.output.startRecording(to: url, recordingDelegate: fixture.recorder)
            }
            expectMessage(web, "NSInvalidArgumentException", "startRecordingToOutputFileURL:recordingDelegate:]")
            let alone = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let output = AVCaptureMovieFileOutput()
                output.startRecording(to: URL(fileURLWithPath: "/tmp/a.mov"), recordingDelegate: MovieRecorder())
            }
            expectMessage(alone, "NSInvalidArgumentException", "No active/enabled connections")
        }

        @Test("R-REC-2: stopped at once, a recording says that nothing was captured, and leaves nothing")
        func stoppedAtOnce() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            fixture.output.stopRecording()
            fixture.settle()
            #expect(fixture.recorder.words == ["willFinish", "finish"] && fixture.recorder.codes == [-11805])
            #expect(!FileManager.default.fileExists(atPath: fixture.url().path))
        }

        @Test("R-REC-2: the shortest recording has one picture")
        func onePicture() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start()
            while fixture.recorder.words.isEmpty { fixture.run(seconds: 0.01) }
            fixture.output.stopRecording()
            fixture.settle()
            #expect(fixture.recorder.codes == [0])
            #expect(try ValidatedMovie(fixture.url()).frameCount == 1)
        }

        @Test("The next recording can begin while the last one is being finished")
        func oneAfterTheOther() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            for name in ["a.mov", "b.mov", "c.mov"] {
                fixture.start(name)
                fixture.run(seconds: 0.3)
                fixture.output.stopRecording()
            }
            fixture.settle()
            #expect(fixture.recorder.codes == [0, 0, 0])
            for name in ["a.mov", "b.mov", "c.mov"] {
                #expect(try ValidatedMovie(fixture.url(name)).frameCount >= 8)
            }
        }

        @Test("A delegate may start the next recording when it hears of the end of the last")
        func startInCallback() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let (next, recorder) = (fixture.url("next.mov"), OldMovieRecorder())
            fixture.recorder.whenFinished { $0.startRecording(to: next, recordingDelegate: recorder) }
            _ = try fixture.record(seconds: 0.2)
            fixture.run(seconds: 0.2)
            fixture.output.stopRecording()
            fixture.settle()
            #expect(recorder.words == ["start", "finish"])
            #expect(try ValidatedMovie(next).frameCount >= 5)
        }

        @Test("isRecording, isRecordingPaused and outputFileURL can be observed")
        func observing() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let seen = Mutex<[String]>([])
            let observations = [
                fixture.output.observe(\.isRecording, options: .new) { _, change in
                    seen.withLock { $0.append("recording \(change.newValue == true)") }
                },
                fixture.output.observe(\.isRecordingPaused, options: .new) { _, change in
                    seen.withLock { $0.append("paused \(change.newValue == true)") }
                },
            ]
            fixture.start()
            fixture.run(seconds: 0.1)
            fixture.output.pauseRecording()
            fixture.output.stopRecording()
            fixture.settle()
            #expect(seen.withLock { $0 } == ["recording true", "paused true", "recording false", "paused false"])
            withExtendedLifetime(observations) {}
        }

        @Test("A recording's output, session and delegate go away after its end, and not before")
        func lifetimes() throws {
            weak var output: AVCaptureMovieFileOutput?
            weak var recorder: MovieRecorder?
            var folder: URL?
            do {
                let fixture = try MovieFixture()
                output = fixture.output
                folder = fixture.folder
                do {
                    let listener = MovieRecorder()
                    recorder = listener
                    fixture.output.startRecording(to: fixture.url(), recordingDelegate: listener)
                }
                fixture.run(seconds: 0.2)
                #expect(recorder != nil)
                fixture.output.stopRecording()
                fixture.settle()
                fixture.session.stopRunning()
            }
            // Queues let go of what they called a moment after everybody was told.
            for _ in 0..<60_000 where output != nil || recorder != nil { usleep(1_000) }
            #expect(output == nil && recorder == nil)
            try folder.map(FileManager.default.removeItem)
        }
    }
}
