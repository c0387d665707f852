import Foundation

/// What the camera's settings do to the picture. Pure values; the composer applies them.
struct ImageEffects: Sendable, Hashable {
    /// Which of a virtual camera's lenses the picture comes through, as an index; 0 for a physical camera.
    var lens = 0
    /// At least 1; the picture's middle is cut out and enlarged.
    var zoom = 1.0
    /// 1 is sharp; otherwise the picture has only every so manieth pixel's detail.
    var blur = 1
    /// Brightness in EV: 0 is right, positive is too bright.
    var brightness = 0.0
    /// -1 is very blue, 0 neutral, 1 very orange.
    var warmth = 0.0

    /// How much white (positive brightness) or black (negative) to blend in, 0 to 255.
    var veil: UInt8 {
        let amount = brightness >= 0 ? 1 - exp2(-brightness / 2) : 1 - exp2(brightness)
        return UInt8(max(0, min(255, (amount * 255).rounded())))
    }

    /// How much of the tint to blend in, 0 to 255.
    var tint: UInt8 {
        UInt8(min(96, (abs(warmth) * 96).rounded()))
    }

}
