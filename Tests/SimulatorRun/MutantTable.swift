import CameraMutants
import CameraSimulation

/// Which layer of tests finds which known bug, each layer by itself: where a bug is found by one layer alone, nothing else may take its
/// place; where a cheaper layer finds it, too, the other one need not be run each time for that.
struct MutantTable {
    let seed: UInt64
    /// So many events each layer of the simulator gets for a bug.
    let events: Int
    /// The state machine's own tests, if the program that has them is known.
    let tests: LifecycleTests?

    /// One bug's row.
    private struct Row {
        var mutation: Mutation
        /// What each layer says: after how many events it found the bug, `yes` for tests, nil if it did not.
        var cells: [String?]

        var finders: [Int] { cells.indices.filter { cells[$0] != nil } }
    }

    private var layers: [String] {
        (tests == nil ? [] : ["tests"]) + SimulationLayer.allCases.map(\.rawValue)
    }

    /// Prints the table, then how many bugs each layer finds, and which it alone finds.
    ///
    /// - Returns: whether each bug is found by some layer, and no layer finds a bug where there is none.
    func print() -> Bool {
        if let tests, tests.fail(with: nil) {
            Swift.print("error: \(tests.program) fails without a bug, or has no CameraLifecycleTests.")
            return false
        }
        let width = Mutation.allCases.map(\.rawValue.count).max() ?? 0
        Swift.print(line("known bug", layers, width))
        let rows = Mutation.allCases.map { mutation in
            let row = row(mutation)
            Swift.print(line(mutation.rawValue, row.cells.map { $0 ?? "-" }, width))
            return row
        }
        tell(rows)
        return rows.allSatisfy { !$0.finders.isEmpty }
    }

    private func row(_ mutation: Mutation) -> Row {
        let byTests = tests.map { [$0.fail(with: mutation) ? "yes" : nil] } ?? []
        let bySimulator = SimulationLayer.allCases.map { layer in
            let simulator = CameraSimulator(layers: [layer]) { Mutant(mutation) }
            let (handled, failure) = simulator.run(seed: seed, events: events)
            return failure.map { _ in "\(handled)" }
        }
        return Row(mutation: mutation, cells: byTests + bySimulator)
    }

    private func tell(_ rows: [Row]) {
        for (index, layer) in layers.enumerated() {
            let found = rows.filter { $0.finders.contains(index) }
            let alone = found.filter { $0.finders == [index] }.map(\.mutation.rawValue)
            let rest = alone.isEmpty ? "none alone" : "\(alone.count) alone: " + alone.joined(separator: ", ")
            Swift.print("\(layer): \(found.count) of \(rows.count), \(rest)")
        }
        for row in rows where row.finders.isEmpty { Swift.print("error: \(row.mutation.rawValue) was not found.") }
    }

    private func line(_ name: String, _ cells: [String], _ width: Int) -> String {
        let first = name + String(repeating: " ", count: width - name.count)
        return cells.reduce(first) { $0 + String(repeating: " ", count: max(1, 11 - $1.count)) + $1 }
    }
}
