import AVFoundation
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("The shape of photos", .ownCaptureSystem)
struct PhotoShapeTests {
    private static let phone = PhotoSize(width: 4032, height: 3024)

    private static func size(_ width: Int, _ height: Int) -> PhotoSize { PhotoSize(width: width, height: height) }

    @Test(
        "What is left has the ratio, is as large as can be, and stays upright",
        arguments: [
            (phone, PhotoShape.full, phone), (phone, .fourToThree, phone), (phone, .sixteenToNine, size(4032, 2268)),
            (phone, .square, size(3024, 3024)), (size(3024, 4032), .sixteenToNine, size(2268, 4032)),
            (size(1920, 1080), .fourToThree, size(1440, 1080)), (size(1080, 1920), .square, size(1080, 1080)),
            // As some sensors count.
            (size(1921, 1081), .sixteenToNine, size(1921, 1081)), (size(641, 481), .square, size(480, 480)),
            (size(1, 1), .sixteenToNine, size(1, 1)), (size(0, 0), .square, size(0, 0)),
        ]
    )
    func sizes(picture: PhotoSize, shape: PhotoShape, expected: PhotoSize) {
        #expect(shape.size(in: picture) == expected)
    }

    @MainActor
    @Test("A photo is cut on both sides alike, upright, and tells what it told")
    func cut() async throws {
        let fixture = EngineFixture(scene: MovingScene())
        let model = await fixture.makeLiveModel()
        let press = Task { try await fixture.engine.takePhoto(PhotoRequest()) }
        await fixture.pass(model, seconds: 2)
        let whole = try await press.value
        let square = try await whole.cut(to: .square)
        let side = min(whole.uprightSize.width, whole.uprightSize.height)
        #expect(square.size == Self.size(side, side) && square.orientation == .upright)
        #expect(square.timestamp == whole.timestamp && square.format == whole.format)
        let exif = try #require(square.metadata.properties["{Exif}"] as? [String: Any])
        #expect(exif["PixelXDimension"] as? Int == side && exif["ExposureTime"] != nil)
        let (before, after) = (try Pixels(whole), try Pixels(square))
        let offset = ((before.width - side) / 2, (before.height - side) / 2)
        let step = side / 24
        for y in stride(from: step, to: side - step, by: step) {
            for x in stride(from: step, to: side - step, by: step) {
                let (old, new) = (before.gray(x + offset.0, y + offset.1), after.gray(x, y))
                #expect(abs(old - new) < 40, "\(x), \(y): \(old) became \(new)")
            }
        }
        #expect(try await whole.cut(to: .full).data == whole.data)
        await fixture.end(model)
    }

    @MainActor
    @Test("A request's photo has its shape, in the kind of file that was asked for", arguments: PhotoShape.allCases)
    func request(shape: PhotoShape) async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let press = Task { try await fixture.engine.takePhoto(PhotoRequest(format: .heic, shape: shape)) }
        await fixture.pass(model, seconds: 2)
        let photo = try await press.value
        let (long, short) = (
            max(photo.size.width, photo.size.height), min(photo.size.width, photo.size.height)
        )
        let ratio = Double(long) / Double(short)
        switch shape {
        case .full: #expect(photo.size == Self.size(1920, 1080))
        case .fourToThree: #expect(abs(ratio - 4.0 / 3) < 0.01)
        case .sixteenToNine: #expect(abs(ratio - 16.0 / 9) < 0.01)
        case .square: #expect(long == short)
        }
        #expect(photo.format == model.photoFeatures.format(.heic))
        await fixture.end(model)
    }

    @Test("Of a damaged file it says that it could not be read")
    func damaged() async throws {
        let photo = CapturedPhoto(
            data: Data([0xFF, 0xD8, 0, 1, 2]),
            format: .jpeg,
            size: Self.phone,
            orientation: .upright,
            timestamp: .zero,
            date: Date(timeIntervalSince1970: 0),
            isProxy: false,
            metadata: CapturedPhoto.Metadata(properties: [:])
        )
        await #expect(throws: PhotoFailure.self) { try await photo.cut(to: .square) }
        var proxy = photo
        proxy.isProxy = true
        #expect(try await proxy.cut(to: .square).data == photo.data, "the library makes the photo of it")
    }
}

/// A photo's pixels, upright.
private struct Pixels {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(_ photo: CapturedPhoto) throws {
        let source = try #require(CGImageSourceCreateWithData(photo.data as CFData, nil))
        let (width, height) = (photo.uprightSize.width, photo.uprightSize.height)
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: max(width, height),
        ]
        let image = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        var bytes = [UInt8](repeating: 0, count: width * height)
        bytes.withUnsafeMutableBytes { memory in
            let context = CGContext(
                data: memory.baseAddress,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue
            )
            context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    func gray(_ x: Int, _ y: Int) -> Int { Int(bytes[y * width + x]) }
}
