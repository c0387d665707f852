import CaptureDriver
import CoreMedia
import Foundation

/// A camera's settings: their values, how they act on each other, and how the picture shows them. Pure.
struct ControlStore: Sendable {
    /// Where the lens has to stand for the scene to be sharp.
    static let sharpLensPosition = 0.75
    /// How long a focus or exposure run takes.
    static let adjustmentSeconds = 0.3

    /// What automatic exposure comes to in every scene.
    private static let metered = (duration: 1.0 / 60, iso: 80.0)

    private let description: CaptureDeviceDescription
    private let optics: [(aperture: Float, focalLength: Float)]
    private var values: [CaptureControl: CaptureControlValue]
    private var adjustments: [(control: CaptureControl, until: CMTime)] = []
    /// What the settings do to the picture.
    private(set) var effects = ImageEffects()
    /// What the settings are, for a frame's metadata.
    private(set) var exposure = CaptureExposure()

    init(_ camera: SimulatedCameraModel) {
        description = camera.description
        optics = camera.lenses.map { ($0.description.lensAperture, $0.description.focalLength) }
        values = description.controls.compactMapValues(\.defaultValue)
        update()
    }

    /// The value of a control; `nil` if the camera doesn't have it.
    func value(_ control: CaptureControl) -> CaptureControlValue? {
        values[control]
    }

    /// Sets a control to the nearest value that it accepts; false if the camera has no such control, or the value is none
    /// of the control's.
    mutating func set(_ control: CaptureControl, to value: CaptureControlValue, now: CMTime) -> Bool {
        guard let value = description.controls[control]?.nearest(to: value) else { return false }
        values[control] = value
        runMode(control, value, now: now)
        update()
        return true
    }

    /// The sensor begins to run: what is to stay sharp by itself becomes so.
    mutating func streamStarts() {
        guard values[.focusMode] == .mode(2) else { return }
        replace(.lensPosition, .number(Self.sharpLensPosition))
        update()
    }

    /// Ends automatic runs whose time is over; called before each frame and each reading.
    mutating func advance(to now: CMTime) {
        guard let first = adjustments.first, CMTimeCompare(first.until, now) <= 0 else { return }
        adjustments.removeFirst()
        values[first.control] = .mode(0)
        update()
    }

    /// Setting lens, exposure or white balance by hand takes the automatic out; a single run ends by itself.
    private mutating func runMode(_ control: CaptureControl, _ value: CaptureControlValue, now: CMTime) {
        switch control {
        case .focusMode, .exposureMode, .whiteBalanceMode:
            adjustments.removeAll { $0.control == control }
            if value == .mode(1) {
                adjustments.append((control, now.adding(seconds: Self.adjustmentSeconds)))
            }
            if control == .focusMode, value == .mode(1) || value == .mode(2) {
                replace(.lensPosition, .number(Self.sharpLensPosition))
            }
            if control == .exposureMode, value == .mode(1) || value == .mode(2) { meter() }
        case .maximumExposureDuration where isExposingAutomatically: meter()
        case .lensPosition: replace(.focusMode, .mode(0))
        case .exposureDuration, .iso: replace(.exposureMode, .mode(3))
        case .whiteBalanceGains, .whiteBalanceTemperature: replace(.whiteBalanceMode, .mode(0))
        default: break
        }
    }

    private var isExposingAutomatically: Bool {
        values[.exposureMode] == .mode(1) || values[.exposureMode] == .mode(2)
    }

    /// Exposes for the scene: sensitivity makes up for what duration may not be long enough for.
    private mutating func meter() {
        let duration = min(Self.metered.duration, number(.maximumExposureDuration) ?? .infinity)
        replace(.exposureDuration, .number(duration))
        replace(.iso, .number(Self.metered.iso * Self.metered.duration / duration))
    }

    private mutating func replace(_ control: CaptureControl, _ value: CaptureControlValue) {
        guard let value = description.controls[control]?.nearest(to: value) else { return }
        values[control] = value
    }

    private mutating func update() {
        effects = ImageEffects()
        updateLens()
        updateExposure()
        effects.warmth = warmth
        if values[.focusMode] == .mode(0), let position = number(.lensPosition) {
            effects.blur = 1 + Int((abs(position - Self.sharpLensPosition) * 24).rounded())
        }
    }

    /// Of a virtual camera the picture is enlarged by what its lens doesn't do.
    private mutating func updateLens() {
        let zoom = max(1, number(.zoom) ?? 1)
        if case .mode(let number)? = values[.constituent], number > 0 {
            effects.lens = number - 1
        } else {
            effects.lens = description.constituent(atZoom: zoom)
        }
        effects.zoom = max(1, zoom / description.zoomFactor(ofConstituent: effects.lens))
    }

    private mutating func updateExposure() {
        let duration = number(.exposureDuration) ?? Self.metered.duration
        let iso = number(.iso) ?? Self.metered.iso
        let bias = number(.exposureBias) ?? 0
        // How much brighter the picture is than without torch and bias, with what automatic exposure would choose.
        let gain =
            0.6 * (number(.torchLevel) ?? 0) + log2(duration * iso / (Self.metered.duration * Self.metered.iso))
        // Documented: a custom exposure is not biased, its target is.
        let brightness = values[.exposureMode] == .mode(3) ? gain : gain + bias
        effects.brightness = min(4, max(-6, brightness))
        exposure = CaptureExposure(
            duration: duration,
            iso: Float(iso),
            bias: Float(bias),
            aperture: optics[effects.lens].aperture,
            focalLength: optics[effects.lens].focalLength,
            targetOffset: Float(brightness - bias)
        )
    }

    private var warmth: Double {
        guard values[.whiteBalanceMode] == .mode(0) else { return 0 }
        if let temperature = number(.whiteBalanceTemperature) {
            return min(1, max(-1, (temperature - 4600) / 3000))
        }
        guard case .gains(let red, _, let blue) = values[.whiteBalanceGains] else { return 0 }
        return min(1, max(-1, Double(log2(red / blue)) - 0.15))
    }

    private func number(_ control: CaptureControl) -> Double? {
        guard case .number(let number) = values[control] else { return nil }
        return number
    }
}

extension CaptureControlCapability {
    /// The value of a camera that was just switched on.
    var defaultValue: CaptureControlValue {
        switch self {
        case .modes(_, let mode): .mode(mode)
        case .range(_, let number): .number(number)
        case .point: .point(x: 0.5, y: 0.5)
        case .gains: .gains(red: 2, green: 1, blue: 1.8)
        }
    }
}
