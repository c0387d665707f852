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
