import CoreMedia
import SeededRandom
import Testing

@testable import AVFoundation
@testable import SimulatedDriver

@Suite("Frame pairing")
struct FramePairingTests {
    /// Data are words such as "a3": the output's letter and the datum's number.
    struct Bench {
        var pairing: FramePairing<String>
        private var group: [FramePairing<String>.Entry?]
        /// What has left, a line each: "a0 b0", or "b1" for a datum that belongs to none.
        var groups: [String] = []

        init(outputs: Int = 2, capacity: Int = 8) {
            pairing = FramePairing(capacities: Array(repeating: capacity, count: outputs))
            group = Array(repeating: nil, count: outputs)
        }

        mutating func add(_ datum: String, at milliseconds: Double, lasting duration: Double = 40) {
            let output = Int((datum.utf8.first ?? 0) - UInt8(ascii: "a"))
            pairing.add(
                datum,
                time: CMTime(seconds: milliseconds / 1_000, preferredTimescale: 1_000_000_000),
                duration: duration > 0
                    ? CMTime(seconds: duration / 1_000, preferredTimescale: 1_000_000_000) : .invalid,
                from: output
            )
            drain()
        }

        mutating func expect(_ isExpected: Bool, _ output: Int) {
            pairing.expect(isExpected, from: output)
            drain()
        }

        private mutating func drain() {
            while pairing.removeGroup(into: &group) {
                groups.append(group.compactMap { $0?.datum }.joined(separator: " "))
                for index in group.indices { group[index] = nil }
            }
        }
    }

    @Test("S-144: a primary datum is held until the other output has one with an equal or later time")
    func held() {
        var bench = Bench()
        bench.add("a0", at: 0)
        #expect(bench.groups.isEmpty)
        bench.add("b0", at: 0)
        #expect(bench.groups == ["a0 b0"])
        bench.add("b1", at: 39)
        bench.add("a1", at: 40)
        // One that is nearer could still come.
        #expect(bench.groups == ["a0 b0"])
        bench.add("b2", at: 79)
        #expect(bench.groups == ["a0 b0", "a1 b1"])
    }

    @Test("S-144: it is held until every other output has")
    func heldByAll() {
        var bench = Bench(outputs: 3)
        bench.add("a0", at: 0)
        bench.add("c0", at: 1)
        #expect(bench.groups.isEmpty)
        bench.add("b0", at: 2)
        #expect(bench.groups == ["a0 b0 c0"])
    }

    @Test("S-144: of several data of an output the nearest one belongs to it; the others come alone, in order of time")
    func nearest() {
        var bench = Bench()
        bench.add("b0", at: 5)
        bench.add("b1", at: 15)
        bench.add("b2", at: 22)
        bench.add("a0", at: 20)
        #expect(bench.groups == ["b0", "b1", "a0 b2"])
        bench.add("b3", at: 28)
        bench.add("b4", at: 61)
        bench.add("a1", at: 60)
        #expect(bench.groups == ["b0", "b1", "a0 b2", "b3", "a1 b4"])
    }

    @Test("S-144: what is more than half a frame away belongs to none", arguments: [20.0, 20.001])
    func tolerance(_ distance: Double) {
        var bench = Bench()
        bench.add("a0", at: 100)
        bench.add("b0", at: 100 + distance)
        bench.add("a1", at: 140)
        bench.add("b1", at: 180)
        #expect(bench.groups == (distance > 20 ? ["a0", "a1 b0"] : ["a0 b0", "a1"]))
    }

    @Test("S-144: a later datum does not keep an earlier primary one from leaving alone")
    func laterOnly() {
        var bench = Bench()
        bench.add("b0", at: 200)
        bench.add("a0", at: 0)
        bench.add("a1", at: 40)
        #expect(bench.groups == ["a0", "a1"])
        bench.add("a2", at: 200)
        #expect(bench.groups == ["a0", "a1", "a2 b0"])
    }

    @Test("S-144: an output that cannot deliver holds nobody up, until it delivers")
    func unexpected() {
        var bench = Bench()
        bench.add("a0", at: 0)
        bench.expect(false, 1)
        #expect(bench.groups == ["a0"])
        bench.add("a1", at: 40)
        #expect(bench.groups == ["a0", "a1"])
        bench.add("b1", at: 41)
        #expect(bench.groups == ["a0", "a1", "b1"])
        bench.add("a2", at: 80)
        #expect(bench.groups.count == 3)
        bench.add("b2", at: 81)
        #expect(bench.groups.last == "a2 b2")
    }

    @Test("S-144: an output that falls silent holds the others up once, and a quarter of a second at most")
    func silence() {
        var bench = Bench()
        bench.add("a0", at: 0)
        bench.add("b0", at: 0)
        for number in 1...6 { bench.add("a\(number)", at: Double(number) * 40) }
        #expect(bench.groups == ["a0 b0"])
        bench.add("a7", at: 280)
        #expect(bench.groups == ["a0 b0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"])
        bench.add("a8", at: 320)
        #expect(bench.groups.last == "a8")
        // It comes back.
        bench.add("b9", at: 361)
        bench.add("a9", at: 360)
        #expect(bench.groups.last == "a9 b9")
        bench.add("a10", at: 400)
        #expect(bench.groups.last == "a9 b9")
    }

    @Test("S-144: a primary output that is silent from the beginning, or falls silent, leaves the others' data alone")
    func silentPrimary() {
        var bench = Bench()
        for number in 0...6 { bench.add("b\(number)", at: Double(number) * 40) }
        #expect(bench.groups.isEmpty)
        bench.add("b7", at: 280)
        #expect(bench.groups.count == 8)
        bench.add("b8", at: 320)
        #expect(bench.groups.last == "b8")
        bench.add("a9", at: 360)
        bench.add("b9", at: 360)
        #expect(bench.groups.last == "a9 b9")
    }

    @Test("S-144: what comes too late for the primary datum it would belong to comes alone at once")
    func tooLate() {
        var bench = Bench()
        bench.expect(false, 1)
        bench.add("a0", at: 0)
        bench.add("a1", at: 40)
        bench.add("b1", at: 41)
        #expect(bench.groups == ["a0", "a1", "b1"])
    }

    @Test("Memory is bounded: a datum more than fits lets the oldest go")
    func bounded() {
        var bench = Bench(capacity: 4)
        for number in 0..<3 { bench.add("a\(number)", at: Double(number)) }
        #expect(bench.groups.isEmpty)
        bench.add("a3", at: 3)
        #expect(bench.groups == ["a0"])
        var other = Bench(capacity: 4)
        for number in 0..<4 { other.add("b\(number)", at: Double(number)) }
        #expect(other.groups == ["b0"])
        #expect(other.pairing.waiting == 3)
    }

    @Test("A slow second output pairs with each so-many-th datum, a fast one leaves some alone")
    func rates() {
        var slow = Bench()
        for number in 0..<8 {
            slow.add("a\(number)", at: Double(number) * 40)
            if number % 2 == 0 { slow.add("b\(number)", at: Double(number) * 40 + 3) }
        }
        #expect(slow.groups == ["a0 b0", "a1", "a2 b2", "a3", "a4 b4", "a5", "a6 b6"])
        var fast = Bench()
        for number in 0..<3 {
            fast.add("a\(number)", at: Double(number) * 40)
            fast.add("b\(2 * number)", at: Double(number) * 40)
            fast.add("b\(2 * number + 1)", at: Double(number) * 40 + 20)
        }
        #expect(fast.groups == ["a0 b0", "b1", "a1 b2", "b3", "a2 b4"])
    }

    @Test(
        "A time that goes back counts as the latest one, and an unknown time too: nothing is lost, nothing stands still"
    )
    func backwards() {
        var bench = Bench()
        bench.add("a0", at: 1_000)
        bench.add("b0", at: 1_000)
        for number in 1...40 {
            bench.add("a\(number)", at: 1_000 + Double(number) * 40)
            bench.add("b\(number)", at: Double(number) * 40)
        }
        #expect(bench.groups.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("a") }.count == 41)
        // From here on its times are after those of before.
        #expect(bench.pairing.waiting <= 8)
        var unknown = Bench()
        unknown.add("a0", at: 40)
        unknown.pairing.add("b0", time: .invalid, duration: .invalid, from: 1)
        unknown.add("b1", at: 50)
        #expect(unknown.groups == ["a0 b0", "b1"])
    }

    @Test("Without durations, half of the time between two primary data is near enough")
    func durations() {
        var bench = Bench()
        bench.add("a0", at: 0, lasting: 0)
        bench.add("b0", at: 0, lasting: 0)
        bench.add("a1", at: 100, lasting: 0)
        bench.add("b1", at: 149, lasting: 0)
        #expect(bench.groups == ["a0 b0", "a1 b1"])
    }

    @Test("Nothing is left after a reset, and old times count no more")
    func reset() {
        var bench = Bench()
        bench.add("a0", at: 10_000)
        bench.pairing.removeAll()
        #expect(bench.pairing.waiting == 0)
        bench.add("a1", at: 0)
        bench.add("b1", at: 0)
        #expect(bench.groups == ["a1 b1"])
    }

    @Test("S-144: an output whose data are forgotten takes its waiting data along, and holds nobody up")
    func forgotten() {
        var bench = Bench()
        bench.add("b0", at: 39)
        bench.add("a0", at: 40)
        bench.add("a1", at: 80)
        bench.pairing.removeAll(of: 1)
        #expect(bench.pairing.waiting == 2, "\(bench.pairing.waiting)")
        bench.expect(false, 1)
        #expect(bench.groups == ["a0", "a1"], "\(bench.groups)")
        bench.expect(true, 1)
        bench.add("b2", at: 120)
        bench.add("a2", at: 120)
        #expect(bench.groups == ["a0", "a1", "a2 b2"], "\(bench.groups)")
    }

    @Test("S-144, R-MULTI-6: clocks that drift apart by 100 ppm for an hour: pairs are at most half a frame apart")
    func drift() {
        let duration = CMTime(value: 1, timescale: 15)
        let start = CMTime(value: 1_000, timescale: 1)
        var cameras = [
            FrameSchedule(start: start, duration: duration),
            FrameSchedule(start: start.adding(seconds: 0.004), duration: duration, drift: 100),
        ]
        let end = start.adding(seconds: 3_600)
        var pairing = FramePairing<Int64>(capacities: [8, 8])
        var group: [FramePairing<Int64>.Entry?] = [nil, nil]
        var (pairs, alone, worst, mostWaiting) = (0, [0, 0], Int64(0), 0)
        var last: [Int64] = [0, 0]
        while true {
            let index = CMTimeCompare(cameras[0].nextDue, cameras[1].nextDue) <= 0 ? 0 : 1
            guard CMTimeCompare(cameras[index].nextDue, end) < 0,
                let tick = cameras[index].dequeue(now: cameras[index].nextDue)
            else { break }
            pairing.add(tick.time.nanoseconds, time: tick.time, duration: duration, from: index)
            mostWaiting = max(mostWaiting, pairing.waiting)
            while pairing.removeGroup(into: &group) {
                for output in 0..<2 {
                    guard let time = group[output]?.datum else { continue }
                    if time <= last[output] { Issue.record("out of order") }
                    last[output] = time
                }
                if let first = group[0]?.datum, let second = group[1]?.datum {
                    pairs += 1
                    worst = max(worst, abs(first - second))
                } else {
                    alone[group[0] == nil ? 1 : 0] += 1
                }
                (group[0], group[1]) = (nil, nil)
            }
        }
        #expect(worst <= 33_333_336)
        #expect(worst > 33_000_000)
        // 0.36 s apart in the end: the faster camera has five frames more, which belong to none.
        #expect(alone == [0, 5])
        #expect(pairs > 53_990)
        #expect(mostWaiting <= 3)
    }

    @Test("Whatever comes leaves exactly once, each output's data in order", arguments: 1...20)
    func chaos(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var pairing = FramePairing<[Int]>(capacities: [8, 8, 16])
        var group: [FramePairing<[Int]>.Entry?] = [nil, nil, nil]
        var times = [0.0, 0.0, 0.0]
        var (added, taken) = ([0, 0, 0], [0, 0, 0])
        for _ in 0..<2_000 {
            let output = Int(generator.nextUnit() * 3)
            if generator.nextUnit() < 0.01 { pairing.expect(generator.nextUnit() < 0.5, from: output) }
            times[output] += generator.nextUnit() * (generator.nextUnit() < 0.01 ? 2 : 0.07) - 0.002
            pairing.add(
                [output, added[output]],
                time: CMTime(seconds: times[output], preferredTimescale: 1_000_000_000),
                duration: CMTime(value: 1, timescale: 30),
                from: output
            )
            added[output] += 1
            while pairing.removeGroup(into: &group) {
                var members = 0
                for index in 0..<3 {
                    guard let entry = group[index] else { continue }
                    members += 1
                    if entry.datum != [index, taken[index]] { Issue.record("\(entry.datum) is out of order") }
                    taken[index] += 1
                    if let primary = group[0], abs(primary.time - entry.time) > 16_666_669 {
                        Issue.record("too far apart")
                    }
                    group[index] = nil
                }
                if members == 0 { Issue.record("an empty group") }
            }
        }
        #expect(added.reduce(0, +) == taken.reduce(0, +) + pairing.waiting)
    }
}
