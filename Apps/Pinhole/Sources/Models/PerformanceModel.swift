import CameraEngine
import Observation

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
