import CoreVideo
import Foundation
import FoundationExtras
import Testing

@testable import ImageProcessing

@Suite("EXIF")
struct ExifTests {
    private func picture() throws -> CVPixelBuffer {
        try ReferenceImage.make(.nv12Full, width: 320, height: 240, color: Scene.color)
    }

    private func thumbnail() throws -> Data {
        let small = try PixelTransformer(
            pixelFormat: ReferenceFormat.nv12Full.type,
            dimensions: PixelDimensions(width: 160, height: 120)
        )
        return try JPEGEncoder().encode(try small.transform(try picture()))
    }

    private func complete() throws -> ExifMetadata {
        var metadata = ExifMetadata(timeZone: TimeZone(secondsFromGMT: -(3 * 3600 + 1800))!)
        metadata.make = "Pinhole"
        metadata.model = "Simulated Phone"
        metadata.software = "Pinhole 1.0"
        metadata.orientation = 6
        metadata.captureDate = Date(timeIntervalSince1970: 1_767_225_600.25)
        metadata.exposureTime = 1.0 / 120
        metadata.fNumber = 1.78
        metadata.isoSpeed = 320
        metadata.exposureBias = -1.0 / 3
        metadata.exposureProgram = 2
        metadata.exposureMode = 0
        metadata.focalLength = 6.765
        metadata.focalLengthIn35mmFilm = 24
        metadata.flash = 0x18
        metadata.meteringMode = 5
        metadata.whiteBalance = 0
        metadata.lensMake = "Pinhole"
        metadata.lensModel = "Wide camera 6.765mm f/1.78"
        metadata.digitalZoomRatio = 1.5
        metadata.contentIdentifier = "F2A5C3E1-4B6D-4E8F-9A0B-1C2D3E4F5A6B"
        metadata.location = ExifLocation(
            latitude: -33.856784,
            longitude: 151.215297,
            altitude: -4.5,
            timestamp: Date(timeIntervalSince1970: 1_767_225_599),
            horizontalAccuracy: 4.7
        )
        metadata.thumbnail = try thumbnail()
        return metadata
    }

    private func exiftool(_ jpeg: Data, _ arguments: [String]) throws -> String {
        try Tool.withFile(jpeg, ".jpg") { try Tool.run("exiftool", arguments + [$0]) }.text
    }

    @Test("R-PHOTO-1: everything written is read back")
    func roundTrip() throws {
        let metadata = try complete()
        let jpeg = try JPEGEncoder().encode(try picture(), metadata: metadata)
        let found = try #require(try ExifReader.metadata(of: jpeg))
        var expected = metadata
        expected.pixelWidth = 320
        expected.pixelHeight = 240
        func expectClose(_ path: WritableKeyPath<ExifMetadata, Double?>) throws {
            let value = try #require(found[keyPath: path])
            let wanted = try #require(expected[keyPath: path])
            #expect(abs(value - wanted) <= abs(wanted) * 1e-5)
            expected[keyPath: path] = value
        }
        for path in [\ExifMetadata.exposureTime, \.fNumber, \.exposureBias, \.focalLength, \.digitalZoomRatio] {
            try expectClose(path)
        }
        let place = try #require(found.location)
        #expect(abs(place.latitude - -33.856784) < 1e-7)
        #expect(abs(place.longitude - 151.215297) < 1e-7)
        #expect(abs(try #require(place.altitude) - -4.5) < 1e-6)
        #expect(abs(try #require(place.horizontalAccuracy) - 4.7) < 1e-5)
        #expect(place.timestamp == metadata.location?.timestamp)
        #expect(abs(try #require(found.captureDate).timeIntervalSince1970 - 1_767_225_600.25) < 1e-3)
        expected.location = place
        expected.captureDate = found.captureDate
        #expect(found == expected)
    }

    @Test("exiftool validates the file without a warning, full and empty, and reads the same")
    func validates() throws {
        let encoder = try JPEGEncoder()
        let full = try encoder.encode(try picture(), metadata: try complete())
        let empty = try encoder.encode(try picture(), metadata: ExifMetadata())
        let replaced = try ExifWriter.replacingMetadata(try complete(), in: empty)
        for jpeg in [full, empty, replaced] {
            let report = try exiftool(jpeg, ["-validate", "-warning", "-error", "-a"])
            #expect(report.contains("Validate                        : OK"), "\(report)")
            #expect(!report.contains("Warning"), "\(report)")
        }
        let text = try exiftool(
            full,
            [
                "-s3", "-f", "-Make", "-Model", "-Orientation#", "-DateTimeOriginal", "-SubSecTimeOriginal",
                "-OffsetTimeOriginal", "-ExposureTime", "-FNumber", "-ISO", "-ExposureCompensation", "-FocalLength#",
                "-LensModel", "-DigitalZoomRatio", "-ExifImageWidth", "-GPSLatitude#", "-GPSLongitude#",
                "-GPSAltitude#", "-GPSTimeStamp", "-GPSDateStamp", "-Flash#",
            ]
        )
        #expect(
            text.split(separator: "\n").map(String.init) == [
                "Pinhole", "Simulated Phone", "6", "2025:12:31 20:30:00", "250", "-03:30", "1/120", "1.8", "320",
                "-1/3",
                "6.765", "Wide camera 6.765mm f/1.78", "1.5", "320", "-33.856784", "151.215297", "-4.5", "23:59:59",
                "2025:12:31", "24",
            ]
        )
    }

    @Test("exiftool finds the very thumbnail that was embedded")
    func thumbnailBytes() throws {
        let jpeg = try JPEGEncoder().encode(try picture(), metadata: try complete())
        let found = try Tool.withFile(jpeg, ".jpg") { try Tool.run("exiftool", ["-b", "-ThumbnailImage", $0]) }
        #expect(try found.standardOutput == thumbnail())
    }

    @Test("Replacing metadata leaves the compressed picture as it is and never doubles the segment")
    func replacing() throws {
        let plain = try JPEGEncoder().encode(try picture())
        var metadata = ExifMetadata()
        for orientation in 1...8 {
            metadata.orientation = orientation
            let once = try ExifWriter.replacingMetadata(metadata, in: plain)
            let twice = try ExifWriter.replacingMetadata(metadata, in: once)
            #expect(once == twice)
            #expect(try ExifReader.metadata(of: twice)?.orientation == orientation)
            let decoder = try JPEGDecoder(pixelFormat: ReferenceFormat.nv12Full.type)
            #expect(try decoder.header(of: twice).orientation == orientation)
            #expect(try decoder.header(of: plain).orientation == 1)
            let before = ReferenceImage.colors(try decoder.decode(plain), .nv12Full)
            #expect(ReferenceImage.colors(try decoder.decode(twice), .nv12Full) == before)
        }
    }

    @Test("Metadata that does not fit a segment is an error")
    func tooLarge() throws {
        var metadata = ExifMetadata()
        metadata.thumbnail = Data(count: 70_000)
        #expect(throws: JPEGError.self) { try ExifWriter.payload(metadata) }
        #expect(throws: JPEGError.self) { try ExifWriter.replacingMetadata(ExifMetadata(), in: Data([1, 2, 3])) }
    }

    @Test("Numbers become the simplest fraction that is close enough")
    func fractions() {
        let cases: [(Double, Int, Int)] = [
            (1.0 / 30, 1, 30), (0.0333, 333, 10000), (1.0 / 8000, 1, 8000), (1.78, 89, 50), (0, 0, 1),
            (-1.0 / 3, -1, 3),
            (30, 30, 1),
            (.nan, 0, 1), (.infinity, 0, 1), (1e300, Int(Int32.max), 1),
        ]
        for (value, numerator, denominator) in cases {
            #expect(ExifFraction(approximating: value) == ExifFraction(numerator, denominator), "\(value)")
        }
        for value in [Double.leastNonzeroMagnitude, 1e-12, 0.123456789, 123456.789, 3.14159265] {
            let fraction = ExifFraction(approximating: value)
            #expect(abs(fraction.value! - value) <= max(value * 1e-5, 1e-9))
        }
    }

    @Test("R-PHOTO-1: dates keep milliseconds and offset, also before 1970 and just before a full second")
    func dates() {
        let zone = TimeZone(secondsFromGMT: 5 * 3600 + 2700)!
        let date = ExifDate(Date(timeIntervalSince1970: -0.25), in: zone)
        #expect(date == ExifDate(dateTime: "1970:01:01 05:44:59", subseconds: "750", offset: "+05:45"))
        let full = ExifDate(Date(timeIntervalSince1970: 59.9999), in: .gmt)
        #expect(full == ExifDate(dateTime: "1970:01:01 00:00:59", subseconds: "999", offset: "+00:00"))
        let photo = ExifDate(Date(timeIntervalSince1970: 1_774_800_309.0421), in: TimeZone(secondsFromGMT: -19_800)!)
        #expect(photo == ExifDate(dateTime: "2026:03:29 10:35:09", subseconds: "042", offset: "-05:30"))
        #expect(
            photo == ExifDate(Date(timeIntervalSince1970: 1_774_800_309.0425), in: TimeZone(secondsFromGMT: -19_800)!)
        )
        #expect(ExifDate.moment(dateTime: "nonsense", subseconds: nil, offset: nil) == nil)
        let back = ExifDate.moment(dateTime: "1970:01:01 05:44:59", subseconds: "750", offset: "+05:45")
        #expect(back?.date == Date(timeIntervalSince1970: -0.25))
    }

    @Test("Numbers that no calendar has are no date, and no offset")
    func hostileDates() {
        let huge = "9223372036854775807"
        for date in [
            "\(huge):01:01 00:00:00", "-\(huge):01:01 00:00:00", "2026:\(huge):01 00:00:00", "2026:01:\(huge) 00:00:00",
            "2026:01:01 \(huge):00:00", "2026:01:01 00:00:\(huge)", "0000:00:00 00:00:00", "2026:13:01 00:00:00",
        ] {
            #expect(ExifDate.moment(dateTime: date, subseconds: nil, offset: nil) == nil, "\(date)")
        }
        let plain = ExifDate.moment(dateTime: "2026:01:01 00:00:00", subseconds: nil, offset: nil)
        for offset in ["+\(huge):00", "-\(huge):59", "+00:\(huge)", "+19:00", "+24:00", "+01:60"] {
            let moment = ExifDate.moment(dateTime: "2026:01:01 00:00:00", subseconds: nil, offset: offset)
            #expect(moment?.date == plain?.date && moment?.zone == plain?.zone, "\(offset)")
        }
        for subseconds in ["1e308", "-5", "nan", "x", ""] {
            let moment = ExifDate.moment(dateTime: "2026:01:01 00:00:00", subseconds: subseconds, offset: nil)
            #expect(moment?.date == plain?.date, "\(subseconds)")
        }
        #expect(ExifDate.moment(dateTime: "2016:12:31 23:59:60", subseconds: huge, offset: "+14:00") != nil)
    }
}
