import BookScanner
import Foundation
import TestEffort
import Testing

@Suite("Queue machine (R-SCAN-2, R-SCAN-4, R-SCAN-5)")
struct ScanQueueMachineTests {
    /// One of a thousand can be played again: `PINHOLE_SCAN_SEED=17 swift test --filter episodes`.
    @Test("Nothing is lost, doubled, overtaken or sent too soon in thousands of random episodes")
    func episodes() throws {
        let chosen = ProcessInfo.processInfo.environment["PINHOLE_SCAN_SEED"].flatMap(UInt64.init)
        for seed in chosen.map({ $0...$0 }) ?? 0...UInt64(TestEffort.count(4000) - 1) {
            var episode = ScanQueueEpisode(seed: seed)
            do {
                try episode.run(steps: 120)
            } catch {
                Issue.record("seed \(seed): \(error). Replay: PINHOLE_SCAN_SEED=\(seed) swift test --filter episodes")
                return
            }
        }
    }
}
