import CLibYUV
import CaptureDriver

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
