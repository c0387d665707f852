import Foundation

/// The colour mathematics of white balance: device gains, chromaticity, temperature and tint.
///
/// The camera is taken to have the primaries of sRGB (IEC 61966-2-1): gains make the image of a light with a given
/// chromaticity neutral, the strongest channel having gain 1. The locus of black bodies is M. Krystek's rational
/// approximation in the CIE 1960 diagram ("An algorithm to calculate correlated colour temperature", Color Research &
/// Application 10, 1985; 1000 K to 15 000 K). UNKNOWN: Apple uses each camera's calibration.
package enum WhiteBalanceModel {
    /// Where the approximation of the black bodies holds, in kelvin.
    package static let temperatures = 1_000.0...15_000.0
    /// Tint per unit of distance from the locus in the CIE 1960 diagram, the scale that raw converters use.
    private static let tintScale = 3_000.0

    // MARK: Gains and chromaticity

    /// The gains that make a light neutral; they may be larger than a device allows.
    package static func gains(x: Double, y: Double) -> (red: Double, green: Double, blue: Double) {
        let y = max(y, 1e-6)
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        let red = 3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ
        let green = -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ
        let blue = 0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ
        let strongest = max(red, green, blue)
        // Lights outside the primaries' triangle have channels at or below zero, which no gain can lift.
        let gain = { (channel: Double) in strongest / max(channel, strongest * 1e-3) }
        return (gain(red), gain(green), gain(blue))
    }

    /// The chromaticity of the light that gains make neutral.
    package static func chromaticity(red: Double, green: Double, blue: Double) -> (x: Double, y: Double) {
        let (r, g, b) = (1 / red, 1 / green, 1 / blue)
        let bigX = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b
        let bigY = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
        let bigZ = 0.0193339 * r + 0.1191920 * g + 0.9503041 * b
        let sum = bigX + bigY + bigZ
        return (bigX / sum, bigY / sum)
    }

    // MARK: Temperature and tint

    /// The chromaticity of a temperature and tint; temperatures outside the model's range are brought into it.
    package static func chromaticity(temperature: Double, tint: Double) -> (x: Double, y: Double) {
        let kelvin = min(max(temperature, temperatures.lowerBound), temperatures.upperBound)
        let (u, v) = locus(kelvin)
        let (nu, nv) = normal(kelvin)
        let distance = tint / tintScale
        return xy(u: u + nu * distance, v: v + nv * distance)
    }

    /// The temperature of the black body nearest to a colour, and the distance from it.
    package static func temperatureAndTint(x: Double, y: Double) -> (temperature: Double, tint: Double) {
        let denominator = -2 * x + 12 * y + 3
        let (u, v) = (4 * x / denominator, 6 * y / denominator)
        let kelvin = nearestTemperature(u: u, v: v)
        let (u0, v0) = locus(kelvin)
        let (nu, nv) = normal(kelvin)
        return (kelvin, ((u - u0) * nu + (v - v0) * nv) * tintScale)
    }

    /// Golden-section search on reciprocal temperature, in which the distance has one minimum.
    private static func nearestTemperature(u: Double, v: Double) -> Double {
        let ratio = (5.0.squareRoot() - 1) / 2
        let distance = { (reciprocal: Double) in
            let (u0, v0) = locus(1 / reciprocal)
            return (u - u0) * (u - u0) + (v - v0) * (v - v0)
        }
        var (low, high) = (1 / temperatures.upperBound, 1 / temperatures.lowerBound)
        for _ in 0..<60 {
            let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
            if distance(a) < distance(b) { high = b } else { low = a }
        }
        return 2 / (low + high)
    }

    private static func locus(_ t: Double) -> (u: Double, v: Double) {
        let u =
            (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
            / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
        let v =
            (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
            / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
        return (u, v)
    }

    /// The unit vector across the locus, to the green side.
    private static func normal(_ t: Double) -> (u: Double, v: Double) {
        let (u0, v0) = locus(t * 0.999)
        let (u1, v1) = locus(t * 1.001)
        let (du, dv) = (u1 - u0, v1 - v0)
        let length = (du * du + dv * dv).squareRoot()
        let (nu, nv) = (-dv / length, du / length)
        return nv >= 0 ? (nu, nv) : (-nu, -nv)
    }

    private static func xy(u: Double, v: Double) -> (x: Double, y: Double) {
        let denominator = 2 * u - 8 * v + 4
        return (3 * u / denominator, 2 * v / denominator)
    }
}
