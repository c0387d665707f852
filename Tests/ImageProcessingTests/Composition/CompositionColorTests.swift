import CoreVideo
import Testing

@testable import ImageProcessing

@Suite("Colours of two cameras on one canvas")
struct CompositionColorTests {
    private static let canvas = PixelDimensions(width: 160, height: 90)
    private static let whole = CanvasPlacement(x: 0, y: 0, width: 160, height: 90)
    /// What roundings of luma and chroma can make of a channel: in the picture, in the canvas' range, in its matrix.
    private static let tolerance = 6.0

    /// A canvas, and a camera whose pictures are made in another way.
    struct Case: CustomTestStringConvertible, Sendable {
        var canvas: ReferenceFormat
        var matrix: YCbCrMatrix
        var picture: ReferenceFormat
        var other: YCbCrMatrix

        var testDescription: String { "\(picture) \(other) on \(canvas) \(matrix)" }
    }

    static let cases: [Case] = {
        let formats = [ReferenceFormat.nv12Video, .nv12Full]
        let matrices: [(YCbCrMatrix, YCbCrMatrix)] = [
            (.bt709, .bt601), (.bt601, .bt709), (.bt601, .bt2020), (.bt709, .bt709),
        ]
        return matrices.flatMap { matrix, other in
            formats.flatMap { canvas in
                formats.map { Case(canvas: canvas, matrix: matrix, picture: $0, other: other) }
            }
        }
    }()

    /// The largest distance of a channel from what was painted, in a part of the canvas.
    private static func error(
        _ result: CVPixelBuffer,
        _ item: Case,
        _ place: CanvasPlacement,
        _ color: (_ x: Int, _ y: Int) -> ReferenceColor
    ) -> Double {
        let found = ReferenceImage.colors(result, item.canvas, matrix: item.matrix)
        return (place.y..<place.y + place.height).flatMap { y in
            (place.x..<place.x + place.width).map { x in
                found[y][x].distance(to: color(x - place.x, y - place.y))
            }
        }.max() ?? 0
    }

    private static func composer(_ item: Case) throws -> ImageComposer {
        try ImageComposer(canvas: canvas, pixelFormat: item.canvas.type, matrix: item.matrix)
    }

    @Test("R-MULTI-8: a camera with another matrix or range shows the colours that it took", arguments: cases)
    func colors(item: Case) throws {
        let composer = try Self.composer(item)
        let back = try ReferenceImage.make(item.canvas, width: 160, height: 90, matrix: item.matrix)
        let front = try ReferenceImage.make(item.picture, width: 64, height: 36, matrix: item.other)
        let place = CanvasPlacement(x: 60, y: 30, width: 64, height: 36)
        for isMirrored in [false, true] {
            let result = try composer.compose([
                ImageComposer.Layer(back, at: Self.whole),
                ImageComposer.Layer(front, at: place, isMirrored: isMirrored),
            ])
            let error = Self.error(result, item, place) { x, y in
                ReferenceImage.color(x: isMirrored ? 63 - x : x, y: y)
            }
            #expect(error <= Self.tolerance, "off by \(error)")
            // The canvas is not touched where it is right.
            let strip = CanvasPlacement(x: 0, y: 0, width: 160, height: 30)
            let kept = Self.error(result, item, strip) { ReferenceImage.color(x: $0, y: $1) }
            #expect(kept <= Self.tolerance, "off by \(kept)")
            #expect(YCbCrMatrix(attachmentOf: result) == item.matrix)
        }
    }

    @Test("R-MULTI-8: so does one that is scaled, with a line and round corners, at an odd place", arguments: cases)
    func scaled(item: Case) throws {
        let composer = try Self.composer(item)
        let color = ReferenceColor(red: 200, green: 60, blue: 40)
        let back = try ReferenceImage.make(item.canvas, width: 160, height: 90, matrix: item.matrix)
        for size in [(64, 36), (32, 18), (192, 108), (63, 35)] {
            let front = try ReferenceImage.make(item.picture, width: size.0, height: size.1, matrix: item.other) {
                _,
                _ in color
            }
            let result = try composer.compose([
                ImageComposer.Layer(back, at: Self.whole),
                ImageComposer.Layer(
                    front,
                    at: CanvasPlacement(x: 51, y: 31, width: 65, height: 37, cornerRadius: 5, border: 2)
                ),
            ])
            let inside = CanvasPlacement(x: 58, y: 38, width: 50, height: 22)
            let error = Self.error(result, item, inside) { _, _ in color }
            #expect(error <= Self.tolerance, "\(size): off by \(error)")
        }
    }

    @Test(
        "R-MULTI-8: one that has the canvas to itself is the result only if it has the canvas' colours",
        arguments: cases
    )
    func alone(item: Case) throws {
        let composer = try Self.composer(item)
        let picture = try ReferenceImage.make(item.picture, width: 160, height: 90, matrix: item.other)
        let result = try composer.compose([ImageComposer.Layer(picture, at: Self.whole)])
        let isAlike = item.picture.type == item.canvas.type && item.other == item.matrix
        #expect((result === picture) == isAlike)
        let error = Self.error(result, item, Self.whole) { ReferenceImage.color(x: $0, y: $1) }
        #expect(error <= Self.tolerance, "off by \(error)")
        #expect(YCbCrMatrix(attachmentOf: result) == item.matrix)
    }
}
