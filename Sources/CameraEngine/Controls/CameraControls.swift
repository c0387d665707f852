/// What the camera in use can do, and how it is set.
public struct CameraControls: Sendable, Hashable, Codable {
    /// The zoom; `nil` for a camera that has none.
    public var zoom: CameraZoom?
    /// The torch; `nil` for a camera that has none.
    public var torch: CameraTorch?
    /// Whether a point can be chosen that is to be sharp.
    public var canFocusAtPoint: Bool
    /// Whether a point can be chosen that is to be neither too dark nor too bright.
    public var canExposeAtPoint: Bool
    /// Whether focus and exposure can be kept as they are.
    public var canLockFocusAndExposure: Bool
    /// Who decides about focus and exposure.
    public var focusAndExposure: CameraFocusState
    /// Whether they are locked.
    public var isFocusAndExposureLocked: Bool { focusAndExposure == .locked }
    /// How much brighter or darker pictures are to be; `nil` for a camera that cannot be told.
    public var exposureBias: CameraExposureBias?
    /// Whether photos can be taken with a flash.
    public var hasFlash: Bool
    /// The sizes that photos can have in the camera's present format, the largest first.
    public var photoSizes: [PhotoSize]

    /// Controls; without arguments those of a camera that can do nothing but show a picture.
    public init(
        zoom: CameraZoom? = nil,
        torch: CameraTorch? = nil,
        canFocusAtPoint: Bool = false,
        canExposeAtPoint: Bool = false,
        canLockFocusAndExposure: Bool = false,
        focusAndExposure: CameraFocusState = .automatic,
        exposureBias: CameraExposureBias? = nil,
        hasFlash: Bool = false,
        photoSizes: [PhotoSize] = []
    ) {
        self.zoom = zoom
        self.torch = torch
        self.canFocusAtPoint = canFocusAtPoint
        self.canExposeAtPoint = canExposeAtPoint
        self.canLockFocusAndExposure = canLockFocusAndExposure
        self.focusAndExposure = focusAndExposure
        self.exposureBias = exposureBias
        self.hasFlash = hasFlash
        self.photoSizes = photoSizes
    }
}

/// Who decides about a camera's focus and exposure.
public enum CameraFocusState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera does, for the whole picture, all the time.
    case automatic
    /// They were measured at a point, and stay so until the picture changes much.
    case atPoint
    /// They were locked, and stay so until they are unlocked, the camera is stopped, or another one is used.
    case locked
}

/// How much brighter or darker a camera's pictures are than it would make them, in EV: 1 doubles the light, -1 halves it.
public struct CameraExposureBias: Sendable, Hashable {
    /// The bias in force.
    public var value: Double
    /// The biases that can be set; 0 is one of them.
    public var range: ClosedRange<Double>

    /// A bias.
    public init(value: Double, range: ClosedRange<Double>) {
        self.value = value
        self.range = range
    }
}

/// A camera's torch.
public struct CameraTorch: Sendable, Hashable, Codable {
    /// Whether it shines.
    public var isOn: Bool
    /// Whether it can be switched on now; not when the device is too hot.
    public var isAvailable: Bool

    /// A torch.
    public init(isOn: Bool, isAvailable: Bool) {
        self.isOn = isOn
        self.isAvailable = isAvailable
    }
}

/// A camera's zoom. Factors are the device's; people are shown the factor times ``displayMultiplier``.
public struct CameraZoom: Sendable, Hashable {
    /// A factor that deserves a button.
    public struct Mark: Sendable, Hashable, Codable {
        /// The device's factor.
        public var factor: Double
        /// What people are shown, as a number alone: "0.5", "1", "2".
        public var label: String

        /// A mark.
        public init(factor: Double, label: String) {
            self.factor = factor
            self.label = label
        }
    }

    /// The most that is offered, as people are shown it: nobody wants more of a picture that is only scaled up.
    static let mostShown = 10.0
    /// Factors that deserve a button, as people are shown them.
    static let shownMarks = [0.5, 1, 2, 4, 8]

    /// The factor that is in force.
    public var factor: Double
    /// The factors that can be set.
    public var range: ClosedRange<Double>
    /// Times the factor gives what people are shown: 0.5 for a camera whose factor 1 is an ultra-wide lens.
    public var displayMultiplier: Double
    /// Whether the factor is changing smoothly now.
    public var isRamping: Bool
    /// The factors at which a camera that is built of several lenses changes to the next one, in ascending order; empty for any other.
    public var lensFactors: [Double]

    /// A zoom.
    public init(
        factor: Double,
        range: ClosedRange<Double>,
        displayMultiplier: Double = 1,
        isRamping: Bool = false,
        lensFactors: [Double] = []
    ) {
        self.factor = factor
        self.range = range
        self.displayMultiplier = displayMultiplier
        self.isRamping = isRamping
        self.lensFactors = lensFactors
    }

    /// The factors that deserve a button: those of the lenses, and 2 where no lens comes near it.
    public var marks: [Mark] {
        (lensFactors.isEmpty ? Self.shownMarks : lensMarks)
            .filter { shown.contains($0) }
            .map { Mark(factor: clamped($0 / displayMultiplier), label: Self.label($0)) }
    }

    /// The factors that people are shown, and a little more: products are rounded.
    private var shown: ClosedRange<Double> {
        range.lowerBound * displayMultiplier - 0.001...range.upperBound * displayMultiplier + 0.001
    }

    private func clamped(_ factor: Double) -> Double { min(max(factor, range.lowerBound), range.upperBound) }

    /// As people are shown them.
    private var lensMarks: [Double] {
        let lenses = ([range.lowerBound] + lensFactors).map { $0 * displayMultiplier }
        let hasNear = lenses.contains { $0 > 1 && $0 < 3 }
        return (hasNear ? lenses : lenses + [2]).sorted()
    }

    /// A number as people write it: no more digits than it needs, and one after the point.
    static func label(_ number: Double) -> String {
        let number = (number * 10).rounded() / 10
        return number.rounded() == number ? String(Int(number)) : String(number)
    }
}
