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
