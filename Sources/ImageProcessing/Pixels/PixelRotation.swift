/// A clockwise turn by quarters.
public enum PixelRotation: Int, Sendable, CaseIterable {
    /// The picture stays as it is.
    case none = 0
    /// The picture's upper edge becomes the right edge.
    case clockwise90 = 90
    /// The picture stands on its head.
    case upsideDown180 = 180
    /// The picture's upper edge becomes the left edge.
    case clockwise270 = 270

    /// The turn for an angle in degrees, clockwise; any multiple of 90, negative ones too.
    ///
    /// - Parameter degrees: the angle.
    /// - Returns: nil for other angles.
    public init?(degrees: Double) {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        self.init(exactly: turn < 0 ? turn + 360 : turn)
    }

    private init?(exactly turn: Double) {
        guard let angle = Int(exactly: turn) else { return nil }
        self.init(rawValue: angle)
    }

    /// Whether width and height change places.
    public var exchangesAxes: Bool {
        self == .clockwise90 || self == .clockwise270
    }
}
