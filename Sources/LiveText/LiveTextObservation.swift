@preconcurrency public import CoreMedia
public import Foundation

/// What was seen in one frame.
public struct LiveTextObservation: Sendable, Equatable {
    /// A line of text, from 0 to 1 in the frame as it was given, from its upper left corner. The corners are the line's own: the first
    /// is where its text begins.
    public struct Line: Sendable, Equatable {
        public var topLeft: CGPoint
        public var topRight: CGPoint
        public var bottomRight: CGPoint
        public var bottomLeft: CGPoint

        /// A line with these corners.
        public init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomRight = bottomRight
            self.bottomLeft = bottomLeft
        }

        /// The corners in the order of reading: from where the text begins, along its upper edge, and around.
        public var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
    }

    /// The lines that were found.
    public var lines: [Line]
    /// The frame's presentation time.
    public var time: CMTime

    /// An observation.
    public init(lines: [Line], time: CMTime) {
        self.lines = lines
        self.time = time
    }
}
