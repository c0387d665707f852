import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

/// A simulated phone with a multi-camera session, on a clock that stands still, put in force for one test.
struct MultiCamFixture {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let session: AVCaptureMultiCamSession

    /// - Parameters:
    ///   - profile: which devices there are.
    ///   - scene: what the cameras see; for tests that look at pictures.
    init(_ profile: SimulatedPhone.Profile = .iphone, scene: any SimulatedScene = DarkScene()) {
        phone = SimulatedPhone(profile: profile, scene: scene, clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        phone.setAuthorization(.authorized, for: .audio)
        CaptureSystem.use(phone.system)
        session = AVCaptureMultiCamSession()
    }

    // MARK: Devices

    var back: AVCaptureDevice {
        get throws { try camera(.builtInWideAngleCamera, .back) }
    }

    var front: AVCaptureDevice {
        get throws { try camera(.builtInWideAngleCamera, .front) }
    }

    func camera(_ type: AVCaptureDevice.DeviceType, _ position: AVCaptureDevice.Position) throws -> AVCaptureDevice {
        try #require(AVCaptureDevice.default(type, for: .video, position: position))
    }

    /// Makes the format of a size and a highest rate active.
    static func use(_ device: AVCaptureDevice, _ width: Int32, _ height: Int32, rate: Double = 30) throws {
        let format = try #require(
            device.formats.first {
                let size = CMVideoFormatDescriptionGetDimensions($0.formatDescription)
                let fastest = $0.videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0
                return size.width == width && size.height == height && abs(fastest - rate) < 0.01
            }
        )
        try device.lockForConfiguration()
        device.activeFormat = format
        device.unlockForConfiguration()
    }

    // MARK: The session

    /// Adds an input without connections.
    @discardableResult
    func addInput(_ device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        try #require(session.canAddInput(input))
        session.addInputWithNoConnections(input)
        return input
    }

    /// Adds an input, and an output for it alone.
    @discardableResult
    func addCamera(_ device: AVCaptureDevice, _ recorder: FrameRecorder = FrameRecorder()) throws -> AVCaptureConnection
    {
        let input = try addInput(device)
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        try #require(session.canAddOutput(output))
        session.addOutputWithNoConnections(output)
        return try connect(input.mediaPorts, output)
    }

    @discardableResult
    func connect(_ ports: [AVCaptureInput.Port], _ output: AVCaptureOutput) throws -> AVCaptureConnection {
        let connection = AVCaptureConnection(inputPorts: ports, output: output)
        try #require(session.canAddConnection(connection))
        session.addConnection(connection)
        return connection
    }

    /// Both wide-angle cameras, each with an output.
    @discardableResult
    func addBothCameras(
        _ first: FrameRecorder = FrameRecorder(),
        _ second: FrameRecorder = FrameRecorder()
    ) throws -> (back: AVCaptureConnection, front: AVCaptureConnection) {
        (try addCamera(back, first), try addCamera(front, second))
    }

    // MARK: Time

    /// Lets time pass in small steps, so that every frame is delivered before the next one comes.
    func run(seconds: Double, _ recorders: FrameRecorder...) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            clock.advance(bySeconds: 0.01)
            recorders.forEach { $0.settle() }
        }
        session.settle()
    }

    /// How often a camera's sensor was started and stopped.
    func sensorEvents(_ device: AVCaptureDevice) -> [String] {
        phone.log.compactMap { line in
            guard line.contains(device.localizedName + ":") else { return nil }
            return line.contains("stream started") ? "start" : line.contains("stream stopped") ? "stop" : nil
        }
    }
}

extension FrameRecorder {
    /// Whether frames came without a gap, and none was dropped.
    func isUndisturbed(rate: Double = 30) -> Bool {
        let times = frames.map(\.time.seconds)
        return drops.isEmpty && zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1 / rate) < 0.2 / rate }
    }
}
