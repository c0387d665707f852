import Foundation
import FoundationExtras

/// Where something was, and when. Immutable, so it may be used on any thread.
// @unchecked: nothing of it changes; NSObject is not Sendable by itself.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // @unchecked: nothing changes after initialisation.

    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above sea level.
    public let altitude: CLLocationDistance
    /// The radius, in metres, of what the place is certain within; negative if the place is not valid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// How certain the altitude is, in metres; negative if it is not valid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of movement, in degrees from north by east; negative if it is not valid.
    public let course: CLLocationDirection
    /// How certain the direction is, in degrees; negative if it is not valid.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Metres a second; negative if it is not valid.
    public let speed: CLLocationSpeed
    /// How certain the speed is; negative if it is not valid.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// When.
    public let timestamp: Date

    /// Makes a place that is certain, without an altitude, now.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Makes a place.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// Makes a place with a movement.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: -1,
            speed: speed,
            speedAccuracy: -1,
            timestamp: timestamp
        )
    }

    /// Makes a place with a movement, and how certain that is.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        horizontalAccuracy = hAccuracy
        verticalAccuracy = vAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
    }

    /// The way to another place along the globe, taken for a ball of 6371009 metres: up to half a percent from the way along the ellipsoid.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (here, there) = (coordinate, location.coordinate)
        let latitudes = sin(radians(there.latitude - here.latitude) / 2)
        let longitudes = sin(radians(there.longitude - here.longitude) / 2)
        let share =
            latitudes * latitudes
            + cos(radians(here.latitude)) * cos(radians(there.latitude)) * longitudes * longitudes
        return 2 * 6_371_009 * asin(min(1, share.squareRoot()))
    }

    /// The same place.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Place, certainty and time.
    open override var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m (speed \(speed) mps / course \(course)) @ \(timestamp)"
    }

    // MARK: Coding

    /// Coding is secure.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the values.
    open func encode(with coder: NSCoder) {
        let numbers = [
            coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy, course,
            courseAccuracy, speed, speedAccuracy, timestamp.timeIntervalSinceReferenceDate,
        ]
        for (key, number) in zip(Self.codingKeys, numbers) { coder.encode(number, forKey: key) }
    }

    /// Reads the values; nil if one is missing.
    public required convenience init?(coder: NSCoder) {
        guard Self.codingKeys.allSatisfy(coder.containsValue(forKey:)) else { return nil }
        let numbers = Self.codingKeys.map { coder.decodeDouble(forKey: $0) }
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1]),
            altitude: numbers[2],
            horizontalAccuracy: numbers[3],
            verticalAccuracy: numbers[4],
            course: numbers[5],
            courseAccuracy: numbers[6],
            speed: numbers[7],
            speedAccuracy: numbers[8],
            timestamp: Date(timeIntervalSinceReferenceDate: numbers[9])
        )
    }

    private static let codingKeys = [
        "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "course", "courseAccuracy",
        "speed", "speedAccuracy", "timestamp",
    ]
}

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
