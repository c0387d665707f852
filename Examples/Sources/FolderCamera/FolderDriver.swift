import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// Plays the JPEG files of a folder as a camera: in the order of their names, a frame at a time, again and again.
///
/// The camera is plugged in when the folder appears, and unplugged when it goes. All methods may be called from any thread.
public final class FolderDriver: CaptureDriver {
    private struct State {
        /// The camera, while it is there.
        var camera: CaptureDeviceDescription?
        /// The handle that has the camera. Closing the handle and unplugging the camera both end it.
        var owner: Int?
        var handleCount = 0
        var observerCount = 0
        var observers: [Int: @Sendable (CaptureDeviceChange) -> Void] = [:]
    }

    /// How often the folder is looked for. Whoever pulls a plug notices no later than this.
    private static let pollInterval = CMTime(value: 1, timescale: 4)

    public let name = "folder"
    let clock: any CaptureClock
    private let folder: JPEGFolder
    private let state: Mutex<State>
    private let timer = Mutex<(any CaptureTimer)?>(nil)

    /// - Parameters:
    ///   - folder: need not be there yet.
    ///   - milliseconds: how long a frame lasts; at least 1.
    ///   - clock: stamps the frames. That of the capture system that the driver is for.
    public init(folder: URL, milliseconds: Int64, clock: any CaptureClock = HostCaptureClock()) {
        precondition(milliseconds >= 1, "A frame lasts one millisecond at least.")
        self.folder = JPEGFolder(url: folder, frameDuration: CMTime(value: milliseconds, timescale: 1_000))
        self.clock = clock
        state = Mutex(State(camera: self.folder.camera))
        let timer = clock.makeTimer { [weak self] in self?.poll() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: CMTimeAdd(clock.now, Self.pollInterval))
    }

    deinit {
        timer.withLock { $0 }?.cancel()
    }

    public func devices() -> [CaptureDeviceDescription] {
        state.withLock { $0.camera.map { [$0] } ?? [] }
    }

    public func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        let number = state.withLock { state in
            state.observerCount += 1
            state.observers[state.observerCount] = handler
            return state.observerCount
        }
        return CaptureObservation { [weak self] in
            self?.state.withLock { $0.observers[number] = nil }
        }
    }

    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        guard devices().contains(where: { $0.id == id }) else {
            throw CaptureDriverError(
                kind: .notFound,
                operation: "open",
                device: id,
                advice: "There is no folder \(folder.url.path) with a JPEG file in it."
            )
        }
        _ = try folder.checkedFiles()
        let (camera, number) = try state.withLock { state throws(CaptureDriverError) in
            guard let camera = state.camera else { throw .disconnected(id, "open") }
            guard state.owner == nil else {
                throw CaptureDriverError(
                    kind: .busy,
                    operation: "open",
                    device: id,
                    advice: "The camera is open already. Close it there first."
                )
            }
            state.handleCount += 1
            state.owner = state.handleCount
            return (camera, state.handleCount)
        }
        return FolderCamera(camera, number, of: self, folder: folder, clock: clock)
    }

    /// Whether a handle still has the camera.
    func isOwner(_ handle: Int) -> Bool {
        state.withLock { $0.owner == handle }
    }

    /// Gives the camera back, if the handle still has it.
    func release(_ handle: Int) {
        state.withLock { if $0.owner == handle { $0.owner = nil } }
    }

    /// Looks whether the folder has come or gone. Runs on the timer's thread alone, so observers are called one at a time, in order.
    private func poll() {
        let camera = folder.camera
        let news = state.withLock { state -> (CaptureDeviceChange, [@Sendable (CaptureDeviceChange) -> Void])? in
            guard (camera == nil) != (state.camera == nil) else { return nil }
            let change = camera.map { CaptureDeviceChange.appeared($0) } ?? .disappeared(folder.id)
            state.camera = camera
            state.owner = nil
            return (change, Array(state.observers.values))
        }
        // Unlocked: an observer may open the camera.
        if let (change, observers) = news {
            for observer in observers { observer(change) }
        }
        timer.withLock { $0 }?.arm(at: CMTimeAdd(clock.now, Self.pollInterval))
    }
}

extension CaptureDriverError {
    /// What a handle answers that no longer has its camera.
    static func disconnected(_ device: String, _ operation: String) -> CaptureDriverError {
        CaptureDriverError(
            kind: .disconnected,
            operation: operation,
            device: device,
            advice: "The folder is gone, or the camera was closed. Open it again when it is there."
        )
    }
}
