import AVFoundation
import CameraLifecycle
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// When frames came.
final class FrameTimes: Sendable {
    private struct State {
        var count = 0
        var last: Double?
        var longestGap = 0.0
        var isUpright = false
    }

    private let state = Mutex(State())

    func note(_ frame: CMSampleBuffer) {
        let time = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(frame))
        state.withLock { state in
            state.count += 1
            if let last = state.last { state.longestGap = max(state.longestGap, time - last) }
            state.last = time
            guard let picture = CMSampleBufferGetImageBuffer(frame) else { return }
            state.isUpright = CVPixelBufferGetHeight(picture) > CVPixelBufferGetWidth(picture)
        }
    }

    /// Whether the last frame was higher than wide, as a phone is.
    var isUpright: Bool { state.withLock { $0.isUpright } }

    var count: Int { state.withLock { $0.count } }

    /// The longest time between two frames, in seconds, since the last call.
    func takeLongestGap() -> Double {
        state.withLock { state in
            defer { state.longestGap = 0 }
            return state.longestGap
        }
    }
}

/// An engine that may have two cameras, whose first one is live, and when the frames of both came.
@MainActor
struct TwoCamerasFixture {
    let fixture: EngineFixture
    let model: CameraModel
    let first = FrameTimes()
    let second = FrameTimes()

    init(
        scene: any SimulatedScene = DarkScene(),
        _ change: (inout EngineConfiguration) -> Void = { _ in },
        prepare: (SimulatedPhone) -> Void = { _ in }
    ) async {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = 2
        change(&configuration)
        fixture = EngineFixture(configuration: configuration, scene: scene, prepare: prepare)
        await fixture.engine.deliverFrames { [first] frame, _ in first.note(frame) }
        await fixture.engine.deliverFrames(ofCamera: 1) { [second] frame, _ in second.note(frame) }
        model = await fixture.makeLiveModel()
    }

    func turnOn(_ comment: Comment? = nil) async {
        model.setCameraCount(2)
        await fixture.expect(model, comment) { $0.multiCam.isOn }
    }

    /// Whether both cameras' frames come.
    func bothDeliver() async -> Bool {
        let before = (first.count, second.count)
        await fixture.pass(model, seconds: 1)
        return first.count > before.0 + 5 && second.count > before.1 + 5
    }

    // MARK: Movies

    func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("two-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    func start(_ request: RecordingRequest) async throws {
        let start = Task { [engine = fixture.engine] in try await engine.startRecording(request) }
        await fixture.expect(model) { $0.recording.phase == .recording }
        try await start.value
    }

    func stop() async throws -> RecordedMovie {
        let stop = Task { [engine = fixture.engine] in try await engine.stopRecording() }
        await fixture.expect(model) { $0.recording.phase == .idle }
        return try await stop.value
    }
}
