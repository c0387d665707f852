@preconcurrency import AVFoundation

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
    /// Whether anything can be measured at a point.
    public var canMeasureAtPoint: Bool { canFocusAtPoint || canExposeAtPoint }
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

// How what has a range is written and read: with its least and greatest value, as user interfaces need them.

extension CameraExposureBias: Codable {
    private enum Key: String, CodingKey {
        case bias, minimum, maximum
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(value: try values.decode(Double.self, forKey: .bias), range: try values.range(.minimum, .maximum))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(value, forKey: .bias)
        try values.encode(range.lowerBound, forKey: .minimum)
        try values.encode(range.upperBound, forKey: .maximum)
    }
}

extension CameraZoom: Codable {
    private enum Key: String, CodingKey {
        case factor, minimum, maximum, displayMultiplier, isRamping, lensFactors
        // What follows from the others, for who draws it.
        case marks
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            factor: try values.decode(Double.self, forKey: .factor),
            range: try values.range(.minimum, .maximum),
            displayMultiplier: try values.decode(Double.self, forKey: .displayMultiplier),
            isRamping: try values.decode(Bool.self, forKey: .isRamping),
            lensFactors: try values.decode([Double].self, forKey: .lensFactors)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(factor, forKey: .factor)
        try values.encode(range.lowerBound, forKey: .minimum)
        try values.encode(range.upperBound, forKey: .maximum)
        try values.encode(displayMultiplier, forKey: .displayMultiplier)
        try values.encode(isRamping, forKey: .isRamping)
        try values.encode(lensFactors, forKey: .lensFactors)
        try values.encode(marks, forKey: .marks)
    }
}

extension KeyedDecodingContainer {
    /// Throws for bounds that are none.
    fileprivate func range(_ minimum: Key, _ maximum: Key) throws -> ClosedRange<Double> {
        let (least, greatest) = (try decode(Double.self, forKey: minimum), try decode(Double.self, forKey: maximum))
        guard least <= greatest else {
            throw DecodingError.dataCorruptedError(
                forKey: maximum,
                in: self,
                debugDescription: "It is less than the minimum."
            )
        }
        return least...greatest
    }
}

/// One of several cameras that look the same way through lenses of their own. Changing to another one is changing the lens.
public struct CameraLens: Sendable, Hashable, Codable, Identifiable {
    /// The camera's unique identifier; what ``CameraSelection`` names a camera by.
    public var id: String
    /// How large it shows things, compared with the wide angle on the same side, as people know it: 0.5 for an ultra wide.
    public var magnification: Double

    /// A lens.
    public init(id: String, magnification: Double) {
        self.id = id
        self.magnification = magnification
    }
}

extension CameraLens {
    /// A camera, as far as its lens is concerned.
    struct View: Sendable, Hashable {
        var id: String
        var isWideAngle: Bool
        /// What it sees from left to right at most, in degrees; 0 if that is not known.
        var fieldOfView: Double
    }

    /// The lenses of cameras that look the same way, in ascending order; empty where there is no wide angle to compare them with, or
    /// nothing to change to.
    static func lenses(_ views: [View]) -> [CameraLens] {
        guard let wide = views.first(where: { $0.isWideAngle && $0.width > 0 }) else { return [] }
        let lenses = views.filter { $0.width > 0 }
            .map { CameraLens(id: $0.id, magnification: known(wide.width / $0.width)) }
            .sorted { $0.magnification < $1.magnification }
        return Set(lenses.map(\.magnification)).count > 1 ? lenses : []
    }

    /// A magnification as it is written on phones: no system tells it, and fields of view come close to it.
    private static func known(_ magnification: Double) -> Double {
        magnification >= 1.75 ? magnification.rounded() : max(0.5, (magnification * 2).rounded() / 2)
    }

    /// The lenses on the side of a camera; empty for one that is built of several, which changes them itself.
    static func lenses(beside camera: AVCaptureDevice?) -> [CameraLens] {
        guard let camera, camera.position != .unspecified, LensSupport.constituents(of: camera).isEmpty else {
            return []
        }
        let devices = CameraRoster.devices().filter { $0.position == camera.position }
        return lenses(devices.filter { LensSupport.constituents(of: $0).isEmpty }.map(View.init))
    }
}

extension CameraLens.View {
    init(_ device: AVCaptureDevice) {
        self.init(
            id: device.uniqueID,
            isWideAngle: device.deviceType == .builtInWideAngleCamera,
            fieldOfView: LensSupport.fieldOfView(of: device)
        )
    }

    /// What it sees at a distance of one, from left to right; 0 if that is not known.
    fileprivate var width: Double {
        fieldOfView > 0 && fieldOfView < 180 ? 2 * tan(fieldOfView / 2 * .pi / 180) : 0
    }
}

/// Why a control did nothing. What to do about it stands in ``userMessage``.
public enum CameraControlError: Error, Sendable, Hashable {
    /// A control of a camera.
    public enum Control: Sendable, Hashable, CaseIterable {
        /// Zooming.
        case zoom
        /// The torch.
        case torch
        /// Focus and exposure at a point.
        case focusAndExposure
        /// Keeping focus and exposure as they are.
        case focusAndExposureLock
        /// Brighter or darker pictures.
        case exposureBias
    }

    /// No camera is in use.
    case noCamera
    /// The camera in use cannot do that.
    case unsupported(Control)
    /// The zoom factor lies outside of what the camera can do.
    case zoomOutOfRange(Double, ClosedRange<Double>)
    /// The exposure bias, in EV, lies outside of what the camera can do.
    case exposureBiasOutOfRange(Double, ClosedRange<Double>)
    /// The point lies outside of the picture: coordinates go from 0 to 1.
    case pointOutside
    /// The torch stays off until the device has cooled down.
    case torchTooHot
    /// The system did not allow it; the native error's number and what it says.
    case refused(code: Int, reason: String)
}
