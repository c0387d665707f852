import CaptureDriver
import CoreMedia
import Dispatch
import FoundationExtras
import Testing

@testable import AVFoundation

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

    @Test("S-41: a range's rates are the reciprocals of its durations")
    func frameRateRange() {
        let range = AVFrameRateRange(.rates(1, 30))
        #expect(range.minFrameRate == 1 && range.maxFrameRate == 30)
        #expect(range.minFrameDuration == CMTime(value: 1, timescale: 30))
        #expect(range.maxFrameDuration == CMTime(value: 1, timescale: 1))
        #expect(range.description.hasSuffix("1 - 30>"))
    }

    @Test("S-65: completions are called in the order of the calls, even if later ones are due first or refused")
    func completionOrder() {
        let clock = ManualCaptureClock()
        let events = DispatchQueue(label: "test.events")
        let queue = CompletionQueue(timers: DeviceTimers(clock: clock), outbox: Outbox(), events: events)
        let seen = Recorded<Double>()
        let start = clock.now
        queue.add(at: CMTimeAdd(start, CMTime(value: 2, timescale: 10))) { _ in seen.append(2) }
        queue.add(at: CMTimeAdd(start, CMTime(value: 1, timescale: 10))) { time in
            dispatchPrecondition(condition: .onQueue(events))
            seen.append(time.isValid ? 1 : 0)
        }
        queue.addRefusal { time in seen.append(time.isValid ? 1 : 0) }
        clock.advance(bySeconds: 0.15)
        events.sync {}
        #expect(seen.values.isEmpty)
        clock.advance(bySeconds: 0.1)
        events.sync {}
        #expect(seen.values == [2, 1, 0])
    }
}

@Suite("Device state")
struct DeviceStateTests {
    private func state() -> DeviceState {
        DeviceState(
            CaptureDeviceDescription(id: "c", modelID: "c", name: "c", deviceType: "", formats: []),
            formats: [],
            pressure: SystemPressure()
        )
    }

    @Test("S-73: the subject area has changed when the light has doubled or halved, and only while monitored")
    func subjectArea() {
        var state = state()
        let tells = { (duration: Double, iso: Float) in
            state.noteExposure(CaptureExposure(duration: duration, iso: iso))
        }
        let unmonitored = [tells(0.01, 100), tells(0.02, 400)]
        state.monitorsSubjectArea = true
        let monitored = [
            tells(0.01, 100), tells(0.01, 150), tells(0.02, 100), tells(0.02, 100), tells(0.01, 100), tells(0, 0),
        ]
        #expect(unmonitored == [false, false])
        #expect(monitored == [false, false, true, false, true, false])
    }

    @Test("Frames keep exposure and ISO up to date, unless they are set by hand")
    func exposure() {
        var state = state()
        let exposure = CaptureExposure(duration: 0.01, iso: 100)
        #expect(state.isNews(exposure))
        _ = state.noteExposure(exposure)
        #expect(!state.isNews(exposure) && state.iso == 100 && state.exposureDuration == .exposure(seconds: 0.01))
        #expect(!state.isNews(.unknown))
        state.exposureMode = .custom
        #expect(!state.isNews(CaptureExposure(duration: 0.5, iso: 50)))
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
}
