public import CameraEngine

extension CameraArrangement {
    /// A change of a part of it; what is not given stays as it is.
    public struct Change: Codable, Equatable, Sendable {
        /// How the pictures share the whole one.
        public var layout: Layout?
        /// The camera whose picture is the large one, the left one or the upper one.
        public var leading: Int?
        /// Where the small picture lies.
        public var pip: PictureInPicture?

        /// Makes a change of what is given.
        public init(layout: Layout? = nil, leading: Int? = nil, pip: PictureInPicture? = nil) {
            self.layout = layout
            self.leading = leading
            self.pip = pip
        }

        /// Whether it changes nothing.
        public var isEmpty: Bool { layout == nil && leading == nil && pip == nil }
    }

    /// The arrangement after a change.
    public func applying(_ change: Change) -> CameraArrangement {
        CameraArrangement(
            layout: change.layout ?? layout,
            leading: change.leading ?? leading,
            pip: change.pip ?? pip
        )
    }
}
