import CoreVideo
import Foundation
import SeededRandom
import Testing

@testable import ImageProcessing

@Suite("JPEGDecoder")
struct JPEGDecoderTests {
    private func jpeg(
        _ format: ReferenceFormat = .nv12Full,
        width: Int = 160,
        height: Int = 120,
        quality: Int = 90,
        subsampling: JPEGSubsampling = .source
    ) throws -> Data {
        let buffer = try ReferenceImage.make(format, width: width, height: height, color: Scene.color)
        let options = JPEGEncodingOptions(quality: quality, subsampling: subsampling, usesFastTransform: false)
        return try JPEGEncoder().encode(buffer, options: options)
    }

    /// The image without its Huffman tables, as cameras send it.
    private func withoutHuffmanTables(_ jpeg: Data) throws -> Data {
        let segments = try withBytes(jpeg) { bytes throws(JPEGError) in try JPEGSegments.header(bytes) }
        var result = jpeg
        for segment in segments.reversed() where segment.marker == JPEGSegments.huffmanTables {
            result.removeSubrange(segment.start..<segment.end)
        }
        return result
    }

    private func lumaPSNR(_ first: CVPixelBuffer, _ second: CVPixelBuffer, _ format: ReferenceFormat) -> Double {
        let a = ReferenceImage.colors(first, format)
        let b = ReferenceImage.colors(second, format)
        var sum = 0.0
        for y in 0..<a.count {
            for x in 0..<a[0].count {
                let difference = a[y][x].asGray.red - b[y][x].asGray.red
                sum += difference * difference
            }
        }
        return 10 * log10(255 * 255 * Double(a.count * a[0].count) / sum)
    }

    @Test("There and back again keeps more than 35 dB", arguments: ReferenceFormat.all)
    func roundTrip(format: ReferenceFormat) throws {
        for (width, height) in [(160, 120), (111, 77)] {
            let buffer = try ReferenceImage.make(format, width: width, height: height, color: Scene.color)
            let jpeg = try JPEGEncoder().encode(buffer, options: JPEGEncodingOptions(quality: 90))
            let decoded = try JPEGDecoder(pixelFormat: format.type).decode(jpeg)
            #expect(CVPixelBufferGetWidth(decoded) == width && CVPixelBufferGetHeight(decoded) == height)
            #expect(lumaPSNR(buffer, decoded, format) > 35)
        }
    }

    @Test("Every stored subsampling decodes to every format", arguments: ReferenceFormat.all)
    func everyTarget(format: ReferenceFormat) throws {
        func color(_ x: Int, _ y: Int) -> ReferenceColor { ReferenceImage.color(x: x / 2, y: y / 2) }
        let decoder = try JPEGDecoder(pixelFormat: format.type)
        for subsampling in [JPEGSubsampling.half, .halfAcross, .none, .gray] {
            for (width, height) in [(96, 64), (57, 43)] {
                let buffer = try ReferenceImage.make(.bgra, width: width, height: height, color: color)
                let options = JPEGEncodingOptions(quality: 95, subsampling: subsampling)
                let decoded = try decoder.decode(try JPEGEncoder().encode(buffer, options: options))
                let found = ReferenceImage.colors(decoded, format)
                for y in stride(from: 8, to: height, by: 16) {
                    for x in stride(from: 8, to: width, by: 16) {
                        let isGray = subsampling == .gray || format.isGray
                        let expected = isGray ? color(x, y).asGray : color(x, y)
                        let distance = expected.distance(to: found[y][x])
                        #expect(distance <= 9, "\(subsampling), \(x),\(y): \(expected), found \(found[y][x])")
                    }
                }
            }
        }
    }

    @Test("Camera frames without Huffman tables decode as if the standard's tables were there")
    func missingTables() throws {
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        for format in [ReferenceFormat.nv12Full, .yuyv] {
            let whole = try jpeg(format)
            let stripped = try withoutHuffmanTables(whole)
            #expect(stripped.count < whole.count)
            #expect(try !decoder.header(of: stripped).hasHuffmanTables)
            let expected = try decoder.decode(whole)
            let found = try decoder.decode(stripped)
            #expect(
                ReferenceImage.colors(found, .nv12Full) == ReferenceImage.colors(expected, .nv12Full)
            )
        }
    }

    @Test("Tables of one image are not used for the next one that brings none")
    func foreignTables() throws {
        let optimized = try Tool.withFile(try jpeg(), ".jpg") {
            try Tool.run("ffmpeg", ["-v", "error", "-i", $0, "-huffman", "optimal", "-f", "mjpeg", "-"])
        }
        let stripped = try withoutHuffmanTables(try jpeg())
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        let expected = ReferenceImage.colors(try decoder.decode(stripped), .nv12Full)
        _ = try decoder.decode(optimized.standardOutput)
        #expect(ReferenceImage.colors(try decoder.decode(stripped), .nv12Full) == expected)
    }

    @Test("Frames that break off anywhere are errors, never grey lower halves")
    func truncated() throws {
        let whole = try jpeg(width: 320, height: 240)
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        for count in stride(from: 0, to: whole.count - 2, by: 97) {
            #expect(throws: JPEGError.self) { try decoder.decode(whole.prefix(count)) }
        }
        #expect(throws: Never.self) { try decoder.decode(whole + Data(count: 1000)) }
    }

    @Test("Superfluous bytes before the end are damage, unless a camera is known for them")
    func extraneousBytes() throws {
        var image = try jpeg()
        image.insert(contentsOf: [0x12, 0x34, 0x56, 0x78, 0x9A], at: image.count - 2)
        let strict = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        #expect(throws: JPEGError.self) { try strict.decode(image) }
        let lenient = try JPEGDecoder(
            pixelFormat: ReferenceFormat.nv12Full.type,
            acceptsExtraneousBytes: true
        )
        #expect(throws: Never.self) { try lenient.decode(image) }
        #expect(throws: JPEGError.self) { try lenient.decode(image.prefix(image.count / 2)) }
    }

    @Test("Scaled decoding gives small pictures of the same scene", arguments: JPEGScale.allCases)
    func scaled(scale: JPEGScale) throws {
        for format in [ReferenceFormat.nv12Full, .bgra, .gray, .i420Video] {
            for subsampling in [JPEGSubsampling.half, .halfAcross, .none] {
                let flat = ReferenceColor(red: 170, green: 90, blue: 50)
                let buffer = try ReferenceImage.make(.bgra, width: 150, height: 101) { _, _ in flat }
                let image = try JPEGEncoder().encode(
                    buffer,
                    options: JPEGEncodingOptions(quality: 95, subsampling: subsampling)
                )
                let decoded = try JPEGDecoder(pixelFormat: format.type).decode(image, scale: scale)
                let size = scale.size(of: PixelDimensions(width: 150, height: 101))
                let expected = format.isGray ? flat.asGray : flat
                let found = ReferenceImage.colors(decoded, format)
                #expect(found.count == size.height && found[0].count == size.width)
                #expect(found.allSatisfy { $0.allSatisfy { expected.distance(to: $0) <= 6 } })
            }
        }
    }

    @Test("The scale for a thumbnail is the smallest that still covers it")
    func coveringScale() {
        let stored = PixelDimensions(width: 1920, height: 1080)
        #expect(JPEGScale.covering(PixelDimensions(width: 160, height: 120), of: stored) == .eighth)
        #expect(JPEGScale.covering(PixelDimensions(width: 480, height: 270), of: stored) == .quarter)
        #expect(JPEGScale.covering(PixelDimensions(width: 481, height: 270), of: stored) == .half)
        #expect(JPEGScale.covering(PixelDimensions(width: 1920, height: 1080), of: stored) == .full)
    }

    @Test("Images beyond the allowed size are refused before memory is asked for")
    func tooLarge() throws {
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type, maximumPixelCount: 160 * 120 - 1)
        #expect(throws: JPEGError.tooLarge(PixelDimensions(width: 160, height: 120))) { try decoder.decode(try jpeg()) }
    }

    @Test("Results come from a pool")
    func reuse() throws {
        let image = try jpeg()
        let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
        let identities = try (0..<10).map { _ in ObjectIdentifier(try decoder.decode(image)) }
        #expect(Set(identities).count == 1)
        #expect(YCbCrMatrix(attachmentOf: try decoder.decode(image)) == .bt601)
    }

    @Test("Damaged, cut and invented images never crash (seed 7)", arguments: [ReferenceFormat.nv12Full, .bgra])
    func fuzz(format: ReferenceFormat) throws {
        var random = SeededGenerator(seed: 7)
        let decoder = try JPEGDecoder(pixelFormat: format.type, maximumPixelCount: 4_000_000)
        let lenient = try JPEGDecoder(
            pixelFormat: format.type,
            maximumPixelCount: 4_000_000,
            acceptsExtraneousBytes: true
        )
        var metadata = ExifMetadata(timeZone: .gmt)
        metadata.make = "Maker"
        metadata.thumbnail = Data(count: 100)
        let seeds = try [ReferenceFormat.nv12Full, .yuyv, .gray].map {
            try ExifWriter.replacingMetadata(metadata, in: try jpeg($0, width: 48, height: 40))
        }
        for round in 0..<2000 {
            var image = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // Half of the hits go to the header, where the decisions are.
                let end = Bool.random(using: &random) ? min(image.count, 700) : image.count
                image[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 5 == 0 { image = Data(image.prefix(Int.random(in: 0...image.count, using: &random))) }
            _ = try? decoder.header(of: image)
            _ = try? decoder.decode(image)
            _ = try? lenient.decode(image, scale: JPEGScale.allCases[round % 4])
            _ = try? ExifReader.metadata(of: image)
            _ = try? ExifWriter.replacingMetadata(metadata, in: image)
            image.withUnsafeBytes { bytes in _ = try? MJPEGFrameCheck.check(bytes) }
        }
        #expect(throws: Never.self) { try decoder.decode(seeds[0]) }
    }
}
