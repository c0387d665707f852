import CameraEngine
import Foundation

/// What of the cameras is shown where, and what a finger does there.
extension AppModel {
    /// The previews in the room that there is.
    struct Viewport: Equatable {
        /// The part of the room that a movie shows; the whole of it with one preview.
        var canvas: CGRect
        /// In points of the canvas, from the back to the front.
        var previews: [DualModel.PlacedPreview]

        /// Those that a finger moves.
        var smallPreviews: [DualModel.PlacedPreview] { previews.filter(\.isSmall) }
    }

    /// Where the previews are: one fills the room; two stand as they do in the movie.
    func viewport(in size: CGSize) -> Viewport {
        guard showsTwoPreviews else {
            let frame = CGRect(origin: .zero, size: size)
            let preview = DualModel.PlacedPreview(camera: 0, frame: frame, cornerRadius: 0, border: 0, isSmall: false)
            return Viewport(canvas: frame, previews: [preview])
        }
        let room = DualModel.room(in: size)
        // The screen is upright or lies, and the movie with it; the room in it may have another shape, as on a tablet.
        let canvas = dual.canvas(in: room.size, isUpright: size.height >= size.width)
        let origin = CGPoint(x: room.midX - canvas.width / 2, y: room.midY - canvas.height / 2)
        return Viewport(canvas: CGRect(origin: origin, size: canvas), previews: dual.previews(on: canvas))
    }

    /// The part of the room that a photo will have; `nil` where that is all that is seen.
    func photoFrame(in size: CGSize) -> CGRect? {
        guard modes.mode == .photo, !showsTwoPreviews, let photo = shutter.size ?? camera.controls?.photoSizes.first
        else {
            return nil
        }
        return PhotoFrame(shape: shutter.shape, photo: photo, room: size).rect
    }

    /// A finger is on the picture, and came down at a point. Told again while it moves.
    func fingerMoved(from start: CGPoint) {
        // A pinch that the system took away has told no end.
        if touch.moved(from: start) { zoom.endPinch() }
    }

    /// The finger is gone, so far from where it came down: a swipe changes the mode. A quick one has told nothing before its end.
    func fingerLifted(from start: CGPoint, after translation: CGSize) {
        touch.moved(from: start)
        if touch.ended() { modes.swipe(translation) }
    }

    /// The finger is gone, also when the system has taken it away.
    func fingerGone() { _ = touch.ended() }

    /// The finger rests where it came down: focus and exposure are locked there, while it is still down.
    func fingerHeld(in size: CGSize) {
        guard let point = touch.held() else { return }
        Task { await lockFocus(at: point, in: size) }
    }

    /// Two fingers have moved apart, by so much since they came down.
    func pinch(_ magnification: Double) {
        touch.pinched()
        zoom.pinch(magnification)
    }

    /// A tap on the picture: measures there. What is measured is the camera that the controls are about.
    func tap(at point: CGPoint, in size: CGSize) async {
        guard let devicePoint = devicePoint(point, in: size) else { return }
        await focus.focus(at: point, devicePoint: devicePoint)
    }

    /// A finger rests on the picture: measures there, and keeps it so.
    func lockFocus(at point: CGPoint, in size: CGSize) async {
        guard let devicePoint = devicePoint(point, in: size) else { return }
        await focus.lock(at: point, devicePoint: devicePoint)
    }

    /// The point on the sensor; `nil` where there is no picture of the leading camera.
    private func devicePoint(_ point: CGPoint, in size: CGSize) -> CGPoint? {
        let viewport = viewport(in: size)
        let place = CGPoint(x: point.x - viewport.canvas.minX, y: point.y - viewport.canvas.minY)
        guard let preview = viewport.previews.last(where: { $0.frame.contains(place) }), preview.camera == 0 else {
            return nil
        }
        let inPreview = CGPoint(x: place.x - preview.frame.minX, y: place.y - preview.frame.minY)
        return layers.devicePoint(inPreview, of: 0)
    }
}
