import CoreVideo
import Foundation
import FoundationExtras

/// The kinds of depth maps.
package enum DepthDataType: CaseIterable, Sendable {
    case disparityFloat16, disparityFloat32, depthFloat16, depthFloat32

    /// The kind that a pixel format is; `nil` for a picture.
    package init?(_ pixelFormat: OSType) {
        guard let type = Self.allCases.first(where: { $0.pixelFormat == pixelFormat }) else { return nil }
        self = type
    }

    /// Core Video's name for it.
    package var pixelFormat: OSType {
        switch self {
        case .disparityFloat16: kCVPixelFormatType_DisparityFloat16
        case .disparityFloat32: kCVPixelFormatType_DisparityFloat32
        case .depthFloat16: kCVPixelFormatType_DepthFloat16
        case .depthFloat32: kCVPixelFormatType_DepthFloat32
        }
    }

    /// Whether numbers are distances in metres; else they are their reciprocals.
    package var isDepth: Bool { self == .depthFloat16 || self == .depthFloat32 }

    /// Whether numbers have 16 bits.
    package var isHalf: Bool { self == .disparityFloat16 || self == .depthFloat16 }
}

/// Makes depth maps of others, each in one pass. A place that the sensor could not measure, a hole, is not a number.
package enum DepthMap {
    /// A buffer for a map, without content; `nil` when memory is short.
    package static func makeBuffer(
        _ type: OSType,
        width: Int,
        height: Int,
        in pool: DepthMapPool? = nil
    ) -> CVPixelBuffer? {
        if let pool { return pool.makeBuffer(type, width: width, height: height) }
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &buffer)
        return buffer
    }

    /// The same map as another kind.
    ///
    /// - Parameters:
    ///   - fillsHoles: whether holes become as far as the farthest place that was measured.
    ///   - pool: where its memory comes from; new memory when left out.
    package static func convert(
        _ source: CVPixelBuffer,
        from old: DepthDataType,
        to new: DepthDataType,
        fillsHoles: Bool = false,
        in pool: DepthMapPool? = nil
    ) -> CVPixelBuffer? {
        let size = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        guard let target = makeBuffer(new.pixelFormat, width: size.0, height: size.1, in: pool) else { return nil }
        let inverts = old.isDepth != new.isDepth
        withRows(source, target) { from, to in
            switch (old.isHalf, new.isHalf) {
            case (true, true): copy(from, Float16.self, to, Float16.self, size, inverts)
            case (true, false): copy(from, Float16.self, to, Float.self, size, inverts)
            case (false, true): copy(from, Float.self, to, Float16.self, size, inverts)
            case (false, false): copy(from, Float.self, to, Float.self, size, inverts)
            }
            guard fillsHoles else { return }
            new.isHalf ? fillHoles(to, Float16.self, size, new.isDepth) : fillHoles(to, Float.self, size, new.isDepth)
        }
        return target
    }

    /// The same map, or the same picture of one byte a pixel, turned and mirrored; `nil` when memory is short.
    package static func orient(
        _ source: CVPixelBuffer,
        _ orientation: CGImagePropertyOrientation,
        in pool: DepthMapPool? = nil
    ) -> CVPixelBuffer? {
        let places = OrientedPixels(
            orientation,
            width: CVPixelBufferGetWidth(source),
            height: CVPixelBufferGetHeight(source)
        )
        let type = CVPixelBufferGetPixelFormatType(source)
        guard let target = makeBuffer(type, width: places.width, height: places.height, in: pool) else { return nil }
        withRows(source, target) { from, to in
            switch DepthDataType(type) {
            case .depthFloat32, .disparityFloat32: move(from, to, places, UInt32.self)
            case .depthFloat16, .disparityFloat16: move(from, to, places, UInt16.self)
            case nil: move(from, to, places, UInt8.self)
            }
        }
        return target
    }

    // MARK: Loops

    /// The memory of a map.
    private struct Rows {
        var base: UnsafeMutableRawPointer
        var stride: Int

        func row<Sample>(_ index: Int, _: Sample.Type) -> UnsafeMutablePointer<Sample> {
            (base + index * stride).assumingMemoryBound(to: Sample.self)
        }
    }

    private static func withRows(_ source: CVPixelBuffer, _ target: CVPixelBuffer, _ body: (Rows, Rows) -> Void) {
        CVPixelBufferLockBaseAddress(source, .readOnly)
        CVPixelBufferLockBaseAddress(target, [])
        defer {
            CVPixelBufferUnlockBaseAddress(target, [])
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        guard let from = CVPixelBufferGetBaseAddress(source), let to = CVPixelBufferGetBaseAddress(target) else {
            return
        }
        body(
            Rows(base: from, stride: CVPixelBufferGetBytesPerRow(source)),
            Rows(base: to, stride: CVPixelBufferGetBytesPerRow(target))
        )
    }

    @inline(__always)
    private static func copy<Source: DepthSample, Target: DepthSample>(
        _ source: Rows,
        _: Source.Type,
        _ target: Rows,
        _: Target.Type,
        _ size: (width: Int, height: Int),
        _ inverts: Bool
    ) {
        for y in 0..<size.height {
            let from = source.row(y, Source.self)
            let to = target.row(y, Target.self)
            if inverts {
                for x in 0..<size.width { to[x] = Target(1 / from[x].number) }
            } else if Source.self == Target.self {
                UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: size.width * MemoryLayout<Source>.size)
            } else {
                for x in 0..<size.width { to[x] = Target(from[x].number) }
            }
        }
    }

    @inline(__always)
    private static func fillHoles<Sample: DepthSample>(
        _ rows: Rows,
        _: Sample.Type,
        _ size: (width: Int, height: Int),
        _ isDepth: Bool
    ) {
        var farthest = Float.nan
        for y in 0..<size.height {
            let row = rows.row(y, Sample.self)
            // Comparisons with what is not a number are false.
            for x in 0..<size.width {
                let number = row[x].number
                let isFarther = isDepth ? !(number <= farthest) : !(number >= farthest)
                if isFarther, !number.isNaN { farthest = number }
            }
        }
        guard !farthest.isNaN else { return }
        let filling = Sample(farthest)
        for y in 0..<size.height {
            let row = rows.row(y, Sample.self)
            for x in 0..<size.width where row[x].number.isNaN { row[x] = filling }
        }
    }

    @inline(__always)
    private static func move<Sample>(_ source: Rows, _ target: Rows, _ places: OrientedPixels, _: Sample.Type) {
        let (first, across, down) = places.strides(pixel: MemoryLayout<Sample>.size, row: source.stride)
        for y in 0..<places.height {
            var from = source.base + (first + y * down)
            let to = target.row(y, Sample.self)
            for x in 0..<places.width {
                to[x] = from.load(as: Sample.self)
                from += across
            }
        }
    }
}

/// A number of a depth map.
private protocol DepthSample {
    init(_ number: Float)
    var number: Float { get }
}

extension Float: DepthSample {
    fileprivate var number: Float { self }
}

extension Float16: DepthSample {
    fileprivate var number: Float { Float(self) }
}

/// Buffers for maps that are made of others, used again once nobody holds them. One thread at a time.
package final class DepthMapPool {
    private struct Form: Equatable {
        var type: OSType
        var width: Int
        var height: Int
    }

    private var form: Form?
    private var pool: CVPixelBufferPool?

    /// No buffers yet.
    package init() {}

    /// A buffer without content; `nil` when memory is short.
    package func makeBuffer(_ type: OSType, width: Int, height: Int) -> CVPixelBuffer? {
        let wanted = Form(type: type, width: width, height: height)
        if form != wanted {
            (form, pool) = (wanted, Self.makePool(wanted))
        }
        var buffer: CVPixelBuffer?
        guard let pool, CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer) == kCVReturnSuccess
        else { return nil }
        return buffer
    }

    private static func makePool(_ form: Form) -> CVPixelBufferPool? {
        let attributes: NSDictionary = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: form.type),
            kCVPixelBufferWidthKey: NSNumber(value: form.width),
            kCVPixelBufferHeightKey: NSNumber(value: form.height),
        ]
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &pool)
        return pool
    }
}
