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
