@preconcurrency import AVFoundation
import MovieValidators
import Synchronization
import Testing

@Suite("Files that asset writers make")
struct AssetWriterTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// What every finished file has to be.
    private func validator(_ name: String) throws -> MovieReport {
        let validator = MovieFileValidator(studio.url(name))
        let report = try validator.report()
        // ffprobe says of every Core Audio file of uncompressed sound that it estimates its length.
        #expect(report.warnings.filter { !$0.contains("Estimating duration from bitrate") } == [])
        #expect(try validator.decodingErrors() == [])
        return report
    }

    @Test("S-185: a movie of pictures and sound, pulled", arguments: [AVFileType.mp4, .mov])
    func pulled(fileType: AVFileType) async throws {
        let (writer, video) = try studio.writer("pulled", fileType)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Studio.audioSettings)
        writer.add(audio)
        #expect(writer.status == .unknown && !video.isReadyForMoreMediaData)
        #expect(writer.startWriting())
        #expect(writer.status == .writing)
        writer.startSession(atSourceTime: .zero)
        async let pictures: Void = Studio.supply(video, 90) { video.append(try Studio.pictureSample($0)) }
        async let sounds: Void = Studio.supply(audio, 90) { audio.append(try Studio.audioSample($0)) }
        _ = await (pictures, sounds)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(writer.error == nil)

        let report = try validator("pulled")
        let picture = try #require(report.video.first)
        let sound = try #require(report.audio.first)
        #expect(picture.codec == "h264" && picture.width == 320 && picture.height == 240 && picture.frameCount == 90)
        #expect(sound.codec == "aac" && sound.sampleRate == 48_000 && sound.channels == 1)
        #expect(abs((picture.duration ?? 0) - 3) < 0.001)
        #expect(abs((sound.duration ?? 0) - 3) < 0.03)
        let validator = MovieFileValidator(studio.url("pulled"))
        #expect(try validator.packets("v").filter(\.isKeyFrame).count >= 3)
        #expect(studio.files == ["pulled"])
    }

    @Test("S-189: a live source appends while the input is ready; what is taken is in the file")
    func live() async throws {
        let (writer, video) = try studio.writer("live.mp4", .mp4)
        video.expectsMediaDataInRealTime = true
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(10))
        var taken = 0
        for number in 10..<100 where video.isReadyForMoreMediaData {
            #expect(video.append(try Studio.pictureSample(number)))
            taken += 1
        }
        // How many it has room for depends on how long it takes for one.
        #expect(taken >= 2)
        video.markAsFinished()
        #expect(!video.isReadyForMoreMediaData)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try validator("live.mp4").video.first?.frameCount == taken)
    }

    @Test("S-189, R-REC-4: readiness goes and comes back, and both are observed")
    func backPressure() async throws {
        let (writer, video) = try studio.writer(
            "pressure.mp4",
            .mp4,
            settings: Studio.videoSettings(width: 1920, height: 1080)
        )
        let changes = Mutex<[Bool]>([])
        let (ready, continuation) = AsyncStream.makeStream(of: Bool.self)
        let observation = video.observe(\.isReadyForMoreMediaData, options: [.new]) { _, change in
            guard let value = change.newValue else { return }
            changes.withLock { $0.append(value) }
            continuation.yield(value)
        }
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(video.isReadyForMoreMediaData)
        var number = 0
        while video.isReadyForMoreMediaData, number < 500 {
            #expect(video.append(try Studio.pictureSample(number, width: 1920, height: 1080)))
            number += 1
        }
        #expect(number < 500, "an encoder of full pictures is slower than whoever appends them")
        for await isReady in ready where isReady && changes.withLock({ $0.contains(false) }) { break }
        observation.invalidate()
        #expect(changes.withLock { $0.first } == true)
        writer.cancelWriting()
        #expect(!studio.exists("pressure.mp4"))
    }

    @Test("S-188: what is before the start of the session is edited out, and movie time begins there")
    func sessionStart() async throws {
        let (writer, video) = try studio.writer("start.mov", .mov)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(30))
        await Studio.supply(video, 90) { video.append(try Studio.pictureSample($0)) }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let report = try validator("start.mov")
        #expect(abs((report.duration ?? 0) - 2) < 0.04)
        let shown = try MovieFileValidator(studio.url("start.mov")).pictureTimes()
        #expect(abs((shown.first ?? -1) - 0) < 0.001)
        #expect(shown.count == 60)
    }

    @Test("S-188: a track that begins late begins late in the movie")
    func lateStart() async throws {
        let (writer, video) = try studio.writer("late.mp4", .mp4)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        await Studio.supply(video, 30) { video.append(try Studio.pictureSample($0 + 15)) }
        await writer.finishWriting()
        let shown = try MovieFileValidator(studio.url("late.mp4")).pictureTimes()
        #expect(abs((shown.first ?? 0) - 0.5) < 0.01)
    }

    @Test("S-187: what is after the end of the session is edited out")
    func sessionEnd() async throws {
        let (writer, video) = try studio.writer("end.mp4", .mp4)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        var number = 0
        while number < 60 {
            if video.isReadyForMoreMediaData {
                #expect(video.append(try Studio.pictureSample(number)))
                number += 1
            } else {
                await Task.yield()
            }
        }
        writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1))
        #expect(!video.isReadyForMoreMediaData)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(abs((try validator("end.mp4").duration ?? 0) - 1) < 0.04)
    }

    @Test("The transform becomes the track's matrix", arguments: [0, 90, 180, 270])
    func transform(angle: Int) async throws {
        let (writer, video) = try studio.writer("turned.mp4", .mp4)
        video.transform = CGAffineTransform(rotationAngle: CGFloat(angle) * .pi / 180)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        await Studio.supply(video, 5) { video.append(try Studio.pictureSample($0)) }
        await writer.finishWriting()
        #expect(try validator("turned.mp4").video.first?.rotation == angle)
    }

    @Test("S-186: a file that exists stays as it is")
    func exists() throws {
        try Data("precious".utf8).write(to: studio.url("there.mp4"))
        let (writer, _) = try studio.writer("there.mp4", .mp4)
        let seen = Mutex<[AVAssetWriter.Status]>([])
        let observation = writer.observe(\.status) { writer, _ in
            let status = writer.status
            seen.withLock { $0.append(status) }
        }
        #expect(!writer.startWriting())
        observation.invalidate()
        #expect(writer.status == .failed)
        #expect(seen.withLock { $0 } == [.failed])
        #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect(try Data(contentsOf: studio.url("there.mp4")) == Data("precious".utf8))
    }

    @Test("A status that an observer causes is told to all observers after the one that it was told itself")
    func statusOrder() throws {
        let (writer, _) = try studio.writer("cancelled.mp4", .mp4)
        let seen = Mutex<[AVAssetWriter.Status?]>([])
        let first = writer.observe(\.status, options: [.new]) { writer, change in
            if change.newValue == .writing { writer.cancelWriting() }
        }
        let second = writer.observe(\.status, options: [.new]) { _, change in
            seen.withLock { $0.append(change.newValue) }
        }
        #expect(writer.startWriting())
        #expect(writer.status == .cancelled)
        #expect(seen.withLock { $0 } == [.writing, .cancelled])
        first.invalidate()
        second.invalidate()
    }

    @Test("A folder that is missing is an error at the start")
    func missingFolder() throws {
        let (writer, _) = try studio.writer("nowhere/movie.mp4", .mp4)
        #expect(!writer.startWriting())
        #expect(writer.status == .failed)
        let error = try #require(writer.error as? AVError)
        #expect(error.userInfo[NSUnderlyingErrorKey] != nil)
        #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] != nil)
    }

    @Test("S-192: cancelling deletes the file")
    func cancelled() async throws {
        let (writer, video) = try studio.writer("gone.mp4", .mp4)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(video.append(try Studio.pictureSample(0)))
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        #expect(studio.files == [])
        #expect(!video.append(try Studio.pictureSample(1)))
        await writer.finishWriting()
        #expect(writer.status == .cancelled)
    }

    @Test("A writer that got no sample fails and leaves no file")
    func nothing() async throws {
        let (writer, _) = try studio.writer("nothing.mp4", .mp4)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(studio.files == [])
    }

    @Test("A picture that is not later than the one before is refused, and what came before is saved")
    func disorder() async throws {
        let (writer, video) = try studio.writer("disorder.mp4", .mp4)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(video.append(try Studio.pictureSample(5)))
        #expect(!video.append(try Studio.pictureSample(5)))
        #expect(writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .unknown)
        await writer.finishWriting()
        #expect(writer.status == .failed)
    }

    @Test("S-195: JPEG pictures as they come, in a QuickTime movie")
    func passThrough() async throws {
        let (writer, video) = try studio.writer("jpeg.mov", .mov, settings: nil)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let pictures = try await jpegPictures(30)
        await Studio.supply(video, 30) { video.append(pictures[$0]) }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let report = try validator("jpeg.mov")
        #expect(report.video.first?.codec == "mjpeg")
        #expect(report.video.first?.frameCount == 30)
    }

    /// JPEG pictures that the installed `ffmpeg` makes.
    private func jpegPictures(_ count: Int) async throws -> [CMSampleBuffer] {
        let source = "testsrc=size=320x240:rate=30"
        let arguments = ["-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "\(count)"]
        _ = try ValidatorTool.succeed("ffmpeg", arguments + [studio.url("p%02d.jpg").path])
        let format = try CMFormatDescription(videoCodecType: .jpeg, width: 320, height: 240)
        return try (0..<count).map { number in
            let url = studio.url("p\(number < 9 ? "0" : "")\(number + 1).jpg")
            let data = try Data(contentsOf: url)
            try FileManager.default.removeItem(at: url)
            let block = try CMBlockBuffer(length: data.count)
            try data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
            let timing = CMSampleTimingInfo(
                duration: Studio.time(1),
                presentationTimeStamp: Studio.time(number),
                decodeTimeStamp: .invalid
            )
            return try CMSampleBuffer(
                dataBuffer: block,
                formatDescription: format,
                numSamples: 1,
                sampleTimings: [timing],
                sampleSizes: [data.count]
            )
        }
    }

    @Test("Sound alone", arguments: [AVFileType.m4a, .wav, .caf, .mov])
    func sound(fileType: AVFileType) async throws {
        let writer = try AVAssetWriter(outputURL: studio.url("sound"), fileType: fileType)
        let isLinear = fileType == .wav || fileType == .caf
        let settings =
            isLinear
            ? [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
                AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
                AVLinearPCMIsNonInterleaved: false,
            ] : Studio.audioSettings
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        writer.add(audio)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        await Studio.supply(audio, 60) { audio.append(try Studio.audioSample($0)) }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let stream = try #require(try validator("sound").audio.first)
        #expect(stream.codec == (isLinear ? "pcm_s16le" : "aac"))
        #expect(abs((stream.duration ?? 0) - 2) < 0.05)
    }

    @Test("Metadata of the movie is there for others to read")
    func metadata() async throws {
        let (writer, video) = try studio.writer("words.mov", .mov)
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = "A walk" as NSString
        let place = AVMutableMetadataItem()
        place.identifier = .quickTimeMetadataLocationISO6709
        place.value = "+48.8577+002.2950+035.000/" as NSString
        writer.metadata = [title, place]
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        await Studio.supply(video, 5) { video.append(try Studio.pictureSample($0)) }
        await writer.finishWriting()
        let exif = try MovieFileValidator(studio.url("words.mov")).exif()
        #expect(exif["Title"] == "A walk" || exif["DisplayName"] == "A walk")
        #expect(exif["GPSLatitude"].flatMap(Double.init).map { abs($0 - 48.8577) < 0.001 } == true)
    }

    @Test("S-194: an adaptor's pool is there while writing, with buffers as its attributes say")
    func adaptor() async throws {
        let (writer, video) = try studio.writer("pool.mp4", .mp4)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: video,
            sourcePixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA)
            ]
        )
        #expect(adaptor.pixelBufferPool == nil)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let pool = try #require(adaptor.pixelBufferPool)
        await Studio.supply(video, 20) { number in
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
            guard let buffer else { return false }
            return CVPixelBufferGetWidth(buffer) == 320
                && CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
                && adaptor.append(buffer, withPresentationTime: Studio.time(number))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(adaptor.pixelBufferPool == nil)
        #expect(try validator("pool.mp4").video.first?.frameCount == 20)
    }

    @Test("A pass over the media is offered once")
    func passes() async throws {
        let (writer, video) = try studio.writer("pass.mp4", .mp4)
        video.performsMultiPassEncodingIfSupported = true
        let (passes, continuation) = AsyncStream.makeStream(of: Bool.self)
        video.respondToEachPassDescription(on: DispatchQueue(label: "passes")) {
            let hasPass = video.currentPassDescription != nil
            if !hasPass { video.markAsFinished() }
            continuation.yield(hasPass)
        }
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        var iterator = passes.makeAsyncIterator()
        #expect(await iterator.next() == true)
        #expect(!video.canPerformMultiplePasses)
        #expect(video.append(try Studio.pictureSample(0)))
        video.markCurrentPassAsFinished()
        #expect(await iterator.next() == false)
        await writer.finishWriting()
        #expect(writer.status == .completed)
    }
}
