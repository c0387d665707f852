import CaptureCore
import CaptureDriver
import CoreMedia
import Testing

@Suite("What several cameras cost")
struct SessionCostTests {
    /// A format of a sensor that is 4032 pixels wide, as phones have them.
    struct Format: Sendable, CustomTestStringConvertible {
        var width: Int32
        var height: Int32
        var rate: Int32
        var isBinned = false

        var captureFormat: CaptureFormat {
            var traits = CaptureFormat.Traits()
            traits.zoomUpscaleThreshold = 4032 / Double(width)
            traits.isBinned = isBinned
            return CaptureFormat(
                mediaSubType: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                dimensions: CaptureDimensions(width: width, height: height),
                frameDurations: [.rates(1, rate)],
                traits: traits
            )
        }

        var testDescription: String { "\(width)x\(height) \(rate)\(isBinned ? " binned" : "")" }

        static let hd30 = Format(width: 1920, height: 1080, rate: 30)
        static let hd60 = Format(width: 1920, height: 1080, rate: 60)
        static let full30 = Format(width: 1920, height: 1440, rate: 30)
        static let small30 = Format(width: 1280, height: 720, rate: 30)
        static let tiny30 = Format(width: 640, height: 480, rate: 30, isBinned: true)
        static let slow240 = Format(width: 1280, height: 720, rate: 240, isBinned: true)
        static let uhd60 = Format(width: 3840, height: 2160, rate: 60)
    }

    static func load(_ format: Format, _ rate: Int32? = nil, limit: Int32? = nil, isStreaming: Bool = true)
        -> CameraLoad
    {
        CameraLoad(
            format: format.captureFormat,
            frameDuration: rate.map { CMTime(value: 1, timescale: $0) } ?? .invalid,
            durationOverride: limit.map { CMTime(value: 1, timescale: $0) } ?? .invalid,
            isStreaming: isStreaming
        )
    }

    /// The table of `docs/multi-cam.md`.
    static let table: [(formats: [Format], hardware: Float, pressure: Float)] = [
        ([], 0, 0),
        ([.tiny30], 0.11, 0.19), ([.small30], 0.33, 0.37), ([.hd30], 0.35, 0.43), ([.uhd60], 0.99, 1.39),
        ([.hd30, .tiny30], 0.46, 0.62), ([.hd30, .small30], 0.68, 0.81), ([.hd30, .hd30], 0.71, 0.86),
        ([.full30, .full30], 0.94, 1.09), ([.hd60, .hd30], 1.06, 1.20), ([.hd60, .hd60], 1.41, 1.53),
        ([.uhd60, .uhd60], 1.98, 2.77), ([.hd30, .hd30, .hd30], 1.06, 1.30),
    ]

    @Test("S-100, S-101, R-MULTI-4: costs by format, rate and number of cameras", arguments: table)
    func costs(formats: [Format], hardware: Float, pressure: Float) {
        let loads = formats.map { Self.load($0) }
        #expect(abs(SessionCost.hardware(loads) - hardware) < 0.006)
        #expect(abs(SessionCost.systemPressure(loads) - pressure) < 0.006)
    }

    @Test("S-101: two 1080p cameras with 30 frames a second leave room, two with 4K at 60 are far above the budget")
    func landmarks() {
        #expect((0.6...0.8).contains(SessionCost.hardware([.hd30, .hd30].map { Self.load($0) })))
        #expect(SessionCost.systemPressure([.hd30, .hd30].map { Self.load($0) }) < 1)
        #expect(SessionCost.hardware([.uhd60, .uhd60].map { Self.load($0) }) > 1.5)
        #expect(SessionCost.hardware([Self.load(.uhd60)]) <= 1)
    }

    @Test("S-101: hardware is kept for the format's highest rate, or for the override's, whatever rate flows")
    func override() {
        let full = SessionCost.hardware([Self.load(.hd60)])
        #expect(SessionCost.hardware([Self.load(.hd60, 15)]) == full)
        #expect(SessionCost.hardware([Self.load(.hd60, limit: 30)]) == SessionCost.hardware([Self.load(.hd30)]))
        #expect(SessionCost.hardware([Self.load(.hd30, limit: 60)]) == SessionCost.hardware([Self.load(.hd30)]))
    }

    @Test("S-101: a format that reads less of the sensor, or joins its pixels, costs less")
    func readout() {
        let crop = SessionCost.hardware([Self.load(.hd30)])
        #expect(SessionCost.hardware([Self.load(.full30)]) > crop)
        var binned = Format.hd30
        binned.isBinned = true
        #expect(SessionCost.hardware([Self.load(binned)]) < crop / 2)
        #expect(SessionCost.hardware([Self.load(.slow240)]) < SessionCost.hardware([Self.load(.uhd60)]))
    }

    @Test("S-103, S-105: pressure follows the rate that flows, and a stopped sensor causes none")
    func pressure() {
        let full = SessionCost.systemPressure([Self.load(.hd60)])
        #expect(SessionCost.systemPressure([Self.load(.hd60, 20)]) < full / 2)
        #expect(SessionCost.systemPressure([Self.load(.hd60, limit: 20)]) < full / 2)
        #expect(SessionCost.systemPressure([Self.load(.hd60, isStreaming: false)]) == 0)
        #expect(
            SessionCost.hardware([Self.load(.hd60, isStreaming: false)]) == SessionCost.hardware([Self.load(.hd60)])
        )
    }

    @Test("A camera whose zoom tells nothing of its sensor reads what it delivers, and other users' load is a factor")
    func webcam() {
        var format = Format.hd30.captureFormat
        format.traits = CaptureFormat.Traits()
        let load = CameraLoad(format: format)
        #expect(load.readPixels == load.deliveredPixels && load.reservedRate == 30 && load.rate == 30)
        #expect(SessionCost.hardware([load], load: 3) == SessionCost.hardware([load, load, load]))
    }

    @Test("Nonsensical durations count as none")
    func nonsense() {
        for duration in [CMTime.zero, .indefinite, .positiveInfinity, CMTime(value: -1, timescale: 30)] {
            let load = CameraLoad(
                format: Format.hd30.captureFormat,
                frameDuration: duration,
                durationOverride: duration
            )
            #expect(load.reservedRate == 30 && load.rate == 30)
        }
    }
}

@Suite("Which cameras go together")
struct CameraHardwareTests {
    @Test("S-99: subsets of the sets that are allowed are allowed, and any camera alone")
    func sets() {
        let phone = CaptureCameraHardware(cameraSets: [["a", "b", "c"], ["a", "d"]])
        for good in [[], ["d"], ["x"], ["a", "b"], ["b", "c"], ["a", "b", "c"], ["a", "d"]] as [Set<String>] {
            #expect(phone.allows(good), "\(good)")
        }
        for bad in [["b", "d"], ["a", "x"], ["a", "b", "c", "d"]] as [Set<String>] {
            #expect(!phone.allows(bad), "\(bad)")
        }
    }

    @Test("S-96: a Linux machine runs any cameras together; hardware that runs one camera runs no two")
    func extremes() {
        #expect(CaptureCameraHardware().allows(["a", "b", "c", "d"]))
        var old = CaptureCameraHardware()
        old.runsSeveralCameras = false
        #expect(old.allows(["a"]) && !old.allows(["a", "b"]))
    }
}
