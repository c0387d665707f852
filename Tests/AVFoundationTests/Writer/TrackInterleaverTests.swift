import CoreMedia
import Testing

@testable import AVFoundation

@Suite("The order of samples in a file")
struct TrackInterleaverTests {
    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    /// All that may leave now, as track and number.
    private func drain(_ interleaver: inout TrackInterleaver<Int>) -> [Int] {
        var order: [Int] = []
        while let (track, sample) = interleaver.next() { order.append(track * 100 + sample) }
        return order
    }

    @Test("Samples leave by decode time once every track has shown how far it is")
    func byTime() {
        var interleaver = TrackInterleaver<Int>(trackCount: 2, patience: time(10))
        interleaver.add(0, at: time(0), track: 0)
        interleaver.add(1, at: time(0.04), track: 0)
        #expect(drain(&interleaver) == [])
        interleaver.add(0, at: time(0.01), track: 1)
        interleaver.add(1, at: time(0.03), track: 1)
        #expect(drain(&interleaver) == [0, 100, 101])
        interleaver.finish(track: 1)
        #expect(drain(&interleaver) == [1])
        #expect(interleaver.isEmpty)
    }

    @Test("A silent track is waited for no longer than the patience")
    func patience() {
        var interleaver = TrackInterleaver<Int>(trackCount: 2, patience: time(0.5))
        for index in 0..<30 { interleaver.add(index, at: time(Double(index) / 30), track: 0) }
        // The last is at 0.967: what is more than half a second earlier leaves.
        #expect(drain(&interleaver) == Array(0..<14))
        interleaver.add(0, at: time(0.2), track: 1)
        #expect(drain(&interleaver) == [100])
    }

    @Test("The order within a track is kept, and nothing is lost over a long time")
    func endurance() {
        var interleaver = TrackInterleaver<Int>(trackCount: 2, patience: time(1))
        var seen = [0, 0]
        for index in 0..<5000 {
            interleaver.add(index, at: time(Double(index) / 30), track: 0)
            interleaver.add(index, at: time(Double(index) / 30 + 0.01), track: 1)
            while let (track, sample) = interleaver.next() {
                #expect(sample == seen[track])
                seen[track] += 1
            }
        }
        interleaver.finish(track: 0)
        interleaver.finish(track: 1)
        while let (track, _) = interleaver.next() { seen[track] += 1 }
        #expect(seen == [5000, 5000])
    }
}

@Suite("Back-pressure of an asset writer")
struct ReadinessPolicyTests {
    private func policy(isRealTime: Bool, count: Int = 2) -> ReadinessPolicy {
        ReadinessPolicy(lanes: (0..<count).map { _ in .init(isRealTime: isRealTime, capacity: 3) })
    }

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    @Test("S-189, R-REC-4: an input is ready while its queue has room", arguments: [true, false])
    func room(isRealTime: Bool) {
        var policy = policy(isRealTime: isRealTime)
        #expect(policy.isReady(0))
        policy.lanes[0].waiting = 3
        #expect(!policy.isReady(0))
        #expect(policy.isReady(1))
        policy.lanes[0].waiting = 2
        #expect(policy.isReady(0))
        policy.lanes[0].isFinished = true
        #expect(!policy.isReady(0))
    }

    @Test("R-REC-4: a disk that does not keep up makes no input ready", arguments: [true, false])
    func disk(isRealTime: Bool) {
        var policy = policy(isRealTime: isRealTime)
        policy.diskKeepsUp = false
        #expect(!policy.isReady(0) && !policy.isReady(1))
    }

    @Test("S-189: a track that can wait is held back while it is far ahead of another")
    func interleaving() {
        var policy = policy(isRealTime: false)
        policy.lanes[0].latest = time(1.1)
        #expect(!policy.isReady(0))
        #expect(policy.isReady(1))
        policy.lanes[1].latest = time(0.5)
        #expect(policy.isReady(0))
        policy.lanes[0].latest = time(9)
        #expect(!policy.isReady(0))
        policy.lanes[1].isFinished = true
        #expect(policy.isReady(0))
    }

    @Test("S-189: a live track is never held back for another")
    func realTime() {
        var policy = policy(isRealTime: true)
        policy.lanes[0].latest = time(100)
        #expect(policy.isReady(0))
    }
}
