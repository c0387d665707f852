import CaptureCore
import CoreMedia
import Testing

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

    /// Appends an item, and tells whether it was taken.
    private func take(_ policy: inout ReadinessPolicy, _ track: Int, at seconds: Double) -> Bool {
        policy.take(track, at: time(seconds))
    }

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    @Test("S-189, R-REC-4: an input is ready while its queue has room", arguments: [true, false])
    func room(isRealTime: Bool) {
        var policy = policy(isRealTime: isRealTime)
        for number in 0..<3 { #expect(take(&policy, 0, at: Double(number) / 30)) }
        #expect(!policy.isReady(0))
        #expect(!take(&policy, 0, at: 0.1))
        #expect(policy.isReady(1))
        policy.release(0, after: 0.01)
        #expect(policy.isReady(0))
        policy.finish(0)
        #expect(!policy.isReady(0))
        #expect(!take(&policy, 0, at: 0.1))
    }

    @Test(
        "R-REC-4: with a disk that does not keep up no input is ready for more than the next",
        arguments: [true, false]
    )
    func disk(isRealTime: Bool) {
        var policy = policy(isRealTime: isRealTime)
        policy.diskKeepsUp = false
        for track in 0..<2 {
            #expect(take(&policy, track, at: 0))
            #expect(!policy.isReady(track))
        }
        policy.diskKeepsUp = true
        #expect(policy.isReady(0) && policy.isReady(1))
    }

    @Test("S-189: a track that can wait is held back while it is far ahead of another")
    func interleaving() {
        var policy = policy(isRealTime: false)
        #expect(take(&policy, 0, at: 1.1))
        #expect(!policy.isReady(0))
        #expect(take(&policy, 1, at: 0.5))
        #expect(policy.isReady(0))
        #expect(take(&policy, 0, at: 9))
        #expect(!policy.isReady(0))
        policy.finish(1)
        #expect(policy.isReady(0))
    }

    @Test("S-189: a live track is never held back for another")
    func realTime() {
        var policy = policy(isRealTime: true)
        #expect(take(&policy, 0, at: 100))
        #expect(policy.isReady(0))
    }

    @Test("S-189: who has seen that an input is ready can append, whatever happens to others meanwhile")
    func readinessIsKept() {
        // Another track begins before the session does, as with samples from the key frame on.
        var policy = policy(isRealTime: false)
        #expect(take(&policy, 0, at: 0.9))
        #expect(policy.isReady(0))
        #expect(take(&policy, 1, at: -2))
        #expect(policy.isReady(0))
        #expect(take(&policy, 0, at: 0.95))
        #expect(!policy.isReady(0))
        // An encoder that becomes slower has less room.
        var slow = ReadinessPolicy(lanes: [.init(isRealTime: true, capacity: 12, limitsDelay: true)])
        for number in 0..<5 { #expect(take(&slow, 0, at: Double(number) / 30)) }
        slow.release(0, after: 1)
        #expect(slow.lanes[0].waiting > slow.lanes[0].room)
        #expect(slow.isReady(0))
        #expect(take(&slow, 0, at: 0.2))
        #expect(!slow.isReady(0))
    }

    /// Thirty pictures a second come to an encoder that takes its time for each.
    ///
    /// - Parameters:
    ///   - beginning: from when on delays count.
    ///   - pace: seconds that the encoder takes for a picture that it begins at a time.
    /// - Returns: the longest time from capturing a picture to the end of its encoding, and the most that waited at once.
    private func record(
        seconds: Double,
        from beginning: Double = 0,
        pace: (Double) -> Double
    ) -> (delay: Double, waiting: Int) {
        var policy = ReadinessPolicy(lanes: [.init(isRealTime: true, capacity: 12, limitsDelay: true)])
        var waiting: [Double] = []
        var encodingEnds = 0.0
        var delay = 0.0
        var most = 0
        for frame in 0..<Int(seconds * 30) {
            let now = Double(frame) / 30
            while let first = waiting.first {
                let begin = max(encodingEnds, first)
                let end = begin + pace(begin)
                guard end <= now else { break }
                encodingEnds = end
                let captured = waiting.removeFirst()
                if end >= beginning { delay = max(delay, end - captured) }
                policy.release(0, after: pace(begin))
            }
            guard policy.take(0, at: time(now), canBeDropped: true) else { continue }
            waiting.append(now)
            most = max(most, waiting.count)
        }
        return (delay, most)
    }

    @Test("R-REC-4: what waits for a slow encoder is little, so that little is lost by a crash")
    func slowEncoder() {
        // Quick enough: everything is taken.
        #expect(record(seconds: 20) { _ in 0.02 }.delay < 0.05)
        // Too slow by far. A queue of sixteen made pictures wait for 1.7 and 3.4 seconds; now it is the pace of some pictures,
        // and at the beginning, until the pace is known, a few more.
        #expect(record(seconds: 20) { _ in 0.1 }.delay <= 0.6)
        #expect(record(seconds: 20) { _ in 0.2 }.delay <= 1.1)
        #expect(record(seconds: 20, from: 10) { _ in 0.1 }.delay <= 0.45)
        #expect(record(seconds: 20, from: 10) { _ in 0.2 }.delay <= 0.45)
        #expect(record(seconds: 20) { $0 < 5 ? 0.02 : 0.2 }.delay <= 1.1)
    }

    @Test("R-REC-4: never more pictures wait than a second has with those of a fragment")
    func waitingPictures() {
        var policy = ReadinessPolicy(lanes: [.init(isRealTime: true, capacity: 12, limitsDelay: true)])
        var room: Int { policy.lanes[0].room }
        func encode(_ count: Int, _ seconds: Double) {
            for _ in 0..<count {
                _ = policy.take(0, at: .zero)
                policy.release(0, after: seconds)
            }
        }
        #expect(room == 12)
        encode(20, 0.1)
        #expect(room == 4)
        encode(20, 5)
        #expect(room == 2)
        encode(80, 0.001)
        #expect(room == 12)
        let patient = ReadinessPolicy.Lane(isRealTime: true, capacity: 12)
        #expect(patient.room == 12)
    }
}
