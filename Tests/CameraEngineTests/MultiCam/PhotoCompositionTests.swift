import AVFoundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Photos of what several cameras show")
struct PhotoCompositionTests {
    private typealias Pixel = [UInt8]

    private static let red: Pixel = [200, 20, 20]
    private static let green: Pixel = [20, 200, 20]

    /// A camera's photo: two colours beside each other as it is stored, and how it is to be turned.
    private static func photo(
        _ width: Int,
        _ height: Int,
        left: Pixel,
        right: Pixel,
        orientation: ImageOrientation = .upright,
        lens: String = "Lens"
    ) throws -> CapturedPhoto {
        let context = try #require(Self.context(width, height))
        for (index, color) in [left, right].enumerated() {
            let parts = color.map { CGFloat($0) / 255 }
            context.setFillColor(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
            context.fill(CGRect(x: index * width / 2, y: 0, width: width / 2, height: height))
        }
        let properties: [String: Any] = [
            kCGImagePropertyOrientation as String: orientation.exif,
            kCGImagePropertyTIFFDictionary as String: [
                kCGImagePropertyTIFFModel as String: "Phone",
                kCGImagePropertyTIFFOrientation as String: orientation.exif,
            ] as [String: Any],
            kCGImagePropertyExifDictionary as String: [
                kCGImagePropertyExifLensModel as String: lens, kCGImagePropertyExifFNumber as String: 1.8,
                kCGImagePropertyExifPixelXDimension as String: width,
            ] as [String: Any],
        ]
        let data = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(data as CFMutableData, "public.jpeg" as CFString, 1, nil)
        )
        CGImageDestinationAddImage(destination, try #require(context.makeImage()), properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return CapturedPhoto(
            data: data as Data,
            format: .jpeg,
            size: PhotoSize(width: width, height: height),
            orientation: orientation,
            timestamp: CMTime(value: 1, timescale: 1),
            date: Date(timeIntervalSince1970: 1_700_000_000),
            isProxy: true,
            metadata: CapturedPhoto.Metadata(properties: properties),
            thumbnail: nil,
            livePhotoMovie: nil
        )
    }

    private static func context(_ width: Int, _ height: Int) -> CGContext? {
        CGContext(
            data: nil,
            width: width,
            height: height,
            bitsPerComponent: 8,
            bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
        )
    }

    /// What a photo shows, the upper row first.
    private static func rows(_ photo: CapturedPhoto) throws -> [[Pixel]] {
        let source = try #require(CGImageSourceCreateWithData(photo.data as CFData, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let context = try #require(Self.context(image.width, image.height))
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        let memory = try #require(context.data)
        let bytes = UnsafeRawBufferPointer(start: memory, count: image.width * image.height * 4)
        return (0..<image.height).map { row in
            (0..<image.width).map { column in
                let start = (row * image.width + column) * 4
                return Array(bytes[start..<start + 3])
            }
        }
    }

    /// Whether colours are the same but for what compression does.
    private static func isLike(_ pixel: Pixel, _ color: Pixel) -> Bool {
        zip(pixel, color).allSatisfy { abs(Int($0) - Int($1)) < 24 }
    }

    @Test(
        "R-MULTI-7, R-ROT-3: the small picture stands upright in its place, with its line, upon the upright large one"
    )
    func small() throws {
        // Upright the large one is red above and green below, and the small one green above and red below.
        let photos = [
            0: try Self.photo(400, 320, left: Self.red, right: Self.green, orientation: ImageOrientation(turn: 90)),
            1: try Self.photo(400, 320, left: Self.red, right: Self.green, orientation: ImageOrientation(turn: 270)),
        ]
        let arrangement = CameraArrangement(pip: PictureInPicture(x: 0.5, y: 0.5, width: 0.5))
        let photo = try PhotoComposition(photos: photos, arrangement: arrangement, format: .jpeg).photoNow()
        #expect(photo.size == PhotoSize(width: 320, height: 400) && photo.uprightSize == photo.size)
        let rows = try Self.rows(photo)
        #expect(rows.count == 400 && rows.first?.count == 320)
        #expect(Self.isLike(rows[20][160], Self.red) && Self.isLike(rows[380][160], Self.green))
        #expect(Self.isLike(rows[120][160], Self.green) && Self.isLike(rows[280][160], Self.red))
        // Its rectangle is the middle half of the canvas; its line is two pixels wide.
        let brightness = rows[150][78...82].map { (3 * Int($0[0]) + 6 * Int($0[1]) + Int($0[2])) / 10 }
        #expect((brightness.max() ?? 0) > 190, "\(brightness)")
    }

    @Test("The photo tells what that of the large camera tells, for its own size and orientation", arguments: [0, 1])
    func metadata(leading: Int) throws {
        let (left, right) = (ImageOrientation(turn: 90), ImageOrientation(turn: 270))
        let photos = [
            0: try Self.photo(400, 320, left: Self.red, right: Self.green, orientation: left, lens: "A"),
            1: try Self.photo(200, 160, left: Self.red, right: Self.green, orientation: right, lens: "B"),
        ]
        let arrangement = CameraArrangement(leading: leading)
        let photo = try PhotoComposition(photos: photos, arrangement: arrangement, format: .jpeg).photoNow()
        let size = leading == 0 ? PhotoSize(width: 320, height: 400) : PhotoSize(width: 160, height: 200)
        #expect(photo.size == size && photo.orientation == .upright && !photo.isProxy && photo.format == .jpeg)
        #expect(photo.date == Date(timeIntervalSince1970: 1_700_000_000))
        let source = try #require(CGImageSourceCreateWithData(photo.data as CFData, nil))
        let file = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
        for properties in [file, photo.metadata.properties] {
            #expect(ImageProperties.orientation(properties) == 1)
            let exif = try #require(properties[kCGImagePropertyExifDictionary as String] as? [String: Any])
            #expect(exif[kCGImagePropertyExifLensModel as String] as? String == ["A", "B"][leading])
            #expect((exif[kCGImagePropertyExifPixelXDimension as String] as? NSNumber)?.intValue == size.width)
            let image = try #require(properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
            #expect(image[kCGImagePropertyTIFFModel as String] as? String == "Phone")
            #expect((image[kCGImagePropertyTIFFOrientation as String] as? NSNumber)?.intValue == 1)
        }
    }

    @Test("Halves are filled without being stretched, and touch; a camera alone fills the photo")
    func halves() throws {
        let photos = [
            0: try Self.photo(400, 200, left: Self.red, right: Self.red),
            1: try Self.photo(400, 200, left: Self.green, right: Self.green),
        ]
        let beside = CameraArrangement(layout: .sideBySide, leading: 1)
        let rows = try Self.rows(
            PhotoComposition(photos: photos, arrangement: beside, format: .jpeg).photoNow()
        )
        #expect(rows.count == 200 && rows.first?.count == 400)
        #expect(rows.allSatisfy { Self.isLike($0[0], Self.green) && Self.isLike($0[190], Self.green) })
        #expect(rows.allSatisfy { Self.isLike($0[210], Self.red) && Self.isLike($0[399], Self.red) })
        let first = photos.filter { $0.key == 0 }
        let alone = try PhotoComposition(photos: first, arrangement: beside, format: .jpeg).photoNow()
        #expect(try Self.rows(alone).joined().allSatisfy { Self.isLike($0, Self.red) })
    }

    @Test("What is no picture makes no photo, and says so")
    func damaged() async throws {
        var photo = try Self.photo(400, 200, left: Self.red, right: Self.green)
        photo.data = Data(photo.data.prefix(40))
        let composition = PhotoComposition(photos: [0: photo], arrangement: CameraArrangement(), format: .jpeg)
        await #expect(throws: PhotoFailure.self) { _ = try await composition.photo() }
    }
}
