internal import CLibYUV
import FoundationExtras

/// Executes plans. Owns the memory for what lies between two steps, so that nothing is allocated from the second image
/// of a kind on.
///
/// Not thread-safe: its owner works on one image at a time.
final class PixelWorkspace {
    private let even = ScratchMemory()
    private let odd = ScratchMemory()
    /// For chroma planes within one step.
    let chroma = ScratchMemory()
    let matrixConverter = MatrixConverter()

    /// Does what the plan says and leaves the result in `destination`, or in memory that is valid until the next call.
    ///
    /// - Parameters:
    ///   - plan: made for images like `source`.
    ///   - source: the whole source image.
    ///   - destination: an image like the plan's result, with rows padded to 4 bytes at least. Nil to leave the result
    ///     in the workspace, or in the source when there is nothing to do.
    /// - Returns: a view of the result.
    @discardableResult
    func run(
        _ plan: TransformPlan,
        _ source: PixelView,
        into destination: PixelView?
    ) throws(PixelTransformError) -> PixelView {
        var current = source.cropped(to: plan.region)
        var memory = even
        let last = plan.steps.count - 1
        for (index, step) in plan.steps.enumerated() {
            let isLast = index == last
            if !(isLast && destination != nil), case .convert(.gray) = step, current.hasLumaPlane {
                current = current.lumaOnly()
                continue
            }
            let target = target(of: step, current, isLast ? destination : nil, memory)
            try perform(step, current, target, plan.encoding)
            current = target
            memory = memory === even ? odd : even
        }
        guard plan.steps.isEmpty, let destination else { return current }
        try copy(current, destination)
        return destination
    }

    private func target(
        of step: TransformStep,
        _ source: PixelView,
        _ destination: PixelView?,
        _ memory: ScratchMemory
    ) -> PixelView {
        if let destination { return destination }
        switch step {
        case .convert(let arrangement):
            return memory.view(arrangement, width: source.width, height: source.height)
        case .scale(let size):
            return memory.view(source.arrangement, width: size.width, height: size.height)
        case .orient(let orientation, let arrangement):
            let size = PixelDimensions(width: source.width, height: source.height)
                .exchanged(orientation.exchangesAxes)
            return memory.view(arrangement, width: size.width, height: size.height)
        case .changeRange:
            return memory.view(source.arrangement, width: source.width, height: source.height)
        }
    }

    private func perform(
        _ step: TransformStep,
        _ source: PixelView,
        _ target: PixelView,
        _ encoding: ColorEncoding
    ) throws(PixelTransformError) {
        switch step {
        case .convert: try convert(source, target, encoding)
        case .scale: try scale(source, target)
        case .orient(let orientation, _): try orient(source, target, orientation)
        case .changeRange(let from, let to): try changeRange(source, target, from: from, to: to)
        }
    }
}

extension PixelView {
    /// Whether the first plane is luma and nothing else.
    var hasLumaPlane: Bool {
        switch arrangement {
        case .biplanar420, .planar420, .planar422, .gray: true
        default: false
        }
    }
}

/// Turns libyuv's answer, zero for success, into an error.
func check(_ code: Int32, _ operation: StaticString) throws(PixelTransformError) {
    if code != 0 { throw .libraryFailure(operation: "\(operation)", code: code) }
}

extension PixelWorkspace {
    /// Converts luma and chroma between video and full range, with rounding and clamping. Source and target lie alike
    /// and may be the same.
    ///
    /// libyuv evaluates a polynomial on each of four interleaved channels. Any row of samples is such a row when all
    /// four polynomials are the same.
    func changeRange(
        _ source: PixelView,
        _ target: PixelView,
        from: SampleRange,
        to: SampleRange
    ) throws(PixelTransformError) {
        guard from != to else { return try copy(source, target) }
        let arrangement = source.arrangement
        for index in 0..<arrangement.planeCount {
            try changeRange(
                source.plane(index),
                target.plane(index),
                bytes: arrangement.rowBytes(plane: index, width: source.width),
                rows: Int32(arrangement.rows(plane: index, height: source.height)),
                RangePolynomials.coefficients(to: to, arrangement, plane: index)
            )
        }
    }

    private func changeRange(
        _ source: PixelPlane,
        _ target: PixelPlane,
        bytes: Int,
        rows: Int32,
        _ polynomials: [Float]
    ) throws(PixelTransformError) {
        var input = source
        // Groups of four must not reach beyond the source's last row; the target's padding has room for them.
        if bytes % 4 != 0, source.base != target.base {
            CopyPlane(source.base, source.stride, target.base, target.stride, Int32(bytes), rows)
            input = target
        }
        try check(
            ARGBPolynomial(
                input.base,
                input.stride,
                target.base,
                target.stride,
                polynomials,
                Int32((bytes + 3) / 4),
                rows
            ),
            "ARGBPolynomial"
        )
    }
}

/// Coefficients for four channels: four constants, four factors, and zeros for squares and cubes.
private enum RangePolynomials {
    private struct Line {
        var constant: Float
        var factor: Float
    }

    private static let lumaToFull = Line(constant: -16 * 255 / 219, factor: 255 / 219)
    private static let chromaToFull = Line(constant: 128 - 128 * 255 / 224, factor: 255 / 224)
    private static let lumaToVideo = Line(constant: 16, factor: 219 / 255)
    private static let chromaToVideo = Line(constant: 128 - 128 * 224 / 255, factor: 224 / 255)

    private static let lumaPlaneToFull = table(lumaToFull, lumaToFull)
    private static let chromaPlaneToFull = table(chromaToFull, chromaToFull)
    private static let lumaFirstToFull = table(lumaToFull, chromaToFull)
    private static let chromaFirstToFull = table(chromaToFull, lumaToFull)
    private static let lumaPlaneToVideo = table(lumaToVideo, lumaToVideo)
    private static let chromaPlaneToVideo = table(chromaToVideo, chromaToVideo)
    private static let lumaFirstToVideo = table(lumaToVideo, chromaToVideo)
    private static let chromaFirstToVideo = table(chromaToVideo, lumaToVideo)

    static func coefficients(to range: SampleRange, _ arrangement: PixelArrangement, plane: Int) -> [Float] {
        let full = range == .full
        switch arrangement {
        case .yuyv: return full ? lumaFirstToFull : lumaFirstToVideo
        case .uyvy: return full ? chromaFirstToFull : chromaFirstToVideo
        default:
            if plane == 0 { return full ? lumaPlaneToFull : lumaPlaneToVideo }
            return full ? chromaPlaneToFull : chromaPlaneToVideo
        }
    }

    /// `even` for the first and third channel, `odd` for the others. The half makes libyuv's truncation a rounding.
    private static func table(_ even: Line, _ odd: Line) -> [Float] {
        let e = even.constant + 0.5
        let o = odd.constant + 0.5
        return [e, o, e, o, even.factor, odd.factor, even.factor, odd.factor, 0, 0, 0, 0, 0, 0, 0, 0]
    }
}

/// Memory for an image between two steps. It grows to the largest image it was asked for and stays.
///
/// Not thread-safe: its owner uses one image at a time.
final class ScratchMemory {
    /// Rows begin at cache lines: libyuv is fastest then, and rows may be rounded up to whole vectors.
    static let alignment = 64

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        release()
    }

    private func release() {
        guard let base = memory.baseAddress else { return }
        FrameAllocator.deallocate(base, byteCount: memory.count, alignment: Self.alignment)
    }

    /// A view of uninitialised memory, valid until the next call.
    func view(_ arrangement: PixelArrangement, width: Int, height: Int) -> PixelView {
        let count = arrangement.planeCount
        func stride(_ plane: Int) -> Int {
            let bytes = arrangement.rowBytes(plane: plane, width: width)
            return (bytes + Self.alignment - 1) / Self.alignment * Self.alignment
        }
        // One row more than needed: encoders of blocks read rows rounded up to an even number.
        func size(_ plane: Int) -> Int {
            plane < count ? stride(plane) * (arrangement.rows(plane: plane, height: height) + 1) : 0
        }
        let base = reserve(size(0) + size(1) + size(2))
        func plane(_ index: Int, offset: Int) -> PixelPlane {
            PixelPlane(base: base + offset, stride: Int32(stride(index)))
        }
        return PixelView(
            arrangement,
            width: width,
            height: height,
            plane(0, offset: 0),
            count > 1 ? plane(1, offset: size(0)) : nil,
            count > 2 ? plane(2, offset: size(0) + size(1)) : nil
        )
    }

    private func reserve(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
        if memory.count < bytes {
            release()
            guard let base = FrameAllocator.allocate(byteCount: bytes, alignment: Self.alignment) else {
                fatalError("no memory for an image of \(bytes) bytes")
            }
            memory = UnsafeMutableRawBufferPointer(start: base, count: bytes)
        }
        return memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}
