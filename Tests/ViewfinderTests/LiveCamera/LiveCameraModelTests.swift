import AVFoundation
import Foundation
import Testing

@testable import Viewfinder

@Suite("Live camera model")
struct LiveCameraModelTests {
    private static func live() -> LiveCameraModel {
        var model = LiveCameraModel(photoFolder: "/photos")
        _ = model.handle(.opening(id: "a"))
        _ = model.handle(.firstFrame)
        return model
    }

    private static func phase(_ model: LiveCameraModel) -> ViewfinderState.Phase {
        model.state(cameras: [], details: LiveCameraModel.Details()).phase
    }

    @Test("A camera is live from its first frame on, not before")
    func firstFrame() {
        var model = LiveCameraModel(photoFolder: "/photos")
        #expect(Self.phase(model) == .starting)
        _ = model.handle(.opening(id: "a"))
        #expect(Self.phase(model) == .starting)
        #expect(model.handle(.firstFrame) == false)
        #expect(Self.phase(model) == .live)
    }

    @Test("R-LIFE-12: the selected camera's loss is shown, another one's is not, and its return is wanted")
    func disconnection() {
        var model = Self.live()
        _ = model.handle(.disconnected(id: "b"))
        #expect(Self.phase(model) == .live)
        #expect(model.handle(.disconnected(id: "a")) == true)
        #expect(Self.phase(model) == .disconnected)
        #expect(model.wantsCamera(id: "a"))
        #expect(!model.wantsCamera(id: "b"))
    }

    @Test("The session's failure after a loss does not hide what happened")
    func failureAfterLoss() {
        var model = Self.live()
        _ = model.handle(.disconnected(id: "a"))
        _ = model.handle(.failed(FailureWords(AVError(.unknown))))
        #expect(Self.phase(model) == .disconnected)
    }

    @Test("R-LIFE-9: every reason of an interruption has words of its own, and its end leads back to starting")
    func interruptions() {
        let reasons: [AVCaptureSession.InterruptionReason] = [
            .videoDeviceNotAvailableInBackground, .audioDeviceInUseByAnotherClient, .videoDeviceInUseByAnotherClient,
            .videoDeviceNotAvailableWithMultipleForegroundApps, .videoDeviceNotAvailableDueToSystemPressure,
            .sensitiveContentMitigationActivated,
        ]
        #expect(Set(reasons.map { InterruptionWords.words(for: $0).title }).count == reasons.count)
        var model = Self.live()
        #expect(model.handle(.interrupted(reason: reasons[0])) == true)
        #expect(Self.phase(model) == .interrupted)
        _ = model.handle(.firstFrame)
        #expect(Self.phase(model) == .interrupted)
        _ = model.handle(.interruptionEnded)
        _ = model.handle(.firstFrame)
        #expect(Self.phase(model) == .live)
    }

    @Test("A failure's words are those of the error, with its code for whoever looks it up")
    func failureWords() {
        var model = Self.live()
        let error = AVError(.sessionHardwareCostOverage)
        _ = model.handle(.failed(FailureWords(error)))
        let state = model.state(cameras: [], details: LiveCameraModel.Details())
        #expect(state.phase == .failed)
        #expect(state.words.title == error.localizedDescription)
        #expect(state.words.detail?.contains("-11872") == true)
    }

    @Test("A camera that is not there is named, and any camera that appears is wanted")
    func cameraNotFound() {
        var model = LiveCameraModel(photoFolder: "/photos")
        _ = model.handle(.cameraNotFound("Logitech"))
        let state = model.state(cameras: [], details: LiveCameraModel.Details())
        #expect(state.phase == .noCamera)
        #expect(state.words.title.contains("Logitech"))
        #expect(model.wantsCamera(id: "anything"))
    }
}

@Suite("Figure meter")
struct FigureMeterTests {
    @Test("Rate, median latency and drops of a window; the next window starts empty")
    func window() {
        var meter = FigureMeter()
        for frame in 0..<31 {
            let time = UInt64(frame) * 33_333_333
            meter.frame(captured: time, published: time + UInt64(frame + 1) * 1_000_000, width: 640, height: 480)
        }
        meter.drop("FrameWasLate")
        let figures = meter.read(now: 1_001_000_000)
        #expect(figures.framesPerSecond == 31)
        #expect(figures.latencyMilliseconds == 16)
        #expect(figures.drops == ["FrameWasLate": 1])
        #expect((figures.width, figures.height) == (640, 480))
        let next = meter.read(now: 2_001_000_000)
        #expect(next.framesPerSecond == 0)
        #expect(next.latencyMilliseconds == nil)
        #expect(next.drops == ["FrameWasLate": 1])
    }

    @Test("A clock that steps back gives no negative latency")
    func clockStep() {
        var meter = FigureMeter()
        meter.frame(captured: 10, published: 5, width: 1, height: 1)
        #expect(meter.read(now: 0).latencyMilliseconds == 0)
    }
}
