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
