import FoundationExtras

extension CMFormatDescription {
    /// The kind of media, as four characters.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The four characters.
        public let rawValue: CMMediaType

        /// Makes a value from four characters.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        /// The four characters in quotes, or the number if they are no characters.
        public var description: String { fourCharacters(rawValue) }

        /// Audio: `kCMMediaType_Audio`.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Closed caption: `kCMMediaType_ClosedCaption`.
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        /// Metadata: `kCMMediaType_Metadata`.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
        /// Muxed: `kCMMediaType_Muxed`.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        /// Subtitle: `kCMMediaType_Subtitle`.
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        /// Tagged buffer group: `kCMMediaType_TaggedBufferGroup`.
        public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
        /// Text: `kCMMediaType_Text`.
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        /// Time code: `kCMMediaType_TimeCode`.
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        /// Video: `kCMMediaType_Video`.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
    }
}
