import BookshelfScene
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing
import KnownBooks
import LiveText
import Testing

@Suite("Text in a camera's frames")
struct LiveTextDetectorTests {
    enum Form: CaseIterable, CustomTestStringConvertible {
        case pixels, jpeg

        var testDescription: String { self == .pixels ? "pixels" : "JPEG" }
    }

    @Test(
        "R-SCAN-1: the title of every spine of a shelf is in a line, in pixels and in a camera's own JPEG",
        arguments: Form.allCases
    )
    func shelf(form: Form) async throws {
        let shelf = try Bookshelf(
            BookshelfRequest(seed: 5, level: .clean, books: try KnownBooks.load()),
            fonts: FontLibrary()
        )
        let picture = try Self.pixels(of: shelf)
        let sample = form == .pixels ? try Self.sample(picture) : try Self.sample(jpeg: picture)
        let observation = try await Self.recognize(sample)
        let size = CGSize(width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture))
        for spine in shelf.spines {
            #expect(observation.lines.contains { spine.contains($0, in: size) }, "\(spine.book.title)")
        }
        #expect(observation.time == CMTime(value: 7, timescale: 30))
    }

    @Test("A frame that is damaged shows no text, and the next one is looked at")
    func damaged() async throws {
        let torn = try Self.sample(Data("no picture".utf8), width: 640, height: 480)
        #expect(try await Self.recognize(torn).lines.isEmpty)
    }

    /// What a detector that is on tells of a frame.
    private static func recognize(_ sample: CMSampleBuffer) async throws -> LiveTextObservation {
        let (observations, seen) = AsyncStream.makeStream(of: LiveTextDetector.Outcome.self)
        let detector = LiveTextDetector { seen.yield($0) }
        detector.turn(on: true)
        detector.receive(sample)
        for await observation in observations { return try observation.get() }
        throw CancellationError()
    }

    private static func pixels(of shelf: Bookshelf) throws -> CVPixelBuffer {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try shelf.draw().writePNG(to: file.path)
        let pixels = try StillDecoder.decode(try Data(contentsOf: file), maximumPixelCount: 10_000_000).pixels
        return try PixelTransformer(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange).transform(pixels)
    }

    private static let timing = CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: CMTime(value: 7, timescale: 30),
        decodeTimeStamp: .invalid
    )

    private static func sample(_ pixels: CVPixelBuffer) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            imageBuffer: pixels,
            formatDescription: CMFormatDescription(imageBuffer: pixels),
            sampleTiming: timing
        )
    }

    private static func sample(jpeg pixels: CVPixelBuffer) throws -> CMSampleBuffer {
        let options = JPEGEncodingOptions(quality: 85, subsampling: .source)
        let file = try JPEGEncoder().withEncodedBytes(of: pixels, options: options) { Data($0) }
        return try sample(file, width: CVPixelBufferGetWidth(pixels), height: CVPixelBufferGetHeight(pixels))
    }

    private static func sample(_ file: Data, width: Int, height: Int) throws -> CMSampleBuffer {
        let format = try CMFormatDescription(
            videoCodecType: .jpeg,
            width: width,
            height: height
        )
        let block = try CMBlockBuffer(length: file.count)
        try file.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [file.count]
        )
    }
}

extension SpineTruth {
    /// Whether the middle of a line lies on this spine.
    func contains(_ line: LiveTextObservation.Line, in size: CGSize) -> Bool {
        let x = line.corners.map(\.x).reduce(0, +) / 4 * size.width
        let y = line.corners.map(\.y).reduce(0, +) / 4 * size.height
        // On the inner side of all four edges.
        let signs = corners.indices.map { index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0
        }
        return Set(signs).count == 1
    }
}
