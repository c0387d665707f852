import CoreLocation
import Foundation
import Testing

@Suite("Places")
struct LocationTests {
    private let berlin = CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: 52.5163, longitude: 13.3777),
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 3,
        course: 90,
        speed: 1.5,
        timestamp: Date(timeIntervalSince1970: 1_700_000_000)
    )

    @Test("A place keeps its values, through coding, too")
    func values() throws {
        #expect(berlin.coordinate.latitude == 52.5163 && berlin.speed == 1.5 && berlin.courseAccuracy == -1)
        let data = try NSKeyedArchiver.archivedData(withRootObject: berlin, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read.coordinate.longitude == 13.3777 && read.altitude == 34 && read.timestamp == berlin.timestamp)
        let simple = CLLocation(latitude: 1, longitude: 2)
        #expect(simple.verticalAccuracy == -1 && simple.course == -1)
    }

    @Test("Distances along the globe")
    func distances() {
        let paris = CLLocation(latitude: 48.8584, longitude: 2.2945)
        #expect(abs(berlin.distance(from: paris) - 879_000) < 5000)
        #expect(berlin.distance(from: berlin) == 0)
        let poles = CLLocation(latitude: 90, longitude: 0).distance(from: CLLocation(latitude: -90, longitude: 77))
        #expect(abs(poles - 20_015_000) < 1000)
    }

    @Test("Valid places")
    func validity() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90, 180)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
    }

    /// What a delegate was told.
    @MainActor
    private final class Listener: CLLocationManagerDelegate {
        private let continuation: AsyncStream<String>.Continuation
        let events: AsyncStream<String>

        init() {
            (events, continuation) = AsyncStream.makeStream()
        }

        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            continuation.yield("authorization \(manager.authorizationStatus)")
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            continuation.yield((error as? CLError)?.code == .denied ? "denied" : "\(error)")
        }
    }

    @MainActor
    @Test("A manager says that it is denied")
    func manager() async {
        let manager = CLLocationManager()
        let listener = Listener()
        manager.delegate = listener
        manager.requestWhenInUseAuthorization()
        manager.startUpdatingLocation()
        var events = listener.events.makeAsyncIterator()
        #expect(await events.next() == "authorization denied")
        #expect(await events.next() == "denied")
        #expect(manager.location == nil && !CLLocationManager.locationServicesEnabled())
    }
}
