import CaptureCore
import CaptureDriver
import CoreMedia
import Testing

@testable import AVFoundation

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
            state.recordExposure(CaptureExposure(duration: duration, iso: iso))
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
        #expect(state.isNewExposure(exposure))
        _ = state.recordExposure(exposure)
        #expect(
            !state.isNewExposure(exposure) && state.iso == 100 && state.exposureDuration == .exposure(seconds: 0.01)
        )
        #expect(!state.isNewExposure(.unknown))
        state.exposureMode = .custom
        #expect(!state.isNewExposure(CaptureExposure(duration: 0.5, iso: 50)))
    }
}
