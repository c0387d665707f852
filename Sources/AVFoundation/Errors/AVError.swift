import CoreMedia
import Foundation

/// An error of the capture and media API: a code of the domain `AVFoundationErrorDomain`, with details in `userInfo`.
///
/// Casting works in all directions as on Apple's platforms: `error as? AVError` from an `NSError` of the domain,
/// `error as NSError` back, and `catch AVError.deviceNotConnected` by code. Values can be sent between threads.
public struct AVError: _BridgedStoredNSError {
    /// The error as Foundation knows it.
    public let _nsError: NSError

    /// Wraps an error of the domain.
    public init(_nsError error: NSError) {
        precondition(error.domain == AVFoundationErrorDomain, "not an error of AVFoundation: \(error.domain)")
        _nsError = error
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - userInfo: details. A description and a recovery suggestion in words are added unless given.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let messages = code.messages
        var info = userInfo
        info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? messages.description
        if let suggestion = messages.recoverySuggestion, info[NSLocalizedRecoverySuggestionErrorKey] == nil {
            info[NSLocalizedRecoverySuggestionErrorKey] = suggestion
        }
        self.init(_nsError: NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: info))
    }

    /// What went wrong; `.unknown` for a code that has no name here (the number stays in `errorCode`).
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// `AVFoundationErrorDomain`.
    public static var _nsErrorDomain: String { AVFoundationErrorDomain }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
}

extension AVError.Code: _ErrorCodeProtocol {
    /// The error that carries the code.
    public typealias _ErrorType = AVError
}

/// Makes `as? AVError` work on errors, and on values in a notification's `userInfo`, that are `NSError` objects.
extension AVError: _ObjectiveCBridgeable {
    /// The class that the value bridges to.
    public typealias _ObjectiveCType = NSError

    /// The error as Foundation knows it.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Bridges an error of the domain; leaves `nil` for any other.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Bridges an error if it is of the domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        guard source.domain == AVFoundationErrorDomain else { return false }
        result = AVError(_nsError: source)
        return true
    }

    /// Bridges an error that must be of the domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        AVError(_nsError: source ?? NSError(domain: AVFoundationErrorDomain, code: Code.unknown.rawValue))
    }
}
