import CoreMedia
import CoreVideo
import Foundation
import MediaEncoding
import MovieValidators
import Testing

@Suite("Encoding pictures")
struct VideoEncoderTests {
    private func write(
        _ made: (samples: [EncodedSample], format: CMFormatDescription),
        to url: URL,
        container: MovieContainer = .mp4
    ) throws {
        let file = try MovieFile(
            MovieFileSettings(url: url, container: container, tracks: [MovieTrack(format: made.format)])
        )
        for sample in made.samples { try file.append(sample, track: 0) }
        #expect(try file.finish() == .indexFirst)
    }

    @Test("R-REC: a recorded picture looks like the one that was encoded, and says what its numbers mean")
    func likeness() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        try write(TestMedia.pictures(20), to: url)
        let stream = try #require(MovieFileValidator(url).flawlessReport().video.first)
        #expect(stream.codec == "h264" && stream.codecTag == "avc1")
        #expect(stream.profile == "High")
        #expect(stream.colorSpace == "bt709" && stream.colorPrimaries == "bt709" && stream.colorTransfer == "bt709")
        #expect(stream.colorRange == "tv")
        #expect(stream.frameCount == 20)
        let picture = try ValidatorTool.succeed(
            "ffmpeg",
            [
                "-v", "error", "-i", url.path, "-vf", "select=eq(n\\,7)", "-frames:v", "1", "-pix_fmt", "nv12", "-f",
                "rawvideo", "-",
            ]
        ).output
        try #require(picture.count == 19_200 * 3 / 2)
        var squares = 0.0
        for y in 0..<120 {
            for x in 0..<160 {
                let difference = Double(picture[y * 160 + x]) - Double(TestMedia.wave(x, y, 7))
                squares += difference * difference
            }
        }
        let ratio = 10 * log10(255 * 255 / (squares / 19_200))
        #expect(ratio > 34)
    }

    @Test("The planes of a picture go to x264 without a copy, and the buffer is let go of")
    func planes() throws {
        let encoder = try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 160, height: 120))
        #expect(encoder.encoderName == "libx264")
        weak var buffer: CVPixelBuffer?
        do {
            let picture = try TestMedia.picture(0)
            buffer = picture
            _ = try encoder.encode(picture, at: .zero)
        }
        #expect(buffer == nil)
    }

    @Test(
        "Pictures of every common format and of another size are converted",
        arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_422YpCbCr8,
        ]
    )
    func formats(format: OSType) throws {
        let encoder = try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 160, height: 120))
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 320, 240, format, nil, &buffer)
        let picture = try #require(buffer)
        var samples = try encoder.encode(picture, at: .zero)
        samples += try encoder.finish()
        #expect(samples.map(\.isKeyFrame) == [true])
    }

    @Test(
        "With a low delay each picture's sample comes with the picture, whatever the number of threads",
        arguments: [1, 2, 4]
    )
    func lowDelay(threadCount: Int) throws {
        let encoder = try VideoEncoder(
            VideoEncoderSettings(codec: .h264, width: 160, height: 120, threadCount: threadCount, hasLowDelay: true)
        )
        for number in 0..<20 {
            let time = CMTime(value: Int64(number), timescale: 30)
            let samples = try encoder.encode(TestMedia.picture(number), at: time)
            #expect(samples.map(\.presentationTime) == [time])
            #expect(samples.map(\.isKeyFrame) == [number == 0])
        }
        #expect(encoder.pendingFrames == 0)
        #expect(try encoder.finish().isEmpty)
    }

    @Test("Full-range pictures are marked as such")
    func fullRange() throws {
        let folder = try TestFolder()
        let encoder = try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 160, height: 120))
        var samples: [EncodedSample] = []
        for number in 0..<5 {
            samples += try encoder.encode(
                TestMedia.picture(number, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange),
                at: CMTime(value: Int64(number), timescale: 30)
            )
        }
        samples += try encoder.finish()
        let url = folder.url("a.mp4")
        try write((samples, #require(encoder.formatDescription)), to: url)
        #expect(try MovieFileValidator(url).flawlessReport().video.first?.colorRange == "pc")
    }

    @Test("Key frames come by time, by number and on demand")
    func keyFrames() throws {
        func keys(_ settings: VideoEncoderSettings, forcedAt forced: Int? = nil) throws -> [Int] {
            let encoder = try VideoEncoder(settings)
            var samples: [EncodedSample] = []
            let picture = try TestMedia.picture(0)
            for number in 0..<40 {
                samples += try encoder.encode(
                    picture,
                    at: CMTime(value: Int64(number), timescale: 30),
                    forceKeyFrame: number == forced
                )
            }
            samples += try encoder.finish()
            return samples.enumerated().filter(\.element.isKeyFrame).map(\.offset)
        }
        var settings = VideoEncoderSettings(codec: .h264, width: 160, height: 120)
        #expect(try keys(settings) == [0, 30])
        #expect(try keys(settings, forcedAt: 7) == [0, 7, 37])
        settings.keyFrameInterval = 15
        #expect(try keys(settings) == [0, 15, 30])
        settings.keyFrameIntervalSeconds = 0.2
        #expect(try keys(settings) == [0, 6, 12, 18, 24, 30, 36])
    }

    @Test("Samples keep the pictures' own times, whatever they are")
    func times() throws {
        let encoder = try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 160, height: 120))
        let times = [0, 33_366_700, 33_366_701, 180_000_003, 190_000_001].map {
            CMTime(value: 5_000_000_000 + $0, timescale: 1_000_000_000)
        }
        var samples: [EncodedSample] = []
        for time in times { samples += try encoder.encode(TestMedia.picture(0), at: time) }
        samples += try encoder.finish()
        #expect(samples.map(\.presentationTime) == times)
        #expect(samples.map(\.decodeTime) == times)
        #expect(throws: MediaEncodingError.self) { try encoder.encode(TestMedia.picture(0), at: times[0]) }
    }

    @Test("Reordered pictures have decoding times that increase and never lie behind")
    func reordering() throws {
        let folder = try TestFolder()
        var settings = VideoEncoderSettings(codec: .h264, width: 160, height: 120, allowsFrameReordering: true)
        settings.keyFrameIntervalSeconds = 2
        let made = try TestMedia.pictures(30, settings: settings)
        #expect(made.samples.contains { $0.decodeTime < $0.presentationTime })
        #expect(made.samples.allSatisfy { $0.decodeTime <= $0.presentationTime })
        #expect(zip(made.samples, made.samples.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
        let url = folder.url("a.mov")
        try write(made, to: url, container: .mov)
        #expect(try MovieFileValidator(url).flawlessReport().video.first?.frameCount == 30)
        #expect(try MovieFileValidator(url).pictureCount() == 30)
    }

    @Test("HEVC and JPEG are encoded too", arguments: [VideoCodec.hevc, .jpeg])
    func others(codec: VideoCodec) throws {
        let folder = try TestFolder()
        let url = folder.url("a.mov")
        try write(
            TestMedia.pictures(8, settings: VideoEncoderSettings(codec: codec, width: 160, height: 120)),
            to: url,
            container: .mov
        )
        let stream = try #require(MovieFileValidator(url).flawlessReport().video.first)
        #expect(stream.codec == (codec == .hevc ? "hevc" : "mjpeg"))
        #expect(stream.codecTag == (codec == .hevc ? "hvc1" : "jpeg"))
        #expect(stream.frameCount == 8)
    }

    @Test("Baseline has no CABAC, and levels are kept")
    func profiles() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let settings = VideoEncoderSettings(codec: .h264, width: 160, height: 120, profile: .baseline, level: 31)
        try write(TestMedia.pictures(5, settings: settings), to: url)
        let stream = try #require(MovieFileValidator(url).flawlessReport().video.first)
        #expect(stream.profile == "Constrained Baseline")
        #expect(stream.level == 31)
    }

    @Test("Settings that contradict each other are refused with words")
    func refusals() {
        #expect(throws: MediaEncodingError.self) {
            try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 161, height: 120))
        }
        #expect(throws: MediaEncodingError.self) {
            try VideoEncoder(
                VideoEncoderSettings(codec: .h264, width: 160, height: 120, profile: .baseline, entropyMode: .cabac)
            )
        }
    }

    @Test("Default bit rates are near those of phones")
    func bitRates() {
        let full = VideoEncoderSettings.defaultBitRate(codec: .h264, width: 1920, height: 1080, frameRate: 30)
        #expect((10_000_000...14_000_000).contains(full))
        let double = VideoEncoderSettings.defaultBitRate(codec: .h264, width: 1920, height: 1080, frameRate: 60)
        #expect(double < full * 2 && double > full)
    }
}
