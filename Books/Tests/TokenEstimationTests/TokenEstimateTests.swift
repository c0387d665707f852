import Testing
import TokenEstimation

@Suite("What images cost vision models")
struct TokenEstimateTests {
    @Test("R-PHOTO-3: tokens by both published rules, under their names")
    func tokens() {
        #expect(TokenEstimate(rule: .squareTiles, width: 1024, height: 768).tokens == 516)
        #expect(TokenEstimate(rule: .cropUnits, width: 1024, height: 768).tokens == 1032)
        // The published example: crop unit 360, so 3 x 2 tiles.
        #expect(TokenEstimate(rule: .cropUnits, width: 960, height: 540).tokens == 1548)
        #expect(TokenEstimate(rule: .squareTiles, width: 960, height: 540).tokens == 516)
        #expect(TokenEstimate.all(width: 384, height: 384).map(\.tokens) == [258, 258])
        #expect(TokenEstimate.all(width: 0, height: 0).map(\.tokens) == [0, 0])
        #expect(TokenEstimate.all(width: 4032, height: 3024).map(\.tokens) == [258 * 24, 258 * 4])
        #expect(Set(TokenEstimate.all(width: 1024, height: 768).map(\.rule)).count == 2)
    }
}
