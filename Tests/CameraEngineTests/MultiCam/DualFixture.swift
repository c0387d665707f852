import AVFoundation
import CameraLifecycle
import Foundation
import MovieValidators
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// Made-up cameras and a microphone in injected time, and a recorder of all of them.
///
/// The first camera's pictures are 320 x 180, the others' 160 x 90, each of one brightness, which tells the camera and the
/// picture's number.
final class DualFixture: Sendable {
    static let origin = 100.0
    static let ticket = RecordingTicket(number: 1)

    /// What the files of cameras' own movies are called.
    static let names = ["first.mp4", "second.mp4", "third.mp4"]

    let cameraCount: Int
    let recorder = CompositeMovieRecorder()
    let folder: URL
    private let unsettled = DispatchGroup()
    private let state = Mutex(State())

    private struct State {
        var now = origin
        var hasBegun = false
        var end: (RecordingEnd, MovieFileInfo)?
        var free: Int64? = 1 << 40
        var nextPacket = 0
        /// Whether the microphone is heard.
        var isHeard = false
        /// What happens when the last sound was waited for long enough.
        var overdue: (@Sendable () -> Void)?
    }

    init(cameraCount: Int = 2) throws {
        self.cameraCount = cameraCount
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("dual-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// How many bytes are free on the disk.
    var free: Int64? {
        get { state.withLock { $0.free } }
        set { state.withLock { $0.free = newValue } }
    }

    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Whether the recorder waits for the sound of its last pictures.
    var isAwaitingAudio: Bool { state.withLock { $0.overdue != nil } }

    /// Starts a recording.
    func start(
        _ request: RecordingRequest? = nil,
        arrangement: CameraArrangement = CameraArrangement(),
        separates: Bool = false,
        _ change: (inout CompositeRecordingPlan) -> Void = { _ in }
    ) {
        var plan = CompositeRecordingPlan(
            ticket: Self.ticket,
            request: request ?? RecordingRequest(url: url("movie.mp4")),
            url: request?.url ?? url("movie.mp4"),
            cameraCount: cameraCount,
            arrangement: arrangement
        )
        if separates { for camera in 0..<cameraCount { plan.separateURLs[camera] = url(Self.names[camera]) } }
        plan.now = { [weak self] in Self.time(self?.state.withLock { $0.now } ?? 0) }
        plan.freeSpace = { [weak self] _ in self?.free }
        plan.unsettled = unsettled
        plan.callBack = { [weak self] _, action in
            self?.state.withLock { $0.overdue = action }
            return 0
        }
        change(&plan)
        recorder.start(plan) { [weak self] news in self?.hear(news) }
    }

    private func hear(_ news: MovieRecorder.News) {
        switch news {
        case .began: state.withLock { $0.hasBegun = true }
        case .ended(_, let end, let info): state.withLock { $0.end = (end, info) }
        }
    }

    /// What became of the recording; waits until it has ended. A microphone that was heard last is heard a little longer.
    func outcome() async throws -> (end: RecordingEnd, info: MovieFileInfo) {
        await settle()
        let (now, isHeard) = state.withLock { ($0.now, $0.isHeard) }
        if isHeard { try sound(until: now + 0.05) }
        await settle()
        state.withLock { $0.overdue.take() }?()
        await settle()
        let end = state.withLock { $0.end }
        return try #require(end)
    }

    /// Stops, and waits for the end.
    func stop(_ reason: RecordingEnd = .requested) async throws -> (end: RecordingEnd, info: MovieFileInfo) {
        recorder.stop(Self.ticket, reason)
        return try await outcome()
    }

    /// Returns when all that was handed over is dealt with.
    func settle() async {
        await withCheckedContinuation { continuation in
            unsettled.notify(queue: .global()) { continuation.resume() }
        }
    }

    // MARK: What is captured

    static func time(_ seconds: Double) -> CMTime {
        CMTime(value: CMTimeValue((seconds * 1e9).rounded()), timescale: 1_000_000_000)
    }

    /// How bright a camera's picture is, of 255.
    static func brightness(_ camera: Int, _ number: Int) -> Double {
        camera == 2 ? Double(210 + number % 10 * 2) : Double((camera == 0 ? 40 : 140) + number % 30 * 2)
    }

    /// The cameras' pictures, if not told otherwise of all, and the sound of some thirtieths of a second, one after the other.
    func run(_ numbers: Range<Int>, cameras: [Int]? = nil, hasAudio: Bool = true) async throws {
        for number in numbers {
            let time = Self.origin + Double(number) / 30
            state.withLock { state in
                state.now = time
                state.isHeard = hasAudio
            }
            for camera in cameras ?? Array(0..<cameraCount) { try frame(camera, number) }
            if hasAudio { try sound(until: time) }
            await settle()
        }
    }

    /// Hands a camera's picture over.
    ///
    /// - Returns: the picture, which is not kept.
    @discardableResult
    func frame(
        _ camera: Int,
        _ number: Int,
        format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) throws -> CVPixelBuffer? {
        let time = Self.origin + Double(number) / 30 + Double(camera) * 0.004
        let sample = try Self.sample(camera, number, time, format)
        recorder.append(sample, from: camera)
        return CMSampleBufferGetImageBuffer(sample)
    }

    static func sample(_ camera: Int, _ number: Int, _ time: Double, _ format: OSType) throws -> CMSampleBuffer {
        let size = camera == 0 ? (320, 180) : (160, 90)
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, size.0, size.1, format, nil, &made)
        let picture = try #require(made)
        CVPixelBufferLockBaseAddress(picture, [])
        for plane in 0..<CVPixelBufferGetPlaneCount(picture) {
            let bytes =
                CVPixelBufferGetBytesPerRowOfPlane(picture, plane) * CVPixelBufferGetHeightOfPlane(picture, plane)
            let value = plane == 0 ? Int32(brightness(camera, number)) : 128
            memset(try #require(CVPixelBufferGetBaseAddressOfPlane(picture, plane)), value, bytes)
        }
        CVPixelBufferUnlockBaseAddress(picture, [])
        return try CMSampleBuffer(
            imageBuffer: picture,
            formatDescription: CMVideoFormatDescription(imageBuffer: picture),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30),
                presentationTimeStamp: Self.time(time),
                decodeTimeStamp: .invalid
            )
        )
    }

    private func sound(until time: Double) throws {
        while let packet = state.withLock({ state -> Int? in
            guard Self.origin + Double(state.nextPacket + 1) / 100 <= time else { return nil }
            defer { state.nextPacket += 1 }
            return state.nextPacket
        }) {
            // A hundredth of a second.
            let time = CMTime(value: CMTimeValue(Int(Self.origin) * 100 + packet), timescale: 100)
            recorder.appendAudio(try Tone.packet(packet, frameCount: 480, at: time))
        }
    }
}

/// A part of a movie's picture.
struct Region: Sendable {
    var x: Int
    var y: Int
    var width = 16
    var height = 16

    /// In the middle of the canvas, where a small picture in a corner is not.
    static let middle = Region(x: 152, y: 82)
    /// In the small picture at the lower right.
    static let small = Region(x: 256, y: 140)

    /// How bright it is in each picture of a movie.
    func brightness(in url: URL) throws -> [Double] {
        try MovieFileValidator(url).pictures(x: x, y: y, width: width, height: height).map(\.brightness)
    }
}
