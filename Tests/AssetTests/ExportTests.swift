import AVFoundation
import MovieValidators
import Testing

@Suite("Movies that export sessions make")
struct ExportTests {
    let studio: MovieStudio

    init() throws {
        studio = try MovieStudio()
    }

    private func examine(_ url: URL) throws -> MovieReport {
        let validator = MovieFileValidator(url)
        #expect(try validator.decodingErrors() == [])
        return try validator.report()
    }

    /// The numbers of a movie's pictures.
    private func numbers(_ url: URL) throws -> [Int] {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: try #require(asset.tracks(withMediaType: .video).first),
            outputSettings: ["\(kCVPixelBufferPixelFormatTypeKey)": kCVPixelFormatType_32BGRA]
        )
        reader.add(output)
        #expect(reader.startReading())
        return try sequence(state: output) { $0.copyNextSampleBuffer() }.map {
            try MovieStudio.number(try #require($0.imageBuffer))
        }
    }

    private func expect(_ numbers: [Int], _ wanted: some Collection<Int>) {
        #expect(numbers.count == wanted.count)
        for (number, wanted) in zip(numbers, wanted) { #expect(abs(number - wanted) <= 1) }
    }

    @Test(
        "A part of a movie, as it is and encoded anew, to the picture",
        arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality],
        [AVFileType.mp4, .mov]
    )
    func trimmed(preset: String, fileType: AVFileType) async throws {
        var recipe = MovieStudio.Recipe()
        recipe.transform = CGAffineTransform(rotationAngle: .pi / 2)
        let asset = AVURLAsset(url: try await studio.record("movie.mp4", recipe))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        #expect(session.supportedFileTypes.contains(fileType) && session.status == .unknown)
        session.timeRange = CMTimeRange(start: MovieStudio.time(20), end: MovieStudio.time(50))
        let url = studio.url("part")
        try await session.export(to: url, as: fileType)
        #expect(session.status == .completed && session.progress == 1)
        let report = try examine(url)
        #expect(abs((report.duration ?? 0) - 1) < 0.05 && report.video.count == 1 && report.audio.count == 1)
        #expect(report.video.first?.rotation == 90)
        expect(try numbers(url), 20..<50)
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        #expect(abs(track.timeRange.duration.seconds - 1) < 0.001)
    }

    @Test("A smaller movie, HEVC, and sound alone")
    func presets() async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mp4", .init(width: 1280, height: 720)))
        let small = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
        try await small.export(to: studio.url("small.mp4"), as: .mp4)
        let picture = try examine(studio.url("small.mp4")).video.first
        #expect(
            picture?.width == 640 && picture?.height == 360 && picture?.codec == "h264" && picture?.frameCount == 60
        )
        let preset = AVAssetExportPresetHEVCHighestQuality
        let hevc = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        try await hevc.export(to: studio.url("hevc.mov"), as: .mov)
        let modern = try examine(studio.url("hevc.mov"))
        #expect(modern.video.first?.codec == "hevc")
        let sound = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        #expect(sound.supportedFileTypes == [.m4a])
        try await sound.export(to: studio.url("sound.m4a"), as: .m4a)
        let heard = try examine(studio.url("sound.m4a"))
        #expect(heard.video.isEmpty && abs((heard.audio.first?.duration ?? 0) - 2) < 0.05)
        #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPresetUnheardOf") == nil)
        #expect(AVAssetExportSession.exportPresets(compatibleWith: asset).contains(AVAssetExportPresetPassthrough))
    }

    @Test("The older form, its metadata, and a file that is there already")
    func older() async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mov", .init(fileType: .mov)))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.outputURL = studio.url("copy.mov")
        session.outputFileType = .mov
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = NSString(string: "A walk")
        session.metadata = [title]
        await withCheckedContinuation { continuation in session.exportAsynchronously { continuation.resume() } }
        #expect(session.status == .completed && session.error == nil)
        let copy = AVURLAsset(url: studio.url("copy.mov"))
        #expect(copy.commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue == "A walk")
        expect(try numbers(studio.url("copy.mov")), 0..<60)

        let again = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        let before = try Data(contentsOf: studio.url("copy.mov"))
        await #expect { try await again.export(to: studio.url("copy.mov"), as: .mov) } throws: {
            ($0 as? AVError)?.code == .fileAlreadyExists
        }
        let after = try Data(contentsOf: studio.url("copy.mov"))
        #expect(again.status == .failed && after == before)
    }

    @Test("Whoever watches sees the states in order; a cancelled export leaves no file")
    func watched() async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mp4"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        let states = session.states(updateInterval: 0)
        let watching = Task {
            var fractions: [Double] = []
            var names: [String] = []
            for await state in states {
                switch state {
                case .pending: names.append("pending")
                case .waiting: names.append("waiting")
                case .exporting(let progress):
                    if names.last != "exporting" { names.append("exporting") }
                    fractions.append(progress.fractionCompleted)
                }
            }
            return (names, fractions)
        }
        try await session.export(to: studio.url("watched.mp4"), as: .mp4)
        let (names, fractions) = await watching.value
        #expect(
            names == ["pending", "waiting", "exporting"] && fractions.count > 10 && fractions == fractions.sorted()
        )

        let cancelled = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        cancelled.cancelExport()
        await #expect { try await cancelled.export(to: studio.url("cancelled.mp4"), as: .mp4) } throws: {
            ($0 as? AVError)?.code == .operationCancelled
        }
        #expect(cancelled.status == .cancelled && !studio.files.contains("cancelled.mp4"))
    }

    @Test("A damaged movie is an error, and leaves no file")
    func damaged() async throws {
        let url = try await studio.record("movie.mp4")
        var bytes = try Data(contentsOf: url)
        let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
        for place in stride(from: media + 200, to: bytes.count - 100, by: 3) { bytes[place] = 0xff }
        try bytes.write(to: studio.url("changed.mp4"))
        let asset = AVURLAsset(url: studio.url("changed.mp4"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        await #expect(throws: AVError.self) { try await session.export(to: studio.url("none.mp4"), as: .mp4) }
        #expect(session.status == .failed && !studio.files.contains("none.mp4"))
    }

    // MARK: Compositions

    @Test("Clips one after the other, read, and exported")
    func clips() async throws {
        let first = AVURLAsset(url: try await studio.record("first.mp4"))
        let second = AVURLAsset(url: try await studio.record("second.mp4", .init(pictures: 30, first: 60)))
        let composition = AVMutableComposition()
        let part = CMTimeRange(start: MovieStudio.time(10), end: MovieStudio.time(25))
        try await composition.insertTimeRange(part, of: first, at: .zero)
        let whole = CMTimeRange(start: .zero, duration: MovieStudio.time(30))
        try await composition.insertTimeRange(whole, of: second, at: composition.duration)
        #expect(composition.duration == MovieStudio.time(45))
        let tracks: [AVMutableCompositionTrack] = composition.tracks
        #expect(tracks.map(\.mediaType) == [.video, .audio] && tracks.first?.segments.count == 2)
        #expect(composition.naturalSize == CGSize(width: 320, height: 240))
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality)
        )
        try await session.export(to: studio.url("joined.mp4"), as: .mp4)
        expect(try numbers(studio.url("joined.mp4")), Array(10..<25) + Array(60..<90))
        let joined = try examine(studio.url("joined.mp4"))
        #expect(abs((joined.duration ?? 0) - 1.5) < 0.05)
        let generator = AVAssetImageGenerator(asset: composition)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        let shown = try await generator.image(at: MovieStudio.time(20))
        #expect(shown.actualTime == MovieStudio.time(20))
        let copy = try #require(composition.copy() as? AVComposition)
        composition.removeTimeRange(CMTimeRange(start: .zero, duration: MovieStudio.time(20)))
        #expect(composition.duration == MovieStudio.time(25) && copy.duration == MovieStudio.time(45))
    }

    @Test("Whole clips are joined as they are; parts without a key frame in front are refused")
    func joints() async throws {
        let first = AVURLAsset(url: try await studio.record("first.mp4"))
        let second = AVURLAsset(url: try await studio.record("second.mp4", .init(pictures: 30, first: 60)))
        let composition = AVMutableComposition()
        let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
        let sources = try [first, second].map { try #require($0.tracks(withMediaType: .video).first) }
        for source in sources { try track.insertTimeRange(source.timeRange, of: source, at: track.timeRange.end) }
        let session = try #require(AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
        try await session.export(to: studio.url("joined.mp4"), as: .mp4)
        expect(try numbers(studio.url("joined.mp4")), 0..<90)
        #expect(track.trackID == 7 && track.segment(forTrackTime: MovieStudio.time(70))?.sourceURL == second.url)

        let part = CMTimeRange(start: MovieStudio.time(20), end: MovieStudio.time(30))
        try track.insertTimeRange(part, of: sources[0], at: track.timeRange.end)
        let other = try #require(AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
        await #expect { try await other.export(to: studio.url("none.mp4"), as: .mp4) } throws: {
            ($0 as? AVError)?.code == .operationNotSupportedForAsset
        }
        #expect(!studio.files.contains("none.mp4"))
        #expect(throws: AVError.self) { try track.insertTimeRange(.zero, of: sources[0], at: .zero) }
    }
}
