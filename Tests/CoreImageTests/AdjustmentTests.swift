import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

@Suite("Filters: colours, blurs, masks, averages")
struct AdjustmentTests {
    static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

    private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, alpha: CGFloat = 1) -> CIImage {
        CIImage(color: CIColor(red: red, green: green, blue: blue, alpha: alpha)).cropped(to: Self.unit)
    }

    private func pixel(_ image: CIImage?) throws -> Pixel { try rendered(try #require(image), Self.unit)[0][0] }

    private func isNear(_ one: Pixel, _ other: Pixel) -> Bool {
        zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    @Test("By its defaults no correction changes a colour, but for gamma")
    func defaults() throws {
        let image = color(0.8, 0.4, 0.2)
        for name in ["CIColorControls", "CIExposureAdjust", "CIHueAdjust", "CIColorMatrix", "CIColorClamp"] {
            #expect(isNear(try pixel(image.applyingFilter(name)), [51, 102, 204, 255]), "\(name)")
        }
        #expect(try pixel(image.applyingFilter("CIGammaAdjust"))[2] > 204)
    }

    @Test("Saturation, brightness and contrast")
    func controls() throws {
        let filter = CIFilter.colorControls()
        filter.inputImage = color(1, 0, 0)
        filter.saturation = 0
        let gray = try pixel(filter.outputImage)
        #expect(isNear(gray, [54, 54, 54, 255]))
        filter.inputImage = color(0.5, 0.5, 0.5)
        filter.brightness = 0.2
        #expect(isNear(try pixel(filter.outputImage), [178, 178, 178, 255]))
        filter.brightness = 0
        filter.contrast = 2
        filter.inputImage = color(0.6, 0.6, 0.6)
        #expect(isNear(try pixel(filter.outputImage), [178, 178, 178, 255]))
    }

    @Test("A stop doubles the light; a power bends it")
    func light() throws {
        let exposure = CIFilter.exposureAdjust()
        exposure.inputImage = color(0.5, 0.25, 0)
        exposure.ev = 1
        // 0.5 is 0.2140 of the light; 0.4281 of it is 0.6858. 0.25 is 0.0508; 0.1016 is 0.3535.
        #expect(isNear(try pixel(exposure.outputImage), [0, 90, 175, 255]))
        let gamma = CIFilter.gammaAdjust()
        gamma.inputImage = color(0.5, 0.5, 0.5)
        gamma.power = 2
        // 0.2140 squared is 0.0458, which is 0.2370.
        #expect(isNear(try pixel(gamma.outputImage), [60, 60, 60, 255]))
    }

    @Test("Numbers without sense give some colour, and end no process")
    func senseless() throws {
        let exposure = CIFilter.exposureAdjust()
        // No light, infinitely often.
        exposure.inputImage = color(0, 0, 0)
        exposure.ev = 1e6
        #expect(try pixel(exposure.outputImage)[3] == 255)
        let controls = CIFilter.colorControls()
        controls.inputImage = color(1, 0.5, 0)
        controls.contrast = .greatestFiniteMagnitude
        controls.brightness = .greatestFiniteMagnitude
        controls.saturation = -.greatestFiniteMagnitude
        #expect(try pixel(controls.outputImage).count == 4)
    }

    @Test("A third of a turn of the hue makes red green; gray stays")
    func hue() throws {
        let filter = CIFilter.hueAdjust()
        filter.angle = 2 * .pi / 3
        filter.inputImage = color(1, 0, 0)
        #expect(isNear(try pixel(filter.outputImage), [0, 255, 0, 255]))
        filter.inputImage = color(0.4, 0.4, 0.4)
        #expect(isNear(try pixel(filter.outputImage), [102, 102, 102, 255]))
    }

    @Test("A matrix exchanges components, and limits keep them")
    func matrix() throws {
        let filter = CIFilter.colorMatrix()
        filter.inputImage = color(1, 0.5, 0)
        filter.rVector = CIVector(x: 0, y: 0, z: 1, w: 0)
        filter.bVector = CIVector(x: 1, y: 0, z: 0, w: 0)
        filter.biasVector = CIVector(x: 0.2, y: 0, z: 0, w: 0)
        #expect(isNear(try pixel(filter.outputImage), [255, 128, 51, 255]))
        let limits = CIFilter.colorClamp()
        limits.inputImage = color(1, 0.5, 0)
        limits.minComponents = CIVector(x: 0, y: 0, z: 0.2, w: 0)
        limits.maxComponents = CIVector(x: 0.8, y: 1, z: 1, w: 1)
        #expect(isNear(try pixel(limits.outputImage), [51, 128, 204, 255]))
    }

    @Test("Colours that are half transparent stay so, and within their alpha")
    func alpha() throws {
        let faint = color(1, 0.5, 0, alpha: 0.5)
        for name in ["CIColorControls", "CIExposureAdjust", "CIColorMonochrome", "CIPhotoEffectNoir"] {
            let result = try pixel(faint.applyingFilter(name))
            #expect(abs(Int(result[3]) - 128) <= 1 && result.prefix(3).allSatisfy { $0 <= result[3] }, "\(name)")
        }
        #expect(isNear(try pixel(faint.applyingFilter("CIColorControls")), [0, 64, 128, 128]))
    }

    @Test("Shades of one colour, and photo effects")
    func effects() throws {
        let filter = CIFilter.colorMonochrome()
        filter.inputImage = color(1, 1, 1)
        filter.color = CIColor(red: 0.2, green: 0.4, blue: 0.6)
        #expect(isNear(try pixel(filter.outputImage), [153, 102, 51, 255]))
        for noir in [CIFilter.photoEffectNoir(), CIFilter.photoEffectTonal()] {
            noir.inputImage = color(0.9, 0.2, 0.1)
            let gray = try pixel(noir.outputImage)
            #expect(gray[0] == gray[1] && gray[1] == gray[2], "\(noir.name)")
        }
        func spread(_ filter: any CIFilter & CIPhotoEffect) throws -> Int {
            filter.inputImage = color(0.6, 0.4, 0.4)
            let result = try pixel(filter.outputImage)
            return Int(result[2]) - Int(result[0])
        }
        #expect(try spread(CIFilter.photoEffectFade()) < 51 && spread(CIFilter.photoEffectChrome()) > 51)
    }

    @Test("A blur spreads a point like a bell curve, keeps the sum, and grows the image")
    func blur() throws {
        let filter = CIFilter.gaussianBlur()
        filter.inputImage = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
        filter.radius = 2
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(x: -6, y: -6, width: 16, height: 16))
        let rows = try rendered(image).map { $0.map { Int($0[3]) } }
        let (sum, whole) = (rows.joined().reduce(0, +), 16 * 255)
        #expect(abs(sum - whole) <= whole / 20)
        #expect(rows == rows.reversed() && rows.allSatisfy { $0 == $0.reversed() })
        let rising = Array(rows[8].prefix(8))
        #expect(rising == rising.sorted() && rising[7] < 200)
        // A part is the same as in the whole.
        let part = try rendered(image, CGRect(x: 0, y: 0, width: 4, height: 4)).map { $0.map { Int($0[3]) } }
        #expect(part == rows[6..<10].map { Array($0[6..<10]) })
    }

    @Test("Without an end nothing gets darker by a blur at the border")
    func blurOfEndless() throws {
        let whole = CGRect(x: 0, y: 0, width: 3, height: 3)
        let image = CIImage(color: .white).cropped(to: whole).clampedToExtent()
            .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 3]).cropped(to: whole)
        let bytes = try rendered(image).joined().joined()
        #expect(bytes.allSatisfy { $0 >= 253 })
    }

    @Test("A mask shows one image where it is white, and the other where it is black")
    func mask() throws {
        let pair = CGRect(x: 0, y: 0, width: 2, height: 1)
        let filter = CIFilter.blendWithMask()
        filter.inputImage = CIImage(color: .red).cropped(to: pair)
        filter.backgroundImage = CIImage(color: .blue).cropped(to: pair)
        #expect(filter.outputImage == nil)
        filter.maskImage = CIImage(cvPixelBuffer: try buffer([[white, [0, 0, 0, 255]]]))
        #expect(try rendered(try #require(filter.outputImage), pair) == [[red, blue]])
        filter.backgroundImage = nil
        #expect(try rendered(try #require(filter.outputImage), pair) == [[red, nothing]])
    }

    @Test("An average is one pixel, of a part or of everything")
    func average() throws {
        let filter = CIFilter.areaAverage()
        filter.inputImage = try corners()
        filter.extent = CGRect(x: 0, y: 0, width: 2, height: 2)
        let image = try #require(filter.outputImage)
        #expect(image.extent == Self.unit)
        #expect(isNear(try pixel(image), [128, 128, 128, 255]))
        filter.extent = CGRect(x: 0, y: 1, width: 2, height: 1)
        #expect(isNear(try pixel(filter.outputImage), [0, 128, 128, 255]))
        var bytes = [UInt8](repeating: 0, count: 4)
        CIContext(options: [.workingColorSpace: NSNull()]).render(
            try #require(filter.outputImage),
            toBitmap: &bytes,
            rowBytes: 4,
            bounds: Self.unit,
            format: .RGBA8,
            colorSpace: nil
        )
        #expect(isNear(bytes, [128, 128, 0, 255]))
        filter.extent = CGRect(x: 5, y: 5, width: 1, height: 1)
        #expect(filter.outputImage?.extent.isEmpty == true)
    }

    @Test("Numbers that are none leave the defaults")
    func noNumbers() throws {
        let image = color(0.8, 0.4, 0.2)
        for (name, key) in [("CIColorControls", kCIInputContrastKey), ("CIExposureAdjust", kCIInputEVKey)] {
            let result = image.applyingFilter(name, parameters: [key: Double.nan])
            #expect(isNear(try pixel(result), [51, 102, 204, 255]), "\(name)")
        }
        #expect(image.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: -1]).extent == image.extent)
    }

    @Test("Options of auxiliary images leave an image and its file as they are")
    func auxiliaryImages() throws {
        let matte = try buffer([[white, red]])
        let image = CIImage(cvImageBuffer: matte, options: [.auxiliaryPortraitEffectsMatte: true])
        #expect(try rendered(image) == [[white, red]])
    }
}
