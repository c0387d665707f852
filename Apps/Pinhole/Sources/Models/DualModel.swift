import CameraEngine
import Foundation
import Observation

/// Two pictures at once: where they are, and how the user moves them.
@MainActor
@Observable
final class DualModel {
    /// A camera's preview on the screen.
    struct PlacedPreview: Identifiable, Equatable {
        /// The camera's index in the session.
        var camera: Int
        /// In points of the canvas.
        var frame: CGRect
        var cornerRadius: CGFloat
        var border: CGFloat
        /// Whether it is the small one, which can be moved.
        var isSmall: Bool

        var id: Int { camera }
    }

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let notices: NoticeModel
    /// Where the user put the small picture last. The engine, and a movie that is recorded, follow a moment later: until then the
    /// picture would jump back to where it was.
    private var wanted: PictureInPicture?
    /// Where it was when the finger came down that holds it.
    private var start: PictureInPicture?
    /// How often the pictures changed places: each is felt.
    private(set) var swapCount = 0
    /// How often the small picture came to rest in a corner.
    private(set) var snapCount = 0

    /// The most points below the room on an upright screen: a tablet's controls are no higher than a phone's.
    private static let controlsHeight = 254.0
    /// The points below the room on a screen that lies, where zoom and modes are.
    private static let choicesHeight = 146.0

    init(camera: any AppCamera, notices: NoticeModel) {
        self.camera = camera
        self.notices = notices
    }

    // MARK: - What the user sees

    /// Whether both pictures are there.
    var isOn: Bool { camera.multiCam.isOn }

    /// Why there is one picture where two are wanted.
    var obstacle: Message? { camera.multiCam.isWanted ? camera.multiCam.obstacle?.message : nil }

    var layout: CameraArrangement.Layout { camera.multiCam.arrangement.layout }

    /// The cameras that have a picture, in the session's order.
    var indices: [Int] { camera.multiCam.cameras.filter { !$0.isLost }.map(\.index).sorted() }

    /// The part of the screen that the controls leave free: fingers move the small picture there. Controls stand above and below it
    /// on an upright screen, at the sides and below on one that lies.
    static func room(in size: CGSize) -> CGRect {
        guard size.width > size.height else {
            let (top, bottom) = (size.height * 0.135, min(size.height * 0.29, controlsHeight))
            return CGRect(x: 0, y: top, width: size.width, height: size.height - top - bottom)
        }
        let (top, left) = (size.height * 0.04, size.width * 0.155)
        return CGRect(x: left, y: top, width: size.width * 0.65, height: max(0, size.height - top - choicesHeight))
    }

    /// The canvas of the movie inside of the room that there is: both have the large picture's shape.
    ///
    /// - Parameter isUpright: whether the screen is; the movie is held as the screen is.
    func canvas(in size: CGSize, isUpright: Bool) -> CGSize {
        guard let large = camera.multiCam[camera: arrangement.order(of: indices).first ?? 0], large.width > 0,
            large.height > 0, size.width > 0, size.height > 0
        else { return size }
        // Cameras lie on their side in a phone that is held upright.
        let long = Double(max(large.width, large.height)), short = Double(min(large.width, large.height))
        let (width, height) = isUpright ? (short, long) : (long, short)
        let scale = min(size.width / width, size.height / height)
        return CGSize(width: width * scale, height: height * scale)
    }

    /// Where the previews are on a canvas, from the back to the front.
    func previews(on canvas: CGSize) -> [PlacedPreview] {
        let arrangement = arrangement
        let indices = indices.isEmpty ? [0] : indices
        return arrangement.placements(of: indices).enumerated().map { position, place in
            PlacedPreview(
                camera: place.camera,
                frame: CGRect(
                    x: place.rect.x * canvas.width,
                    y: place.rect.y * canvas.height,
                    width: place.rect.width * canvas.width,
                    height: place.rect.height * canvas.height
                ),
                cornerRadius: place.cornerRadius * canvas.height,
                border: place.border * canvas.height,
                isSmall: arrangement.layout == .pictureInPicture && position > 0
            )
        }
    }

    /// The name of a camera, for who does not see the picture.
    func name(of index: Int) -> String { camera.multiCam[camera: index]?.camera.name ?? "" }

    /// The width of the small picture, in percent of the large one's.
    var smallWidthPercent: Int { Int((arrangement.pip.width * 100).rounded()) }

    /// Whether the small picture is under a finger.
    var isHeld: Bool { start != nil }

    // MARK: - What the user does

    /// Both pictures change places.
    func swap() {
        camera.swapCameras()
        swapCount += 1
        notices.announce(.picturesSwapped)
    }

    /// Chooses how the pictures share the canvas.
    func choose(_ layout: CameraArrangement.Layout) {
        var arrangement = arrangement
        guard layout != arrangement.layout else { return }
        arrangement.layout = layout
        camera.setArrangement(arrangement)
    }

    /// A finger has moved the small picture, so far since it came down.
    func drag(_ translation: CGSize, on canvas: CGSize) {
        guard layout == .pictureInPicture, canvas.width > 0, canvas.height > 0 else { return }
        let start = beginMoving()
        place(
            PictureInPicture(
                x: start.x + translation.width / canvas.width,
                y: start.y + translation.height / canvas.height,
                width: start.width
            )
        )
    }

    /// Two fingers make the small picture larger or smaller.
    func resize(_ magnification: Double) {
        guard layout == .pictureInPicture, magnification.isFinite else { return }
        let start = beginMoving()
        place(PictureInPicture(x: start.x, y: start.y, width: start.width * magnification))
    }

    /// The finger is gone: the small picture goes to the nearest corner.
    func letGo() {
        guard isHeld else { return }
        start = nil
        place(arrangement.pip.snapped())
        snapCount += 1
    }

    /// One step larger, or smaller.
    func resize(larger: Bool) {
        let pip = arrangement.pip
        place(pip.resized(to: pip.width + (larger ? PictureInPicture.sizeStep : -PictureInPicture.sizeStep)))
    }

    /// To the next corner, clockwise.
    func moveToNextCorner() {
        let order: [PictureInPicture.Corner] = [.topLeft, .topRight, .bottomRight, .bottomLeft]
        let pip = arrangement.pip
        let next = order.firstIndex(of: pip.nearestCorner).map { order[($0 + 1) % order.count] } ?? .bottomRight
        place(PictureInPicture(corner: next, width: pip.width))
    }

    private var arrangement: CameraArrangement {
        var arrangement = camera.multiCam.arrangement
        if let wanted { arrangement.pip = wanted }
        return arrangement
    }

    private func beginMoving() -> PictureInPicture {
        let start = start ?? arrangement.pip
        self.start = start
        return start
    }

    private func place(_ pip: PictureInPicture) {
        wanted = pip.clamped()
        camera.setArrangement(arrangement)
    }
}
