import Foundation

/// A new value for each of the 256 of a component.
struct ToneCurve: Sendable, Equatable {
    private let values: [Float]

    /// Of a function of light, which is linear: from 0 to 1 on both sides.
    init(ofLight function: (Float) -> Float) {
        values = (0...255).map { Self.encoded(function(Self.light(Float($0) / 255))) }
    }

    @inline(__always)
    func applied(to color: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(value(color.x), value(color.y), value(color.z), color.w)
    }

    @inline(__always)
    private func value(_ component: Float) -> Float { values[Int((min(max(component, 0), 1) * 255).rounded())] }

    /// sRGB's curve.
    private static func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Float) -> Float {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
