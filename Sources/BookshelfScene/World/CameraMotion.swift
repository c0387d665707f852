import Foundation

/// How a camera in a hand moves before a bookshelf, and how the light changes. A function of time alone.
public struct CameraMotion: Sendable, Hashable {
    /// The slow movement along the shelf to each side, as a part of the picture's shorter side.
    public var pan: Double
    /// The trembling of the hand, as a part of the picture's shorter side.
    public var shake: Double
    /// How much closer and farther the camera goes, as a part of the magnification.
    public var zoom: Double
    /// How much darker it becomes at times, 0 to 1.
    public var dimming: Double

    /// Makes a motion; everything is still by default.
    public init(pan: Double = 0, shake: Double = 0, zoom: Double = 0, dimming: Double = 0) {
        self.pan = pan
        self.shake = shake
        self.zoom = zoom
        self.dimming = dimming
    }

    /// A hand that tries to hold still.
    public static let handheld = CameraMotion(pan: 0.03, shake: 0.004, zoom: 0.03, dimming: 0.1)

    /// What the camera sees at a time.
    struct View: Hashable {
        /// Parts of the picture's shorter side by which the shelf is moved.
        var x: Double
        var y: Double
        var scale: Double
        var darkness: Double
    }

    func view(at seconds: Double) -> View {
        let tremor = (
            x: 0.6 * sin(seconds * 7.3) + 0.4 * sin(seconds * 17.1 + 1),
            y: 0.6 * sin(seconds * 6.1 + 2) + 0.4 * sin(seconds * 19.7)
        )
        return View(
            x: pan * sin(seconds * 0.5) + shake * tremor.x,
            y: pan * 0.4 * sin(seconds * 0.37 + 1) + shake * tremor.y,
            scale: 1 + zoom * sin(seconds * 0.29),
            darkness: dimming * (0.5 - 0.5 * cos(seconds * 0.41))
        )
    }

    /// How much more than the picture must be drawn on each side, as a part of the picture's longer side, so that no
    /// movement leaves it.
    var overscan: Double {
        pan + shake + 0.5 * (1 / (1 - zoom) - 1) + 0.01
    }
}
