import Foundation

/// A place on Earth, by the WGS 84 datum.
public struct ExifLocation: Sendable, Equatable {
    /// Degrees north of the equator, -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180...180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?
    /// When the position was measured.
    public var timestamp: Date?
    /// The radius in metres within which the place lies.
    public var horizontalAccuracy: Double?

    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - longitude: degrees east.
    ///   - altitude: metres above sea level.
    ///   - timestamp: when the position was measured.
    ///   - horizontalAccuracy: metres.
    public init(
        latitude: Double,
        longitude: Double,
        altitude: Double? = nil,
        timestamp: Date? = nil,
        horizontalAccuracy: Double? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.timestamp = timestamp
        self.horizontalAccuracy = horizontalAccuracy
    }
}
