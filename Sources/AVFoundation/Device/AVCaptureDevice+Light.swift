import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    /// Passed for a torch level: as bright as possible now. UNKNOWN: Apple does not document the value.
    public static let maxAvailableTorchLevel = Float.greatestFiniteMagnitude

    // MARK: Torch

    /// Whether there is a torch.
    public var hasTorch: Bool { hardware.hasTorch && hardware.has(.torchLevel) }

    /// Whether the torch may be used now; not when the device is too hot. Key-value observable.
    public var isTorchAvailable: Bool { hasTorch && read(\.isLightAvailable) }

    /// Whether the torch is on. Key-value observable.
    public var isTorchActive: Bool { torchLevel > 0 }

    /// The torch's brightness, 0 to 1. Key-value observable.
    public var torchLevel: Float { read(\.torchLevel) }

    /// Whether a mode can be set. `.auto` cannot, since no driver measures the light for it.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { hasTorch && torchMode != .auto }

    /// When the torch is on; `.on` means full brightness. Stays `.off` when the torch is too hot. Key-value observable.
    ///
    /// Stops the program without the configuration lock (S-59), and for a mode that is not supported (S-60).
    public var torchMode: TorchMode {
        get { read(\.torchMode) }
        set {
            requireLock("setTorchMode:")
            require(
                isTorchModeSupported(newValue),
                "setTorchMode:",
                "Not supported - use -isTorchModeSupported: to discover valid torch modes"
            )
            guard newValue == .on else { return darkenTorch() }
            // A setter cannot throw; that the torch stayed off shows in `isTorchActive`.
            try? lightTorch(1)
        }
    }

    /// Switches the torch on.
    ///
    /// Stops the program without the configuration lock, without a torch, and for a level that is not above 0 and up to 1.
    ///
    /// - Parameter torchLevel: the brightness, or `maxAvailableTorchLevel`.
    /// - Throws: `AVError.torchLevelUnavailable` when the torch is too hot (S-70), or the driver's error.
    public func setTorchModeOn(level torchLevel: Float) throws {
        let selector = "setTorchModeOnWithLevel:error:"
        requireLock(selector)
        require(
            isTorchModeSupported(.on),
            selector,
            "Not supported - use -isTorchModeSupported: to discover valid torch modes"
        )
        let level = torchLevel == Self.maxAvailableTorchLevel ? 1 : torchLevel
        require(0 < level && level <= 1, selector, "torchLevel \(torchLevel) is out of range (0.0, 1.0]")
        try lightTorch(level)
    }

    private func lightTorch(_ level: Float) throws {
        guard isTorchAvailable else { throw AVError(.torchLevelUnavailable, userInfo: [AVErrorDeviceKey: self]) }
        do {
            // The torch shines without a session too, so it keeps the device open.
            _ = try access.acquire()
        } catch {
            throw AVError(error, device: self)
        }
        // The light and what is said of it change together; observers are told afterwards.
        let failure = Outbox.holdingDelivery { lightTurn.withLock { _ in brighten(to: level) } }
        if let failure { throw failure }
    }

    /// - Returns: what failed; then the torch is as it was, or off.
    private func brighten(to level: Float) -> AVError? {
        do {
            _ = try access.set(.torchLevel, .number(Double(level)))
        } catch {
            access.release()
            return AVError(error, device: self)
        }
        let (wasOn, isAllowed) = change { state in
            let wasOn = state.torchLevel > 0
            // It may have become too hot, or have gone, just now.
            guard state.isLightAvailable, state.isConnected else { return (wasOn, false) }
            (state.torchMode, state.torchLevel) = (.on, level)
            return (wasOn, true)
        }
        if !wasOn, !isAllowed { _ = try? access.set(.torchLevel, .number(0)) }
        // A torch that was on, if by another thread, keeps the device open already.
        if wasOn || !isAllowed { access.release() }
        return isAllowed ? nil : AVError(.torchLevelUnavailable, userInfo: [AVErrorDeviceKey: self])
    }

    /// Switches the torch off, for a client. Harmless when it is off.
    private func darkenTorch() {
        if change({ $0.darkenTorch() }) { dimTorch() }
    }

    /// Makes the light follow a state that says that the torch is off.
    private func dimTorch() {
        lightTurn.withLock { _ in
            // A client may have lit it again meanwhile. A device that is gone has no light either.
            if read(\.torchLevel) == 0 { _ = try? access.set(.torchLevel, .number(0)) }
        }
        access.release()
    }

    /// As ``dimTorch()``, on the device's queue: a driver's thread would wait here for a stop that waits for it.
    func dimTorchByItself() {
        events.async(group: system.unsettled) { [me = Shared(self)] in
            dispatchPrecondition(condition: .onQueue(me.object.events))
            me.object.dimTorch()
        }
    }

    // MARK: Flash

    /// Whether there is a flash.
    public var hasFlash: Bool { hardware.hasFlash }

    /// Whether the flash may be used now; not when the device is too hot. Key-value observable.
    public var isFlashAvailable: Bool { hasFlash && read(\.isLightAvailable) }

    /// Whether the flash would fire now; false, as photos decide that for themselves.
    @available(swift, deprecated: 5.0, message: "Use AVCapturePhotoOutput.isFlashScene instead.")
    public var isFlashActive: Bool { false }

    /// Whether a mode can be set.
    @available(swift, deprecated: 5.0, message: "Use AVCapturePhotoOutput.supportedFlashModes instead.")
    public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { hasFlash }

    /// When the flash fires; photos ignore it and follow `AVCapturePhotoSettings.flashMode` (S-71).
    ///
    /// Stops the program without the configuration lock, and for a mode that is not supported.
    @available(swift, deprecated: 5.0, message: "Use AVCapturePhotoSettings.flashMode instead.")
    public var flashMode: FlashMode {
        get { read(\.flashMode) }
        set {
            requireLock("setFlashMode:")
            require(
                hasFlash,
                "setFlashMode:",
                "Not supported - use -isFlashModeSupported: to discover valid flash modes"
            )
            change { $0.flashMode = newValue }
        }
    }

    // MARK: Low light

    /// Whether pictures can be brightened in the dark.
    public var isLowLightBoostSupported: Bool { hardware.modes(.lowLightBoost).contains(1) }

    /// Whether pictures are being brightened. Key-value observable.
    public var isLowLightBoostEnabled: Bool { read(\.isLowLightBoostEnabled) }

    /// Whether pictures are brightened when it is dark. Key-value observable.
    ///
    /// Stops the program without the configuration lock, and when not supported.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { read(\.enablesLowLightBoost) }
        set {
            let selector = "setAutomaticallyEnablesLowLightBoostWhenAvailable:"
            requireLock(selector)
            require(isLowLightBoostSupported, selector, "Not supported - use -isLowLightBoostSupported")
            guard set(.lowLightBoost, .mode(newValue ? 1 : 0)) != nil else { return }
            change { state in
                state.enablesLowLightBoost = newValue
                state.isLowLightBoostEnabled = newValue
            }
        }
    }
}

extension AVCaptureDevice {
    /// When the flash fires.
    public enum FlashMode: Int, Sendable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }
}

extension AVCaptureDevice {
    /// When the torch is on.
    public enum TorchMode: Int, Sendable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }
}
