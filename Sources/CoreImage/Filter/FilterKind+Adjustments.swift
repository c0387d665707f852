import CoreGraphics
import Foundation

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
