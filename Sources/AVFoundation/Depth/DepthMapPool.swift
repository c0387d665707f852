import CaptureCore
import CoreVideo
import Foundation

/// Buffers for maps that are made of others, used again once nobody holds them. One thread at a time.
final class DepthMapPool {
    private struct Form: Equatable {
        var type: OSType
        var width: Int
        var height: Int
    }

    private var form: Form?
    private var pool: CVPixelBufferPool?

    /// A buffer without content; `nil` when memory is short.
    func makeBuffer(_ type: OSType, width: Int, height: Int) -> CVPixelBuffer? {
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

/// Turns what a camera delivers into what a client wants, in buffers that are used again. One thread at a time.
final class DepthPreparer {
    private let filtered = DepthMapPool()
    private let turned = DepthMapPool()

    /// The map as an output's settings and its connection ask; `nil` when memory is short.
    func prepare(_ depth: CapturedDepth, isFiltered: Bool, orientation: CGImagePropertyOrientation) -> DepthRecord? {
        depth.record.converted(to: depth.record.type, fillsHoles: isFiltered, in: filtered)?
            .oriented(orientation, in: turned)
    }
}
