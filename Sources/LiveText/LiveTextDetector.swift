@preconcurrency public import CoreMedia
@preconcurrency import CoreVideo
import Dispatch
public import Foundation
import Synchronization
@preconcurrency import Vision

/// Finds lines of text in a camera's frames while they come (R-SCAN-1), and delays none: a frame is looked at on a queue of the
/// detector's, or not at all, as ``LiveTextSchedule`` decides.
///
/// On Linux a frame that is looked at is kept until its small copy is made, a few milliseconds, and no other is kept meanwhile:
/// cameras have few buffers. Apple's Vision makes its copies by itself, so there it is kept for the whole look.
/// All methods may be called from any thread.
// @unchecked: `frames` is used on `queue` only; the rest is constant or lies in the mutex.
public final class LiveTextDetector: @unchecked Sendable {
    /// What came of a look.
    public typealias Outcome = Result<LiveTextObservation, any Error>

    private let clock: @Sendable () -> Duration
    private let report: @Sendable (Outcome) -> Void
    private let schedule = Mutex(LiveTextSchedule())
    private let queue = DispatchQueue(label: "pinhole.live-text", qos: .utility)
    private let frames: SmallFrames

    /// - Parameters:
    ///   - longestSide: of the picture that is looked at, in pixels; larger frames are made smaller before.
    ///   - clock: uptime.
    ///   - report: called with what was seen, on a queue of the detector's. After a failure, which concerns every frame (there are no
    ///     models, say), nothing is looked at until the detector is turned off and on.
    public init(
        longestSide: Int = 640,
        clock: @escaping @Sendable () -> Duration = LiveTextDetector.uptime,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        frames = SmallFrames(longestSide: longestSide)
        self.clock = clock
        self.report = report
    }

    /// Begins to look for text, or ends it.
    public func turn(on isOn: Bool) {
        schedule.withLock { $0.turn(on: isOn) }
    }

    /// A frame has come. Returns at once.
    ///
    /// - Parameter sample: an upright frame, of pixels; on Linux also a JPEG.
    public func receive(_ sample: CMSampleBuffer) {
        guard schedule.withLock({ $0.offers(at: clock()) }) else { return }
        let held = HeldSample(sample)
        queue.async { [self] in
            let outcome = Outcome { try recognize(held) }
            let isWanted = schedule.withLock { schedule in
                let isWanted = schedule.finished(at: clock())
                if case .failure = outcome, isWanted { schedule.turn(on: false) }
                return isWanted
            }
            if isWanted { report(outcome) }
        }
    }

    private func recognize(_ held: HeldSample) throws -> LiveTextObservation {
        dispatchPrecondition(condition: .onQueue(queue))
        let (pixels, time) = smallFrame(held)
        // A frame without a picture is a defect of that frame alone.
        guard let pixels else { return LiveTextObservation(lines: [], time: time) }
        let request = VNDetectTextRectanglesRequest()
        try VNImageRequestHandler(cvPixelBuffer: pixels, orientation: .up).perform([request])
        return LiveTextObservation(lines: (request.results ?? []).map(LiveTextObservation.Line.init), time: time)
    }

    /// Lets go of the frame.
    private func smallFrame(_ held: HeldSample) -> (CVPixelBuffer?, CMTime) {
        guard let sample = held.release() else { return (nil, .invalid) }
        return (frames.pixels(of: sample), CMSampleBufferGetPresentationTimeStamp(sample))
    }

    /// Uptime of this machine.
    public static let uptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()
}

/// A frame until somebody takes it.
private final class HeldSample: Sendable {
    private let sample: Mutex<CMSampleBuffer?>

    init(_ sample: CMSampleBuffer) {
        self.sample = Mutex(sample)
    }

    func release() -> CMSampleBuffer? {
        sample.withLock { sample in
            defer { sample = nil }
            return sample
        }
    }
}

extension LiveTextObservation.Line {
    /// Vision counts from the lower left corner.
    fileprivate init(_ text: VNTextObservation) {
        func flipped(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x, y: 1 - point.y) }
        self.init(
            topLeft: flipped(text.topLeft),
            topRight: flipped(text.topRight),
            bottomRight: flipped(text.bottomRight),
            bottomLeft: flipped(text.bottomLeft)
        )
    }
}

/// What was seen in one frame.
public struct LiveTextObservation: Sendable, Equatable {
    /// A line of text, from 0 to 1 in the frame as it was given, from its upper left corner. The corners are the line's own: the first
    /// is where its text begins.
    public struct Line: Sendable, Equatable {
        public var topLeft: CGPoint
        public var topRight: CGPoint
        public var bottomRight: CGPoint
        public var bottomLeft: CGPoint

        /// A line with these corners.
        public init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomRight = bottomRight
            self.bottomLeft = bottomLeft
        }

        /// The corners in the order of reading: from where the text begins, along its upper edge, and around.
        public var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
    }

    /// The lines that were found.
    public var lines: [Line]
    /// The frame's presentation time.
    public var time: CMTime

    /// An observation.
    public init(lines: [Line], time: CMTime) {
        self.lines = lines
        self.time = time
    }
}

/// Decides which frames of a camera are looked at for text (R-SCAN-1). Pure: told what happens and when, it says what to do.
///
/// One frame at a time, at most ``mostLooksPerSecond`` a second, and never for more than ``greatestShare`` of the time: however
/// slow the machine, the preview keeps a part of it for itself.
public struct LiveTextSchedule: Sendable {
    /// More looks a second are not to be told apart by people.
    public static let mostLooksPerSecond = 6.0
    /// The share of the time in which a frame is looked at, at most.
    public static let greatestShare = 0.9

    /// Whether text is looked for at all.
    public private(set) var isOn = false
    private var began: Duration?
    private var next = Duration.zero

    /// A schedule that is off.
    public init() {}

    /// Begins to look for text, with the next frame, or ends it: what is under way then is of no interest any more.
    public mutating func turn(on isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        next = .zero
    }

    /// A frame has come.
    ///
    /// - Returns: whether it is to be looked at; then ``finished(at:)`` has to follow.
    public mutating func offers(at now: Duration) -> Bool {
        guard isOn, began == nil, now >= next else { return false }
        began = now
        return true
    }

    /// The look at a frame has ended.
    ///
    /// - Returns: whether what was seen is of interest.
    public mutating func finished(at now: Duration) -> Bool {
        guard let began else { return false }
        self.began = nil
        let cost = max(.zero, now - began)
        next = began + max(.seconds(1 / Self.mostLooksPerSecond), cost / Self.greatestShare)
        return isOn
    }
}
