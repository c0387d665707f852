import CaptureCore
import CaptureDriver
import FoundationExtras

extension AVCaptureSession {
    /// Decides about starting, stopping, interruptions and failures.
    typealias Machine = SessionStateMachine<SessionRuntimeError>
}

/// Why a session failed: a code of `AVError`, and the driver's error behind it if there is one.
struct SessionRuntimeError: Sendable, Equatable {
    /// Raw value of `AVError.Code`.
    var code: Int
    /// What the driver said.
    var underlying: CaptureDriverError?
    /// The device at fault, if it is one.
    @Shared var device: AVCaptureDevice?
    /// Seconds after which the client is told.
    var toldAfter = 0.0
}

extension SessionRuntimeError {
    /// A device's driver failed.
    init(_ error: CaptureDriverError, of device: AVCaptureDevice) {
        self.init(code: error.kind.code.rawValue, underlying: error, device: device)
    }

    /// A device was unplugged.
    static func disconnected(_ device: AVCaptureDevice) -> SessionRuntimeError {
        SessionRuntimeError(code: AVError.Code.deviceWasDisconnected.rawValue, underlying: nil, device: device)
    }

    /// The device at fault, if it is gone or does not answer, and nothing that is asked of it could be right.
    var deadDevice: AVCaptureDevice? {
        switch underlying?.kind {
        case .notFound, .disconnected, .io, .timedOut: device
        default: nil
        }
    }

    /// The microphone at fault, if it is one that another program has, or that does not work. A refusal by the user is no fault of
    /// the microphone's: a program that asks for sound without permission has to hear of it.
    var brokenMicrophone: AVCaptureDevice? {
        guard let kind = underlying?.kind, kind != .denied else { return nil }
        return microphone
    }

    /// The microphone at fault, if it is one, whatever is the matter with it.
    var microphone: AVCaptureDevice? { device.flatMap { $0.hardware.medium == .audio ? $0 : nil } }

    /// The error as clients see it; it names the device at fault under `AVErrorDeviceKey`.
    var avError: AVError {
        if let underlying { return AVError(underlying, device: device) }
        return AVError(
            AVError.Code(rawValue: code) ?? .unknown,
            userInfo: device.map { [AVErrorDeviceKey: $0] } ?? [:]
        )
    }
}
