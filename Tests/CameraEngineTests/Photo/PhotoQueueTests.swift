import CameraLifecycle
import SeededRandom
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Presses of the shutter, decided without a camera")
struct PhotoQueueTests {
    /// What became of presses, and whether the rules were kept.
    private struct Rehearsal {
        var queue: PhotoQueue<Int>
        var now = CameraTime.zero
        var taken: [ShutterPress] = []
        var answers: [ShutterPress: [Result<Int, PhotoFailure>]] = [:]
        var timers: [ShutterPress: CameraTime] = [:]

        init(_ limits: PhotoQueue<Int>.Limits = PhotoQueue<Int>.Limits()) {
            queue = PhotoQueue(limits: limits)
        }

        mutating func happens(_ event: PhotoQueue<Int>.Event) {
            for effect in queue.handle(event, now: now) {
                switch effect {
                case .capture(let press): taken.append(press)
                case .answer(let press, let answer): answers[press, default: []].append(answer)
                case .setTimer(let press, let time): timers[press] = time
                case .cancelTimer(let press): timers[press] = nil
                }
            }
        }

        /// Lets the timers ring that are due.
        mutating func pass(milliseconds: Int64) {
            now = now.after(milliseconds: milliseconds)
            for (press, time) in timers.sorted(by: { $0.value < $1.value }) where time <= now {
                timers[press] = nil
                happens(.timeIsUp(press))
            }
        }
    }

    private func press(_ number: Int) -> ShutterPress { ShutterPress(number: UInt64(number)) }

    @Test("R-PHOTO-4: each press gets its own photo, in order")
    func inOrder() {
        var rehearsal = Rehearsal()
        for number in 1...10 { rehearsal.happens(.pressed(press(number))) }
        #expect(rehearsal.taken == (1...10).map { press($0) })
        for number in 1...10 {
            rehearsal.happens(.photo(press(number), number))
            rehearsal.happens(.finished(press(number), nil))
        }
        #expect(
            rehearsal.answers == Dictionary(uniqueKeysWithValues: (1...10).map { (press($0), [.success($0)]) })
        )
        #expect(rehearsal.timers.isEmpty)
    }

    @Test("R-PHOTO-4: presses beyond what the output may have wait their turn")
    func waiting() {
        var limits = PhotoQueue<Int>.Limits()
        limits.underWay = 2
        var rehearsal = Rehearsal(limits)
        for number in 1...4 { rehearsal.happens(.pressed(press(number))) }
        #expect(rehearsal.taken == [press(1), press(2)])
        #expect(rehearsal.queue.readiness(.ready) == .notReadyWaitingForProcessing)
        // A delivered photo keeps its place until the output is done with the request.
        rehearsal.happens(.photo(press(1), 1))
        #expect(rehearsal.taken.count == 2)
        rehearsal.happens(.finished(press(1), nil))
        #expect(rehearsal.taken == [press(1), press(2), press(3)])
        rehearsal.happens(.refused(press(2), .notLive))
        #expect(rehearsal.taken == [press(1), press(2), press(3), press(4)])
        #expect(rehearsal.queue.readiness(.ready) == .ready)
        #expect(rehearsal.answers[press(2)] == [.failure(.notLive)])
    }

    @Test("Too many presses are refused, in words that say what to do")
    func tooMany() {
        var limits = PhotoQueue<Int>.Limits()
        limits.unanswered = 3
        var rehearsal = Rehearsal(limits)
        for number in 1...4 { rehearsal.happens(.pressed(press(number))) }
        #expect(rehearsal.answers == [press(4): [.failure(.tooManyPresses)]])
        #expect(!PhotoFailure.tooManyPresses.userMessage.advice.isEmpty)
    }

    @Test("R-PHOTO-2: whichever comes is the answer, the final photo or the proxy in its place; never both")
    func proxy() {
        var rehearsal = Rehearsal()
        rehearsal.happens(.pressed(press(1)))
        rehearsal.happens(.photo(press(1), 7))
        rehearsal.happens(.photo(press(1), 8))
        rehearsal.happens(.finished(press(1), nil))
        rehearsal.happens(.finished(press(1), .timedOut))
        #expect(rehearsal.answers == [press(1): [.success(7)]])
    }

    @Test(
        "What the output had taken before the session ended is still delivered; what it had not is answered with the reason"
    )
    func sessionEnds() {
        var limits = PhotoQueue<Int>.Limits()
        limits.underWay = 2
        var rehearsal = Rehearsal(limits)
        for number in 1...3 { rehearsal.happens(.pressed(press(number))) }
        rehearsal.happens(.sessionEnded(.interrupted))
        #expect(rehearsal.answers == [press(3): [.failure(.interrupted)]])
        rehearsal.happens(.photo(press(1), 1))
        rehearsal.happens(.finished(press(1), nil))
        rehearsal.pass(milliseconds: limits.grace)
        #expect(
            rehearsal.answers == [
                press(1): [.success(1)], press(2): [.failure(.interrupted)], press(3): [.failure(.interrupted)],
            ]
        )
        // Too late.
        rehearsal.happens(.photo(press(2), 2))
        #expect(rehearsal.answers[press(2)] == [.failure(.interrupted)])
    }

    @Test("A photo that nobody waits for any more is not taken if it has not been, and not delivered if it has")
    func abandoned() {
        var limits = PhotoQueue<Int>.Limits()
        limits.underWay = 1
        var rehearsal = Rehearsal(limits)
        rehearsal.happens(.pressed(press(1)))
        rehearsal.happens(.pressed(press(2)))
        rehearsal.happens(.abandoned(press(1)))
        #expect(!rehearsal.queue.wants(press(1)))
        rehearsal.happens(.photo(press(1), 1))
        rehearsal.happens(.abandoned(press(2)))
        rehearsal.happens(.finished(press(1), nil))
        #expect(rehearsal.taken == [press(1)])
        #expect(rehearsal.answers == [press(1): [.failure(.cancelled)], press(2): [.failure(.cancelled)]])
    }

    @Test("An output that never answers costs one press its photo, and the next ones nothing")
    func silence() {
        var limits = PhotoQueue<Int>.Limits()
        limits.underWay = 1
        var rehearsal = Rehearsal(limits)
        rehearsal.happens(.pressed(press(1)))
        rehearsal.pass(milliseconds: limits.patience / 2)
        rehearsal.happens(.pressed(press(2)))
        rehearsal.pass(milliseconds: limits.patience / 2)
        #expect(rehearsal.answers == [press(1): [.failure(.timedOut)]])
        #expect(rehearsal.taken == [press(1), press(2)])
    }

    @Test("R-PHOTO-4: whatever happens in whatever order, each press is answered once and in time", arguments: 1...200)
    func anything(seed: UInt64) {
        var limits = PhotoQueue<Int>.Limits()
        limits.underWay = 3
        limits.unanswered = 6
        var rehearsal = Rehearsal(limits)
        var generator = SeededGenerator(seed: seed)
        var pressed: [ShutterPress] = []
        var times: [ShutterPress: CameraTime] = [:]
        let failures: [PhotoFailure] = [.interrupted, .stopped, .cameraLost, .cameraFailed(code: -11819)]
        for _ in 0..<300 {
            let any = pressed.isEmpty ? press(1) : pressed[Int(generator.next() % UInt64(pressed.count))]
            switch generator.next() % 9 {
            case 0, 1, 2:
                let new = press(pressed.count + 1)
                pressed.append(new)
                times[new] = rehearsal.now
                rehearsal.happens(.pressed(new))
            case 3: rehearsal.happens(.photo(any, Int(any.number)))
            case 4: rehearsal.happens(.finished(any, nil))
            case 5: rehearsal.happens(.refused(any, .notLive))
            case 6: rehearsal.happens(.abandoned(any))
            case 7: rehearsal.happens(.sessionEnded(failures[Int(generator.next() % 4)]))
            default: rehearsal.pass(milliseconds: Int64(generator.next() % 4_000))
            }
            for press in pressed where rehearsal.answers[press] == nil {
                let deadline = times[press]?.after(milliseconds: limits.patience) ?? .zero
                #expect(rehearsal.now <= deadline, "press \(press.number) waits beyond its time")
            }
        }
        rehearsal.pass(milliseconds: limits.patience)
        #expect(pressed.allSatisfy { rehearsal.answers[$0]?.count == 1 })
        #expect(rehearsal.queue.unansweredCount == 0)
        #expect(rehearsal.timers.isEmpty)
        // A photo is only ever the answer to its own press.
        for (press, answers) in rehearsal.answers {
            if case .success(let photo) = answers[0] { #expect(photo == Int(press.number)) }
        }
    }

    @Test("R-PHOTO-4: each failure says what was the matter, each differently")
    func words() {
        let failures: [PhotoFailure] = [
            .notLive, .stopped, .interrupted, .cameraLost, .cameraChanged, .cameraFailed(code: 5), .timedOut,
            .tooManyPresses, .spoilt(code: 6, reason: "It is torn."),
        ]
        #expect(Set(failures.map(\.userMessage.title)).count == failures.count)
        #expect(failures.allSatisfy { !$0.userMessage.advice.isEmpty })
        #expect(PhotoFailure.cameraFailed(code: 5).userMessage.advice.contains("5"))
    }
}
