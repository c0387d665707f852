import CaptureDriver

extension CaptureDriverError {
    /// The error of a kind, with what the user can do.
    ///
    /// - Parameter code: the error number, if it is not the kind's usual one.
    init(simulated kind: Kind, _ operation: String, of device: CaptureDeviceDescription, code: Int32? = nil) {
        self.init(
            kind: kind,
            operation: operation,
            nativeCode: code ?? kind.errno,
            device: device.name,
            advice: kind.advice
        )
    }
}

extension CaptureDriverError.Kind {
    /// The error number that Linux would give.
    fileprivate var errno: Int32 {
        switch self {
        case .notFound: 2
        case .io: 5
        case .outOfMemory: 12
        case .denied: 13
        case .busy: 16
        case .disconnected: 19
        case .unsupportedFormat, .unsupportedControl: 22
        case .notACaptureDevice: 25
        case .bandwidth: 28
        case .timedOut: 110
        }
    }

    fileprivate var advice: String {
        switch self {
        case .notFound: "No such device. List the devices and choose one of them."
        case .io: "The device failed. Stop and start it again."
        case .outOfMemory: "Memory is short. Close other programs and try again."
        case .denied: "The user has not allowed it. Allow it in the settings."
        case .busy: "Another program uses the device. Close it and try again."
        case .disconnected: "The device is gone. Plug it in again."
        case .unsupportedFormat: "The device has no such format. Choose one of those that it lists."
        case .unsupportedControl: "The device has no such control, or not with this value."
        case .notACaptureDevice: "This captures nothing."
        case .bandwidth: "The bus has no room. Choose a smaller format or another port."
        case .timedOut: "The device does not answer. Plug it in again."
        }
    }
}
