import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Testing

@Suite("Values of photos")
struct PhotoValuesTests {
    @Test(
        "S-116, R-ROT-3: rotation and mirroring become the EXIF orientation",
        arguments: [
            (0, false, 1), (90, false, 6), (180, false, 3), (270, false, 8),
            (0, true, 2), (90, true, 5), (180, true, 4), (270, true, 7),
            (-90, false, 8), (450, true, 5),
        ] as [(Int, Bool, UInt32)]
    )
    func orientation(angle: Int, isMirrored: Bool, exif: UInt32) {
        #expect(PhotoOrientation.exif(rotationAngle: angle, isMirrored: isMirrored).rawValue == exif)
    }

    @Test(
        "EXIF's orientation shows each sensor pixel where the connection's own map does",
        arguments: [0, 90, 180, 270]
    )
    func orientationAgreesWithMap(angle: Int) {
        for isMirrored in [false, true] {
            let map = DevicePointMap(rotationAngle: angle, isMirrored: isMirrored)
            let orientation = PhotoOrientation.exif(rotationAngle: angle, isMirrored: isMirrored)
            for point in [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 1)] {
                #expect(map.point(fromDevice: point) == Self.shown(point, orientation))
            }
        }
    }

    /// Where EXIF's definitions put a point of the stored picture (0th row and column are named there).
    private static func shown(_ p: CGPoint, _ orientation: CGImagePropertyOrientation) -> CGPoint {
        switch orientation {
        case .up: p
        case .upMirrored: CGPoint(x: 1 - p.x, y: p.y)
        case .down: CGPoint(x: 1 - p.x, y: 1 - p.y)
        case .downMirrored: CGPoint(x: p.x, y: 1 - p.y)
        case .leftMirrored: CGPoint(x: p.y, y: p.x)
        case .right: CGPoint(x: 1 - p.y, y: p.x)
        case .rightMirrored: CGPoint(x: 1 - p.y, y: 1 - p.x)
        case .left: CGPoint(x: p.y, y: 1 - p.x)
        }
    }

    @Test(
        "S-156: photos are never larger than asked for, and keep their shape",
        arguments: [
            ("4032x3024", "1024x768", "1024x768"), ("1920x1080", "1024x768", "1024x576"),
            ("640x480", "1024x768", "640x480"), ("1080x1920", "1024x768", "432x768"),
            ("1280x960", "1280x960", "1280x960"),
        ]
    )
    func photoDimensions(frame: String, maximum: String, expected: String) {
        let size = PhotoGeometry.photoDimensions(frame: Self.size(frame), maximum: Self.size(maximum))
        #expect(size.description == expected)
    }

    @Test("Of a preview's width and height the larger is honoured; the photo's shape is kept")
    func reducedDimensions() {
        func reduced(_ requested: String?) -> String {
            PhotoGeometry.reducedDimensions(
                photo: Self.size("4032x3024"),
                requested: requested.map(Self.size),
                defaultLongSide: 160,
                maximumLongSide: 2000
            ).description
        }
        #expect(reduced(nil) == "160x120")
        #expect(reduced("100x640") == "640x480")
        #expect(reduced("9000x9000") == "2000x1500")
    }

    private static func size(_ text: String) -> CaptureDimensions {
        let parts = text.split(separator: "x").compactMap { Int32($0) }
        return CaptureDimensions(width: parts[0], height: parts[1])
    }

    @Test("S-175: a client's metadata replace ours, inside the dictionaries too")
    func mergedMetadata() {
        let ours: [String: PhotoMetadataValue] = ["{Exif}": .dictionary(["a": .integer(1), "b": .integer(2)])]
        let theirs = Dictionary(photoMetadata: ["{Exif}": ["b": 3.5, "c": "x"], "{GPS}": ["Latitude": 52.5]])
        #expect(
            ours.merging(photoMetadata: theirs) == [
                "{Exif}": .dictionary(["a": .integer(1), "b": .real(3.5), "c": .string("x")]),
                "{GPS}": .dictionary(["Latitude": .real(52.5)]),
            ]
        )
    }

    @Test("S-167: preparation waits for a running session outside of begin and commit; a second call fails the first")
    func preparation() {
        var preparation = PhotoPreparation<Int>()
        #expect(preparation.prepare(1).isEmpty)
        let second = preparation.prepare(2)
        #expect(second.map(\.completion) == [1])
        #expect(second.map(\.isPrepared) == [false])
        #expect(preparation.configurationChanged(isOpen: true).isEmpty)
        #expect(preparation.sessionRunningChanged(true).isEmpty)
        let done = preparation.configurationChanged(isOpen: false)
        #expect(done.map(\.completion) == [2])
        #expect(done.map(\.isPrepared) == [true])
        #expect(preparation.prepare(3).map(\.isPrepared) == [true])
    }

    @Test("Processing times are those of the latest photos")
    func processingTimes() {
        var times = PhotoProcessingTimes()
        #expect(CMTimeGetSeconds(times.range.duration) == 0)
        times.add(seconds: 5)
        for _ in 0..<7 { times.add(seconds: 0.25) }
        times.add(seconds: 0.5)
        #expect(CMTimeGetSeconds(times.range.start) == 0.25)
        #expect(CMTimeGetSeconds(times.range.end) == 0.5)
    }

    @Test("S-162: a coordinator counts requests on their way, until the output sees them or newer ones")
    func readinessOfCoordinator() {
        var readiness = PhotoReadinessTracker()
        #expect(readiness.value == .sessionNotRunning)
        readiness.track(1, takesLong: false)
        #expect(readiness.value == .notReadyMomentarily)
        readiness.outputChanged(.ready)
        #expect(readiness.value == .notReadyMomentarily)
        readiness.track(2, takesLong: true)
        #expect(readiness.value == .notReadyWaitingForCapture)
        readiness.stopTracking(2)
        readiness.track(3, takesLong: false)
        readiness.outputChanged(.ready, arrived: 2)
        #expect(readiness.value == .notReadyMomentarily)
        readiness.outputChanged(.ready, arrived: 3)
        #expect(readiness.value == .ready)
        readiness.track(4, takesLong: true)
        readiness.outputChanged(.notReadyWaitingForProcessing)
        #expect(readiness.value == .notReadyWaitingForProcessing)
    }
}
