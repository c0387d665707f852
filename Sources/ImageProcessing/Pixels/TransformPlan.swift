/// One pass over the pixels.
enum TransformStep: Equatable {
    /// To another arrangement that a single library call leads to; to the same one it is a copy.
    case convert(PixelArrangement)
    /// To another size.
    case scale(PixelDimensions)
    /// Turned or mirrored. 4:2:0 pixels with interleaved chroma may leave with separate planes, which saves a pass.
    case orient(PixelOrientation, PixelArrangement)
    /// Between video and full range.
    case changeRange(from: SampleRange, to: SampleRange)
}

/// What is to be done with an image, decided from its shape alone.
struct TransformPlan: Equatable {
    /// The part of the source that is used.
    var region: PixelRegion
    /// The passes in order. None means that the result has the very pixels of the region.
    var steps: [TransformStep]
    /// The meaning of the Y'CbCr side of a conversion to or from RGB.
    var encoding: ColorEncoding
    /// The result's size.
    var size: PixelDimensions

    /// - Parameters:
    ///   - source: the source's format.
    ///   - region: the part of the source to use.
    ///   - matrix: the Y'CbCr side's matrix.
    ///   - size: the result's size.
    ///   - rotation: the turn; `size` is counted after it.
    ///   - mirrored: whether the turned picture is mirrored.
    ///   - destination: the result's format.
    init(
        source: PixelFormatTraits,
        region: PixelRegion,
        matrix: YCbCrMatrix,
        size: PixelDimensions,
        rotation: PixelRotation,
        mirrored: Bool,
        destination: PixelFormatTraits
    ) {
        let fromRGB = source.arrangement.model == .rgb
        self.region = region
        self.size = size
        encoding = ColorEncoding(matrix: matrix, range: fromRGB ? destination.range : source.range)
        let upright = size.exchanged(rotation.exchangesAxes)
        let regionSize = PixelDimensions(width: region.width, height: region.height)
        steps = Self.geometrySteps(
            from: source.arrangement,
            to: destination.arrangement,
            encoding: encoding,
            scale: upright == regionSize ? nil : upright,
            shrinks: upright.width * upright.height < region.width * region.height,
            orientation: PixelOrientation(rotation, mirrored: mirrored)
        )
        let bothHaveLuma = !fromRGB && destination.arrangement.model != .rgb
        if bothHaveLuma, source.range != destination.range {
            insertRangeChange(.changeRange(from: source.range, to: destination.range), destination.arrangement)
        }
    }

    /// Ten-bit results are made from finished eight-bit ones; everything else changes its range at the end, when the
    /// image has its final size.
    private mutating func insertRangeChange(_ change: TransformStep, _ destination: PixelArrangement) {
        if destination == .biplanar420TenBit, steps.last == .convert(destination) {
            steps.insert(change, at: steps.count - 1)
        } else {
            steps.append(change)
        }
    }

    private static func geometrySteps(
        from source: PixelArrangement,
        to destination: PixelArrangement,
        encoding: ColorEncoding,
        scale: PixelDimensions?,
        shrinks: Bool,
        orientation: PixelOrientation?
    ) -> [TransformStep] {
        guard scale != nil || orientation != nil else {
            return ConversionRoute.hops(from: source, to: destination, encoding: encoding).map { .convert($0) }
        }
        let detour = Detour.best(
            from: source,
            to: destination,
            encoding: encoding,
            shrinks: shrinks,
            turns: orientation != nil
        )
        var steps = detour.head.map { TransformStep.convert($0) }
        if let scale { steps.append(.scale(scale)) }
        if let orientation { steps.append(.orient(orientation, detour.exit)) }
        return steps + detour.tail.map { .convert($0) }
    }
}

/// A way from one arrangement to another that passes one in which libyuv can scale, turn and mirror.
private struct Detour {
    /// Conversions up to the arrangement in which the geometry is done.
    var head: [PixelArrangement]
    var working: PixelArrangement
    /// How the pixels lie after the geometry.
    var exit: PixelArrangement
    /// Conversions from there.
    var tail: [PixelArrangement]

    /// The way with the fewest passes. Among equals, images that shrink do so first, others get their geometry where a
    /// pixel has the fewest bytes.
    static func best(
        from source: PixelArrangement,
        to destination: PixelArrangement,
        encoding: ColorEncoding,
        shrinks: Bool,
        turns: Bool
    ) -> Detour {
        func cost(_ detour: Detour) -> [Int] {
            [
                detour.head.count + detour.tail.count,
                destination == .gray && detour.working != .gray ? 1 : 0,
                shrinks ? detour.head.count : detour.working.bitsPerPixel,
                detour.head.count,
                detour.exit == .biplanar420 && destination != .biplanar420 ? 1 : 0,
            ]
        }
        let ways = candidates(from: source, to: destination, encoding: encoding, turns: turns)
        return ways.min { cost($0).lexicographicallyPrecedes(cost($1)) }!
    }

    private static func candidates(
        from source: PixelArrangement,
        to destination: PixelArrangement,
        encoding: ColorEncoding,
        turns: Bool
    ) -> [Detour] {
        var result: [Detour] = []
        for working in PixelArrangement.allCases where working.isGeometric {
            let head = ConversionRoute.hops(from: source, to: working, encoding: encoding)
            if working != source, head.isEmpty { continue }
            if working == .gray, source != .gray, destination != .gray { continue }
            let exits: [PixelArrangement] = turns && working == .biplanar420 ? [working, .planar420] : [working]
            for exit in exits {
                let tail = ConversionRoute.hops(from: exit, to: destination, encoding: encoding)
                if exit != destination, tail.isEmpty { continue }
                result.append(Detour(head: head, working: working, exit: exit, tail: tail))
            }
        }
        return result
    }
}

/// Which arrangement leads to which other one by a single library call, and the shortest way between any two.
enum ConversionRoute {
    /// The arrangements to pass through from `start` to `goal`, `goal` included; empty when they are the same.
    ///
    /// - Parameters:
    ///   - start: where the pixels are.
    ///   - goal: where they shall be.
    ///   - encoding: the Y'CbCr side's meaning; libyuv turns RGB only into BT.601, and not all of it into RGB exactly.
    static func hops(
        from start: PixelArrangement,
        to goal: PixelArrangement,
        encoding: ColorEncoding
    ) -> [PixelArrangement] {
        var previous: [PixelArrangement: PixelArrangement] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count, previous[goal] == nil {
            let current = queue[next]
            next += 1
            if current != start, isLossy(current) { continue }
            for neighbour in neighbours(of: current, encoding: encoding)
            where neighbour != start && previous[neighbour] == nil {
                previous[neighbour] = current
                queue.append(neighbour)
            }
        }
        var path: [PixelArrangement] = []
        var step = goal
        while step != start, let before = previous[step] {
            path.insert(step, at: 0)
            step = before
        }
        return path
    }

    /// Whether passing through loses colour, or time without use.
    private static func isLossy(_ arrangement: PixelArrangement) -> Bool {
        arrangement == .gray || arrangement == .biplanar420TenBit
    }

    /// Direct conversions, the one that keeps more chroma first.
    private static func neighbours(of arrangement: PixelArrangement, encoding: ColorEncoding) -> [PixelArrangement] {
        switch arrangement {
        // libswscale decodes separate planes only.
        case .biplanar420 where MatrixConverter.decodes(encoding): [.planar420, .biplanar420TenBit, .gray]
        case .biplanar420: [.planar420, .bgra, .rgba, .bgr, .rgb, .biplanar420TenBit, .gray]
        case .planar420: [.biplanar420, .yuyv, .uyvy, .bgra, .rgba, .bgr, .rgb, .gray]
        case .planar422: [.yuyv, .uyvy, .planar420, .bgra, .rgba, .gray]
        case .yuyv: [.uyvy, .planar422, .biplanar420, .planar420, .gray]
        case .uyvy: [.yuyv, .planar422, .biplanar420, .planar420, .gray]
        case .bgra: [.argb, .rgba, .abgr, .rgb, .bgr, .gray] + encodings(encoding)
        case .argb: [.bgra, .rgba, .abgr]
        case .rgba: [.bgra, .argb, .abgr]
        case .abgr: [.bgra, .argb, .rgba]
        case .rgb, .bgr: [.bgra]
        case .gray: [.biplanar420, .planar420, .bgra, .rgba]
        case .biplanar420TenBit: [.biplanar420]
        }
    }

    /// Where BGRA goes directly as Y'CbCr: libyuv knows BT.601 in both ranges, libswscale the rest.
    private static func encodings(_ encoding: ColorEncoding) -> [PixelArrangement] {
        switch (encoding.matrix, encoding.range) {
        case (.bt601, .full): [.planar422, .planar420]
        default: [.biplanar420, .planar420, .yuyv, .uyvy]
        }
    }
}

/// The seven ways in which a turned or mirrored picture differs from the original, as one pass over the pixels each.
///
/// Turning clockwise and mirroring afterwards is the same as reading the rows upwards and turning; that is how the
/// mirrored turns cost no more than the plain ones.
enum PixelOrientation: Equatable {
    case mirrored
    case turned90
    case turned180
    case turned270
    case turned90ThenMirrored
    case turned180ThenMirrored
    case turned270ThenMirrored

    /// - Returns: nil when nothing changes.
    init?(_ rotation: PixelRotation, mirrored: Bool) {
        switch (rotation, mirrored) {
        case (.none, false): return nil
        case (.none, true): self = .mirrored
        case (.clockwise90, false): self = .turned90
        case (.clockwise90, true): self = .turned90ThenMirrored
        case (.upsideDown180, false): self = .turned180
        case (.upsideDown180, true): self = .turned180ThenMirrored
        case (.clockwise270, false): self = .turned270
        case (.clockwise270, true): self = .turned270ThenMirrored
        }
    }

    /// Whether the rows are read from the last one upwards before ``motion`` is applied.
    var readsUpwards: Bool {
        switch self {
        case .turned180, .turned90ThenMirrored, .turned180ThenMirrored, .turned270ThenMirrored: true
        case .mirrored, .turned90, .turned270: false
        }
    }

    /// What happens to the rows after ``readsUpwards``.
    enum Motion {
        case copy, mirror, turn90, turn270
    }

    var motion: Motion {
        switch self {
        case .mirrored, .turned180: .mirror
        case .turned180ThenMirrored: .copy
        case .turned90, .turned90ThenMirrored: .turn90
        case .turned270, .turned270ThenMirrored: .turn270
        }
    }

    /// Whether width and height change places.
    var exchangesAxes: Bool {
        switch motion {
        case .turn90, .turn270: true
        case .copy, .mirror: false
        }
    }
}

/// A clockwise turn by quarters.
public enum PixelRotation: Int, Sendable, CaseIterable {
    /// The picture stays as it is.
    case none = 0
    /// The picture's upper edge becomes the right edge.
    case clockwise90 = 90
    /// The picture stands on its head.
    case upsideDown180 = 180
    /// The picture's upper edge becomes the left edge.
    case clockwise270 = 270

    /// The turn for an angle in degrees, clockwise; any multiple of 90, negative ones too.
    ///
    /// - Parameter degrees: the angle.
    /// - Returns: nil for other angles.
    public init?(degrees: Double) {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        self.init(exactly: turn < 0 ? turn + 360 : turn)
    }

    private init?(exactly turn: Double) {
        guard let angle = Int(exactly: turn) else { return nil }
        self.init(rawValue: angle)
    }

    /// Whether width and height change places.
    public var exchangesAxes: Bool {
        self == .clockwise90 || self == .clockwise270
    }
}
