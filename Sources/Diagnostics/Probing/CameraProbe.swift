import CaptureDriver
import CoreMedia

/// Tests a camera's stream for a while. Every wait is bounded.
struct CameraProbe: Sendable {

    let driver: any CaptureDriver
    let clock: any CaptureClock
    /// Seconds to test, from the first frame.
    let seconds: Double
    /// Seconds that a camera has until the first frame; some need two in low light.
    var patience = 5.0
    /// Seconds that opening, starting and stopping may take besides: the kernel gives USB cameras up to five for a command.
    var handling = 20.0

    /// Streams in the format that a program gets which asks for none in particular; `nil` for a camera without formats.
    func test(_ camera: CaptureDeviceDescription) -> StreamMeasurement? {
        guard camera.formats.indices.contains(camera.defaultFormatIndex) else { return nil }
        let format = camera.formats[camera.defaultFormatIndex]
        let bound = handling + patience + seconds
        let measured = Bounded.run(seconds: bound) { [self] in stream(camera.id, format) }
        return measured
            ?? StreamMeasurement(
                format: format,
                promisedRate: nil,
                patience: patience,
                outcome: .noAnswer(seconds: bound)
            )
    }

    private func stream(_ id: CaptureDeviceDescription.ID, _ format: CaptureFormat) -> StreamMeasurement {
        var measurement = StreamMeasurement(
            format: format,
            promisedRate: format.bestRate,
            patience: patience,
            outcome: .noAnswer(seconds: 0)
        )
        do {
            let handle = try driver.open(id)
            defer { handle.close() }
            let recorder = StreamRecorder(clock: clock, seconds: seconds)
            let configuration = try handle.startStream(CaptureStreamRequest(format: format), sink: recorder)
            let duration = CMTimeGetSeconds(configuration.frameDuration)
            measurement.format = configuration.format
            measurement.promisedRate = duration > 0 ? 1 / duration : nil
            let end = DispatchTime.now() + patience
            if recorder.finished.wait(timeout: end) == .timedOut, recorder.tally.frames > 0 {
                _ = recorder.finished.wait(timeout: .now() + seconds)
            }
            // Before the stop, which makes the stream end in its way.
            measurement.outcome = .ran(recorder.tally)
        } catch {
            measurement.outcome = .refused(error)
        }
        return measurement
    }
}
