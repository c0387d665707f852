import CoreVideo
import Foundation
import FoundationExtras
import Testing

@testable import ImageProcessing

@Suite("HEIF")
struct HEIFTests {
    private func scene(_ width: Int = 320, _ height: Int = 240) throws -> CVPixelBuffer {
        try ReferenceImage.make(.nv12Full, width: width, height: height, color: Scene.color)
    }

    private func file(
        of buffer: CVPixelBuffer,
        thumbnail: CVPixelBuffer? = nil,
        _ change: (inout ExifMetadata) -> Void = { _ in }
    ) throws -> Data {
        let encoder = try HEIFEncoder()
        var metadata = ExifMetadata(timeZone: .gmt)
        change(&metadata)
        let small = try thumbnail.map { try encoder.encode($0, quality: 50) }
        return try HEICFile(
            image: try encoder.encode(buffer, quality: 90),
            thumbnail: small,
            metadata: metadata
        ).encoded()
    }

    private func exiftool(_ heic: Data, _ arguments: [String]) throws -> String {
        try Tool.withFile(heic, ".heic") { try Tool.run("exiftool", arguments + [$0]) }.text
    }

    /// What libheif's own program makes of a file: PNG, read with another library.
    private func decodedByHeifConvert(_ heic: Data) throws -> CVPixelBuffer {
        try Tool.withFile(heic, ".heic") { path in
            let target = path + ".png"
            defer { try? FileManager.default.removeItem(atPath: target) }
            #expect(try Tool.run("heif-convert", [path, target]).status == 0)
            let png = try Data(contentsOf: URL(fileURLWithPath: target))
            return try StillDecoder.decode(png, maximumPixelCount: 10_000_000).pixels
        }
    }

    @Test(
        "R-PHOTO-1: the colours are right, whatever format, range and matrix they came from, in any size",
        arguments: ReferenceFormat.all,
        [YCbCrMatrix.bt601, .bt709]
    )
    func colors(format: ReferenceFormat, matrix: YCbCrMatrix) throws {
        // Blocks of 16 pixels, so that chroma of half the size has room.
        func color(_ x: Int, _ y: Int) -> ReferenceColor { ReferenceImage.color(x: x / 2, y: y / 2) }
        for (width, height) in [(128, 96), (57, 35)] {
            let buffer = try ReferenceImage.make(format, width: width, height: height, matrix: matrix, color: color)
            let heic = try file(of: buffer)
            for decoded in [try HEIFDecoder.decode(heic), try decodedByHeifConvert(heic)] {
                try #require(CVPixelBufferGetWidth(decoded) == width && CVPixelBufferGetHeight(decoded) == height)
                let found = ReferenceImage.colors(decoded, .bgra)
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
    }

    @Test("R-ROT-3: viewers turn the image as EXIF's orientation says, and EXIF says the same", arguments: 1...8)
    func orientation(number: Int) throws {
        let buffer = try ReferenceImage.make(.bgra, width: 96, height: 64) { x, y in
            ReferenceColor(red: x < 48 ? 220 : 30, green: y < 32 ? 220 : 30, blue: 60)
        }
        let heic = try file(of: buffer) { $0.orientation = number }
        let turn = UprightTurn(exifOrientation: number)
        let expected = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
            .transform(buffer, rotation: turn.rotation, mirrored: turn.isMirrored)
        let size = PixelDimensions(width: CVPixelBufferGetWidth(expected), height: CVPixelBufferGetHeight(expected))
        #expect(try HEIFDecoder.dimensions(of: heic) == size)
        #expect(try HEIFDecoder.metadata(of: heic)?.orientation == number)
        let wanted = ReferenceImage.colors(expected, .bgra)
        for decoded in [try HEIFDecoder.decode(heic), try decodedByHeifConvert(heic)] {
            let found = ReferenceImage.colors(decoded, .bgra)
            try #require(found.count == wanted.count && found[0].count == wanted[0].count)
            for (x, y) in [
                (12, 12), (size.width - 12, 12), (12, size.height - 12), (size.width - 12, size.height - 12),
            ] {
                #expect(wanted[y][x].distance(to: found[y][x]) <= 12, "at \(x),\(y)")
            }
        }
    }

    @Test("exiftool reads size, colour and metadata, and finds nothing to complain about")
    func judgedByExiftool() throws {
        let heic = try file(of: try scene(), thumbnail: try scene(160, 120)) {
            $0.make = "Pinhole"
            $0.orientation = 6
            $0.exposureTime = 0.01
            $0.captureDate = Date(timeIntervalSince1970: 1_767_225_600)
            $0.location = ExifLocation(latitude: -33.5, longitude: 151.25, altitude: nil, horizontalAccuracy: nil)
        }
        let report = try exiftool(heic, ["-validate", "-warning", "-error", "-a"])
        #expect(report.contains("Validate                        : OK"), "\(report)")
        #expect(!report.contains("Warning"), "\(report)")
        let text = try exiftool(
            heic,
            [
                "-s", "-n", "-a", "-G1", "-FileType", "-MajorBrand", "-CompatibleBrands", "-ImageSpatialExtent",
                "-Rotation",
                "-Orientation", "-Make", "-ExposureTime", "-ColorPrimaries", "-TransferCharacteristics",
                "-MatrixCoefficients", "-ExifImageWidth", "-GPSLatitude", "-DateTimeOriginal",
                "-ImagePixelDepth", "-PrimaryItemReference",
            ]
        )
        let found = Set(
            text.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return "\(parts[0].split(separator: " ").last ?? "") = \(parts.count > 1 ? parts[1] : "")"
            }
        )
        let expected: Set = [
            "FileType = HEIC", "MajorBrand = heic", "ImageSpatialExtent = 320 240", "Rotation = 270", "Orientation = 6",
            "Make = Pinhole", "ExposureTime = 0.01", "ColorPrimaries = 1", "TransferCharacteristics = 13",
            "MatrixCoefficients = 6", "ExifImageWidth = 320", "GPSLatitude = -33.5",
            "DateTimeOriginal = 2026:01:01 00:00:00", "ImagePixelDepth = 8 8 8", "PrimaryItemReference = 1",
        ]
        #expect(expected.isSubset(of: found), "missing: \(expected.subtracting(found)) in \(text)")
    }

    @Test("libheif's own program finds the image, its thumbnail and its metadata")
    func judgedByHeifInfo() throws {
        let heic = try file(of: try scene(), thumbnail: try scene(160, 120)) { $0.orientation = 6 }
        let report = try Tool.withFile(heic, ".heic") { try Tool.run("heif-info", [$0]) }
        #expect(report.status == 0)
        #expect(report.text.contains("image: 240x320 (id=1), primary"), "\(report.text)")
        #expect(report.text.contains("thumbnail: 120x160"), "\(report.text)")
        #expect(report.text.contains("Exif"), "\(report.text)")
    }

    @Test("R-PHOTO-1: the compressed image is what ffprobe calls an intact still picture in full range")
    func judgedByFFprobe() throws {
        let image = try HEIFEncoder().encode(try scene(), quality: 80)
        let stream = try Self.annexB(image)
        let report = try Tool.withFile(stream, ".hevc") { path in
            try Tool.run(
                "ffprobe",
                [
                    "-v", "error", "-count_frames", "-show_entries",
                    "stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,nb_read_frames", "-of",
                    "compact", path,
                ]
            )
        }
        let text = report.text
        for entry in [
            "codec_name=hevc", "profile=Main Still Picture", "width=320", "height=240", "pix_fmt=yuvj420p",
            "nb_read_frames=1",
        ] {
            #expect(text.contains(entry), "\(text)")
        }
    }

    /// The units of a compressed image, parameters first, as streams have them.
    private static func annexB(_ image: HEVCImage) throws -> Data {
        let start = Data([0, 0, 0, 1])
        var stream = Data()
        var configuration = Array(image.configuration)[22...]
        let arrays = configuration.removeFirst()
        for _ in 0..<arrays {
            _ = configuration.removeFirst()
            let count = Int(configuration.removeFirst()) << 8 | Int(configuration.removeFirst())
            for _ in 0..<count {
                let length = Int(configuration.removeFirst()) << 8 | Int(configuration.removeFirst())
                stream += start + configuration.prefix(length)
                configuration = configuration.dropFirst(length)
            }
        }
        var units = image.bitstream[...]
        while !units.isEmpty {
            let length = units.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            try #require(length > 0 && length <= units.count - 4)
            stream += start + units.dropFirst(4).prefix(length)
            units = units.dropFirst(4 + length)
        }
        return stream
    }

    @Test("A file without metadata says nothing, and its image is as it was stored")
    func withoutMetadata() throws {
        let image = try HEIFEncoder().encode(try scene(), quality: 50)
        let heic = try HEICFile(image: image).encoded()
        #expect(try HEIFDecoder.metadata(of: heic) == nil)
        #expect(try HEIFDecoder.dimensions(of: heic) == PixelDimensions(width: 320, height: 240))
    }

    @Test("Everything that is written of metadata is read back, a thumbnail in EXIF among it")
    func metadata() throws {
        let small = try JPEGEncoder().encode(try scene(160, 120))
        let heic = try file(of: try scene()) {
            $0.model = "Simulated Phone"
            $0.isoSpeed = 320
            $0.thumbnail = small
        }
        let found = try #require(try HEIFDecoder.metadata(of: heic))
        #expect(found.model == "Simulated Phone" && found.isoSpeed == 320 && found.thumbnail == small)
        #expect(found.pixelWidth == 320 && found.pixelHeight == 240)
        #expect(throws: HEIFError.self) { try file(of: try scene()) { $0.thumbnail = Data(count: 70_000) } }
    }

    @Test("A higher quality takes more bytes, up to bounds, and the same image makes the same file")
    func quality() throws {
        let encoder = try HEIFEncoder()
        let buffer = try scene()
        let sizes = try [-5, 0, 50, 90, 100, 200].map { try encoder.encode(buffer, quality: $0).byteCount }
        #expect(sizes[0] == sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] < sizes[4])
        #expect(sizes[4] == sizes[5])
        #expect(try encoder.encode(buffer, quality: 50) == encoder.encode(buffer, quality: 50))
    }

    @Test("Formats that cannot be read are typed errors")
    func unsupported() throws {
        let buffer = try ReferenceImage.buffer(kCVPixelFormatType_64ARGB, width: 16, height: 16)
        #expect(throws: HEIFError.pixels(.unsupportedPixelFormat(kCVPixelFormatType_64ARGB))) {
            try HEIFEncoder().encode(buffer, quality: 50)
        }
    }

    @Test("Still pictures in HEIC are read, upright; too large ones are refused before they are decoded")
    func stills() throws {
        let heic = try file(of: try scene()) { $0.orientation = 8 }
        let still = try StillDecoder.decode(heic, maximumPixelCount: 320 * 240)
        #expect(still.orientation == 1 && still.reduction == 1)
        #expect(CVPixelBufferGetWidth(still.pixels) == 240 && CVPixelBufferGetHeight(still.pixels) == 320)
        #expect(throws: StillError.tooLarge(width: 240, height: 320)) {
            try StillDecoder.decode(heic, maximumPixelCount: 320 * 240 - 1)
        }
    }

    @Test("Files that are cut off are damaged, wherever it is")
    func truncated() throws {
        let heic = try file(of: try scene(), thumbnail: try scene(160, 120))
        for count in stride(from: 0, to: heic.count, by: max(1, heic.count / 200)) {
            #expect(throws: HEIFError.self, "\(count) of \(heic.count)") { try HEIFDecoder.decode(heic.prefix(count)) }
            _ = try? HEIFDecoder.metadata(of: heic.prefix(count))
        }
    }

    @Test("Files with changed bytes are read or refused; nothing traps and nothing hangs")
    func changed() throws {
        let heic = try file(of: try scene(96, 64), thumbnail: try scene(80, 64)) { $0.orientation = 6 }
        for place in 0..<min(heic.count, 700) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = heic
                damaged[place] = value
                _ = try? HEIFDecoder.decode(damaged, maximumPixelCount: 100_000)
                _ = try? HEIFDecoder.metadata(of: damaged)
                _ = damaged.withUnsafeBytes {
                    HEVCImage(
                        file: $0,
                        dimensions: PixelDimensions(width: 96, height: 64),
                        codedDimensions: PixelDimensions(width: 96, height: 64),
                        matrix: .bt601
                    )
                }
            }
        }
    }

    @Test("A file that hides how large its image is gets no memory for it")
    func lyingSize() throws {
        var heic = try file(of: try scene(512, 512))
        let place = try #require(heic.range(of: Data("ispe".utf8))).upperBound + 4
        heic.replaceSubrange(place..<place + 8, with: Data([0, 0, 0, 64, 0, 0, 0, 64]))
        #expect(throws: HEIFError.tooLarge(PixelDimensions(width: 512, height: 512))) {
            try HEIFDecoder.decode(heic, maximumPixelCount: 100_000)
        }
        #expect(throws: HEIFError.self) { try HEIFDecoder.decode(heic) }
    }

    /// A file that only says which images are put together of which.
    private func references(_ parts: [(whole: UInt16, parts: [UInt16])]) -> Data {
        var writer = HEIFBoxWriter()
        writer.fullBox("meta") { meta in
            meta.fullBox("pitm") { $0.append(UInt16(1)) }
            meta.fullBox("iref") { box in
                for reference in parts {
                    box.box("dimg") { entry in
                        entry.append(reference.whole)
                        entry.append(UInt16(reference.parts.count))
                        for part in reference.parts { entry.append(part) }
                    }
                }
            }
        }
        return writer.data
    }

    @Test("What an image is put together of is counted, however often and deeply")
    func decodingCost() {
        func cost(_ parts: [(whole: UInt16, parts: [UInt16])]) -> Int? {
            HEIFDecodingCost.pixelCount(of: references(parts), perImage: 10)
        }
        #expect(cost([]) == 10)
        #expect(cost([(9, [2, 3])]) == 10)
        #expect(cost([(1, [2, 3, 4, 5])]) == 40)
        #expect(cost([(1, [2, 2, 2]), (2, [3, 3])]) == 60)
        // A photo with HDR: of a grid and its gain map.
        #expect(cost([(1, [2, 3]), (2, [4, 5, 6])]) == 40)
        #expect(cost([(1, [1])]) == nil)
        #expect(cost([(1, [2]), (2, [1])]) == nil)
        let often = [UInt16](repeating: 0, count: 1000)
        #expect(cost((1...7).map { level in (level, often.map { $0 + level + 1 }) }) == nil)
    }

    @Test("Only HEIF is taken for HEIF")
    func recognition() throws {
        #expect(HEIFDecoder.isHEIF(try file(of: try scene(64, 64))))
        for other in [
            Data(), Data([0, 0, 0, 24]) + Data("ftypmp42".utf8), try JPEGEncoder().encode(try scene(64, 64)),
        ] {
            #expect(!HEIFDecoder.isHEIF(other))
            #expect(throws: HEIFError.self) { try HEIFDecoder.decode(other) }
        }
    }
}
