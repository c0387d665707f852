import CaptureDriver
@preconcurrency import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing
import SeededRandom

/// Makes the frames of one stream in its format, in recycled buffers.
///
/// Used by one thread at a time. A frame without compression allocates nothing once the buffers exist.
final class FrameFactory {
    /// What a frame shows.
    struct FrameContent {
        var seconds: Double
        var frame: UInt64
        var timecode: Timecode
        /// Whether the phone's marker lights it up.
        var isFlash: Bool
    }

    /// As many buffers as consumers may hold before frames are lost.
    private static let bufferCount = 12

    let formatDescription: CMFormatDescription
    private let format: CaptureFormat
    private let pool: CVPixelBufferPool
    private let cache: ComposerCache
    /// What each of the camera's lenses shows.
    private var labels: [ComposerCache.Label]
    /// What draws it, from when a lens is used first.
    private var composers: [SceneComposer?]
    private var lens: Int
    private var composer: SceneComposer
    private var canvas: PlanarImage?
    private var torn: PlanarImage?
    private lazy var separated = SeparatedChroma(format.dimensions)
    private var encoder: WebcamEncoder?
    private var depth: DepthMapFactory?

    /// - Parameters:
    ///   - views: what each of the camera's lenses shows, all at the same angle.
    ///   - lens: the one to begin with.
    ///   - depth: the depth maps that are to come with frames.
    init(
        format: CaptureFormat,
        cache: ComposerCache,
        views: [SceneView],
        lens: Int,
        framesPerSecond: Int,
        depth: CaptureDepthRequest? = nil
    ) throws {
        self.format = format
        self.cache = cache
        self.lens = lens
        labels = views.map { ComposerCache.Label(view: $0, framesPerSecond: framesPerSecond) }
        composers = labels.map { _ in nil }
        composer = try cache.dequeue(labels[lens])
        composers[lens] = composer
        pool = try Self.makePool(format)
        formatDescription = try Self.describe(format, pool)
        if format.mediaSubType == kCMVideoCodecType_JPEG { encoder = try WebcamEncoder() }
        self.depth = try depth.map { try DepthMapFactory($0, scene: cache, of: views[lens]) }
    }

    deinit {
        cache.store(composer, labels[lens])
    }

    /// Whether the stream delivers JPEG.
    var isCompressed: Bool { encoder != nil }

    /// Looks through a lens, and turns the world when the phone is turned.
    func aim(lens: Int, angle: Int) throws {
        guard lens != self.lens || angle != labels[lens].view.transform.angle else { return }
        if angle != labels[lens].view.transform.angle { turn(to: angle) }
        composer = try composers[lens] ?? cache.dequeue(labels[lens])
        composers[lens] = composer
        self.lens = lens
        try depth?.aim(labels[lens].view)
    }

    private func turn(to angle: Int) {
        for index in labels.indices {
            let sensor = labels[index].view.transform.sensor
            labels[index].view.transform = UprightTransform(sensor: sensor, angle: angle)
            composers[index] = nil
        }
    }

    /// Makes a frame; `nil` when consumers hold all buffers.
    ///
    /// - Parameters:
    ///   - content: what it shows; `nil` for black.
    ///   - previous: what the frame before showed, for torn and repeated frames.
    func make(
        _ content: FrameContent?,
        previous: FrameContent,
        plan: FramePlan,
        effects: ImageEffects
    ) -> CaptureFrame.Content? {
        if format.mediaSubType == kCVPixelFormatType_422YpCbCr8_yuvs {
            let target = scratch(&canvas).view
            draw(content, previous: previous, plan: plan, effects: effects, into: target)
            return packed(target)
        }
        guard let buffer = dequeueBuffer() else { return nil }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let target = PlanarImageView(buffer) else { return nil }
        draw(content, previous: previous, plan: plan, effects: effects, into: target)
        guard let encoder else { return .image(buffer) }
        return encoder.encode(buffer, plan.damage).map { .compressed($0) }
    }

    /// Makes the depth map that belongs to a frame, if one is due.
    ///
    /// - Parameters:
    ///   - content: what the frame shows; `nil` for black, which is nowhere.
    ///   - time: when the frame was taken.
    ///   - zoom: by how much it is enlarged.
    func makeDepth(_ content: FrameContent?, at time: CMTime, zoom: Double) -> CaptureDepth {
        depth?.make(at: content?.seconds, time: time, zoom: zoom) ?? .none
    }

    private func draw(
        _ content: FrameContent?,
        previous: FrameContent,
        plan: FramePlan,
        effects: ImageEffects,
        into target: PlanarImageView
    ) {
        guard let content else { return composer.composeBlack(into: target) }
        compose(plan.repeatsFrame ? previous : content, effects, into: target)
        guard plan.isTorn else { return }
        let old = scratch(&torn)
        compose(previous, effects, into: old.view)
        old.copy(into: target, rows: old.height / 4 * 2)
    }

    private func compose(_ content: FrameContent, _ effects: ImageEffects, into target: PlanarImageView) {
        if content.isFlash { return composer.composeFlash(timecode: content.timecode, into: target) }
        composer.compose(
            at: content.seconds,
            frame: content.frame,
            timecode: content.timecode,
            effects: effects,
            into: target
        )
    }

    private func scratch(_ image: inout PlanarImage?) -> PlanarImage {
        if let image { return image }
        let made = PlanarImage(width: Int(format.dimensions.width), height: Int(format.dimensions.height))
        image = made
        return made
    }

    private func dequeueBuffer() -> CVPixelBuffer? {
        var buffer: CVPixelBuffer?
        guard pool.makeBuffer(threshold: Self.bufferCount, into: &buffer) == kCVReturnSuccess else { return nil }
        return buffer
    }

    private func packed(_ source: PlanarImageView) -> CaptureFrame.Content? {
        guard let buffer = dequeueBuffer() else { return nil }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        separated.pack(
            source,
            into: base.assumingMemoryBound(to: UInt8.self),
            stride: CVPixelBufferGetBytesPerRow(buffer)
        )
        return .image(buffer)
    }

    private static func makePool(_ format: CaptureFormat) throws -> CVPixelBufferPool {
        let pixelFormat =
            format.mediaSubType == kCMVideoCodecType_JPEG
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : format.mediaSubType
        let colors: NSDictionary = [
            kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
            kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
            kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_709_2,
        ]
        let attributes: NSDictionary = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: pixelFormat),
            kCVPixelBufferWidthKey: NSNumber(value: format.dimensions.width),
            kCVPixelBufferHeightKey: NSNumber(value: format.dimensions.height),
            kCVBufferPropagatedAttachmentsKey: colors,
        ]
        let poolAttributes: NSDictionary = [kCVPixelBufferPoolMaximumBufferAgeKey: NSNumber(value: 0)]
        var pool: CVPixelBufferPool?
        let status = CVPixelBufferPoolCreate(kCFAllocatorDefault, poolAttributes, attributes, &pool)
        guard let pool else { throw SceneError(path: "\(format.dimensions)", reason: "no buffers (error \(status))") }
        return pool
    }

    private static func describe(_ format: CaptureFormat, _ pool: CVPixelBufferPool) throws -> CMFormatDescription {
        var description: CMFormatDescription?
        if format.mediaSubType == kCMVideoCodecType_JPEG {
            CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault,
                codecType: kCMVideoCodecType_JPEG,
                width: format.dimensions.width,
                height: format.dimensions.height,
                extensions: nil,
                formatDescriptionOut: &description
            )
        } else {
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
            guard let buffer else { throw SceneError(path: "\(format.dimensions)", reason: "memory is short") }
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault,
                imageBuffer: buffer,
                formatDescriptionOut: &description
            )
        }
        guard let description else {
            throw SceneError(path: "\(format.dimensions)", reason: "the format cannot be described")
        }
        return description
    }
}

extension PlanarImageView {
    /// A view of a locked buffer with two planes.
    init?(_ buffer: CVPixelBuffer) {
        guard
            CVPixelBufferGetPlaneCount(buffer) == 2, let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        else { return nil }
        self.init(
            luma: luma.assumingMemoryBound(to: UInt8.self),
            lumaStride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0),
            chroma: chroma.assumingMemoryBound(to: UInt8.self),
            chromaStride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 1),
            width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer)
        )
    }
}

/// The JPEG encoder inside of a simulated webcam; belongs to one stream.
final class WebcamEncoder {
    private let encoder: JPEGEncoder
    private let options: JPEGEncodingOptions

    init(quality: Int = 85) throws(JPEGError) {
        encoder = try JPEGEncoder()
        options = JPEGEncodingOptions(quality: quality)
    }

    /// Compresses a picture, and damages it if a fault says so; `nil` when memory is short.
    func encode(_ buffer: CVPixelBuffer, _ damage: FramePlan.Damage) -> CMBlockBuffer? {
        let block = try? encoder.withEncodedBytes(of: buffer, options: options) { Self.copy($0, damage) }
        return block ?? nil
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer, _ damage: FramePlan.Damage) -> CMBlockBuffer? {
        let length = bytes.count
        guard let source = bytes.baseAddress, let memory = malloc(length) else { return nil }
        memcpy(memory, source, length)
        if case .corrupt(let seed) = damage {
            corrupt(UnsafeMutableRawBufferPointer(start: memory, count: length), seed)
        }
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: kCFAllocatorDefault,
            memoryBlock: memory,
            blockLength: length,
            blockAllocator: kCFAllocatorDefault,
            customBlockSource: nil,
            offsetToData: 0,
            dataLength: length,
            flags: 0,
            blockBufferOut: &block
        )
        if block == nil { free(memory) }
        return block
    }

    /// Spoils three quarters of the picture. The headers end well before that; what follows is entropy-coded.
    private static func corrupt(_ bytes: UnsafeMutableRawBufferPointer, _ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let start = bytes.count / 4
        for _ in 0..<64 {
            let place = start + Int(generator.next() % UInt64(max(1, bytes.count / 2)))
            bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        }
        // Other codes may decode to another picture that no decoder objects to. An end before the end is damage to all.
        bytes.storeBytes(of: 0xFF, toByteOffset: start, as: UInt8.self)
        bytes.storeBytes(of: 0xD9, toByteOffset: start + 1, as: UInt8.self)
    }
}
