import CoreImage
import Foundation
import Testing

@Suite("Rendering images")
struct RenderingTests {
    @Test("A part of an image is cut off at its borders; what has no end, or too many pixels, gives nil")
    func limits() throws {
        let context = CIContext()
        let image = try corners()
        #expect(try rendered(image, CGRect(x: 1, y: -5, width: 9, height: 6)) == [[white]])
        #expect(context.createCGImage(image, from: CGRect(x: 5, y: 5, width: 1, height: 1)) == nil)
        let endless = CIImage(color: .red)
        #expect(context.createCGImage(endless, from: endless.extent) == nil)
        #expect(context.createCGImage(endless, from: CGRect(x: 0, y: 0, width: 40000, height: 1)) == nil)
        #expect(context.createCGImage(endless, from: CGRect(x: 0, y: 0, width: 30000, height: 30000)) == nil)
        #expect(try rendered(endless, CGRect(x: -7, y: 9, width: 2, height: 1)) == [[red, red]])
    }

    @Test("Each format has its samples where it says")
    func samples() throws {
        let context = CIContext()
        let orange = CIImage(color: CIColor(red: 1, green: 0.6, blue: 0.2))
        let expected: [(CIFormat, [UInt8])] = [
            (.BGRA8, [51, 153, 255, 255]), (.RGBA8, [255, 153, 51, 255]), (.ARGB8, [255, 255, 153, 51]),
            (.ABGR8, [255, 51, 153, 255]),
        ]
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        for (format, bytes) in expected {
            let made = context.createCGImage(orange, from: unit, format: format, colorSpace: nil)
            #expect(try #require(made?.dataProvider?.data as Data?).prefix(4) == Data(bytes))
            var memory = [UInt8](repeating: 7, count: 8)
            context.render(orange, toBitmap: &memory, rowBytes: 8, bounds: unit, format: format, colorSpace: nil)
            #expect(memory == bytes + [7, 7, 7, 7])
        }
        let gray = context.createCGImage(CIImage(color: .white), from: unit, format: .L8, colorSpace: nil)
        #expect(gray?.bitsPerPixel == 8 && (gray?.dataProvider?.data as Data?)?.first == 255)
        let space = CGColorSpaceCreateDeviceGray()
        #expect(context.createCGImage(orange, from: unit, format: .RGBA8, colorSpace: space) == nil)
    }

    @Test("A part of an image in memory is upright, and what was there is gone")
    func memory() throws {
        var memory = [UInt8](repeating: 7, count: 32)
        let part = CGRect(x: 0, y: 0, width: 2, height: 3)
        CIContext().render(
            try corners(),
            toBitmap: &memory,
            rowBytes: 8,
            bounds: part,
            format: .BGRA8,
            colorSpace: nil
        )
        let image = [nothing, nothing, red, green, blue, white].flatMap { $0 }
        #expect(memory.prefix(24) == image[...])
        #expect(memory.suffix(8).allSatisfy { $0 == 7 })
    }

    @Test("A rendered buffer has the image at its lower left corner, and nothing else")
    func buffers() throws {
        let target = try buffer([[white, white, white], [white, white, white], [white, white, white]])
        CIContext().render(try corners(), to: target)
        let row = [nothing, nothing, nothing]
        #expect(try pixels(target) == [row, [red, green, nothing], [blue, white, nothing]])
    }

    @Test("Only the bounds of a buffer change")
    func bounds() throws {
        let target = try buffer([[white, white], [white, white]])
        let bounds = CGRect(x: 1, y: 0, width: 5, height: 1)
        CIContext().render(CIImage(color: .red), to: target, bounds: bounds, colorSpace: nil)
        #expect(try pixels(target) == [[white, white], [white, red]])
    }

    @Test("An image may be rendered into the buffer that it is made of", arguments: [true, false])
    func inPlace(isWhole: Bool) throws {
        let target = try buffer([[red, green], [blue, white]])
        let mirrored = CIImage(cvPixelBuffer: target).oriented(.upMirrored)
        let bounds = CGRect(x: 0, y: 0, width: 2, height: isWhole ? 2 : 1)
        CIContext().render(mirrored, to: target, bounds: bounds, colorSpace: nil)
        #expect(try pixels(target) == [isWhole ? [green, red] : [red, green], [white, blue]])
    }

    static let formats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_32RGBA, kCVPixelFormatType_24RGB,
    ]

    @Test("Buffers of cameras' formats are written and read", arguments: formats)
    func cameraFormats(_ format: OSType) throws {
        let context = CIContext()
        let target = try emptyBuffer(16, 16, format)
        let left = CIImage(color: .green).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 16))
        context.render(left.composited(over: CIImage(color: .blue)), to: target)
        let upper = CGRect(x: 0, y: 8, width: 16, height: 8)
        context.render(CIImage(color: .red), to: target, bounds: upper, colorSpace: nil)
        let result = try rendered(CIImage(cvPixelBuffer: target))
        for (row, column, expected) in [(2, 2, red), (2, 13, red), (13, 2, green), (13, 13, blue)] {
            let distances = zip(result[row][column], expected).map { abs(Int($0) - Int($1)) }
            // What is left of the first picture has been of the format twice, with eight bits for less than the whole range.
            #expect(distances.allSatisfy { $0 <= 8 }, "\(row) \(column): \(result[row][column])")
        }
    }

    @Test("A buffer without pixels for people can be made an image of, and not rendered")
    func unreadable() throws {
        let depth = CIImage(cvPixelBuffer: try emptyBuffer(4, 4, kCVPixelFormatType_DepthFloat32))
        #expect(depth.extent.width == 4)
        #expect(CIContext().createCGImage(depth, from: depth.extent) == nil)
        let target = try buffer([[red]])
        CIContext().render(CIImage(color: .red), to: try emptyBuffer(4, 4, kCVPixelFormatType_DepthFloat32))
        CIContext().render(CIImage(color: .green), to: target)
        #expect(try pixels(target) == [[green]])
    }

    @Test("Several threads render with one context")
    func threads() async throws {
        let context = CIContext(options: [.highQualityDownsample: true, .workingColorSpace: NSNull()])
        let image = try corners().applyingFilter("CIColorInvert")
        let results = await withTaskGroup(of: CGImage?.self, returning: [CGImage?].self) { group in
            for _ in 0..<8 { group.addTask { context.createCGImage(image, from: image.extent) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let opposite: [[Pixel]] = [
            [[255, 255, 0, 255], [255, 0, 255, 255]], [[0, 255, 255, 255], [0, 0, 0, 255]],
        ]
        for result in results { #expect(try pixels(result) == opposite) }
    }
}
