import CLibYUV
import CaptureDriver
import Foundation
import SceneDrawing
import Synchronization

/// Makes a camera's pictures: the scene, what the camera's settings do to it, and the label and timecode on top if it bears them.
///
/// Belongs to one stream; used by one thread at a time. Allocates when made and when an effect is first used, not per frame.
final class SceneComposer {
    private let view: SceneView
    private let renderer: any SceneRenderer
    /// Nil for a scene without timecode.
    private let label: OverlayLabel?
    private let rows: ConstantRows
    private var whole: PlanarImage?
    private var coarse: PlanarImage?

    init(scene: any SimulatedScene, view: SceneView, framesPerSecond: Int) throws {
        self.view = view
        renderer = try scene.makeRenderer(for: view)
        label = scene.bearsTimecode ? OverlayLabel(view: view, framesPerSecond: framesPerSecond) : nil
        rows = ConstantRows(width: Int(view.transform.sensor.width))
    }

    /// Draws a frame.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time.
    ///   - frame: the frame's number in its stream, for the label.
    ///   - timecode: what the strip says.
    ///   - effects: what the camera's settings do.
    ///   - target: a picture of the view's size.
    func compose(
        at seconds: Double,
        frame: UInt64,
        timecode: Timecode,
        effects: ImageEffects,
        into target: PlanarImageView
    ) {
        if effects.zoom > 1 || effects.blur > 1 {
            let source = scratch(&whole, width: target.width, height: target.height)
            renderer.render(at: seconds, into: SceneTarget(source.view))
            enlarge(source.view, effects, into: target)
        } else {
            renderer.render(at: seconds, into: SceneTarget(target))
        }
        blendVeil(effects, into: target)
        blendTint(effects, into: target)
        guard let label else { return }
        label.draw(counter: frame, into: target)
        TimecodeStrip.draw(timecode, view.transform, range: view.range, into: target)
    }

    /// Draws what a camera delivers that the user has not allowed: black.
    func composeBlack(into target: PlanarImageView) {
        target.fill(luma: view.range.black)
    }

    /// Draws the marker's flash: white, with the timecode's strip if the scene bears one.
    func composeFlash(timecode: Timecode, into target: PlanarImageView) {
        target.fill(luma: view.range.white)
        guard label != nil else { return }
        TimecodeStrip.draw(timecode, view.transform, range: view.range, into: target)
    }

    private func scratch(_ image: inout PlanarImage?, width: Int, height: Int) -> PlanarImage {
        if let image, image.width == width, image.height == height { return image }
        let made = PlanarImage(width: width, height: height)
        image = made
        return made
    }

    private func enlarge(_ source: PlanarImageView, _ effects: ImageEffects, into target: PlanarImageView) {
        let cut = source.middle(zoom: effects.zoom)
        guard effects.blur > 1 else {
            cut.scale(into: target, kFilterBilinear)
            return
        }
        let small = scratch(
            &coarse,
            width: max(2, target.width / effects.blur),
            height: max(2, target.height / effects.blur)
        )
        cut.scale(into: small.view, kFilterBox)
        small.view.scale(into: target, kFilterBilinear)
    }

    private func blendVeil(_ effects: ImageEffects, into target: PlanarImageView) {
        let amount = effects.veil
        guard amount > 0 else { return }
        let luma = effects.brightness > 0 ? view.range.white : view.range.black
        rows.blend(first: luma, second: luma, amount, luma: target)
        rows.blend(first: 128, second: 128, amount, chroma: target)
    }

    private func blendTint(_ effects: ImageEffects, into target: PlanarImageView) {
        let amount = effects.tint
        guard amount > 0 else { return }
        let isWarm = effects.warmth > 0
        rows.blend(first: isWarm ? 60 : 190, second: isWarm ? 180 : 90, amount, chroma: target)
    }
}

/// Rows of equal samples that are blended over whole pictures.
private final class ConstantRows {
    private let samples: PlanarImageMemory
    private let alpha: PlanarImageMemory

    init(width: Int) {
        samples = PlanarImageMemory(rowBytes: width, rows: 1)
        alpha = PlanarImageMemory(rowBytes: width, rows: 1)
    }

    func blend(first: UInt8, second: UInt8, _ amount: UInt8, luma image: PlanarImageView) {
        blend(first, second, amount, image.luma, image.lumaStride, image.width, image.height)
    }

    func blend(first: UInt8, second: UInt8, _ amount: UInt8, chroma image: PlanarImageView) {
        blend(first, second, amount, image.chroma, image.chromaStride, image.width, image.chromaHeight)
    }

    /// A stride of zero makes every row of the picture meet the same row.
    private func blend(
        _ first: UInt8,
        _ second: UInt8,
        _ amount: UInt8,
        _ target: UnsafeMutablePointer<UInt8>,
        _ stride: Int,
        _ width: Int,
        _ height: Int
    ) {
        SetPlane(alpha.base, 0, Int32(width), 1, UInt32(amount))
        for index in Swift.stride(from: 0, to: width, by: 2) {
            samples.base[index] = first
            samples.base[index + 1] = second
        }
        BlendPlane(
            samples.base,
            0,
            target,
            Int32(stride),
            alpha.base,
            0,
            target,
            Int32(stride),
            Int32(width),
            Int32(height)
        )
    }
}

extension PlanarImageView {
    /// A view of the picture's middle, smaller by a factor in both directions.
    func middle(zoom: Double) -> PlanarImageView {
        var cut = self
        cut.width = max(2, Int(Double(width) / zoom) & ~1)
        cut.height = max(2, Int(Double(height) / zoom) & ~1)
        let left = (width - cut.width) / 2 & ~1
        let top = (height - cut.height) / 2 & ~1
        cut.luma = luma + top * lumaStride + left
        cut.chroma = chroma + top / 2 * chromaStride + left
        return cut
    }

    /// Enlarges or reduces the picture to fill another.
    func scale(into target: PlanarImageView, _ filter: FilterMode) {
        NV12Scale(
            luma,
            Int32(lumaStride),
            chroma,
            Int32(chromaStride),
            Int32(width),
            Int32(height),
            target.luma,
            Int32(target.lumaStride),
            target.chroma,
            Int32(target.chromaStride),
            Int32(target.width),
            Int32(target.height),
            filter
        )
    }
}

/// Keeps the composer of the stream that ended last: a camera that is started again sees the same world, and need not wait until
/// it is drawn anew.
final class ComposerCache: Sendable {
    /// What a composer draws.
    struct Label: Hashable {
        var view: SceneView
        var framesPerSecond: Int
    }

    // @unchecked: a composer in the cache is used by nobody.
    private struct Content: @unchecked Sendable {
        var label: Label
        var composer: SceneComposer
    }

    private let content = Mutex<Content?>(nil)
    private let scene: any SimulatedScene

    /// - Parameter scene: what all composers draw.
    init(scene: any SimulatedScene) {
        self.scene = scene
    }

    /// What tells how far away everything is that a camera sees.
    func makeDepthRenderer(for view: SceneView) throws -> any SceneDepthRenderer {
        try scene.makeDepthRenderer(for: view)
    }

    /// A composer for a stream: the one that is kept, if it fits, else a new one.
    func dequeue(_ label: Label) throws -> SceneComposer {
        let kept = content.withLock { content -> Content? in
            guard content?.label == label else { return nil }
            return content.take()
        }
        return try kept?.composer
            ?? SceneComposer(scene: scene, view: label.view, framesPerSecond: label.framesPerSecond)
    }

    /// Keeps the composer of a stream that is over, in the place of another.
    func store(_ composer: SceneComposer, _ label: Label) {
        // Nothing but this call knows it any more.
        nonisolated(unsafe) let unused = composer
        let former = content.withLock { content -> Content? in
            defer { content = Content(label: label, composer: unused) }
            return content
        }
        // A picture takes a while to be given back; not under the lock.
        _ = former
    }
}

/// What the camera's settings do to the picture. Pure values; the composer applies them.
struct ImageEffects: Sendable, Hashable {
    /// Which of a virtual camera's lenses the picture comes through, as an index; 0 for a physical camera.
    var lens = 0
    /// At least 1; the picture's middle is cut out and enlarged.
    var zoom = 1.0
    /// 1 is sharp; otherwise the picture has only every so manieth pixel's detail.
    var blur = 1
    /// Brightness in EV: 0 is right, positive is too bright.
    var brightness = 0.0
    /// -1 is very blue, 0 neutral, 1 very orange.
    var warmth = 0.0

    /// How much white (positive brightness) or black (negative) to blend in, 0 to 255.
    var veil: UInt8 {
        let amount = brightness >= 0 ? 1 - exp2(-brightness / 2) : 1 - exp2(brightness)
        return UInt8(max(0, min(255, (amount * 255).rounded())))
    }

    /// How much of the tint to blend in, 0 to 255.
    var tint: UInt8 {
        UInt8(min(96, (abs(warmth) * 96).rounded()))
    }

}

/// What people read in the picture: the camera's name and the running time, `mm:ss:ff`.
final class OverlayLabel {
    private let view: SceneView
    private let plate: Sprite
    private let digits: [Sprite]
    private let height: Int
    private let left: Int
    private let top: Int
    private let digitWidth: Int
    private let digitPlaces: [Int]
    private let framesPerSecond: Int

    init(view: SceneView, framesPerSecond: Int) {
        self.view = view
        self.framesPerSecond = max(1, framesPerSecond)
        let shorter = Int(min(view.transform.sensor.width, view.transform.sensor.height))
        let height = max(10, shorter * 52 / 1080) & ~1
        let size = Double(height) * 0.52
        let ruler = Canvas(width: 2, height: 2)
        ruler.setFont(size: size, bold: true)
        let digitWidth = Int(ruler.textWidth("0").rounded(.up))
        let colonWidth = Int(ruler.textWidth(":").rounded(.up))
        let nameWidth = Int(ruler.textWidth(view.cameraName).rounded(.up))
        let pad = height / 2
        let timeStart = pad + nameWidth + pad
        let places = [0, 1, 2, 3, 4, 5].map { timeStart + $0 * digitWidth + $0 / 2 * colonWidth }
        self.height = height
        self.digitWidth = digitWidth
        digitPlaces = places
        // In the middle of the upper edge, where no viewfinder has its controls.
        let width = places[5] + digitWidth + pad
        left = max(0, (Int(view.transform.upright.width) - width) / 2) & ~1
        top = shorter / 30
        digits = (0...9).map { digit in
            view.makeSprite(pixelWidth: digitWidth, pixelHeight: height) { canvas in
                canvas.setFont(size: size, bold: true)
                canvas.text("\(digit)", x: 0, y: Double(height) * 0.69, SceneColor(0xffe9b8))
            }
        }
        plate = view.makeSprite(pixelWidth: width, pixelHeight: height) { canvas in
            canvas.roundedRectangle(0, 0, Double(width), Double(height), radius: Double(height) / 2)
            canvas.fill(SceneColor(0x0b1220, alpha: 0.55))
            canvas.setFont(size: size, bold: true)
            canvas.text(view.cameraName, x: Double(pad), y: Double(height) * 0.69, SceneColor(0xffffff))
            for colon in [2, 4] {
                canvas.text(":", x: Double(places[colon] - colonWidth), y: Double(height) * 0.69, SceneColor(0xffe9b8))
            }
        }
    }

    /// Draws the label with the time at which a frame stands in its stream.
    func draw(counter: UInt64, into image: PlanarImageView) {
        view.draw(plate, uprightX: left, uprightY: top, into: image)
        let seconds = Int(counter / UInt64(framesPerSecond))
        draw(seconds / 60 % 100, at: 0, into: image)
        draw(seconds % 60, at: 2, into: image)
        draw(Int(counter % UInt64(framesPerSecond)) % 100, at: 4, into: image)
    }

    private func draw(_ number: Int, at place: Int, into image: PlanarImageView) {
        view.draw(digits[number / 10], uprightX: left + digitPlaces[place], uprightY: top, into: image)
        view.draw(digits[number % 10], uprightX: left + digitPlaces[place + 1], uprightY: top, into: image)
    }
}
