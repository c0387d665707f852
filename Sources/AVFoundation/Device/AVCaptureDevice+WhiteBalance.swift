import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    /// Passed for gains: leave them as they are. UNKNOWN: Apple does not document the value.
    public static let currentWhiteBalanceGains = WhiteBalanceGains(
        redGain: .greatestFiniteMagnitude,
        greenGain: .greatestFiniteMagnitude,
        blueGain: .greatestFiniteMagnitude
    )

    // MARK: Mode

    /// Whether a mode can be set.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
        hardware.modes(.whiteBalanceMode).contains(whiteBalanceMode.rawValue)
    }

    /// How white balance is chosen. `.autoWhiteBalance` adjusts once and then turns into `.locked`. Key-value observable.
    ///
    /// Stops the program without the configuration lock (S-59), and for a mode that is not supported (S-60).
    public var whiteBalanceMode: WhiteBalanceMode {
        get { read(\.whiteBalanceMode) }
        set {
            requireLock("setWhiteBalanceMode:")
            require(
                isWhiteBalanceModeSupported(newValue),
                "setWhiteBalanceMode:",
                "Not supported - use -isWhiteBalanceModeSupported: to discover valid white balance modes"
            )
            let gains = deviceWhiteBalanceGains
            guard let applied = set(.whiteBalanceMode, .mode(newValue.rawValue)) else { return }
            let generation = change { state in
                state.gains = gains
                state.whiteBalanceMode = newValue
                state.isAdjustingWhiteBalance = newValue == .autoWhiteBalance
                state.whiteBalanceGeneration += 1
                return state.whiteBalanceGeneration
            }
            guard newValue == .autoWhiteBalance else { return }
            whenSettled(.whiteBalanceMode, after: applied) { $0.finishBalancing(generation) }
        }
    }

    /// Adjusting once is over.
    private func finishBalancing(_ generation: Int) {
        let gains = deviceWhiteBalanceGains
        changeByItself { state in
            guard state.whiteBalanceGeneration == generation else { return }
            state.gains = gains
            state.isAdjustingWhiteBalance = false
            state.whiteBalanceMode = .locked
        }
    }

    /// Whether white balance is being adjusted. Key-value observable.
    public var isAdjustingWhiteBalance: Bool { read(\.isAdjustingWhiteBalance) }

    // MARK: Gains

    /// Whether gains can be set.
    ///
    /// Of cameras that are set by colour temperature rather than gains, the temperature that the gains mean is set; their
    /// tint is lost.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
        isWhiteBalanceModeSupported(.locked)
            && (hardware.has(.whiteBalanceGains) || hardware.has(.whiteBalanceTemperature))
    }

    /// The highest gain.
    public var maxWhiteBalanceGain: Float { hardware.maximumWhiteBalanceGain }

    /// The gains in force; 1 each when unknown. Key-value observable.
    public var deviceWhiteBalanceGains: WhiteBalanceGains {
        if let (red, green, blue) = access.gains() {
            return WhiteBalanceGains(redGain: red, greenGain: green, blueGain: blue)
        }
        guard !hardware.has(.whiteBalanceGains), let kelvin = access.number(.whiteBalanceTemperature) else {
            return read(\.gains)
        }
        let gains = deviceWhiteBalanceGains(
            for: WhiteBalanceTemperatureAndTintValues(temperature: Float(kelvin), tint: 0)
        )
        return gains.clamped(to: maxWhiteBalanceGain)
    }

    /// The gains that would make the whole picture grey on average, by the picture of the last fifth of a second; those in force
    /// while there is none, and of a camera that delivers compressed pictures.
    public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
        let gains = deviceWhiteBalanceGains
        guard let mean = sceneChanges.last?.meanColor else { return gains }
        let (red, blue) = (Float(mean.y / mean.x), Float(mean.y / mean.z))
        let wanted = (red: gains.redGain * red, green: gains.greenGain, blue: gains.blueGain * blue)
        let least = min(wanted.red, wanted.green, wanted.blue)
        return WhiteBalanceGains(
            redGain: wanted.red / least,
            greenGain: wanted.green / least,
            blueGain: wanted.blue / least
        )
        .clamped(to: maxWhiteBalanceGain)
    }

    /// Sets gains and locks white balance.
    ///
    /// Stops the program without the configuration lock, for gains outside 1...`maxWhiteBalanceGain`, and for any but
    /// `currentWhiteBalanceGains` when gains cannot be set. Documented: S-65, S-67.
    ///
    /// - Parameters:
    ///   - whiteBalanceGains: the gains, or `currentWhiteBalanceGains`.
    ///   - handler: called with the device-clock time of the first frame with the gains; invalid when the hardware refused.
    @preconcurrency
    public func setWhiteBalanceModeLocked(
        with whiteBalanceGains: WhiteBalanceGains,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let selector = "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:"
        requireLock(selector)
        require(
            isWhiteBalanceModeSupported(.locked),
            selector,
            "Not supported - use -isWhiteBalanceModeSupported: to discover valid white balance modes"
        )
        let isCustom = whiteBalanceGains != Self.currentWhiteBalanceGains
        if isCustom {
            require(
                isLockingWhiteBalanceWithCustomDeviceGainsSupported,
                selector,
                "Only AVCaptureWhiteBalanceGainsCurrent is allowed - use "
                    + "-isLockingWhiteBalanceWithCustomDeviceGainsSupported"
            )
            requireInRange(whiteBalanceGains, selector)
        }
        let gains = isCustom ? whiteBalanceGains : deviceWhiteBalanceGains
        var settings: [(CaptureControl, CaptureControlValue)] = [
            (.whiteBalanceMode, .mode(WhiteBalanceMode.locked.rawValue))
        ]
        if isCustom { settings.append(control(for: gains)) }
        let applied = set(settings)
        if applied != nil {
            change { state in
                state.whiteBalanceMode = .locked
                state.isAdjustingWhiteBalance = false
                state.whiteBalanceGeneration += 1
                state.gains = gains
            }
        }
        complete(at: applied, handler)
    }

    /// Sets gains and locks white balance; returns the device-clock time of the first frame with them.
    @discardableResult
    nonisolated(nonsending) public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async
        -> CMTime
    {
        await withCheckedContinuation { continuation in
            setWhiteBalanceModeLocked(with: whiteBalanceGains) { continuation.resume(returning: $0) }
        }
    }

    /// Sets temperature and tint and locks white balance; gains beyond the device's range are brought into it.
    ///
    /// Stops the program without the configuration lock, and when gains cannot be set.
    ///
    /// - Parameters:
    ///   - whiteBalanceTemperatureAndTintValues: the light that is to look white.
    ///   - handler: called with the device-clock time of the first frame with the setting.
    @preconcurrency
    public func setWhiteBalanceModeLocked(
        whiteBalanceTemperatureAndTintValues: WhiteBalanceTemperatureAndTintValues,
        handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let gains = deviceWhiteBalanceGains(for: whiteBalanceTemperatureAndTintValues)
        setWhiteBalanceModeLocked(with: gains.clamped(to: maxWhiteBalanceGain), completionHandler: handler)
    }

    private func control(for gains: WhiteBalanceGains) -> (CaptureControl, CaptureControlValue) {
        if hardware.has(.whiteBalanceGains) {
            return (.whiteBalanceGains, .gains(red: gains.redGain, green: gains.greenGain, blue: gains.blueGain))
        }
        let kelvin = Double(temperatureAndTintValues(for: gains).temperature)
        let range = hardware.range(.whiteBalanceTemperature) ?? WhiteBalanceModel.temperatures
        return (.whiteBalanceTemperature, .number(min(max(kelvin, range.lowerBound), range.upperBound)))
    }

    // MARK: Conversions

    /// The colour of light that gains make white.
    ///
    /// Stops the program for gains outside 1...`maxWhiteBalanceGain`, also for `currentWhiteBalanceGains` (S-67).
    public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
        requireInRange(whiteBalanceGains, "chromaticityValuesForDeviceWhiteBalanceGains:")
        let (x, y) = WhiteBalanceModel.chromaticity(of: whiteBalanceGains)
        return WhiteBalanceChromaticityValues(x: Float(x), y: Float(y))
    }

    /// The gains that make a colour of light white; they may exceed `maxWhiteBalanceGain`, so check before use.
    ///
    /// Stops the program for components outside 0...1 (S-67).
    public func deviceWhiteBalanceGains(for chromaticityValues: WhiteBalanceChromaticityValues) -> WhiteBalanceGains {
        require(
            (0...1).contains(chromaticityValues.x) && (0...1).contains(chromaticityValues.y),
            "deviceWhiteBalanceGainsForChromaticityValues:",
            "chromaticity values are out of range [0.0, 1.0]",
            .range
        )
        return WhiteBalanceModel.gains(Double(chromaticityValues.x), Double(chromaticityValues.y))
    }

    /// Temperature and tint of the light that gains make white.
    ///
    /// Stops the program for gains outside 1...`maxWhiteBalanceGain`, also for `currentWhiteBalanceGains` (S-67).
    public func temperatureAndTintValues(for whiteBalanceGains: WhiteBalanceGains)
        -> WhiteBalanceTemperatureAndTintValues
    {
        requireInRange(whiteBalanceGains, "temperatureAndTintValuesForDeviceWhiteBalanceGains:")
        let (x, y) = WhiteBalanceModel.chromaticity(of: whiteBalanceGains)
        let (temperature, tint) = WhiteBalanceModel.temperatureAndTint(x: x, y: y)
        return WhiteBalanceTemperatureAndTintValues(temperature: Float(temperature), tint: Float(tint))
    }

    /// The gains that make a light of some temperature and tint white; they may exceed `maxWhiteBalanceGain`, so check
    /// before use.
    public func deviceWhiteBalanceGains(for tempAndTintValues: WhiteBalanceTemperatureAndTintValues)
        -> WhiteBalanceGains
    {
        let (x, y) = WhiteBalanceModel.chromaticity(
            temperature: Double(tempAndTintValues.temperature),
            tint: Double(tempAndTintValues.tint)
        )
        return WhiteBalanceModel.gains(x, y)
    }

    private func requireInRange(_ gains: WhiteBalanceGains, _ selector: String) {
        require(
            gains.all.allSatisfy { 1 <= $0 && $0 <= maxWhiteBalanceGain },
            selector,
            "white balance gains are out of range [1.0, \(maxWhiteBalanceGain)]",
            .range
        )
    }
}

extension AVCaptureDevice.WhiteBalanceGains {
    /// The nearest gains from 1 to a maximum.
    fileprivate func clamped(to maximum: Float) -> Self {
        let clamp = { (gain: Float) in min(max(gain, 1), maximum) }
        return Self(redGain: clamp(redGain), greenGain: clamp(greenGain), blueGain: clamp(blueGain))
    }
}

extension WhiteBalanceModel {
    fileprivate static func chromaticity(of gains: AVCaptureDevice.WhiteBalanceGains) -> (x: Double, y: Double) {
        chromaticity(red: Double(gains.redGain), green: Double(gains.greenGain), blue: Double(gains.blueGain))
    }

    fileprivate static func gains(_ x: Double, _ y: Double) -> AVCaptureDevice.WhiteBalanceGains {
        let (red, green, blue) = gains(x: x, y: y)
        return AVCaptureDevice.WhiteBalanceGains(redGain: Float(red), greenGain: Float(green), blueGain: Float(blue))
    }
}

extension AVCaptureDevice {
    /// How white balance is chosen.
    public enum WhiteBalanceMode: Int, Sendable, CaseIterable {
        /// White balance stays as it is.
        case locked = 0
        /// Adjusts once, then stays `locked`.
        case autoWhiteBalance = 1
        /// Adjusts whenever needed.
        case continuousAutoWhiteBalance = 2
    }
}

extension AVCaptureDevice {
    /// How much each colour channel is amplified; each gain is at least 1.
    public struct WhiteBalanceGains: Sendable, Hashable {
        /// The red channel's gain.
        public var redGain: Float
        /// The green channel's gain.
        public var greenGain: Float
        /// The blue channel's gain.
        public var blueGain: Float

        /// All zero, as a C structure.
        public init() {
            self.init(redGain: 0, greenGain: 0, blueGain: 0)
        }

        /// Makes gains.
        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            self.redGain = redGain
            self.greenGain = greenGain
            self.blueGain = blueGain
        }

        /// The three gains.
        var all: [Float] { [redGain, greenGain, blueGain] }
    }

    /// A colour of light as CIE 1931 x and y, each 0 to 1.
    public struct WhiteBalanceChromaticityValues: Sendable, Hashable {
        /// CIE 1931 x.
        public var x: Float
        /// CIE 1931 y.
        public var y: Float

        /// All zero, as a C structure.
        public init() {
            self.init(x: 0, y: 0)
        }

        /// Makes a colour.
        public init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// A colour of light as correlated colour temperature and distance from a black body's.
    public struct WhiteBalanceTemperatureAndTintValues: Sendable, Hashable {
        /// Kelvin.
        public var temperature: Float
        /// -150 (magenta) to 150 (green); 0 is a black body.
        public var tint: Float

        /// All zero, as a C structure.
        public init() {
            self.init(temperature: 0, tint: 0)
        }

        /// Makes a colour.
        public init(temperature: Float, tint: Float) {
            self.temperature = temperature
            self.tint = tint
        }

        // UNKNOWN: Apple publishes no numbers for these; they are photography's usual ones.

        /// Light bulbs.
        public static let tungsten = Self(temperature: 2850, tint: 0)
        /// Fluorescent tubes.
        public static let fluorescent = Self(temperature: 4000, tint: 20)
        /// Sunlight.
        public static let daylight = Self(temperature: 5500, tint: 0)
        /// A cloudy sky.
        public static let cloudy = Self(temperature: 6500, tint: 0)
        /// Shadow under a blue sky.
        public static let shadow = Self(temperature: 7500, tint: 0)
    }
}
