import FoundationExtras

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
