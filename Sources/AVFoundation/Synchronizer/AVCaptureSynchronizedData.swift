import CoreMedia
import Foundation

/// One output's part of what belongs together, exactly as Apple's class of the same name; see its subclasses.
open class AVCaptureSynchronizedData: NSObject {
    /// The time of the data, on the session's `synchronizationClock` (S-146).
    public let timestamp: CMTime
    /// Whose data they are.
    let output: AVCaptureOutput

    init(output: AVCaptureOutput, timestamp: CMTime) {
        self.output = output
        self.timestamp = timestamp
        super.init()
    }
}

/// Data of several outputs that belong together, exactly as Apple's class of the same name: a sequence of
/// `AVCaptureSynchronizedData` in the order of the synchronizer's outputs (S-147).
open class AVCaptureSynchronizedDataCollection: NSObject, Sequence {
    private let data: FewData

    init(_ data: FewData) {
        self.data = data
        super.init()
    }

    /// How many outputs there are data of.
    public var count: Int { data.count }

    /// The data of an output; `nil` when it has none (S-146).
    public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        for index in 0..<data.count where data[index].output === captureOutput { return data[index] }
        return nil
    }

    /// The data of an output; `nil` when it has none.
    public subscript(key: AVCaptureOutput) -> AVCaptureSynchronizedData? { synchronizedData(for: key) }

    /// Goes through the data.
    public struct Iterator: IteratorProtocol {
        fileprivate let collection: AVCaptureSynchronizedDataCollection
        fileprivate var index = 0

        /// The next output's data.
        public mutating func next() -> AVCaptureSynchronizedData? {
            guard index < collection.data.count else { return nil }
            defer { index += 1 }
            return collection.data[index]
        }
    }

    /// Begins with the first output that has data.
    public func makeIterator() -> Iterator { Iterator(collection: self) }
}

/// A few data in a row; up to four need no memory of their own.
struct FewData {
    private var first: AVCaptureSynchronizedData?
    private var second: AVCaptureSynchronizedData?
    private var third: AVCaptureSynchronizedData?
    private var fourth: AVCaptureSynchronizedData?
    private var others: [AVCaptureSynchronizedData] = []
    private(set) var count = 0

    mutating func append(_ data: AVCaptureSynchronizedData) {
        switch count {
        case 0: first = data
        case 1: second = data
        case 2: third = data
        case 3: fourth = data
        default: others.append(data)
        }
        count += 1
    }

    subscript(index: Int) -> AVCaptureSynchronizedData {
        let inline =
            switch index {
            case 0: first
            case 1: second
            case 2: third
            case 3: fourth
            default: others[index - 4]
            }
        guard let inline else { preconditionFailure("there is no datum \(index) of \(count)") }
        return inline
    }
}

/// A frame or a packet of sound, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData {
    /// The data; of a frame that was dropped, a buffer that has its time but no picture.
    public let sampleBuffer: CMSampleBuffer
    /// Whether the frame was dropped; never true of sound (S-146).
    public let sampleBufferWasDropped: Bool
    /// Why it was dropped; `.none` if it wasn't.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    init(
        output: AVCaptureOutput,
        sampleBuffer: CMSampleBuffer,
        timestamp: CMTime,
        droppedReason: AVCaptureOutput.DataDroppedReason
    ) {
        self.sampleBuffer = sampleBuffer
        self.droppedReason = droppedReason
        sampleBufferWasDropped = droppedReason != .none
        super.init(output: output, timestamp: timestamp)
    }
}

/// A depth map, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData {
    /// The depth map; of one that was dropped, its type, with a map of a single hole.
    public let depthData: AVDepthData
    /// Whether it was dropped.
    public let depthDataWasDropped: Bool
    /// Why it was dropped; `.none` if it wasn't.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    init(
        output: AVCaptureOutput,
        depthData: AVDepthData,
        timestamp: CMTime,
        droppedReason: AVCaptureOutput.DataDroppedReason
    ) {
        self.depthData = depthData
        self.droppedReason = droppedReason
        depthDataWasDropped = droppedReason != .none
        super.init(output: output, timestamp: timestamp)
    }
}

/// Objects that were seen, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData {
    /// The objects; `UNKNOWN`: there is at least one, as there are no data where nothing is in sight.
    public let metadataObjects: [AVMetadataObject]

    init(output: AVCaptureOutput, metadataObjects: [AVMetadataObject]) {
        self.metadataObjects = metadataObjects
        super.init(output: output, timestamp: metadataObjects.first?.time ?? .invalid)
    }
}
