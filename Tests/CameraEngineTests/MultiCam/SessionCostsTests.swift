import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What was taken back for its cost")
struct SessionCostsTests {
    private let budget = SteppedDownBudget(
        chosen: SessionCosts(hardware: 0.8, systemPressure: 0.5),
        refused: SessionCosts(hardware: 1.6, systemPressure: 0.9)
    )

    @Test("R-MULTI-4: it fits when the cost has fallen by as much as it was too high, and a little more")
    func room() {
        #expect(!budget.hasRoom(at: SessionCosts(hardware: 0.8, systemPressure: 0.5)))
        #expect(!budget.hasRoom(at: SessionCosts(hardware: 0.49, systemPressure: 0.5)))
        #expect(budget.hasRoom(at: SessionCosts(hardware: 0.47, systemPressure: 0.5)))
        #expect(!budget.hasRoom(at: SessionCosts(hardware: 3, systemPressure: 0.5)))
    }

    @Test("S-103: what would be too hot is not tried again, however much hardware there is")
    func heat() {
        var hot = budget
        hot.refused.systemPressure = 1.2
        #expect(!hot.hasRoom(at: SessionCosts(hardware: 0.1, systemPressure: 0.5)))
    }

    @Test("A session without costs has no room that anybody could tell")
    func unknown() {
        let unknown = SteppedDownBudget(chosen: SessionCosts(), refused: SessionCosts(hardware: 1.2))
        #expect(!unknown.hasRoom(at: SessionCosts()))
    }

    @Test("R-MULTI-4: a load that falls between the two measurements does not keep less than there is room for")
    func loadFellMeanwhile() {
        // Half the pixels, and a fifth of the cost: something else was given up meanwhile.
        var budget = SteppedDownBudget(
            chosen: SessionCosts(hardware: 0.3),
            refused: SessionCosts(hardware: 1.5),
            chosenPixelRate: 1_000,
            refusedPixelRate: 2_000
        )
        #expect(budget.hasRoom(at: SessionCosts(hardware: 0.3)))
        #expect(!budget.hasRoom(at: SessionCosts(hardware: 0.5)))
        // The estimate was tried, and it did not fit: what was measured holds, so nothing goes up and down for ever.
        budget.isTried = budget.isAsMuch(as: budget)
        #expect(!budget.hasRoom(at: SessionCosts(hardware: 0.3)))
        #expect(budget.hasRoom(at: SessionCosts(hardware: 0.18)))
        #expect(!budget.isAsMuch(as: nil))
    }

    @Test("Costs that look the same are not told anew")
    func noticeable() {
        let costs = SessionCosts(hardware: 0.5, systemPressure: 0.5)
        #expect(!costs.isNoticeablyDifferent(from: SessionCosts(hardware: 0.501, systemPressure: 0.499)))
        #expect(costs.isNoticeablyDifferent(from: SessionCosts(hardware: 0.5, systemPressure: 0.6)))
    }
}
