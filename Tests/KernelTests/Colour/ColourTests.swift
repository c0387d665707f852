import AVFoundation
import CaptureDriver
import CoreVideo
import ImageProcessing
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("Colours: the kernel's test pattern after our conversion, pixel by pixel")
    struct Colours {
        /// The kernel's codes that the driver accepts and vivid has. Not here: P010, which no kernel driver at hand
        /// produces, and the two of JPEG, which the USB camera's tests cover.
        static let codes = PixelEncoding.all.map { PixelEncoding.text($0.code) }
            .filter { !["P010", "MJPG", "JPEG"].contains($0) }

        /// vivid cuts off the fractions of its Y'CbCr numbers, which is up to three levels of blue, and conversion rounds.
        static let tolerance = 5

        @Test("Every pixel format that the driver accepts", arguments: codes, VividFrame.Pattern.allCases)
        func format(_ code: String, _ pattern: VividFrame.Pattern) throws {
            let encoding = try #require(PixelEncoding.all.first { PixelEncoding.text($0.code) == code })
            let frame = try VividPhotographer(pattern: pattern).frame(encoding)
            #expect(CVPixelBufferGetPixelFormatType(frame) == encoding.videoRange)
            let picture = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA).transform(frame)
            let bars = Colour.bars(pattern)
            let comparison = BarComparison(picture, pattern, expected: code == "GREY" ? bars.map(\.luma) : bars)
            print(code, pattern, comparison.distances)
            #expect(comparison.compared > 45_000)
            // RGB arrives as it was made.
            let allowed = encoding.isRGB ? 0 : Self.tolerance
            for (bar, distance) in comparison.distances.enumerated() {
                #expect(distance <= allowed, "\(bars[bar]): \(comparison.examples[bar])")
            }
        }

        @Test(
            "Every matrix and range that a camera can name",
            arguments: ["NV12", "YUYV", "UYVY", "YU12"],
            VividFrame.Matrix.allCases.flatMap { matrix in VividFrame.Range.allCases.map { (matrix, $0) } }
        )
        func matrix(_ code: String, _ meaning: (VividFrame.Matrix, VividFrame.Range)) throws {
            let encoding = try #require(PixelEncoding.all.first { PixelEncoding.text($0.code) == code })
            let bars = Colour.bars(.verticalBars)
            let photographer = VividPhotographer(pattern: .verticalBars, matrix: meaning.0, range: meaning.1)
            guard encoding.fullRange != nil || meaning.1 == .limited else {
                let error = #expect(throws: CaptureDriverError.self) { try photographer.frame(encoding) }
                #expect(error?.kind == .unsupportedFormat)
                return
            }
            let frame = try photographer.frame(encoding)
            #expect(
                CVPixelBufferGetPixelFormatType(frame) == encoding.mediaSubType(isFullRange: meaning.1 == .full)
            )
            let picture = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA).transform(frame)
            let comparison = BarComparison(picture, .verticalBars, expected: bars)
            print(code, meaning, comparison.distances)
            for (bar, distance) in comparison.distances.enumerated() {
                #expect(distance <= Self.tolerance, "\(bars[bar]): \(comparison.examples[bar])")
            }
        }

        @Test(
            "A JPEG of a frame has the colours too, whatever the camera's matrix",
            arguments: VividFrame.Matrix.allCases
        )
        func photo(_ matrix: VividFrame.Matrix) throws {
            let encoding = try #require(PixelEncoding.encoding(code: PixelEncoding.fourCharacters("NV12")))
            let photographer = VividPhotographer(pattern: .verticalBars, matrix: matrix, range: .limited)
            let photo = try JPEGEncoder().encode(
                try photographer.frame(encoding),
                options: JPEGEncodingOptions(quality: 97)
            )
            let picture = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(photo)
            let bars = Colour.bars(.verticalBars)
            let comparison = BarComparison(picture, .verticalBars, expected: bars, margin: 16)
            for (bar, distance) in comparison.distances.enumerated() {
                // Beyond the blocks of an edge; compression adds little to plain areas.
                #expect(distance <= Self.tolerance + 3, "\(bars[bar]): \(comparison.examples[bar])")
            }
        }
    }
}

extension PixelEncoding {
    /// Whether pixels are red, green and blue.
    var isRGB: Bool { fullRange == videoRange && videoRange != kCVPixelFormatType_OneComponent8 }
}
