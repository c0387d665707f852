import Foundation

/// The domain of Core Location's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// An error of Core Location.
public struct CLError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// The place is not known yet.
        case locationUnknown = 0
        /// The user, or the machine, does not allow it.
        case denied
        /// The network is not there.
        case network
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) {
        self.code = code
    }

    /// The domain of Core Location's errors.
    public static var errorDomain: String { kCLErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Whether the place is not known yet.
    public static var locationUnknown: Code { .locationUnknown }
    /// Whether it is not allowed.
    public static var denied: Code { .denied }
    /// Whether the network is not there.
    public static var network: Code { .network }
}
