import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite("Writing image files")
struct DestinationTests {
    /// Properties as an app writes them.
    static var camera: [CFString: Any] {
        [
            kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue,
            kCGImagePropertyTIFFDictionary: [
                kCGImagePropertyTIFFMake: "Pinhole", kCGImagePropertyTIFFModel: "Modell \u{00E4}",
                kCGImagePropertyTIFFDateTime: "2026:03:01 12:34:56",
            ] as [CFString: Any],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifExposureTime: 1.0 / 120, kCGImagePropertyExifFNumber: 1.78,
                kCGImagePropertyExifISOSpeedRatings: [320], kCGImagePropertyExifExposureBiasValue: -1.0 / 3,
                kCGImagePropertyExifDateTimeOriginal: "2026:03:01 12:34:56",
                kCGImagePropertyExifUserComment: "Gr\u{00FC}\u{00DF}e", kCGImagePropertyExifFlash: 16,
                kCGImagePropertyExifLensSpecification: [1.5, 9, 1.8, 2.8], kCGImagePropertyExifSceneType: 1,
            ] as [CFString: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 52.5163, kCGImagePropertyGPSLatitudeRef: "N",
                kCGImagePropertyGPSLongitude: 13.3777, kCGImagePropertyGPSLongitudeRef: "W",
                kCGImagePropertyGPSAltitude: 34.5, kCGImagePropertyGPSAltitudeRef: 1,
                kCGImagePropertyGPSTimeStamp: "12:34:56", kCGImagePropertyGPSDateStamp: "2026:03:01",
            ] as [CFString: Any],
        ]
    }

    @Test("Other people's programs read what was written", arguments: ["public.jpeg", "public.png", "public.heic"])
    func otherReaders(_ type: String) throws {
        let written = try file(try testImage(128, 96), type, Self.camera)
        let extensions = ["public.jpeg": "jpg", "public.png": "png", "public.heic": "heic"]
        let tags = try exiftool(written, extensions[type] ?? "")
        #expect(tags["ImageWidth"] == "128" && tags["ImageHeight"] == "96")
        #expect(tags["Orientation"] == "6")
        #expect(tags["Make"] == "Pinhole" && tags["Model"] == "Modell \u{00E4}")
        #expect(tags["ISO"] == "320" && tags["FNumber"] == "1.78" && tags["Flash"] == "16")
        #expect(tags["UserComment"] == "Gr\u{00FC}\u{00DF}e")
        #expect(abs((tags["ExposureTime"].flatMap(Double.init) ?? 0) - 1.0 / 120) < 1e-9)
        #expect(abs((tags["ExposureCompensation"].flatMap(Double.init) ?? 0) + 1.0 / 3) < 1e-6)
        #expect(abs((tags["GPSLatitude"].flatMap(Double.init) ?? 0) - 52.5163) < 1e-6)
        #expect(abs((tags["GPSLongitude"].flatMap(Double.init) ?? 0) + 13.3777) < 1e-6)
        #expect(tags["GPSAltitude"] == "-34.5")
        #expect(tags["GPSTimeStamp"] == "12:34:56")
        #expect(tags["Warning"] == nil)
    }

    @Test("Everything that was written is read again", arguments: ["public.jpeg", "public.png", "public.heic"])
    func roundTrip(_ type: String) throws {
        let read = try properties(try file(try testImage(64, 48), type, Self.camera))
        #expect(read[kCGImagePropertyPixelWidth as String] as? Int == 64)
        #expect(read[kCGImagePropertyOrientation as String] as? Int == 6)
        #expect(read[kCGImagePropertyColorModel as String] as? String == "RGB")
        let exif = try #require(read[kCGImagePropertyExifDictionary as String] as? [String: Any])
        #expect(exif["LensSpecification"] as? [Double] == [1.5, 9, 1.8, 2.8])
        #expect(exif["ISOSpeedRatings"] as? [Int] == [320])
        #expect(exif["ExifVersion"] as? [Int] == [2, 3, 2])
        #expect(exif["SceneType"] as? Int == 1)
        #expect(exif["UserComment"] as? String == "Gr\u{00FC}\u{00DF}e")
        let gps = try #require(read[kCGImagePropertyGPSDictionary as String] as? [String: Any])
        #expect(abs((gps["Latitude"] as? Double ?? 0) - 52.5163) < 1e-7)
        #expect(gps["AltitudeRef"] as? Int == 1 && gps["TimeStamp"] as? String == "12:34:56")
        let tiff = try #require(read[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
        #expect(tiff["Orientation"] as? Int == 6)
    }

    @Test("Quality decides on the size")
    func quality() throws {
        let image = try testImage(320, 240)
        let sizes = try [0.1, 0.5, 1.0].map { quality in
            try file(image, "public.jpeg", [kCGImageDestinationLossyCompressionQuality: quality]).count
        }
        #expect(sizes == sizes.sorted() && sizes[0] < sizes[2] / 2)
    }

    @Test("PNG keeps every pixel and its alpha; JPEG puts a background behind")
    func alpha() throws {
        let image = try testImage(16, 16, alpha: .premultipliedLast)
        let png = try file(image, "public.png")
        #expect(try properties(png)[kCGImagePropertyHasAlpha as String] as? Bool == true)
        let read = try #require(CGImageSourceCreateImageAtIndex(try source(png), 0, nil))
        for (column, row) in [(0, 0), (5, 9), (9, 14), (14, 14)] {
            #expect(try pixel(read, column, row) == pixel(image, column, row))
        }
        #expect(try pixel(read, 14, 14) == [0, 0, 0, 0])
        let black = CGColor(gray: 0, alpha: 1)
        let best: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: 1]
        let onWhite = try file(image, "public.jpeg", best)
        let onBlack = try file(image, "public.jpeg", best.merging([kCGImageDestinationBackgroundColor: black]) { $1 })
        let corners = try [onWhite, onBlack].map {
            try pixel(try #require(CGImageSourceCreateImageAtIndex(try source($0), 0, nil)), 15, 15)[0]
        }
        #expect(corners[0] > 235 && corners[1] < 20)
    }

    @Test("Gray images stay gray", arguments: ["public.jpeg", "public.png"])
    func gray(_ type: String) throws {
        let context = try #require(
            CGContext(
                data: nil,
                width: 32,
                height: 16,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: 0
            )
        )
        context.setFillColor(gray: 0.5, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 32, height: 16))
        let written = try file(try #require(context.makeImage()), type)
        #expect(try properties(written)[kCGImagePropertyColorModel as String] as? String == "Gray")
        let image = try #require(CGImageSourceCreateImageAtIndex(try source(written), 0, nil))
        #expect(image.colorSpace?.model == .monochrome && image.bitsPerPixel == 8)
        #expect((126...129).contains(try pixel(image, 20, 8)[0]))
    }

    @Test("An image of a source keeps its compressed picture, and its properties change")
    func fromSource() throws {
        let original = try file(try testImage(64, 48), "public.jpeg", Self.camera)
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        let changes: [CFString: Any] = [
            kCGImagePropertyOrientation: 1, kCGImagePropertyGPSDictionary: NSNull(),
            kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "new"] as [CFString: Any],
        ]
        CGImageDestinationAddImageFromSource(destination, try source(original), 0, changes as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        let copy = data as Data
        let tags = try exiftool(copy, "jpg")
        #expect(tags["Orientation"] == "1" && tags["UserComment"] == "new" && tags["Make"] == "Pinhole")
        #expect(tags["GPSLatitude"] == nil)
        let scan = Data([0xFF, 0xDA])
        let (from, to) = (try #require(original.range(of: scan)), try #require(copy.range(of: scan)))
        #expect(original[from.lowerBound...] == copy[to.lowerBound...])
    }

    @Test("A PNG of a JPEG source keeps the properties; a size limit makes smaller")
    func otherType() throws {
        let original = try file(try testImage(64, 48), "public.jpeg", Self.camera)
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
        let limit: [CFString: Any] = [kCGImageDestinationImageMaxPixelSize: 32]
        CGImageDestinationAddImageFromSource(destination, try source(original), 0, limit as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        let read = try properties(data as Data)
        #expect(read["PixelWidth"] as? Int == 32 && read["PixelHeight"] as? Int == 24)
        #expect(read["Orientation"] as? Int == 6)
        let exif = try #require(read["{Exif}"] as? [String: Any])
        #expect(exif["PixelXDimension"] as? Int == 32)
    }

    @Test("Files are written at once, and what cannot be written says so")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("photo.jpg")
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try testImage(20, 10), nil)
        #expect(CGImageDestinationFinalize(destination))
        #expect(!CGImageDestinationFinalize(destination))
        let read = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
        #expect(CGImageSourceGetType(read) as String? == "public.jpeg")

        let missing = folder.appendingPathComponent("no/photo.jpg")
        #expect(CGImageDestinationCreateWithURL(missing as CFURL, "public.jpeg" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithURL(url as CFURL, "com.compuserve.gif" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 2, nil) == nil)
        let empty = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        #expect(!CGImageDestinationFinalize(empty))
    }

    @Test("Values that do not fit are left out")
    func nonsense() throws {
        let strange: [CFString: Any] = [
            kCGImagePropertyOrientation: 9,
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFXResolution: "many"] as [CFString: Any],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifExposureTime: Double.nan, kCGImagePropertyExifISOSpeedRatings: [Int](),
                kCGImagePropertyExifFlash: -1, kCGImagePropertyExifFNumber: -2.0,
                kCGImagePropertyExifVersion: [99, 99, 99], kCGImagePropertyExifMeteringMode: Date(),
            ] as [CFString: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 1e300, kCGImagePropertyGPSTimeStamp: "noon",
            ] as [CFString: Any],
        ]
        let tags = try exiftool(try file(try testImage(8, 8), "public.jpeg", strange), "jpg")
        #expect(tags["Orientation"] == nil && tags["Flash"] == nil && tags["ISO"] == nil)
        #expect(tags["GPSTimeStamp"] == nil)
    }
}
