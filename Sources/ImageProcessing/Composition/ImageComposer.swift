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
