import CaptureDriver

/// What is in the machines of the profiles.
extension SimulatedPhone.Profile {
    /// Whether it is held in the hand: it has an orientation, asks for permissions, and takes its cameras away from apps that are
    /// not in front.
    var isHandheld: Bool {
        switch self {
        case .iphone, .iphoneSE, .ipad: true
        case .webcam, .none: false
        }
    }

    /// How many controls fit on its button for cameras; 0 without one.
    var controlLimit: Int { self == .iphone ? SimulatedPhone.controlLimit : 0 }

    /// What there is for cameras that run at the same time: a phone's rules, or a desktop's bus.
    var cameraHardware: CaptureCameraHardware {
        switch self {
        case .iphone:
            CaptureCameraHardware(cameraSets: PhoneCameras.iphoneSets, enforcesCost: true, runsOneSession: true)
        case .ipad:
            CaptureCameraHardware(cameraSets: PhoneCameras.ipadSets, enforcesCost: true, runsOneSession: true)
        case .iphoneSE:
            CaptureCameraHardware(runsSeveralCameras: false, cameraSets: [], enforcesCost: true, runsOneSession: true)
        case .webcam, .none: CaptureCameraHardware()
        }
    }

    /// The cameras, the default one first.
    var cameraModels: [SimulatedCameraModel] {
        switch self {
        case .iphone: PhoneCameras.iphone
        case .iphoneSE: PhoneCameras.iphoneSE
        case .ipad: PhoneCameras.ipad
        case .webcam: [WebcamProfile.camera]
        case .none: []
        }
    }

    /// The microphones, the default one first.
    var microphones: [CaptureDeviceDescription] {
        switch self {
        case .iphone, .iphoneSE: [MicrophoneProfiles.iphone]
        case .ipad: [MicrophoneProfiles.ipad]
        case .webcam: [MicrophoneProfiles.webcam]
        case .none: []
        }
    }
}
