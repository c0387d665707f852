import Foundation
import FoundationExtras

/// An angle on the globe, in degrees.
public typealias CLLocationDegrees = Double
/// A distance, in metres.
public typealias CLLocationDistance = Double
/// A speed, in metres a second.
public typealias CLLocationSpeed = Double
/// How certain a speed is, in metres a second.
public typealias CLLocationSpeedAccuracy = Double
/// How certain a place is, in metres.
public typealias CLLocationAccuracy = Double
/// A direction, in degrees from north by east.
public typealias CLLocationDirection = Double
/// How certain a direction is, in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// As certain as possible, with other sensors' help.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As certain as possible.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Every movement counts.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// A place on the globe.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees from the equator, positive to the north.
    public var latitude: CLLocationDegrees
    /// Degrees from the zero meridian, positive to the east.
    public var longitude: CLLocationDegrees

    /// Makes the place where the zero meridian crosses the equator.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether a place is one: a latitude from -90 to 90, a longitude from -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// Makes a place.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
