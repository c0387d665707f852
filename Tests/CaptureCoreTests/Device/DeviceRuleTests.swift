import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import FoundationExtras
import Synchronization
import Testing

@Suite("Device rules")
struct DeviceRuleTests {
    // MARK: Rotation

    @Test(
        "S-122, R-ROT-1: capture angles of a phone's cameras",
        arguments: [
            (HostOrientation.portrait, 90, 90), (.landscapeLeft, 0, 180), (.landscapeRight, 180, 0),
            (.portraitUpsideDown, 270, 270),
        ]
    )
    func rotation(orientation: HostOrientation, back: Int, front: Int) {
        #expect(RotationAngles(mounted(90, .back)).horizonLevel(orientation) == back)
        #expect(RotationAngles(mounted(90, .front)).horizonLevel(orientation) == front)
    }

    @Test("S-122: a camera mounted in nothing has angle 0", arguments: HostOrientation.allCases)
    func unmounted(orientation: HostOrientation) {
        #expect(RotationAngles(mounted(nil, .unspecified)).horizonLevel(orientation) == 0)
        #expect(RotationAngles(mounted(nil, .unspecified)).horizonLevel(nil) == 0)
    }

    private func mounted(_ angle: Int?, _ position: CaptureDeviceDescription.Position) -> CaptureDeviceDescription {
        CaptureDeviceDescription(
            id: "c",
            modelID: "c",
            name: "c",
            deviceType: "",
            position: position,
            formats: [],
            mountAngle: angle
        )
    }

    // MARK: Zoom

    @Test("S-68: a ramp's rate is in doublings per second, up and down")
    func ramp() {
        let up = ZoomRamp(start: 1, target: 4, rate: 2)
        #expect(up.duration == 1)
        #expect(abs(up.factor(after: 0.5) - 2) < 1e-9)
        #expect(up.factor(after: 1) == 4)
        let down = ZoomRamp(start: 4, target: 1, rate: 1)
        #expect(abs(down.factor(after: 1) - 2) < 1e-9)
        #expect(down.factor(after: 5) == 1)
    }

    @Test("S-68: without a zoom control a camera is cropped in software up to 4")
    func softwareZoom() {
        var hardware = CaptureDeviceDescription(id: "c", modelID: "c", name: "c", deviceType: "", formats: [])
        let format = CaptureFormat(
            mediaSubType: 0,
            dimensions: CaptureDimensions(width: 640, height: 480),
            frameDurations: [.rate(30)]
        )
        #expect(hardware.maximumZoomFactor(in: format) == 4)
        hardware.controls[.zoom] = .range(1...10, default: 1)
        #expect(hardware.maximumZoomFactor(in: format) == 10)
    }

    // MARK: White balance

    @Test("S-67: gains and chromaticity convert there and back")
    func gains() {
        let (red, green, blue) = WhiteBalanceModel.gains(x: 0.38, y: 0.37)
        #expect(min(red, green, blue) == 1)
        #expect(blue > red)
        let (x, y) = WhiteBalanceModel.chromaticity(red: red, green: green, blue: blue)
        #expect(abs(x - 0.38) < 1e-5 && abs(y - 0.37) < 1e-5)
    }

    @Test(
        "Temperature and tint convert there and back",
        arguments: [2000.0, 2856, 4000, 5500, 6504, 9000, 14_000],
        [-30.0, 0, 30]
    )
    func temperature(kelvin: Double, tint: Double) {
        let (x, y) = WhiteBalanceModel.chromaticity(temperature: kelvin, tint: tint)
        let back = WhiteBalanceModel.temperatureAndTint(x: x, y: y)
        #expect(abs(back.temperature - kelvin) < kelvin * 0.002)
        #expect(abs(back.tint - tint) < 0.2)
    }

    @Test("Illuminant A and D65 have the temperatures that the CIE gives them")
    func illuminants() {
        #expect(abs(WhiteBalanceModel.temperatureAndTint(x: 0.44757, y: 0.40745).temperature - 2856) < 15)
        #expect(abs(WhiteBalanceModel.temperatureAndTint(x: 0.31271, y: 0.32902).temperature - 6504) < 25)
        #expect(WhiteBalanceModel.temperatureAndTint(x: 0.31271, y: 0.32902).tint > 0)
    }

    // MARK: Frame durations

    @Test("S-37: supported durations, with a thousandth of tolerance for differently written rates")
    func durations() {
        let format = CaptureFormat(
            mediaSubType: 0,
            dimensions: CaptureDimensions(width: 640, height: 480),
            frameDurations: [
                CaptureFormat.FrameDurationRange(
                    shortest: CMTime(value: 333_333, timescale: 10_000_000),
                    longest: CMTime(value: 333_333, timescale: 10_000_000)
                ),
                .rates(1, 15),
            ]
        )
        #expect(
            format.supportedFrameDuration(for: CMTime(value: 1, timescale: 30))
                == CMTime(value: 333_333, timescale: 10_000_000)
        )
        #expect(format.supportedFrameDuration(for: CMTime(value: 1, timescale: 10)) == CMTime(value: 1, timescale: 10))
        #expect(format.supportedFrameDuration(for: CMTime(value: 1, timescale: 24)) == nil)
        #expect(format.supportedFrameDuration(for: .zero) == nil)
        #expect(format.supportedFrameDuration(for: .positiveInfinity) == nil)
        #expect(format.defaultFrameDuration == CMTime(value: 333_333, timescale: 10_000_000))
        #expect(format.longestFrameDuration == CMTime(value: 1, timescale: 1))
    }

    @Test("S-65: completions are called in the order of the calls, even if later ones are due first or refused")
    func completionOrder() {
        let clock = ManualCaptureClock()
        let events = DispatchQueue(label: "test.events")
        let queue = CompletionQueue(timers: DeviceTimers(clock: clock), outbox: Outbox(), events: events)
        let seen = Mutex<[Double]>([])
        let start = clock.now
        queue.add(at: CMTimeAdd(start, CMTime(value: 2, timescale: 10))) { _ in seen.withLock { $0.append(2) } }
        queue.add(at: CMTimeAdd(start, CMTime(value: 1, timescale: 10))) { time in
            dispatchPrecondition(condition: .onQueue(events))
            seen.withLock { $0.append(time.isValid ? 1 : 0) }
        }
        queue.addRefusal { time in seen.withLock { $0.append(time.isValid ? 1 : 0) } }
        clock.advance(bySeconds: 0.15)
        events.sync {}
        #expect(seen.withLock { $0 }.isEmpty)
        clock.advance(bySeconds: 0.1)
        events.sync {}
        #expect(seen.withLock { $0 } == [2, 1, 0])
    }
}
