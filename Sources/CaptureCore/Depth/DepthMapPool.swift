import CoreVideo
import Foundation
import FoundationExtras

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
