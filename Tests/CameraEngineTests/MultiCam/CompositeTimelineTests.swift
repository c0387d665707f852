import AVFoundation
import CameraLifecycle
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What of several cameras goes where in a movie")
struct CompositeTimelineTests {
    /// Pictures say when they were taken, in seconds; packets which sample they begin with.
    typealias Timeline = CompositeTimeline<Double, Int>

    static let rate = 48_000

    /// Two cameras and a microphone in injected time.
    struct Bench {
        var timeline: Timeline
        var shown: [(at: Double, first: Double?, second: Double?)] = []
        var kept: [Int: [(at: Double, picture: Double)]] = [:]
        /// How many cameras had a picture in what was shown.
        var shownTogether: [Int] = []
        var heard: [(at: Double, samples: Range<Int>)] = []
        /// What is shown next.
        private var placed: [Int: Double?] = [:]
        private var nextSample = 99 * rate

        init(_ limits: Timeline.Limits = Timeline.Limits(), cameraCount: Int = 2, separates: Bool = false) {
            timeline = Timeline(limits: limits, cameraCount: cameraCount, separates: separates)
        }

        static func time(_ seconds: Double) -> CMTime {
            CMTime(value: CMTimeValue((seconds * 1e9).rounded()), timescale: 1_000_000_000)
        }

        @discardableResult
        mutating func frame(_ camera: Int, _ time: Double) -> Timeline.Verdict {
            let verdict = timeline.append(time, from: camera, at: Self.time(time), duration: Self.time(1 / 30))
            collect()
            return verdict
        }

        /// Sound until a time, in packets of a hundredth of a second.
        mutating func sound(until time: Double) {
            while Double(nextSample + 480) / Double(CompositeTimelineTests.rate) <= time {
                timeline.appendAudio(
                    nextSample,
                    at: CMTime(value: CMTimeValue(nextSample), timescale: CMTimeScale(CompositeTimelineTests.rate)),
                    frameCount: 480,
                    sampleRate: Double(CompositeTimelineTests.rate)
                )
                nextSample += 480
                collect()
            }
        }

        /// Nobody hears anything until a time.
        mutating func skipAudio(to time: Double) { nextSample = Int(time) * CompositeTimelineTests.rate }

        /// Both cameras and the microphone for a while; the second camera's pictures come 5 ms after the first one's.
        mutating func run(
            _ frames: Range<Int>,
            without missing: Int? = nil,
            origin: Double = 100,
            isSilent: Bool = false
        ) {
            for number in frames {
                let time = origin + Double(number) / 30
                if missing != 0 { frame(0, time) }
                if missing != 1 { frame(1, time + 0.005) }
                if !isSilent { sound(until: time) }
            }
        }

        /// Where the sound in the movie ends.
        var audioEnd: Double {
            heard.last.map { $0.at + Double($0.samples.count) / Double(CompositeTimelineTests.rate) } ?? 0
        }

        mutating func collect() {
            while let step = timeline.next() {
                switch step {
                case .place(let camera, let picture): placed[camera] = picture
                case .compose(let time, _):
                    shownTogether.append(placed.values.count { $0 != nil })
                    shown.append((time.seconds, placed[0] ?? nil, placed[1] ?? nil))
                case .write(let camera, let picture, let time, _):
                    kept[camera, default: []].append((time.seconds, picture))
                case .writeAudio(let span):
                    let start = span.packet + span.frames.lowerBound
                    heard.append((span.time.seconds, start..<start + span.frames.count))
                }
            }
        }
    }

    @Test("R-MULTI-8: the movie begins with the first pair, and each picture of the first camera follows at its time")
    func shown() {
        var bench = Bench()
        bench.run(0..<60)
        let origin = bench.shown.first?.first ?? 0
        #expect(bench.shown.first?.at == 0 && bench.shown.first?.second != nil)
        #expect(bench.shown.count >= 58)
        #expect(bench.shown.allSatisfy { abs($0.at - (($0.first ?? 0) - origin)) < 1e-6 })
        #expect(bench.shown.allSatisfy { abs(($0.second ?? 0) - ($0.first ?? 0)) <= 1.0 / 60 })
        #expect(abs(bench.timeline.duration.seconds - Double(bench.shown.count) / 30) < 1e-6)
    }

    @Test("R-REC-1: sound is with its pictures to the sample, from the first one on")
    func sound() {
        var bench = Bench()
        bench.run(0..<60)
        let origin = bench.shown.first?.first ?? 0
        #expect(abs(bench.heard.first?.at ?? 1) <= 1.0 / 48_000)
        for span in bench.heard {
            let captured = Double(span.samples.lowerBound) / Double(Self.rate)
            #expect(abs(captured - origin - span.at) <= 1.0 / 48_000)
        }
        #expect(zip(bench.heard, bench.heard.dropFirst()).allSatisfy { $0.samples.upperBound == $1.samples.lowerBound })
    }

    @Test("R-MULTI-8: each camera's own movie has all its pictures, in the time of the movie that shows both")
    func separates() {
        var bench = Bench(separates: true)
        bench.run(0..<60)
        let origin = bench.shown.first?.first ?? 0
        for camera in 0..<2 {
            let kept = bench.kept[camera] ?? []
            #expect(kept.count >= bench.shown.count)
            #expect(kept.first?.at == 0)
            #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.at < $1.at && $0.picture < $1.picture })
            #expect(kept.dropFirst().allSatisfy { abs($0.at - ($0.picture - origin)) < 1e-6 })
        }
        var alone = Bench()
        alone.run(0..<10)
        #expect(alone.kept.isEmpty)
    }

    @Test(
        "R-REC-2: a pause is cut out of all movies and the sound at the same moments",
        arguments: [0.0, 0.004, 0.02, 0.033]
    )
    func pause(offset: Double) {
        var bench = Bench(separates: true)
        bench.run(0..<30)
        bench.timeline.pause(at: Bench.time(101 + offset))
        bench.timeline.pause(at: Bench.time(101.01 + offset))
        #expect(bench.timeline.isPaused)
        bench.run(30..<90)
        let count = bench.shown.count
        #expect(bench.frame(0, 103.001) == .skipped)
        bench.timeline.resume(at: Bench.time(103.01 + offset))
        bench.timeline.resume(at: Bench.time(103.05))
        bench.run(91..<121)
        #expect(bench.shown.count >= count + 28)
        // Pictures keep their pace across the cut.
        #expect(zip(bench.shown, bench.shown.dropFirst()).allSatisfy { abs($1.at - $0.at - 1.0 / 30) < 1e-6 })
        let paused = 101 + offset..<103.01 + offset
        for camera in 0..<2 {
            let kept = bench.kept[camera] ?? []
            #expect(!kept.contains { paused.contains($0.picture) })
            #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.at < $1.at && $1.at - $0.at < 0.08 })
            // A picture is in its own movie where it is in the movie that shows both, give or take one.
            for shown in bench.shown.dropFirst() {
                guard let picture = camera == 0 ? shown.first : shown.second, !paused.contains(picture) else {
                    continue
                }
                let place = kept.first { $0.picture == picture }
                #expect(place.map { abs($0.at - shown.at) < 1.0 / 30 } ?? false, "\(camera) \(picture)")
            }
        }
        let sound = bench.heard.reduce(0) { $0 + $1.samples.count }
        #expect(abs(Double(sound) / Double(Self.rate) - bench.timeline.duration.seconds) < 0.1)
    }

    @Test("A camera that is gone is left out, and the movie goes on", arguments: [0, 1])
    func leave(camera: Int) {
        var bench = Bench(separates: true)
        bench.run(0..<30)
        bench.timeline.leave(camera)
        bench.run(30..<60, without: camera)
        #expect(bench.timeline.end == nil)
        let after = bench.shown.suffix(25)
        #expect(after.allSatisfy { camera == 0 ? $0.first == nil && $0.second != nil : $0.second == nil })
        let gap = zip(bench.shown, bench.shown.dropFirst()).map { $1.at - $0.at }.max() ?? 1
        #expect(gap < 2.1 / 30)
        #expect((bench.kept[camera]?.last?.at ?? 9) < 1.1)
        #expect((bench.kept[1 - camera]?.last?.at ?? 0) > 1.9)
        bench.timeline.leave(1 - camera)
        #expect(bench.timeline.end == .cameraLost)
    }

    @Test("Three cameras: all are shown, one that goes is left out, and the last one to go ends the movie")
    func lossOfOneOfThree() {
        for lost in 0..<3 {
            var bench = Bench(cameraCount: 3, separates: true)
            func frames(_ cameras: [Int], _ numbers: Range<Int>) {
                for number in numbers {
                    for camera in cameras { bench.frame(camera, 100 + Double(number) / 30 + Double(camera) * 0.004) }
                }
            }
            frames([0, 1, 2], 0..<30)
            #expect(bench.shownTogether.count >= 28 && bench.shownTogether.allSatisfy { $0 == 3 })
            bench.timeline.leave(lost)
            let others = [0, 1, 2].filter { $0 != lost }
            frames(others, 30..<60)
            #expect(bench.timeline.end == nil)
            #expect(bench.shownTogether.suffix(28).allSatisfy { $0 == 2 })
            #expect(zip(bench.shown, bench.shown.dropFirst()).allSatisfy { $1.at - $0.at < 2.1 / 30 })
            #expect((bench.kept[lost]?.last?.at ?? 9) < 1.1)
            #expect(others.allSatisfy { (bench.kept[$0]?.last?.at ?? 0) > 1.9 })
            for camera in 0..<3 {
                let kept = bench.kept[camera] ?? []
                #expect(kept.first?.at == 0 && zip(kept, kept.dropFirst()).allSatisfy { $0.at < $1.at })
            }
            bench.timeline.leave(others[0])
            #expect(bench.timeline.end == nil)
            bench.timeline.leave(others[1])
            #expect(bench.timeline.end == .cameraLost)
        }
    }

    @Test("What waits for a camera is shown as soon as that camera is known to be gone")
    func leaveWhileWaiting() {
        var bench = Bench()
        bench.run(0..<30)
        bench.frame(0, 101)
        let count = bench.shown.count
        bench.timeline.leave(1)
        bench.collect()
        #expect(bench.shown.count == count + 1 && bench.shown.last?.first == 101 && bench.shown.last?.second == nil)
    }

    @Test("A camera's own movie never goes back, also when the other camera stalled before a pause")
    func stallBeforePause() {
        var bench = Bench(separates: true)
        func frames(_ cameras: [Int], _ numbers: Range<Int>) {
            for number in numbers {
                for camera in cameras {
                    bench.frame(camera, 100 + Double(number) / 30 + (camera == 0 ? 0 : 0.005))
                }
            }
        }
        frames([0, 1], 0..<15)
        frames([1], 15..<22)
        bench.timeline.pause(at: Bench.time(100.75))
        bench.timeline.resume(at: Bench.time(103))
        frames([0, 1], 91..<121)
        let kept = bench.kept[1] ?? []
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.at < $1.at })
        #expect((kept.last?.at ?? 0) > 1.3)
    }

    @Test("S-179: it ends before its longest duration is exceeded")
    func maximumDuration() {
        var bench = Bench(Timeline.Limits(duration: 1))
        bench.run(0..<60)
        #expect(bench.timeline.end == .maximumDuration)
        #expect(abs(bench.timeline.duration.seconds - 1) < 1e-6)
        #expect(bench.shown.count == 30)
        let count = bench.shown.count
        bench.run(60..<70)
        #expect(bench.shown.count == count)
        let sound = bench.heard.reduce(0) { $0 + $1.samples.count }
        #expect(sound <= Self.rate)
    }

    @Test("S-179: it ends before its largest size is exceeded, and while there is room on the disk")
    func sizes() {
        var size = Bench(Timeline.Limits(fileSize: 1_000_000))
        size.run(0..<60)
        size.timeline.progressed(fileSize: 700_000, freeSpace: nil)
        #expect(size.timeline.end == nil)
        // What is on its way to the disk counts: half a second of two.
        size.timeline.progressed(fileSize: 810_000, freeSpace: nil)
        #expect(size.timeline.end == .maximumFileSize)
        var disk = Bench(Timeline.Limits(freeSpace: 1_000))
        disk.run(0..<30)
        disk.timeline.progressed(fileSize: 1 << 40, freeSpace: 1_000)
        #expect(disk.timeline.end == nil)
        disk.timeline.progressed(fileSize: 1, freeSpace: 999)
        #expect(disk.timeline.end == .diskFull)
    }

    @Test("The first reason to end counts")
    func firstReason() {
        var bench = Bench(Timeline.Limits(duration: 1))
        bench.run(0..<10)
        bench.timeline.stop(.interrupted(nil))
        bench.timeline.stop(.requested)
        bench.timeline.leave(0)
        bench.timeline.leave(1)
        bench.run(10..<60)
        #expect(bench.timeline.end == .interrupted(nil))
    }

    @Test("R-REC-1: a movie that is stopped waits for the sound of its last pictures, and takes no others")
    func lastAudio() {
        var bench = Bench()
        bench.run(0..<60)
        let shown = bench.shown.count
        #expect(bench.audioEnd < bench.timeline.duration.seconds - 0.02)
        bench.timeline.stop(.requested)
        #expect(bench.timeline.end == nil && !bench.timeline.isOpen)
        bench.run(60..<63)
        #expect(bench.timeline.end == .requested && bench.shown.count == shown)
        #expect(abs(bench.audioEnd - bench.timeline.duration.seconds) <= 1.0 / 48_000)
    }

    @Test(
        "The wait for the last sound ends when it is overdue, when something else ends the movie, and without a microphone"
    )
    func endOfWait() {
        var overdue = Bench()
        overdue.run(0..<60)
        overdue.timeline.stop(.requested)
        overdue.run(60..<120, isSilent: true)
        #expect(overdue.timeline.end == nil && overdue.timeline.isAwaitingAudio)
        overdue.timeline.audioIsOverdue()
        #expect(overdue.timeline.end == .requested && !overdue.timeline.isAwaitingAudio)
        var others = (lost: Bench(), silent: Bench(), deaf: Bench())
        others.lost.run(0..<60)
        others.lost.timeline.stop(.requested)
        others.lost.timeline.stop(.interrupted(nil))
        #expect(others.lost.timeline.end == .requested)
        others.silent.run(0..<60)
        others.silent.timeline.stop(.requested)
        others.silent.timeline.audioEnded()
        #expect(others.silent.timeline.end == .requested)
        others.deaf.run(0..<60)
        others.deaf.timeline.audioEnded()
        others.deaf.timeline.stop(.requested)
        #expect(others.deaf.timeline.end == .requested)
    }

    @Test("A picture whose time is past is lost; a camera's time that jumps far ahead ends the movie")
    func times() {
        var bench = Bench()
        bench.run(0..<10)
        #expect(bench.frame(0, 100.1) == .late)
        #expect(bench.timeline.end == nil)
        for _ in 0..<Timeline.lateFramesInARow { bench.frame(0, 100) }
        #expect(bench.timeline.end == .cameraFailed)
        var now = Bench()
        now.run(0..<10)
        for number in 10..<10 + 2 * Timeline.lateFramesInARow {
            #expect(now.frame(0, 100.1) == .late)
            now.run(number..<number + 1)
        }
        #expect(now.timeline.end == nil)
        var jump = Bench()
        jump.run(0..<10)
        jump.frame(0, 100 + Timeline.longestJump + 1)
        #expect(jump.timeline.end == .cameraFailed)
        var paused = Bench()
        paused.run(0..<10)
        paused.timeline.pause(at: Bench.time(100.4))
        paused.timeline.resume(at: Bench.time(2_000))
        paused.skipAudio(to: 2_000)
        paused.run(0..<10, origin: 2_000)
        #expect(paused.timeline.end == nil && paused.shown.count > 15)
        var endless = Bench()
        #expect(endless.timeline.append(1, from: 0, at: .invalid, duration: .invalid) == .skipped)
        #expect(endless.timeline.end == .cameraFailed)
    }

    @Test("Pictures that do not say how long they last, last a thirtieth of a second")
    func usualDuration() {
        var bench = Bench()
        for number in 0..<10 {
            let time = Bench.time(100 + Double(number) / 30)
            _ = bench.timeline.append(Double(number), from: 0, at: time, duration: .invalid)
            _ = bench.timeline.append(Double(number), from: 1, at: time, duration: .zero)
        }
        bench.collect()
        #expect(abs(bench.timeline.duration.seconds - 10.0 / 30) < 1e-6)
    }
}
