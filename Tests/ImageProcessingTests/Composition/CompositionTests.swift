import CoreVideo
import Foundation
import FoundationExtras
import SeededRandom
import Testing

@testable import ImageProcessing

@Suite("Pictures of two cameras on one canvas")
struct CompositionTests {
    static let video = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    static let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    static let canvas = PixelDimensions(width: 160, height: 90)

    /// A picture of noise: a sample in a wrong place shows.
    static func noise(_ width: Int, _ height: Int, format: OSType = video, seed: UInt64 = 1) throws -> CVPixelBuffer {
        let buffer = try ReferenceImage.buffer(format, width: width, height: height)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        var numbers = SeededGenerator(seed: seed)
        for plane in 0..<2 {
            let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!.assumingMemoryBound(to: UInt8.self)
            let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            for index in 0..<count { base[index] = UInt8.random(in: 16...235, using: &numbers) }
        }
        return buffer
    }

    /// Two pictures with the places that they come to.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var back = CanvasPlacement(x: 0, y: 0, width: 160, height: 90)
        var front: CanvasPlacement?
        var backSize = PixelDimensions(width: 160, height: 90)
        var frontSize = PixelDimensions(width: 64, height: 36)

        init(_ name: String, front: CanvasPlacement?) {
            testDescription = name
            self.front = front
        }

        init(_ name: String, _ change: (inout Case) -> Void) {
            self.init(name, front: nil)
            change(&self)
        }
    }

    static func place(
        _ x: Int,
        _ y: Int,
        _ width: Int,
        _ height: Int,
        radius: Double = 0,
        border: Int = 0
    ) -> CanvasPlacement {
        CanvasPlacement(x: x, y: y, width: width, height: height, cornerRadius: radius, border: border)
    }

    static let cases: [Case] = [
        Case("copied as it is", front: place(40, 20, 64, 36)),
        Case("half the size", front: place(100, 60, 32, 18)),
        Case("round corners and a line", front: place(100, 60, 48, 26, radius: 6, border: 2)),
        Case("round corners alone", front: place(20, 10, 64, 36, radius: 7.5)),
        Case("a line alone", front: place(20, 10, 64, 36, border: 3)),
        Case("odd place, odd size", front: place(31, 17, 47, 33, radius: 5.5, border: 1)),
        Case("odd place without a line", front: place(31, 17, 48, 32)),
        Case("odd place, not scaled", front: place(31, 17, 64, 36)),
        Case("beyond the upper left", front: place(-20, -13, 64, 36, radius: 8, border: 2)),
        Case("beyond the lower right", front: place(131, 73, 64, 36, radius: 8, border: 2)),
        Case("beyond all borders", front: place(-7, -9, 177, 111, radius: 12, border: 4)),
        Case("outside", front: place(160, 0, 64, 36)),
        Case("one pixel", front: place(80, 45, 1, 1, radius: 3, border: 2)),
        Case("narrower than its corners", front: place(81, 45, 9, 30, radius: 40, border: 2)),
        Case("all line", front: place(60, 40, 10, 8, border: 20)),
        Case("hides everything", front: place(0, 0, 160, 90)),
        Case("hides everything but the corners", front: place(0, 0, 160, 90, radius: 9, border: 2)),
        Case("alone in the middle") {
            $0.back = place(40, 20, 80, 45)
            $0.backSize = PixelDimensions(width: 64, height: 36)
        },
        Case("of another shape") {
            $0.front = place(90, 40, 60, 34, radius: 4, border: 2)
            $0.frontSize = PixelDimensions(width: 64, height: 48)
        },
        Case("side by side") {
            $0.back = place(0, 0, 80, 90)
            $0.front = place(80, 0, 80, 90)
        },
        Case("one above the other") {
            $0.back = place(0, 0, 160, 45)
            $0.front = place(0, 45, 160, 45)
        },
        Case("parted at an odd column") {
            $0.back = place(0, 0, 79, 90)
            $0.front = place(79, 0, 81, 90)
        },
        Case("both shrunken and grown") {
            $0.back = place(0, 0, 160, 90)
            $0.backSize = PixelDimensions(width: 320, height: 180)
            $0.front = place(10, 50, 100, 34, radius: 3, border: 1)
        },
        Case("a ninth of the size") {
            $0.front = place(90, 45, 64, 36, radius: 3, border: 1)
            $0.frontSize = PixelDimensions(width: 576, height: 324)
        },
        Case("less than half the size") {
            $0.front = place(91, 45, 58, 33, radius: 3, border: 1)
            $0.frontSize = PixelDimensions(width: 128, height: 72)
        },
        Case("odd pictures") {
            $0.backSize = PixelDimensions(width: 161, height: 91)
            $0.frontSize = PixelDimensions(width: 63, height: 37)
            $0.front = place(90, 45, 50, 30, radius: 3, border: 1)
        },
        Case("hidden at the upper left") {
            $0.back = place(60, 40, 64, 36)
            $0.backSize = PixelDimensions(width: 64, height: 36)
            $0.front = place(30, 20, 64, 36)
        },
        Case("hidden at the lower right") {
            $0.back = place(30, 20, 64, 36)
            $0.backSize = PixelDimensions(width: 64, height: 36)
            $0.front = place(60, 40, 64, 36)
        },
        Case("partly behind") {
            $0.back = place(30, 20, 64, 36, radius: 6, border: 2)
            $0.backSize = PixelDimensions(width: 64, height: 36)
            $0.front = place(60, 40, 64, 36, radius: 6, border: 2)
        },
    ]

    private static func check(
        _ item: Case,
        _ format: OSType,
        _ composer: ImageComposer,
        isMirrored: (back: Bool, front: Bool) = (false, false)
    ) throws {
        let back = try noise(item.backSize.width, item.backSize.height, format: format)
        let front = try noise(item.frontSize.width, item.frontSize.height, format: format, seed: 2)
        var reference = ReferenceComposer(canvas, format: format)
        try reference.draw(back, item.back, isMirrored: isMirrored.back)
        if let place = item.front { try reference.draw(front, place, isMirrored: isMirrored.front) }
        var layers = [ImageComposer.Layer(back, at: item.back, isMirrored: isMirrored.back)]
        if let place = item.front { layers.append(ImageComposer.Layer(front, at: place, isMirrored: isMirrored.front)) }
        let result = try composer.compose(layers)
        let difference = SamplePlanes(result).firstDifference(from: reference.canvas)
        #expect(difference == nil, "\(item.testDescription), mirrored \(isMirrored): \(difference ?? "")")
    }

    @Test("R-MULTI-8: each sample is what a slow composer makes of it", arguments: cases)
    func exact(item: Case) throws {
        for format in [Self.video, Self.full] {
            try Self.check(item, format, ImageComposer(canvas: Self.canvas, pixelFormat: format))
        }
    }

    @Test("R-PREV-2: so it is with pictures that are mirrored, either or both", arguments: cases)
    func mirrored(item: Case) throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        for isMirrored in [(true, false), (false, true), (true, true)] {
            try Self.check(item, Self.video, composer, isMirrored: isMirrored)
        }
    }

    @Test("R-MULTI-8: so it is in any place, with what was drawn before in the canvas", arguments: 0..<8)
    func exactAnywhere(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        for number in 0..<10 {
            func place() -> CanvasPlacement {
                CanvasPlacement(
                    x: .random(in: -40...150, using: &numbers),
                    y: .random(in: -30...80, using: &numbers),
                    width: .random(in: 1...180, using: &numbers),
                    height: .random(in: 1...100, using: &numbers),
                    cornerRadius: Bool.random(using: &numbers) ? .random(in: 0...20, using: &numbers) : 0,
                    border: Bool.random(using: &numbers) ? .random(in: 0...5, using: &numbers) : 0
                )
            }
            let item = Case("seed \(seed), number \(number)") {
                $0.back = number % 3 == 0 ? place() : $0.back
                $0.front = place()
            }
            try Self.check(
                item,
                Self.video,
                composer,
                isMirrored: (Bool.random(using: &numbers), Bool.random(using: &numbers))
            )
        }
    }

    @Test("R-MULTI-8: so it is with several pictures, mirrored or not, in any places", arguments: 0..<8)
    func several(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        for number in 0..<10 {
            var reference = ReferenceComposer(Self.canvas, format: Self.video)
            let layers = try (0..<Int.random(in: 3...5, using: &numbers)).map { index in
                let place = CanvasPlacement(
                    x: .random(in: -20...130, using: &numbers),
                    y: .random(in: -20...70, using: &numbers),
                    width: .random(in: 1...180, using: &numbers),
                    height: .random(in: 1...100, using: &numbers),
                    cornerRadius: Bool.random(using: &numbers) ? .random(in: 0...20, using: &numbers) : 0,
                    border: Bool.random(using: &numbers) ? .random(in: 0...5, using: &numbers) : 0
                )
                let isBack = index == 0 && number % 2 == 0
                let picture = try Self.noise(
                    isBack ? 160 : 64,
                    isBack ? 90 : 36,
                    seed: UInt64(number * 10 + index)
                )
                let layer = ImageComposer.Layer(
                    picture,
                    at: isBack ? Self.place(0, 0, 160, 90) : place,
                    isMirrored: Bool.random(using: &numbers)
                )
                try reference.draw(picture, layer.place, isMirrored: layer.isMirrored)
                return layer
            }
            let difference = SamplePlanes(try composer.compose(layers)).firstDifference(from: reference.canvas)
            let places = layers.map(\.place)
            #expect(difference == nil, "seed \(seed), number \(number): \(difference ?? ""): \(places)")
        }
    }

    @Test("R-MULTI-8: pictures beside each other cover the canvas that was used before", arguments: [3, 4])
    func columns(count: Int) throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        for round in 0..<3 {
            var reference = ReferenceComposer(Self.canvas, format: Self.video)
            let layers = try (0..<count).map { index in
                let (left, right) = (index * 160 / count, (index + 1) * 160 / count)
                let picture = try Self.noise(70, 40, seed: UInt64(round * 10 + index))
                let place = Self.place(left, 0, right - left, 90)
                try reference.draw(picture, place)
                return ImageComposer.Layer(picture, at: place)
            }
            #expect(SamplePlanes(try composer.compose(layers)).firstDifference(from: reference.canvas) == nil)
        }
    }

    @Test("R-MULTI-8: a picture alone that fills the canvas is the result, without a copy")
    func alone() throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        let picture = try Self.noise(160, 90)
        let whole = ImageComposer.Layer(picture, at: Self.place(0, 0, 160, 90))
        #expect(try composer.compose([whole]) === picture)
        let beyond = ImageComposer.Layer(picture, at: Self.place(200, 0, 160, 90))
        #expect(try composer.compose([beyond, whole, beyond]) === picture)
        #expect(try composer.compose([ImageComposer.Layer(picture, at: Self.place(9, 9, 50, 50)), whole]) === picture)
        let lined = ImageComposer.Layer(picture, at: Self.place(0, 0, 160, 90, border: 1))
        #expect(try composer.compose([lined]) !== picture)
        let mirrored = ImageComposer.Layer(picture, at: Self.place(0, 0, 160, 90), isMirrored: true)
        #expect(try composer.compose([mirrored]) !== picture)
    }

    @Test("R-MULTI-8: without pictures the canvas is black")
    func black() throws {
        for (format, luma) in [(Self.video, 16), (Self.full, 0)] {
            let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: format)
            let result = SamplePlanes(try composer.compose([]))
            #expect(result == SamplePlanes(width: 160, height: 90, luma: UInt8(luma)))
        }
    }

    @Test("R-MULTI-8: pictures in other formats are converted", arguments: ReferenceFormat.all)
    func otherFormats(format: ReferenceFormat) throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        let back = try Self.noise(160, 90)
        let front = try ReferenceImage.make(format, width: 64, height: 36)
        let place = Self.place(60, 30, 64, 36)
        var reference = ReferenceComposer(Self.canvas, format: Self.video)
        try reference.draw(back, Self.place(0, 0, 160, 90))
        try reference.draw(PixelTransformer(pixelFormat: Self.video).transform(front), place)
        let result = try composer.compose([
            ImageComposer.Layer(back, at: Self.place(0, 0, 160, 90)),
            ImageComposer.Layer(front, at: place),
        ])
        #expect(SamplePlanes(result).firstDifference(from: reference.canvas) == nil)
    }

    @Test("A canvas is used again as soon as nobody holds it, and never before")
    func reuse() throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        let back = ImageComposer.Layer(try Self.noise(160, 90), at: Self.place(0, 0, 160, 90))
        let front = ImageComposer.Layer(try Self.noise(64, 36), at: Self.place(60, 30, 64, 36))
        let first = ObjectIdentifier(try composer.compose([back, front]))
        let held = try composer.compose([back, front])
        #expect(ObjectIdentifier(held) == first)
        let other = try composer.compose([back, front])
        #expect(other !== held)
    }

    @Test("The canvas has the attachments of the picture behind, and its own matrix")
    func attachments() throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video, matrix: .bt709)
        for matrix in [YCbCrMatrix.bt709, .bt601] {
            let back = try Self.noise(160, 90)
            CVBufferSetAttachment(back, kCVImageBufferYCbCrMatrixKey, matrix.attachment, .shouldPropagate)
            let primaries = kCVImageBufferColorPrimaries_P3_D65
            CVBufferSetAttachment(back, kCVImageBufferColorPrimariesKey, primaries, .shouldPropagate)
            let front = try Self.noise(64, 36)
            CVBufferSetAttachment(front, kCVImageBufferYCbCrMatrixKey, YCbCrMatrix.bt601.attachment, .shouldPropagate)
            let result = try composer.compose([
                ImageComposer.Layer(back, at: Self.place(0, 0, 160, 90)),
                ImageComposer.Layer(front, at: Self.place(60, 30, 64, 36)),
            ])
            #expect(YCbCrMatrix(attachmentOf: result) == .bt709)
            let found = CVBufferCopyAttachment(result, kCVImageBufferColorPrimariesKey, nil) as? CFString
            #expect(found == primaries)
        }
    }

    @Test("What cannot be a canvas is refused")
    func refusals() throws {
        #expect(throws: PixelTransformError.unsupportedPixelFormat(kCVPixelFormatType_32BGRA)) {
            try ImageComposer(canvas: Self.canvas, pixelFormat: kCVPixelFormatType_32BGRA)
        }
        for size in [(0, 2), (3, 2), (2, 3), (32768, 2)] {
            let canvas = PixelDimensions(width: size.0, height: size.1)
            #expect(throws: PixelTransformError.invalidDimensions(canvas)) {
                try ImageComposer(canvas: canvas, pixelFormat: Self.video)
            }
        }
    }

    @Test("A picture that cannot be read is refused, and the next one is drawn")
    func unreadable() throws {
        let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
        let strange = try ReferenceImage.buffer(kCVPixelFormatType_16Gray, width: 64, height: 36)
        let back = ImageComposer.Layer(try Self.noise(160, 90), at: Self.place(0, 0, 160, 90))
        #expect(throws: PixelTransformError.unsupportedPixelFormat(kCVPixelFormatType_16Gray)) {
            try composer.compose([back, ImageComposer.Layer(strange, at: Self.place(0, 0, 64, 36))])
        }
        try Self.check(Self.cases[2], Self.video, composer)
    }

    @Test("Not a byte beyond a picture's last row is read")
    func staysInside() throws {
        for (width, height) in [(64, 36), (63, 37), (2, 2), (1, 1)] {
            let picture = try Self.noise(width, height)
            let half = (width + 1) / 2 * 2
            let (guarded, planes) = try GuardedMemory.copy(of: picture, .nv12Video, rowBytes: [width, half])
            let composer = try ImageComposer(canvas: Self.canvas, pixelFormat: Self.video)
            let back = ImageComposer.Layer(try Self.noise(160, 90), at: Self.place(0, 0, 160, 90))
            for place in [
                Self.place(90, 50, 64, 36, radius: 5, border: 2), Self.place(-3, 71, 31, 45), Self.place(1, 1, 150, 80),
            ] {
                let found = try composer.compose([back, ImageComposer.Layer(guarded, at: place)])
                let expected = try composer.compose([back, ImageComposer.Layer(picture, at: place)])
                #expect(SamplePlanes(found) == SamplePlanes(expected))
            }
            withExtendedLifetime(planes) {}
        }
    }
}
