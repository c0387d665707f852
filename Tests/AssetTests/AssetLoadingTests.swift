import AVFoundation
import MovieValidators
import Testing

@Suite("What assets say of movies")
struct AssetLoadingTests {
    let studio: MovieStudio

    init() throws {
        studio = try MovieStudio()
    }

    @Test("Duration, tracks and their properties agree with ffprobe", arguments: [AVFileType.mp4, .mov])
    func properties(fileType: AVFileType) async throws {
        var recipe = MovieStudio.Recipe(fileType: fileType)
        recipe.transform = CGAffineTransform(rotationAngle: .pi / 2)
        let url = try await studio.record("movie", recipe)
        let asset = AVURLAsset(url: url)
        guard case .notYetLoaded = asset.status(of: .duration) else {
            Issue.record("nobody has asked yet")
            return
        }
        let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
        let report = try MovieFileValidator(url).report()
        #expect(abs(duration.seconds - (try #require(report.duration))) < 0.001)
        #expect(tracks.map(\.mediaType) == [.video, .audio] && isPlayable)
        guard case .loaded(duration) = asset.status(of: .duration) else {
            Issue.record("it was asked for")
            return
        }
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, rate, range, transform) = try await video.load(
            .naturalSize,
            .nominalFrameRate,
            .timeRange,
            .preferredTransform
        )
        #expect(size == CGSize(width: 320, height: 240) && abs(rate - 30) < 0.01)
        #expect(range.start == .zero && abs(range.duration.seconds - 2) < 0.001)
        #expect(abs(transform.b - 1) < 0.001 && abs(transform.c + 1) < 0.001 && abs(transform.tx - 240) < 0.01)
        let shortest = try await video.load(.minFrameDuration)
        #expect(abs(shortest.seconds - 1.0 / 30) < 0.001)
        let format = try #require(try await video.load(.formatDescriptions).first)
        #expect(format.mediaSubType == .h264 && format.dimensions.width == 320)
        #expect(video.asset === asset && video.isEnabled && video.isSelfContained && video.estimatedDataRate > 0)
        #expect(!video.requiresFrameReordering && video.hasMediaCharacteristic(.visual))
        let audio = try #require(try await asset.loadTracks(withMediaCharacteristic: .audible).first)
        let stream = try #require(try await audio.load(.formatDescriptions).first?.audioStreamBasicDescription)
        #expect(stream.mFormatID == kAudioFormatMPEG4AAC && stream.mSampleRate == 48_000)
        #expect(stream.mChannelsPerFrame == 1 && audio.naturalTimeScale == 48_000)
        #expect(abs(audio.timeRange.duration.seconds - 2) < 0.03)
        #expect(asset.track(withTrackID: video.trackID) === video && asset.unusedTrackID() != video.trackID)
    }

    @Test("The older properties read when they are asked")
    func synchronous() async throws {
        let url = try await studio.record("movie.mp4")
        let asset = AVAsset(url: url)
        #expect((asset as? AVURLAsset)?.url == url)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        #expect(abs(asset.duration.seconds - 2) < 0.001)
        #expect(asset.tracks(withMediaType: .video).count == 1 && asset.isExportable && asset.isComposable)
        #expect(asset.isCompatibleWithSavedPhotosAlbum && !asset.hasProtectedContent && !asset.containsFragments)
        let other = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        await withCheckedContinuation { continuation in
            other.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) { continuation.resume() }
        }
        #expect(other.statusOfValue(forKey: "duration", error: nil) == .loaded)
    }

    @Test("Pictures that are reordered, and HEVC", arguments: [AVVideoCodecType.h264, .hevc])
    func reordered(codec: AVVideoCodecType) async throws {
        let url = try await studio.record("b.mov", .init(fileType: .mov, reorders: true, codec: codec))
        let video = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
        #expect(video.requiresFrameReordering && video.isDecodable)
        #expect(video.timeRange.start == .zero && abs(video.timeRange.duration.seconds - 2) < 0.001)
        let subtype = try await video.load(.formatDescriptions).first?.mediaSubType
        #expect(subtype == (codec == .hevc ? .hevc : .h264))
    }

    @Test("Metadata come back under their identifiers", arguments: [AVFileType.mov, .mp4])
    func metadata(fileType: AVFileType) async throws {
        func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = NSString(string: text)
            return item
        }
        var recipe = MovieStudio.Recipe(fileType: fileType)
        recipe.metadata = [
            item(.commonIdentifierTitle, "A walk"), item(.quickTimeMetadataMake, "Pinhole"),
            item(.quickTimeMetadataCreationDate, "2024-05-06T07:08:09Z"),
        ]
        let asset = AVURLAsset(url: try await studio.record("movie", recipe))
        let common = try await asset.load(.commonMetadata)
        let titles = AVMetadataItem.metadataItems(from: common, filteredByIdentifier: .commonIdentifierTitle)
        #expect(try await titles.first?.load(.stringValue) == "A walk")
        #expect(common.first { $0.commonKey == .commonKeyMake }?.stringValue == "Pinhole")
        let date = try #require(try await asset.load(.creationDate)?.load(.dateValue))
        #expect(date.timeIntervalSince1970 == 1_714_979_289)
        let formats = try await asset.load(.availableMetadataFormats)
        #expect(formats.contains(fileType == .mov ? .quickTimeMetadata : .iTunesMetadata))
        let first = try #require(formats.first)
        #expect(try await asset.loadMetadata(for: first).isEmpty == false)
    }

    @Test("What cannot be read is the documented error, and zero for those who do not ask for it")
    func unreadable() async throws {
        let url = try await studio.record("movie.mp4")
        let bytes = try Data(contentsOf: url)
        let text = studio.url("text.mp4")
        try Data(String(repeating: "no movie ", count: 100).utf8).write(to: text)
        let cut = studio.url("cut.mp4")
        try bytes.prefix(bytes.count / 2).write(to: cut)
        let cases: [(URL, String, Int)] = [
            (studio.url("missing.mp4"), NSURLErrorDomain, URLError.Code.fileDoesNotExist.rawValue),
            (
                try #require(URL(string: "https://example.org/movie.mp4")), NSURLErrorDomain,
                URLError.Code.unsupportedURL.rawValue
            ),
            (FileManager.default.temporaryDirectory, NSURLErrorDomain, URLError.Code.fileIsDirectory.rawValue),
            (text, AVFoundationErrorDomain, AVError.Code.fileFormatNotRecognized.rawValue),
            (cut, AVFoundationErrorDomain, AVError.Code.fileFailedToParse.rawValue),
        ]
        for (url, domain, code) in cases {
            let asset = AVURLAsset(url: url)
            let error = await #expect(throws: (any Error).self) { try await asset.load(.duration) }
            let told = error.map { $0 as NSError }
            #expect(told?.domain == domain && told?.code == code, "\(url)")
            #expect(asset.duration == .zero && asset.tracks.isEmpty && !asset.isPlayable)
            var reason: NSError?
            let status = asset.statusOfValue(forKey: "tracks", error: &reason)
            #expect(status == .failed && reason?.code == code)
            let refusal = #expect(throws: (any Error).self) { try AVAssetReader(asset: asset) }
            #expect((refusal as NSError?)?.code == code)
        }
    }

    @Test("Times wrapped in objects")
    func wrapped() {
        let range = CMTimeRange(start: MovieStudio.time(3), duration: MovieStudio.time(4))
        #expect(NSValue(time: range.start).timeValue == range.start)
        #expect(NSValue(timeRange: range).timeRangeValue == range)
        #expect(!NSValue(time: range.start).timeRangeValue.isValid)
    }
}
