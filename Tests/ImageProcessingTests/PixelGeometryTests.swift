import CoreVideo
import Foundation
import Testing

@testable import ImageProcessing

@Suite("PixelTransformer: crop, scale, rotation, mirroring")
struct PixelGeometryTests {
    private let tolerance = 6.0

    /// Where a pixel of the result comes from, by the definition of the turn and of mirroring after it.
    private func origin(
        _ x: Int,
        _ y: Int,
        of source: PixelDimensions,
        _ rotation: PixelRotation,
        _ mirrored: Bool
    ) -> (x: Int, y: Int) {
        let outputWidth = rotation.exchangesAxes ? source.height : source.width
        let x = mirrored ? outputWidth - 1 - x : x
        switch rotation {
        case .none: return (x, y)
        case .clockwise90: return (y, source.height - 1 - x)
        case .upsideDown180: return (source.width - 1 - x, source.height - 1 - y)
        case .clockwise270: return (source.width - 1 - y, x)
        }
    }

    private func expectTurned(_ source: ReferenceFormat, _ target: ReferenceFormat, size: PixelDimensions) throws {
        let input = try ReferenceImage.make(source, width: size.width, height: size.height)
        let transformer = try PixelTransformer(pixelFormat: target.type)
        for rotation in PixelRotation.allCases {
            for mirrored in [false, true] {
                let output = try transformer.transform(input, rotation: rotation, mirrored: mirrored)
                let colors = ReferenceImage.colors(output, target)
                try #require(colors.count == (rotation.exchangesAxes ? size.width : size.height))
                try #require(colors[0].count == (rotation.exchangesAxes ? size.height : size.width))
                for y in 0..<colors.count {
                    for x in 0..<colors[0].count {
                        let from = origin(x, y, of: size, rotation, mirrored)
                        // At the blocks' edges chroma of odd sizes mixes.
                        guard (2...5).contains(from.x % 8), (2...5).contains(from.y % 8) else { continue }
                        let color = ReferenceImage.color(x: from.x, y: from.y)
                        let expected = source.isGray || target.isGray ? color.asGray : color
                        let distance = expected.distance(to: colors[y][x])
                        if distance > tolerance {
                            Issue.record("\(source) to \(target), \(rotation), mirrored \(mirrored), \(x),\(y)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test(
        "R-ROT-3: every format turns and mirrors, in that order, for every asymmetric pixel",
        arguments: ReferenceFormat.all
    )
    func turnsInPlace(format: ReferenceFormat) throws {
        try expectTurned(format, format, size: PixelDimensions(width: 64, height: 40))
    }

    @Test("Turning and converting go together", arguments: ReferenceFormat.all)
    func turnsAndConverts(source: ReferenceFormat) throws {
        for target in ReferenceFormat.all {
            try expectTurned(source, target, size: PixelDimensions(width: 40, height: 24))
        }
    }

    @Test("Odd sizes turn whole", arguments: ReferenceFormat.all)
    func oddTurns(format: ReferenceFormat) throws {
        try expectTurned(format, format, size: PixelDimensions(width: 47, height: 31))
        try expectTurned(format, .nv12Full, size: PixelDimensions(width: 31, height: 47))
    }

    @Test("A turn and its counter-turn restore every luma sample")
    func roundTrip() throws {
        let input = try ReferenceImage.make(.nv12Full, width: 66, height: 34) { x, y in
            ReferenceColor(red: Double(x * 3 % 256), green: Double(y * 7 % 256), blue: Double((x + y) % 256))
        }
        let transformer = try PixelTransformer(pixelFormat: ReferenceFormat.nv12Full.type)
        let turned = try transformer.transform(input, rotation: .clockwise90, mirrored: true)
        let back = try transformer.transform(turned, rotation: .clockwise90, mirrored: true)
        #expect(ReferenceImage.colors(back, .nv12Full) == ReferenceImage.colors(input, .nv12Full))
    }

    @Test(
        "A crop shows the part of the unit square that it names, scaled to the source's size",
        arguments: ReferenceFormat.all
    )
    func zoom(format: ReferenceFormat) throws {
        let input = try ReferenceImage.make(format, width: 128, height: 96)
        let transformer = try PixelTransformer(pixelFormat: format.type)
        let crop = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let output = try transformer.transform(input, crop: crop)
        let colors = ReferenceImage.colors(output, format)
        try #require(colors.count == 96 && colors[0].count == 128)
        for row in 0..<6 {
            for column in 0..<8 {
                let color = ReferenceImage.color(x: 32 + column * 8, y: 24 + row * 8)
                let expected = format.isGray ? color.asGray : color
                let found = colors[row * 16 + 8][column * 16 + 8]
                #expect(expected.distance(to: found) <= tolerance)
            }
        }
    }

    @Test("A crop of the result's size is a copy of those very samples", arguments: ReferenceFormat.all)
    func plainCrop(format: ReferenceFormat) throws {
        let input = try ReferenceImage.make(format, width: 64, height: 64)
        let transformer = try PixelTransformer(
            pixelFormat: format.type,
            dimensions: PixelDimensions(width: 32, height: 16)
        )
        let output = try transformer.transform(input, crop: CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
        let whole = ReferenceImage.colors(input, format)
        let expected = (32..<48).map { Array(whole[$0][16..<48]) }
        #expect(ReferenceImage.colors(output, format) == expected)
    }

    @Test("Dimensions count after rotation; shrinking averages")
    func scales() throws {
        let input = try ReferenceImage.make(.nv12Full, width: 128, height: 64)
        let transformer = try PixelTransformer(
            pixelFormat: ReferenceFormat.bgra.type,
            dimensions: PixelDimensions(width: 16, height: 32)
        )
        let output = try transformer.transform(input, rotation: .clockwise90)
        let colors = ReferenceImage.colors(output, .bgra)
        try #require(colors.count == 32 && colors[0].count == 16)
        for row in 0..<8 {
            for column in 0..<16 {
                // The block at (column, row) is two pixels wide; its first line ends up in column 15 - 2 * row.
                let expected = ReferenceImage.color(x: column * 8, y: row * 8)
                #expect(expected.distance(to: colors[column * 2][15 - row * 2]) <= tolerance)
            }
        }
        let stripes = try ReferenceImage.make(.gray, width: 64, height: 64) { x, _ in
            let level = x % 2 == 0 ? 0.0 : 200.0
            return ReferenceColor(red: level, green: level, blue: level)
        }
        let shrunk = try PixelTransformer(
            pixelFormat: ReferenceFormat.gray.type,
            dimensions: PixelDimensions(width: 16, height: 16)
        ).transform(stripes)
        for row in ReferenceImage.colors(shrunk, .gray) {
            for color in row { #expect(abs(color.red - 100) <= 1) }
        }
    }

    @Test("Odd targets are filled to their last column and row", arguments: ReferenceFormat.all)
    func oddTargets(format: ReferenceFormat) throws {
        let flat = ReferenceColor(red: 200, green: 60, blue: 30)
        let input = try ReferenceImage.make(format, width: 64, height: 48) { _, _ in flat }
        let expected = format.isGray ? flat.asGray : flat
        for size in [(33, 17), (91, 71), (1, 1), (3, 2)] {
            let transformer = try PixelTransformer(
                pixelFormat: format.type,
                dimensions: PixelDimensions(width: size.0, height: size.1)
            )
            let output = try transformer.transform(input, mirrored: true)
            for row in ReferenceImage.colors(output, format) {
                for color in row { #expect(expected.distance(to: color) <= tolerance) }
            }
        }
    }

    @Test("Crops outside of the unit square, empty or not finite, are errors")
    func badCrops() throws {
        let input = try ReferenceImage.make(.bgra, width: 16, height: 16)
        let transformer = try PixelTransformer(pixelFormat: ReferenceFormat.bgra.type)
        let crops = [
            CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5), CGRect(x: 0.6, y: 0, width: 0.5, height: 0.5),
            CGRect(x: 0, y: 0, width: 0, height: 1), CGRect(x: 0, y: 0, width: Double.nan, height: 1),
            CGRect(x: 0, y: 0, width: 1, height: Double.infinity), CGRect(x: 0.5, y: 0.5, width: -0.5, height: 0.5),
        ]
        for crop in crops {
            #expect(throws: PixelTransformError.self) { try transformer.transform(input, crop: crop) }
        }
        #expect(throws: Never.self) {
            try transformer.transform(input, crop: CGRect(x: 0.999, y: 0.999, width: 0.0001, height: 0.0001))
        }
    }

    @Test("The filling crop keeps shapes and zooms about the centre")
    func fillCrop() {
        let crop = PixelTransformer.fillCrop(
            of: PixelDimensions(width: 1600, height: 1200),
            into: PixelDimensions(width: 1920, height: 1080),
            zoom: 2
        )
        #expect(abs(crop.width - 0.5) < 1e-9)
        #expect(abs(crop.height - 0.375) < 1e-9)
        #expect(abs(crop.midX - 0.5) < 1e-9 && abs(crop.midY - 0.5) < 1e-9)
    }

    @Test("Angles in degrees are turns when they are multiples of 90")
    func angles() {
        #expect(PixelRotation(degrees: -90) == .clockwise270)
        #expect(PixelRotation(degrees: 450) == .clockwise90)
        #expect(PixelRotation(degrees: 0) == PixelRotation.none)
        #expect(PixelRotation(degrees: 45) == nil)
        #expect(PixelRotation(degrees: .nan) == nil)
    }

    @Test("Plans have no step too many")
    func plans() {
        func steps(
            _ source: OSType,
            _ target: OSType,
            _ rotation: PixelRotation = .none,
            mirrored: Bool = false
        ) -> [TransformStep] {
            TransformPlan(
                source: PixelFormatTraits(source)!,
                region: PixelRegion(x: 0, y: 0, width: 640, height: 480),
                matrix: .bt601,
                size: PixelDimensions(width: 640, height: 480).exchanged(rotation.exchangesAxes),
                rotation: rotation,
                mirrored: mirrored,
                destination: PixelFormatTraits(target)!
            ).steps
        }
        let nv12 = ReferenceFormat.nv12Full.type
        #expect(steps(nv12, nv12).isEmpty)
        #expect(steps(nv12, nv12, .clockwise90, mirrored: true) == [.orient(.turned90ThenMirrored, .biplanar420)])
        #expect(steps(nv12, ReferenceFormat.bgra.type) == [.convert(.bgra)])
        #expect(
            steps(nv12, ReferenceFormat.bgra.type, .clockwise90)
                == [.orient(.turned90, .planar420), .convert(.bgra)]
        )
        #expect(steps(ReferenceFormat.yuyv.type, ReferenceFormat.uyvy.type) == [.convert(.uyvy)])
        #expect(
            steps(ReferenceFormat.nv12Video.type, nv12) == [.changeRange(from: .video, to: .full)]
        )
    }
}
