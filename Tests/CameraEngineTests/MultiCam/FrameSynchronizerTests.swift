import AVFoundation
import SeededRandom
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Which picture goes with which")
struct FrameSynchronizerTests {
    /// A picture that says when it was taken, in milliseconds.
    final class Buffer {
        let time: Double

        init(_ time: Double) {
            self.time = time
        }
    }

    /// Several cameras in injected time.
    struct Bench {
        /// What was shown: the arrival at which it was, the pace's time, and each picture's time.
        struct Shown {
            var at: Double
            var time: Double
            var pictures: [Double?]
            var first: Double? { pictures[0] }
            var second: Double? { pictures[1] }
        }

        let cameraCount: Int
        var synchronizer: FrameSynchronizer<Buffer>
        var shown: [Shown] = []
        var late = 0
        /// How long each camera's pictures last, in milliseconds.
        var durations: [Int: Double] = [:]
        private var alive: [WeakBuffer] = []
        /// How many pictures were held at once at most.
        var mostHeld = 0

        init(cameraCount: Int = 2) {
            self.cameraCount = cameraCount
            synchronizer = FrameSynchronizer(cameraCount: cameraCount)
        }

        private struct WeakBuffer {
            weak var buffer: Buffer?
        }

        mutating func frame(_ camera: Int, _ time: Double, arrival: Double? = nil) {
            let buffer = Buffer(time)
            alive.append(WeakBuffer(buffer: buffer))
            let frame = FrameSynchronizer<Buffer>.Frame(
                buffer: buffer,
                time: Self.time(time),
                duration: Self.time(durations[camera] ?? 1000 / 30)
            )
            if synchronizer.receive(frame, from: camera) == .late { late += 1 }
            collect(arrival ?? time)
        }

        mutating func leave(_ camera: Int, at time: Double) {
            synchronizer.leave(camera)
            collect(time)
        }

        /// Whether no camera would be left without this one.
        func isOver(without camera: Int) -> Bool {
            var rest = synchronizer
            rest.leave(camera)
            return rest.isOver
        }

        private mutating func collect(_ arrival: Double) {
            while let match = synchronizer.next() {
                let pictures = (0..<cameraCount).map { synchronizer.frame(of: $0)?.buffer.time }
                shown.append(Shown(at: arrival, time: match.leading.buffer.time, pictures: pictures))
            }
            alive.removeAll { $0.buffer == nil }
            mostHeld = max(mostHeld, alive.count)
        }

        static func time(_ milliseconds: Double) -> CMTime {
            CMTime(value: CMTimeValue((milliseconds * 1e6).rounded()), timescale: 1_000_000_000)
        }

        /// Lets pictures arrive in the order of their arrival.
        mutating func run(_ frames: [(camera: Int, time: Double, arrival: Double)]) {
            for frame in frames.sorted(by: { $0.arrival < $1.arrival }) {
                self.frame(frame.camera, frame.time, arrival: frame.arrival)
            }
        }
    }

    static func frames(
        _ camera: Int,
        fps: Double,
        from start: Double = 0,
        seconds: Double,
        lag: Double = 0,
        drift: Double = 0
    ) -> [(camera: Int, time: Double, arrival: Double)] {
        (0..<Int(seconds * fps)).map { number in
            let time = start + Double(number) * 1000 / fps * (1 + drift)
            return (camera, time, time + lag)
        }
    }

    @Test(
        "R-MULTI-6: each picture of the first camera is shown once, with the nearest of the second",
        arguments: [(30.0, 30.0), (30, 15), (30, 60), (24, 30), (60, 30), (15, 30)]
    )
    func nearest(first: Double, second: Double) {
        for offset in stride(from: 0, to: 2000 / second, by: 3) {
            var bench = Bench()
            bench.durations = [0: 1000 / first, 1: 1000 / second]
            bench.run(
                Self.frames(0, fps: first, from: 100, seconds: 4)
                    + Self.frames(1, fps: second, from: 80 + offset, seconds: 4.1)
            )
            let times = bench.shown.map(\.time)
            let expected = Self.frames(0, fps: first, from: 100, seconds: 4).map(\.time)
            // It begins with the second camera's first picture, or with the next one if that fits better.
            #expect(times.count >= expected.count - 2 - Int(2 * first / second))
            #expect(times == Array(expected.suffix(from: expected.firstIndex(of: times[0]) ?? 0).prefix(times.count)))
            for shown in bench.shown {
                let distance = abs((shown.second ?? .infinity) - shown.time)
                #expect(distance <= 500 / second + 1e-3, "\(shown)")
            }
            // It waits for one picture at most, but for the last, after which none comes.
            #expect(bench.shown.dropLast().allSatisfy { $0.at - $0.time <= 1000 / first + 1e-3 })
            #expect(bench.mostHeld <= 6)
        }
    }

    @Test("R-MULTI-6: with clocks that drift apart by 100 ppm the pictures stay together")
    func drift() {
        var bench = Bench()
        bench.run(
            Self.frames(0, fps: 30, from: 100, seconds: 400)
                + Self.frames(1, fps: 30, from: 100, seconds: 400, drift: 100e-6)
        )
        #expect(bench.shown.count >= 400 * 30 - 2)
        #expect(bench.shown.allSatisfy { abs(($0.second ?? .infinity) - $0.time) <= 1000 / 60 + 0.01 })
        #expect(bench.mostHeld <= 6)
    }

    @Test(
        "Pictures that arrive late are waited for, for one picture of the first camera",
        arguments: [5.0, 20, 30, 60, 90]
    )
    func lag(lag: Double) {
        var bench = Bench()
        bench.run(
            Self.frames(0, fps: 30, from: 100, seconds: 3)
                + Self.frames(1, fps: 30, from: 100, seconds: 3, lag: lag)
        )
        #expect(bench.shown.count >= 80)
        let steady = bench.shown.dropFirst(10)
        // As late as it comes, less the picture that it is waited for.
        let most = (max(0, lag - 1000 / 30) / (1000 / 30)).rounded(.up) * 1000 / 30
        #expect(steady.allSatisfy { abs(($0.second ?? .infinity) - $0.time) <= most + 1e-3 })
    }

    @Test("A second camera that is late to begin is waited for, for a quarter of a second")
    func lateBegin() {
        var soon = Bench()
        soon.run(Self.frames(0, fps: 30, seconds: 1) + Self.frames(1, fps: 30, from: 200, seconds: 1))
        #expect(soon.shown.first?.second != nil)
        #expect((soon.shown.first?.time ?? 0) >= 150)
        var never = Bench()
        never.run(Self.frames(0, fps: 30, seconds: 1))
        let first = never.shown.first
        #expect(first?.second == nil && (250...300).contains(first?.time ?? 0))
        #expect(never.mostHeld <= 4)
        var alone = Bench()
        alone.run(Self.frames(1, fps: 30, seconds: 1))
        #expect(alone.shown.first?.first == nil && (250...300).contains(alone.shown.first?.time ?? 0))
    }

    @Test(
        "A camera that falls silent keeps its last picture for a second, and the other goes on",
        arguments: [0, 1]
    )
    func silence(camera: Int) {
        var bench = Bench()
        bench.run(
            Self.frames(camera, fps: 30, seconds: 1) + Self.frames(1 - camera, fps: 30, seconds: 4)
        )
        func picture(_ shown: Bench.Shown) -> Double? {
            camera == 0 ? shown.first : shown.second
        }
        let gap = zip(bench.shown, bench.shown.dropFirst()).map { $1.time - $0.time }.max() ?? 0
        #expect(gap <= 350)
        let after = bench.shown.filter { $0.time > 1_300 }
        #expect(after.filter { $0.time < 1_900 }.allSatisfy { (picture($0) ?? 0) > 900 })
        #expect(after.filter { $0.time > 2_100 }.allSatisfy { picture($0) == nil })
        #expect((bench.shown.last?.time ?? 0) > 3_900)
        #expect(bench.mostHeld <= 6)
    }

    @Test(
        "A camera that is gone is left out at once, and is in again when it comes back",
        arguments: [0, 1]
    )
    func gone(camera: Int) {
        var bench = Bench()
        bench.run(Self.frames(0, fps: 30, seconds: 1) + Self.frames(1, fps: 30, from: 5, seconds: 1))
        bench.leave(camera, at: 1_010)
        #expect(bench.synchronizer.frame(of: camera) == nil && !bench.synchronizer.isOver)
        let count = bench.shown.count
        bench.run(Self.frames(1 - camera, fps: 30, from: 1_010, seconds: 1))
        let alone = bench.shown.dropFirst(count + 1)
        #expect(alone.count >= 28)
        #expect(alone.allSatisfy { (camera == 0 ? $0.first : $0.second) == nil && $0.at == $0.time })
        bench.run(
            Self.frames(1 - camera, fps: 30, from: 2_020, seconds: 1)
                + Self.frames(camera, fps: 30, from: 2_025, seconds: 1)
        )
        #expect(bench.shown.last?.first != nil && bench.shown.last?.second != nil)
        bench.leave(0, at: 4_000)
        bench.leave(1, at: 4_000)
        #expect(bench.synchronizer.isOver)
    }

    @Test(
        "A picture that was under way when its camera went does not bring the camera back",
        arguments: [0, 1]
    )
    func stray(camera: Int) {
        var bench = Bench()
        bench.run(Self.frames(0, fps: 30, seconds: 1) + Self.frames(1, fps: 30, from: 5, seconds: 1))
        bench.leave(camera, at: 1_010)
        bench.frame(camera, 1_000, arrival: 1_012)
        bench.leave(camera, at: 1_013)
        bench.frame(camera, 1_100, arrival: 1_014)
        #expect(bench.isOver(without: 1 - camera) && bench.late == 0)
        bench.frame(camera, 1_300)
        #expect(!bench.isOver(without: 1 - camera))
    }

    @Test("A first camera that falls silent and comes back sets the pace again")
    func paceComesBack() {
        var bench = Bench()
        bench.run(
            Self.frames(0, fps: 30, seconds: 1) + Self.frames(0, fps: 30, from: 2_000, seconds: 1)
                + Self.frames(1, fps: 30, from: 7, seconds: 3)
        )
        let last = bench.shown.suffix(20)
        #expect(last.count == 20 && last.allSatisfy { $0.time == $0.first && $0.second != nil })
    }

    @Test(
        "Three cameras: each picture of the first is shown once, with the nearest of each other one",
        arguments: [[30.0, 30, 30], [30, 15, 60], [24, 30, 20], [60, 30, 30]]
    )
    func nearestOfThree(rates: [Double]) {
        for offset in stride(from: 0, to: 1000 / rates[1], by: 5) {
            var bench = Bench(cameraCount: 3)
            for camera in 0..<3 { bench.durations[camera] = 1000 / rates[camera] }
            bench.run(
                Self.frames(0, fps: rates[0], from: 100, seconds: 4)
                    + Self.frames(1, fps: rates[1], from: 70 + offset, seconds: 4.2)
                    + Self.frames(2, fps: rates[2], from: 95 - offset / 2, seconds: 4.2)
            )
            let expected = Self.frames(0, fps: rates[0], from: 100, seconds: 4).map(\.time)
            let times = bench.shown.map(\.time)
            #expect(times.count >= expected.count - 4 - Int(2 * rates[0] / 15))
            #expect(times == Array(expected.suffix(from: expected.firstIndex(of: times[0]) ?? 0).prefix(times.count)))
            for shown in bench.shown {
                for camera in 1..<3 {
                    let distance = abs((shown.pictures[camera] ?? .infinity) - shown.time)
                    #expect(distance <= 500 / rates[camera] + 1e-3, "\(shown)")
                }
            }
            #expect(bench.shown.dropLast().allSatisfy { $0.at - $0.time <= 1000 / rates[0] + 1e-3 })
            #expect(bench.mostHeld <= 9)
        }
    }

    @Test("One of three cameras goes: the others go on at once, the first of them sets the pace", arguments: 0..<3)
    func lossOfOneOfThree(camera: Int) {
        var bench = Bench(cameraCount: 3)
        let others = [0, 1, 2].filter { $0 != camera }
        bench.run((0..<3).flatMap { Self.frames($0, fps: 30, from: Double($0) * 5, seconds: 1) })
        bench.leave(camera, at: 1_015)
        let count = bench.shown.count
        bench.run(others.flatMap { Self.frames($0, fps: 30, from: 1_020 + Double($0) * 5, seconds: 1) })
        let after = bench.shown.dropFirst(count + 1)
        #expect(after.count >= 28)
        for shown in after {
            #expect(shown.pictures[camera] == nil && shown.pictures[others[0]] == shown.time)
            #expect(abs((shown.pictures[others[1]] ?? .infinity) - shown.time) <= 1000 / 60 + 1e-3)
        }
        for other in others {
            #expect(!bench.synchronizer.isOver)
            bench.leave(other, at: 3_000)
        }
        #expect(bench.synchronizer.isOver)
    }

    @Test("Of three cameras the first falls silent: the second sets the pace; both do: the third", arguments: 1...2)
    func silenceOfThree(silent: Int) {
        var bench = Bench(cameraCount: 3)
        bench.run(
            (0..<3).flatMap {
                Self.frames($0, fps: 30, from: Double($0) * 5, seconds: $0 < silent ? 1 : 4)
            }
        )
        let gap = zip(bench.shown, bench.shown.dropFirst()).map { $1.time - $0.time }.max() ?? 0
        #expect(gap <= 350)
        let last = bench.shown.suffix(30)
        #expect(last.allSatisfy { $0.pictures[silent] == $0.time && $0.pictures[..<silent].allSatisfy { $0 == nil } })
        #expect((bench.shown.last?.time ?? 0) > 3_900)
        #expect(bench.mostHeld <= 9)
    }

    @Test("Whatever comes when, times grow, and few pictures are held", arguments: 0..<40)
    func random(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var bench = Bench(cameraCount: seed % 2 == 0 ? 2 : 3)
        var clocks: [Int: Double] = [:]
        for _ in 0..<600 {
            let camera = Int.random(in: 0..<bench.cameraCount, using: &numbers)
            switch Int.random(in: 0..<100, using: &numbers) {
            case 0: bench.leave(camera, at: clocks[camera] ?? 0)
            case 1: clocks[camera, default: 0] += .random(in: 0...2_000, using: &numbers)
            case 2: bench.frame(camera, .random(in: 0...(clocks[camera] ?? 0), using: &numbers))
            default:
                clocks[camera, default: 0] += .random(in: 5...70, using: &numbers)
                bench.frame(camera, clocks[camera] ?? 0)
            }
        }
        #expect(zip(bench.shown, bench.shown.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(bench.mostHeld <= 3 * bench.cameraCount)
        #expect(!bench.shown.isEmpty)
        // No camera's pictures ever go back.
        for camera in 0..<bench.cameraCount {
            let times = bench.shown.compactMap { $0.pictures[camera] }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }
}
