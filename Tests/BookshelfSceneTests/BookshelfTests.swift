import Foundation
import TestEffort
import Testing

@testable import BookshelfScene

@Suite struct BookshelfTests {
    private let fonts: FontLibrary

    init() throws {
        fonts = try FontLibrary()
    }

    @Test(arguments: BookshelfLevel.allCases)
    func equalRequestsGiveEqualPictures(_ level: BookshelfLevel) throws {
        let first = try makeShelf(level, seed: 11, width: 512, height: 384, fonts: fonts)
        let second = try makeShelf(level, seed: 11, width: 512, height: 384, fonts: FontLibrary())
        let other = try makeShelf(level, seed: 12, width: 512, height: 384, fonts: fonts)
        #expect(first.spines == second.spines)
        #expect(first.spines != other.spines)
        let picture = try bytes(first.draw())
        #expect(try picture == bytes(second.draw()))
        #expect(try picture != bytes(other.draw()))
    }

    @Test(arguments: BookshelfLevel.allCases)
    func boxesLieOnTheSpines(_ level: BookshelfLevel) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let shelf = try makeShelf(level, seed: seed, fonts: fonts)
            let changed = try differences(worldBytes(shelf), worldBytes(shelf.emptied))
            var inside = [Int](repeating: 0, count: shelf.spines.count)
            var covered = inside
            var strays = 0
            for row in stride(from: 0, to: 768, by: 6) {
                for column in stride(from: 0, to: 1024, by: 6) {
                    let depths = shelf.spines.map { $0.depth(x: Double(column) + 0.5, y: Double(row) + 0.5) }
                    let isChanged = changed[row * 1024 + column]
                    for (index, depth) in depths.enumerated() where depth > 2 {
                        inside[index] += 1
                        if isChanged { covered[index] += 1 }
                    }
                    // Beyond a book's shadow the furniture is as without books.
                    if isChanged, depths.allSatisfy({ $0 < -24 }) { strays += 1 }
                }
            }
            #expect(strays == 0)
            for (inside, covered) in zip(inside, covered) {
                #expect(inside > 100)
                #expect(Double(covered) > 0.97 * Double(inside))
            }
        }
    }

    @Test(arguments: BookshelfLevel.allCases)
    func textIsPaintedInsideOfTheBoxes(_ level: BookshelfLevel) throws {
        for seed in 20...21 as ClosedRange<UInt64> {
            let shelf = try makeShelf(level, seed: seed, fonts: fonts)
            let changed = try differences(worldBytes(shelf), worldBytes(shelf, paintsText: false))
            var painted = [Int](repeating: 0, count: shelf.spines.count)
            for pixel in changed.indices where changed[pixel] {
                let point = (x: Double(pixel % 1024) + 0.5, y: Double(pixel / 1024) + 0.5)
                let spine = shelf.spines.firstIndex { $0.depth(x: point.x, y: point.y) > 0.5 }
                if let spine { painted[spine] += 1 }
                if spine == nil { Issue.record("text at \(point) lies on no spine") }
            }
            #expect(painted.allSatisfy { $0 > 60 })
        }
    }

    @Test(arguments: BookshelfLevel.allCases)
    func linesAreNeitherCutNorOverlapEachOther(_ level: BookshelfLevel) throws {
        for seed in 100..<160 as Range<UInt64> {
            for placed in try makeShelf(level, seed: seed, fonts: fonts).layout.spines {
                let spine = placed.spine
                let boxes = (spine.text.title + spine.text.author).map(InkBox.init)
                for (index, box) in boxes.enumerated() {
                    #expect(box.left >= 8 && box.right <= spine.height - 8)
                    #expect(box.top >= 2 && box.bottom <= spine.thickness - 2)
                    #expect(boxes[(index + 1)...].allSatisfy { !$0.overlaps(box) })
                }
            }
        }
    }

    private struct InkBox {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double

        init(_ line: PlacedLine) {
            left = line.x + line.metrics.inkLeft
            right = line.x + line.metrics.inkRight
            top = line.baseline + line.metrics.inkTop
            bottom = line.baseline + line.metrics.inkBottom
        }

        func overlaps(_ other: InkBox) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    @Test(arguments: BookshelfLevel.allCases)
    func everyLevelDrawsForManySeeds(_ level: BookshelfLevel) throws {
        for seed in 0..<UInt64(TestEffort.count(200)) {
            let shelf = try makeShelf(level, seed: seed, width: 256, height: 192, fonts: fonts)
            let image = try shelf.draw()
            #expect(image.width == 256 && image.height == 192)
            #expect(shelf.spines.count == 10)
            #expect(Set(shelf.spines.map(\.book)).count == 10)
            for spine in shelf.spines {
                #expect(spine.corners.allSatisfy { (0...256).contains($0.x) && (0...192).contains($0.y) })
                #expect(abs(spine.tilt) <= (level == .clean ? 1e-9 : 6))
            }
        }
    }

    @Test func levelsDifferAsTheySay() throws {
        var spines: [BookshelfLevel: [SpineTruth]] = [:]
        for level in BookshelfLevel.allCases {
            for seed in 0..<30 as Range<UInt64> {
                spines[level, default: []] += try makeShelf(level, seed: seed, fonts: fonts).spines
            }
        }
        let isPlain = { (spine: SpineTruth) in spine.isUpright && spine.readingDirection == .topToBottom }
        #expect(spines[.clean]?.allSatisfy(isPlain) == true)
        #expect(spines[.tilted]?.allSatisfy(isPlain) == true)
        #expect(spines[.tilted]?.contains { abs($0.tilt) > 4 } == true)
        #expect(spines[.noisy]?.allSatisfy(\.isUpright) == true)
        #expect(spines[.noisy]?.contains { $0.readingDirection == .bottomToTop } == true)
        #expect(spines[.textured]?.contains { !$0.isUpright && $0.readingDirection == .leftToRight } == true)
        #expect(spines[.textured]?.allSatisfy { $0.isUpright != ($0.readingDirection == .leftToRight) } == true)
    }

    @Test func cleanSpinesHaveGapsAndTexturedOnesTouch() throws {
        for seed in 0..<20 as Range<UInt64> {
            let clean = try makeShelf(.clean, seed: seed, fonts: fonts).layout.spines
            for (left, right) in zip(clean, clean.dropFirst()) {
                #expect(right.matrix.x0 - left.matrix.x0 - left.spine.thickness >= 4)
            }
            let textured = try makeShelf(.textured, seed: seed, fonts: fonts).layout.spines
            for (left, right) in zip(textured, textured.dropFirst()) where left.isUpright && right.isUpright {
                let gap = right.matrix.x0 - left.matrix.x0 - left.spine.thickness
                // A pile may lie between them.
                #expect(gap < 1.5 || gap > 390)
            }
        }
    }

    @Test func manySpinesStandOnSeveralBoards() throws {
        let shelf = try makeShelf(.textured, seed: 3, width: 2048, height: 1536, spines: 47, fonts: fonts)
        #expect(shelf.spines.count == 47)
        #expect(shelf.layout.boards == 2)
        let points = shelf.spines.flatMap(\.corners)
        #expect(points.allSatisfy { (0...2048).contains($0.x) && (0...1536).contains($0.y) })
    }

    @Test func textStandsOutFromItsGround() throws {
        for level in BookshelfLevel.allCases {
            let least = level == .clean || level == .tilted ? 5.5 : 3.6
            for seed in 0..<40 as Range<UInt64> {
                for placed in try makeShelf(level, seed: seed, fonts: fonts).layout.spines {
                    let style = placed.spine.style
                    #expect(style.titleInk.contrast(to: style.ground) >= least - 0.8)
                    #expect(style.authorInk.contrast(to: style.authorBand ?? style.ground) >= least - 0.8)
                }
            }
        }
    }
}
