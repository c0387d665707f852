import AVFoundation
import MovieValidators
import Testing

@Suite("Samples that asset readers give")
struct AssetReaderTests {
    let studio: MovieStudio

    init() throws {
        studio = try MovieStudio()
    }

    private static func pixels(_ format: OSType) -> [String: Any] { ["\(kCVPixelBufferPixelFormatTypeKey)": format] }

    @Test("Samples as they are, with the times that ffprobe tells", arguments: [false, true])
    func passThrough(reorders: Bool) async throws {
        let url = try await studio.record("movie.mp4", .init(reorders: reorders))
        let opened = try OpenedReader(url, .video, nil)
        let samples = opened.rest()
        #expect(opened.reader.status == .completed && opened.reader.error == nil)
        let packets = try MovieFileValidator(url).packets("v")
        #expect(samples.count == packets.count)
        for (sample, packet) in zip(samples, packets) {
            #expect(abs(sample.presentationTimeStamp.seconds - packet.time) < 0.001)
            let isDependent = (sample.sampleAttachments[0][.notSync] as? NSNumber)?.boolValue ?? false
            #expect(isDependent != packet.isKeyFrame)
        }
        let times = samples.map(\.presentationTimeStamp)
        #expect((times != times.sorted()) == reorders)
    }

    @Test(
        "Pictures decoded, in order, each the right one",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_32BGRA,
        ],
        [AVVideoCodecType.h264, .hevc, .jpeg]
    )
    func pictures(format: OSType, codec: AVVideoCodecType) async throws {
        let recipe = MovieStudio.Recipe(fileType: .mov, pictures: 40, reorders: true, codec: codec)
        let opened = try OpenedReader(try await studio.record("movie.mov", recipe), .video, Self.pixels(format))
        let samples = opened.rest()
        #expect(opened.reader.status == .completed && samples.count == 40)
        for (number, sample) in samples.enumerated() {
            #expect(abs(sample.presentationTimeStamp.seconds - Double(number) / 30) < 0.0001)
            let image = try #require(sample.imageBuffer)
            #expect(CVPixelBufferGetPixelFormatType(image) == format && CVPixelBufferGetWidth(image) == 320)
            let shown = try MovieStudio.number(image)
            #expect(abs(shown - number) <= 1)
        }
    }

    @Test("A range gives its pictures, the one shown at its beginning first", arguments: [false, true])
    func pictureRange(reorders: Bool) async throws {
        let url = try await studio.record("movie.mp4", .init(reorders: reorders))
        // From the middle of picture 20 to the beginning of picture 31.
        let range = CMTimeRange(start: CMTime(value: 41, timescale: 60), end: MovieStudio.time(31))
        let samples = try OpenedReader(url, .video, Self.pixels(kCVPixelFormatType_32BGRA), range).rest()
        #expect(samples.count == 11 && samples.first?.presentationTimeStamp == range.start)
        let numbers = try samples.map { try MovieStudio.number(try #require($0.imageBuffer)) }
        for (number, expected) in zip(numbers, 20..<31) { #expect(abs(number - expected) <= 1) }
        let first = try #require(try OpenedReader(url, .video, nil, range).next())
        #expect(abs(first.presentationTimeStamp.seconds - 0.5) < 0.001, "decoding starts at the key frame before")
    }

    @Test("Pictures in another size")
    func scaled() async throws {
        var settings = Self.pixels(kCVPixelFormatType_32BGRA)
        settings["\(kCVPixelBufferWidthKey)"] = 160
        settings["\(kCVPixelBufferHeightKey)"] = 120
        let opened = try OpenedReader(try await studio.record("movie.mp4"), .video, settings)
        let image = try #require(opened.next()?.imageBuffer)
        #expect(CVPixelBufferGetWidth(image) == 160 && CVPixelBufferGetHeight(image) == 120)
    }

    @Test("Cancelled readers give nothing more; others can be read again in other ranges")
    func endings() async throws {
        let url = try await studio.record("movie.mp4")
        let cancelled = try OpenedReader(url, .video, nil)
        #expect(cancelled.next() != nil)
        cancelled.reader.cancelReading()
        #expect(cancelled.reader.status == .cancelled && cancelled.next() == nil)

        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = CMTimeRange(start: .zero, duration: MovieStudio.time(2))
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.pixels(kCVPixelFormatType_32BGRA))
        output.supportsRandomAccess = true
        output.alwaysCopiesSampleData = false
        reader.add(output)
        #expect(reader.startReading())
        let opened = OpenedReader(reader: reader, output: output)
        #expect(opened.rest().count == 2 && reader.status == .reading)
        let again = CMTimeRange(start: MovieStudio.time(33), duration: MovieStudio.time(3))
        output.reset(forReadingTimeRanges: [NSValue(timeRange: again)])
        let numbers = try opened.rest().map { try MovieStudio.number(try #require($0.imageBuffer)) }
        #expect(numbers.count == 3 && abs((numbers.first ?? 0) - 33) <= 1)
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed)
    }

    @Test("Media that are damaged in the middle fail, and nothing hangs")
    func damaged() async throws {
        let url = try await studio.record("movie.mp4")
        var bytes = try Data(contentsOf: url)
        let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
        for place in stride(from: media + 200, to: bytes.count - 100, by: 3) { bytes[place] = 0xff }
        let changed = studio.url("changed.mp4")
        try bytes.write(to: changed)
        let opened = try OpenedReader(changed, .video, Self.pixels(kCVPixelFormatType_32BGRA))
        _ = opened.rest()
        #expect(opened.reader.status == .failed)
        let code = (opened.reader.error as? AVError)?.code
        #expect(code == .decodeFailed || code == .fileFailedToParse)
    }
}
