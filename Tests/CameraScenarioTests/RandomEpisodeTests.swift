import Dispatch
import TestEffort
import Testing

@Suite("The simulator's episodes, on the real stack")
struct RandomEpisodeTests {
    /// So many in each of two processes.
    private static let count = TestEffort.count(60)

    @Test("R-LIFE: whatever happened, once all faults are over the picture comes back", arguments: [1, 2])
    func liveness(half: Int) async {
        let words = CapturedStandardError()
        let result = await #expect(processExitsWith: .success) {
            [half = half as Int, words = words as CapturedStandardError] in
            words.keep()
            endHangingTest(after: max(600, 10 * Double(Self.count)))
            let start = DispatchTime.now()
            for episode in 0..<Self.count {
                for defect in await ScenarioFixture.play(seed: UInt64(half), episode: episode) {
                    Issue.record("\(defect)")
                }
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
            print("\(Self.count) episodes on the real stack, \(Int(Double(Self.count) / seconds)) a second")
        }
        words.tell(unless: result != nil)
    }
}
