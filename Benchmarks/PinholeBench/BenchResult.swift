import Foundation

/// Prints figures for `scripts/bench`.
enum BenchResult {
    /// One line of JSON.
    static func print(_ figures: [String: Double]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = (try? encoder.encode(figures)) ?? Data()
        Swift.print(String(decoding: data, as: UTF8.self))
    }
}
