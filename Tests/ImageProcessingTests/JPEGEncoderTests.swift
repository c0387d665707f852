import CoreVideo
import Foundation
import Testing

@testable import ImageProcessing

@Suite("JPEGEncoder")
struct JPEGEncoderTests {
    /// The colours that ffmpeg, whose decoder is its own, sees in a JPEG image.
    private func colorsByFFmpeg(_ jpeg: Data, width: Int, height: Int) throws -> [[ReferenceColor]] {
        let output = try Tool.withFile(jpeg, ".jpg") { path in
            try Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", path, "-sws_flags", "neighbor+accurate_rnd+full_chroma_int", "-f", "rawvideo",
                    "-pix_fmt", "rgb24", "-",
                ]
            )
        }
        let bytes = [UInt8](output.standardOutput)
        try #require(bytes.count == width * height * 3)
        return (0..<height).map { y in
            (0..<width).map { x in
                let place = (y * width + x) * 3
                return ReferenceColor(
                    red: Double(bytes[place]),
                    green: Double(bytes[place + 1]),
                    blue: Double(bytes[place + 2])
                )
            }
        }
    }

    @Test(
        "R-PHOTO-1: another decoder sees the right colours, whatever format, range and matrix they came from",
        arguments: ReferenceFormat.all,
        [YCbCrMatrix.bt601, .bt709]
    )
    func colors(format: ReferenceFormat, matrix: YCbCrMatrix) throws {
        // Blocks of 16 pixels: JPEG's blocks of subsampled chroma.
        func color(_ x: Int, _ y: Int) -> ReferenceColor { ReferenceImage.color(x: x / 2, y: y / 2) }
        let encoder = try JPEGEncoder()
        for (width, height) in [(64, 48), (57, 35)] {
            let buffer = try ReferenceImage.make(format, width: width, height: height, matrix: matrix, color: color)
            let jpeg = try encoder.encode(buffer, options: JPEGEncodingOptions(quality: 95))
            let found = try colorsByFFmpeg(jpeg, width: width, height: height)
            for y in stride(from: 4, to: height - 4, by: 8) {
                for x in stride(from: 4, to: width - 4, by: 8)
                where (2...13).contains(x % 16) && (2...13).contains(y % 16) {
                    let expected = format.isGray ? color(x, y).asGray : color(x, y)
                    let distance = expected.distance(to: found[y][x])
                    #expect(distance <= 9, "\(width)x\(height) at \(x),\(y): \(expected), found \(found[y][x])")
                }
            }
        }
    }

    @Test("Chroma is kept as the source has it unless told otherwise")
    func subsampling() throws {
        let encoder = try JPEGEncoder()
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        let cases: [(ReferenceFormat, JPEGSubsampling, JPEGSubsampling)] = [
            (.nv12Full, .source, .half), (.yuyv, .source, .halfAcross), (.uyvy, .source, .halfAcross),
            (.bgra, .source, .half), (.gray, .source, .gray), (.yuyv, .half, .half), (.bgra, .none, .none),
            (.nv12Full, .none, .none), (.nv12Video, .halfAcross, .halfAcross), (.bgra, .gray, .gray),
            (.nv12Video, .gray, .gray), (.gray, .half, .gray), (.tenBitVideo, .source, .half),
        ]
        for (format, asked, stored) in cases {
            let buffer = try ReferenceImage.make(format, width: 64, height: 48)
            let jpeg = try encoder.encode(buffer, options: JPEGEncodingOptions(subsampling: asked))
            let header = try decoder.header(of: jpeg)
            #expect(header.subsampling == stored, "\(format) as \(asked)")
            #expect(header.dimensions == PixelDimensions(width: 64, height: 48))
            #expect(header.hasHuffmanTables)
        }
    }

    @Test("Packed 4:2:2 keeps every chroma row")
    func keepsChromaRows() throws {
        // Rows alternate between two chromas of the same luma; 4:2:0 would average them.
        let odd = ReferenceColor(red: 160, green: 90, blue: 90)
        let buffer = try ReferenceImage.make(.yuyvFull, width: 64, height: 64) { _, y in
            y / 8 % 2 == 0 ? odd : ReferenceColor(red: 90, green: 120, blue: 160)
        }
        let jpeg = try JPEGEncoder().encode(buffer, options: JPEGEncodingOptions(quality: 98))
        let decoded = try JPEGDecoder(pixelFormat: ReferenceFormat.yuyvFull.type).decode(jpeg)
        let before = ReferenceImage.colors(buffer, .yuyvFull)
        let after = ReferenceImage.colors(decoded, .yuyvFull)
        for y in 0..<64 { #expect(before[y][20].distance(to: after[y][20]) <= 6) }
    }

    @Test("Quality works as on libjpeg's scale, and is kept within it")
    func quality() throws {
        let buffer = try ReferenceImage.make(.nv12Full, width: 320, height: 240, color: Scene.color)
        let encoder = try JPEGEncoder()
        let sizes = try [-5, 10, 50, 90, 100, 200].map {
            try encoder.encode(buffer, options: JPEGEncodingOptions(quality: $0)).count
        }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] < sizes[4])
        #expect(sizes[4] == sizes[5])
    }

    @Test("Lent bytes are the image's, without a copy between frames")
    func lending() throws {
        let buffer = try ReferenceImage.make(.nv12Full, width: 160, height: 120, color: Scene.color)
        let encoder = try JPEGEncoder()
        let data = try encoder.encode(buffer)
        var places: Set<Int> = []
        for _ in 0..<3 {
            let (copy, place) = try encoder.withEncodedBytes(of: buffer) { (Data($0), Int(bitPattern: $0.baseAddress)) }
            #expect(copy == data)
            places.insert(place)
        }
        #expect(places.count == 1)
    }

    @Test("Formats that cannot be read are typed errors")
    func unsupported() throws {
        let buffer = try ReferenceImage.buffer(kCVPixelFormatType_64ARGB, width: 16, height: 16)
        #expect(throws: JPEGError.pixels(.unsupportedPixelFormat(kCVPixelFormatType_64ARGB))) {
            try JPEGEncoder().encode(buffer)
        }
    }

    @Test("An ICC profile larger than a segment is embedded in parts and read by exiftool")
    func colorProfile() throws {
        let buffer = try ReferenceImage.make(.nv12Full, width: 64, height: 48)
        let profile = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let jpeg = try JPEGEncoder().encode(buffer, metadata: ExifMetadata(), iccProfile: profile)
        let found = try Tool.withFile(jpeg, ".jpg") { try Tool.run("exiftool", ["-b", "-icc_profile", $0]) }
        #expect(found.standardOutput == profile)
        let again = try ExifWriter.replacingMetadata(ExifMetadata(), in: jpeg)
        let kept = try Tool.withFile(again, ".jpg") { try Tool.run("exiftool", ["-b", "-icc_profile", $0]) }
        #expect(kept.standardOutput == profile)
    }
}

/// A picture with soft and hard edges, as a camera sees.
enum Scene {
    static func color(x: Int, y: Int) -> ReferenceColor {
        let wave = sin(Double(x) / 17) * cos(Double(y) / 23)
        let disc = hypot(Double(x % 160 - 80), Double(y % 120 - 60)) < 40 ? 50.0 : 0
        return ReferenceColor(
            red: 110 + 70 * wave + disc,
            green: 120 + 60 * sin(Double(x + y) / 29),
            blue: 90 + 50 * wave + disc / 2
        )
    }
}
