import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing
import Testing

@testable import AVFoundation

@Suite struct PhotoProcessorTests {
    private let size = CaptureDimensions(width: 128, height: 96)

    /// A picture with a gradient, so that compression has something to do.
    private func picture(_ format: OSType = kCVPixelFormatType_32BGRA) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, Int(size.width), Int(size.height), kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        for y in 0..<Int(size.height) {
            for x in 0..<Int(size.width) {
                let pixel = base + y * stride + x * 4
                pixel[0] = UInt8(x * 2)
                pixel[1] = UInt8(y * 2)
                pixel[2] = UInt8((x + y) & 0xFF)
                pixel[3] = 255
            }
        }
        return try PixelTransformer(pixelFormat: format).transform(buffer)
    }

    private func frame(_ content: CaptureFrame.Content, subType: FourCharCode) throws -> CaptureFrame {
        var description: CMFormatDescription?
        _ = CMVideoFormatDescriptionCreate(
            allocator: nil,
            codecType: subType,
            width: size.width,
            height: size.height,
            extensions: nil,
            formatDescriptionOut: &description
        )
        return CaptureFrame(
            content: content,
            formatDescription: try #require(description),
            presentationTime: CMTime(value: 7, timescale: 1),
            duration: .invalid,
            sequence: 1
        )
    }

    private func imageFrame(_ format: OSType = kCVPixelFormatType_32BGRA) throws -> CaptureFrame {
        try frame(.image(try picture(format)), subType: format)
    }

    private func jpegFrame(_ bytes: Data) throws -> CaptureFrame {
        let block = try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try frame(.compressed(block), subType: kCMVideoCodecType_JPEG)
    }

    private func work(
        _ frame: CaptureFrame,
        request: PhotoCaptureRequest = PhotoCaptureRequest(uniqueID: 1),
        photo: CaptureDimensions? = nil,
        change: (inout AVCaptureResolvedPhotoSettings.Values) -> Void = { _ in }
    ) -> PhotoWork {
        var values = AVCaptureResolvedPhotoSettings.Values(uniqueID: 1, photo: photo ?? size)
        change(&values)
        return PhotoWork(
            use: .init(id: 1, photo: 0),
            frame: frame,
            request: request,
            resolved: AVCaptureResolvedPhotoSettings(values),
            info: PhotoInfo(dimensions: size, date: Date(timeIntervalSince1970: 0), timeZone: .gmt)
        )
    }

    private func photo(_ work: PhotoWork) throws -> AVCapturePhoto {
        let outcome = PhotoProcessor().process(work)
        guard case .photo(let photo) = outcome else {
            throw Unexpected(outcome: "\(outcome)")
        }
        return photo
    }

    private struct Unexpected: Error {
        var outcome: String
    }

    @Test(
        "Pixels of any camera become a JPEG of the frame's size",
        arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8_yuvs,
        ]
    )
    func formats(format: OSType) throws {
        let photo = try photo(work(try imageFrame(format)))
        let file = try #require(photo.fileDataRepresentation())
        let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: file)
        #expect(header.dimensions == PixelDimensions(width: 128, height: 96))
        #expect(photo.timestamp == CMTime(value: 7, timescale: 1))
    }

    @Test("S-68: zoom that the camera left to us shows the centre, at full size, in pixels and in files")
    func zoom() throws {
        var pixels = PhotoCaptureRequest(uniqueID: 1)
        pixels.format = ProcessedPhotoFormat(pixelFormat: kCVPixelFormatType_32BGRA, codec: nil, quality: nil)
        var uncompressed = work(try imageFrame(), request: pixels)
        uncompressed.zoomFactor = 2
        try expectCentre(try #require(try photo(uncompressed).pixelBuffer))
        let jpeg = try JPEGEncoder().encode(try picture(), options: JPEGEncodingOptions(quality: 95))
        var compressed = work(try jpegFrame(jpeg))
        compressed.zoomFactor = 2
        let file = try #require(try photo(compressed).fileDataRepresentation())
        try expectCentre(try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file))
    }

    /// The blue of the gradient goes from 64 to 190 in the centre, where it goes from 0 to 254 in the whole.
    private func expectCentre(_ buffer: CVPixelBuffer) throws {
        #expect(CVPixelBufferGetWidth(buffer) == 128 && CVPixelBufferGetHeight(buffer) == 96)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let middle = base + 48 * CVPixelBufferGetBytesPerRow(buffer)
        #expect(abs(Int(middle[0]) - 64) < 12)
        #expect(abs(Int(middle[127 * 4]) - 190) < 12)
    }

    @Test("S-156: a smaller size is scaled to, keeping the shape")
    func scaling() throws {
        let small = CaptureDimensions(width: 64, height: 64)
        let photo = try photo(work(try imageFrame(), photo: small))
        let file = try #require(photo.fileDataRepresentation())
        let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: file)
        #expect(header.dimensions == PixelDimensions(width: 64, height: 48))
        #expect(photo.metadata[kCGImagePropertyPixelWidth as String] as? Int == 64)
    }

    @Test("A higher priority of quality gives a larger file, and the client's own quality goes first")
    func quality() throws {
        func count(_ change: (inout PhotoCaptureRequest) -> Void) throws -> Int {
            var request = PhotoCaptureRequest(uniqueID: 1)
            change(&request)
            return try #require(try photo(work(try imageFrame(), request: request)).fileDataRepresentation()).count
        }
        let speed = try count { $0.quality = .speed }
        let best = try count { $0.quality = .quality }
        let worst = try count { $0.format?.quality = 0.1 }
        #expect(worst < speed)
        #expect(speed < best)
    }

    @Test("An uncompressed photo shares no memory with the camera")
    func copiedPixels() throws {
        let frame = try imageFrame()
        var request = PhotoCaptureRequest(uniqueID: 1)
        request.format = ProcessedPhotoFormat(pixelFormat: kCVPixelFormatType_32BGRA, codec: nil, quality: nil)
        let pixels = try #require(try photo(work(frame, request: request)).pixelBuffer)
        guard case .image(let source) = frame.content else { return }
        #expect(pixels !== source)
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        CVPixelBufferLockBaseAddress(source, .readOnly)
        defer {
            CVPixelBufferUnlockBaseAddress(pixels, .readOnly)
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        let copied = try #require(CVPixelBufferGetBaseAddress(pixels))
        let original = try #require(CVPixelBufferGetBaseAddress(source))
        for row in 0..<Int(size.height) {
            let same = memcmp(
                copied + row * CVPixelBufferGetBytesPerRow(pixels),
                original + row * CVPixelBufferGetBytesPerRow(source),
                Int(size.width) * 4
            )
            #expect(same == 0)
        }
    }

    @Test("A camera's own JPEG is kept as it is, with EXIF in front")
    func passThrough() throws {
        let bytes = try JPEGEncoder().encode(try picture())
        let photo = try photo(work(try jpegFrame(bytes + Data(count: 100))))
        guard case .jpeg(let kept) = photo.values.image else {
            Issue.record("not kept as JPEG")
            return
        }
        #expect(kept == bytes)
        let file = try #require(photo.fileDataRepresentation())
        #expect(try ExifReader.metadata(of: file)?.software == "Pinhole")
        #expect(file.suffix(1000) == bytes.suffix(1000))
    }

    @Test("A camera's JPEG of another size than wanted is scaled")
    func scaledJPEG() throws {
        let bytes = try JPEGEncoder().encode(try picture())
        let photo = try photo(work(try jpegFrame(bytes), photo: CaptureDimensions(width: 64, height: 48)))
        let file = try #require(photo.fileDataRepresentation())
        let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: file)
        #expect(header.dimensions == PixelDimensions(width: 64, height: 48))
    }

    @Test(
        "A HEIC photo has the colours of the JPEG of the same frame, whatever the camera gives",
        arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8_yuvs,
        ]
    )
    func heicColours(format: OSType) throws {
        let frame = try imageFrame(format)
        var request = PhotoCaptureRequest(uniqueID: 1)
        request.quality = .quality
        let jpeg = try #require(try photo(work(frame, request: request)).fileDataRepresentation())
        request.format = ProcessedPhotoFormat(pixelFormat: nil, codec: .hevc, quality: nil)
        request.fileType = .heic
        let heic = try #require(try photo(work(frame, request: request)).fileDataRepresentation())
        let expected = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(jpeg)
        #expect(try meanDifference(try HEIFDecoder.decode(heic), expected) < 2)
    }

    /// The mean difference of all samples of two pictures of the suite's size.
    private func meanDifference(_ one: CVPixelBuffer, _ other: CVPixelBuffer) throws -> Double {
        for buffer in [one, other] {
            try #require(CVPixelBufferGetWidth(buffer) == 128 && CVPixelBufferGetHeight(buffer) == 96)
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
        }
        defer { for buffer in [one, other] { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) } }
        func row(_ buffer: CVPixelBuffer, _ y: Int) throws -> UnsafeRawBufferPointer {
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            return UnsafeRawBufferPointer(start: base + y * CVPixelBufferGetBytesPerRow(buffer), count: 128 * 4)
        }
        let sum = try (0..<96).reduce(0) { sum, y in
            zip(try row(one, y), try row(other, y)).reduce(sum) { $0 + abs(Int($1.0) - Int($1.1)) }
        }
        return Double(sum) / Double(128 * 96 * 4)
    }

    @Test("Damaged frames are unusable for HEIC, too")
    func corruptFrameForHEIC() throws {
        let bytes = try JPEGEncoder().encode(try picture())
        var request = PhotoCaptureRequest(uniqueID: 1)
        request.format = ProcessedPhotoFormat(pixelFormat: nil, codec: .hevc, quality: nil)
        let outcome = PhotoProcessor().process(
            work(try jpegFrame(Data(bytes.prefix(bytes.count / 2))), request: request)
        )
        guard case .frameUnusable = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A torn JPEG frame is unusable, which is not the request's end")
    func corruptFrame() throws {
        let bytes = try JPEGEncoder().encode(try picture())
        for bad in [bytes.prefix(bytes.count / 2), Data(count: 500), bytes.prefix(60)] {
            let outcome = PhotoProcessor().process(work(try jpegFrame(Data(bad))))
            guard case .frameUnusable = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
    }

    @Test("Thumbnails fit into EXIF, whatever they show")
    func thumbnail() throws {
        let photo = try photo(
            work(try imageFrame()) {
                $0.thumbnail = CaptureDimensions(width: 64, height: 48)
            }
        )
        let file = try #require(photo.fileDataRepresentation())
        let thumbnail = try #require(try ExifReader.metadata(of: file)?.thumbnail)
        let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: thumbnail)
        #expect(header.dimensions == PixelDimensions(width: 64, height: 48))
        #expect(photo.embeddedThumbnailPhotoFormat?[AVVideoWidthKey] as? Int == 64)
    }

    @Test("Metadata survive the way into the file")
    func exif() throws {
        var request = PhotoCaptureRequest(uniqueID: 1)
        request.metadata = Dictionary(photoMetadata: [
            "{GPS}": [
                "Latitude": 33.5, "LatitudeRef": "S", "Longitude": 70.25, "LongitudeRef": "E", "Altitude": 12.5,
                "AltitudeRef": 1, "DateStamp": "2026:01:02", "TimeStamp": "03:04:05.00",
            ],
            "Orientation": 6,
        ])
        var work = work(try imageFrame(), request: request)
        work.info.exposure = CaptureExposure(duration: 0.01, iso: 200, bias: -0.5, aperture: 2, focalLength: 4)
        work.info.date = Date(timeIntervalSince1970: 1_774_800_309.042)
        work.info.timeZone = try #require(TimeZone(secondsFromGMT: 7200))
        let file = try #require(try photo(work).fileDataRepresentation())
        let exif = try #require(try ExifReader.metadata(of: file))
        #expect(exif.orientation == 6)
        #expect(exif.exposureTime == 0.01)
        #expect(exif.isoSpeed == 200)
        #expect(exif.exposureBias == -0.5)
        #expect(exif.fNumber == 2)
        #expect(exif.pixelWidth == 128)
        #expect(exif.location?.latitude == -33.5)
        #expect(exif.location?.longitude == 70.25)
        #expect(exif.location?.altitude == -12.5)
        let date = try #require(exif.captureDate)
        #expect(abs(date.timeIntervalSince1970 - 1_774_800_309.042) < 0.001)
        #expect(exif.timeZone.secondsFromGMT() == 7200)
    }
}
