import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import Foundation
import Synchronization

/// A camera engine on this machine's cameras, in real time.
final class EngineRun: Sendable {
    let engine: CameraEngine
    private let counter = FrameCounter()

    private final class FrameCounter: Sendable {
        let frames = Atomic(0)
    }

    /// - Parameter camera: the camera that is wanted; any for `nil`.
    init(_ camera: String? = nil, system: CaptureSystem = machine) async {
        CaptureSystem.use(system)
        engine = CameraEngine()
        engine.select(CameraSelection(uniqueID: camera))
        let counter = counter
        await engine.deliverFrames { _, _ in counter.frames.add(1, ordering: .relaxed) }
    }

    /// Waits until the user sees what is wanted.
    ///
    /// - Returns: what the user sees at last.
    func wait(atMost seconds: Double = 60, until isWanted: (CameraStatus) -> Bool) async -> CameraStatus {
        let deadline = kernelTime() + seconds
        while true {
            let status = await engine.status
            if isWanted(status) || kernelTime() > deadline { return status }
            await pause(0.01)
        }
    }

    /// Waits for a status.
    func wait(for wanted: CameraStatus, atMost seconds: Double = 60) async -> CameraStatus {
        await wait(atMost: seconds) { $0 == wanted }
    }

    /// Whether some more frames come.
    func framesCome() async -> Bool {
        let before = counter.frames.load(ordering: .relaxed)
        let deadline = kernelTime() + 60
        while counter.frames.load(ordering: .relaxed) < before + 5 {
            guard kernelTime() < deadline else { return false }
            await pause(0.01)
        }
        return true
    }

    /// Stops, and waits until the session is empty.
    func stop() async -> CameraStatus {
        engine.stop()
        await engine.settle()
        return await engine.status
    }

    /// Lets real time pass.
    func pause(_ seconds: Double) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { continuation.resume() }
        }
    }

    private func kernelTime() -> Double {
        Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
}
