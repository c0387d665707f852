public import CaptureDriver
public import Viewfinder

// The same things have names of their own in the page's JSON and on the seam.

extension CaptureInterruption {
    init(_ reason: ViewfinderState.Interruption) {
        switch reason {
        case .background: self = .videoDeviceNotAvailableInBackground
        case .microphoneInUse: self = .audioDeviceInUseByAnotherClient
        case .cameraInUse: self = .videoDeviceInUseByAnotherClient
        case .severalAppsOnScreen: self = .videoDeviceNotAvailableWithMultipleForegroundApps
        case .systemPressure: self = .videoDeviceNotAvailableDueToSystemPressure
        case .sensitiveContent: self = .sensitiveContentMitigationActivated
        }
    }
}

extension ViewfinderState.Interruption {
    init(_ reason: CaptureInterruption) {
        switch reason {
        case .videoDeviceNotAvailableInBackground: self = .background
        case .audioDeviceInUseByAnotherClient: self = .microphoneInUse
        case .videoDeviceInUseByAnotherClient: self = .cameraInUse
        case .videoDeviceNotAvailableWithMultipleForegroundApps: self = .severalAppsOnScreen
        case .videoDeviceNotAvailableDueToSystemPressure: self = .systemPressure
        case .sensitiveContentMitigationActivated: self = .sensitiveContent
        }
    }
}

extension ViewfinderPressure.Level {
    init(_ level: SystemPressure.Level) {
        switch level {
        case .nominal: self = .nominal
        case .fair: self = .fair
        case .serious: self = .serious
        case .critical: self = .critical
        case .shutdown: self = .shutdown
        }
    }

    var systemLevel: SystemPressure.Level {
        switch self {
        case .nominal: .nominal
        case .fair: .fair
        case .serious: .serious
        case .critical: .critical
        case .shutdown: .shutdown
        }
    }
}

extension SimulatorState.Orientation {
    init(_ orientation: HostOrientation) {
        switch orientation {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeLeft
        case .landscapeRight: self = .landscapeRight
        }
    }

    /// The same, as the phone is told.
    public var hostOrientation: HostOrientation {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        }
    }
}

extension SimulatorState.Permission {
    init(_ authorization: CaptureAuthorization) {
        switch authorization {
        case .notDetermined: self = .undecided
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .authorized: self = .granted
        }
    }

    var authorization: CaptureAuthorization {
        switch self {
        case .undecided: .notDetermined
        case .granted: .authorized
        case .denied: .denied
        case .restricted: .restricted
        }
    }
}

extension SimulatorState.Load {
    /// What every camera's share of the hardware is multiplied by.
    var factor: Double {
        switch self {
        case .normal: 1
        case .high: 2
        case .overBudget: 20
        }
    }

    init(factor: Double) {
        self = factor <= 1 ? .normal : factor < Self.overBudget.factor ? .high : .overBudget
    }
}

extension SimulatorState.ControlGesture {
    /// How far a finger slides in the panel, of the whole range.
    private static let stride = 0.2

    var gesture: CaptureControlGesture {
        switch self {
        case .press: .press
        case .lightPress: .lightPress
        case .doubleLightPress: .doubleLightPress
        case .slideBack: .slide(-Self.stride)
        case .slideForward: .slide(Self.stride)
        case .dismiss: .dismiss
        }
    }
}
