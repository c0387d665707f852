@preconcurrency import AVFoundation

/// Shows how far away things are: each video frame with the depth map that was taken with it, as grey levels, and the distance of what is
/// in the middle.
final class DepthViewer: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
    /// A frame and its depth.
    struct DepthImage: Sendable {
        var frameWidth: Int
        var width: Int
        var height: Int
        /// White is near, black is far; row by row.
        var levels: [UInt8]
        /// In metres.
        var middle: Float
        /// The point of the world in the middle, in metres from the camera.
        var point: SIMD3<Float>?
        var timestamp: CMTime
        var depthTimestamp: CMTime
    }

    enum SetupError: Error {
        case noDepthCamera
        case noFormat
        case cannotAddInput
        case cannotAddOutput
    }

    let pictures: AsyncStream<DepthImage>

    private let continuation: AsyncStream<DepthImage>.Continuation
    private let session = AVCaptureSession()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let depthOutput = AVCaptureDepthDataOutput()
    private var synchronizer: AVCaptureDataOutputSynchronizer?
    private let sessionQueue = DispatchQueue(label: "com.example.depth.session")
    private let dataQueue = DispatchQueue(label: "com.example.depth.data", qos: .userInitiated)

    /// What is nearer is white, what is farther is black.
    private let range: ClosedRange<Float> = 0.5...5

    override init() {
        (pictures, continuation) = AsyncStream.makeStream(of: DepthImage.self, bufferingPolicy: .bufferingNewest(1))
        super.init()
    }

    func start(position: AVCaptureDevice.Position) throws {
        try configure(position)
        sessionQueue.async { [session] in session.startRunning() }
    }

    private func camera(_ position: AVCaptureDevice.Position) -> AVCaptureDevice? {
        let type: AVCaptureDevice.DeviceType = position == .front ? .builtInTrueDepthCamera : .builtInLiDARDepthCamera
        return AVCaptureDevice.default(type, for: .video, position: position)
    }

    private func configure(_ position: AVCaptureDevice.Position) throws {
        guard let camera = camera(position) else { throw SetupError.noDepthCamera }
        let input = try AVCaptureDeviceInput(device: camera)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .vga640x480
        guard session.canAddInput(input) else { throw SetupError.cannotAddInput }
        session.addInput(input)

        guard session.canAddOutput(videoOutput) else { throw SetupError.cannotAddOutput }
        session.addOutput(videoOutput)
        videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
        guard session.canAddOutput(depthOutput) else { throw SetupError.cannotAddOutput }
        session.addOutput(depthOutput)
        depthOutput.isFilteringEnabled = false
        guard let connection = depthOutput.connection(with: .depthData) else { throw SetupError.cannotAddOutput }
        connection.isEnabled = true

        // Search for the largest depth format with 32-bit depth values.
        let formats = camera.activeFormat.supportedDepthDataFormats.filter {
            CMFormatDescriptionGetMediaSubType($0.formatDescription) == kCVPixelFormatType_DepthFloat32
        }
        let largest = formats.max {
            CMVideoFormatDescriptionGetDimensions($0.formatDescription).width
                < CMVideoFormatDescriptionGetDimensions($1.formatDescription).width
        }
        guard let largest else { throw SetupError.noFormat }
        try camera.lockForConfiguration()
        camera.activeDepthDataFormat = largest
        camera.unlockForConfiguration()

        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoOutput, depthOutput])
        synchronizer.setDelegate(self, queue: dataQueue)
        self.synchronizer = synchronizer
    }

    func stop() {
        sessionQueue.sync { session.stopRunning() }
        continuation.finish()
    }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        guard
            let depth = synchronizedDataCollection.synchronizedData(for: depthOutput)
                as? AVCaptureSynchronizedDepthData,
            let video = synchronizedDataCollection.synchronizedData(for: videoOutput)
                as? AVCaptureSynchronizedSampleBufferData
        else { return }
        if depth.depthDataWasDropped || video.sampleBufferWasDropped { return }
        guard let frame = CMSampleBufferGetImageBuffer(video.sampleBuffer) else { return }
        var picture = picture(of: depth.depthData.applyingExifOrientation(.right))
        picture.frameWidth = CVPixelBufferGetWidth(frame)
        picture.timestamp = video.timestamp
        picture.depthTimestamp = depth.timestamp
        continuation.yield(picture)
    }

    private func picture(of depthData: AVDepthData) -> DepthImage {
        let converted = depthData.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
        let map = converted.depthDataMap
        CVPixelBufferLockBaseAddress(map, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(map), CVPixelBufferGetHeight(map))
        var levels = [UInt8](repeating: 0, count: width * height)
        var middle = Float.nan
        for y in 0..<height {
            guard let base = CVPixelBufferGetBaseAddress(map) else { break }
            let row = (base + y * CVPixelBufferGetBytesPerRow(map)).assumingMemoryBound(to: Float32.self)
            for x in 0..<width where !row[x].isNaN {
                let share = (row[x] - range.lowerBound) / (range.upperBound - range.lowerBound)
                levels[y * width + x] = UInt8(255 * (1 - min(max(share, 0), 1)))
            }
            if y == height / 2 { middle = row[width / 2] }
        }
        return DepthImage(
            frameWidth: 0,
            width: width,
            height: height,
            levels: levels,
            middle: middle,
            point: converted.cameraCalibrationData.map { point(x: width / 2, y: height / 2, of: width, middle, $0) },
            timestamp: .invalid,
            depthTimestamp: .invalid
        )
    }

    /// Where a pixel of the map lies in the world.
    private func point(
        x: Int,
        y: Int,
        of width: Int,
        _ depth: Float,
        _ calibration: AVCameraCalibrationData
    ) -> SIMD3<Float> {
        let scale = Float(width) / Float(calibration.intrinsicMatrixReferenceDimensions.width)
        let matrix: matrix_float3x3 = calibration.intrinsicMatrix
        let (fx, fy) = (matrix.columns.0.x * scale, matrix.columns.1.y * scale)
        let (cx, cy) = (matrix.columns.2.x * scale, matrix.columns.2.y * scale)
        return SIMD3((Float(x) - cx) * depth / fx, (Float(y) - cy) * depth / fy, depth)
    }
}
