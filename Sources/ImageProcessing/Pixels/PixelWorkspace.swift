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
