import Dispatch
import Foundation

/// Whether the app may know where it is.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// Nobody may allow it.
    case restricted
    /// The user, or the machine, does not allow it.
    case denied
    /// Always.
    case authorizedAlways
    /// While the app is used.
    case authorizedWhenInUse
}

/// Whether the app may know exactly where it is.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// Exactly.
    case fullAccuracy = 0
    /// Roughly.
    case reducedAccuracy
}

/// What the app moves by.
public enum CLActivityType: Int, Sendable {
    case other = 1
    case automotiveNavigation
    case fitness
    case otherNavigation
    case airborne
}

/// Told about places, and that there are none.
public protocol CLLocationManagerDelegate: AnyObject {
    /// Whether the app may know where it is has changed, or is known now.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// New places.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// There is no place.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

extension CLLocationManagerDelegate {
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}

/// Says that the app may not know where it is: there are no location services here, which is what a phone says when they are turned off.
///
/// An app that copes with a user who does not allow it works. The delegate is called on the main queue. For the main thread.
open class CLLocationManager: NSObject {
    /// Told that there is no place. Being set, it is told of the authorization, as on a phone.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { if delegate != nil { notify { $0.locationManagerDidChangeAuthorization($1) } } }
    }

    /// How certain places shall be. Kept only.
    open var desiredAccuracy = kCLLocationAccuracyBest
    /// How far the app must move to be told. Kept only.
    open var distanceFilter = kCLDistanceFilterNone
    /// What the app moves by. Kept only.
    open var activityType = CLActivityType.other
    /// Whether updates may pause. Kept only.
    open var pausesLocationUpdatesAutomatically = true

    /// Makes a manager.
    public override init() {
        super.init()
    }

    /// Denied.
    open var authorizationStatus: CLAuthorizationStatus { .denied }

    /// Denied.
    @available(*, deprecated, message: "Use the property of an instance.")
    public class func authorizationStatus() -> CLAuthorizationStatus { .denied }

    /// Reduced: nothing is allowed.
    open var accuracyAuthorization: CLAccuracyAuthorization { .reducedAccuracy }

    /// False.
    public class func locationServicesEnabled() -> Bool { false }

    /// False.
    public class func headingAvailable() -> Bool { false }

    /// Nil: never known.
    open var location: CLLocation? { nil }

    /// Asks for what cannot be allowed: nothing happens, as on a phone where the user has said no already.
    open func requestWhenInUseAuthorization() {}

    /// Asks for what cannot be allowed: nothing happens, as on a phone where the user has said no already.
    open func requestAlwaysAuthorization() {}

    /// Tells the delegate that it is denied.
    open func requestLocation() { fail() }

    /// Tells the delegate that it is denied.
    open func startUpdatingLocation() { fail() }

    /// Nothing: there are no updates.
    open func stopUpdatingLocation() {}

    private func fail() {
        notify { $0.locationManager($1, didFailWithError: CLError(.denied)) }
    }

    private func notify(_ call: @escaping (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        let message = Message(manager: self, call: call)
        DispatchQueue.main.async { message.manager.delegate.map { message.call($0, message.manager) } }
    }

    /// A call on its way to the main queue.
    // @unchecked: a manager is for the main thread, where it goes.
    private struct Message: @unchecked Sendable {
        let manager: CLLocationManager
        let call: (any CLLocationManagerDelegate, CLLocationManager) -> Void
    }
}

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
