import AVFoundation
import CVideo4Linux
import CaptureDriver
import Foundation
import Synchronization
import Testing

@testable import V4L2Driver

/// A session with two of the machine's real cameras, in real time.
final class TwoCamerasRun {
    /// How long anything may take on a machine that is emulated and busy, in seconds.
    private static let patience = 60.0

    let session: AVCaptureMultiCamSession
    let first: Camera
    let second: Camera
    let errors: SessionErrors

    /// One of the cameras, as far as its session is concerned.
    struct Camera {
        let device: AVCaptureDevice
        let connection: AVCaptureConnection
        let frames: SeenFrames
    }

    /// - Parameters: parts of the cameras' identifiers.
    init(_ firstID: String, _ secondID: String) throws {
        CaptureSystem.use(machine)
        session = AVCaptureMultiCamSession()
        session.beginConfiguration()
        first = try Self.add(firstID, to: session)
        second = try Self.add(secondID, to: session)
        session.commitConfiguration()
        errors = SessionErrors(session)
    }

    deinit {
        session.stopRunning()
    }

    /// Adds a camera with its smallest picture: the machine is emulated.
    private static func add(_ id: String, to session: AVCaptureSession) throws -> Camera {
        var found: AVCaptureDevice?
        _ = machine.waitForRealTime(atMost: patience) {
            found = machine.devices().first { $0.id.contains(id) }.flatMap { AVCaptureDevice(uniqueID: $0.id) }
            return found != nil
        }
        let device = try #require(found, "These tests need the kernel's camera \(id).")
        let input = try AVCaptureDeviceInput(device: device)
        try #require(session.canAddInput(input))
        session.addInputWithNoConnections(input)
        try chooseSmallestFormat(of: device)
        let (output, frames) = (AVCaptureVideoDataOutput(), SeenFrames())
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        ]
        output.setSampleBufferDelegate(frames, queue: frames.queue)
        try #require(session.canAddOutput(output))
        session.addOutputWithNoConnections(output)
        let ports = input.ports.filter { $0.mediaType == .video }
        let connection = AVCaptureConnection(inputPorts: ports, output: output)
        try #require(session.canAddConnection(connection))
        session.addConnection(connection)
        return Camera(device: device, connection: connection, frames: frames)
    }

    private static func chooseSmallestFormat(of device: AVCaptureDevice) throws {
        let smallest = device.formats
            .filter { $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs }
            .min { a, b in
                let (a, b) = (a.formatDescription.dimensions, b.formatDescription.dimensions)
                return a.width * a.height < b.width * b.height
            }
        try device.lockForConfiguration()
        device.activeFormat = try #require(smallest)
        device.unlockForConfiguration()
    }

    /// Lets a camera deliver fewer frames.
    func slowDown(_ device: AVCaptureDevice, to rate: Double) throws {
        let range = device.activeFormat.videoSupportedFrameRateRanges.filter { $0.maxFrameRate <= rate }
            .max { $0.maxFrameRate < $1.maxFrameRate }
        guard let range else { return }
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = range.minFrameDuration
        device.unlockForConfiguration()
    }

    /// Waits until something holds; whether it does.
    static func wait(until holds: () -> Bool) -> Bool {
        machine.waitForRealTime(atMost: patience, until: holds)
    }

    /// Whether some more frames of each of these cameras come.
    func framesCome(of cameras: Camera...) -> Bool {
        cameras.allSatisfy { camera in
            let before = camera.frames.count
            return Self.wait { camera.frames.count >= before + 5 }
        }
    }

    /// Lets a vivid camera show nothing but one colour, without text.
    static func fill(_ camera: String, isWhite: Bool) throws {
        let entry = LinuxVideoNodeDirectory().nodes().first { $0.name.hasPrefix(camera) }
        let node = try VideoNode(path: #require(entry).path, system: LinuxSystemCalls())
        for (control, value) in [(UInt32(0x00f0_f001), Int32(2)), (0x00f0_f000, isWhite ? 6 : 5)] {
            var argument = v4l2_control(id: control, value: value)
            try node.request(.setControl, &argument)
        }
    }

    /// Undoes `fill`.
    static func reset(_ camera: String) throws {
        guard let entry = LinuxVideoNodeDirectory().nodes().first(where: { $0.name.hasPrefix(camera) }) else { return }
        try VividFrame.reset(at: entry.path)
    }
}

/// Remembers how many frames came, and how bright the middle of the last one was.
final class SeenFrames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var count = 0
        var brightness: UInt8 = 0
        var forward: @Sendable (CMSampleBuffer) -> Void = { _ in }
    }

    let queue = DispatchQueue(label: "test.kernel.frames")
    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    /// Hands every frame on from now on, on `queue`.
    func forward(to receiver: @escaping @Sendable (CMSampleBuffer) -> Void) {
        state.withLock { $0.forward = receiver }
    }

    /// The luma of the pixel in the middle, 16 to 235.
    var brightness: UInt8 { state.withLock { $0.brightness } }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let luma = CMSampleBufferGetImageBuffer(sampleBuffer).map(Self.middle) ?? 0
        let forward = state.withLock { state in
            state.count += 1
            state.brightness = luma
            return state.forward
        }
        forward(sampleBuffer)
    }

    private static func middle(_ buffer: CVPixelBuffer) -> UInt8 {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return 0 }
        let row = CVPixelBufferGetHeight(buffer) / 2 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        return base.load(fromByteOffset: row + CVPixelBufferGetWidth(buffer) / 2, as: UInt8.self)
    }
}
