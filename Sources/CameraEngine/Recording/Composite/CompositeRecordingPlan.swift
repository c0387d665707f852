@preconcurrency import AVFoundation
import CameraLifecycle

/// What a movie of several cameras is made with; settled when it is asked for.
struct CompositeRecordingPlan: Sendable {
    /// The recording's number.
    var ticket: RecordingTicket
    /// What is wanted of it.
    var request: RecordingRequest
    /// Where the movie goes that shows all cameras.
    var url: URL
    /// How many cameras there are; they are named by their index.
    var cameraCount: Int
    /// Where each camera's own movie goes; those that are not here have none.
    var separateURLs: [Int: URL] = [:]
    /// The cameras whose pictures are mirrored left to right: in the movie that shows all, and when their own are played.
    var mirrored: Set<Int> = []
    /// Where the pictures stand at first.
    var arrangement = CameraArrangement()
    /// The canvas' size; `nil`: that of the leading camera's first picture, no longer or wider than ``largest``.
    var canvas: CanvasSize?
    /// Pictures a second, as far as that is known.
    var frameRate = 30.0
    /// Whether there is a microphone.
    var recordsAudio = true
    /// Tells the time that samples have; pauses are measured by it.
    var now: @Sendable () -> CMTime = { CMClockGetTime(CMClockGetHostTimeClock()) }
    /// Calls back after so many seconds, on any thread; not at all once what it returns is gone.
    typealias Appointments = @Sendable (Double, @escaping @Sendable () -> Void) -> any Sendable
    /// Makes appointments in the time that samples have.
    var callBack: Appointments = Self.inRealTime
    /// How many bytes are free where a file lies; `nil` when nobody knows.
    var freeSpace: @Sendable (URL) -> Int64? = Self.freeSpace
    /// Makes what draws.
    var makeCompositor: @Sendable (CanvasSize, CVPixelBuffer, Set<Int>) throws -> any FrameCompositor = {
        try PlatformCompositor(canvas: $0, like: $1, mirroring: $2)
    }
    /// What no time may pass for that a test holds in hand.
    var unsettled: DispatchGroup?

    /// Takes over a session's time, which its samples have. `SessionMovieRecorder` calls it, on the session's queue.
    mutating func follow(_ session: AVCaptureSession) {
        unsettled = SessionWork.unsettled(session)
        callBack = SessionWork.appointments(session)
        guard let clock = session.synchronizationClock else { return }
        now = { CMClockGetTime(clock) }
    }

    /// Makes appointments for where samples have the time of this machine.
    static let inRealTime: Appointments = { seconds, action in
        let item = DispatchWorkItem(block: action)
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: item)
        return RealAppointment(item)
    }

    /// Cancels the call when nobody waits for it any more.
    // @unchecked: work items may be cancelled from any thread.
    private final class RealAppointment: @unchecked Sendable {
        private let item: DispatchWorkItem

        init(_ item: DispatchWorkItem) { self.item = item }

        deinit { item.cancel() }
    }

    /// The longest border of a canvas that is not asked for (R-MULTI-2).
    static let largest = 1920

    /// What files of a camera are called after, by its index; cameras beyond have their number.
    private static let ordinals = ["first", "second", "third", "fourth"]

    /// Files for each camera's own movie, beside the one that shows all: `walk-first.mov`, `walk-second.mov` and so on; ones that do
    /// not exist yet.
    static func separateURLs(_ url: URL, cameraCount: Int) -> [Int: URL] {
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        func file(_ camera: Int) -> URL {
            let ordinal = ordinals.indices.contains(camera) ? ordinals[camera] : String(camera + 1)
            let names = [""] + (2...1_000).map { "-\($0)" }
            let files = names.lazy.map {
                folder.appendingPathComponent("\(stem)-\(ordinal)\($0)").appendingPathExtension(
                    url.pathExtension
                )
            }
            return files.first { !FileManager.default.fileExists(atPath: $0.path) } ?? files[0]
        }
        return Dictionary(uniqueKeysWithValues: (0..<cameraCount).map { ($0, file($0)) })
    }

    /// The limits of the request.
    var limits: CompositeTimeline<CMSampleBuffer, CMSampleBuffer>.Limits {
        CompositeTimeline.Limits(
            duration: request.maximumDuration,
            fileSize: request.maximumFileSize,
            freeSpace: max(0, request.freeSpaceKept)
        )
    }

    /// The canvas for a picture of the leading camera.
    func canvas(for pixelBuffer: CVPixelBuffer) -> CanvasSize {
        if let canvas { return canvas }
        let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
        let scale = min(1, Double(Self.largest) / Double(max(width, height, 1)))
        return CanvasSize(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    }

    @Sendable private static func freeSpace(_ url: URL) -> Int64? {
        let folder = url.deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
