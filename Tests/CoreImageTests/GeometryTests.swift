import CoreImage
import Foundation
import Testing

@Suite("Images are recipes, whose origin is the lower left corner")
struct GeometryTests {
    @Test("An image of a pixel buffer begins at the origin, and knows the buffer")
    func made() throws {
        let pixelBuffer = try buffer([[red, green], [blue, white]])
        let image = CIImage(cvPixelBuffer: pixelBuffer)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(image.pixelBuffer === pixelBuffer)
        #expect(image.cgImage == nil && image.url == nil)
        #expect(try rendered(image) == [[red, green], [blue, white]])
        let moved = image.transformed(by: CGAffineTransform(translationX: 3, y: -1))
        #expect(moved.extent == CGRect(x: 3, y: -1, width: 2, height: 2))
        #expect(moved.pixelBuffer == nil)
        #expect(try rendered(moved) == [[red, green], [blue, white]])
    }

    @Test("What is in the buffer when an image is rendered is what counts")
    func lazy() throws {
        let pixelBuffer = try buffer([[red]])
        let image = CIImage(cvPixelBuffer: pixelBuffer).applyingFilter("CIColorInvert")
        CIContext().render(CIImage(color: .blue), to: pixelBuffer)
        #expect(try rendered(image) == [[[0, 255, 255, 255]]])
    }

    @Test("A crop stays where it is; a rectangle beyond the borders, or none at all, leaves what there is")
    func cropped() throws {
        let image = try corners()
        let upperRight = image.cropped(to: CGRect(x: 1, y: 1, width: 10, height: 10))
        #expect(upperRight.extent == CGRect(x: 1, y: 1, width: 1, height: 1))
        #expect(try rendered(upperRight) == [[green]])
        #expect(image.cropped(to: .infinite).extent == image.extent)
        for rect in [CGRect(x: 5, y: 5, width: 1, height: 1), .null, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)]
        {
            let empty = image.cropped(to: rect)
            #expect(empty.extent.isEmpty)
            #expect(CIContext().createCGImage(empty, from: CGRect(x: 0, y: 0, width: 2, height: 2)) == nil)
        }
    }

    @Test("Scaling by whole numbers without interpolation repeats pixels; transforms one after another are one")
    func scaled() throws {
        let image = try corners().samplingNearest()
            .transformed(by: CGAffineTransform(scaleX: 4, y: 2))
            .transformed(by: CGAffineTransform(scaleX: 0.5, y: 1))
        #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 4))
        let upper = [red, red, green, green]
        let lower = [blue, blue, white, white]
        #expect(try rendered(image) == [upper, upper, lower, lower])
    }

    /// What each orientation makes of the corners.
    static let orientations: [(CGImagePropertyOrientation, [[Pixel]])] = [
        (.up, [[red, green], [blue, white]]), (.upMirrored, [[green, red], [white, blue]]),
        (.down, [[white, blue], [green, red]]), (.downMirrored, [[blue, white], [red, green]]),
        (.leftMirrored, [[red, blue], [green, white]]), (.right, [[blue, red], [white, green]]),
        (.rightMirrored, [[white, green], [blue, red]]), (.left, [[green, white], [red, blue]]),
    ]

    @Test("Each orientation is turned upright", arguments: orientations)
    func oriented(_ orientation: CGImagePropertyOrientation, _ upright: [[Pixel]]) throws {
        #expect(try rendered(try corners().oriented(orientation)) == upright)
        #expect(try rendered(try corners().oriented(forExifOrientation: Int32(orientation.rawValue))) == upright)
    }

    @Test("A turned image has the same lower left corner, and exchanged sides")
    func orientedExtent() {
        let wide = CIImage(color: .red).cropped(to: CGRect(x: 5, y: 7, width: 4, height: 2))
        #expect(wide.oriented(.right).extent == CGRect(x: 5, y: 7, width: 2, height: 4))
        #expect(wide.oriented(forExifOrientation: 9).extent == wide.extent)
        #expect(CIImage(color: .red).oriented(.right).extent.isInfinite)
    }

    @Test("An image over another covers it; the extent is that of both")
    func composited() throws {
        let small = CIImage(color: .red).cropped(to: CGRect(x: 2, y: 0, width: 1, height: 1))
        let image = small.composited(over: try corners())
        #expect(image.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(try rendered(image) == [[red, green, nothing], [blue, white, red]])
        #expect(CIImage.empty().composited(over: small).extent == small.extent)
        #expect(small.composited(over: .empty()).extent == small.extent)
        #expect(small.composited(over: CIImage(color: .white)).extent.isInfinite)
        let half = CIImage(color: CIColor(red: 1, green: 1, blue: 1, alpha: 0.5))
        let gray = try rendered(half.composited(over: CIImage(color: .black)), CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(abs(Int(gray[0][0][0]) - 128) <= 1 && gray[0][0][3] == 255)
    }

    @Test("A clamped image has no end: its border goes on")
    func clamped() throws {
        let image = try corners().clampedToExtent()
        #expect(image.extent.isInfinite)
        let around = try rendered(image, CGRect(x: -1, y: -1, width: 4, height: 4))
        let (upper, lower) = ([red, red, green, green], [blue, blue, white, white])
        #expect(around == [upper, upper, lower, lower])
        #expect(try rendered(image, CGRect(x: 100, y: 50, width: 2, height: 1)) == [[green, green]])
        #expect(try rendered(image, CGRect(x: -9, y: -9, width: 1, height: 2)) == [[blue], [blue]])
        let column = try corners().clamped(to: CGRect(x: 1, y: 0, width: 1, height: 2))
        #expect(try rendered(column, CGRect(x: -1, y: 0, width: 2, height: 2)) == [[green, green], [white, white]])
    }

    @Test("Transforms that leave nothing, or are none, leave nothing; and nothing ends the process")
    func wildNumbers() throws {
        let image = try corners()
        let wild: [CGFloat] = [0, .nan, .infinity, .leastNonzeroMagnitude, 1e300, -1e308]
        for number in wild {
            let moved = image.transformed(by: CGAffineTransform(scaleX: number, y: 1))
                .transformed(by: CGAffineTransform(translationX: number, y: number)).clampedToExtent()
                .applyingFilter("CISepiaTone")
            _ = CIContext().createCGImage(moved, from: CGRect(x: 0, y: 0, width: 3, height: 3))
            let buffer = try emptyBuffer(2, 2)
            let bounds = CGRect(x: number, y: 0, width: 1, height: number)
            CIContext().render(moved, to: buffer, bounds: bounds, colorSpace: nil)
        }
    }
}
