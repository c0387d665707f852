import CaptureCore
import Foundation
import FoundationExtras

/// The system's slider for a camera's zoom, exactly as Apple's class of the same name.
///
/// Its range is that of the active format's `systemRecommendedVideoZoomRange`, and follows when another format becomes active.
open class AVCaptureSystemZoomSlider: AVCaptureControl {
    // Safe on any thread: everything is set once; the observations are only kept.

    private let device: AVCaptureDevice
    private let action: (@MainActor @Sendable (CGFloat) -> Void)?
    private var observations: [NSKeyValueObservation] = []

    /// A slider for a camera. A device that cannot zoom stops the program.
    public convenience init(device: AVCaptureDevice) {
        self.init(device, action: nil)
    }

    /// A slider for a camera, with something to do when it has changed the zoom factor, which is passed. A device that cannot
    /// zoom stops the program.
    ///
    /// - Parameter action: called on the main actor, when the user has used this slider only; to hear of other changes, observe
    ///   `videoZoomFactor`.
    public convenience init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void) {
        self.init(device, action: action)
    }

    private init(_ device: AVCaptureDevice, action: (@MainActor @Sendable (CGFloat) -> Void)?) {
        guard device.hasMediaType(.video), device.maxAvailableVideoZoomFactor > device.minAvailableVideoZoomFactor
        else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureSystemZoomSlider initWithDevice:action:] The device does not support setting videoZoomFactor"
            )
        }
        self.device = device
        self.action = action
        super.init()
        observations = [
            device.observe(\.videoZoomFactor) { [me = WeakReference(self)] _, _ in me.object?.changed() },
            device.observe(\.activeFormat) { [me = WeakReference(self)] _, _ in me.object?.changed() },
        ]
    }

    private var range: ClosedRange<CGFloat> {
        device.activeFormat.systemRecommendedVideoZoomRange
            ?? device.minAvailableVideoZoomFactor...device.maxAvailableVideoZoomFactor
    }

    override var face: HardwareControlFace {
        let shown = Double(device.displayVideoZoomFactorMultiplier)
        let factor = Double(device.videoZoomFactor)
        let range = Double(range.lowerBound)...Double(range.upperBound)
        return HardwareControlFace(
            id: number,
            title: "Zoom",
            symbolName: "plus.magnifyingglass",
            isEnabled: isEnabled && device.isConnected,
            scale: .geometric(range),
            prominentValues: [0.5, 1, 2, 4, 8].map { $0 / shown }.filter(range.contains),
            value: factor,
            valueText: ControlNumbers.text((factor * shown * 10).rounded() / 10) + "x"
        )
    }

    override func userWants(_ value: Double) {
        guard isEnabled, (try? device.lockForConfiguration()) != nil else { return }
        let wanted = CGFloat(face.scale.nearest(to: value))
        device.videoZoomFactor = wanted
        device.unlockForConfiguration()
        guard let action else { return }
        let factor = device.videoZoomFactor
        DispatchQueue.main.async { MainActor.assumeIsolated { action(factor) } }
    }
}

/// The system's slider for a camera's exposure bias, exactly as Apple's class of the same name.
///
/// Its range is that of the active format's `systemRecommendedExposureBiasRange`, and follows when another format becomes active.
open class AVCaptureSystemExposureBiasSlider: AVCaptureControl {
    // Safe on any thread: everything is set once; the observations are only kept.

    private let device: AVCaptureDevice
    private let action: (@MainActor @Sendable (Float) -> Void)?
    private var observations: [NSKeyValueObservation] = []

    /// A slider for a camera. A device whose exposure cannot be biased stops the program.
    public convenience init(device: AVCaptureDevice) {
        self.init(device, action: nil)
    }

    /// A slider for a camera, with something to do when it has changed the bias, which is passed. A device whose exposure cannot
    /// be biased stops the program.
    ///
    /// - Parameter action: called on the main actor, when the user has used this slider only; to hear of other changes, observe
    ///   `exposureTargetBias`.
    public convenience init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (Float) -> Void) {
        self.init(device, action: action)
    }

    private init(_ device: AVCaptureDevice, action: (@MainActor @Sendable (Float) -> Void)?) {
        guard device.hasMediaType(.video), device.maxExposureTargetBias > device.minExposureTargetBias else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureSystemExposureBiasSlider initWithDevice:action:] The device does not support setting "
                    + "exposureTargetBias"
            )
        }
        self.device = device
        self.action = action
        super.init()
        observations = [
            device.observe(\.exposureTargetBias) { [me = WeakReference(self)] _, _ in me.object?.changed() },
            device.observe(\.activeFormat) { [me = WeakReference(self)] _, _ in me.object?.changed() },
        ]
    }

    private var range: ClosedRange<Float> {
        device.activeFormat.systemRecommendedExposureBiasRange
            ?? device.minExposureTargetBias...device.maxExposureTargetBias
    }

    override var face: HardwareControlFace {
        let bias = Double(device.exposureTargetBias)
        let tenths = (bias * 10).rounded() / 10
        let range = Double(range.lowerBound)...Double(range.upperBound)
        return HardwareControlFace(
            id: number,
            title: "Exposure",
            symbolName: "plusminus.circle",
            isEnabled: isEnabled && device.isConnected,
            scale: .continuous(range),
            prominentValues: range.contains(0) ? [0] : [],
            value: bias,
            valueText: (tenths > 0 ? "+" : "") + ControlNumbers.text(tenths)
        )
    }

    override func userWants(_ value: Double) {
        guard isEnabled, (try? device.lockForConfiguration()) != nil else { return }
        device.setExposureTargetBias(Float(face.scale.nearest(to: value)))
        device.unlockForConfiguration()
        guard let action else { return }
        let bias = device.exposureTargetBias
        DispatchQueue.main.async { MainActor.assumeIsolated { action(bias) } }
    }
}
