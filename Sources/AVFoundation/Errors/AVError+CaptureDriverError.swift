import CaptureDriver
import Foundation

extension AVError {
    /// Translates what a driver reports.
    ///
    /// The driver's error stays under `NSUnderlyingErrorKey`, its native code and operation in it; its advice becomes the
    /// recovery suggestion.
    init(_ error: CaptureDriverError, device: AVCaptureDevice? = nil) {
        var info: [String: Any] = [NSUnderlyingErrorKey: error]
        if !error.advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = error.advice }
        info[NSLocalizedFailureReasonErrorKey] = error.description
        if let device { info[AVErrorDeviceKey] = device }
        self.init(error.kind.code, userInfo: info)
    }
}

extension CaptureDriverError.Kind {
    /// The code that Apple's API has for this kind of failure.
    var code: AVError.Code {
        switch self {
        case .notFound, .notACaptureDevice: .deviceNotConnected
        case .disconnected: .deviceWasDisconnected
        case .busy: .deviceInUseByAnotherApplication
        case .denied: .applicationIsNotAuthorizedToUseDevice
        case .unsupportedFormat: .unsupportedDeviceActiveFormat
        case .unsupportedControl: .operationNotAllowed
        case .bandwidth: .sessionHardwareCostOverage
        case .outOfMemory: .outOfMemory
        case .timedOut, .io: .unknown
        }
    }
}
