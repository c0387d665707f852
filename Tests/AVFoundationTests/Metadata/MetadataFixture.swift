@preconcurrency import AVFoundation
import BarcodeDetection
import BarcodeScene
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

/// A simulated phone that looks at labels, on a clock that stands still, put in force for one test.
struct MetadataFixture {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let session: AVCaptureSession
    let input: AVCaptureDeviceInput
    let output = AVCaptureMetadataOutput()
    let recorder = ObjectRecorder()

    init(
        _ labels: [BarcodeScene.Label],
        profile: SimulatedPhone.Profile = .iphone,
        types: [AVMetadataObject.ObjectType] = [.qr]
    ) throws {
        phone = SimulatedPhone(profile: profile, scene: BarcodeScene(labels), clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        CaptureSystem.use(phone.system)
        session = AVCaptureSession()
        session.sessionPreset = .hd1280x720
        input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video)))
        session.addInput(input)
        session.addOutput(output)
        output.setMetadataObjectsDelegate(recorder, queue: recorder.queue)
        output.metadataObjectTypes = types
    }

    /// Lets time pass in small steps, so that every look ends before the next frame comes.
    func run(seconds: Double) {
        for _ in 0..<Int((seconds * 50).rounded()) {
            clock.advance(bySeconds: 0.02)
            settle()
        }
    }

    /// Runs until the delegate was told of something that satisfies a condition, or for too long.
    func run(until condition: ([ObjectRecorder.Code]) -> Bool) {
        for _ in 0..<200 {
            if let last = recorder.calls.last, condition(last) { return }
            run(seconds: 0.02)
        }
    }

    func settle() {
        phone.system.unsettled.wait()
        recorder.queue.waitForSources()
    }
}

/// Remembers what a delegate is told.
final class ObjectRecorder: NSObject, AVCaptureMetadataOutputObjectsDelegate, Sendable {
    struct Code: Sendable, Equatable {
        var type: AVMetadataObject.ObjectType
        var text: String?
        var corners: [CGPoint]
        var bounds: CGRect
        var time: CMTime
        var duration: CMTime
    }

    private struct State: Sendable {
        var calls: [[Code]] = []
        var last = MetadataObjects(list: [])
        var connection: AVCaptureConnection?
    }

    let queue = DispatchQueue(label: "test.objects")
    private let state = Mutex(State())

    var calls: [[Code]] { state.withLock { $0.calls } }
    /// What every call was told, as text.
    var texts: [[String]] { calls.map { $0.map { $0.text ?? "none" } } }
    var connection: AVCaptureConnection? { state.withLock { $0.connection } }

    /// Does something with the latest objects.
    func withLast<Result>(_ use: ([AVMetadataObject]) throws -> Result) rethrows -> Result {
        try queue.sync { try use(state.withLock { $0.last }.list) }
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        let codes = metadataObjects.map { object in
            let code = object as? AVMetadataMachineReadableCodeObject
            return Code(
                type: object.type,
                text: code?.stringValue,
                corners: code?.corners ?? [],
                bounds: object.bounds,
                time: object.time,
                duration: object.duration
            )
        }
        let copy = MetadataObjects(list: metadataObjects)
        state.withLock { state in
            state.calls.append(codes)
            state.last = copy
            state.connection = connection
        }
    }
}

/// Objects on their way into a mutex: they do not change.
private struct MetadataObjects: @unchecked Sendable {
    let list: [AVMetadataObject]
}

extension BarcodeScene.Label {
    /// A label with a QR code.
    static func qr(
        _ text: String,
        center: CGPoint = CGPoint(x: 0.5, y: 0.5),
        degrees: Double = 0,
        times: Range<Double> = 0..<Double.infinity
    ) throws -> Self {
        try Self(.qr, text, center: center, moduleSize: 0.01, degrees: degrees, times: times)
    }

    /// A label with a code.
    init(
        _ kind: BarcodeKinds,
        _ text: String,
        center: CGPoint = CGPoint(x: 0.5, y: 0.5),
        moduleSize: Double,
        degrees: Double = 0,
        times: Range<Double> = 0..<Double.infinity
    ) throws {
        self.init(
            try #require(DrawnBarcode(kind, text)),
            center: center,
            moduleSize: moduleSize,
            degrees: degrees,
            times: times
        )
    }
}
