/// Where the frames of several cameras stand on one canvas (R-MULTI-7, R-MULTI-8).
///
/// Cameras are named by their index in the session's list. Places and sizes are fractions of the canvas, with the origin at the upper
/// left. Frames fill their rectangles without being stretched: what does not fit is cut off, in equal parts on both sides.
public struct CameraArrangement: Sendable, Hashable, Codable {
    /// How frames share the canvas.
    public enum Layout: String, Sendable, Hashable, Codable, CaseIterable {
        /// One fills the canvas, the others stand in small rectangles upon it.
        case pictureInPicture
        /// Columns of equal width, from left to right.
        case sideBySide
        /// Rows of equal height, from above.
        case topAndBottom
    }

    /// How the frames share the canvas.
    public var layout: Layout
    /// The camera whose frame is the large, left, or upper one. It has changed places with camera 0.
    public var leading: Int
    /// Where the small frame stands, and how large it is. Kept while another layout is shown.
    public var pip: PictureInPicture

    /// An arrangement.
    public init(layout: Layout = .pictureInPicture, leading: Int = 0, pip: PictureInPicture = PictureInPicture()) {
        self.layout = layout
        self.leading = leading
        self.pip = pip
    }

    /// The same with a small frame that lies on the canvas (see ``PictureInPicture/clamped()``).
    public func clamped() -> CameraArrangement {
        var result = self
        result.pip = pip.clamped()
        return result
    }

    /// The same with the next camera leading: of two, the other one.
    ///
    /// - Parameter cameras: the indices of those that run, in ascending order; fewer than two are taken for 0 and 1.
    public func swapped(among cameras: [Int]) -> CameraArrangement {
        let indices = cameras.count > 1 ? cameras : [0, 1]
        var result = self
        result.leading = indices.first { $0 > leading } ?? indices[0]
        return result
    }

    /// Cameras in the order of their places: the leading one and camera 0 have changed theirs.
    ///
    /// - Parameter cameras: those that have a frame, in the order of the session's list.
    public func order(of cameras: [Int]) -> [Int] {
        guard let place = cameras.firstIndex(of: leading) else { return cameras }
        var result = cameras
        result.swapAt(0, place)
        return result
    }

    /// Where the frames stand, from the back to the front.
    ///
    /// - Parameter cameras: those that have a frame, in the order of the session's list; one alone fills the canvas.
    public func placements(of cameras: [Int]) -> [FramePlacement] {
        let order = order(of: cameras)
        guard let first = order.first else { return [] }
        if order.count == 1 { return [FramePlacement(camera: first, rect: .whole)] }
        let share = 1 / Double(order.count)
        switch layout {
        case .pictureInPicture:
            let small = pip.clamped().placements(of: Array(order.dropFirst()))
            return [FramePlacement(camera: first, rect: .whole)] + small
        case .sideBySide:
            return order.enumerated().map { index, camera in
                let rect = CanvasRect(x: Double(index) * share, y: 0, width: share, height: 1)
                return FramePlacement(camera: camera, rect: rect)
            }
        case .topAndBottom:
            return order.enumerated().map { index, camera in
                let rect = CanvasRect(x: 0, y: Double(index) * share, width: 1, height: share)
                return FramePlacement(camera: camera, rect: rect)
            }
        }
    }
}

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

/// Where a small picture stands on the canvas, and how large it is.
///
/// Its rectangle has the canvas' shape, so its height is the same fraction as its width.
public struct PictureInPicture: Sendable, Hashable, Codable {
    /// The centre, as a fraction of the canvas' width.
    public var x: Double
    /// The centre, as a fraction of the canvas' height.
    public var y: Double
    /// The width, as a fraction of the canvas' width.
    public var width: Double

    /// How wide it may be.
    public static let widths = 0.15...0.5
    /// How wide it is at first.
    public static let usualWidth = 0.3
    /// By how much one step changes its width, as a fraction of the canvas' width.
    public static let sizeStep = 0.05
    /// How far it stays away from the canvas' left and right border in a corner, as a fraction of the canvas' width.
    public static let horizontalMargin = 0.0225
    /// How far it stays away from the canvas' upper and lower border in a corner, as a fraction of the canvas' height: on a
    /// canvas of 16:9 as far as from the others.
    public static let verticalMargin = 0.04
    /// The radius of its corners, as a fraction of the canvas' height.
    public static let cornerRadius = 0.02
    /// The width of its border, as a fraction of the canvas' height.
    public static let border = 0.004

    /// A place for a small picture.
    public enum Corner: String, Sendable, Hashable, Codable, CaseIterable {
        /// Above, on the left.
        case topLeft
        /// Above, on the right.
        case topRight
        /// Below, on the left.
        case bottomLeft
        /// Below, on the right.
        case bottomRight
    }

    /// A small picture in any place. It is shown as ``clamped()`` leaves it.
    public init(x: Double, y: Double, width: Double = usualWidth) {
        self.x = x
        self.y = y
        self.width = width
    }

    /// A small picture in a corner.
    public init(corner: Corner = .bottomRight, width: Double = usualWidth) {
        let width = Self.allowed(width)
        let isLeft = corner == .topLeft || corner == .bottomLeft
        let isTop = corner == .topLeft || corner == .topRight
        let (across, down) = (Self.horizontalMargin + width / 2, Self.verticalMargin + width / 2)
        self.init(x: isLeft ? across : 1 - across, y: isTop ? down : 1 - down, width: width)
    }

    /// Of the usual width in each corner, in the order of ``Corner``.
    public static let corners = Corner.allCases.map { PictureInPicture(corner: $0) }

    /// The same in the nearest corner.
    public func snapped() -> PictureInPicture { PictureInPicture(corner: nearestCorner, width: width) }

    /// The same of another width, as far as it is allowed, in the corner where it is.
    public func resized(to width: Double) -> PictureInPicture {
        PictureInPicture(x: x, y: y, width: width).snapped()
    }

    /// The corner whose place is nearest.
    public var nearestCorner: Corner {
        let place = clamped()
        return switch (place.x < 0.5, place.y < 0.5) {
        case (true, true): .topLeft
        case (false, true): .topRight
        case (true, false): .bottomLeft
        case (false, false): .bottomRight
        }
    }

    /// The same, not smaller or larger than allowed, and all on the canvas. What is not a number becomes what is usual.
    public func clamped() -> PictureInPicture {
        let width = Self.allowed(width)
        let usual = PictureInPicture()
        func place(_ value: Double, _ usual: Double) -> Double {
            min(max(value.isFinite ? value : usual, width / 2), 1 - width / 2)
        }
        return PictureInPicture(x: place(x, usual.x), y: place(y, usual.y), width: width)
    }

    private static func allowed(_ width: Double) -> Double {
        width.isFinite ? min(max(width, widths.lowerBound), widths.upperBound) : usualWidth
    }

    /// The first camera's frame stands here. Further ones stand in a row with it, towards the side where there is more room; if that
    /// is not enough they are smaller.
    func placements(of cameras: [Int]) -> [FramePlacement] {
        let isLeft = x <= 0.5
        let margin = Self.horizontalMargin
        let room = (isLeft ? 1 - x : x) - width / 2
        let further = Double(max(cameras.count - 1, 1))
        let size = min(width, max(0, (room - margin * (further + 1)) / further))
        return cameras.enumerated().map { index, camera in
            guard index > 0 else { return placement(of: camera, at: x, width: width) }
            let distance = width / 2 + Double(index) * (margin + size) - size / 2
            return placement(of: camera, at: isLeft ? x + distance : x - distance, width: size)
        }
    }

    private func placement(of camera: Int, at x: Double, width: Double) -> FramePlacement {
        FramePlacement(
            camera: camera,
            rect: CanvasRect(x: x - width / 2, y: y - width / 2, width: width, height: width),
            cornerRadius: Self.cornerRadius,
            border: Self.border
        )
    }
}
