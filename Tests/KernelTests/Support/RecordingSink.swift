import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation

/// Collects what a stream delivers, and lets a test wait for it with a bound.
// @unchecked: everything is behind the condition's lock.
final class RecordingSink: CaptureStreamSink, @unchecked Sendable {
    /// A frame without its memory.
    struct Record {
        var sequence: UInt64
        var time: CMTime
        /// How many frames were reported lost between the one before and this one.
        var lostBefore = 0
        var address: UInt
        var subtype: FourCharCode
        var checksum: UInt64
        var bytesPerRow: Int
    }

    private let condition = NSCondition()
    private var records: [Record] = []
    private var lost: [CaptureDrop] = []
    private var lostSinceLastFrame = 0
    private var happened: [CaptureStreamEvent] = []
    private var kept: [CaptureFrame] = []
    private var keepLimit: Int
    private let isSumming: Bool

    /// - Parameters:
    ///   - keeping: so many frames are kept, as a slow consumer does.
    ///   - isSumming: whether every frame's pixels are read.
    init(keeping: Int = 0, isSumming: Bool = true) {
        keepLimit = keeping
        self.isSumming = isSumming
    }

    var frames: [Record] { condition.withLock { records } }
    var drops: [CaptureDrop] { condition.withLock { lost } }
    var events: [CaptureStreamEvent] { condition.withLock { happened } }
    var keptFrames: [CaptureFrame] { condition.withLock { kept } }

    func dropped(_ reason: CaptureDrop.Reason) -> Int {
        drops.filter { $0.reason == reason }.reduce(0) { $0 + $1.count }
    }

    func release() {
        let frames = condition.withLock { () -> [CaptureFrame] in
            defer { kept = [] }
            keepLimit = 0
            return kept
        }
        _ = frames
    }

    func capture(_ frame: CaptureFrame) {
        var record = Self.record(frame, isSumming: isSumming)
        condition.withLock {
            record.lostBefore = lostSinceLastFrame
            lostSinceLastFrame = 0
            records.append(record)
            if kept.count < keepLimit { kept.append(frame) }
            condition.broadcast()
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        condition.withLock {
            lost.append(drop)
            lostSinceLastFrame += drop.count
            condition.broadcast()
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        condition.withLock {
            happened.append(event)
            condition.broadcast()
        }
    }

    /// What is wrong with the frames' numbers and times, on a machine that may lose frames at any moment but has to account
    /// for each: a number is one more than the one before plus what was reported lost in between, and times grow.
    var accountFindings: [String] {
        let frames = frames
        return zip(frames, frames.dropFirst()).flatMap { before, after in
            var findings: [String] = []
            if after.sequence != before.sequence + 1 + UInt64(after.lostBefore) {
                findings.append("\(after.sequence) follows \(before.sequence), with \(after.lostBefore) reported lost")
            }
            if CMTimeCompare(before.time, after.time) >= 0 {
                findings.append("\(after.sequence) is not later than \(before.sequence)")
            }
            return findings
        }
    }

    /// How long a frame lasts by the numbers and times of the frames from `start` on, in seconds; whatever was lost.
    func period(from start: Int = 0) -> Double? {
        let frames = frames.dropFirst(start)
        guard let first = frames.first, let last = frames.last, last.sequence > first.sequence else { return nil }
        return CMTimeGetSeconds(CMTimeSubtract(last.time, first.time)) / Double(last.sequence - first.sequence)
    }

    /// Waits until something holds, at most a minute.
    func wait(_ holds: (RecordingSink) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !holds(self) {
            condition.lock()
            let isInTime = condition.wait(until: min(deadline, Date(timeIntervalSinceNow: 0.05))) || Date() < deadline
            condition.unlock()
            if !isInTime { return holds(self) }
        }
        return true
    }

    /// Waits for so many frames altogether.
    func wait(frames count: Int) -> Bool {
        wait { $0.frames.count >= count }
    }

    static func record(_ frame: CaptureFrame, isSumming: Bool = true) -> Record {
        guard case .image(let buffer) = frame.content else {
            return Record(
                sequence: frame.sequence,
                time: frame.presentationTime,
                address: 0,
                subtype: 0,
                checksum: 0,
                bytesPerRow: 0
            )
        }
        return Record(
            sequence: frame.sequence,
            time: frame.presentationTime,
            address: UInt(bitPattern: buffer.plane(0).baseAddress),
            subtype: CVPixelBufferGetPixelFormatType(buffer),
            checksum: isSumming ? checksum(buffer) : 0,
            bytesPerRow: buffer.plane(0).bytesPerRow
        )
    }

    /// Reads something of every row of every plane, so that memory that is not there is noticed.
    static func checksum(_ buffer: CVPixelBuffer) -> UInt64 {
        var sum: UInt64 = 0
        for index in 0..<max(CVPixelBufferGetPlaneCount(buffer), 1) {
            let plane = buffer.plane(index)
            for row in 0..<plane.height {
                let start = plane.baseAddress + row * plane.bytesPerRow
                for column in stride(from: 0, to: min(plane.width, plane.bytesPerRow), by: 16) {
                    sum = sum &* 31 &+ UInt64(start.load(fromByteOffset: column, as: UInt8.self))
                }
            }
        }
        return sum
    }
}
