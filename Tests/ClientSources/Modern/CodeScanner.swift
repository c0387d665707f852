@preconcurrency import AVFoundation

/// Scans codes, as an app's scanner screen does: a preview, a frame to hold the code into, and a marker around what was found.
final class CodeScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    /// What was found.
    struct Scan: Sendable, Equatable {
        var type: String
        var value: String
        /// Where the marker goes, in the preview's coordinates.
        var marker: [CGPoint]
    }

    enum SetupError: Error {
        case noCamera
        case cannotAddInput
        case cannotAddOutput
    }

    let previewLayer = AVCaptureVideoPreviewLayer()
    /// Scans; an empty one when the code is gone.
    let scans: AsyncStream<Scan?>

    private let continuation: AsyncStream<Scan?>.Continuation
    private let session = AVCaptureSession()
    private let output = AVCaptureMetadataOutput()
    private let sessionQueue = DispatchQueue(label: "com.example.scanner.session")
    private let metadataQueue = DispatchQueue(label: "com.example.scanner.metadata")
    private let supportedTypes: [AVMetadataObject.ObjectType] = [
        .upce, .code39, .code39Mod43, .code93, .code128, .ean8, .ean13, .aztec, .pdf417, .itf14, .dataMatrix,
        .interleaved2of5, .qr,
    ]

    override init() {
        (scans, continuation) = AsyncStream.makeStream(of: Scan?.self)
        super.init()
    }

    func start(bounds: CGRect) throws {
        try configure(bounds: bounds)
        sessionQueue.async { [session] in session.startRunning() }
    }

    private func configure(bounds: CGRect) throws {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
            throw SetupError.noCamera
        }
        let input = try AVCaptureDeviceInput(device: camera)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .hd1280x720
        guard session.canAddInput(input) else { throw SetupError.cannotAddInput }
        session.addInput(input)
        guard session.canAddOutput(output) else { throw SetupError.cannotAddOutput }
        session.addOutput(output)
        output.setMetadataObjectsDelegate(self, queue: metadataQueue)
        output.metadataObjectTypes = supportedTypes.filter(output.availableMetadataObjectTypes.contains)

        previewLayer.session = session
        previewLayer.videoGravity = .resizeAspectFill
        previewLayer.frame = bounds
        if let connection = previewLayer.connection, connection.isVideoRotationAngleSupported(90) {
            connection.videoRotationAngle = 90
        }
    }

    /// Only what is held into the frame counts.
    func scanOnly(in frame: CGRect) {
        output.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: frame)
    }

    func stop() {
        sessionQueue.sync { session.stopRunning() }
        continuation.finish()
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard let metadataObject = metadataObjects.first else {
            continuation.yield(nil)
            return
        }
        guard
            let readableObject = previewLayer.transformedMetadataObject(for: metadataObject)
                as? AVMetadataMachineReadableCodeObject,
            let stringValue = readableObject.stringValue
        else { return }
        switch readableObject.type {
        case .qr, .ean13:
            continuation.yield(
                Scan(type: readableObject.type.rawValue, value: stringValue, marker: readableObject.corners)
            )
        default:
            break
        }
    }
}
