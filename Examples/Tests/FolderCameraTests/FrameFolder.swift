import CoreVideo
import Foundation
import ImageProcessing
import Testing

/// A folder of JPEG files for one test, which goes with it.
final class FrameFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("frames-\(UUID().uuidString)")

    /// - Parameter lumas: how bright each frame is; they are named in this order.
    init(lumas: [UInt8]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (index, luma) in lumas.enumerated() { try add("\(index).jpg", luma: luma) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        try? FileManager.default.removeItem(at: hidden)
    }

    private var hidden: URL { url.appendingPathExtension("gone") }

    /// Writes an evenly grey image.
    func add(_ name: String, luma: UInt8, width: Int = 64, height: Int = 48) throws {
        var made: CVPixelBuffer?
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        for (plane, value) in [luma, 128].enumerated() {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)), Int32(value), size)
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        try JPEGEncoder().encode(buffer, options: JPEGEncodingOptions()).write(to: url.appendingPathComponent(name))
    }

    /// Takes the folder away.
    func hide() throws { try FileManager.default.moveItem(at: url, to: hidden) }

    /// Brings it back.
    func restore() throws { try FileManager.default.moveItem(at: hidden, to: url) }
}
