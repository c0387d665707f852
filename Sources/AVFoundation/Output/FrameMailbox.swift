import CaptureCore
import CaptureDriver
import CoreMedia
import FoundationExtras

/// Frames and news of drops on their way to a slow or fast reader, in order, bounded.
///
/// With `discardsLate` the newest frame takes the place of one that nobody has fetched yet, which turns into news of a
/// drop: the reader sees the freshest picture, and hears of every lost one. Without, frames wait until `capacity` do.
/// The storage is allocated once; nothing is allocated per frame.
struct FrameMailbox<Frame: Sendable>: DataMailbox {
    typealias Drop = FrameDrop
    typealias DropReason = FrameDrop.Reason

    /// What the reader fetches.
    enum Item: Sendable {
        case frame(Frame, time: CMTime, duration: CMTime)
        case drop(Drop)
    }

    private var items: [Item?]
    private var head = 0
    private(set) var count = 0
    private var waitingFrames = 0
    private let capacity: Int

    /// - Parameters:
    ///   - capacity: how many frames may wait when late ones are kept.
    ///   - newsCapacity: how much news may wait besides; beyond it, the oldest news is forgotten.
    init(capacity: Int, newsCapacity: Int = 1024) {
        self.capacity = capacity
        items = Array(repeating: nil, count: capacity + newsCapacity)
    }

    /// Puts in a frame.
    ///
    /// - Parameter discardsLate: whether it replaces a frame that waits.
    mutating func offer(_ frame: Frame, time: CMTime, duration: CMTime, discardsLate: Bool) {
        if discardsLate {
            dropWaitingFrames()
        } else if waitingFrames >= capacity {
            append(.drop(Drop(reason: .late, time: time, duration: duration)))
            return
        }
        append(.frame(frame, time: time, duration: duration))
        waitingFrames += 1
    }

    /// Puts in news of a frame that was lost on its way here.
    mutating func reportDrop(reason: DropReason, time: CMTime, duration: CMTime) {
        append(.drop(Drop(reason: reason, time: time, duration: duration)))
    }

    /// Fetches the oldest item.
    mutating func next() -> Item? {
        guard count > 0 else { return nil }
        let index = head
        head = (head + 1) % items.count
        count -= 1
        if case .frame = items[index] { waitingFrames -= 1 }
        // Taken out, not copied: this is done once per frame.
        return items[index].take()
    }

    /// Forgets everything.
    mutating func removeAll() {
        while next() != nil {}
    }

    private mutating func append(_ item: consuming Item) {
        if count == items.count { _ = next() }
        items[(head + count) % items.count] = item
        count += 1
    }

    private mutating func dropWaitingFrames() {
        guard waitingFrames > 0 else { return }
        for offset in 0..<count {
            let index = (head + offset) % items.count
            guard case .frame(_, let time, let duration) = items[index] else { continue }
            items[index] = .drop(Drop(reason: .late, time: time, duration: duration))
        }
        waitingFrames = 0
    }
}

/// Builds the buffer that tells a delegate of a drop: timing and reason, no picture (S-130).
enum DroppedFrame {
    /// The buffer for a drop; `nil` only if Core Media refuses to make one.
    static func sampleBuffer(for drop: FrameDrop) -> CMSampleBuffer? {
        var timing = CMSampleTimingInfo(
            duration: drop.duration,
            presentationTimeStamp: drop.time,
            decodeTimeStamp: .invalid
        )
        var sample: CMSampleBuffer?
        CMSampleBufferCreate(
            allocator: kCFAllocatorDefault,
            dataBuffer: nil,
            dataReady: true,
            makeDataReadyCallback: nil,
            refcon: nil,
            formatDescription: nil,
            sampleCount: 1,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &timing,
            sampleSizeEntryCount: 0,
            sampleSizeArray: nil,
            sampleBufferOut: &sample
        )
        guard let sample else { return nil }
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: reason(drop.reason),
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        return sample
    }

    /// The reason as a synchronizer tells it (S-132).
    static func dataReason(_ reason: FrameDrop.Reason) -> AVCaptureOutput.DataDroppedReason {
        switch reason {
        case .late: .lateData
        case .outOfBuffers: .outOfBuffers
        case .discontinuity: .discontinuity
        }
    }

    private static func reason(_ reason: FrameDrop.Reason) -> CFString {
        switch reason {
        case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
        case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
        case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
        }
    }
}
