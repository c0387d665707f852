import Foundation
import FoundationExtras

extension CMSampleBuffer {
    /// The name of a sample buffer's attachment.
    // @unchecked: keys are immutable strings.
    public struct AttachmentKey: RawRepresentable, Hashable, @unchecked Sendable {
        /// The key as the C-style functions take it.
        public let rawValue: CFString

        /// Makes a key.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Camera intrinsic matrix: `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix`.
        public static let cameraIntrinsicMatrix = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
        )
        /// Display empty media immediately: `kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately`.
        public static let displayEmptyMediaImmediately = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately
        )
        /// Drain after decoding: `kCMSampleBufferAttachmentKey_DrainAfterDecoding`.
        public static let drainAfterDecoding = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
        /// Dropped frame reason: `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
        public static let droppedFrameReason = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        /// Dropped frame reason info: `kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo`.
        public static let droppedFrameReasonInfo = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo
        )
        /// Empty media: `kCMSampleBufferAttachmentKey_EmptyMedia`.
        public static let emptyMedia = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
        /// Ends previous sample duration: `kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration`.
        public static let endsPreviousSampleDuration = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
        )
        /// Fill discontinuities with silence: `kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence`.
        public static let fillDiscontinuitiesWithSilence = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence
        )
        /// Force key frame: `kCMSampleBufferAttachmentKey_ForceKeyFrame`.
        public static let forceKeyFrame = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
        /// Gradual decoder refresh: `kCMSampleBufferAttachmentKey_GradualDecoderRefresh`.
        public static let gradualDecoderRefresh = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh
        )
        /// Permanent empty media: `kCMSampleBufferAttachmentKey_PermanentEmptyMedia`.
        public static let permanentEmptyMedia = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia
        )
        /// Post notification when consumed: `kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed`.
        public static let postNotificationWhenConsumed = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed
        )
        /// Reset decoder before decoding: `kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding`.
        public static let resetDecoderBeforeDecoding = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding
        )
        /// Resume output: `kCMSampleBufferAttachmentKey_ResumeOutput`.
        public static let resumeOutput = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
        /// Reverse: `kCMSampleBufferAttachmentKey_Reverse`.
        public static let reverse = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_Reverse)
        /// Sample reference byte offset: `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`.
        public static let sampleReferenceByteOffset = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset
        )
        /// Sample reference url: `kCMSampleBufferAttachmentKey_SampleReferenceURL`.
        public static let sampleReferenceURL = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
        /// Speed multiplier: `kCMSampleBufferAttachmentKey_SpeedMultiplier`.
        public static let speedMultiplier = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
        /// Still image lens stabilization info: `kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo`.
        public static let stillImageLensStabilizationInfo = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo
        )
        /// Transition id: `kCMSampleBufferAttachmentKey_TransitionID`.
        public static let transitionID = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
        /// Trim duration at end: `kCMSampleBufferAttachmentKey_TrimDurationAtEnd`.
        public static let trimDurationAtEnd = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        /// Trim duration at start: `kCMSampleBufferAttachmentKey_TrimDurationAtStart`.
        public static let trimDurationAtStart = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart
        )
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key of a sample buffer's attachment: camera intrinsic matrix.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Key of a sample buffer's attachment: display empty media immediately.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString =
    "DisplayEmptyMediaImmediately"
/// Key of a sample buffer's attachment: drain after decoding.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// Key of a sample buffer's attachment: dropped frame reason.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// Key of a sample buffer's attachment: dropped frame reason info.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// Key of a sample buffer's attachment: empty media.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Key of a sample buffer's attachment: ends previous sample duration.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString =
    "EndsPreviousSampleDuration"
/// Key of a sample buffer's attachment: fill discontinuities with silence.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString =
    "FillDiscontinuitiesWithSilence"
/// Key of a sample buffer's attachment: force key frame.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"
/// Key of a sample buffer's attachment: gradual decoder refresh.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Key of a sample buffer's attachment: permanent empty media.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Key of a sample buffer's attachment: post notification when consumed.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString =
    "PostNotificationWhenConsumed"
/// Key of a sample buffer's attachment: reset decoder before decoding.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString =
    "ResetDecoderBeforeDecoding"
/// Key of a sample buffer's attachment: resume output.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// Key of a sample buffer's attachment: reverse.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Key of a sample buffer's attachment: sample reference byte offset.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString =
    "SampleReferenceByteOffset"
/// Key of a sample buffer's attachment: sample reference URL.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// Key of a sample buffer's attachment: speed multiplier.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Key of a sample buffer's attachment: still image lens stabilization info.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString =
    "StillImageLensStabilizationInfo"
/// Key of a sample buffer's attachment: transition ID.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// Key of a sample buffer's attachment: trim duration at end.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// Key of a sample buffer's attachment: trim duration at start.
nonisolated(unsafe) public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// More on why a frame was dropped: camera mode switch.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// Why a frame was dropped: discontinuity.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// Why a frame was dropped: frame was late.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// Why a frame was dropped: out of buffers.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Lens stabilisation of a still image: active.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Active: CFString = "Active"
/// Lens stabilisation of a still image: off.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Off: CFString = "Off"
/// Lens stabilisation of a still image: out of range.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_OutOfRange: CFString = "OutOfRange"
/// Lens stabilisation of a still image: unavailable.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Unavailable: CFString = "Unavailable"

/// The attachments of each sample: an array of mutable dictionaries with `kCMSampleAttachmentKey_...` keys.
///
/// - Parameter createIfNecessary: whether to make empty dictionaries if there are none; otherwise nil is returned.
@discardableResult
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    sbuf.sampleAttachmentDictionaries(createIfNecessary: createIfNecessary)
}

extension CMSampleBuffer {
    /// The attachments of one sample.
    public struct PerSampleAttachmentsDictionary {
        fileprivate let dictionary: NSMutableDictionary

        /// The attachment under a documented key; nil removes it.
        public subscript(key: Key) -> Any? {
            get { dictionary.object(forKey: key.rawValue) }
            nonmutating set {
                if let newValue {
                    dictionary.setObject(newValue as AnyObject, forKey: key.rawValue)
                } else {
                    dictionary.removeObject(forKey: key.rawValue)
                }
            }
        }
    }

    /// The attachments of each sample: a view of the buffer, not a copy.
    public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
        fileprivate let dictionaries: [NSMutableDictionary]

        /// The index of the first sample: 0.
        public var startIndex: Int { 0 }
        /// The index behind the last sample.
        public var endIndex: Int { dictionaries.count }

        /// The attachments of one sample.
        public subscript(position: Int) -> PerSampleAttachmentsDictionary {
            get { PerSampleAttachmentsDictionary(dictionary: dictionaries[position]) }
            set {
                guard newValue.dictionary !== dictionaries[position] else { return }
                dictionaries[position].removeAllObjects()
                for (key, value) in newValue.dictionary {
                    guard let name = (key as AnyObject) as? NSString else { continue }
                    dictionaries[position].setObject(value, forKey: name)
                }
            }
        }
    }

    /// The attachments of each sample, to be read and changed in place. Empty for a buffer without samples.
    public var sampleAttachments: SampleAttachmentsArray {
        get {
            SampleAttachmentsArray(
                dictionaries: sampleAttachmentDictionaries(createIfNecessary: true)?.dictionaries ?? []
            )
        }
        set {
            var own = sampleAttachments
            for index in own.indices where index < newValue.count { own[index] = newValue[index] }
        }
    }

    func sampleAttachmentDictionaries(createIfNecessary: Bool) -> SampleAttachmentDictionaries? {
        state.withLock { state -> SharedSampleAttachments in
            if state.extras?.sampleAttachments == nil, createIfNecessary, sampleCount > 0, state.isValid {
                let empty = SampleAttachmentDictionaries((0..<sampleCount).map { _ in NSMutableDictionary() })
                state.withExtras { $0.sampleAttachments = empty }
            }
            return SharedSampleAttachments(list: state.extras?.sampleAttachments)
        }.list
    }
}

extension CMSampleBuffer.PerSampleAttachmentsDictionary {
    /// The name of a single sample's attachment.
    // @unchecked: keys are immutable strings.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
        /// The key as the C-style functions take it.
        public let rawValue: CFString

        /// Makes a key.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Audio independent sample decoder refresh count:
        /// `kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount`.
        public static let audioIndependentSampleDecoderRefreshCount = Key(
            rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount
        )
        /// Depends on others: `kCMSampleAttachmentKey_DependsOnOthers`.
        public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
        /// Display immediately: `kCMSampleAttachmentKey_DisplayImmediately`.
        public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
        /// Do not display: `kCMSampleAttachmentKey_DoNotDisplay`.
        public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
        /// Earlier display times allowed: `kCMSampleAttachmentKey_EarlierDisplayTimesAllowed`.
        public static let earlierDisplayTimesAllowed = Key(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
        /// Has redundant coding: `kCMSampleAttachmentKey_HasRedundantCoding`.
        public static let hasRedundantCoding = Key(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
        /// Hevc stepwise temporal sub layer access: `kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess`.
        public static let hevcStepwiseTemporalSubLayerAccess = Key(
            rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess
        )
        /// Hevc sync sample nal unit type: `kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType`.
        public static let hevcSyncSampleNALUnitType = Key(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
        /// Hevc temporal level info: `kCMSampleAttachmentKey_HEVCTemporalLevelInfo`.
        public static let hevcTemporalLevelInfo = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
        /// Hevc temporal sub layer access: `kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess`.
        public static let hevcTemporalSubLayerAccess = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
        /// Is depended on by others: `kCMSampleAttachmentKey_IsDependedOnByOthers`.
        public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
        /// Not sync: `kCMSampleAttachmentKey_NotSync`.
        public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
        /// Partial sync: `kCMSampleAttachmentKey_PartialSync`.
        public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Key of a single sample's attachment: audio independent sample decoder refresh count.
nonisolated(unsafe) public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
    "AudioIndependentSampleDecoderRefreshCount"
/// Key of a single sample's attachment: cryptor subsample auxiliary data.
nonisolated(unsafe) public let kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData: CFString =
    "CryptorSubsampleAuxiliaryData"
/// Key of a single sample's attachment: depends on others.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Key of a single sample's attachment: display immediately.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Key of a single sample's attachment: do not display.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// Key of a single sample's attachment: earlier display times allowed.
nonisolated(unsafe) public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString =
    "EarlierDisplayTimesAllowed"
/// Key of a single sample's attachment: HDR10 plus per frame data.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HDR10PlusPerFrameData: CFString = "HDR10PlusPerFrameData"
/// Key of a single sample's attachment: HEVC stepwise temporal sub layer access.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString =
    "HEVCStepwiseTemporalSubLayerAccess"
/// Key of a single sample's attachment: HEVC sync sample NAL unit type.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// Key of a single sample's attachment: HEVC temporal level info.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// Key of a single sample's attachment: HEVC temporal sub layer access.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString =
    "HEVCTemporalSubLayerAccess"
/// Key of a single sample's attachment: has redundant coding.
nonisolated(unsafe) public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Key of a single sample's attachment: is depended on by others.
nonisolated(unsafe) public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Key of a single sample's attachment: not sync.
nonisolated(unsafe) public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Key of a single sample's attachment: partial sync.
nonisolated(unsafe) public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Key of a single sample's attachment: post decode processing metadata.
nonisolated(unsafe) public let kCMSampleAttachmentKey_PostDecodeProcessingMetadata: CFString =
    "PostDecodeProcessingMetadata"

/// The mutable dictionaries of a buffer's samples as a Core Foundation array.
///
/// Linux's own `NSArray` hands out copies of the dictionaries in it, as Swift values; clients must get the very
/// dictionaries,
/// because they change them.
final class SampleAttachmentDictionaries: NSArray {
    let dictionaries: [NSMutableDictionary]

    init(_ dictionaries: [NSMutableDictionary]) {
        self.dictionaries = dictionaries
        super.init(objects: nil, count: 0)
    }

    // What `NSArray` requires of its subclasses; only dictionaries can be elements.

    required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        dictionaries = UnsafeBufferPointer(start: objects, count: count).compactMap { $0 as? NSMutableDictionary }
        super.init(objects: nil, count: 0)
    }

    required convenience init(arrayLiteral elements: Any...) {
        self.init(elements.compactMap { $0 as? NSMutableDictionary })
    }

    required init?(coder: NSCoder) {
        // Never archived: sample buffers are not.
        nil
    }

    override var count: Int { dictionaries.count }

    override func object(at index: Int) -> Any { dictionaries[index] }

    /// Dictionaries of some of the samples, for another buffer.
    func copies(of samples: Range<Int>) -> SampleAttachmentDictionaries {
        SampleAttachmentDictionaries(
            samples.map { index in
                let copy = NSMutableDictionary()
                dictionaries[index].forEach { key, value in
                    if let name = (key as AnyObject) as? NSString { copy.setObject(value, forKey: name) }
                }
                return copy
            }
        )
    }
}

// @unchecked: the list never changes; its dictionaries are the client's to synchronise, as on Apple's platforms.
struct SharedSampleAttachments: @unchecked Sendable {
    let list: SampleAttachmentDictionaries?
}

/// How a camera exposed a frame. Zero means unknown for all but the bias, which is known when the duration is.
package struct FrameExposure: Sendable, Hashable {
    /// Seconds.
    package var duration: Double
    /// Sensor gain as ISO speed.
    package var iso: Float
    /// In EV.
    package var bias: Float
    /// As f-number.
    package var aperture: Float
    /// In millimetres.
    package var focalLength: Float

    /// Makes a record of an exposure.
    package init(duration: Double, iso: Float, bias: Float, aperture: Float, focalLength: Float) {
        self.duration = duration
        self.iso = iso
        self.bias = bias
        self.aperture = aperture
        self.focalLength = focalLength
    }

    /// The attachment's key: `kCGImagePropertyExifDictionary` of ImageIO.
    nonisolated(unsafe) static let key: CFString = "{Exif}"

    /// What EXIF says of it; `nil` if nothing is known. The brightness is that of the scene, after APEX.
    var exif: CFDictionary? {
        var exif: [String: Any] = [:]
        if duration > 0 {
            exif["ExposureTime"] = duration
            exif["ShutterSpeedValue"] = -log2(duration)
            exif["ExposureBiasValue"] = Double(bias)
        }
        if iso > 0 { exif["ISOSpeedRatings"] = [Int(iso.rounded())] }
        if aperture > 0 {
            exif["FNumber"] = Double(aperture)
            exif["ApertureValue"] = 2 * log2(Double(aperture))
        }
        if focalLength > 0 { exif["FocalLength"] = Double(focalLength) }
        if duration > 0, iso > 0, aperture > 0 {
            exif["BrightnessValue"] = 2 * log2(Double(aperture)) - log2(duration) - log2(Double(iso) / 3.125)
        }
        return exif.isEmpty ? nil : exif as CFDictionary
    }
}

extension CMSampleBuffer {
    /// What is attached to a sample buffer.
    struct Attachments: Sendable {
        private var list = AttachmentList()
        /// How the frame was exposed, until somebody looks at the attachments: most clients never do.
        var exposure: FrameExposure?

        /// Whether nothing was attached but the exposure.
        var isEmpty: Bool { list.isEmpty }

        /// The attachments, with what EXIF says of the exposure among them.
        mutating func withList<Result>(_ body: (inout AttachmentList) -> Result) -> Result {
            if let exif = exposure?.exif { list.set(FrameExposure.key, exif, .shouldPropagate) }
            exposure = nil
            return body(&list)
        }
    }

    /// Says how the frame was exposed, which becomes the attachment `{Exif}`. Costs no memory unless somebody asks for attachments.
    package func attach(_ exposure: FrameExposure) {
        attachmentList.withLock { $0.exposure = exposure }
    }
}
