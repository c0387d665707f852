import AVFoundation

/// Back and front camera at once, as apps for iOS set them up: wired by hand, within the costs, looking after heat.
final class TwoCameras: NSObject {
    enum SetupError: Error, Equatable {
        case notSupported
        case noCameras
        case notConfigured(String)
        case tooExpensive
    }

    /// One camera with what it feeds.
    struct Branch {
        let device: AVCaptureDevice
        let input: AVCaptureDeviceInput
        let output: AVCaptureVideoDataOutput
        let connection: AVCaptureConnection
        let previewLayer: AVCaptureVideoPreviewLayer
    }

    let session = AVCaptureMultiCamSession()
    private(set) var back: Branch?
    private(set) var front: Branch?
    private(set) var backAudio: AVCaptureAudioDataOutput?
    private(set) var frontAudio: AVCaptureAudioDataOutput?
    private var pressureObservations: [NSKeyValueObservation] = []

    func configure() throws {
        guard AVCaptureMultiCamSession.isMultiCamSupported else { throw SetupError.notSupported }
        let found = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .builtInUltraWideCamera],
            mediaType: .video,
            position: .unspecified
        )
        let pair = found.supportedMultiCamDeviceSets.first { set in
            set.count == 2 && set.contains { $0.position == .back && $0.deviceType == .builtInWideAngleCamera }
                && set.contains { $0.position == .front }
        }
        guard let backCamera = pair?.first(where: { $0.position == .back }),
            let frontCamera = pair?.first(where: { $0.position == .front })
        else { throw SetupError.noCameras }
        for camera in [backCamera, frontCamera] { try chooseFormat(of: camera) }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        try addMicrophone()
        back = try addBranch(backCamera)
        front = try addBranch(frontCamera)
        front?.connection.automaticallyAdjustsVideoMirroring = false
        front?.connection.isVideoMirrored = true
        try reduceCost()
        pressureObservations = [backCamera, frontCamera].map { camera in
            camera.observe(\.systemPressureState, options: .new) { [weak self] camera, change in
                guard let level = change.newValue?.level else { return }
                self?.throttle(camera, at: level)
            }
        }
    }

    private func chooseFormat(of device: AVCaptureDevice) throws {
        let format = device.formats.first { format in
            let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            return format.isMultiCamSupported && size.width == 1920 && size.height == 1080
                && format.videoSupportedFrameRateRanges.contains { $0.minFrameRate <= 30 && 30 <= $0.maxFrameRate }
        }
        guard let format else { throw SetupError.notConfigured("no format") }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        device.activeFormat = format
        device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 30)
        device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 30)
    }

    private func addMicrophone() throws {
        guard let device = AVCaptureDevice.default(for: .audio) else { return }
        let input = try AVCaptureDeviceInput(device: device)
        guard session.canAddInput(input) else { throw SetupError.notConfigured("microphone") }
        session.addInputWithNoConnections(input)
        backAudio = try addAudio(input, .back)
        frontAudio = try addAudio(input, .front)
    }

    private func addAudio(
        _ input: AVCaptureDeviceInput,
        _ position: AVCaptureDevice.Position
    ) throws -> AVCaptureAudioDataOutput {
        let port = input.ports(
            for: .audio,
            sourceDeviceType: input.device.deviceType,
            sourceDevicePosition: position
        ).first
        let output = AVCaptureAudioDataOutput()
        guard let port, session.canAddOutput(output) else { throw SetupError.notConfigured("sound") }
        session.addOutputWithNoConnections(output)
        try connect(AVCaptureConnection(inputPorts: [port], output: output))
        return output
    }

    private func addBranch(_ device: AVCaptureDevice) throws -> Branch {
        let input = try AVCaptureDeviceInput(device: device)
        let output = AVCaptureVideoDataOutput()
        guard session.canAddInput(input), session.canAddOutput(output) else {
            throw SetupError.notConfigured(device.localizedName)
        }
        session.addInputWithNoConnections(input)
        session.addOutputWithNoConnections(output)
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        ]
        let port = input.ports(
            for: .video,
            sourceDeviceType: device.deviceType,
            sourceDevicePosition: device.position
        ).first
        guard let port else { throw SetupError.notConfigured("port") }
        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        try connect(connection)
        let layer = AVCaptureVideoPreviewLayer()
        layer.setSessionWithNoConnection(session)
        try connect(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
        return Branch(device: device, input: input, output: output, connection: connection, previewLayer: layer)
    }

    private func connect(_ connection: AVCaptureConnection) throws {
        guard session.canAddConnection(connection) else { throw SetupError.notConfigured("connection") }
        session.addConnection(connection)
    }

    /// Smaller pictures of the front camera, then of the back camera, until the hardware can do it.
    private func reduceCost() throws {
        for branch in [front, back].compactMap({ $0 }) {
            while session.hardwareCost > 1 || session.systemPressureCost > 1 {
                guard try reduceSize(of: branch.device) else { break }
            }
        }
        guard session.hardwareCost <= 1 else { throw SetupError.tooExpensive }
    }

    private func reduceSize(of device: AVCaptureDevice) throws -> Bool {
        let width = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription).width
        let smaller = device.formats.last { format in
            format.isMultiCamSupported && CMVideoFormatDescriptionGetDimensions(format.formatDescription).width < width
        }
        guard let smaller else { return false }
        try device.lockForConfiguration()
        device.activeFormat = smaller
        device.unlockForConfiguration()
        return true
    }

    private func throttle(_ device: AVCaptureDevice, at level: AVCaptureDevice.SystemPressureState.Level) {
        guard level == .serious || level == .critical else { return }
        do {
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 20)
            device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 15)
            device.unlockForConfiguration()
        } catch {
            print("The camera can't be configured: \(error)")
        }
    }
}
