@preconcurrency import AVFoundation
import MovieValidators
import Testing
import UniformTypeIdentifiers

@Suite("What writers say about tracks, and how media lie in files")
struct TrackDescriptionTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func write(
        _ name: String,
        _ fileType: AVFileType = .mp4,
        pictures: Int = 30,
        _ prepare: (AVAssetWriter, AVAssetWriterInput, AVAssetWriterInput) -> Void
    ) async throws -> AVURLAsset {
        let (writer, video) = try studio.writer(name, fileType)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Studio.audioSettings)
        writer.add(audio)
        prepare(writer, video, audio)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        async let shown: Void = Studio.supply(video, pictures) { video.append(try Studio.pictureSample($0)) }
        async let heard: Void = Studio.supply(audio, pictures) { audio.append(try Studio.audioSample($0)) }
        _ = await (shown, heard)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try MovieFileValidator(studio.url(name)).decodingErrors() == [])
        return AVURLAsset(url: studio.url(name))
    }

    @Test("The volume and the language's tag are read again", arguments: [AVFileType.mp4, .mov])
    func description(fileType: AVFileType) async throws {
        let asset = try await write("said.\(fileType == .mov ? "mov" : "mp4")", fileType) { _, video, audio in
            video.extendedLanguageTag = "zh-Hant-TW"
            video.marksOutputTrackAsEnabled = true
            audio.extendedLanguageTag = "pt-BR"
            audio.languageCode = "por"
            audio.preferredVolume = 0.25
        }
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let audio = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        #expect(try await video.load(.extendedLanguageTag) == "zh-Hant-TW")
        #expect(try await audio.load(.extendedLanguageTag) == "pt-BR")
        #expect(try await audio.load(.languageCode) == "por")
        #expect(try await audio.load(.preferredVolume) == 0.25)
        #expect(try await video.load(.preferredVolume) == 1)
    }

    @Test("Without them, nothing is said, and sound is as loud as it is")
    func plain() async throws {
        let asset = try await write("plain.mp4") { _, _, _ in }
        let audio = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        #expect(try await audio.load(.extendedLanguageTag) == nil)
        #expect(try await audio.load(.preferredVolume) == 1)
    }

    /// In how many pieces the first track's media lie.
    private func pieces(_ name: String) throws -> Int {
        let data = try Data(contentsOf: studio.url(name))
        let table = try #require(data.range(of: Data("stco".utf8)))
        return data[table.upperBound + 4..<table.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("Media lie in pieces no longer than is preferred")
    func chunks() async throws {
        // As long as a fragment may be at most: shorter ones are cut by the wall clock too, where writing takes long.
        _ = try await write("large.mp4", pictures: 60) { writer, _, _ in
            writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        }
        _ = try await write("small.mp4", pictures: 60) { _, video, _ in
            video.preferredMediaChunkDuration = CMTime(value: 1, timescale: 10)
        }
        // Pieces of three pictures, or of two with the next one late.
        #expect(try pieces("small.mp4") >= 18)
        #expect(try pieces("large.mp4") < 18)
    }

    @Test("Segments of two writers play in a row")
    func combined() async throws {
        let collector = PartCollector()
        for part in 0..<2 {
            let writer = AVAssetWriter(contentType: try #require(UTType(AVFileType.mp4.rawValue)))
            writer.outputFileTypeProfile = .mpeg4AppleHLS
            writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 2)
            writer.initialSegmentStartTime = Studio.time(30 * part)
            writer.producesCombinableFragments = true
            writer.initialMovieFragmentSequenceNumber = 1 + 2 * part
            writer.delegate = collector
            let video = AVAssetWriterInput(mediaType: .video, outputSettings: Studio.videoSettings())
            writer.add(video)
            #expect(writer.startWriting())
            writer.startSession(atSourceTime: Studio.time(30 * part))
            await Studio.supply(video, 30) { video.append(try Studio.pictureSample(30 * part + $0)) }
            await writer.finishWriting()
            #expect(writer.status == .completed)
        }
        let parts = collector.parts
        #expect(parts.map(\.isBeginning) == [true, false, false, true, false, false])
        // The second stream's beginning is left out.
        try (parts[..<3] + parts[4...]).map(\.data).reduce(Data(), +).write(to: studio.url("row.mp4"))
        let validator = MovieFileValidator(studio.url("row.mp4"))
        #expect(try validator.decodingErrors() == [])
        let times = try validator.packets("v").map(\.time)
        #expect(times.count == 60)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.002 })
    }

    @Test("A pass wants all of the source")
    func pass() async throws {
        let (writer, video) = try studio.writer("pass.mp4", .mp4)
        #expect(writer.startWriting())
        let wanted = try #require(video.currentPassDescription).sourceTimeRanges.map(\.timeRangeValue)
        #expect(wanted == [CMTimeRange(start: .zero, duration: .positiveInfinity)])
        writer.cancelWriting()
    }

    @Test("What stops the program: no tag, a volume of pictures, no time, and changes while writing")
    func misuse() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            AVAssetWriterInput(mediaType: .audio, outputSettings: nil).extendedLanguageTag = "not a tag"
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            AVAssetWriterInput(mediaType: .video, outputSettings: nil).preferredVolume = 0.5
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            AVAssetWriterInput(mediaType: .video, outputSettings: nil).preferredMediaChunkDuration = .zero
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, _) = try studio.writer("x.mp4", .mp4)
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            writer.initialMovieFragmentInterval = CMTime(value: 1, timescale: 1)
        }
    }
}

/// Keeps the segments of streams in the order in which they came.
private final class PartCollector: NSObject, AVAssetWriterDelegate, @unchecked Sendable {
    // @unchecked: guarded by the lock.
    private let lock = NSLock()
    private var received: [(isBeginning: Bool, data: Data)] = []

    var parts: [(isBeginning: Bool, data: Data)] { lock.withLock { received } }

    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    ) {
        lock.withLock { received.append((segmentType == .initialization, segmentData)) }
    }
}
