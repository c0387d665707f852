import AVFoundation
import CameraEngine
import Observation
import Synchronization

/// The metrics over the picture of two cameras.
@MainActor
@Observable
final class PerformanceModel {
    /// One camera's metrics.
    struct Metrics: Identifiable, Equatable {
        /// The camera's index in the session.
        var id: Int
        var name: String
        /// As they were counted.
        var framesPerSecond: Double
        /// As many as the camera is to take.
        var wantedFramesPerSecond: Double
        var droppedCount: Int
        /// From the exposure until the app has the frame, in milliseconds; `nil` before the first.
        var latency: Int?
        var size: PhotoSize
        var pressure: CameraPressure.Level

        /// "Back Camera  1920 × 1440".
        var heading: String { "\(name)  \(size.title)" }

        /// "29.9 / 30": as counted, and as wanted.
        var rates: String { "\(ZoomModel.label(framesPerSecond)) / \(ZoomModel.label(wantedFramesPerSecond))" }
    }

    private(set) var metrics: [Metrics] = []
    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let statistics: [FrameStatistics]

    /// - Parameter statistics: what is counted of each camera, by its index.
    init(camera: any AppCamera, statistics: [FrameStatistics]) {
        self.camera = camera
        self.statistics = statistics
    }

    /// The share of the camera hardware's budget, in percent.
    var hardwareCost: Int { Int((camera.multiCam.hardwareCost * 100).rounded()) }

    /// The share of what the device can sustain, in percent.
    var pressureCost: Int { Int((camera.multiCam.systemPressureCost * 100).rounded()) }

    /// What was taken back so that both cameras fit.
    var ladder: [String] { camera.multiCam.ladder }

    /// Reads the metrics.
    func update() {
        let readings = statistics.map { $0.read() }
        let latest = camera.multiCam.cameras.filter { !$0.isLost }.map { status in
            let reading = readings.indices.contains(status.index) ? readings[status.index] : FrameStatistics.Reading()
            return Metrics(
                id: status.index,
                name: status.camera.name,
                framesPerSecond: (reading.framesPerSecond * 10).rounded() / 10,
                wantedFramesPerSecond: status.framesPerSecondNow,
                droppedCount: reading.droppedCount,
                latency: reading.latency.map { Int(($0 * 1000).rounded()) },
                size: PhotoSize(width: status.width, height: status.height),
                pressure: status.pressure.level
            )
        }
        if latest != metrics { metrics = latest }
    }

    /// Reads them once a second as long as they are shown.
    func watch(sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) async {
        while !Task.isCancelled {
            update()
            guard (try? await sleep(.seconds(1))) != nil else { return }
        }
    }
}

/// Counts a camera's frames as they come, for the performance overlay. Cheap enough to be done for each frame, on any thread.
final class FrameStatistics: Sendable {
    /// What was counted since the last reading.
    struct Reading: Sendable, Equatable {
        /// Frames per second.
        var framesPerSecond = 0.0
        /// Frames that were lost on their way, altogether.
        var droppedCount = 0
        /// From the exposure of the latest frame until the app had it, in seconds; `nil` before the first frame.
        var latency: Double?
    }

    private struct Counts: Sendable {
        var frameCount = 0
        var droppedCount = 0
        var latency: Double?
        var since: Double?
    }

    private let counts = Mutex(Counts())

    /// A frame has come.
    func count(_ frame: CMSampleBuffer) {
        let exposed = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(frame))
        count(exposedAt: exposed, at: Self.now)
    }

    func count(exposedAt exposed: Double, at now: Double) {
        counts.withLock { counts in
            counts.frameCount += 1
            counts.latency = now >= exposed ? now - exposed : nil
        }
    }

    /// A frame was lost.
    func countDrop() { counts.withLock { $0.droppedCount += 1 } }

    /// What was counted since the last reading. To be read about once a second.
    func read(at now: Double = FrameStatistics.now) -> Reading {
        counts.withLock { counts in
            var reading = Reading(droppedCount: counts.droppedCount, latency: counts.latency)
            if let since = counts.since, now > since {
                reading.framesPerSecond = Double(counts.frameCount) / (now - since)
            }
            counts.frameCount = 0
            counts.since = now
            return reading
        }
    }

    /// The time of the clock that frames are stamped by.
    static var now: Double { CMTimeGetSeconds(CMClockGetTime(CMClockGetHostTimeClock())) }
}
