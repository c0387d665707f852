import CaptureCore

extension AVAssetWriterInput {
    /// Where in the file a track's media lie.
    public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Among the media of the other tracks.
        public static let interleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData"
        )
        /// Before the media of the other tracks.
        public static let beforeMainMediaDataNotInterleaved = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved"
        )
        /// Among the media of the other tracks, in larger pieces.
        public static let sparselyInterleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationSparselyInterleavedWithMainMediaData"
        )
    }

    /// Where in the file the track's media lie: always among those of the other tracks; any other value stops the program.
    public var mediaDataLocation: MediaDataLocation {
        get { .interleavedWithMainMediaData }
        set {
            requireConfiguring("setMediaDataLocation:")
            guard newValue == .interleavedWithMainMediaData else {
                WriterRefusal.argument("Only interleaved media data is supported")
                    .raise("AVAssetWriterInput setMediaDataLocation:")
            }
        }
    }
}
