import CoreMedia
import Testing

@testable import MediaEncoding

@Suite("Where fragments end")
struct FragmentBoundariesTests {
    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

    private func halves(first: Double = 0.5, trackCount: Int = 2) -> FragmentBoundaries {
        FragmentBoundaries(first: seconds(first), others: seconds(0.5), trackCount: trackCount)
    }

    private func tenths(_ numbers: ClosedRange<Int>, track: Int) -> [(time: Double, track: Int)] {
        numbers.map { (Double($0) / 10, track) }
    }

    /// The samples, of those given, with which fragments end.
    private func ends(_ boundaries: FragmentBoundaries, _ samples: [(time: Double, track: Int)]) -> [Double] {
        var boundaries = boundaries
        return samples.compactMap { sample in
            boundaries.add(seconds(sample.time), track: sample.track)
            guard boundaries.isCutDue else { return nil }
            boundaries.cut()
            return sample.time
        }
    }

    @Test("With the sample that fills the interval; the first may be shorter")
    func intervals() {
        let times = tenths(0...19, track: 0)
        #expect(ends(halves(), times) == [0.5, 1, 1.5])
        #expect(ends(halves(first: 0.1), times) == [0.1, 0.6, 1.1, 1.6])
    }

    @Test("A track that is a second ahead of another makes no more of them")
    func uneven() {
        let lead = tenths(0...10, track: 0)
        let turns = zip(tenths(1...30, track: 1), tenths(11...40, track: 0)).flatMap { [$0, $1] }
        // 4 s of pictures.
        #expect(ends(halves(), lead + turns).count <= 8)
    }

    @Test("Tracks with few samples do not wait for each other")
    func sparse() {
        #expect(ends(halves(), [(0, 0), (0.6, 1), (1.2, 0), (1.5, 1), (1.9, 0)]) == [0.6, 1.2, 1.9])
    }

    @Test("A track that has fallen silent holds nothing back")
    func silence() {
        let both: [(time: Double, track: Int)] = [(0, 0), (0, 1), (0.1, 1)]
        #expect(ends(halves(), both + tenths(1...10, track: 0)) == [0.5, 1])
        // The one that lags fills the interval by itself.
        #expect(ends(halves(), [(time: 5, track: 0)] + tenths(1...6, track: 1)) == [0.6])
    }
}
