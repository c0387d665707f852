import Testing

@testable import TextRecognition

/// From the detector's map to lines.
@Suite("Text in a detector's map")
struct TextMapTests {
    @Test("Two bars are two lines, and touching corners are one region")
    func regions() {
        var map = TextMap(width: 40, height: 20)
        paint(&map, x: 2..<20, y: 2..<6)
        paint(&map, x: 20..<30, y: 6..<10)
        paint(&map, x: 2..<20, y: 14..<18)
        #expect(map.regions(above: 76).count == 2)
    }

    @Test("A region that is split at its top is one")
    func fork() {
        var map = TextMap(width: 30, height: 20)
        paint(&map, x: 2..<6, y: 2..<12)
        paint(&map, x: 20..<24, y: 2..<12)
        paint(&map, x: 2..<24, y: 12..<15)
        #expect(map.regions(above: 76).count == 1)
    }

    @Test("A line's rectangle is the bar, grown")
    func line() throws {
        var map = TextMap(width: 100, height: 40)
        paint(&map, x: 20..<80, y: 15..<25)
        let text = try #require(map.texts(TextBoxRules()).first)
        let grown = 60.0 * 10 * 1.6 / (2 * 70)
        #expect(abs(text.quad.topLeft.x - (20 - grown)) < 1e-6)
        #expect(abs(text.quad.bottomRight.y - (25 + grown)) < 1e-6)
        #expect(text.score > 0.99)
    }

    @Test("What is thin, small or doubtful is no text")
    func noise() {
        var map = TextMap(width: 100, height: 60)
        paint(&map, x: 2..<80, y: 2..<4)
        paint(&map, x: 2..<4, y: 10..<12)
        paint(&map, x: 20..<80, y: 30..<40, value: 100)
        #expect(map.texts(TextBoxRules()).isEmpty)
    }

    @Test(
        "Tiles cover each pixel once, and see beyond what they tell",
        arguments: [(800, 600), (1281, 700), (4032, 3024), (8000, 1281)]
    )
    func tiles(width: Int, height: Int) {
        let tiles = DetectorTiles(width: width, height: height).tiles
        #expect(tiles.reduce(0) { $0 + $1.takenX.count * $1.takenY.count } == width * height)
        for tile in tiles {
            #expect(tile.seenX.count <= DetectorTiles.largestSide)
            #expect(tile.seenY.count <= DetectorTiles.largestSide)
            #expect(
                tile.takenX.lowerBound == 0 || tile.takenX.lowerBound - tile.seenX.lowerBound == DetectorTiles.margin
            )
            #expect(tile.takenX.upperBound == width || tile.seenX.upperBound > tile.takenX.upperBound)
        }
    }

    private func paint(_ map: inout TextMap, x: Range<Int>, y: Range<Int>, value: UInt8 = 255) {
        for row in y {
            for column in x { map[column, row] = value }
        }
    }
}
