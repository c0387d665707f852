import AVFoundation
import Testing

@Suite("What stops a program that uses an asset writer wrongly")
struct WriterProgrammerErrorTests {
    /// Does something with a writer in the middle of a session, which goes away only afterwards.
    private static func inSession(_ body: (AVAssetWriter, AVAssetWriterInput) throws -> Void) throws {
        let studio = try Studio()
        let (writer, input) = try studio.writer("x.mp4", .mp4)
        guard writer.startWriting() else { exit(EXIT_SUCCESS) }
        writer.startSession(atSourceTime: .zero)
        try body(writer, input)
        withExtendedLifetime((writer, studio)) {}
    }

    @Test("S-185: inputs cannot be added after writing has started")
    func addLate() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { writer, _ in
                writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Studio.audioSettings))
            }
        }
    }

    @Test("S-187: a session cannot be started twice, nor a second one")
    func sessions() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { writer, _ in writer.startSession(atSourceTime: .zero) }
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { writer, _ in
                writer.endSession(atSourceTime: .zero)
                writer.startSession(atSourceTime: Studio.time(30))
            }
        }
    }

    @Test("S-187: a session cannot be ended that was not started")
    func endEarly() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, _) = try studio.writer("x.mp4", .mp4)
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            writer.endSession(atSourceTime: .zero)
        }
    }

    @Test("S-189: appending while the input is not ready")
    func notReady() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { _, input in
                // More at once than wait for the encoder, which cannot be as fast as that.
                let samples = try (0..<32).map { try Studio.pictureSample($0, width: 1920, height: 1080) }
                for sample in samples { _ = input.append(sample) }
            }
            exit(EXIT_SUCCESS)
        }
    }

    @Test("S-190: appending before the session has started, and before writing has")
    func appendEarly() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, input) = try studio.writer("x.mp4", .mp4)
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            _ = input.append(try Studio.pictureSample(0))
            withExtendedLifetime(writer) {}
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, input) = try studio.writer("x.mp4", .mp4)
            _ = input.append(try Studio.pictureSample(0))
            withExtendedLifetime(writer) {}
        }
    }

    @Test("S-190: a pixel buffer with a time that is no number")
    func noTime() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, input) = try studio.writer("x.mp4", .mp4)
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            writer.startSession(atSourceTime: .zero)
            _ = adaptor.append(try Studio.picture(0), withPresentationTime: .indefinite)
            withExtendedLifetime(writer) {}
        }
    }

    @Test("The natural size is the pictures' own")
    func naturalSize() async {
        let video: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: video)
        #expect(input.naturalSize == .zero)
        input.naturalSize = CGSize(width: 64, height: 48)
        #expect(input.naturalSize == CGSize(width: 64, height: 48))
        input.naturalSize = .zero
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let video: [String: Any] = [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
            ]
            AVAssetWriterInput(mediaType: .video, outputSettings: video).naturalSize = CGSize(width: 640, height: 480)
        }
    }

    @Test("S-193: properties cannot be set after writing has started")
    func setLate() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { writer, _ in writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try Self.inSession { _, input in input.transform = .identity }
        }
    }

    @Test("S-194: an input has one adaptor, whose attributes must allow a pool")
    func adaptors() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (_, input) = try studio.writer("x.mp4", .mp4)
            _ = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            _ = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, input) = try studio.writer("x.mp4", .mp4)
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input,
                sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: 7)]
            )
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            _ = adaptor.pixelBufferPool
            withExtendedLifetime(writer) {}
        }
    }

    @Test("S-195: samples as they are need a format hint for MPEG-4 files")
    func noHint() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/tmp/x.mp4"), fileType: .mp4)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
            guard !writer.canAdd(input) else { exit(EXIT_SUCCESS) }
            writer.add(input)
        }
    }

    @Test("S-196: settings that lack something")
    func settings() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            _ = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264])
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            _ = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
        }
    }

    @Test("S-197: a writer makes no fragments unless told to; other defaults")
    func defaults() throws {
        let writer = try AVAssetWriter(url: URL(fileURLWithPath: "/tmp/x.mov"), fileType: .mov)
        #expect(!writer.movieFragmentInterval.isValid)
        #expect(!writer.overallDurationHint.isValid)
        for hint in [CMTime.zero, .positiveInfinity, CMTime(value: 60, timescale: 1), .invalid] {
            writer.overallDurationHint = hint
            #expect(writer.overallDurationHint == hint || !hint.isValid && !writer.overallDurationHint.isValid)
        }
        #expect(writer.movieTimeScale == 0 && writer.metadata.isEmpty && !writer.shouldOptimizeForNetworkUse)
        #expect(writer.directoryForTemporaryFiles == nil && writer.inputs.isEmpty && writer.inputGroups.isEmpty)
        #expect(writer.availableMediaTypes.contains(.video) && writer.availableMediaTypes.contains(.audio))
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        #expect(!input.expectsMediaDataInRealTime && input.transform.isIdentity && input.marksOutputTrackAsEnabled)
        #expect(input.mediaTimeScale == 0 && input.languageCode == nil && !input.performsMultiPassEncodingIfSupported)
        let group = AVAssetWriterInputGroup(inputs: [input], defaultInput: input)
        #expect(!writer.canAdd(group))
    }
}
