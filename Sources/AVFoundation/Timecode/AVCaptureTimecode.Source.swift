import Foundation

extension AVCaptureTimecode {
    /// Something that timecode comes from, exactly as Apple's class of the same name. Immutable; see
    /// `AVCaptureTimecodeGenerator.availableSources`.
    open class Source: NSObject {
        // Safe on any thread: immutable after initialisation.

        /// The name to show to people.
        public let displayName: String
        /// The kind of source.
        public let type: SourceType
        /// Tells the source from others.
        public let uuid: UUID

        // Keeps clients from making one.
        init(_ type: SourceType, displayName: String) {
            self.type = type
            self.displayName = displayName
            uuid = UUID()
            super.init()
        }
    }
}
