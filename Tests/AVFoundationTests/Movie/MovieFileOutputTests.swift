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
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            #expect(!stage.output.isRecording && stage.output.outputFileURL == nil)
            stage.start(name)
            #expect(stage.output.isRecording && stage.output.outputFileURL == stage.url(name))
            stage.run(seconds: 1)
            #expect(stage.recorder.words == ["start"])
            let duration = stage.output.recordedDuration.seconds
            #expect(abs(duration - 1) < 0.05)
            stage.output.stopRecording()
            #expect(!stage.output.isRecording && stage.output.outputFileURL == nil)
            stage.settle()
            #expect(stage.recorder.words == ["start", "willFinish", "finish"] && stage.recorder.codes == [0])
            #expect(!stage.recorder.wasOnMainThread && stage.recorder.connectionCounts == [1])
            let report = try ValidatedMovie(stage.url(name))
            #expect(report.videoCodec == "h264" && report.size == [640, 480])
            #expect(try report.complaints == [])
            #expect(abs(report.duration - duration) < 0.002 && report.videoStart == 0)
            #expect(report.frameCount == Int((duration * 30).rounded()))
            #expect(report.brand.hasPrefix(name.hasSuffix("mov") ? "qt" : "iso") || report.brand.hasPrefix("mp4"))
            #expect(stage.output.recordedFileSize == Int64(report.fileSize))
            #expect(stage.output.recordedDuration.seconds == duration)
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
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            #expect(!stage.session.canAddOutput(AVCaptureMovieFileOutput()))
            let frames = FrameRecorder()
            _ = stage.stage.addVideoOutput(frames)
            stage.start()
            for _ in 0..<100 {
                stage.run(seconds: 0.01)
                frames.settle()
            }
            stage.output.stopRecording()
            stage.settle()
            #expect(try ValidatedMovie(stage.url()).frameCount >= 29)
            #expect(frames.frames.count >= 29 && frames.drops.isEmpty)
            #expect(stage.session.hardwareCost > 0)
        }

        @Test("R-REC-2: what is captured during a pause is missing, and the pictures' pace is kept")
        func pause() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.5)
            stage.output.pauseRecording()
            #expect(stage.output.isRecordingPaused && stage.output.isRecording)
            stage.output.pauseRecording()
            stage.run(seconds: 2)
            let paused = stage.output.recordedDuration
            #expect(abs(paused.seconds - 0.5) < 0.04)
            stage.output.resumeRecording()
            #expect(!stage.output.isRecordingPaused)
            stage.output.resumeRecording()
            stage.run(seconds: 0.5)
            stage.output.stopRecording()
            stage.settle()
            #expect(stage.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
            let report = try ValidatedMovie(stage.url())
            #expect(abs(report.duration - 1) < 0.05 && report.frameCount == Int((report.duration * 30).rounded()))
        }

        @Test("S-179, R-REC-2: the longest duration ends a recording with -11810, and the file is good")
        func maximumDuration() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
            stage.start()
            stage.run(seconds: 1)
            #expect(stage.recorder.codes == [-11810] && !stage.output.isRecording)
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == true)
            #expect(stage.recorder.error?.time == CMTime(value: 1, timescale: 2))
            #expect(try ValidatedMovie(stage.url()).frameCount == 15)
        }

        @Test("S-179, R-REC-2: the largest file size ends a recording with -11811, and the file is good")
        func maximumFileSize() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.output.maxRecordedFileSize = 600_000
            stage.start()
            stage.run(seconds: 8)
            #expect(stage.recorder.codes == [-11811])
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == true)
            let report = try ValidatedMovie(stage.url())
            #expect(report.fileSize <= 600_000 && report.frameCount > 5)
        }

        @Test("S-179: too little room on the disk is told before anything is written")
        func freeSpace() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.output.minFreeDiskSpaceLimit = .max
            stage.start()
            stage.run(seconds: 0.1)
            #expect(stage.recorder.words == ["willFinish", "finish"] && stage.recorder.codes == [-11807])
            #expect(!FileManager.default.fileExists(atPath: stage.url().path))
        }

        @Test("S-176: a file that exists is left alone")
        func existingFile() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            try Data("mine".utf8).write(to: stage.url())
            stage.start()
            stage.run(seconds: 0.1)
            #expect(stage.recorder.codes == [-11823] && !stage.output.isRecording)
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == false)
            #expect(try Data(contentsOf: stage.url()) == Data("mine".utf8))
        }

        @Test("S-177: a folder that is missing is an error")
        func missingFolder() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start("none/movie.mov")
            stage.run(seconds: 0.1)
            #expect(stage.recorder.words == ["willFinish", "finish"])
            #expect(stage.recorder.error?.recordingSuccessfullyFinished == false)
        }

        @Test("S-183: a session that doesn't run refuses with -11803, a second request is refused with -11859")
        func refusals() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.run(seconds: 0.2)
            stage.start("second.mov")
            stage.settle()
            #expect(stage.recorder.codes == [-11859] && stage.output.isRecording)
            #expect(stage.recorder.urls.last == stage.url("second.mov"))
            stage.output.stopRecording()
            stage.settle()
            stage.session.stopRunning()
            stage.start("third.mov")
            stage.settle()
            #expect(stage.recorder.codes == [-11859, 0, -11803])
        }

        @Test("S-176: a URL that is no file's stops the program, and so does an output without a connection")
        func programmersErrors() async {
            let web = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try MovieStage()
                let url = try #require(URL(string: "http://example.org/a.mov"))
                stage.output.startRecording(to: url, recordingDelegate: stage.recorder)
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
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            stage.output.stopRecording()
            stage.settle()
            #expect(stage.recorder.words == ["willFinish", "finish"] && stage.recorder.codes == [-11805])
            #expect(!FileManager.default.fileExists(atPath: stage.url().path))
        }

        @Test("R-REC-2: the shortest recording has one picture")
        func onePicture() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            stage.start()
            while stage.recorder.words.isEmpty { stage.run(seconds: 0.01) }
            stage.output.stopRecording()
            stage.settle()
            #expect(stage.recorder.codes == [0])
            #expect(try ValidatedMovie(stage.url()).frameCount == 1)
        }

        @Test("The next recording can begin while the last one is being finished")
        func oneAfterTheOther() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            for name in ["a.mov", "b.mov", "c.mov"] {
                stage.start(name)
                stage.run(seconds: 0.3)
                stage.output.stopRecording()
            }
            stage.settle()
            #expect(stage.recorder.codes == [0, 0, 0])
            for name in ["a.mov", "b.mov", "c.mov"] {
                #expect(try ValidatedMovie(stage.url(name)).frameCount >= 8)
            }
        }

        @Test("A delegate may start the next recording when it hears of the end of the last")
        func startInCallback() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            let (next, recorder) = (stage.url("next.mov"), OldMovieRecorder())
            stage.recorder.whenFinished { $0.startRecording(to: next, recordingDelegate: recorder) }
            _ = try stage.record(seconds: 0.2)
            stage.run(seconds: 0.2)
            stage.output.stopRecording()
            stage.settle()
            #expect(recorder.words == ["start", "finish"])
            #expect(try ValidatedMovie(next).frameCount >= 5)
        }

        @Test("isRecording, isRecordingPaused and outputFileURL can be observed")
        func observing() throws {
            let stage = try MovieStage()
            defer { stage.cleanUp() }
            let seen = Mutex<[String]>([])
            let observations = [
                stage.output.observe(\.isRecording, options: .new) { _, change in
                    seen.withLock { $0.append("recording \(change.newValue == true)") }
                },
                stage.output.observe(\.isRecordingPaused, options: .new) { _, change in
                    seen.withLock { $0.append("paused \(change.newValue == true)") }
                },
            ]
            stage.start()
            stage.run(seconds: 0.1)
            stage.output.pauseRecording()
            stage.output.stopRecording()
            stage.settle()
            #expect(seen.withLock { $0 } == ["recording true", "paused true", "recording false", "paused false"])
            withExtendedLifetime(observations) {}
        }

        @Test("A recording's output, session and delegate go away after its end, and not before")
        func lifetimes() throws {
            weak var output: AVCaptureMovieFileOutput?
            weak var recorder: MovieRecorder?
            var folder: URL?
            do {
                let stage = try MovieStage()
                output = stage.output
                folder = stage.folder
                do {
                    let listener = MovieRecorder()
                    recorder = listener
                    stage.output.startRecording(to: stage.url(), recordingDelegate: listener)
                }
                stage.run(seconds: 0.2)
                #expect(recorder != nil)
                stage.output.stopRecording()
                stage.settle()
                stage.session.stopRunning()
            }
            // Queues let go of what they called a moment after everybody was told.
            for _ in 0..<60_000 where output != nil || recorder != nil { usleep(1_000) }
            #expect(output == nil && recorder == nil)
            try folder.map(FileManager.default.removeItem)
        }
    }
}
