import CoreVideo
import FoundationExtras
import Synchronization

/// Samples of media with their format and timing: a video frame in an image buffer, or any samples in a block buffer.
///
/// Any thread; the bytes themselves are protected by nobody. A buffer for a frame is one allocation: single timings,
/// format and image lie in the object, what few frames need is allocated when it is first set.
// Safe on any thread: what changes is in `state` and `attachmentList`, which synchronise themselves; the rest is written in
// `init`.
public final class CMSampleBuffer: CMAttachmentBearerProtocol, AttachmentHolder, CFTypeIdentified {
    let format: CMFormatDescription?
    let sampleCount: CMItemCount
    let timings: SampleTimings
    let sizes: SampleSizes
    /// Where each packet of compressed audio lies; owned.
    let packets: UnsafeMutableBufferPointer<AudioStreamPacketDescription>?

    let state: Mutex<State>
    let attachmentList = Mutex(Attachments())

    /// What changes in the life of a buffer.
    struct State: @unchecked Sendable {
        // @unchecked: only references lie here; what they refer to is protected as its class says.

        var image: CVImageBuffer?
        var data: CMBlockBuffer?
        var readiness: Readiness
        var isValid = true
        /// What few buffers have.
        var extras: Extras?

        mutating func withExtras(_ body: (Extras) -> Void) {
            let extras = extras ?? Extras()
            self.extras = extras
            body(extras)
        }
    }

    enum Readiness: Equatable {
        case notReady
        case ready
        case failed(OSStatus)
    }

    // @unchecked: reached only under the lock of `state`; what leaves the lock is constant.
    final class Extras: @unchecked Sendable {
        var makeReady: SampleBufferCallback?
        var invalidate: SampleBufferCallback?
        var tracked: CMSampleBuffer?
        var outputPresentationTimeStamp: CMTime?
        var sampleAttachments: SampleAttachmentDictionaries?
    }

    /// The members of a sample buffer at its creation.
    struct Parts {
        var image: CVImageBuffer?
        var data: CMBlockBuffer?
        var format: CMFormatDescription?
        var sampleCount: CMItemCount
        var timings: SampleTimings
        var sizes = SampleSizes.none
        var packets: UnsafeMutableBufferPointer<AudioStreamPacketDescription>?
        var isReady = true
        var makeReady: SampleBufferCallback?
    }

    init(_ parts: Parts) {
        format = parts.format
        sampleCount = parts.sampleCount
        timings = parts.timings
        sizes = parts.sizes
        packets = parts.packets
        state = Mutex(
            State(image: parts.image, data: parts.data, readiness: parts.isReady ? .ready : .notReady)
        )
        if let makeReady = parts.makeReady {
            state.withLock { $0.withExtras { $0.makeReady = makeReady } }
        }
    }

    /// Makes a ready buffer of one video frame. Cannot fail and checks nothing: for the capture path, which knows that
    /// the format
    /// describes the image. One allocation.
    package init(imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, timing: CMSampleTimingInfo) {
        format = formatDescription
        sampleCount = 1
        timings = SampleTimings(timing)
        sizes = .none
        packets = nil
        state = Mutex(State(image: imageBuffer, data: nil, readiness: .ready))
    }

    deinit {
        packets?.deallocate()
        // A buffer that goes without having been invalidated tells nobody: documented for CMSampleBufferInvalidate
        // alone.
    }

    /// The number of the type at run time.
    public static var typeID: CFTypeID { CMSampleBufferGetTypeID() }

    func withAttachments<Result: Sendable>(_ body: (inout AttachmentList) -> Result) -> Result {
        attachmentList.withLock { $0.withList(body) }
    }

    /// Whether attachments were ever set, but for the exposure; spares the frames that have none the search.
    var hasAttachments: Bool { attachmentList.withLock { !$0.isEmpty } }
}

// @unchecked: clients give callbacks to be called on whichever thread uses the buffer.
struct SampleBufferCallback: @unchecked Sendable {
    let call: (CMSampleBuffer) -> OSStatus
}

extension CMSampleBuffer: Hashable {
    /// Buffers are equal when they are the same object.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    /// Hashes the buffer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSampleBuffer {
    /// The image, if the sample is an image.
    public var imageBuffer: CVImageBuffer? { state.withLock { $0.image } }
    /// The block of data, if the samples are data.
    public var dataBuffer: CMBlockBuffer? { state.withLock { $0.data } }
    /// What the samples are.
    public var formatDescription: CMFormatDescription? { format }
    /// The number of samples; 0 for a buffer that carries only attachments.
    public var numSamples: Int { sampleCount }
    /// The time that the earliest sample is shown; invalid if there is no timing.
    public var presentationTimeStamp: CMTime { timings.presentationTimeStamp }
    /// The time that the earliest sample is decoded; invalid if there is no timing.
    public var decodeTimeStamp: CMTime { timings.decodeTimeStamp }
    /// How long the samples are shown.
    public var duration: CMTime { timings.duration(sampleCount: sampleCount) }
    /// The bytes of all samples; 0 if sizes are not known.
    public var totalSampleSize: Int { sizes.total(sampleCount: sampleCount) }
    /// Whether the buffer has not been invalidated.
    public var isValid: Bool { state.withLock { $0.isValid } }
}

extension CMSampleBuffer {
    /// What attachments make of the timing: parts cut off, speed, direction.
    private struct Trim {
        var start = CMTime.zero
        var end = CMTime.zero
        var speed = 1.0
        var isReversed = false

        init(_ buffer: CMSampleBuffer) {
            guard buffer.hasAttachments else { return }
            start = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtStart)
            end = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
            let speed = Self.number(buffer, kCMSampleBufferAttachmentKey_SpeedMultiplier)?.doubleValue ?? 1
            self.speed = speed == 0 ? 1 : abs(speed)
            isReversed = Self.number(buffer, kCMSampleBufferAttachmentKey_Reverse)?.boolValue ?? false
        }

        private static func time(_ buffer: CMSampleBuffer, _ key: CFString) -> CMTime {
            let time = CMTimeMakeFromDictionary(
                CMGetAttachment(buffer, key: key, attachmentModeOut: nil) as? NSDictionary
            )
            return time.isNumeric ? time : .zero
        }

        private static func number(_ buffer: CMSampleBuffer, _ key: CFString) -> NSNumber? {
            CMGetAttachment(buffer, key: key, attachmentModeOut: nil) as? NSNumber
        }

        func atSpeed(_ time: CMTime) -> CMTime {
            speed == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
        }
    }

    private var explicitOutputTime: CMTime? { state.withLock { $0.extras?.outputPresentationTimeStamp } }

    /// The time that the first sample is to be shown after trimming, unless
    /// ``setOutputPresentationTimeStamp(_:)`` gave another.
    public var outputPresentationTimeStamp: CMTime {
        outputTime(Trim(self))
    }

    private func outputTime(_ trim: Trim) -> CMTime {
        if let explicit = explicitOutputTime, explicit.isValid { return explicit }
        let cut = trim.isReversed ? trim.end : trim.start
        return cut == .zero ? presentationTimeStamp : CMTimeAdd(presentationTimeStamp, cut)
    }

    /// How long the samples are shown after trimming and change of speed.
    public var outputDuration: CMTime {
        let trim = Trim(self)
        let rest = CMTimeSubtract(CMTimeSubtract(duration, trim.start), trim.end)
        return trim.atSpeed(rest)
    }

    /// The time that the first sample is to be decoded, moved along with the time that it is shown.
    public var outputDecodeTimeStamp: CMTime {
        let shift = CMTimeSubtract(outputPresentationTimeStamp, presentationTimeStamp)
        return decodeTimeStamp.isValid ? CMTimeAdd(decodeTimeStamp, shift) : decodeTimeStamp
    }

    /// Gives the time that the first sample is to be shown, in the place of the computed one; invalid restores that.
    ///
    /// - Throws: ``Error/invalidated`` after ``invalidate()``.
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
        try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
    }

    /// The timing entries, moved and stretched to output time.
    var outputTimings: SampleTimings {
        let trim = Trim(self)
        let origin = CMTimeAdd(presentationTimeStamp, trim.isReversed ? trim.end : trim.start)
        let outputOrigin = outputTime(trim)
        func moved(_ time: CMTime) -> CMTime {
            time.isValid ? CMTimeAdd(outputOrigin, trim.atSpeed(CMTimeSubtract(time, origin))) : time
        }
        return SampleTimings(
            (0..<timings.count).map { index in
                let timing = timings[index]
                return CMSampleTimingInfo(
                    duration: trim.atSpeed(timing.duration),
                    presentationTimeStamp: moved(timing.presentationTimeStamp),
                    decodeTimeStamp: moved(timing.decodeTimeStamp)
                )
            }
        )
    }
}

/// The time that the first sample is to be shown after trimming. See ``CMSampleBuffer/outputPresentationTimeStamp``.
@discardableResult
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// Gives the time that the first sample is to be shown, in the place of the computed one; invalid restores that.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer,
    newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    sbuf.state.withLock { state in
        guard state.isValid else { return kCMSampleBufferError_Invalidated }
        state.withExtras { $0.outputPresentationTimeStamp = outputPresentationTimeStamp }
        return noErr
    }
}

/// The time that the first sample is to be decoded. See ``CMSampleBuffer/outputDecodeTimeStamp``.
@discardableResult
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputDecodeTimeStamp
}

/// How long the samples are shown after trimming and change of speed. See ``CMSampleBuffer/outputDuration``.
@discardableResult
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputDuration
}

/// The timing entries after trimming and change of speed.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer,
    entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    let timings = sbuf.outputTimings
    return fill(
        timingArrayOut,
        capacity: timingArrayEntries,
        needed: timingArrayEntriesNeededOut,
        count: timings.count,
        ifNone: kCMSampleBufferError_BufferHasNoSampleTimingInfo
    ) { timings[$0] }
}

extension CMSampleBuffer {
    /// The errors of sample buffers, as the Foundation errors that Swift code catches.
    public struct Error {
        /// Allocation failed: `kCMSampleBufferError_AllocationFailed`.
        public static let allocationFailed = statusError(kCMSampleBufferError_AllocationFailed)
        /// Already has data buffer: `kCMSampleBufferError_AlreadyHasDataBuffer`.
        public static let alreadyHasDataBuffer = statusError(kCMSampleBufferError_AlreadyHasDataBuffer)
        /// Array too small: `kCMSampleBufferError_ArrayTooSmall`.
        public static let arrayTooSmall = statusError(kCMSampleBufferError_ArrayTooSmall)
        /// Buffer has no sample sizes: `kCMSampleBufferError_BufferHasNoSampleSizes`.
        public static let bufferHasNoSampleSizes = statusError(kCMSampleBufferError_BufferHasNoSampleSizes)
        /// Buffer has no sample timing info: `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
        public static let bufferHasNoSampleTimingInfo = statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        /// Buffer not ready: `kCMSampleBufferError_BufferNotReady`.
        public static let bufferNotReady = statusError(kCMSampleBufferError_BufferNotReady)
        /// Cannot subdivide: `kCMSampleBufferError_CannotSubdivide`.
        public static let cannotSubdivide = statusError(kCMSampleBufferError_CannotSubdivide)
        /// Data canceled: `kCMSampleBufferError_DataCanceled`.
        public static let dataCanceled = statusError(kCMSampleBufferError_DataCanceled)
        /// Data failed: `kCMSampleBufferError_DataFailed`.
        public static let dataFailed = statusError(kCMSampleBufferError_DataFailed)
        /// Invalid entry count: `kCMSampleBufferError_InvalidEntryCount`.
        public static let invalidEntryCount = statusError(kCMSampleBufferError_InvalidEntryCount)
        /// Invalid media format: `kCMSampleBufferError_InvalidMediaFormat`.
        public static let invalidMediaFormat = statusError(kCMSampleBufferError_InvalidMediaFormat)
        /// Invalid media type for operation: `kCMSampleBufferError_InvalidMediaTypeForOperation`.
        public static let invalidMediaTypeForOperation = statusError(kCMSampleBufferError_InvalidMediaTypeForOperation)
        /// Invalid sample data: `kCMSampleBufferError_InvalidSampleData`.
        public static let invalidSampleData = statusError(kCMSampleBufferError_InvalidSampleData)
        /// Invalidated: `kCMSampleBufferError_Invalidated`.
        public static let invalidated = statusError(kCMSampleBufferError_Invalidated)
        /// Required parameter missing: `kCMSampleBufferError_RequiredParameterMissing`.
        public static let requiredParameterMissing = statusError(kCMSampleBufferError_RequiredParameterMissing)
        /// Sample index out of range: `kCMSampleBufferError_SampleIndexOutOfRange`.
        public static let sampleIndexOutOfRange = statusError(kCMSampleBufferError_SampleIndexOutOfRange)
        /// Sample timing info invalid: `kCMSampleBufferError_SampleTimingInfoInvalid`.
        public static let sampleTimingInfoInvalid = statusError(kCMSampleBufferError_SampleTimingInfoInvalid)
    }
}

/// Sample buffer error: allocation failed.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// Sample buffer error: already has data buffer.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// Sample buffer error: array too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// Sample buffer error: buffer has no sample sizes.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// Sample buffer error: buffer has no sample timing info.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// Sample buffer error: buffer not ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// Sample buffer error: cannot subdivide.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// Sample buffer error: data canceled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751
/// Sample buffer error: data failed.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// Sample buffer error: invalid entry count.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// Sample buffer error: invalid media format.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// Sample buffer error: invalid media type for operation.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// Sample buffer error: invalid sample data.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// Sample buffer error: invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// Sample buffer error: required parameter missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// Sample buffer error: sample index out of range.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// Sample buffer error: sample timing info invalid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key in a pipeline notification: max upcoming output PTS.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS: CFString =
    "MaxUpcomingOutputPTS"
/// Key in a pipeline notification: min upcoming output PTS.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS: CFString =
    "MinUpcomingOutputPTS"
/// Key in a pipeline notification: resume tag.
nonisolated(unsafe) public let kCMSampleBufferConduitNotificationParameter_ResumeTag: CFString = "ResumeTag"
/// Key in a pipeline notification: upcoming output PTS range may overlap queued output PTS range.
nonisolated(unsafe) public
    let kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange: CFString =
        "UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange"
/// Key in a sample buffer's notification: OS status.
nonisolated(unsafe) public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "OSStatus"
/// Notification between stages of a pipeline: inhibit output until.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_InhibitOutputUntil: CFString =
    "kCMSampleBufferConduitNotification_InhibitOutputUntil"
/// Notification between stages of a pipeline: reset output.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_ResetOutput: CFString =
    "kCMSampleBufferConduitNotification_ResetOutput"
/// Notification between stages of a pipeline: upcoming output PTS range changed.
nonisolated(unsafe) public let kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged: CFString =
    "kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged"
/// Notification of a buffer's consumer: buffer consumed.
nonisolated(unsafe) public let kCMSampleBufferConsumerNotification_BufferConsumed: CFString =
    "kCMSampleBufferConsumerNotification_BufferConsumed"
/// Notification of a sample buffer: data became ready.
nonisolated(unsafe) public let kCMSampleBufferNotification_DataBecameReady: CFString =
    "kCMSampleBufferNotification_DataBecameReady"
/// Notification of a sample buffer: data failed.
nonisolated(unsafe) public let kCMSampleBufferNotification_DataFailed: CFString =
    "kCMSampleBufferNotification_DataFailed"
