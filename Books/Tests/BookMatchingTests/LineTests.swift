import Testing

@testable import BookMatching

@Suite struct LineTests {
    private static func relation(_ a: ReadLine, _ b: ReadLine) -> LineRelation? {
        LineRelation(SpineLine(a), SpineLine(b))
    }

    @Test func linesOfOneAxis() {
        // 4 letters of 10 pixels each; the second begins 20 pixels behind the first.
        let near = Self.relation(line("Mare"), line("Nit", x: 60))
        #expect(near == LineRelation(kind: .axis, cost: 0))
        // 15 heights of text between them, of which 10 are free.
        let far = Self.relation(line("Mare"), line("Nit", x: 340))
        #expect(far?.kind == .axis)
        #expect(abs((far?.cost ?? 0) - 2) < 1e-9)
    }

    @Test func linesSideBySide() {
        let stack = Self.relation(line("La marea que"), line("esconde", y: 25))
        #expect(stack?.kind == .stack)
        #expect(abs((stack?.cost ?? 0) - (2 + 5 * 0.25)) < 1e-9)
        #expect(Self.relation(line("La marea que esconde"), line("el mar", y: 50)) == nil)
    }

    @Test func uprightWordsBelowEachOther() {
        let column = Self.relation(line("LA NIT"), line("ROCA", x: 10, y: 80))
        #expect(column?.kind == .column)
        #expect(abs((column?.cost ?? 0) - (4 + 0.3 * 3)) < 1e-9)
    }

    @Test func shortLineAcrossASpine() {
        // The spine's text runs down from (100, 0) for 120 pixels; the upright line is 40 pixels below its end.
        let cross = Self.relation(line("La marea que", x: 100, runsDown: true), line("Nit", x: 75, y: 160))
        #expect(cross == LineRelation(kind: .cross, cost: 2))
        #expect(Self.relation(line("La marea que", x: 100, runsDown: true), line("Nit", x: 300, y: 160)) == nil)
    }

    @Test func anotherShelfIsDear() {
        var lower = SpineLine(line("Nit", x: 60))
        lower.row = 1
        #expect(LineRelation(SpineLine(line("Mare")), lower) == LineRelation(kind: .axis, cost: 3))
    }

    @Test func neighboursAreReachedByOneOtherLine() {
        let shelf = ShelfLines([line("Mare"), line("Nit", x: 340), line("Dia", x: 660)].map { SpineLine($0) })
        let end = shelf.relation(of: 0, to: 2)
        #expect(end?.kind == .axis)
        // Two gaps of 15 and 14.5 heights cost less than one of 31.
        #expect(abs((end?.cost ?? 0) - 3.8) < 1e-9)
        #expect(shelf.relation(of: 0, to: 0) == nil)
    }

    @Test func shelvesArePartedByBands() {
        let upper = (0..<5).map { line("Llibre de dalt", x: 100 + 40 * Double($0), y: 0, runsDown: true) }
        let lower = (0..<5).map { line("Llibre de sota", x: 115 + 40 * Double($0), y: 400, runsDown: true) }
        let shelf = ShelfLines((upper + lower).map { SpineLine($0) })
        #expect(shelf.lines.map(\.row) == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
        // Four spines are too few to tell.
        let few = ShelfLines((upper.prefix(3) + lower.prefix(3)).map { SpineLine($0) })
        #expect(few.lines.allSatisfy { $0.row == 0 })
    }

    @Test func bandBetweenAuthorsAndTitlesIsNoShelf() {
        let places = (0..<6).map { 100 + 40 * Double($0) }
        // On each spine the author's axis goes on in the title's.
        let authors = places.map { line("Maria Roca", x: $0, y: 0, runsDown: true) }
        let titles = places.map { line("La marea que esconde", x: $0, y: 180, runsDown: true) }
        let shelf = ShelfLines((authors + titles).map { SpineLine($0) })
        #expect(shelf.lines.allSatisfy { $0.row == 0 })
    }

    @Test func labelStandsOnItsSpine() {
        let read = [
            line("La marea que esconde", x: 100, runsDown: true), line("N", x: 85, y: 230), line("Roc", x: 75, y: 255),
            line("La nit", x: 300, runsDown: true),
        ]
        let shelf = ShelfLines(read.map { SpineLine($0) })
        #expect(shelf.lines[1].label?.letters == "")
        #expect(shelf.lines[2].label?.letters == "roc")
        #expect(shelf.lines[2].words.isEmpty)
        #expect(shelf.labels == [2, nil, nil, nil])
        #expect(shelf.neighbours[0].isEmpty)
    }

    @Test func linesBelowTheLeastConfidenceAreDropped() {
        let read = [line("Mare", confidence: 0.49), line("Nit", x: 200, confidence: 0.5), line("   ", x: 400)]
        #expect(ShelfLines(read.map { SpineLine($0) }).lines.map(\.text) == ["Nit"])
    }

    @Test func boxHoldsAllLines() {
        let box = SpineLine.box(around: [SpineLine(line("Mare")), SpineLine(line("Nit", x: 60, y: 5))])
        #expect(box == [SIMD2(0, 0), SIMD2(90, 0), SIMD2(90, 25), SIMD2(0, 25)])
        #expect(SpineLine.box(around: []).isEmpty)
    }

    @Test func emptyAndFlatLinesDoNoHarm() {
        let flat = ReadLine(corners: [SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0)], confidence: 1, letters: [])
        #expect(ShelfReading([flat]).books().isEmpty)
        let point = ReadLine(
            corners: [SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0), SIMD2(0, 0)],
            confidence: 1,
            letters: "Llibre".map { ReadLine.Letter(text: String($0), confidence: 1, position: 0) }
        )
        #expect(ShelfReading([point, point]).books().allSatisfy { !$0.isAccepted })
        #expect(ShelfReading([]).books().isEmpty)
    }
}
