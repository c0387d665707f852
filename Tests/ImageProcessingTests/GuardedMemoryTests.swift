import CoreVideo
import Foundation
import Testing

@testable import ImageProcessing

@Suite("Reading mapped memory")
struct GuardedMemoryTests {
    @Test("Not a byte beyond the last row is read, with any width", arguments: ReferenceFormat.all)
    func staysInside(format: ReferenceFormat) throws {
        let arrangement = try #require(PixelFormatTraits(format.type)).arrangement
        let encoder = try JPEGEncoder()
        for (width, height) in [(64, 32), (50, 18), (41, 27), (66, 34), (1, 1)] {
            let picture = try ReferenceImage.make(format, width: width, height: height, matrix: .bt601)
            let rowBytes = (0..<arrangement.planeCount).map { arrangement.rowBytes(plane: $0, width: width) }
            let (buffer, planes) = try GuardedMemory.copy(of: picture, format, rowBytes: rowBytes)
            for matrix in [YCbCrMatrix.bt601, .bt709] {
                for guarded in [picture, buffer] {
                    CVBufferSetAttachment(guarded, kCVImageBufferYCbCrMatrixKey, matrix.attachment, .shouldPropagate)
                }
                for target in ReferenceFormat.all {
                    let transformer = try PixelTransformer(pixelFormat: target.type)
                    for (rotation, mirrored) in [
                        (PixelRotation.none, false), (.clockwise90, true), (.upsideDown180, false),
                    ] {
                        let found = try transformer.transform(buffer, rotation: rotation, mirrored: mirrored)
                        let expected = try transformer.transform(picture, rotation: rotation, mirrored: mirrored)
                        #expect(ReferenceImage.colors(found, target) == ReferenceImage.colors(expected, target))
                    }
                    let crop = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
                    _ = try transformer.transform(buffer, crop: crop)
                }
                #expect(try encoder.encode(buffer) == encoder.encode(picture))
            }
            withExtendedLifetime(planes) {}
        }
    }

    @Test("Not a byte beyond rows padded as Core Video pads them is written", arguments: ReferenceFormat.all)
    func writesInside(format: ReferenceFormat) throws {
        let target = try #require(PixelFormatTraits(format.type))
        for (width, height) in [(64, 32), (50, 18), (41, 27), (1, 1)] {
            for source in ReferenceFormat.all {
                let picture = try ReferenceImage.make(source, width: width, height: height)
                CVPixelBufferLockBaseAddress(picture, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
                let traits = try #require(PixelFormatTraits(source.type))
                let input = try #require(PixelView(picture, arrangement: traits.arrangement))
                let size = PixelDimensions(width: width, height: height)
                for (rotation, matrix) in [(PixelRotation.none, YCbCrMatrix.bt709), (.clockwise90, .bt601)] {
                    let turned = rotation.exchangesAxes ? PixelDimensions(width: height, height: width) : size
                    let plan = TransformPlan(
                        source: traits,
                        region: PixelRegion(x: 0, y: 0, width: width, height: height),
                        matrix: matrix,
                        size: turned,
                        rotation: rotation,
                        mirrored: false,
                        destination: target
                    )
                    let planes = try (0..<target.arrangement.planeCount).map { index in
                        let bytes = target.arrangement.rowBytes(plane: index, width: turned.width)
                        let stride = (bytes + 63) / 64 * 64
                        let rows = target.arrangement.rows(plane: index, height: turned.height)
                        return (memory: try GuardedMemory(byteCount: stride * rows), stride: stride)
                    }
                    let views = planes.map {
                        PixelPlane(base: $0.memory.base.assumingMemoryBound(to: UInt8.self), stride: Int32($0.stride))
                    }
                    let output = PixelView(
                        target.arrangement,
                        width: turned.width,
                        height: turned.height,
                        views[0],
                        views.count > 1 ? views[1] : nil,
                        views.count > 2 ? views[2] : nil
                    )
                    try PixelWorkspace().run(plan, input, into: output)
                    withExtendedLifetime(planes) {}
                }
            }
        }
    }
}
