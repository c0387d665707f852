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
        var address: UInt
        var subtype: FourCharCode
        var checksum: UInt64
        var bytesPerRow: Int
    }

    private let condition = NSCondition()
    private var records: [Record] = []
    private var lost: [CaptureDrop] = []
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
        let record = Self.record(frame, isSumming: isSumming)
        condition.withLock {
            records.append(record)
            if kept.count < keepLimit { kept.append(frame) }
            condition.broadcast()
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        condition.withLock {
            lost.append(drop)
            condition.broadcast()
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        condition.withLock {
            happened.append(event)
            condition.broadcast()
        }
    }

    /// Waits until something holds, at most ten seconds.
    func wait(_ holds: (RecordingSink) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 10)
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
