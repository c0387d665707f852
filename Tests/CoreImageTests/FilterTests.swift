import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

@Suite("Filters")
struct FilterTests {
    static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// The one pixel of a plain colour after a filter.
    private func pixel(_ color: CIColor, _ filter: String, _ parameters: [String: Any] = [:]) throws -> Pixel {
        let image = CIImage(color: color).cropped(to: Self.unit)
        return try rendered(image.applyingFilter(filter, parameters: parameters))[0][0]
    }

    @Test("A name of no filter gives nil, and leaves an image as it is")
    func unknown() throws {
        #expect(CIFilter(name: "CICrystallize") == nil && CIFilter(name: "") == nil)
        #expect(try rendered(try corners().applyingFilter("CINoSuchFilter")) == [[red, green], [blue, white]])
        let names = CIFilter.filterNames(inCategory: nil)
        #expect(names.allSatisfy { CIFilter(name: $0)?.name == $0 } && names.contains("CICrop"))
        #expect(CIFilter.filterNames(inCategory: kCICategoryBuiltIn) == names)
        #expect(
            CIFilter.filterNames(inCategory: kCICategoryGenerator) == [
                "CICode128BarcodeGenerator", "CIConstantColorGenerator", "CIQRCodeGenerator",
            ]
        )
    }

    @Test("Parameters have defaults; without its image a filter makes nothing")
    func parameters() throws {
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        #expect(filter.inputKeys == [kCIInputImageKey, kCIInputIntensityKey])
        #expect(filter.outputKeys == [kCIOutputImageKey])
        #expect((filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 1)
        #expect(filter.outputImage == nil && filter.value(forKey: kCIOutputImageKey) == nil)
        filter.setValue(0.25, forKey: kCIInputIntensityKey)
        filter.setDefaults()
        #expect((filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 1)
        filter.setValue(try corners(), forKey: kCIInputImageKey)
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
        filter.setValue(nil, forKey: kCIInputImageKey)
        #expect(filter.outputImage == nil)
    }

    @Test("A key of no parameter ends the process")
    func undefinedKey() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            CIFilter(name: "CICrop")?.setValue(1, forKey: "inputSaturation")
        }
    }

    @Test("Colours: gray, opposite, brown")
    func colors() throws {
        let gray = try pixel(.green, "CIPhotoEffectMono")
        #expect(gray[0] == gray[1] && gray[1] == gray[2] && abs(Int(gray[0]) - 150) <= 1 && gray[3] == 255)
        #expect(try pixel(CIColor(red: 1, green: 0.6, blue: 0), "CIColorInvert") == [255, 102, 0, 255])
        let brown = try pixel(.gray, "CISepiaTone")
        #expect(brown[2] > brown[1] && brown[1] > brown[0] && brown[3] == 255)
        let plain = try pixel(.gray, "CISepiaTone", [kCIInputIntensityKey: 0])
        #expect(plain[0] == plain[2])
        let between = try pixel(.gray, "CISepiaTone", [kCIInputIntensityKey: 0.5])
        #expect(between[2] > plain[2] && between[2] < brown[2])
    }

    @Test("Colours of what is half transparent stay within its alpha")
    func alpha() throws {
        let faint = CIColor(red: 1, green: 1, blue: 1, alpha: 0.5)
        for filter in ["CIPhotoEffectMono", "CIColorInvert", "CISepiaTone"] {
            let result = try pixel(faint, filter)
            #expect(abs(Int(result[3]) - 128) <= 1 && result.prefix(3).allSatisfy { $0 <= result[3] }, "\(filter)")
        }
        #expect(try pixel(faint, "CIColorInvert").prefix(3) == [0, 0, 0])
    }

    @Test("Geometry: transform, crop, size, clamp")
    func geometry() throws {
        let image = try corners()
        let moved = image.applyingFilter(
            "CIAffineTransform",
            parameters: [kCIInputTransformKey: CGAffineTransform(translationX: 1, y: 1)]
        )
        #expect(moved.extent.origin == CGPoint(x: 1, y: 1))
        let crop = ["inputRectangle": CIVector(x: 0, y: 0, z: 1, w: 1)]
        #expect(try rendered(image.applyingFilter("CICrop", parameters: crop)) == [[blue]])
        let scale = CIFilter.lanczosScaleTransform()
        scale.inputImage = image.clampedToExtent().cropped(to: CGRect(x: 0, y: 0, width: 40, height: 20))
        scale.scale = 0.5
        scale.aspectRatio = 2
        #expect(scale.outputImage?.extent == CGRect(x: 0, y: 0, width: 40, height: 10))
        let clamp = CIFilter.affineClamp()
        clamp.inputImage = image
        #expect(clamp.outputImage?.extent.isInfinite == true)
    }

    @Test("Plain colours have no end, and defaults")
    func generator() throws {
        let filter = try #require(CIFilter(name: "CIConstantColorGenerator"))
        let image = try #require(filter.outputImage)
        #expect(image.extent.isInfinite)
        #expect(try rendered(image, Self.unit) == [[red]])
        filter.setValue(CIColor.blue, forKey: kCIInputColorKey)
        #expect(try rendered(try #require(filter.outputImage), Self.unit) == [[blue]])
    }

    @Test("Blend modes do what they are called, with what lies below them alone")
    func blending() throws {
        let (yellow, gray) = (CIImage(color: .yellow), CIImage(color: .cyan))
        let expected: [(any CIFilter & CICompositeOperation, Pixel)] = [
            (CIFilter.multiplyBlendMode(), [0, 255, 0, 255]), (CIFilter.screenBlendMode(), white),
            (CIFilter.darkenBlendMode(), [0, 255, 0, 255]), (CIFilter.lightenBlendMode(), white),
            (CIFilter.differenceBlendMode(), [255, 0, 255, 255]), (CIFilter.additionCompositing(), white),
            (CIFilter.sourceOverCompositing(), [0, 255, 255, 255]),
        ]
        for (filter, result) in expected {
            filter.inputImage = yellow.cropped(to: Self.unit)
            filter.backgroundImage = gray.cropped(to: Self.unit)
            let image = try #require(filter.outputImage).composited(over: CIImage(color: .red))
            #expect(try rendered(image, Self.unit) == [[result]], "\(filter.name)")
        }
    }

    @Test("An image atop another is where that one is")
    func atop() throws {
        let filter = CIFilter.sourceAtopCompositing()
        filter.inputImage = CIImage(color: .red)
        filter.backgroundImage = CIImage(color: .blue).cropped(to: Self.unit)
        let image = try #require(filter.outputImage)
        #expect(image.extent == Self.unit)
        #expect(try rendered(image) == [[red]])
        filter.backgroundImage = .empty()
        #expect(filter.outputImage?.extent.isEmpty == true)
    }
}
