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
