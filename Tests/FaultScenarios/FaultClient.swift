import AVFoundation
import CaptureDriver

/// An app with one camera, through the public API alone, that takes down everything it can observe.
public final class FaultClient {
    /// Which of the camera's formats the app chooses, and how it wants frames delivered.
    public enum Delivery: Sendable, Hashable {
        /// Uncompressed, as the camera delivers.
        case raw
        /// Compressed by the camera, decoded by the output.
        case decoded
        /// Compressed by the camera, delivered so.
        case compressed
    }

    /// The scenario cannot be staged on this rig.
    public struct NotStaged: Error, CustomStringConvertible {
        /// What is missing.
        public let description: String
    }

    /// Without frames for so long, they have stopped; less of it is needed when nothing runs that could deliver any.
    private static let silence = (running: 0.6, stopped: 0.15)
    /// Fewer frames are no flow.
    private static let fewest = 3

    let session = AVCaptureSession()
    let watcher: FrameObserver
    private let rig: any FaultRig
    private let delivery: Delivery
    private let notices: NotificationObserver
    private let output = AVCaptureVideoDataOutput()
    private let discovery: AVCaptureDevice.DiscoverySession
    private var device: AVCaptureDevice
    private var input: AVCaptureDeviceInput?
    private var stepBegin = 0.0

    init(rig: any FaultRig, delivery: Delivery) throws {
        guard let device = AVCaptureDevice(uniqueID: rig.cameraID) else {
            throw NotStaged(description: "There is no camera \(rig.cameraID).")
        }
        self.rig = rig
        self.delivery = delivery
        self.device = device
        discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [device.deviceType],
            mediaType: .video,
            position: .unspecified
        )
        watcher = FrameObserver(clock: rig.system.clock.clock)
        notices = NotificationObserver(session: session, cameraID: rig.cameraID, of: rig.system)
        notices.know(device)
        output.alwaysDiscardsLateVideoFrames = false
        output.videoSettings = delivery == .decoded ? nil : [:]
        output.setSampleBufferDelegate(watcher, queue: watcher.queue)
        session.sessionPreset = .inputPriority
        session.addOutput(output)
    }

    // MARK: What the app does

    /// Opens the camera if need be, and starts the session.
    ///
    /// - Returns: the code of the `AVError` if the camera cannot be opened.
    func start() throws -> Int? {
        if input == nil, let refusal = try open() { return refusal }
        session.startRunning()
        return nil
    }

    /// Lets go of the camera, finds it again, opens it, and starts the session.
    func reopen() throws -> Int? {
        close()
        if let found = AVCaptureDevice(uniqueID: rig.cameraID) {
            device = found
            notices.know(found)
        }
        return try start()
    }

    func stop() {
        session.stopRunning()
    }

    /// Stops, and takes the session apart.
    func tearDown() {
        stop()
        close()
        session.removeOutput(output)
    }

    private func close() {
        if let input { session.removeInput(input) }
        input = nil
    }

    private func open() throws -> Int? {
        do {
            let input = try AVCaptureDeviceInput(device: device)
            session.addInput(input)
            self.input = input
            try chooseFormat()
            return nil
        } catch let error as AVError {
            return error.code.rawValue
        }
    }

    /// The largest of the camera's small formats that runs fast enough to tell frames from silence; decoding takes its
    /// time on a machine that is emulated.
    private func chooseFormat() throws {
        let rates: [Int32] = delivery == .decoded ? [15, 30] : [30]
        let wanted: FourCharCode = delivery == .raw ? kCVPixelFormatType_422YpCbCr8_yuvs : kCMVideoCodecType_JPEG
        let formats = device.formats
            .filter { $0.formatDescription.mediaSubType.rawValue == wanted && $0.width <= 640 }
            .sorted { $0.width > $1.width }
        let durations = rates.map { CMTime(value: 1, timescale: $0) }
        let choices = formats.lazy.flatMap { format in durations.map { (format, $0) } }
        guard let (format, duration) = choices.first(where: { $0.runs(at: $1) }) else {
            throw NotStaged(description: "The camera has no small format of the wanted kind and rate.")
        }
        try device.lockForConfiguration()
        device.activeFormat = format
        device.activeVideoMinFrameDuration = duration
        device.activeVideoMaxFrameDuration = duration
        device.unlockForConfiguration()
    }

    // MARK: What the app observes

    func beginStep() {
        settle()
        stepBegin = rig.now
        watcher.forget()
        notices.forget()
    }

    /// Lets time pass until something holds.
    @discardableResult
    func wait(atMost seconds: Double, until holds: () -> Bool) -> Bool {
        rig.wait(atMost: seconds) {
            settle()
            return holds()
        }
    }

    /// Waits for what has been handed to queues so far.
    private func settle() {
        watcher.queue.sync {}
        session.settle()
        // A session without an input knows nothing of cameras that come and go.
        device.settle()
    }

    /// What could be observed since the step began.
    ///
    /// - Parameter drops: the reasons of drops that belong to it; `nil` if none do.
    func observe(_ action: String, refusal: Int?, drops: (@Sendable (String) -> Bool)?) -> FaultTrace.Step {
        let count = watcher.count
        let heard = notices.notices
        return FaultTrace.Step(
            action: action,
            refusal: refusal,
            session: heard.session,
            device: heard.device,
            drops: drops.map { belongs in
                count.drops.filter { belongs($0.key) }.mapValues { $0 == 1 ? .one : .several }
            },
            flow: flow(count),
            timesAreRight: count.timesAreRight,
            isRunning: session.isRunning,
            isInterrupted: session.isInterrupted,
            isConnected: device.isConnected,
            isListed: discovery.devices.contains { $0.uniqueID == rig.cameraID }
        )
    }

    private func flow(_ count: FrameObserver.Count) -> FaultTrace.Flow {
        let silence = session.isRunning ? Self.silence.running : Self.silence.stopped
        if rig.now - (count.lastArrival ?? stepBegin) >= silence { return .silence }
        return count.frames >= Self.fewest ? .frames : .unsettled
    }

    /// How many frames have come since the step began.
    var frameCount: Int { watcher.count.frames }
}

extension AVCaptureDevice.Format {
    fileprivate var width: Int32 { CMVideoFormatDescriptionGetDimensions(formatDescription).width }

    fileprivate func runs(at duration: CMTime) -> Bool {
        videoSupportedFrameRateRanges.contains { range in
            CMTimeCompare(range.minFrameDuration, duration) <= 0 && CMTimeCompare(duration, range.maxFrameDuration) <= 0
        }
    }
}
