internal import CLibYUV
import CoreVideo
import FoundationExtras
import Synchronization

/// Puts images onto a canvas of 4:2:0 pixels with interleaved chroma, in as few passes as there can be.
///
/// Each image is scaled straight into its rectangle, or copied if it has the right size, by libyuv (one that is more than twice as
/// large is halved first); of what images in front hide of one behind, the largest rectangle is not copied. Round corners and the line
/// along the border are mixed in where they are, sample by sample. An image that is mirrored is copied backwards; if it is scaled, it is
/// copied once more, in the size of its place. An image fills its rectangle without being stretched: what does not fit is cut off on both
/// sides alike. Shrinking averages, growing interpolates. Rectangles may begin at any pixel and reach beyond the canvas. Where no
/// image is, the canvas is black.
///
/// Images in other formats than the canvas' are converted first (see ``PixelTransformer``), and images with another matrix are
/// brought to the canvas' one by way of RGB: cameras that differ show the same colours. The result has the attachments of the
/// image at the back, but for the matrix.
///
/// From the second canvas of a kind on nothing is allocated but what libyuv takes by itself: memory for a row of each plane that it
/// scales by other than half. A single image that fills the canvas as it is, is the result itself.
///
/// Thread-safe; calls wait for one another.
// @unchecked: all mutable state is touched only while `gate` is locked.
public final class ImageComposer: @unchecked Sendable {
    /// An image and its place.
    public struct Layer {
        /// The image. It is only read, and not kept.
        public var pixelBuffer: CVPixelBuffer
        /// Where it stands.
        public var place: CanvasPlacement
        /// Whether it is mirrored left to right, within its place.
        public var isMirrored: Bool

        /// An image and its place.
        public init(_ pixelBuffer: CVPixelBuffer, at place: CanvasPlacement, isMirrored: Bool = false) {
            self.pixelBuffer = pixelBuffer
            self.place = place
            self.isMirrored = isMirrored
        }
    }

    /// The canvas' size.
    public let canvas: PixelDimensions
    /// The canvas' format.
    public let pixelFormat: OSType
    /// The canvas' matrix.
    public let matrix: YCbCrMatrix
    let range: SampleRange
    private let gate = Mutex(())
    private var outputs: PixelOutputPool
    /// What lay below the borders of a place before its image was drawn.
    let below = ScratchMemory()
    /// For images on their way to a size that is less than half of theirs.
    let halves = (ScratchMemory(), ScratchMemory())
    /// For images that have their size, but are not mirrored yet.
    let unmirrored = ScratchMemory()
    /// By layer.
    private var tools: [Tools] = []

    /// What is kept for images that come to the same place again and again.
    private struct Tools {
        var mask: PlacementMask?
        var converter: PixelTransformer?
        var change: MatrixChange?

        mutating func mask(of place: CanvasPlacement) -> PlacementMask {
            if let mask, mask.place == place { return mask }
            let made = PlacementMask(place)
            mask = made
            return made
        }

        /// What brings an image's matrix to the canvas' one; `nil` where it has that.
        mutating func change(from matrix: YCbCrMatrix, to wanted: ColorEncoding) -> MatrixChange? {
            guard matrix != wanted.matrix else { return nil }
            if let change, change.from == matrix { return change }
            let made = MatrixChange(from: matrix, to: wanted)
            change = made
            return made
        }
    }

    /// What becomes of an image on its way to its place.
    struct Treatment {
        var isMirrored: Bool
        /// Brings it to the canvas' matrix; `nil` where it has that.
        var change: MatrixChange?
    }

    /// - Parameters:
    ///   - canvas: the size of the results; width and height are even.
    ///   - pixelFormat: `420v` or `420f`.
    ///   - matrix: the results' matrix; `nil`: ``YCbCrMatrix/assumed(width:height:)``.
    /// - Throws: ``PixelTransformError/unsupportedPixelFormat(_:)``, ``PixelTransformError/invalidDimensions(_:)``.
    public init(
        canvas: PixelDimensions,
        pixelFormat: OSType,
        matrix: YCbCrMatrix? = nil
    ) throws(PixelTransformError) {
        guard let traits = PixelFormatTraits(pixelFormat), traits.arrangement == .biplanar420 else {
            throw .unsupportedPixelFormat(pixelFormat)
        }
        try canvas.validate()
        guard canvas.width % 2 == 0, canvas.height % 2 == 0 else { throw .invalidDimensions(canvas) }
        self.canvas = canvas
        self.pixelFormat = pixelFormat
        self.matrix = matrix ?? .assumed(width: canvas.width, height: canvas.height)
        range = traits.range
        outputs = PixelOutputPool(pixelFormat: pixelFormat)
    }

    /// Draws a canvas.
    ///
    /// - Parameter layers: the images, from the back to the front.
    /// - Returns: the canvas; read only, as it may be an image itself.
    /// - Throws: ``PixelTransformError``. The composer stays usable.
    public func compose(_ layers: [Layer]) throws(PixelTransformError) -> CVPixelBuffer {
        try gate.withLock { _ throws(PixelTransformError) in
            while tools.count < layers.count { tools.append(Tools()) }
            if let index = onlySeen(layers), isCanvas(layers[index]) { return Shared(layers[index].pixelBuffer) }
            return Shared(try draw(layers))
        }.object
    }

    /// Whether anything of a layer is on the canvas, and not below a layer in front of it.
    private func isSeen(_ index: Int, _ layers: [Layer]) -> Bool {
        guard let region = layers[index].place.visible(on: canvas) else { return false }
        return !layers[(index + 1)...].contains { $0.place.opaque(on: canvas)?.contains(region) == true }
    }

    /// The only layer that is seen; `nil` if there are several, or none.
    private func onlySeen(_ layers: [Layer]) -> Int? {
        var only: Int?
        for index in layers.indices where isSeen(index, layers) {
            guard only == nil else { return nil }
            only = index
        }
        return only
    }

    /// The largest part of a layer that one in front of it draws over.
    private func hidden(_ index: Int, _ layers: [Layer]) -> PixelRegion? {
        guard let region = layers[index].place.visible(on: canvas) else { return nil }
        var largest: PixelRegion?
        for layer in layers[(index + 1)...] {
            guard let opaque = layer.place.opaque(on: canvas), region.contains(opaque) else { continue }
            if opaque.area > largest?.area ?? 0 { largest = opaque }
        }
        return largest
    }

    /// Whether the image looks as the canvas would.
    private func isCanvas(_ layer: Layer) -> Bool {
        let whole = CanvasPlacement(whole: canvas)
        let size = PixelDimensions(
            width: CVPixelBufferGetWidth(layer.pixelBuffer),
            height: CVPixelBufferGetHeight(layer.pixelBuffer)
        )
        return layer.place == whole && !layer.isMirrored && size == canvas
            && CVPixelBufferGetPixelFormatType(layer.pixelBuffer) == pixelFormat
            && YCbCrMatrix(of: layer.pixelBuffer) == matrix
    }

    private func draw(_ layers: [Layer]) throws(PixelTransformError) -> CVPixelBuffer {
        let result = try outputs.makeBuffer(canvas)
        CVPixelBufferLockBaseAddress(result, [])
        defer { CVPixelBufferUnlockBaseAddress(result, []) }
        guard let target = PixelView(result, arrangement: .biplanar420) else { throw .unreadableBuffer }
        if !fill(layers) { target.fill(luma: range.black) }
        var isFirst = true
        for index in layers.indices where isSeen(index, layers) {
            try draw(layers[index], &tools[index], on: target, hidden: hidden(index, layers))
            if isFirst { CVBufferPropagateAttachments(layers[index].pixelBuffer, result) }
            isFirst = false
        }
        if YCbCrMatrix(of: result) != matrix {
            CVBufferSetAttachment(result, kCVImageBufferYCbCrMatrixKey, matrix.attachment, .shouldPropagate)
        }
        return result
    }

    /// Whether the layers leave nothing of the canvas over: one that fills it, or several that lie beside each other.
    private func fill(_ layers: [Layer]) -> Bool {
        var area = 0
        for index in layers.indices where isSeen(index, layers) {
            guard let region = filled(layers[index].place) else { continue }
            if region.area == canvas.width * canvas.height { return true }
            let isApart = !layers[..<index].contains { filled($0.place)?.meets(region) == true }
            if isApart { area += region.area }
        }
        return area == canvas.width * canvas.height
    }

    /// The part of the canvas that a place leaves nothing of; `nil` when something shines through at a border.
    private func filled(_ place: CanvasPlacement) -> PixelRegion? {
        guard place.cornerRadius <= 0, let region = place.visible(on: canvas) else { return nil }
        return (region.x | region.y | region.width | region.height) & 1 == 0 ? region : nil
    }

    private func draw(
        _ layer: Layer,
        _ tools: inout Tools,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        let pixelBuffer = try readable(layer.pixelBuffer, &tools)
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        guard let source = PixelView(pixelBuffer, arrangement: .biplanar420) else { throw .unreadableBuffer }
        let treatment = Treatment(
            isMirrored: layer.isMirrored,
            change: tools.change(from: YCbCrMatrix(of: pixelBuffer), to: ColorEncoding(matrix: matrix, range: range))
        )
        try draw(source, tools.mask(of: layer.place), treatment, on: target, hidden: hidden)
    }

    /// The image in the canvas' format.
    private func readable(_ buffer: CVPixelBuffer, _ tools: inout Tools) throws(PixelTransformError) -> CVPixelBuffer {
        guard CVPixelBufferGetPixelFormatType(buffer) != pixelFormat else { return buffer }
        if let converter = tools.converter { return try converter.transform(buffer) }
        let converter = try PixelTransformer(pixelFormat: pixelFormat)
        tools.converter = converter
        return try converter.transform(buffer)
    }
}

extension ImageComposer {
    /// Draws one image.
    ///
    /// - Parameter hidden: the part of the canvas that is going to be drawn over.
    func draw(
        _ source: PixelView,
        _ mask: PlacementMask,
        _ treatment: Treatment,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        guard let visible = mask.place.visible(on: canvas) else { return }
        var region = mask.place.source(
            of: visible,
            in: PixelDimensions(width: source.width, height: source.height)
        )
        if treatment.isMirrored { region = region.mirrored(across: source.width) }
        let seen = source.cropped(to: region)
        guard !mask.isPlain else { return try place(seen, treatment, at: visible, on: target, hidden: hidden) }
        let edges = PlacementEdges(mask, visible, white: range.white)
        let saved = below.view(.biplanar420, width: canvas.width, height: canvas.height)
        edges.save(target, in: saved)
        try place(seen, treatment, at: visible, on: target, hidden: nil)
        edges.mix(saved, into: target)
    }

    /// Scales an image into a part of the canvas, or copies it.
    private func place(
        _ source: PixelView,
        _ treatment: Treatment,
        at region: PixelRegion,
        on target: PixelView,
        hidden: PixelRegion?
    ) throws(PixelTransformError) {
        let isAligned = (region.x | region.y | region.width | region.height) & 1 == 0
        if isAligned, source.width == region.width, source.height == region.height {
            let colored = try treatment.change?.change(source) ?? source
            return copy(colored, to: region, on: target, hidden: hidden, isMirrored: treatment.isMirrored)
        }
        // Of two samples or more that become one, the colours are changed after that.
        let small = try halved(source, towards: region)
        let colored = try treatment.change?.change(small) ?? small
        try scale(colored, into: region, on: target, isMirrored: treatment.isMirrored)
    }

    /// An image that is more than twice as large as its place, halved until it is not: libyuv halves in a tenth of the time that
    /// it takes to average over other areas, and that over a quarter of the samples is all that is left to do.
    private func halved(_ source: PixelView, towards region: PixelRegion) throws(PixelTransformError) -> PixelView {
        var current = source
        var memory = halves.0
        while current.width >= 2 * region.width, current.height >= 2 * region.height,
            current.width > 2 * region.width || current.height > 2 * region.height,
            current.width % 4 == 0, current.height % 4 == 0
        {
            let half = memory.view(.biplanar420, width: current.width / 2, height: current.height / 2)
            let whole = PixelRegion(x: 0, y: 0, width: half.width, height: half.height)
            try scale(current, into: whole, on: half)
            current = half
            memory = memory === halves.0 ? halves.1 : halves.0
        }
        return current
    }

    /// Scales an image into a part of an image.
    private func scale(
        _ source: PixelView,
        into region: PixelRegion,
        on target: PixelView,
        isMirrored: Bool = false
    ) throws(PixelTransformError) {
        let part = region.chroma
        let luma = target.first.at(region.x, region.y, bytes: 1)
        let chroma = target.second.at(part.x, part.y, bytes: 2)
        guard isMirrored else { return try scale(source, luma, region, chroma, part) }
        // An odd place has a part in one more chroma sample than an even one.
        let straight = unmirrored.view(.biplanar420, width: region.width + 1, height: region.height + 1)
        try scale(source, straight.first, region, straight.second, part)
        mirror(straight.first, luma, region)
        mirrorChroma(straight.second, chroma, part)
    }

    private func mirror(_ source: PixelPlane, _ target: PixelPlane, _ size: PixelRegion) {
        MirrorPlane(source.base, source.stride, target.base, target.stride, Int32(size.width), Int32(size.height))
    }

    private func mirrorChroma(_ source: PixelPlane, _ target: PixelPlane, _ size: PixelRegion) {
        MirrorUVPlane(source.base, source.stride, target.base, target.stride, Int32(size.width), Int32(size.height))
    }

    /// Scales an image to the size of a region, and its chroma to that of the region's.
    private func scale(
        _ source: PixelView,
        _ luma: PixelPlane,
        _ region: PixelRegion,
        _ chroma: PixelPlane,
        _ part: PixelRegion
    ) throws(PixelTransformError) {
        let shrinks = region.width < source.width || region.height < source.height
        let filter = shrinks ? kFilterBox : kFilterBilinear
        ScalePlane(
            source.first.base,
            source.first.stride,
            source.columns,
            source.rows,
            luma.base,
            luma.stride,
            Int32(region.width),
            Int32(region.height),
            filter
        )
        try check(
            UVScale(
                source.second.base,
                source.second.stride,
                source.chromaColumns,
                source.chromaRows,
                chroma.base,
                chroma.stride,
                Int32(part.width),
                Int32(part.height),
                filter
            ),
            "UVScale"
        )
    }

    /// Copies all but what is hidden: the rows above and below of it, and what is left and right of it.
    private func copy(
        _ source: PixelView,
        to region: PixelRegion,
        on target: PixelView,
        hidden: PixelRegion?,
        isMirrored: Bool
    ) {
        let hole =
            hidden.flatMap { region.contains($0) ? $0 : nil }
            ?? PixelRegion(x: region.x, y: region.bottom, width: region.width, height: 0)
        let strips = (
            PixelRegion(x: region.x, y: region.y, width: region.width, height: hole.y - region.y),
            PixelRegion(x: region.x, y: hole.y, width: hole.x - region.x, height: hole.height),
            PixelRegion(x: hole.right, y: hole.y, width: region.right - hole.right, height: hole.height),
            PixelRegion(x: region.x, y: hole.bottom, width: region.width, height: region.bottom - hole.bottom)
        )
        copy(source, region, strips.0, target, isMirrored)
        copy(source, region, strips.1, target, isMirrored)
        copy(source, region, strips.2, target, isMirrored)
        copy(source, region, strips.3, target, isMirrored)
    }

    private func copy(
        _ source: PixelView,
        _ region: PixelRegion,
        _ strip: PixelRegion,
        _ target: PixelView,
        _ isMirrored: Bool
    ) {
        guard strip.width > 0, strip.height > 0 else { return }
        let column = isMirrored ? region.right - strip.right : strip.x - region.x
        let from = source.first.at(column, strip.y - region.y, bytes: 1)
        let to = target.first.at(strip.x, strip.y, bytes: 1)
        let part = strip.chroma
        let fromChroma = source.second.at(column / 2, (strip.y - region.y) / 2, bytes: 2)
        let toChroma = target.second.at(part.x, part.y, bytes: 2)
        guard !isMirrored else {
            mirror(from, to, strip)
            return mirrorChroma(fromChroma, toChroma, part)
        }
        CopyPlane(from.base, from.stride, to.base, to.stride, Int32(strip.width), Int32(strip.height))
        CopyPlane(
            fromChroma.base,
            fromChroma.stride,
            toChroma.base,
            toChroma.stride,
            Int32(part.width * 2),
            Int32(part.height)
        )
    }
}

extension PixelPlane {
    /// The plane from a sample on.
    ///
    /// - Parameter bytes: a sample's.
    func at(_ x: Int, _ y: Int, bytes: Int) -> PixelPlane { advanced(by: x * bytes + y * Int(stride)) }
}

extension PixelView {
    /// Fills an image of 4:2:0 with gray.
    func fill(luma: UInt8) {
        SetPlane(first.base, first.stride, columns, rows, UInt32(luma))
        SetPlane(second.base, second.stride, chromaColumns * 2, chromaRows, 128)
    }
}

/// Brings 4:2:0 pixels with interleaved chroma from one matrix to another, by way of RGB, in which both mean the same colour. What RGB
/// does not have is cut off.
///
/// Not thread-safe: its owner works on one image at a time.
final class MatrixChange {
    /// The matrix of the images that come.
    let from: YCbCrMatrix
    private let wanted: ColorEncoding
    private let decoder = PixelWorkspace()
    private let encoder = PixelWorkspace()
    /// A plan is made once for a run of images of the same size.
    private var planned: (size: PixelDimensions, decoding: TransformPlan, encoding: TransformPlan)?

    /// - Parameters:
    ///   - matrix: that of the images that come.
    ///   - wanted: the results' matrix, and the range of both.
    init(from matrix: YCbCrMatrix, to wanted: ColorEncoding) {
        from = matrix
        self.wanted = wanted
    }

    /// - Returns: an image of the same size; valid until the next call.
    func change(_ image: PixelView) throws(PixelTransformError) -> PixelView {
        let size = PixelDimensions(width: image.width, height: image.height)
        let plans = planned.flatMap { $0.size == size ? $0 : nil } ?? plan(size)
        planned = plans
        let colors = try decoder.run(plans.decoding, image, into: nil)
        return try encoder.run(plans.encoding, colors, into: nil)
    }

    private func plan(
        _ size: PixelDimensions
    ) -> (size: PixelDimensions, decoding: TransformPlan, encoding: TransformPlan) {
        let pixels = PixelFormatTraits(arrangement: .biplanar420, range: wanted.range)
        let colors = PixelFormatTraits(arrangement: .bgra, range: .full)
        func plan(_ source: PixelFormatTraits, _ target: PixelFormatTraits, _ matrix: YCbCrMatrix) -> TransformPlan {
            TransformPlan(
                source: source,
                region: PixelRegion(x: 0, y: 0, width: size.width, height: size.height),
                matrix: matrix,
                size: size,
                rotation: .none,
                mirrored: false,
                destination: target
            )
        }
        return (size, plan(pixels, colors, from), plan(colors, pixels, wanted.matrix))
    }
}
