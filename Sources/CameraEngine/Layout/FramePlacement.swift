/// A rectangle on a canvas of width and height one, with the origin at the upper left.
public struct CanvasRect: Sendable, Hashable, Codable {
    /// The left border.
    public var x: Double
    /// The upper border.
    public var y: Double
    /// The width, as a fraction of the canvas' width.
    public var width: Double
    /// The height, as a fraction of the canvas' height.
    public var height: Double

    /// A rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The canvas.
    public static let whole = CanvasRect(x: 0, y: 0, width: 1, height: 1)
}

/// Where one camera's picture stands on the canvas. Of several, the later ones lie upon the earlier ones.
public struct FramePlacement: Sendable, Hashable, Codable {
    /// The index of the camera whose picture it is, in the session's list.
    public var camera: Int
    /// The rectangle that the picture fills, without being stretched: what does not fit is cut off on both sides alike.
    public var rect: CanvasRect
    /// The radius of the rectangle's corners, as a fraction of the canvas' height.
    public var cornerRadius: Double
    /// The width of the white line inside of the rectangle's border, as a fraction of the canvas' height.
    public var border: Double

    /// A place for a picture.
    public init(camera: Int, rect: CanvasRect, cornerRadius: Double = 0, border: Double = 0) {
        self.camera = camera
        self.rect = rect
        self.cornerRadius = cornerRadius
        self.border = border
    }
}
