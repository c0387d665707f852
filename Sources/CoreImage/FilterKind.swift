import BarcodeDetection
import CoreGraphics
import Foundation

/// What a filter is: its parameters, and what it does with them.
struct FilterKind: Sendable {
    /// A filter's values by their keys.
    struct Values {
        var all: [String: Any]

        func image(_ key: String = kCIInputImageKey) -> ImageRecipe? { (all[key] as? CIImage)?.recipe }

        /// A number; nil for what is none.
        func number(_ key: String) -> CGFloat? {
            switch all[key] {
            case let number as CGFloat: number
            case let number as Double: CGFloat(number)
            case let number as Float: CGFloat(number)
            case let number as NSNumber: CGFloat(number.doubleValue)
            default: nil
            }
        }

        func transform() -> CGAffineTransform {
            all[kCIInputTransformKey] as? CGAffineTransform ?? .identity
        }

        /// A number that is one; what is no number, or has no end, is the other.
        func finite(_ key: String, _ other: CGFloat) -> Float {
            let value = Float(number(key) ?? other)
            return value.isFinite ? value : Float(other)
        }

        /// Four components of a vector or a colour; the other ones if one has no end.
        func components(_ key: String, _ other: SIMD4<Float>) -> SIMD4<Float> {
            let all =
                switch all[key] {
                case let vector as CIVector: [vector.x, vector.y, vector.z, vector.w]
                case let color as CIColor: [color.red, color.green, color.blue, color.alpha]
                default: [CGFloat]()
                }
            return all.count == 4 && all.allSatisfy(\.isFinite) ? SIMD4(all.map(Float.init)) : other
        }

        func rectangle(_ key: String) -> CGRect {
            (all[key] as? CIVector)?.cgRectValue ?? all[key] as? CGRect ?? .infinite
        }
    }

    let name: String
    let category: String
    /// Keys of its parameters.
    let inputs: [String]
    /// What parameters are that nobody has set.
    let defaults: @Sendable () -> [String: Any]
    /// nil without the images that are needed.
    let apply: @Sendable (Values) -> ImageRecipe?

    init(
        _ name: String,
        _ category: String,
        _ inputs: [String],
        defaults: @escaping @Sendable () -> [String: Any],
        apply: @escaping @Sendable (Values) -> ImageRecipe?
    ) {
        self.name = name
        self.category = category
        self.inputs = inputs
        self.defaults = defaults
        self.apply = apply
    }

    init(
        _ name: String,
        _ category: String,
        _ inputs: [String],
        apply: @escaping @Sendable (Values) -> ImageRecipe?
    ) {
        self.init(name, category, inputs, defaults: { [:] }, apply: apply)
    }

    /// All filters, by name.
    static let all = Dictionary(
        uniqueKeysWithValues: (geometry + colors + adjustments + others + codes + compositions).map { ($0.name, $0) }
    )

    private static let geometry: [FilterKind] = [
        FilterKind("CIAffineTransform", kCICategoryGeometryAdjustment, [kCIInputImageKey, kCIInputTransformKey]) {
            $0.image()?.transformed($0.transform())
        },
        FilterKind("CIAffineClamp", kCICategoryTileEffect, [kCIInputImageKey, kCIInputTransformKey]) { values in
            let moved = values.image()?.transformed(values.transform())
            return moved.map { $0.clamped($0.extent) }
        },
        FilterKind("CICrop", kCICategoryGeometryAdjustment, [kCIInputImageKey, "inputRectangle"]) {
            $0.image()?.cropped($0.rectangle("inputRectangle"))
        },
        FilterKind(
            "CILanczosScaleTransform",
            kCICategoryGeometryAdjustment,
            [kCIInputImageKey, kCIInputScaleKey, kCIInputAspectRatioKey],
            defaults: { [kCIInputScaleKey: NSNumber(value: 1), kCIInputAspectRatioKey: NSNumber(value: 1)] }
        ) { values in
            let (scale, ratio) = (values.number(kCIInputScaleKey) ?? 1, values.number(kCIInputAspectRatioKey) ?? 1)
            return values.image()?.sampled(.high).transformed(CGAffineTransform(scaleX: scale * ratio, y: scale))
        },
        FilterKind(
            "CIConstantColorGenerator",
            kCICategoryGenerator,
            [kCIInputColorKey],
            defaults: { [kCIInputColorKey: CIColor.red] }
        ) { values in
            (values.all[kCIInputColorKey] as? CIColor).map { ImageRecipe.color($0.color) }
        },
    ]

    private static let colors: [FilterKind] = [
        FilterKind("CIPhotoEffectMono", kCICategoryColorEffect, [kCIInputImageKey]) { $0.image()?.colored(.gray) },
        FilterKind("CIColorInvert", kCICategoryColorEffect, [kCIInputImageKey]) { $0.image()?.colored(.inverted) },
        FilterKind(
            "CISepiaTone",
            kCICategoryColorEffect,
            [kCIInputImageKey, kCIInputIntensityKey],
            defaults: { [kCIInputIntensityKey: NSNumber(value: 1)] }
        ) { values in
            let intensity = values.number(kCIInputIntensityKey).flatMap { $0.isFinite ? $0 : nil } ?? 1
            return values.image()?.colored(.sepia(Double(intensity)))
        },
    ]

    private static let modes: [(String, CGBlendMode)] = [
        ("CISourceOverCompositing", .normal), ("CISourceAtopCompositing", .sourceAtop),
        ("CIAdditionCompositing", .plusLighter), ("CIMultiplyBlendMode", .multiply), ("CIScreenBlendMode", .screen),
        ("CIOverlayBlendMode", .overlay), ("CIDarkenBlendMode", .darken), ("CILightenBlendMode", .lighten),
        ("CIColorDodgeBlendMode", .colorDodge), ("CIColorBurnBlendMode", .colorBurn),
        ("CISoftLightBlendMode", .softLight), ("CIHardLightBlendMode", .hardLight),
        ("CIDifferenceBlendMode", .difference), ("CIExclusionBlendMode", .exclusion), ("CIHueBlendMode", .hue),
        ("CISaturationBlendMode", .saturation), ("CIColorBlendMode", .color), ("CILuminosityBlendMode", .luminosity),
    ]

    private static let compositions: [FilterKind] = modes.map { name, mode in
        FilterKind(name, kCICategoryCompositeOperation, [kCIInputImageKey, kCIInputBackgroundImageKey]) { values in
            guard let image = values.image() else { return nil }
            return values.image(kCIInputBackgroundImageKey).map { image.composited(over: $0, mode) } ?? image
        }
    }
}

extension FilterKind {
    /// Filters of colours, by a matrix or a curve, whose parameters have the defaults that Apple documents.
    static let adjustments: [FilterKind] = [
        FilterKind(
            "CIColorControls",
            kCICategoryColorAdjustment,
            [kCIInputImageKey, kCIInputSaturationKey, kCIInputBrightnessKey, kCIInputContrastKey],
            defaults: { numbers([kCIInputSaturationKey: 1, kCIInputBrightnessKey: 0, kCIInputContrastKey: 1]) }
        ) { values in
            let matrix = ColorMatrix.saturation(values.finite(kCIInputSaturationKey, 1)).withContrast(
                values.finite(kCIInputContrastKey, 1),
                brightness: values.finite(kCIInputBrightnessKey, 0)
            )
            return values.image()?.colored(.matrix(matrix))
        },
        FilterKind(
            "CIExposureAdjust",
            kCICategoryColorAdjustment,
            [kCIInputImageKey, kCIInputEVKey],
            defaults: { numbers([kCIInputEVKey: 0]) }
        ) { values in
            let factor = exp2(values.finite(kCIInputEVKey, 0))
            return values.image()?.colored(.curve(ToneCurve { $0 * factor }))
        },
        FilterKind(
            "CIGammaAdjust",
            kCICategoryColorAdjustment,
            [kCIInputImageKey, "inputPower"],
            defaults: { numbers(["inputPower": 0.75]) }
        ) { values in
            let power = values.finite("inputPower", 0.75)
            return values.image()?.colored(.curve(ToneCurve { pow($0, power) }))
        },
        FilterKind(
            "CIHueAdjust",
            kCICategoryColorAdjustment,
            [kCIInputImageKey, kCIInputAngleKey],
            defaults: { numbers([kCIInputAngleKey: 0]) }
        ) { $0.image()?.colored(.matrix(.hue($0.finite(kCIInputAngleKey, 0)))) },
        FilterKind(
            "CIColorMonochrome",
            kCICategoryColorEffect,
            [kCIInputImageKey, kCIInputColorKey, kCIInputIntensityKey],
            defaults: {
                numbers([kCIInputIntensityKey: 1])
                    .merging([kCIInputColorKey: CIColor(red: 0.6, green: 0.45, blue: 0.3)]) { $1 }
            }
        ) { values in
            let color = values.components(kCIInputColorKey, SIMD4(0.6, 0.45, 0.3, 1))
            let intensity = values.finite(kCIInputIntensityKey, 1)
            return values.image()?.colored(.matrix(.monochrome(color, intensity: intensity)))
        },
        matrix, limits,
        photoEffect("CIPhotoEffectNoir", saturation: 0, contrast: 1.4),
        photoEffect("CIPhotoEffectTonal", saturation: 0, contrast: 1),
        photoEffect("CIPhotoEffectChrome", saturation: 1.4, contrast: 1.1),
        photoEffect("CIPhotoEffectFade", saturation: 0.6, contrast: 0.8),
    ]

    private static let matrix = FilterKind(
        "CIColorMatrix",
        kCICategoryColorAdjustment,
        [kCIInputImageKey, "inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"],
        defaults: {
            [
                "inputRVector": CIVector(x: 1, y: 0, z: 0, w: 0), "inputGVector": CIVector(x: 0, y: 1, z: 0, w: 0),
                "inputBVector": CIVector(x: 0, y: 0, z: 1, w: 0), "inputAVector": CIVector(x: 0, y: 0, z: 0, w: 1),
                "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
            ]
        }
    ) { values in
        let plain = ColorMatrix()
        let matrix = ColorMatrix(
            red: values.components("inputRVector", plain.red),
            green: values.components("inputGVector", plain.green),
            blue: values.components("inputBVector", plain.blue),
            alpha: values.components("inputAVector", plain.alpha),
            bias: values.components("inputBiasVector", plain.bias)
        )
        return values.image()?.colored(.matrix(matrix))
    }

    private static let limits = FilterKind(
        "CIColorClamp",
        kCICategoryColorAdjustment,
        [kCIInputImageKey, "inputMinComponents", "inputMaxComponents"],
        defaults: {
            [
                "inputMinComponents": CIVector(x: 0, y: 0, z: 0, w: 0),
                "inputMaxComponents": CIVector(x: 1, y: 1, z: 1, w: 1),
            ]
        }
    ) { values in
        let low = values.components("inputMinComponents", .zero)
        return values.image()?.colored(.limited(low: low, high: values.components("inputMaxComponents", .one)))
    }

    private static func photoEffect(_ name: String, saturation: Float, contrast: Float) -> FilterKind {
        let matrix = ColorMatrix.saturation(saturation).withContrast(contrast, brightness: 0)
        return FilterKind(name, kCICategoryColorEffect, [kCIInputImageKey]) { $0.image()?.colored(.matrix(matrix)) }
    }

    /// Blurs, masks and averages.
    static let others: [FilterKind] = [
        FilterKind(
            "CIGaussianBlur",
            kCICategoryBlur,
            [kCIInputImageKey, kCIInputRadiusKey],
            defaults: { numbers([kCIInputRadiusKey: 10]) }
        ) { $0.image()?.blurred(CGFloat($0.finite(kCIInputRadiusKey, 10))) },
        FilterKind(
            "CIBlendWithMask",
            kCICategoryStylize,
            [kCIInputImageKey, kCIInputBackgroundImageKey, kCIInputMaskImageKey]
        ) { values in
            guard let image = values.image(), let mask = values.image(kCIInputMaskImageKey) else { return nil }
            let seen = image.masked(mask)
            return values.image(kCIInputBackgroundImageKey).map { seen.composited(over: $0) } ?? seen
        },
        FilterKind("CIAreaAverage", kCICategoryReduction, [kCIInputImageKey, kCIInputExtentKey]) { values in
            values.image()?.averaged(values.rectangle(kCIInputExtentKey))
        },
    ]

    private static func numbers(_ values: [String: Double]) -> [String: Any] {
        values.mapValues { NSNumber(value: $0) }
    }
}

extension FilterKind {
    /// Codes that machines read, drawn by ZXing: one pixel for each of the smallest squares.
    static let codes: [FilterKind] = [
        FilterKind(
            "CIQRCodeGenerator",
            kCICategoryGenerator,
            ["inputMessage", "inputCorrectionLevel"],
            defaults: { ["inputCorrectionLevel": "M"] }
        ) { values in
            guard let correction = correction(values.all["inputCorrectionLevel"]) else { return nil }
            return values.message.flatMap { DrawnBarcode(.qr, $0, correction: correction) }?.recipe(quietZone: 1, 1)
        },
        FilterKind(
            "CICode128BarcodeGenerator",
            kCICategoryGenerator,
            ["inputMessage", "inputQuietSpace", "inputBarcodeHeight"],
            defaults: { ["inputQuietSpace": NSNumber(value: 10), "inputBarcodeHeight": NSNumber(value: 32)] }
        ) { values in
            let quiet = values.whole("inputQuietSpace", 0...100, 10)
            let height = values.whole("inputBarcodeHeight", 1...500, 32)
            return values.message.flatMap { DrawnBarcode(.code128, $0, barHeight: height) }?
                .recipe(quietZone: quiet, 0)
        },
    ]

    private static func correction(_ level: Any?) -> DrawnBarcode.Correction? {
        switch level as? String {
        case "L": .low
        case "M": .medium
        case "Q": .quartile
        case "H": .high
        default: nil
        }
    }
}

extension FilterKind.Values {
    /// Data, whichever of Foundation's two kinds.
    static func data(_ value: Any?) -> Data? { value as? Data ?? (value as? NSData).map { $0 as Data } }

    /// What a code is to say: data in UTF-8, else in ISO Latin 1. Nothing if it is empty, or holds a zero.
    fileprivate var message: String? {
        guard let data = Self.data(all["inputMessage"]), !data.isEmpty, !data.contains(0) else { return nil }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
    }

    fileprivate func whole(_ key: String, _ range: ClosedRange<Int>, _ other: Int) -> Int {
        let value = finite(key, CGFloat(other)).rounded()
        return Int(min(max(value, Float(range.lowerBound)), Float(range.upperBound)))
    }
}

extension DrawnBarcode {
    /// Black on white, with a margin in white.
    fileprivate func recipe(quietZone side: Int, _ above: Int) -> ImageRecipe? {
        let (columns, rows) = (width + 2 * side, height + 2 * above)
        var pixels = Data(repeating: 255, count: columns * rows)
        for y in 0..<height {
            for x in 0..<width where isBlack(x: x, y: y) { pixels[(y + above) * columns + x + side] = 0 }
        }
        guard let provider = CGDataProvider(data: pixels as NSData) else { return nil }
        let image = CGImage(
            width: columns,
            height: rows,
            bitsPerComponent: 8,
            bitsPerPixel: 8,
            bytesPerRow: columns,
            space: CGColorSpaceCreateDeviceGray(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
        // Enlarged, the squares stay squares.
        return image.map { ImageRecipe.contents(.image($0)).sampled(.none) }
    }
}
