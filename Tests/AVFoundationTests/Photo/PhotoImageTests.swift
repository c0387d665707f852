import AVFoundation
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Photos as images")
    struct PhotoImageTests {
        /// A photo in a format, with a preview.
        private func photo(_ format: [String: Any], angle: CGFloat = 90) throws -> AVCapturePhoto {
            let fixture = try PhotoFixture(Fixture(scene: MovingScene()))
            try fixture.connection.videoRotationAngle = angle
            let settings = AVCapturePhotoSettings(format: format)
            settings.previewPhotoFormat = [
                kCVPixelBufferPixelFormatTypeKey as String: settings.availablePreviewPhotoPixelFormatTypes[0],
                kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 180,
            ]
            return try #require(fixture.take(settings).photos.first)
        }

        /// The mean of red, green and blue over a quarter of an image.
        private func mean(_ image: CGImage, _ quarter: Int) throws -> [Double] {
            let (width, height) = (image.width / 2, image.height / 2)
            let part = CGRect(x: quarter % 2 * width, y: quarter / 2 * height, width: width, height: height)
            let context = CGContext(
                data: nil,
                width: 1,
                height: 1,
                bitsPerComponent: 8,
                bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
            )
            context?.draw(try #require(image.cropping(to: part)), in: CGRect(x: 0, y: 0, width: 1, height: 1))
            let bytes = try #require(context?.data)
            return (0..<3).map { Double(bytes.load(fromByteOffset: $0, as: UInt8.self)) }
        }

        @Test("R-PHOTO-1: an image is what the sensor gave, unturned, whatever the photo's format is")
        func images() throws {
            let formats: [[String: Any]] = [
                [AVVideoCodecKey: AVVideoCodecType.jpeg], [AVVideoCodecKey: AVVideoCodecType.hevc],
                [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA],
            ]
            var means: [[[Double]]] = []
            for format in formats {
                let photo = try photo(format)
                let image = try #require(photo.cgImageRepresentation())
                let size = photo.resolvedSettings.photoDimensions
                #expect(image.width == Int(size.width) && image.height == Int(size.height))
                means.append(try (0..<4).map { try mean(image, $0) })
            }
            for quarter in 0..<4 {
                for channel in 0..<3 {
                    #expect(abs(means[0][quarter][channel] - means[1][quarter][channel]) < 12)
                    #expect(abs(means[0][quarter][channel] - means[2][quarter][channel]) < 12)
                }
            }
        }

        @Test("R-PHOTO-1: a preview is an image if one was asked for")
        func previews() throws {
            let photo = try photo([AVVideoCodecKey: AVVideoCodecType.jpeg])
            let preview = try #require(photo.previewCGImageRepresentation())
            let pixels = try #require(photo.previewPixelBuffer)
            #expect(preview.width == CVPixelBufferGetWidth(pixels) && preview.height == CVPixelBufferGetHeight(pixels))
            let fixture = try PhotoFixture()
            #expect(try #require(fixture.take().photos.first).previewCGImageRepresentation() == nil)
        }
    }
}
